// The curve of a fade: how the new clip's weight grows from 0 to 1.
#ifndef APP_SESSION_CHARACTER_FADE_CURVE_H
#define APP_SESSION_CHARACTER_FADE_CURVE_H

#include <array>
#include <string_view>

#include "app/fields/field.h"
#include "crossfade/base/result.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/transition/transition_kind.h"

namespace app {

/// In the order of the panels.
enum class FadeCurvePreset { Smooth, Linear, EaseIn, EaseOut, Steep, Step };
template <>
inline constexpr std::array<std::string_view, 6> kWords<FadeCurvePreset>{"smooth",  "linear", "easeIn",
                                                                         "easeOut", "steep",  "step"};

crossfade::AnimationCurve fadeCurve(FadeCurvePreset preset);
/// All presets, in their order.
const std::array<crossfade::AnimationCurve, kWords<FadeCurvePreset>.size()>& fadeCurvePresets();

/// Whether fades of this kind follow a curve.
constexpr bool usesCurve(crossfade::TransitionKind kind) {
  using enum crossfade::TransitionKind;
  return kind == Curve || kind == Frozen || kind == DeadBlending;
}

/// The first key must be at (0, 0) and the last at (1, 1). Between them a curve may leave 0 to 1: the library clamps
/// the weight, not the curve (FadeFunction). The error names the wrong key.
crossfade::Result<void> checkFadeCurve(const crossfade::AnimationCurve& curve);

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_CURVE_H
