// A version of a mesh with far fewer triangles, for the characters of a crowd while the picture is not at full quality
// (RenderQuality::coarseCopies).
#ifndef APP_MODEL_COARSE_MESH_H
#define APP_MODEL_COARSE_MESH_H

#include <cstdint>
#include <vector>

#include "app/model/model.h"

namespace app {

/// Indices of about a twentieth of the primitive's triangles, over the same vertices, so that skins and morph targets
/// stay; the surface of the rest pose moves by at most 2 % of the primitive's size. Empty if there are no indices, few
/// triangles, very many (it would take long), or if half of them have to stay, as where faces share no vertices. Takes
/// about 1 ms for 1000 triangles.
std::vector<std::uint32_t> coarseIndices(const Primitive& primitive);

/// Fills Primitive::coarseIndices. For models that a window shows; call it on the thread that loads them.
void addCoarseMeshes(Model& model);

}  // namespace app

#endif  // APP_MODEL_COARSE_MESH_H
