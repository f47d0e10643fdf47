// A whole model as a .glb file, for models whose own format cannot be extended: FBX, Collada, BVH.
#ifndef APP_EXPORT_GLB_MODEL_H
#define APP_EXPORT_GLB_MODEL_H

#include <cstdint>
#include <span>
#include <vector>

#include "app/model/model.h"
#include "crossfade/base/result.h"

namespace app {

/// Nodes, meshes, skins, morph targets, materials, textures and cameras, without clips: glb_clips.h adds those. Node i
/// is the joint whose documentIndexOf is i; where a node has meshes that differ in skin or morph targets, all but the
/// first get nodes of their own at the end, and so do joints that a skin has twice. `pictures`: of each image, as PNG;
/// an empty one is left out. The error: more than a file can hold.
crossfade::Result<std::vector<std::uint8_t>> glbOfModel(const Model& model,
                                                        std::span<const std::vector<std::uint8_t>> pictures);

}  // namespace app

#endif  // APP_EXPORT_GLB_MODEL_H
