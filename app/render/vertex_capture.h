// Reads back the positions computed by the scene's vertex shader, so that tests can compare them with the CPU's.
#ifndef APP_RENDER_VERTEX_CAPTURE_H
#define APP_RENDER_VERTEX_CAPTURE_H

#include <vector>

#include <glm/vec3.hpp>

#include "app/render/scene_draw.h"

namespace app {

/// The world position of every vertex of the item's primitive, copy after copy; empty if it cannot be drawn. Waits for
/// the GPU.
std::vector<glm::vec3> captureWorldPositions(const SceneContent& content, const DrawItem& item);

}  // namespace app

#endif  // APP_RENDER_VERTEX_CAPTURE_H
