// The positions that the scene's vertex shader computes, read back: how tests see that the GPU poses a mesh rightly.
#pragma once

#include <vector>

#include <glm/vec3.hpp>

#include "app/render/scene_draw.h"

namespace app {

/// World position of every vertex of the item's primitive, copy after copy; empty when it cannot be drawn. Waits for
/// the GPU.
std::vector<glm::vec3> captureWorldPositions(const SceneContent& content, const DrawItem& item);

}  // namespace app
