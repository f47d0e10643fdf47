// The earlier views of one camera.
#ifndef APP_SESSION_CAMERA_HISTORY_H
#define APP_SESSION_CAMERA_HISTORY_H

#include <vector>

#include "app/view/camera.h"

namespace app {

class CameraHistory {
 public:
  static constexpr std::size_t kMaxViews = 500;

  /// Notes the view that a command changes. A gesture is one change, and so are notches of the wheel in a row.
  void add(const Camera& before, bool zooms) {
    const bool continues = inGesture_ ? gestureNoted_ : zooms && zoomed_;
    gestureNoted_ = inGesture_;
    zoomed_ = zooms && !inGesture_;
    if (continues && !past_.empty()) return;
    if (past_.size() == kMaxViews) past_.erase(past_.begin());
    past_.push_back(before);
    future_.clear();
  }
  void beginGesture() {
    inGesture_ = true;
    gestureNoted_ = zoomed_ = false;
  }
  void endGesture() { inGesture_ = gestureNoted_ = false; }

  bool canUndo() const { return !past_.empty(); }
  bool canRedo() const { return !future_.empty(); }
  /// The view to go to from the view `now`. There must be one.
  Camera back(const Camera& now) { return step(past_, future_, now); }
  Camera forward(const Camera& now) { return step(future_, past_, now); }

 private:
  Camera step(std::vector<Camera>& from, std::vector<Camera>& to, const Camera& now) {
    gestureNoted_ = zoomed_ = false;
    to.push_back(now);
    const Camera view = from.back();
    from.pop_back();
    return view;
  }

  std::vector<Camera> past_;
  std::vector<Camera> future_;
  bool inGesture_ = false;
  bool gestureNoted_ = false;  // its first change is in past_
  bool zoomed_ = false;        // by the last change
};

}  // namespace app

#endif  // APP_SESSION_CAMERA_HISTORY_H
