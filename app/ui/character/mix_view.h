// Each clip's share of the pose, and the sliders that mix clips by hand.
#pragma once

#include <imgui.h>

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

/// Whether the action plays a part in the mix, however small.
bool isMixed(const crossfade::AnimationAction& action);

/// A clip's share of the pose, 0 to 1: its effective weight as the blend uses it. Whole-body weights that sum to more
/// than 1 are divided by the sum; a masked clip covers what lies below it, so its weight is its share.
double shareOf(const Session& session, int clip);
/// The rest pose's share: what weights below 1 leave over. 0 if nothing plays.
double restShare(const Session& session);

/// Draws at the cursor: the playing clips, one below the other.
void drawMixView(const Session& session, const ImVec2& room, Commands& out);

}  // namespace app
