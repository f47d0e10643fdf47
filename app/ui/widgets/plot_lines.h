// Curves told apart by line style as well as by colour, for ImGui's draw lists.
#pragma once

#include <span>

#include <imgui.h>

#include "app/ui/widgets/theme.h"

namespace app {

/// A line through `points`, in one of four patterns. Lengths in pixels at `scale`.
void styledLine(ImDrawList& list, std::span<const ImVec2> points, ImU32 tint, float thickness, LineStyle style,
                float scale);
/// The ground between a line and `bottom`; points must go from left to right.
void fillUnder(ImDrawList& list, std::span<const ImVec2> points, float bottom, ImU32 tint);
/// 0.1, 0.2, 0.5, 1, 2, 5 ...: the smallest of these steps that divides `span` into at most `most` parts. `span` not
/// above 0: 1.
double niceStep(double span, int most);

}  // namespace app
