// An orbit camera: looks at a target from a distance. Y is up; angles in radians, lengths in meters.
#pragma once

#include <optional>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "app/model/model.h"

namespace app {

struct Bounds {
  glm::vec3 min{0.0f};
  glm::vec3 max{0.0f};
  bool empty = true;

  void add(const glm::vec3& point);  // ignores points that are not finite
  void add(const Bounds& other) {
    if (other.empty) return;
    add(other.min);
    add(other.max);
  }
  glm::vec3 center() const { return (min + max) * 0.5f; }
  float radius() const;  // of the sphere around the box; 0 when empty
};

inline constexpr float kNearest = 0.05f, kFarthest = 100;  // how close and far dolly() goes
inline constexpr float kBehindTarget = 60;                 // the far plane
inline constexpr float kNearPlane = 0.02f;  // as a fraction of the distance; at least 1e-5 of the far plane

/// What a camera of the file sees, in place of the orbit camera's own view.
struct FileView {
  glm::mat4 view{1.0f};
  bool orthographic = false;
  float verticalFov = 0.8f;
  float aspect = 0;          // width over height that must be seen; 0: any
  glm::vec2 halfSize{1.0f};  // of an orthographic one
  float nearPlane = 0.01f;
  friend bool operator==(const FileView&, const FileView&) = default;
};

/// A plain value. Each gesture is a function from camera to camera, used by the mouse, scripts and tests alike.
struct Camera {
  glm::vec3 target{0.0f, 0.9f, 0.0f};
  float distance = 4.0f;
  float yaw = 0.6f;     // 0 looks along -Z at a character that faces +Z
  float pitch = 0.15f;  // positive: the eye is above the target
  float verticalFov = 0.6f;
  float sceneRadius = 1.0f;      // meters; kNearest, kFarthest and kBehindTarget are multiples of it
  std::optional<FileView> file;  // only in Session::shownCamera
  friend bool operator==(const Camera&, const Camera&) = default;
};

Camera orbit(Camera camera, float yawDelta, float pitchDelta);
/// Moves the target in the picture plane by `delta`, in picture heights.
Camera pan(Camera camera, glm::vec2 delta);
/// A factor below 1 moves closer.
Camera dolly(Camera camera, float factor);
/// Keeps the view direction and fits `bounds`, turned about the vertical in any way, into a picture of this aspect.
Camera frame(Camera camera, const Bounds& bounds, float aspect);

/// The default camera, from where the model shows its front.
Camera facing(const Model& model);

/// How a camera of the file sees the scene from a node with this world matrix.
FileView fileViewOf(const FileCamera& camera, const glm::mat4& world);

/// Far behind an orthographic camera, where its parallel rays meet as far as shading can tell.
glm::vec3 eyeOf(const Camera& camera);
glm::mat4 viewMatrix(const Camera& camera);
glm::mat4 projectionMatrix(const Camera& camera, float aspect);

}  // namespace app
