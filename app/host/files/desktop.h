// Asks the user's desktop to show something.
#ifndef APP_HOST_FILES_DESKTOP_H
#define APP_HOST_FILES_DESKTOP_H

#include <string>

#include "crossfade/base/result.h"

namespace app {

/// Opens the folder of `file` in the file manager, by xdg-open. Returns without waiting for it.
crossfade::Result<void> showInFolder(const std::string& file);

}  // namespace app

#endif  // APP_HOST_FILES_DESKTOP_H
