// How a difference between two motions fades away: the curves of inertial and dead blending.
#pragma once

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace crossfade {

inline double lengthOf(double x) { return std::abs(x); }
inline double lengthOf(const glm::dvec3& x) { return glm::length(x); }

/// A quintic that goes from 1 to 0 while u goes from 0 to 1, at rest at both ends: 1 - 10u^3 + 15u^4 - 6u^5.
inline double positionDecay(double u) { return 1 - u * u * u * (10 - u * (15 - 6 * u)); }

/// A quintic that begins at 0 with slope 1 and is 0 and at rest at u = 1; its second derivative begins at -3. The
/// largest value is 0.145.
inline double velocityDecay(double u) {
  const double u2 = u * u;
  return u - 1.5 * u2 - 1.5 * u2 * u + 3.5 * u2 * u2 - 1.5 * u2 * u2 * u;
}
inline constexpr double kMaxVelocityDecay = 0.1452;

/// The part of an offset `x` with velocity `v` that is left after `t` of `end` seconds: at t = 0 it is x and moves at
/// v, at `end` it is 0 and at rest, as D. Bollo, "Inertialization: High-Performance Animation Transitions in Gears of
/// War", GDC 2018, asks of it. His quintic, of one number, brakes at 20 x / end^2 at the switch; this one, of whole
/// vectors, at most at 5.8 x / end^2 + 3.6 v / end, both parts being quintics of their own. Overshoot is clamped: the
/// part that comes from v fades as fast as it must (but not within less than kMinSwing) to stay below kMaxSwing
/// of |x|.
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

/// How far something has come after `t` seconds that began with velocity `v` and loses half of it in each half-life: D.
/// Holden, "Dead Blending", theorangeduck.com. Faster things stop sooner: the half-life is the time to cross to the
/// target, `away` being source minus target; short for what moves away from it.
inline double extrapolated(double v, double away, double t) {
  constexpr double kShortest = 0.05, kLongest = 1;  // seconds
  const double halfLife = v == 0 ? kLongest : std::clamp(0.5 * -away / v, kShortest, kLongest);
  const double decay = 0.6931471805599453 / halfLife;
  return v / decay * (1 - std::exp(-decay * t));
}
inline glm::dvec3 extrapolated(const glm::dvec3& v, const glm::dvec3& away, double t) {
  return {extrapolated(v.x, away.x, t), extrapolated(v.y, away.y, t), extrapolated(v.z, away.z, t)};
}

}  // namespace crossfade
