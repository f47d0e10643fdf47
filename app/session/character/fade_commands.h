// Commands for fades. Clips are indices into Model::clips, times seconds.
#ifndef APP_SESSION_CHARACTER_FADE_COMMANDS_H
#define APP_SESSION_CHARACTER_FADE_COMMANDS_H

#include <optional>
#include <variant>
#include <vector>

#include "app/session/character/fade_settings.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/transition/sync_markers.h"

namespace app {

/// Fades one clip in from its current weight.
struct FadeIn {
  int clip = 0;
  double seconds = 0.3;
};

/// Fades one clip out from its current weight.
struct FadeOut {
  int clip = 0;
  double seconds = 0.3;
};

/// Ends the clip's fade; it keeps its current weight.
struct StopFading {
  int clip = 0;
};

/// Settings for the next fade. A running fade follows: a new `seconds` stretches the rest of it, a new `to` redirects
/// it, a new `warp` or `sync` starts or ends the shared tempo, and a new `kind` continues from the pose on screen.
struct SetFadeSettings {
  FadeSettings settings;
};

/// The curve that the kinds `curve`, `frozen` and `dead` follow, from (0, 0) to (1, 1). A running fade follows at once.
struct SetFadeCurve {
  crossfade::AnimationCurve curve;
};

/// Starts a fade with the current settings. If `from` is not on screen it is shown alone first, unless a fade runs.
struct StartFade {};

/// Fades everything out and `clip` in; a clip that is fading in already starts over from its current weight. Omitted
/// values come from the transition set, and what that leaves unset from the current settings.
struct FadeTo {
  int clip = 0;
  std::optional<double> seconds = std::nullopt;
  std::optional<crossfade::TransitionKind> kind = std::nullopt;
  std::optional<crossfade::Sync> sync = std::nullopt;
  std::optional<int> maskJoint = std::nullopt;  // as in FadeSettings
  std::optional<int> maskFeather = std::nullopt;
  std::optional<MaskedLayers> layers = std::nullopt;
  std::optional<crossfade::AnimationCurve> curve = std::nullopt;  // from (0, 0) to (1, 1)
  std::optional<double> entry = std::nullopt;  // phase of `clip`, 0 to 1, at which it comes in unless it is
                                               // visible; none: its start, or with a sync where that puts it
  bool usesSet = true;                         // false: omitted values come from the current settings alone
  bool secondsAreDefault = false;              // a length in the set takes precedence over `seconds`
  friend bool operator==(const FadeTo&, const FadeTo&) = default;
};

/// What may be omitted.
constexpr auto fieldsOf(const FadeTo*) {
  return std::tuple{
      fade_fields::seconds(&FadeTo::seconds),     fade_fields::kind(&FadeTo::kind),
      fade_fields::sync(&FadeTo::sync),           fade_fields::mask(&FadeTo::maskJoint),
      fade_fields::feather(&FadeTo::maskFeather), fade_fields::layers(&FadeTo::layers),
      fade_fields::curve(&FadeTo::curve),         fade_fields::entry(&FadeTo::entry),
  };
}

/// The settings, with what the command does not omit.
inline FadeSettings overridden(FadeSettings settings, const FadeTo& by) {
  overrideFields(settings, by);
  return settings;
}

/// As FadeTo, but From and To of the settings stay: what a replay or a queue does.
struct EnterClip {
  FadeTo fade;
};

/// Named points of the clip's cycle, for Sync::Markers. An empty list removes them.
struct SetMarkers {
  int clip = 0;
  std::vector<crossfade::SyncMarker> markers;
};

/// three.js's crossFadeFrom: `from` fades 1 to 0 and `to` 0 to 1, whatever their weights were. Jumps if it interrupts
/// another fade.
struct ClassicCrossFade {
  int from = 0;
  int to = 0;
  double seconds = 0.4;
  bool warp = false;
};

using FadeCommand = std::variant<FadeIn, FadeOut, StopFading, SetFadeSettings, SetFadeCurve, StartFade, FadeTo,
                                 SetMarkers, ClassicCrossFade, EnterClip>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_COMMANDS_H
