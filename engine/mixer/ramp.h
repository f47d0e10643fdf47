// A value that goes straight from one number to another over a span of mixer time: what a fade and a warp both are.
#pragma once

namespace engine {

struct Ramp {
  double begin = 0;  // seconds of mixer time
  double end = 0;
  double from = 1;
  double to = 1;
};

/// `from` until begin, `to` from end on, a straight line between. A ramp of zero (or negative) length is a step.
constexpr double valueAt(const Ramp& ramp, double time) {
  if (!(ramp.end > ramp.begin)) return time < ramp.begin ? ramp.from : ramp.to;
  if (time <= ramp.begin) return ramp.from;
  if (time >= ramp.end) return ramp.to;
  const double u = (time - ramp.begin) / (ramp.end - ramp.begin);
  return ramp.from * (1 - u) + ramp.to * u;
}

/// The ramp that has the same value at `now` and gets to the same end after `remaining` seconds.
constexpr Ramp retimed(const Ramp& ramp, double now, double remaining) {
  return {.begin = now, .end = now + remaining, .from = valueAt(ramp, now), .to = ramp.to};
}

}  // namespace engine
