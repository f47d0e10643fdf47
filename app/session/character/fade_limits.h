// When a fade is no longer good: decided here only.
#ifndef APP_SESSION_CHARACTER_FADE_LIMITS_H
#define APP_SESSION_CHARACTER_FADE_LIMITS_H

#include <algorithm>

#include <glm/trigonometric.hpp>

#include "crossfade/quality/seam.h"

namespace app {

/// The most that is good; see crossfade/quality/seam.h for the figures.
struct FadeLimits {
  double velocityRatio = 7;
  double positionRatio = 1;
  double overshoot = glm::radians(90.0);  // of a joint
  double tilt = glm::radians(10.0);       // of the trunk
  double sink = 0.1;                      // of the body's size
};

/// How much of a limit the body's worst figure takes: 1 is at the limit.
constexpr double shareOfLimit(const crossfade::SeamExcess& excess, const FadeLimits& limits = {}) {
  return std::max({excess.overshoot / limits.overshoot, excess.tilt / limits.tilt, excess.sink / limits.sink});
}

enum class FadeFault { None, Position, Velocity, Sink, Tilt, Overshoot };

/// What is worst about it. NaN is a fault.
constexpr FadeFault faultOf(double velocityRatio, double positionRatio, const crossfade::SeamExcess& excess,
                            const FadeLimits& limits = {}) {
  if (!(positionRatio <= limits.positionRatio)) return FadeFault::Position;
  if (!(velocityRatio <= limits.velocityRatio)) return FadeFault::Velocity;
  if (!(excess.sink <= limits.sink)) return FadeFault::Sink;
  if (!(excess.tilt <= limits.tilt)) return FadeFault::Tilt;
  if (!(excess.overshoot <= limits.overshoot)) return FadeFault::Overshoot;
  return FadeFault::None;
}

/// A sentence without its period; empty for None.
constexpr const char* textOf(FadeFault fault) {
  switch (fault) {
    case FadeFault::None:
      return "";
    case FadeFault::Position:
      return "A joint jumps";
    case FadeFault::Velocity:
      return "A joint changes its speed abruptly";
    case FadeFault::Sink:
      return "The body sinks below both clips";
    case FadeFault::Tilt:
      return "The body leans over farther than in both clips";
    case FadeFault::Overshoot:
      return "A joint swings past both clips";
  }
  return "";
}

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_LIMITS_H
