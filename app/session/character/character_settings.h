// What a character's scene starts with.
#ifndef APP_SESSION_CHARACTER_CHARACTER_SETTINGS_H
#define APP_SESSION_CHARACTER_CHARACTER_SETTINGS_H

#include <limits>

#include "app/session/character/fade_curve.h"
#include "app/session/character/fade_settings.h"
#include "app/session/character/travel_stage.h"
#include "crossfade/clock/clock.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

/// For films and poses, which need every step however long it takes; windowSettings in host/window/viewer.cpp limits
/// those of the window.
inline constexpr crossfade::ClockSettings kUnlimitedClock{.longestFrame = std::numeric_limits<double>::infinity(),
                                                          .maxSteps = 1'000'000};

struct CharacterSettings {
  double speed = 1;
  crossfade::ClockSettings clock = kUnlimitedClock;  // its speed and pause follow the scene's
  FadeSettings fade;
  crossfade::AnimationCurve fadeCurve = app::fadeCurve(FadeCurvePreset::Smooth);
  TravelMode travel = TravelMode::InFile;
  bool footLock = false;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_CHARACTER_SETTINGS_H
