// The timing workspace: the block under every clock on every display.
#include "app/ui/canvas.h"
#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace app {

void drawTimingCanvas(const Session& session, const Canvas& canvas) {
  (void)session;
  canvasGround(canvas);
  canvasText(canvas, canvas.rect, "Timing", dimInkColor(canvas), 0.5f, Letters::Strong);
}

void drawTimingWorkspace(const Session& session, Commands& out) {
  (void)out;
  const Layout& layout = ui().layout;
  beginPanel("panel.canvas", layout.viewport, color::kPanel, {0, 0});
  drawTimingCanvas(session, {.list = *ImGui::GetWindowDrawList(), .rect = layout.viewport, .scale = ui().scale, .dark = session.view().darkBackground});
  endPanel();
  beginPanel("panel.transport", layout.transport, color::kBar, {px(12), px(6)});
  endPanel();
  if (layout.settings.empty()) return;
  beginPanel("panel.settings", layout.settings, color::kPanel);
  endPanel();
}

}  // namespace app
