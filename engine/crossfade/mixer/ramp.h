// A value that changes from one number to another over a span of mixer time. Fades and warps are ramps.
#ifndef CROSSFADE_MIXER_RAMP_H
#define CROSSFADE_MIXER_RAMP_H

#include "crossfade/mixer/fade_shape.h"

namespace crossfade {

struct Ramp {
  double begin = 0;  // seconds of mixer time
  double end = 0;
  double from = 1;
  double to = 1;
  FadeShape shape;
};

/// `from` until begin, `to` from end on, the shape in between. A ramp of zero (or negative) length is a step.
inline double valueAt(const Ramp& ramp, double time, const CurveSet& curves) {
  if (!(ramp.end > ramp.begin)) return time < ramp.begin ? ramp.from : ramp.to;
  if (time <= ramp.begin) return ramp.from;
  if (time >= ramp.end) return ramp.to;
  const double u = functionOf(ramp.shape, curves).at((time - ramp.begin) / (ramp.end - ramp.begin));
  return ramp.from * (1 - u) + ramp.to * u;
}

/// The ramp that has the same value at `now` and reaches the same end after `remaining` seconds. A shape that is under
/// way keeps the fraction that is left of it.
inline Ramp retimed(const Ramp& ramp, double now, double remaining, const CurveSet& curves) {
  if (ramp.shape.kind != FadeShape::Kind::Straight && now > ramp.begin && now < ramp.end) {
    const double whole = remaining * (ramp.end - ramp.begin) / (ramp.end - now);
    return {.begin = now + remaining - whole,
            .end = now + remaining,
            .from = ramp.from,
            .to = ramp.to,
            .shape = ramp.shape};
  }
  return {.begin = now, .end = now + remaining, .from = valueAt(ramp, now, curves), .to = ramp.to, .shape = ramp.shape};
}

}  // namespace crossfade

#endif  // CROSSFADE_MIXER_RAMP_H
