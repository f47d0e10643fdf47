// The exact state of a character as plain values, which a script can hold: what plays, the running fade, the pose.
#pragma once

#include <vector>

#include "app/session/character/fades/cross_fade.h"
#include "app/session/character/playback/player.h"
#include "crossfade/base/result.h"

namespace app {

/// The state of a player and its actions, in the order of PlayerSnapshot::visit. The only settings in it are those of
/// the actions, held morph weights and the clock. It fits the model that it was saved from, or one with the same clips
/// and joints.
struct SavedState {
  std::vector<double> values;
  std::vector<crossfade::AnimationCurve> curves;  // that fades follow, besides the one of the settings
  std::vector<std::vector<float>> masks;          // one weight per joint
};

SavedState savedStateOf(const PlayerMoment& moment, const CrossFade& fade, const Player& player);

/// Reads it into a moment that `player` has just saved. Curves and masks go to `fade`. The error says what does not fit
/// the model; the moment is then of no use.
crossfade::Result<void> readState(const SavedState& state, CrossFade& fade, PlayerMoment& moment);

}  // namespace app
