// What a character's scene starts with.
#ifndef APP_SESSION_CHARACTER_CHARACTER_SETTINGS_H
#define APP_SESSION_CHARACTER_CHARACTER_SETTINGS_H

#include <limits>
#include <optional>

#include "app/session/character/fade_settings.h"
#include "app/session/character/travel_settings.h"
#include "app/view/camera.h"
#include "crossfade/clock/clock.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

/// For films and poses, which need every step however long it takes; windowSettings in host/window/viewer.cpp limits
/// those of the window.
inline constexpr crossfade::ClockSettings kUnlimitedClock{.longestFrame = std::numeric_limits<double>::infinity(),
                                                          .maxSteps = 1'000'000};

/// How large a model is: in its opening pose, and in all that the camera frames.
struct CharacterBounds {
  Bounds rest;
  Bounds framed;
};

struct CharacterSettings {
  double speed = 1;
  crossfade::ClockSettings clock = kUnlimitedClock;
  FadeSettings fade;
  crossfade::AnimationCurve fadeCurve;
  TravelMode travel = TravelMode::InFile;
  bool footLock = false;
  std::optional<CharacterBounds> bounds;  // none: they are measured
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_CHARACTER_SETTINGS_H
