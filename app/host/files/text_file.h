// Reads whole text files.
#ifndef APP_HOST_FILES_TEXT_FILE_H
#define APP_HOST_FILES_TEXT_FILE_H

#include <string>

#include "crossfade/base/result.h"

namespace app {

/// The error names the file.
crossfade::Result<std::string> readTextFile(const std::string& path);

}  // namespace app

#endif  // APP_HOST_FILES_TEXT_FILE_H
