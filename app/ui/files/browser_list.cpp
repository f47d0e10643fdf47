#include "app/ui/files/browser_list.h"

#include <algorithm>

#include "app/model/file_formats.h"

namespace app {
namespace {

bool isShapes(std::string_view name) {
  return std::any_of(kShapeEndings.begin(), kShapeEndings.end(),
                     [&](std::string_view ending) { return hasEnding(name, ending); });
}

/// Whether `path` is joined(folder, name), without making it.
bool isJoined(std::string_view path, std::string_view folder, std::string_view name) {
  const std::size_t slash = folder.ends_with('/') ? 0 : 1;
  return path.size() == folder.size() + slash + name.size() && path.starts_with(folder) && path.ends_with(name) &&
         (slash == 0 || path[folder.size()] == '/');
}

}  // namespace

bool opens(std::string_view name, BrowsePurpose purpose) {
  if (modelFormatOf(name) != nullptr) return true;
  return purpose == BrowsePurpose::Open && (hasEnding(name, kProjectEnding) || isShapes(name));
}

bool isPath(std::string_view typed) { return typed.starts_with('~') || typed.find('/') != std::string_view::npos; }

std::string joined(const std::string& folder, const std::string& name) {
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

void filter(const FolderListing& folder, FileBrowser& browser) {
  const std::string wanted = isPath(browser.typed.data()) ? std::string() : lowerCase(browser.typed.data());
  browser.shown.clear();
  for (std::size_t i = 0; i < folder.entries.size(); ++i) {
    const FolderEntry& entry = folder.entries[i];
    if (!entry.isFolder && !browser.showsAll && !opens(entry.name, browser.purpose)) continue;
    if (lowerCase(entry.name).find(wanted) != std::string::npos) browser.shown.push_back(static_cast<int>(i));
  }
  browser.shownSerial = folder.serial;
  if (!browser.inRecents) browser.selected = 0;
  browser.scrolls = true;
}

const FolderEntry* selectedEntry(const FileStatus& files, const FileBrowser& browser) {
  if (browser.inRecents || browser.selected >= static_cast<int>(browser.shown.size())) return nullptr;
  return &files.folder.entries[static_cast<std::size_t>(browser.shown[static_cast<std::size_t>(browser.selected)])];
}

void pick(const FileStatus& files, FileBrowser& browser) {
  if (browser.inRecents) {
    const RecentFile* recent = recentAt(files, browser.selected);
    if (recent == nullptr || recent->isMissing)
      browser.picked.clear();
    else if (browser.picked != recent->path)
      browser.picked = recent->path;
    return;
  }
  const FolderEntry* entry = selectedEntry(files, browser);
  if (entry == nullptr || entry->isFolder)
    browser.picked.clear();
  else if (!isJoined(browser.picked, files.folder.path, entry->name))
    browser.picked = joined(files.folder.path, entry->name);
}

void moveSelection(int rows, int count, FileBrowser& browser) {
  browser.selected = std::clamp(browser.selected + rows, 0, std::max(count - 1, 0));
  browser.scrolls = true;
}

void switchList(bool toRecents, FileBrowser& browser) {
  if (browser.inRecents == toRecents) return;
  browser.inRecents = toRecents;
  browser.selected = 0;
  browser.scrolls = true;
}

int recentCount(const FileStatus& files, const FileBrowser& browser) {
  return static_cast<int>(files.recents.size()) + (browser.purpose == BrowsePurpose::Open ? 1 : 0);
}

const RecentFile* recentAt(const FileStatus& files, int row) {
  return row < static_cast<int>(files.recents.size()) ? &files.recents[static_cast<std::size_t>(row)] : nullptr;
}

}  // namespace app
