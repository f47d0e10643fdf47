// One FBX animation curve: keys with an interpolation each.
#ifndef APP_IMPORT_FBX_FBX_CURVE_H
#define APP_IMPORT_FBX_FBX_CURVE_H

#include <vector>

#include "app/import/fbx/fbx_record.h"

namespace app {

inline constexpr double kFbxTicksPerSecond = 46186158000.0;

/// What a key does until the next one.
enum class FbxInterpolation { Constant, ConstantNext, Linear, Cubic };

struct FbxKey {
  double time = 0;  // seconds
  double value = 0;
  FbxInterpolation interpolation = FbxInterpolation::Linear;
  // Cubic: slopes in values per second at this key and the next, and how far their handles reach, as parts of the span.
  double slope = 0, nextSlope = 0;
  double weight = 1.0 / 3, nextWeight = 1.0 / 3;
};

/// Seconds; more than a float's rounding of the time of a key, less than anybody sees.
inline constexpr double kJumpSlack = 1e-5;
inline constexpr double kFbxJump = 4 * kJumpSlack;  // a jump becomes a ramp of this length

/// What a curve does before its first key or after its last. Relative: each repetition starts where the one before
/// ends.
enum class FbxExtrapolation { Hold, Slope, Repeat, RepeatRelative, Mirror };

inline constexpr double kMostFbxRepetitions = 10000;

struct FbxBeyond {
  FbxExtrapolation mode = FbxExtrapolation::Hold;
  double repetitions = kMostFbxRepetitions;  // whole; then it holds the value that it has reached

  bool repeats() const { return mode >= FbxExtrapolation::Repeat && repetitions > 0; }
};

struct FbxCurve {
  std::vector<FbxKey> keys;  // at least one, in order
  FbxBeyond before, after;

  /// Where it jumps, and kJumpSlack before, the later value; but at the last key always its own.
  double at(double time) const;

  /// Times between which it is smooth, clamped to this range (seconds), in any order; kFbxJump before or after each
  /// jump.
  std::vector<double> breaks(double start, double stop) const;
};

/// An AnimationCurve record. No keys: the curve has none that can be used.
FbxCurve readFbxCurve(const FbxRecord& record);

}  // namespace app

#endif  // APP_IMPORT_FBX_FBX_CURVE_H
