// Cost per character over crowd size, on logarithmic axes.
#ifndef APP_UI_CROWD_COST_CURVE_H
#define APP_UI_CROWD_COST_CURVE_H

#include "app/session/crowd/crowd_scene.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// Inside an ImGui window. One line per path, as far as measured, and a ring at the current crowd.
void drawCostCurve(const CrowdScene& scene, const UiRect& rect);

}  // namespace app

#endif  // APP_UI_CROWD_COST_CURVE_H
