// Names of commands for messages of failed tests.
#pragma once

#include <typeinfo>

#include "app/session/command.h"

namespace app::test {

/// As the compiler spells it.
inline const char* nameOf(const Command& command) {
  return command.visit([](const auto& alternative) { return typeid(alternative).name(); });
}

}  // namespace app::test
