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

struct FbxCurve {
  std::vector<FbxKey> keys;  // at least one, in order

  /// Before the first key and after the last it is constant. Where it jumps, and kJumpSlack before, the later value.
  double at(double time) const;
};

/// An AnimationCurve record. No keys: the curve has none that can be used.
FbxCurve readFbxCurve(const FbxRecord& record);

}  // namespace app

#endif  // APP_IMPORT_FBX_FBX_CURVE_H
