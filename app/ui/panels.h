// The panels that belong to no single workspace. Each reads the session and returns what the user does as commands.
#pragma once

#include "app/profile/frame_statistics.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/layout.h"
#include "app/ui/workspace.h"

namespace app {

void drawTopBar(const Session& session, const FrameHistory& frames, Workspace& workspace, const UiRect& bar,
                Commands& out);
/// The tabs of the right column, with the panel of the chosen tab.
void drawTabsPanel(const Session& session, const FrameHistory& frames, Workspace& workspace, const Layout& layout,
                   Commands& out);
/// Of the character scene.
void drawTransportPanel(const Session& session, TransportState& state, bool& timelineOpen, const UiRect& area,
                        Commands& out);

/// The edges between panels, which a drag moves and a double click puts back. Draw them after the panels.
void drawPanelEdges(const Layout& layout, PanelSizes& sizes);

/// Moves the camera back until all of a figure is in the picture, unless the user has placed the camera.
void keepWholeInView(const Session& session, OutOfView& state, const UiRect& scene, double delta, Commands& out);
/// The first time that a figure walks out of the picture, says which keys bring it back.
void tellWhenOutOfView(const Session& session, OutOfView& state, const UiRect& scene, double delta, Commands& out);
/// The session's message, at the bottom of the scene. `secondsShown`: for how long it has been there.
void drawMessageToast(const Session& session, const UiRect& scene, double secondsShown, Commands& out);
/// The file being opened, at the top of the scene. `secondsShown`: for how long it has been loading.
void drawLoadingToast(const Session& session, const UiRect& scene, double secondsShown, Commands& out);
/// The script that runs and how far it has come, there or below the file being opened.
void drawScriptToast(const Session& session, const UiRect& scene, Commands& out);
/// Everything that can be written as a file, below the top bar. False when the user closed it.
bool drawExportSheet(const Session& session, const FrameLog& log, Workspace& workspace, const UiRect& topBar,
                     Commands& out);
/// Its part about films and pictures: what to record, or the progress of the recording. True when the sheet has to
/// close, because it would be in a recording of the window.
bool drawRecording(const Session& session, RecordPanelState& state, float width, Commands& out);
/// What a recording of the scene would show of it, while the panel is open.
void drawRecordedFrame(const Session& session, const RecordPanelState& state, const UiRect& scene);
/// The changes that can be undone, below the top bar. False when the user closed it.
bool drawHistoryPanel(const Session& session, HistoryPanelState& state, const UiRect& topBar, Commands& out);

/// Suggests a name for the project file.
void openSaveDialog(const Session& session, SaveDialogState& state);
void drawSaveDialog(SaveDialogState& state, const UiRect& scene, Commands& out);
/// Whether saving may replace a file; see AskToReplace.
void drawReplaceQuestion(const Session& session, const UiRect& scene, Commands& out);
/// What becomes of unsaved changes; see AskToLeave.
void drawLeaveQuestion(const Session& session, Workspace& workspace, const UiRect& scene, Commands& out);
/// See OfferRestore.
void drawRestoreOffer(const Session& session, const UiRect& scene, Commands& out);

/// Keys and mouse gestures. False when the user closed it.
bool drawHelpOverlay(SceneKind scene);

}  // namespace app
