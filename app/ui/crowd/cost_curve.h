// What one character's pose costs, over how many there are: both axes logarithmic.
#pragma once

#include "app/session/crowd/crowd_scene.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// Inside an ImGui window. A line for each path, as far as it was measured, and a ring where the crowd is now.
void drawCostCurve(const CrowdScene& scene, const UiRect& rect);

}  // namespace app
