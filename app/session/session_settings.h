// What a session starts with.
#ifndef APP_SESSION_SESSION_SETTINGS_H
#define APP_SESSION_SESSION_SETTINGS_H

#include <optional>

#include "app/session/character/character_settings.h"
#include "app/session/recording.h"
#include "app/view/view_options.h"

namespace app {

/// Settings that survive opening another model.
struct SessionSettings {
  ViewOptions view;
  CharacterSettings character;
  float aspect = 16.0f / 9;
  RecordingOptions recording;
  std::optional<PictureQuality> quality;  // see SetQuality
};

}  // namespace app

#endif  // APP_SESSION_SESSION_SETTINGS_H
