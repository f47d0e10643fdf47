// Statistics of a stretch of frames in a log. Nothing here allocates.
#ifndef APP_PROFILE_FRAME_WINDOW_H
#define APP_PROFILE_FRAME_WINDOW_H

#include <array>

#include "app/profile/frame_log.h"
#include "app/profile/frame_statistics.h"

namespace app {

/// Consecutive frames of a log.
struct FrameWindow {
  int first = 0;
  int count = 0;
};

inline constexpr int kMaxWindow = 300;  // frames: five seconds at 60 Hz

/// At most kMaxWindow frames up to and including index `last`; none if it is below 0.
FrameWindow windowUpTo(const FrameLog& log, int last);

struct WindowStatistics {
  Summary total;  // milliseconds
  TypicalFrame typical;
};
/// `window`: at most kMaxWindow frames, all in the log.
WindowStatistics statisticsOf(const FrameLog& log, FrameWindow window);

}  // namespace app

#endif  // APP_PROFILE_FRAME_WINDOW_H
