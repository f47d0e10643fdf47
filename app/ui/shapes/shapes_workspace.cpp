// The shapes workspace: a canvas to draw on, the row of key shapes, settings and transport.
#include "app/ui/shapes/shapes_workspace.h"

#include "app/ui/panels.h"
#include "app/ui/shapes/shapes_panels.h"
#include "app/ui/widgets/ui_context.h"

namespace app {

void drawShapesWorkspace(const Session& session, Commands& out) {
  const Layout& layout = ui().layout;
  drawShapesEditor(session, out);
  if (!layout.strip.empty()) drawShapesStrip(session, out);
  drawShapesTransport(session, out);
  if (!layout.settings.empty()) drawShapesSettings(session, out);
}

}  // namespace app
