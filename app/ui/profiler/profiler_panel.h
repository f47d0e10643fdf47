// The profiler: what frames cost, over time and in numbers; one of them held still; hitches; files.
#pragma once

#include "app/profile/frame_statistics.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/profiler/profiler_parts.h"

namespace app {

/// Inside the current ImGui window, which it fills.
void drawProfilerPanel(const Session& session, const FrameHistory& frames, ProfilerView& view, Commands& out);

/// Call it after the panels: a frame is released when the panel was not drawn.
void releaseUnseen(ProfilerView& view);

}  // namespace app
