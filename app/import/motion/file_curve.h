// An animation curve of a file, as FBX and COLLADA have them: keys with an interpolation each.
#ifndef APP_IMPORT_MOTION_FILE_CURVE_H
#define APP_IMPORT_MOTION_FILE_CURVE_H

#include <vector>

namespace app {

/// What a key does until the next one.
enum class KeyInterpolation { Constant, ConstantNext, Linear, Cubic };

struct FileCurveKey {
  double time = 0;  // seconds
  double value = 0;
  KeyInterpolation interpolation = KeyInterpolation::Linear;
  // Cubic: slopes in values per second at this key and the next, and how far their handles reach, as parts of the span.
  double slope = 0, nextSlope = 0;
  double weight = 1.0 / 3, nextWeight = 1.0 / 3;
};

/// Seconds; more than a float's rounding of the time of a key, less than anybody sees.
inline constexpr double kJumpSlack = 1e-5;
inline constexpr double kCurveJump = 4 * kJumpSlack;  // a jump becomes a ramp of this length

/// What a curve does before its first key or after its last. Relative: each repetition starts where the one before
/// ends.
enum class CurveExtrapolation { Hold, Slope, Repeat, RepeatRelative, Mirror };

inline constexpr double kMostRepetitions = 10000;

struct CurveBeyond {
  CurveExtrapolation mode = CurveExtrapolation::Hold;
  double repetitions = kMostRepetitions;  // whole; then it holds the value that it has reached

  bool repeats() const { return mode >= CurveExtrapolation::Repeat && repetitions > 0; }
};

struct FileCurve {
  std::vector<FileCurveKey> keys;  // at least one, in order
  CurveBeyond before, after;

  /// Where it jumps, and kJumpSlack before, the later value; but at the last key always its own.
  double at(double time) const;

  /// Times between which it is smooth, clamped to this range (seconds), in any order; kCurveJump before or after each
  /// jump.
  std::vector<double> breaks(double start, double stop) const;
};

}  // namespace app

#endif  // APP_IMPORT_MOTION_FILE_CURVE_H
