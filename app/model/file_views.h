// The cameras and lights of a file.
#ifndef APP_MODEL_FILE_VIEWS_H
#define APP_MODEL_FILE_VIEWS_H

#include <string>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace app {

/// Looks along the -Z of its node; the node's scale does not count.
struct FileCamera {
  std::string name;
  int node = 0;              // index into the skeleton
  float verticalFov = 0.8f;  // radians
  float aspect = 0;          // width over height that must be seen; 0: whatever the picture has
  float nearPlane = 0.01f;
  bool orthographic = false;
  glm::vec2 halfSize{1.0f};  // of what an orthographic one sees
};

enum class LightKind { Directional, Point, Spot };

/// KHR_lights_punctual: shines along the -Z of its node.
struct FileLight {
  std::string name;
  int node = 0;  // index into the skeleton
  LightKind kind = LightKind::Point;
  glm::vec3 color{1.0f};  // linear
  float intensity = 1;    // lux; of points and spots: candela
  float range = 0;        // 0: unlimited
  float innerCone = 0;    // radians from the axis
  float outerCone = 0.785398f;
};

}  // namespace app

#endif  // APP_MODEL_FILE_VIEWS_H
