// A frame of a recording, which may be longer than a frame of the window, as equal calls of Session::advance.
#ifndef APP_HOST_FILM_FRAME_PARTS_H
#define APP_HOST_FILM_FRAME_PARTS_H

#include <optional>

#include "app/session/session.h"

namespace app {

/// The number of equal Session::advance calls to split `seconds` into, so that the character's clock drops no time: a
/// recorded frame may be longer than ClockSettings::longestFrame. 1 if every call counts as a frame.
int partsOf(double seconds, const Session& session);

/// Hands them out one by one, so that the window can draw in between.
class FrameParts {
 public:
  /// Begins a frame of `seconds`.
  void begin(double seconds, const Session& session);
  /// Seconds of the next call; nothing: the frame is complete.
  std::optional<double> next();
  /// Ends the frame early.
  void drop() { left_ = 0; }
  bool isComplete() const { return left_ == 0; }

 private:
  double seconds_ = 0;  // of each
  int left_ = 0;
};

}  // namespace app

#endif  // APP_HOST_FILM_FRAME_PARTS_H
