// The camera of a scene, which can go back to its earlier views.
#pragma once

#include <cmath>
#include <vector>

#include "app/view/camera.h"
#include "crossfade/base/result.h"

namespace app {

// ---- The earlier views of one camera.

class CameraHistory {
 public:
  static constexpr std::size_t kMaxViews = 500;

  /// Notes the view that a command changes, after `changes` changes of the session. A gesture is one change, and so are
  /// notches of the wheel in a row.
  void add(const Camera& before, bool zooms, int changes) {
    const bool continues = inGesture_ ? gestureNoted_ : zooms && zoomed_;
    gestureNoted_ = inGesture_;
    zoomed_ = zooms && !inGesture_;
    if (continues && !past_.empty()) return;
    if (past_.size() == kMaxViews) past_.erase(past_.begin());
    past_.push_back({before, changes});
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
  /// How many moves of the camera can be undone, and all that are known: moves in the order in which they were made.
  std::size_t position() const { return past_.size(); }
  std::size_t count() const { return past_.size() + future_.size(); }
  /// How many changes of the session were made before this move.
  int changesBefore(std::size_t move) const {
    return move < past_.size() ? past_[move].changes : future_[count() - 1 - move].changes;
  }

 private:
  struct Move {
    Camera view;      // to go to
    int changes = 0;  // see add()
  };
  Camera step(std::vector<Move>& from, std::vector<Move>& to, const Camera& now) {
    gestureNoted_ = zoomed_ = false;
    const Move move = from.back();
    to.push_back({now, move.changes});
    from.pop_back();
    return move.view;
  }

  std::vector<Move> past_;
  std::vector<Move> future_;
  bool inGesture_ = false;
  bool gestureNoted_ = false;  // its first change is in past_
  bool zoomed_ = false;        // by the last change
};

// ---- The camera.

/// What going back or forward answers where it cannot.
inline constexpr const char* kNoEarlierView = "there is no earlier view";
inline constexpr const char* kNoLaterView = "there is no later view";

/// Whether all values are finite, the distance and the scene radius above 0, and the field of view between 0 and 3
/// radians.
inline bool isValid(const Camera& c) {
  for (const float value :
       {c.target.x, c.target.y, c.target.z, c.distance, c.yaw, c.pitch, c.verticalFov, c.sceneRadius})
    if (!std::isfinite(value)) return false;
  return c.distance > 0 && c.sceneRadius > 0 && c.verticalFov > 0 && c.verticalFov < 3;
}

class SceneCamera {
 public:
  explicit SceneCamera(const Camera& camera) : now_(camera) {}

  const Camera& now() const { return now_; }
  const CameraHistory& history() const { return history_; }

  /// The error says that a number is not finite, or a distance not above 0. `zooms` and
  /// `changes`: see CameraHistory::add.
  crossfade::Result<void> move(const Camera& next, bool zooms = false, int changes = 0);
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

inline crossfade::Result<void> SceneCamera::move(const Camera& next, bool zooms, int changes) {
  if (!isValid(next))
    return crossfade::Error{"a camera with a number that is not finite or a distance that is not above 0"};
  if (now_ != next) history_.add(now_, zooms, changes);
  now_ = next;
  return {};
}

inline crossfade::Result<void> SceneCamera::goBack() {
  if (!history_.canUndo()) return crossfade::Error{kNoEarlierView};
  now_ = history_.back(now_);
  return {};
}

inline crossfade::Result<void> SceneCamera::goForward() {
  if (!history_.canRedo()) return crossfade::Error{kNoLaterView};
  now_ = history_.forward(now_);
  return {};
}

}  // namespace app
