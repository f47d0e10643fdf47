// Statistics of a stretch of frames in a log. Nothing here allocates.
#pragma once

#include <array>

#include "app/profile/frame_log.h"
#include "app/profile/frame_statistics.h"

namespace app {

/// Some frames of a log; an index below 0 counts as 0.
struct FrameWindow {
  int first = 0;
  int count = 0;
};

inline constexpr int kMaxWindow = 300;  // frames: five seconds at 60 Hz

/// The last kMaxWindow frames up to and including `last`, an index.
FrameWindow windowUpTo(const FrameLog& log, int last);

struct WindowStatistics {
  Summary total;  // milliseconds
  TypicalFrame typical;
};
/// `window`: at most kMaxWindow frames, all in the log.
WindowStatistics statisticsOf(const FrameLog& log, FrameWindow window);

/// Frames by length. A bin is `width` milliseconds wide and contains its lower end; the last one has all that is above.
struct FrameHistogram {
  static constexpr int kBins = 48;
  std::array<int, kBins> frames{};
  double width = 1;
  int largest = 0;  // number of frames in a bin

  int binOf(double milliseconds) const;
};
/// Wide enough for the p99 of `summary`; widths are 1, 2 or 5 times a power of ten.
FrameHistogram histogramOf(const FrameLog& log, FrameWindow window, const Summary& summary);

}  // namespace app
