// Reads folders for the file browser. Blocks: call it on a thread.
#ifndef APP_HOST_FILES_FOLDER_LISTING_H
#define APP_HOST_FILES_FOLDER_LISTING_H

#include <string>
#include <vector>

#include "app/session/host_commands.h"

namespace app {

/// The folder `path`, or the folder of the file `path`. "~" is the user's home; relative paths start at `base`. An
/// error leaves the entries empty and names the path. Hidden entries are left out; a link counts as what it leads to.
FolderListing listFolder(const std::string& path, const std::string& base);

/// The model `step` files after `model` in its folder, by name whatever the case, and around the ends. Empty without
/// another model.
std::string neighborOf(const std::string& model, int step);

/// Marks the files that do not exist.
std::vector<RecentFile> recentFiles(const std::vector<std::string>& paths);

}  // namespace app

#endif  // APP_HOST_FILES_FOLDER_LISTING_H
