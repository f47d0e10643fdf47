#include "app/host/files/folder_listing.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <tuple>

#include "app/model/file_formats.h"

namespace app {
namespace fs = std::filesystem;
namespace {

fs::path absolutePath(const std::string& path, const std::string& base) {
  fs::path full = path;
  if (path == "~" || path.starts_with("~/"))
    if (const char* const home = std::getenv("HOME"))
      full = fs::path(home) / path.substr(std::min<std::size_t>(2, path.size()));
  full = (full.is_relative() && !base.empty() ? fs::path(base) / full : fs::absolute(full)).lexically_normal();
  return full.has_filename() || full == full.root_path() ? full : full.parent_path();
}

std::string timeText(std::time_t time) {
  std::tm local{};
  char text[32] = "";
  if (::localtime_r(&time, &local) != nullptr) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
  return text;
}

bool comesBefore(const FolderEntry& a, const FolderEntry& b) {
  return std::tuple(!a.isFolder, lowerCase(a.name), std::string_view(a.name)) <
         std::tuple(!b.isFolder, lowerCase(b.name), std::string_view(b.name));
}

std::vector<FolderEntry> entriesOf(const fs::path& folder, std::error_code& error) {
  std::vector<FolderEntry> entries;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    struct stat status {};
    if (name.starts_with('.') || ::stat(entry->path().c_str(), &status) != 0) continue;
    if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode)) continue;
    entries.push_back({.name = name,
                       .isFolder = S_ISDIR(status.st_mode),
                       .bytes = static_cast<std::uint64_t>(status.st_size),
                       .modified = timeText(status.st_mtim.tv_sec)});
  }
  std::sort(entries.begin(), entries.end(), comesBefore);
  return entries;
}

}  // namespace

FolderListing listFolder(const std::string& path, const std::string& base) {
  const fs::path full = absolutePath(path, base);
  std::error_code error;
  const fs::file_status status = fs::status(full, error);
  FolderListing listing;
  listing.path = fs::is_directory(status) ? full.string() : full.parent_path().string();
  if (fs::is_regular_file(status)) listing.file = full.string();
  if (!fs::exists(status)) {
    listing.error = full.string() + ": there is no such file or folder";
    return listing;
  }
  listing.entries = entriesOf(listing.path, error);
  if (error) listing.error = listing.path + ": " + error.message();
  return listing;
}

std::string neighborOf(const std::string& model, int step) {
  const fs::path path = fs::absolute(model).lexically_normal();
  std::error_code ignored;
  std::vector<std::string> names;
  for (const FolderEntry& entry : entriesOf(path.parent_path(), ignored))
    if (!entry.isFolder && modelFormatOf(entry.name) != nullptr) names.push_back(entry.name);
  const int count = static_cast<int>(names.size());
  const auto found = std::find(names.begin(), names.end(), path.filename().string());
  if (count == 0 || (count == 1 && found != names.end())) return {};
  const int here = found == names.end() ? (step > 0 ? -1 : 0) : static_cast<int>(found - names.begin());
  const int next = ((here + step) % count + count) % count;
  return (path.parent_path() / names[static_cast<std::size_t>(next)]).string();
}

std::vector<RecentFile> recentFiles(const std::vector<std::string>& paths) {
  std::vector<RecentFile> recents;
  for (const std::string& path : paths) {
    std::error_code ignored;
    recents.push_back({.path = path, .isMissing = !fs::exists(path, ignored)});
  }
  return recents;
}

}  // namespace app
