// Where the program keeps the user's files (XDG Base Directory Specification 0.8), and how the desktop shows one.
#ifndef APP_HOST_FILES_USER_FOLDERS_H
#define APP_HOST_FILES_USER_FOLDERS_H

#include <filesystem>
#include <string>

#include "crossfade/base/result.h"

namespace app {

// ---- Where the program keeps the user's files, after the XDG Base Directory Specification 0.8.

/// Absolute paths that end in "crossfade". They need not exist: makeUserFolder creates one before the first write.
/// Empty when the user has no home; then nothing is kept.
struct UserFolders {
  std::filesystem::path config;  // settings
  std::filesystem::path state;   // what is worth keeping, but not the user's own work: autosaves
  std::filesystem::path cache;   // what can be made again
};

/// From XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_CACHE_HOME. One that is not set or not absolute is replaced by
/// ~/.config, ~/.local/state or ~/.cache.
UserFolders userFolders();

/// Creates the folder and its parents, readable by the user alone, unless it exists. The error names the folder.
crossfade::Result<void> makeUserFolder(const std::filesystem::path& folder);

// ---- Asks the user's desktop to show something.

/// Opens the folder of `file` in the file manager, by xdg-open. Returns without waiting for it.
crossfade::Result<void> showInFolder(const std::string& file);

}  // namespace app

#endif  // APP_HOST_FILES_USER_FOLDERS_H
