// The script commands: what each word after "do" means.
#ifndef APP_FORMAT_SCRIPT_COMMANDS_H
#define APP_FORMAT_SCRIPT_COMMANDS_H

#include <optional>
#include <string_view>

#include "app/format/script_fields.h"
#include "app/session/command.h"

namespace app {

/// Reads what the command needs from `fields`, which record errors. nullopt: there is no such word.
std::optional<Commands> scriptCommands(std::string_view word, ScriptFields& fields);

}  // namespace app

#endif  // APP_FORMAT_SCRIPT_COMMANDS_H
