// Settings of the next cross-fade.
#ifndef APP_SESSION_CHARACTER_SETTINGS_FADE_SETTINGS_H
#define APP_SESSION_CHARACTER_SETTINGS_FADE_SETTINGS_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <glm/trigonometric.hpp>

#include "app/fields/engine_words.h"
#include "app/fields/field.h"
#include "crossfade/base/result.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/quality/seam.h"
#include "crossfade/transition/transition.h"
#include "crossfade/transition/transition_kind.h"

namespace app {

inline constexpr double kMaxFadeSeconds = 3600;
inline constexpr int kMaxMaskFeather = 64;

/// The fields of a fade, wherever one is described: in the panel, a script, the queue, the set, a comparison.
namespace fade_fields {
constexpr auto seconds(auto get) { return Field{"seconds", "Fade length", get, {0, kMaxFadeSeconds}, "s"}; }
constexpr auto kind(auto get) { return Field{"kind", "Fade kind", get}; }
constexpr auto sync(auto get) { return Field{"sync", "Fade sync", get}; }
constexpr auto mask(auto get) { return referenceField<Reference::Mask>("mask", "Fade mask", get); }
constexpr auto feather(auto get) { return Field{"feather", "Mask feather", get, {0, kMaxMaskFeather}}; }
constexpr auto layers(auto get) { return Field{"layers", "Masked layers", get}; }
constexpr auto curve(auto get) { return Field{"curve", "Fade curve", get}; }
constexpr auto entry(auto get) { return Field{"entry", "Entry phase", get, {0, 1}}; }
}  // namespace fade_fields

/// What masked layers do when a clip takes over the whole body.
enum class MaskedLayers { Keep, End };
template <>
inline constexpr std::array<std::string_view, 2> kWords<MaskedLayers>{"keep", "end"};

struct FadeSettings {
  int from = -1;         // -1: whatever plays
  int to = -1;           // -1: no clip chosen
  double seconds = 0.4;  // the viewer's default; the library's own is in TransitionOptions
  bool warp = false;     // both clips share one tempo during the fade; ignored unless `sync` is None
  crossfade::TransitionKind kind = crossfade::kDefaultTransitionKind;
  crossfade::Sync sync = crossfade::Sync::None;
  int maskJoint = -1;   // the clip takes over from this joint down, the rest keeps playing; -1: whole body; or a mask
                        // with a name, see named_masks.h
  int maskFeather = 2;  // joints over which the mask grows from 0 to 1
  MaskedLayers layers = MaskedLayers::Keep;
  friend bool operator==(const FadeSettings&, const FadeSettings&) = default;

  /// The same settings for a model with other clips and joints.
  FadeSettings forAnotherModel() const {
    FadeSettings settings = *this;
    settings.from = settings.to = settings.maskJoint = -1;
    return settings;
  }
};

constexpr auto fieldsOf(const FadeSettings*) {
  return std::tuple{
      referenceField<Reference::Clip>("from", "From", &FadeSettings::from),
      referenceField<Reference::Clip>("to", "To", &FadeSettings::to),
      fade_fields::seconds(&FadeSettings::seconds),
      fade_fields::kind(&FadeSettings::kind),
      fade_fields::sync(&FadeSettings::sync),
      Field{"warp", "Fade tempo", &FadeSettings::warp},
      fade_fields::mask(&FadeSettings::maskJoint),
      fade_fields::feather(&FadeSettings::maskFeather),
      fade_fields::layers(&FadeSettings::layers),
  };
}

// When a fade is no longer good: decided here only.

/// The most that is good; see crossfade/quality/seam.h for the figures.
struct FadeLimits {
  double velocityRatio = 7;
  double positionRatio = 1;
  double overshoot = glm::radians(90.0);  // of a joint
  double tilt = glm::radians(10.0);       // of the trunk
  double sink = 0.1;                      // of the body's size
};

/// How much of a limit the body's worst figure takes: 1 is at the limit.
constexpr double shareOfLimit(const crossfade::SeamExcess& excess, const FadeLimits& limits = {}) {
  return std::max({excess.overshoot / limits.overshoot, excess.tilt / limits.tilt, excess.sink / limits.sink});
}

enum class FadeFault { None, Position, Velocity, Sink, Tilt, Overshoot };

/// In the order of FadeFault; empty for None.
struct FadeFaultText {
  const char* sentence;  // without its period
  const char* note;      // behind figures
};
inline constexpr std::array<FadeFaultText, 6> kFadeFaultTexts{{
    {"", ""},
    {"A joint jumps", "jumps"},
    {"A joint changes its speed abruptly", "abrupt"},
    {"The body sinks below both clips", "sinks"},
    {"The body leans over farther than in both clips", "leans over"},
    {"A joint swings past both clips", "swings too far"},
}};
constexpr const FadeFaultText& textOf(FadeFault fault) { return kFadeFaultTexts[static_cast<std::size_t>(fault)]; }

/// What of a fade is compared with limitOf() this fault; 0 for None.
constexpr double figureOf(FadeFault fault, double velocityRatio, double positionRatio,
                          const crossfade::SeamExcess& excess) {
  return std::array{
      0.0, positionRatio, velocityRatio, excess.sink, excess.tilt, excess.overshoot}[static_cast<std::size_t>(fault)];
}
constexpr double limitOf(FadeFault fault, const FadeLimits& limits) {
  return std::array{0.0, limits.positionRatio, limits.velocityRatio, limits.sink, limits.tilt, limits.overshoot}
      [static_cast<std::size_t>(fault)];
}

/// The first in the order of FadeFault that is past its limit. NaN is.
constexpr FadeFault faultOf(double velocityRatio, double positionRatio, const crossfade::SeamExcess& excess,
                            const FadeLimits& limits = {}) {
  for (std::size_t i = 0; i < kFadeFaultTexts.size(); ++i) {
    const auto fault = static_cast<FadeFault>(i);
    if (!(figureOf(fault, velocityRatio, positionRatio, excess) <= limitOf(fault, limits))) return fault;
  }
  return FadeFault::None;
}

// The curve of a fade: how the new clip's weight grows from 0 to 1.

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

#endif  // APP_SESSION_CHARACTER_SETTINGS_FADE_SETTINGS_H
