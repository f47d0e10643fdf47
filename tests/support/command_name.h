// Names of commands for messages of failed tests.
#ifndef TESTS_SUPPORT_COMMAND_NAME_H
#define TESTS_SUPPORT_COMMAND_NAME_H

#include <typeinfo>

#include "app/session/command.h"

namespace app::test {

/// As the compiler spells it.
inline const char* nameOf(const Command& command) {
  return command.visit([](const auto& alternative) { return typeid(alternative).name(); });
}

}  // namespace app::test

#endif  // TESTS_SUPPORT_COMMAND_NAME_H
