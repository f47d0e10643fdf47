// Everything that can change a session. Keys, panels, scripts and tests all send commands; Session::apply takes them.
#ifndef APP_SESSION_COMMAND_H
#define APP_SESSION_COMMAND_H

#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/session/character/character_commands.h"
#include "app/session/checks/variant_join.h"
#include "app/session/crowd/crowd_command.h"
#include "app/session/curves/curves_command.h"
#include "app/session/host_commands.h"
#include "app/session/shapes/shape_command.h"
#include "app/session/timing/timing_command.h"
#include "app/session/view_commands.h"

namespace app {

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
  alignas(double) std::byte storage_[152];  // the largest command
};
using Commands = std::vector<Command>;

}  // namespace app

#endif  // APP_SESSION_COMMAND_H
