// The profiler panel, its parts, and what it remembers between frames.
#pragma once

#include <array>
#include <cstdint>

#include "app/profile/frame_statistics.h"
#include "app/session/session.h"
#include "app/ui/widgets/widgets.h"

namespace app {

// ---- How many frames of a log took how long.

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

// ---- What the profiler panel remembers between frames.

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

/// What the parts draw: the log, the frames in the plot, and the held one.
struct ProfiledFrames {
  const FrameHistory& history;
  FrameWindow window;
  int held = -1;  // index in the log; -1: none

  const FrameLog& log() const { return history.log(); }
  const FrameRecord* heldFrame() const { return held < 0 ? nullptr : &log()[held]; }
};

/// Holds the frame with this index.
void holdFrame(const FrameHistory& history, int index, ProfilerView& view);

/// Frames as columns of stacked stages; a click holds one.
void drawFramePlot(const ProfiledFrames& frames, float height, ProfilerView& view);
/// Milliseconds at the top of the plot.
double plotTop(const FrameHistory& history);
/// What the held frame is about: its fault and what happened. Nothing while none is held.
void drawFrameStory(const Session& session, const ProfiledFrames& frames, const ProfilerView& view);
/// Each stage and pass: in the held frame beside its median, or over the last frames.
void drawCostTables(const ProfiledFrames& frames, const ProfilerView& view);
void drawHitches(const Session& session, const ProfiledFrames& frames, ProfilerView& view);
void drawHistogram(const ProfiledFrames& frames);

/// A row of the current window, `units` high.
inline UiRect profilerRow(float units) {
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, px(units)});
  return itemRect();
}

/// What happened in a frame of the log, in a few words; see describe().
Text eventText(const Session& session, const FrameLog& log, FrameEvent event, const FrameRecord& frame);

// ---- The profiler: what frames cost, over time and in numbers; one of them held still; hitches; files.

/// Inside the current ImGui window, which it fills.
void drawProfilerPanel(const Session& session, const FrameHistory& frames, ProfilerView& view, Commands& out);

/// Call it after the panels: a frame is released when the panel was not drawn.
void releaseUnseen(ProfilerView& view);

}  // namespace app
