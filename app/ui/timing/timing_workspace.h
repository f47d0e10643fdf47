// The timing workspace: the same block under three kinds of clocks.
#pragma once

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

void drawTimingWorkspace(const Session& session, const WorkspaceLayout& layout, Commands& out);
/// The canvas alone. Depends on nothing but session and canvas.
void drawTimingCanvas(const Session& session, const Canvas& canvas);

}  // namespace app
