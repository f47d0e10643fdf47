// The parts of the profiler panel.
#pragma once

#include "app/profile/frame_history.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/profiler/profiler_view.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {

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

}  // namespace app
