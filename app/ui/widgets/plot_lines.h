// Lines for plots, distinguished by style as well as color.
#ifndef APP_UI_WIDGETS_PLOT_LINES_H
#define APP_UI_WIDGETS_PLOT_LINES_H

#include <span>

#include <imgui.h>

#include "app/ui/widgets/theme.h"

namespace app {

/// A line through `points`. Dash lengths are multiplied by `scale`.
void styledLine(ImDrawList& list, std::span<const ImVec2> points, ImU32 tint, float thickness, LineStyle style,
                float scale);
/// Fills the area between a line and `bottom`. Points must go from left to right.
void fillUnder(ImDrawList& list, std::span<const ImVec2> points, float bottom, ImU32 tint);
/// The smallest of 0.1, 0.2, 0.5, 1, 2, 5, ... that divides `span` into at most `maxParts` intervals; 1 if `span` is
/// not positive.
double niceStep(double span, int maxParts);
/// The distance of grid lines from `low` to `high`: niceStep, or a finer one if fewer than two lines would be seen
/// where two parts or more have room.
double gridStep(double low, double high, int maxParts);

}  // namespace app

#endif  // APP_UI_WIDGETS_PLOT_LINES_H
