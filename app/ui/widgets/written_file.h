// A file that was just written: its whole path, and what can be done with it.
#pragma once

#include <string>

#include "app/session/command.h"

namespace app {

/// Two rows, logged as "<panel>.written", "<panel>.copy" and "<panel>.show".
void drawWrittenFile(const char* panel, const std::string& path, float width, Commands& out);
/// The height of the path, on as many lines as it takes.
float writtenPathHeight(const std::string& path, float width);

}  // namespace app
