#include "app/ui/shapes/shapes_workspace.h"

#include "app/ui/shapes/shapes_panels.h"

namespace app {

void drawShapesWorkspace(const Session& session, ShapesWorkspace& state, const WorkspaceLayout& layout, Commands& out) {
  if (!layout.canvas.empty()) drawShapesEditor(session, state, layout.canvas, out);
  if (!layout.strip.empty()) drawShapesStrip(session, state, layout.strip, out);
  drawShapesTransport(session, state, layout.transport, out);
  if (!layout.settings.empty()) drawShapesSettings(session, state, layout.settings, out);
}

}  // namespace app
