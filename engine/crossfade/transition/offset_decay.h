// How the offset between two motions decays: the curves of inertial and dead blending.
#ifndef CROSSFADE_TRANSITION_OFFSET_DECAY_H
#define CROSSFADE_TRANSITION_OFFSET_DECAY_H

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/glm_settings.h"

namespace crossfade {

inline double lengthOf(double x) { return std::abs(x); }
inline double lengthOf(const glm::dvec3& x) { return glm::length(x); }

/// A quintic from 1 to 0 for u from 0 to 1, at rest at both ends: 1 - 10u^3 + 15u^4 - 6u^5.
inline double positionDecay(double u) { return 1 - u * u * u * (10 - u * (15 - 6 * u)); }

/// A quintic that starts at 0 with slope 1 and second derivative -3, and is 0 and at rest at u = 1. Its largest value
/// is 0.145.
inline double velocityDecay(double u) {
  const double u2 = u * u;
  return u - 1.5 * u2 - 1.5 * u2 * u + 3.5 * u2 * u2 - 1.5 * u2 * u2 * u;
}
inline constexpr double kMaxVelocityDecay = 0.1452;

/// What is left of an offset `x` with velocity `v` after `t` of `end` seconds: at t = 0 it is x and moves at v, at
/// `end` it is 0 and at rest (D. Bollo, "Inertialization: High-Performance Animation Transitions in Gears of War", GDC
/// 2018). Bollo's quintic, a scalar, decelerates at 20 x / end^2 at the switch. This sum of two quintics, applied to
/// whole vectors, decelerates at 5.8 x / end^2 + 3.6 v / end at most. Overshoot is clamped: the quintic of v ends as
/// early as it must (but not before kMinSwing) to stay below kMaxSwing of |x|.
template <class Value>
Value decayed(const Value& x, const Value& v, double t, double end) {
  constexpr double kMaxSwing = 0.5;
  constexpr double kMinSwing = 0.15;  // seconds
  if (!(t < end)) return x * 0.0;
  const double speed = lengthOf(v);
  double swingEnd = end;
  if (speed > 0) swingEnd = std::min(end, std::max(kMinSwing, kMaxSwing * lengthOf(x) / (kMaxVelocityDecay * speed)));
  const double swing = t < swingEnd ? swingEnd * velocityDecay(t / swingEnd) : 0;
  return x * positionDecay(t / end) + v * swing;
}

/// How far something moves in `t` seconds that starts with velocity `v` and loses half of it in each half-life (D.
/// Holden, "Dead Blending", theorangeduck.com). The half-life is half the time to reach the target, where `away` is
/// source minus target: fast motion stops sooner, and motion away from the target soonest.
inline double extrapolated(double v, double away, double t) {
  constexpr double kShortest = 0.05, kLongest = 1;  // seconds
  const double halfLife = v == 0 ? kLongest : std::clamp(0.5 * -away / v, kShortest, kLongest);
  const double decay = std::numbers::ln2 / halfLife;
  return v / decay * (1 - std::exp(-decay * t));
}
inline glm::dvec3 extrapolated(const glm::dvec3& v, const glm::dvec3& away, double t) {
  return {extrapolated(v.x, away.x, t), extrapolated(v.y, away.y, t), extrapolated(v.z, away.z, t)};
}

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_OFFSET_DECAY_H
