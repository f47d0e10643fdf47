// What a session starts with, and what survives opening another model.
#ifndef APP_SESSION_SESSION_SETTINGS_H
#define APP_SESSION_SESSION_SETTINGS_H

#include <optional>

#include "app/session/character/character_settings.h"
#include "app/session/crowd/crowd_scene.h"
#include "app/session/curves/curves_scene.h"
#include "app/session/recording.h"
#include "app/session/scene_kind.h"
#include "app/session/shapes/shape_scene.h"
#include "app/session/timing/timing_scene.h"
#include "app/view/picture_quality.h"
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

/// Everything except the character; survives opening another model.
struct Workspaces {
  SceneKind shown = SceneKind::Character;
  ShapeScene shapes{openingShapes()};
  TimingScene timing;
  CrowdScene crowd;
  CurvesScene curves;
};

}  // namespace app

#endif  // APP_SESSION_SESSION_SETTINGS_H
