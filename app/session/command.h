// Everything that can change a session. Keys, panels, scripts and tests all send commands; Session::apply takes them.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>

#include "app/session/character/character_commands.h"
#include "app/session/checks/variant_join.h"
#include "app/session/crowd/crowd_command.h"
#include "app/session/curves/curves_command.h"
#include "app/session/host_commands.h"
#include "app/session/scene_kind.h"
#include "app/session/shapes/shape_command.h"
#include "app/session/timing/timing_command.h"
#include "app/view/camera.h"
#include "app/view/view_options.h"
#include "crossfade/math/transform.h"

namespace app {

// Commands for what is shown and from where, for the model as a whole, and for the history.

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
  bool byItself = false;  // nobody asked for it, so it is no step of the camera's history
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

using WorkspaceCommand = std::variant<ShapeCommand, TimingCommand, CrowdCommand, CurvesCommand>;

/// One of the commands in these headers. Not a std::variant, because a variant of a hundred types slows the compiler in
/// every source that sends one.
class Command {
 public:
  using Alternatives = JoinedVariant<CharacterCommand, ViewCommand, ModelCommand, WorkspaceCommand, HistoryCommand,
                                     HostRequest, HostReport>;

  template <class T>
  requires kIsAlternativeOf<T, Alternatives> Command(T command) : type_(&kTypeOf<T>) {
    static_assert(sizeof(T) <= sizeof(storage_) && alignof(T) <= alignof(double));
    static_assert(std::is_nothrow_move_constructible_v<T>);
    std::construct_at(reinterpret_cast<T*>(storage_), std::move(command));
  }
  template <class T>
  requires kIsAlternativeOf<T, ShapeCommand> Command(T command) : Command(ShapeCommand(std::move(command))) {}
  template <class T>
  requires kIsAlternativeOf<T, TimingCommand> Command(T command) : Command(TimingCommand(std::move(command))) {}
  template <class T>
  requires kIsAlternativeOf<T, CrowdCommand> Command(T command) : Command(CrowdCommand(std::move(command))) {}
  template <class T>
  requires kIsAlternativeOf<T, CurvesCommand> Command(T command) : Command(CurvesCommand(std::move(command))) {}
  Command(const Command& other);
  Command(Command&& other) noexcept;
  Command& operator=(const Command& other);
  Command& operator=(Command&& other) noexcept;
  ~Command();

  template <class T>
  bool is() const {
    static_assert(kIsAlternativeOf<T, Alternatives>);
    return type_ == &kTypeOf<T>;
  }
  /// nullptr: it is another one.
  template <class T>
  const T* as() const {
    return is<T>() ? std::launder(reinterpret_cast<const T*>(storage_)) : nullptr;
  }
  template <class T>
  T* as() {
    return is<T>() ? std::launder(reinterpret_cast<T*>(storage_)) : nullptr;
  }
  /// What `visitor`, which takes any of them, returns for this one.
  template <class Visitor>
  auto visit(Visitor visitor) const {
    return visitAs(visitor, std::type_identity<Alternatives>{});
  }

 private:
  struct Type {
    void (*copy)(std::byte* to, const std::byte* from);
    void (*move)(std::byte* to, std::byte* from);
    void (*destroy)(std::byte* command);
  };
  template <class T>
  static constexpr Type kTypeOf{
      [](std::byte* to, const std::byte* from) {
        std::construct_at(reinterpret_cast<T*>(to), *std::launder(reinterpret_cast<const T*>(from)));
      },
      [](std::byte* to, std::byte* from) {
        std::construct_at(reinterpret_cast<T*>(to), std::move(*std::launder(reinterpret_cast<T*>(from))));
      },
      [](std::byte* command) { std::destroy_at(std::launder(reinterpret_cast<T*>(command))); }};

  template <class Visitor, class First, class... Others>
  auto visitAs(Visitor& visitor, std::type_identity<std::variant<First, Others...>>) const {
    std::optional<decltype(visitor(std::declval<const First&>()))> result;
    const auto visitIf = [&]<class T>(const T* command) {
      if (command) result.emplace(visitor(*command));
      return command != nullptr;
    };
    (void)(visitIf(as<First>()) || ... || visitIf(as<Others>()));
    return *std::move(result);
  }

  const Type* type_;
  alignas(double) std::byte storage_[192];  // the largest command, SetTransitionCell, has room for a few more settings
};
using Commands = std::vector<Command>;

inline Command::Command(const Command& other) : type_(other.type_) { type_->copy(storage_, other.storage_); }
inline Command::Command(Command&& other) noexcept : type_(other.type_) { type_->move(storage_, other.storage_); }
inline Command& Command::operator=(const Command& other) { return *this = Command(other); }
inline Command& Command::operator=(Command&& other) noexcept {
  if (this == &other) return *this;
  type_->destroy(storage_);
  type_ = other.type_;
  type_->move(storage_, other.storage_);
  return *this;
}
inline Command::~Command() { type_->destroy(storage_); }

}  // namespace app
