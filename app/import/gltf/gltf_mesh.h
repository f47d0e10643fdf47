// Meshes of a glTF document.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

// ---- Converts glTF's seven primitive modes to the three of a Model: strips, loops and fans become lists.

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

// ---- Reads meshes from a glTF document itself: attributes of any component type, morph targets, joints, weights,
// indices.

/// Vertex i is element i of POSITION. Attributes that do not match POSITION are left out and reported. A
/// vertex has four joints (JOINTS_0), with `allInfluences` (--influences all) those of every set; what is left out is
/// reported. Throws ImportError for a vertex index out of range.
Mesh readGltfMesh(const GltfDocument& document, std::size_t meshIndex, bool allInfluences, ImportReport& report,
                  const ImportWatch& watch = {});

}  // namespace app
