// Reads whole text files.
#pragma once

#include <string>

#include "crossfade/base/result.h"

namespace app {

/// The error names the file.
crossfade::Result<std::string> readTextFile(const std::string& path);

}  // namespace app
