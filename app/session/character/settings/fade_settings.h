// Settings of the next cross-fade, and what a single fade may choose instead.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "app/fields/engine_words.h"
#include "app/fields/field.h"
#include "crossfade/base/result.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/transition/transition.h"
#include "crossfade/transition/transition_kind.h"
#include "crossfade/transition/transition_set.h"

namespace app {

inline constexpr double kMaxFadeSeconds = 3600;
inline constexpr int kMaxMaskFeather = 64;

/// What masked layers do when a clip takes over the whole body.
enum class MaskedLayers { Keep, End };
template <>
inline constexpr std::array<std::string_view, 2> kWords<MaskedLayers>{"keep", "end"};

/// The joints that a fade or a layer takes over.
struct FadeMask {
  int joint = -1;   // from this joint down; -1: whole body; or a mask with a name, see layer_mixer.h
  int feather = 2;  // joints over which the mask grows from 0 to 1
  friend bool operator==(const FadeMask&, const FadeMask&) = default;
};

struct FadeSettings {
  int from = -1;         // -1: whatever plays
  int to = -1;           // -1: no clip chosen
  double seconds = 0.4;  // the viewer's default; the library's own is in TransitionOptions
  bool warp = false;     // both clips share one tempo during the fade; ignored unless `sync` is None
  crossfade::TransitionKind kind = crossfade::kDefaultTransitionKind;
  crossfade::Sync sync = crossfade::Sync::None;
  int maskJoint = FadeMask().joint;  // what the clip takes over; the rest keeps playing
  int maskFeather = FadeMask().feather;
  MaskedLayers layers = MaskedLayers::Keep;
  friend bool operator==(const FadeSettings&, const FadeSettings&) = default;

  FadeMask mask() const { return {maskJoint, maskFeather}; }
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
      Field{"seconds", "Fade length", &FadeSettings::seconds, {0, kMaxFadeSeconds}, "s"},
      Field{"kind", "Fade kind", &FadeSettings::kind},
      Field{"sync", "Fade sync", &FadeSettings::sync},
      Field{"warp", "Fade tempo", &FadeSettings::warp},
      referenceField<Reference::Mask>("mask", "Fade mask", &FadeSettings::maskJoint),
      Field{"feather", "Mask feather", &FadeSettings::maskFeather, {0, kMaxMaskFeather}},
      Field{"layers", "Masked layers", &FadeSettings::layers},
  };
}

/// What a fade may choose for itself, wherever one is described: in a command, a cell of the transition set, a clip of
/// the queue, a figure of a comparison. What is omitted is inherited, in the end from FadeSettings.
struct FadeChoice {
  std::optional<double> seconds = std::nullopt;
  std::optional<crossfade::TransitionKind> kind = std::nullopt;
  std::optional<crossfade::Sync> sync = std::nullopt;
  std::optional<int> maskJoint = std::nullopt;  // as in FadeSettings
  std::optional<int> maskFeather = std::nullopt;
  std::optional<MaskedLayers> layers = std::nullopt;
  std::optional<crossfade::AnimationCurve> curve = std::nullopt;  // from (0, 0) to (1, 1)
  std::optional<double> fromPhase = std::nullopt;  // of the first clip when the fade begins, where that can be chosen
  std::optional<double> toPhase = std::nullopt;    // of the second when it comes in, unless it is visible; none: its
                                                   // start, or with a sync where that puts it
  friend bool operator==(const FadeChoice&, const FadeChoice&) = default;

  std::optional<FadeMask> mask() const {
    return maskJoint ? std::optional(FadeMask{*maskJoint, maskFeather.value_or(FadeMask().feather)}) : std::nullopt;
  }
  /// Takes over what it omits. A mask and its feather belong together: one that brings a mask inherits no feather.
  void inherit(const FadeChoice& from);
};

constexpr auto fieldsOf(const FadeChoice*) {
  return std::tuple{
      Field{"seconds", "Fade length", &FadeChoice::seconds, {0, kMaxFadeSeconds}, "s"},
      Field{"kind", "Fade kind", &FadeChoice::kind},
      Field{"sync", "Fade sync", &FadeChoice::sync},
      referenceField<Reference::Mask>("mask", "Fade mask", &FadeChoice::maskJoint),
      Field{"feather", "Mask feather", &FadeChoice::maskFeather, {0, kMaxMaskFeather}},
      Field{"layers", "Masked layers", &FadeChoice::layers},
      Field{"curve", "Fade curve", &FadeChoice::curve},
      Field{"fromPhase", "Phase of From", &FadeChoice::fromPhase, {0, 1}},
      Field{"toPhase", "Phase of To", &FadeChoice::toPhase, {0, 1}},
  };
}

// Which of them: all, or
inline constexpr FieldSet kMaskFields = bitOf(&FadeChoice::maskJoint) | bitOf(&FadeChoice::maskFeather);
inline constexpr FieldSet kFadeFields = ~bitOf(&FadeChoice::fromPhase);  // of a fade that begins where its clip is
inline constexpr FieldSet kAdjustableFields = bitOf(&FadeChoice::seconds) | bitOf(&FadeChoice::kind) |
                                              bitOf(&FadeChoice::sync) | bitOf(&FadeChoice::curve);  // while it runs
inline constexpr FieldSet kVariantFields =
    bitOf(&FadeChoice::seconds) | bitOf(&FadeChoice::kind) | bitOf(&FadeChoice::sync);  // of figures in a comparison

/// The settings, with what `by` chooses.
FadeSettings overridden(FadeSettings settings, const FadeChoice& by);
/// What all fades inherit in the end: everything but the phases.
FadeChoice wholeChoice(const FadeSettings& panel, const crossfade::AnimationCurve& curve);

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

// ---- A fade's settings as the library takes them: the one place where playing, measuring and packing get them from.

/// Without shape and mask, which belong to a player or a pack.
inline crossfade::TransitionSettings transitionSettingsOf(const FadeChoice& how) {
  return {.seconds = how.seconds,
          .kind = how.kind,
          .sync = how.sync,
          .endsMaskedLayers = how.layers ? std::optional(*how.layers == MaskedLayers::End) : std::nullopt,
          .fromPhase = how.fromPhase,
          .toPhase = how.toPhase};
}

inline crossfade::TransitionOptions transitionOptionsOf(const FadeSettings& how) {
  FadeChoice choice;
  overrideFields(choice, how);
  return transitionSettingsOf(choice).options();
}

}  // namespace app
