// How a value gets from one key to the next, how smooth curves begin and end, and how two values are mixed.
#ifndef CROSSFADE_CLIP_INTERPOLATION_H
#define CROSSFADE_CLIP_INTERPOLATION_H

#include <cstdint>

namespace crossfade {

/// How a value gets from one key to the next (glTF 2.0, 3.11 and appendix C; three.js interpolants, r187).
enum class Interpolation {
  Discrete,  // holds the left key (glTF STEP)
  Linear,    // straight line; shortest great arc for rotations
  Smooth,    // cubic through the keys; the slope at a key is the mean of the neighboring chords (three.js
             // CubicInterpolant)
  Bezier,    // cubic Bezier with control points in time and value; straight lines without them
  Hermite,   // keys with in and out tangents per second (glTF CUBICSPLINE)
};

/// How two values of one kind are mixed.
enum class Mixing {
  Lerp,    // component by component
  Slerp,   // unit quaternion x, y, z, w, along the shorter great arc
  Select,  // an index into a table (a bool is 0 or 1): one or the other, nothing in between
};

/// How a smooth curve gets its slope at the first and the last key, which have only one chord.
enum class Ending : std::uint8_t {
  ZeroCurvature,  // as three.js computes it: the slope of the first or last chord (its curvature is not zero)
  ZeroSlope,      // as three.js computes it: flat at the start, but half the slope of the last chord at the end
  WrapAround,     // uses the chord at the other end of the curve, for clips that repeat
  Natural,        // the second derivative is zero
  Flat,           // the slope is zero, at both ends
};

/// An action chooses them for each loop (AnimationAction::endingsOf): WrapAround where another loop of a repeating
/// clip adjoins.
struct Endings {
  Ending start = Ending::ZeroCurvature;
  Ending end = Ending::ZeroCurvature;
  friend bool operator==(const Endings&, const Endings&) = default;
};

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_INTERPOLATION_H
