// The curve behind a fade's shape: from nothing of the new clip to all of it.
#pragma once

#include <array>
#include <string_view>

#include "crossfade/base/result.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

/// In the order in which panels offer them.
enum class FadeCurvePreset { Smooth, Linear, EaseIn, EaseOut, Steep, Step };
inline constexpr std::array<std::string_view, 6> kFadeCurveNames{"smooth",  "linear", "easeIn",
                                                                 "easeOut", "steep",  "step"};

crossfade::AnimationCurve fadeCurve(FadeCurvePreset preset);

/// Of a fade the first key is at (0, 0) and the last at (1, 1), and all are in between: the error names the key that is
/// not.
crossfade::Result<void> checkFadeCurve(const crossfade::AnimationCurve& curve);

}  // namespace app
