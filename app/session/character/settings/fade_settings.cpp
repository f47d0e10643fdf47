#include "app/session/character/settings/fade_settings.h"

#include <string>
#include <utility>

#include "crossfade/base/number_text.h"

namespace app {

using crossfade::AnimationCurve;
using crossfade::CurveKey;

void FadeChoice::inherit(const FadeChoice& from) {
  const FadeChoice own = std::exchange(*this, from);
  if (own.maskJoint) maskFeather.reset();
  overrideFields(*this, own);
}

FadeSettings overridden(FadeSettings settings, const FadeChoice& by) {
  overrideFields(settings, by);
  return settings;
}

FadeChoice wholeChoice(const FadeSettings& panel, const AnimationCurve& curve) {
  FadeChoice choice{.curve = curve};
  overrideFields(choice, panel);
  return choice;
}

AnimationCurve fadeCurve(FadeCurvePreset preset) {
  const auto of = [](std::vector<CurveKey> keys) { return *AnimationCurve::make(std::move(keys)); };
  const auto ends = [&](double out, double in) {
    return of({{.time = 0, .value = 0, .outTangent = out}, {.time = 1, .value = 1, .inTangent = in}});
  };
  switch (preset) {
    case FadeCurvePreset::Smooth:
      return ends(0, 0);
    case FadeCurvePreset::Linear:
      return ends(1, 1);
    case FadeCurvePreset::EaseIn:
      return ends(0, 2);  // t^2
    case FadeCurvePreset::EaseOut:
      return ends(2, 0);
    case FadeCurvePreset::Steep:
      return of({{.time = 0, .value = 0},
                 {.time = 0.5, .value = 0.5, .inTangent = 3, .outTangent = 3},
                 {.time = 1, .value = 1}});
    case FadeCurvePreset::Step:
      return of({{.time = 0, .value = 0, .outTangent = crossfade::kStepTangent},
                 {.time = 0.5, .value = 1, .inTangent = crossfade::kStepTangent},
                 {.time = 1, .value = 1}});
  }
  return {};
}

const std::array<AnimationCurve, kWords<FadeCurvePreset>.size()>& fadeCurvePresets() {
  static const auto all = [] {
    std::array<AnimationCurve, kWords<FadeCurvePreset>.size()> curves;
    for (std::size_t i = 0; i < curves.size(); ++i) curves[i] = fadeCurve(static_cast<FadeCurvePreset>(i));
    return curves;
  }();
  return all;
}

crossfade::Result<void> checkFadeCurve(const AnimationCurve& curve) {
  const auto keys = curve.keys();
  const auto at = [](const CurveKey& key) {
    return "(" + crossfade::formatNumber(key.time) + ", " + crossfade::formatNumber(key.value) + ")";
  };
  if (keys.size() < 2) return crossfade::Error{"a fade's curve needs two keys; it has " + std::to_string(keys.size())};
  if (keys.front().time != 0 || keys.front().value != 0)
    return crossfade::Error{"a fade begins at (0, 0), not at " + at(keys.front())};
  if (keys.back().time != 1 || keys.back().value != 1)
    return crossfade::Error{"a fade ends at (1, 1), not at " + at(keys.back())};
  return {};
}

}  // namespace app
