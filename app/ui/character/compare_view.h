// The cross-fade panel's choice of what to compare.
#ifndef APP_UI_CHARACTER_COMPARE_VIEW_H
#define APP_UI_CHARACTER_COMPARE_VIEW_H

#include <array>

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

struct CompareView {
  std::array<bool, 6> kinds{};  // in the order of crossfade::TransitionKind; one alone is no comparison yet
};

/// Inside the panel: kinds to show at once, settings A and B, side by side or overlaid.
void drawCompareView(const Session& session, CompareView& state, Commands& out);

}  // namespace app

#endif  // APP_UI_CHARACTER_COMPARE_VIEW_H
