// A whole model as a .glb file, for models whose own format cannot be extended: FBX, Collada, BVH.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/model/model.h"
#include "crossfade/base/result.h"

namespace app {

/// Nodes, meshes, skins, morph targets, materials, textures, cameras and lights, without clips: glb_clips.h adds those.
/// Node i is the joint whose documentIndexOf is i. If a node's meshes differ in skin or morph targets, all but the
/// first get new nodes at the end; so do all but its first camera and light, and joints that a skin lists twice with
/// different inverse binds. `pictures`: each image as PNG; empty ones are left out. The error: more than a file can
/// hold.
crossfade::Result<std::vector<std::uint8_t>> glbOfModel(const Model& model,
                                                        std::span<const std::vector<std::uint8_t>> pictures);

}  // namespace app
