// When the window draws. A picture that would be the same is not drawn again.
#pragma once

#include <limits>

namespace app {

/// Why the next picture may differ from the last one.
struct FrameCause {
  bool acts = false;    // the user did something, the window changed, or a report arrived
  bool moves = false;   // something plays, loads or is recorded
  bool works = false;   // something may change now and then: work on other threads, a message, a text cursor
  bool hidden = false;  // nobody can see the window: it is minimized
};

/// Draws every frame while something moves and for a moment after the user acted, a few frames a second while work goes
/// on, and one more when it has ended; otherwise, and while it is hidden, nothing.
class FramePace {
 public:
  static constexpr double kAfterAct =
      1.0;  // seconds; by then tooltips have appeared and the interface has come to rest
  static constexpr double kWorkInterval = 0.1;  // seconds between pictures while something works
  static constexpr double kRest = 0.25;         // seconds between checks of files and threads

  /// Whether to draw at `now`, in seconds that never decrease.
  bool draws(double now, const FrameCause& cause) {
    if (cause.hidden) {
      wait_ = kRest;
      return false;
    }
    if (cause.acts) acted_ = now;
    const bool isLively = cause.acts || cause.moves || now - acted_ < kAfterAct;
    const bool worked = worked_ && !cause.works && !isLively;
    worked_ = cause.works || cause.moves || isLively;
    wait_ = isLively ? 0 : cause.works ? kWorkInterval : kRest;
    const bool isDue = cause.works && now - drawn_ >= kWorkInterval - kEarly;
    if (!isLively && !worked && !isDue) return false;
    drawn_ = now;
    return true;
  }

  /// How long to wait for an event before asking again, in seconds; 0: not at all.
  double wait() const { return wait_; }

 private:
  static constexpr double kEarly = 0.005;  // a wait may end this much before its time
  static constexpr double kNever = -std::numeric_limits<double>::infinity();
  double acted_ = kNever, drawn_ = kNever;
  double wait_ = 0;
  bool worked_ = false;
};

}  // namespace app
