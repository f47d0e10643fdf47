// All panels. Each reads the session and says what the person wants as commands; where it lies comes from the layout
// of ui().
#pragma once

#include "app/profile/frame_history.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"

struct ImDrawList;

namespace app {

void drawTopBar(const Session& session, const FrameHistory& frames, Commands& out);
void drawFadeChipsPanel(const Session& session, Commands& out);
void drawTransportPanel(const Session& session, Commands& out);

/// The tabbed part of the right column: the panel of the chosen tab inside.
void drawTabsPanel(const Session& session, const FrameHistory& frames, Commands& out);
/// The five below draw into the window that is begun.
void drawCrossFadePanel(const Session& session, Commands& out);
void drawClipsPanel(const Session& session, Commands& out);
void drawTimingPanel(const Session& session, const FrameHistory& frames, Commands& out);
void drawPosePanel(const Session& session, Commands& out);
void drawModelPanel(const Model& model);
/// One clip's controls, inside the clips panel.
void drawClipDetails(const Session& session, int clip, Commands& out);

/// The workspaces: all their panels, the canvas among them.
void drawShapesWorkspace(const Session& session, Commands& out);
void drawTimingWorkspace(const Session& session, Commands& out);
void drawCrowdWorkspace(const Session& session, Commands& out);
/// Says on the picture how many characters are drawn, where that is not all.
void drawCrowdLabel(ImDrawList& list, const UiRect& rect, const CrowdScene& scene);

/// The message of the session above the scene; `secondsShown` is how long it has been there.
void drawMessageToast(const Session& session, double secondsShown, Commands& out);
/// What is being opened, at the top of the scene; `secondsShown` is how long that has gone on.
void drawLoadingToast(const Session& session, double secondsShown, Commands& out);
/// What to record, or how far the recording is. Returns false when the person closed it.
bool drawRecordPanel(const Session& session, Commands& out);
/// Keys and mouse gestures. Returns false when the person closed it.
bool drawHelpOverlay(SceneKind scene);

}  // namespace app
