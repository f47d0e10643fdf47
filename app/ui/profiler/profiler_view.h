// What the profiler panel remembers between frames.
#pragma once

#include <cstdint>

#include "app/profile/frame_statistics.h"

namespace app {

enum class ProfilerSection { Costs, Hitches, Histogram };

/// Like the open tab, this is state of the interface, not of the session.
struct ProfilerView {
  ProfilerSection section = ProfilerSection::Costs;
  /// Number of the frame that the panel shows; -1: none, it shows what happens. Let go by Release, by Esc, when the
  /// panel is not drawn, and when the log no longer has the frame.
  std::int64_t held = -1;
  int steps = 0;              // to other frames, asked for by keys
  bool isDrawn = false;       // in this frame; only a panel in sight holds a frame
  bool asksForTrace = false;  // in this frame: the sheet that saves one

  // While a frame is held:
  std::int64_t lastInPlot = -1;  // number of the plot's last frame
  double top = 1;                // of the plot, milliseconds
  WindowStatistics statistics;   // of the frames in the plot

  bool isHolding() const { return held >= 0; }
};

}  // namespace app
