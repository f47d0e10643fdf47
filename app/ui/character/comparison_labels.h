// The labels of a comparison in the picture: kind and seam figures below each figure, and the joint that pops.
#ifndef APP_UI_CHARACTER_COMPARISON_LABELS_H
#define APP_UI_CHARACTER_COMPARISON_LABELS_H

#include <span>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"

struct ImDrawList;

namespace app {

/// "Inertial", "Linear 0.40 s": what a lane of the comparison does differently.
const char* laneText(const FadeComparison& comparison, int lane, std::span<char> scratch);

/// Into the picture that fills `view`; nothing without a comparison. `plates`: empty, or one for each lane; then labels
/// have room for a button at their lower end, and their rectangles are written there.
void drawComparisonLabels(ImDrawList& list, const UiRect& view, const Session& session, std::span<UiRect> plates = {});
/// The same in the window, with buttons that apply a lane's fade.
void drawComparison(ImDrawList& list, const UiRect& view, const Session& session, Commands& out);

}  // namespace app

#endif  // APP_UI_CHARACTER_COMPARISON_LABELS_H
