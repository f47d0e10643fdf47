// How much of the pose each clip is, and the sliders on which clips are mixed by hand.
#ifndef APP_UI_CHARACTER_MIX_VIEW_H
#define APP_UI_CHARACTER_MIX_VIEW_H

#include <imgui.h>

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

/// Whether it has a part in the mix, however small.
bool isMixed(const crossfade::AnimationAction& action);

/// The part of the pose, 0 to 1, that is a clip's: its effective weight as the blend uses it. Weights of the whole body
/// that sum to more than 1 are divided by the sum; a masked clip's is its own, over what is below.
double shareOf(const Session& session, int clip);
/// The part that weights below 1 leave to the rest pose; 0 if nothing plays.
double restShare(const Session& session);

/// At the cursor: all clips that play under each other.
void drawMixView(const Session& session, const ImVec2& room, Commands& out);

}  // namespace app

#endif  // APP_UI_CHARACTER_MIX_VIEW_H
