#include "app/session/scene_camera.h"

#include <cmath>

namespace app {

using crossfade::Error;
using crossfade::Result;

bool isValid(const Camera& c) {
  for (const float value :
       {c.target.x, c.target.y, c.target.z, c.distance, c.yaw, c.pitch, c.verticalFov, c.sceneRadius})
    if (!std::isfinite(value)) return false;
  return c.distance > 0 && c.sceneRadius > 0 && c.verticalFov > 0 && c.verticalFov < 3;
}

Result<void> SceneCamera::move(const Camera& next, bool zooms, int changes) {
  if (!isValid(next)) return Error{"a camera with a number that is not finite or a distance that is not above 0"};
  if (now_ != next) history_.add(now_, zooms, changes);
  now_ = next;
  return {};
}

Result<void> SceneCamera::goBack() {
  if (!history_.canUndo()) return Error{kNoEarlierView};
  now_ = history_.back(now_);
  return {};
}

Result<void> SceneCamera::goForward() {
  if (!history_.canRedo()) return Error{kNoLaterView};
  now_ = history_.forward(now_);
  return {};
}

}  // namespace app
