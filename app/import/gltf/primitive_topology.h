// glTF's seven primitive modes as the three that a Model knows: strips, loops and fans become lists.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "app/model/model.h"

namespace app {

/// `mode` is glTF's number, 0 to 6.
Topology topologyOf(int mode);

/// The indices of a list that draws the same. Nothing given means vertices 0..vertexCount-1 in order; the result is
/// empty where those are a list already. What does not fill a last line or triangle is cut off; where nothing is left,
/// one line or triangle of vertex 0 alone stands for it, as no indices would mean all vertices. Winding as in
/// glTF 2.0, 3.7.2.1.
std::vector<std::uint32_t> listIndices(int mode, std::optional<std::vector<std::uint32_t>> given,
                                       std::size_t vertexCount);

/// True for what listIndices makes of a primitive without a whole line or triangle.
bool drawsNothing(const Primitive& primitive);

}  // namespace app
