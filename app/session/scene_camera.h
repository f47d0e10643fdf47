// The camera of a scene, which can go back to its earlier views.
#ifndef APP_SESSION_SCENE_CAMERA_H
#define APP_SESSION_SCENE_CAMERA_H

#include "app/session/camera_history.h"
#include "app/view/camera.h"
#include "crossfade/base/result.h"

namespace app {

/// What going back or forward answers where it cannot.
inline constexpr const char* kNoEarlierView = "there is no earlier view";
inline constexpr const char* kNoLaterView = "there is no later view";

/// Whether all values are finite, the distance and the scene radius above 0, and the field of view between 0 and 3
/// radians.
bool isValid(const Camera& camera);

class SceneCamera {
 public:
  explicit SceneCamera(const Camera& camera) : now_(camera) {}

  const Camera& now() const { return now_; }
  const CameraHistory& history() const { return history_; }

  /// The error says that a number is not finite, or a distance not above 0. `zooms`: see CameraHistory::add.
  crossfade::Result<void> move(const Camera& next, bool zooms = false);
  /// Without an entry in the history.
  void set(const Camera& next) { now_ = next; }
  crossfade::Result<void> goBack();
  crossfade::Result<void> goForward();

  void beginGesture() { history_.beginGesture(); }
  void endGesture() { history_.endGesture(); }
  void forgetViews() { history_ = {}; }

 private:
  Camera now_;
  CameraHistory history_;
};

}  // namespace app

#endif  // APP_SESSION_SCENE_CAMERA_H
