// Everything that can change a session. Keys, panels, scripts and tests all send commands; Session::apply takes them.
#pragma once

#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "app/session/character/fade_commands.h"
#include "app/session/character/joint_commands.h"
#include "app/session/character/layer_commands.h"
#include "app/session/character/playback_commands.h"
#include "app/session/character/sequence_commands.h"
#include "app/session/character/timeline_commands.h"
#include "app/session/character/transition_commands.h"
#include "app/session/checks/variant_join.h"
#include "app/session/crowd/crowd_command.h"
#include "app/session/history_commands.h"
#include "app/session/host_commands.h"
#include "app/session/shapes/shape_command.h"
#include "app/session/timing/timing_command.h"
#include "app/session/view_commands.h"

namespace app {

using WorkspaceCommand = std::variant<ShapeCommand, TimingCommand, CrowdCommand>;

/// One of the commands in these headers. A class of its own, because copying, moving and destroying a variant of a
/// hundred types is compiled in command.cpp alone and not in everything that sends commands.
class Command {
 public:
  using Variant =
      JoinedVariant<PlaybackCommand, FadeCommand, SequenceCommand, JointCommand, TimelineCommand, TransitionCommand,
                    LayerCommand, ViewCommand, WorkspaceCommand, HistoryCommand, HostRequest, HostReport>;

  template <class T>
  requires kIsAlternativeOf<T, Variant> Command(T command) {
    std::construct_at(&variant_, std::in_place_type<T>, std::move(command));
  }
  template <class T>
  requires kIsAlternativeOf<T, ShapeCommand> Command(T command) : Command(ShapeCommand(std::move(command))) {}
  template <class T>
  requires kIsAlternativeOf<T, TimingCommand> Command(T command) : Command(TimingCommand(std::move(command))) {}
  template <class T>
  requires kIsAlternativeOf<T, CrowdCommand> Command(T command) : Command(CrowdCommand(std::move(command))) {}
  Command(const Command& other);
  Command(Command&& other) noexcept;
  Command& operator=(const Command& other);
  Command& operator=(Command&& other) noexcept;
  ~Command();

  const Variant& variant() const { return variant_; }
  template <class T>
  bool is() const {
    return std::holds_alternative<T>(variant_);
  }
  /// nullptr: it is another one.
  template <class T>
  const T* as() const {
    return std::get_if<T>(&variant_);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&variant_);
  }

 private:
  union {
    Variant variant_;  // in a union, or each constructor would refer to its destructor
  };
};
using Commands = std::vector<Command>;

}  // namespace app
