// Commands for what is shown and from where, for the model as a whole, and for the history.
#ifndef APP_SESSION_VIEW_COMMANDS_H
#define APP_SESSION_VIEW_COMMANDS_H

#include <optional>
#include <variant>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>

#include "app/session/scene_kind.h"
#include "app/view/camera.h"
#include "app/view/view_options.h"
#include "crossfade/math/transform.h"

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

// ---- Commands for the model as a whole.

/// Turns the model about a world axis (0, 1, 2: x, y, z), and frames it.
struct TurnModel {
  int axis = 0;
  double degrees = 90;
};

/// The same to a rotation from how the file was read.
struct SetTurn {
  glm::quat turn = crossfade::makeQuat(0, 0, 0, 1);
};

/// Holds the morph weights and material values of one of Model::expressions at that strength, 0 to 1, whatever plays.
/// Without a value the animation controls them again.
struct HoldExpression {
  int expression = 0;
  std::optional<double> value = std::nullopt;
};

using ModelCommand = std::variant<TurnModel, SetTurn, HoldExpression>;

// ---- Commands that go back and forth among the changes of a session. Playing and fading is not a change: it cannot be
// undone.

/// Takes back the last change, or makes it again, and shows the scene where it happened.
struct Undo {};
struct Redo {};

/// Undoes or redoes until this many changes are made; UndoHistory::stepCount() redoes all.
struct GoToStep {
  int step = 0;
};

/// The same for the camera of the current scene, which has a history of its own.
struct UndoCamera {};
struct RedoCamera {};

/// All changes from here to EndGesture are undone together: a drag of a slider, a number that is typed. Beginning
/// another one ends the last. `continues`: as if the last one had not ended, for the second press of a double click.
struct BeginGesture {
  bool continues = false;
};
struct EndGesture {};

/// Nothing before this can be undone.
struct ForgetHistory {};

using HistoryCommand =
    std::variant<Undo, Redo, GoToStep, UndoCamera, RedoCamera, BeginGesture, EndGesture, ForgetHistory>;

}  // namespace app

#endif  // APP_SESSION_VIEW_COMMANDS_H
