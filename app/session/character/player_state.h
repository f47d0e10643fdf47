// What a player knows of a moment, as plain values; and the markers of its clips.
#ifndef APP_SESSION_CHARACTER_PLAYER_STATE_H
#define APP_SESSION_CHARACTER_PLAYER_STATE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/session/character/foot_lock_stage.h"
#include "app/session/character/travel_stage.h"
#include "crossfade/clock/clock.h"
#include "crossfade/ground/foot_lock.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/player_snapshot.h"
#include "crossfade/transition/transition.h"

namespace app {

// ---- The markers of a player's clips, for Sync::Markers: chosen by hand, or where their feet come down. The timeline
// does not know them.

class PlayerMarkers {
 public:
  explicit PlayerMarkers(std::size_t clipCount) : clips_(clipCount) {}

  /// Of one clip; none: removes them.
  void choose(int clip, std::optional<crossfade::SyncMarkers> markers);
  /// For a clip that has none; choose() takes precedence.
  void useFeet(int clip, crossfade::SyncMarkers markers);
  bool has(int clip) const { return clips_[static_cast<std::size_t>(clip)].markers.has_value(); }
  /// Chooses for every clip what `from` has. False: they are those that it took last.
  bool take(const PlayerMarkers& from);
  /// To a transition of the same clips.
  void giveTo(crossfade::Transition& transition, std::span<const crossfade::ClipId> clips) const;

 private:
  struct ClipMarkers {
    std::optional<crossfade::SyncMarkers> markers;
    bool areOfFeet = false;
  };
  std::vector<ClipMarkers> clips_;
  std::uint64_t revision_ = 0;  // of the chosen ones
};

// ---- One moment of a player, as plain values: the timeline saves and restores them.

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
