// Loads script files.
#pragma once

#include <string>

#include "app/format/script.h"

namespace app {

/// Files of shapes that the script names are read, too. The error names the file and the command.
crossfade::Result<Script> loadScript(const std::string& path, const Model& model);

}  // namespace app
