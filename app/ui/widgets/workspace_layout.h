// The panels of a workspace, which fills the window below the top bar.
#ifndef APP_UI_WIDGETS_WORKSPACE_LAYOUT_H
#define APP_UI_WIDGETS_WORKSPACE_LAYOUT_H

#include "app/ui/widgets/ui_rect.h"

namespace app {

/// An empty rectangle: not shown.
struct WorkspaceLayout {
  UiRect canvas;
  UiRect strip;      // the row of key shapes
  UiRect transport;  // below the canvas
  UiRect settings;   // right column
};

}  // namespace app

#endif  // APP_UI_WIDGETS_WORKSPACE_LAYOUT_H
