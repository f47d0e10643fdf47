// When a fade is no longer good: where it is measured, its limits, and which of them it exceeds. Decided here only.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include <glm/trigonometric.hpp>

#include "app/fields/nth.h"

#include "crossfade/quality/seam.h"

namespace app {

/// A frame's change of velocity, relative to the largest that the clips make on their own: above kPops, the timeline
/// marks a pop; above kPopsBadly, a bad one.
inline constexpr double kPops = 2, kPopsBadly = 4;
/// The largest velocity ratio that searches and reports accept, unless asked for another.
inline constexpr double kUsualMaxRatio = 2;

/// Where a fade without `fromPhase` is measured: phases of its first clip.
inline constexpr double kMeasuredStarts[] = {0.2, 0.6};
constexpr std::span<const double> measuredStarts(const std::optional<double>& fromPhase) {
  return fromPhase ? std::span<const double>(&*fromPhase, 1) : std::span<const double>(kMeasuredStarts);
}

/// The most that `crossfade check` accepts; see crossfade/quality/seam.h for the figures.
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

/// Of a limit: figures below read as good, and no longer decide which fade is better.
inline constexpr double kCalm = 4.0 / 7;

enum class FadeFault { None, Position, Velocity, Sink, Tilt, Overshoot };

/// In the order of FadeFault; empty for None.
struct FadeFaultText {
  const char* sentence;  // without its period
  const char* note;      // behind figures
};
inline constexpr std::array<FadeFaultText, 6> kFadeFaultTexts{{
    {"", ""},
    {"A joint jumps", "jumps"},
    {"A joint changes its speed abruptly", "abrupt"},
    {"The body sinks below both clips", "sinks"},
    {"The body leans over farther than in both clips", "leans over"},
    {"A joint swings past both clips", "swings too far"},
}};
constexpr const FadeFaultText& textOf(FadeFault fault) { return nth(kFadeFaultTexts, fault); }

/// What of a fade is compared with limitOf() this fault; 0 for None.
constexpr double figureOf(FadeFault fault, double velocityRatio, double positionRatio,
                          const crossfade::SeamExcess& excess) {
  return std::array{
      0.0, positionRatio, velocityRatio, excess.sink, excess.tilt, excess.overshoot}[static_cast<std::size_t>(fault)];
}
constexpr double limitOf(FadeFault fault, const FadeLimits& limits) {
  return std::array{0.0, limits.positionRatio, limits.velocityRatio, limits.sink, limits.tilt, limits.overshoot}
      [static_cast<std::size_t>(fault)];
}

/// The first in the order of FadeFault that is past its limit. NaN is.
constexpr FadeFault faultOf(double velocityRatio, double positionRatio, const crossfade::SeamExcess& excess,
                            const FadeLimits& limits = {}) {
  for (std::size_t i = 0; i < kFadeFaultTexts.size(); ++i) {
    const auto fault = static_cast<FadeFault>(i);
    if (!(figureOf(fault, velocityRatio, positionRatio, excess) <= limitOf(fault, limits))) return fault;
  }
  return FadeFault::None;
}

}  // namespace app
