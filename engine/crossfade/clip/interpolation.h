// The ways a value goes from one key to the next, how a smooth curve begins and ends, and how two values are mixed.
#pragma once

namespace crossfade {

/// How a value goes from one key to the next (glTF 2.0, 3.11 and appendix C; three.js interpolants, r187).
enum class Interpolation {
  Discrete,  // holds the left key (glTF STEP)
  Linear,    // straight line; shortest great arc for rotations
  Smooth,    // cubic through the keys, its slope at a key the mean of both neighbouring chords (three.js
             // CubicInterpolant)
  Bezier,    // cubic Bezier with control points of its own in time and value; straight lines when there are none
  Hermite,   // keys with in and out tangents per second (glTF CUBICSPLINE)
};

/// How two values of one kind are mixed, and therefore what lies between two keys.
enum class Mixing {
  Lerp,    // each number for itself
  Slerp,   // unit quaternion x, y, z, w: along the shorter great arc
  Select,  // an index into a table (a bool is 0 or 1): one or the other, never between
};

/// What a smooth curve does where it has no neighbouring chord: before its first key and after its last.
enum class Ending {
  ZeroCurvature,  // as three.js computes it: the slope of the first or last chord (its curvature is not zero)
  ZeroSlope,      // as three.js computes it: flat at the start, but half the slope of the last chord at the end
  WrapAround,     // the chord at the other end of the curve, for clips that repeat
  Natural,        // the second derivative is zero
  Flat,           // the slope is zero, at either end
};

struct Endings {
  Ending start = Ending::ZeroCurvature;
  Ending end = Ending::ZeroCurvature;
  friend bool operator==(const Endings&, const Endings&) = default;
};

}  // namespace crossfade
