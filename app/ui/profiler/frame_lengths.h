// How many frames of a log took how long.
#pragma once

#include <array>

#include "app/profile/frame_statistics.h"

namespace app {

/// Frames by length. A bin is `width` milliseconds wide and contains its lower end; the last one has all that is above.
struct FrameHistogram {
  static constexpr int kBins = 48;
  std::array<int, kBins> frames{};
  double width = 1;  // 1, 2 or 5 times a power of ten; the bins reach beyond the p99
  int largest = 0;   // number of frames in a bin
  Summary total;     // of the same frames, milliseconds

  int binOf(double milliseconds) const;
};
/// `window`: at most kMaxWindow frames, all in the log. Does not allocate.
FrameHistogram histogramOf(const FrameLog& log, FrameWindow window);

}  // namespace app
