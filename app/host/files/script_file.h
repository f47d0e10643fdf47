// Loads script files.
#pragma once

#include <string>

#include "app/format/script.h"

namespace app {

/// Also reads the shapes files that the script names. The error names the file and the command.
crossfade::Result<Script> loadScript(const std::string& path, const Model& model);

}  // namespace app
