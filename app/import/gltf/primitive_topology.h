// Converts glTF's seven primitive modes to the three of a Model: strips, loops and fans become lists.
#ifndef APP_IMPORT_GLTF_PRIMITIVE_TOPOLOGY_H
#define APP_IMPORT_GLTF_PRIMITIVE_TOPOLOGY_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "app/model/model.h"

namespace app {

/// `mode` as in glTF, 0 to 6.
Topology topologyOf(int mode);

/// The indices of a list that draws the same. Without `given` indices: vertices 0..vertexCount-1 in order, and an empty
/// result where these already form a list. An incomplete last line or triangle is dropped. If nothing is left, the
/// result is one degenerate line or triangle of vertex 0, as an empty list would mean all vertices. Winding as in
/// glTF 2.0, 3.7.2.1.
std::vector<std::uint32_t> listIndices(int mode, std::optional<std::vector<std::uint32_t>> given,
                                       std::size_t vertexCount);

/// Whether the indices are the degenerate element that listIndices returns for a primitive without any complete one.
bool drawsNothing(const Primitive& primitive);

}  // namespace app

#endif  // APP_IMPORT_GLTF_PRIMITIVE_TOPOLOGY_H
