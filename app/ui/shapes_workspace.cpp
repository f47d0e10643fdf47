// The shapes workspace: a canvas to draw on, the row of key shapes, settings and transport.
#include "app/ui/canvas.h"
#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace app {

void drawShapesCanvas(const Session& session, const Canvas& canvas) {
  (void)session;
  canvasGround(canvas);
  canvasText(canvas, canvas.rect, "Shapes", dimInkColor(canvas), 0.5f, Letters::Strong);
}

void drawShapesWorkspace(const Session& session, Commands& out) {
  (void)out;
  const Layout& layout = ui().layout;
  beginPanel("panel.canvas", layout.viewport, color::kPanel, {0, 0});
  drawShapesCanvas(session, {.list = *ImGui::GetWindowDrawList(), .rect = layout.viewport, .scale = ui().scale, .dark = session.view().darkBackground});
  endPanel();
  beginPanel("panel.transport", layout.transport, color::kBar, {px(12), px(6)});
  endPanel();
  if (layout.settings.empty()) return;
  beginPanel("panel.settings", layout.settings, color::kPanel);
  endPanel();
}

}  // namespace app
