// Where the program keeps the user's files, after the XDG Base Directory Specification 0.8.
#ifndef APP_HOST_FILES_USER_FOLDERS_H
#define APP_HOST_FILES_USER_FOLDERS_H

#include <filesystem>

#include "crossfade/base/result.h"

namespace app {

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

}  // namespace app

#endif  // APP_HOST_FILES_USER_FOLDERS_H
