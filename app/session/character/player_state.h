// One moment of a player, as plain values: the timeline saves and restores them.
#ifndef APP_SESSION_CHARACTER_PLAYER_STATE_H
#define APP_SESSION_CHARACTER_PLAYER_STATE_H

#include <optional>
#include <vector>

#include "app/session/character/foot_lock_stage.h"
#include "app/session/character/travel.h"
#include "crossfade/clock/clock.h"
#include "crossfade/ground/foot_lock.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/player_snapshot.h"

namespace app {

/// What a player shows, and what its next frames depend on besides the actions.
struct PlayerState {
  crossfade::Pose pose;                      // on screen
  crossfade::Pose stepPose, stepPoseBefore;  // fixed steps: the last two states
  std::vector<std::optional<float>> heldMorphs;
  double passed = 0;
  crossfade::Clock clock;
  crossfade::ClockStep clockStep;
  bool betweenSteps = false;         // fixed steps: the last two states differ, so the picture is late
  double lead = 0;                   // seconds that the mixer is ahead of the picture, since the clock changed
  double layerTime = 0;              // of layers: seconds; runs backward as clips do
  TravelState shownTravel;           // on screen; nothing moves while clips play as in the file
  TravelState travel, travelBefore;  // of the mixer; fixed steps: the last two states
  TravelCell travelCell;             // what `travel` follows from
  bool isTraveling = false;          // tracks move the character
  std::optional<crossfade::FootLock> footLock;  // none: it was never on
  FootLockCell footLockCell;
};

/// One moment of a player; see Player::save.
struct PlayerMoment {
  crossfade::PlayerSnapshot actions;
  PlayerState state;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_PLAYER_STATE_H
