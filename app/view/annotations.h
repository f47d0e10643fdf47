// What can be drawn in addition to a model: bones, trails and ghosts.
#ifndef APP_VIEW_ANNOTATIONS_H
#define APP_VIEW_ANNOTATIONS_H

#include <optional>
#include <span>

#include <glm/vec3.hpp>

#include "app/view/posed_model.h"

namespace app {

struct Bone {
  int parent = 0;  // joints
  int joint = 0;
};
struct TrailPoint {
  glm::vec3 position{0.0f};
  float seconds = 0;  // relative to now; negative: the past
};
/// The path of a joint, sorted by time.
struct Trail {
  std::span<const TrailPoint> points;
};
/// The model at another time.
struct Ghost {
  PosedModel pose;
  float seconds = 0;                              // relative to now
  std::optional<glm::vec3> color = std::nullopt;  // linear; none: that of the past or the future
};
/// What is drawn in addition to the model. Borrowed.
struct Annotations {
  std::span<const Bone> bones;
  int selectedJoint = -1;  // -1: none
  std::span<const Trail> trails;
  std::span<const Ghost> ghosts;
};

}  // namespace app

#endif  // APP_VIEW_ANNOTATIONS_H
