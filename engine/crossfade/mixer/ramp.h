// A value that changes from one number to another over a span of mixer time. Fades and warps are ramps.
#ifndef CROSSFADE_MIXER_RAMP_H
#define CROSSFADE_MIXER_RAMP_H

#include <numbers>

#include "crossfade/mixer/fade_shape.h"

namespace crossfade {

struct Ramp {
  double begin = 0;  // seconds of mixer time
  double end = 0;
  double from = 1;
  double to = 1;
  FadeShape shape;
  // The value entered the ramp with this velocity (per second), which dies out in `coastSeconds`.
  double velocity = 0;
  double coastSeconds = 0;
};

/// What begins at 0 with slope 1 and is 0 and at rest at u = 1, with the least acceleration that this takes:
/// 1 + sqrt 2, first against the motion and then along it (the double integrator's bang-bang control).
struct Coast {
  double value = 0, slope = 0;
};
inline constexpr double kCoastAcceleration = 1 + std::numbers::sqrt2;
inline constexpr double kMostCoast = 0.5 / kCoastAcceleration;  // its largest value
constexpr Coast coastAt(double u) {
  constexpr double kTurn = std::numbers::sqrt2 / 2;
  if (u <= 0) return {.value = 0, .slope = 1};
  if (u >= 1) return {};
  if (u < kTurn) return {.value = u - kCoastAcceleration / 2 * u * u, .slope = 1 - kCoastAcceleration * u};
  return {.value = kCoastAcceleration / 2 * (1 - u) * (1 - u), .slope = -kCoastAcceleration * (1 - u)};
}

/// Where a ramp comes from: `from`, or where its velocity carries that. The slope is per second.
inline Coast comingFrom(const Ramp& ramp, double time) {
  if (!(ramp.coastSeconds > 0)) return {.value = ramp.from, .slope = 0};
  const Coast coast = coastAt((time - ramp.begin) / ramp.coastSeconds);
  return {.value = ramp.from + ramp.velocity * ramp.coastSeconds * coast.value, .slope = ramp.velocity * coast.slope};
}

/// `from` until begin, `to` from end on, the shape in between. A ramp of zero (or negative) length is a step.
inline double valueAt(const Ramp& ramp, double time, const CurveSet& curves) {
  if (!(ramp.end > ramp.begin)) return time < ramp.begin ? ramp.from : ramp.to;
  if (time <= ramp.begin) return ramp.from;
  if (time >= ramp.end) return ramp.to;
  const double u = functionOf(ramp.shape, curves).at((time - ramp.begin) / (ramp.end - ramp.begin));
  return comingFrom(ramp, time).value * (1 - u) + ramp.to * u;
}

/// How fast the value changes just before `time`, per second: 0 before begin and from the end on.
inline double velocityAt(const Ramp& ramp, double time, const CurveSet& curves) {
  constexpr double kProbe = 1e-4;  // of the ramp
  const double seconds = ramp.end - ramp.begin;
  if (!(seconds > 0) || time <= ramp.begin || time >= ramp.end) return 0;
  const FadeFunction shape = functionOf(ramp.shape, curves);
  const double at = (time - ramp.begin) / seconds, before = at > kProbe ? at - kProbe : 0;
  const double u = shape.at(at), slope = (u - shape.at(before)) / ((at - before) * seconds);
  const Coast source = comingFrom(ramp, time);
  return source.slope * (1 - u) + (ramp.to - source.value) * slope;
}

/// The ramp that has the same value at `now` and reaches the same end after `remaining` seconds. A shape that is under
/// way keeps the fraction that is left of it.
inline Ramp retimed(const Ramp& ramp, double now, double remaining, const CurveSet& curves) {
  if (ramp.shape.kind != FadeShape::Kind::Straight && now > ramp.begin && now < ramp.end) {
    const double stretch = remaining / (ramp.end - now);
    return {.begin = now + remaining - stretch * (ramp.end - ramp.begin),
            .end = now + remaining,
            .from = ramp.from,
            .to = ramp.to,
            .shape = ramp.shape,
            .velocity = stretch > 0 ? ramp.velocity / stretch : 0,
            .coastSeconds = ramp.coastSeconds * stretch};
  }
  return {.begin = now, .end = now + remaining, .from = valueAt(ramp, now, curves), .to = ramp.to, .shape = ramp.shape};
}

}  // namespace crossfade

#endif  // CROSSFADE_MIXER_RAMP_H
