// The vocabulary of scripts: the word after "do", and the commands that it stands for.
#ifndef APP_FORMAT_SCRIPT_COMMANDS_H
#define APP_FORMAT_SCRIPT_COMMANDS_H

#include <optional>
#include <string_view>

#include "app/format/script_fields.h"
#include "app/session/command.h"

namespace app {

/// Takes what the command needs from `fields`, which note what is wrong. Nothing: there is no such word.
std::optional<Commands> scriptCommands(std::string_view word, ScriptFields& fields);

}  // namespace app

#endif  // APP_FORMAT_SCRIPT_COMMANDS_H
