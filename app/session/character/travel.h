// Where a character has got to, and how the camera follows it. Plain values and functions: a moment of the timeline
// holds them.
#ifndef APP_SESSION_CHARACTER_TRAVEL_H
#define APP_SESSION_CHARACTER_TRAVEL_H

#include <cmath>
#include <numbers>

#include <glm/vec3.hpp>

#include "crossfade/travel/root_motion_mixer.h"
#include "crossfade/travel/root_track.h"

namespace app {

struct TravelState {
  crossfade::RootDelta at;     // position and heading, since it started to travel
  glm::dvec3 velocity{0.0};    // in the last frame, per second
  glm::dvec3 camera{0.0};      // of the point that the camera follows, relative to the character: it lags behind
  glm::dvec3 cameraRate{0.0};  // per second
};

/// The same at the last multiple of crossfade::kTimeCell, and what clips have done since: the state follows from them,
/// so it does not depend on frames.
struct TravelCell {
  TravelState begin;
  crossfade::RootCell motion;
};

/// `step` is what the character does in the next `seconds`. The camera follows like a critically damped spring, and at
/// constant speed catches up.
void advance(TravelState& state, const crossfade::RootDelta& step, double seconds);

/// Between two states.
TravelState mix(const TravelState& from, const TravelState& to, double part);

}  // namespace app

#endif  // APP_SESSION_CHARACTER_TRAVEL_H
