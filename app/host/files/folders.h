// Folders: where the user's files are kept, what is in a folder, and names that are still free in it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/session/host_commands.h"
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

/// Absolute, without "..".
std::string wholePath(const std::string& path);

// ---- Asks the user's desktop to show something.

/// Opens the folder of `file` in the file manager, by xdg-open. Returns without waiting for it.
crossfade::Result<void> showInFolder(const std::string& file);

// ---- Reads folders for the file browser. Blocks: call it on a thread.

/// The folder `path`, or the folder of the file `path`. "~" is the user's home; relative paths start at `base`. An
/// error leaves the entries empty and names the path. Hidden entries are left out; a link counts as what it leads to.
FolderListing listFolder(const std::string& path, const std::string& base);

/// The model `step` files after `model` in its folder, by name whatever the case, and around the ends. Empty without
/// another model.
std::string neighborOf(const std::string& model, int step);

/// Marks the files that do not exist.
std::vector<RecentFile> recentFiles(const std::vector<std::string>& paths);

// ---- Free names for new files: recordings, scripts, traces.

/// The first of "film-001.gif", "film-002.gif", ... that does not exist, for a path like "film.gif" or "film-007.gif".
/// For numbered pictures ("film-%04d.png") the number comes before: "film-001-%04d.png". Absolute. StartRecording
/// in session/host_commands.h says when an existing file is overwritten.
std::string freeName(const std::string& wanted);

/// Whether writing to this path would replace a file. Of numbered pictures only the first is looked for.
bool nameIsTaken(const std::string& path);

}  // namespace app
