// Commands for what is shown and from where: scene, camera, view options.
#ifndef APP_SESSION_VIEW_COMMANDS_H
#define APP_SESSION_VIEW_COMMANDS_H

#include <optional>
#include <variant>

#include <glm/vec2.hpp>

#include "app/session/scene_kind.h"
#include "app/view/camera.h"
#include "app/view/picture_quality.h"
#include "app/view/view_options.h"

namespace app {

struct ShowScene {
  SceneKind scene = SceneKind::Character;
};

/// Radians.
struct OrbitCamera {
  float yaw = 0;
  float pitch = 0;
};

/// As a fraction of the picture's height.
struct PanCamera {
  glm::vec2 delta{0.0f};
};

/// Multiplies the distance.
struct DollyCamera {
  float factor = 1;
};

/// Shows all of the model, or all of the crowd.
struct FrameCamera {};

struct SetCamera {
  Camera camera;
};

/// Width over height of the picture, above 0: what FrameCamera fits the scene into.
struct SetAspect {
  float aspect = 1;
};

/// Sets some of their fields; not `model`, which has commands of its own.
struct SetViewOptions : FieldChange<ViewOptions> {
  using FieldChange::FieldChange;
};

/// A variant of the model's materials; -1: its default materials.
struct ShowVariant {
  int variant = -1;
};

/// A camera of the file, which the mouse does not move; -1: the viewer's own.
struct LookThrough {
  int camera = -1;
};

/// What lights the model; one without lights is always in the studio.
struct SetLights {
  LightSource source = LightSource::Studio;
};

/// Of the window; nothing: as the GPU can.
struct SetQuality {
  std::optional<PictureQuality> quality;
};

using ViewCommand = std::variant<ShowScene, OrbitCamera, PanCamera, DollyCamera, FrameCamera, SetCamera, SetAspect,
                                 SetViewOptions, SetQuality, ShowVariant, LookThrough, SetLights>;

}  // namespace app

#endif  // APP_SESSION_VIEW_COMMANDS_H
