// What the file browser lists and selects. Plain data, without Dear ImGui.
#ifndef APP_UI_FILES_BROWSER_LIST_H
#define APP_UI_FILES_BROWSER_LIST_H

#include <string>
#include <string_view>

#include "app/session/host_commands.h"
#include "app/ui/files/file_browser.h"

namespace app {

/// Whether a file of this name can be opened for the purpose.
bool opens(std::string_view name, BrowsePurpose purpose);
/// Whether what is typed is a path, and not a filter.
bool isPath(std::string_view typed);
std::string joined(const std::string& folder, const std::string& name);

/// Lists the entries that pass the filter again.
void filter(const FolderListing& folder, FileBrowser& browser);
/// Null: a recent file or nothing is selected.
const FolderEntry* selectedEntry(const FileStatus& files, const FileBrowser& browser);
/// Remembers the file of the selected row. Allocates only when it changes.
void pick(const FileStatus& files, FileBrowser& browser);
void moveSelection(int rows, int count, FileBrowser& browser);
void switchList(bool toRecents, FileBrowser& browser);

/// Rows of the recent files. The last is the bundled character, unless clips are added.
int recentCount(const FileStatus& files, const FileBrowser& browser);
/// Null for the bundled character.
const RecentFile* recentAt(const FileStatus& files, int row);

}  // namespace app

#endif  // APP_UI_FILES_BROWSER_LIST_H
