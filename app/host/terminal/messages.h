// Messages on stderr; results go to stdout.
#ifndef APP_HOST_TERMINAL_MESSAGES_H
#define APP_HOST_TERMINAL_MESSAGES_H

#include <string>

#include "app/host/terminal/exit_code.h"

namespace app {

/// Prints "crossfade: <sentence>" and returns `code`.
ExitCode fail(const std::string& sentence, ExitCode code = ExitCode::Failed);
/// Prints "crossfade: <sentence>"; the program continues.
void warn(const std::string& sentence);

}  // namespace app

#endif  // APP_HOST_TERMINAL_MESSAGES_H
