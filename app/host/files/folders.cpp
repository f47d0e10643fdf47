#include "app/host/files/folders.h"

#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <tuple>

#include <system_error>

#include "app/model/file_formats.h"

namespace app {

namespace fs = std::filesystem;
namespace {

constexpr const char* kProgram = "crossfade";
constexpr mode_t kForUserAlone = 0700;  // as the specification asks

/// Empty unless the variable holds an absolute path.
fs::path folderIn(const char* variable) {
  const char* const value = std::getenv(variable);
  const fs::path path = value == nullptr ? "" : value;
  return path.is_absolute() ? path : fs::path();
}

fs::path folderFor(const char* variable, const char* belowHome) {
  if (const fs::path base = folderIn(variable); !base.empty()) return base / kProgram;
  const fs::path home = folderIn("HOME");
  return home.empty() ? fs::path() : home / belowHome / kProgram;
}

}  // namespace

UserFolders userFolders() {
  return {.config = folderFor("XDG_CONFIG_HOME", ".config"),
          .state = folderFor("XDG_STATE_HOME", ".local/state"),
          .cache = folderFor("XDG_CACHE_HOME", ".cache")};
}

crossfade::Result<void> makeUserFolder(const fs::path& folder) {
  std::error_code unknown;
  if (folder.empty()) return crossfade::Error{"there is no home folder to keep files in"};
  if (fs::is_directory(folder, unknown)) return {};
  if (folder.has_parent_path() && folder.parent_path() != folder)
    if (auto made = makeUserFolder(folder.parent_path()); !made) return made;
  if (::mkdir(folder.c_str(), kForUserAlone) == 0 || errno == EEXIST) return {};
  return crossfade::Error{"cannot make the folder " + folder.string() + ": " + std::generic_category().message(errno)};
}

std::string wholePath(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

crossfade::Result<void> showInFolder(const std::string& file) {
  const std::string folder = std::filesystem::absolute(file).parent_path().string();
  // The shell starts it in the background and ends, so no child is left to wait for.
  const char* const script = R"(command -v xdg-open >/dev/null || exit 1; xdg-open "$1" >/dev/null 2>&1 </dev/null &)";
  const char* const arguments[] = {"sh", "-c", script, "sh", folder.c_str(), nullptr};
  pid_t shell = -1;
  int status = 1;
  if (posix_spawn(&shell, "/bin/sh", nullptr, nullptr, const_cast<char**>(arguments), environ) == 0)
    ::waitpid(shell, &status, 0);
  if (status != 0) return crossfade::Error{folder + " cannot be shown: xdg-open is not installed"};
  return {};
}

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
  const fs::path path = wholePath(model);
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

namespace {

constexpr std::string_view kFrameNumber = "-%04d";
constexpr int kMaxNumber = 9999;

/// "film" for "film-007".
std::string withoutNumber(std::string stem) {
  const std::size_t dash = stem.rfind('-');
  if (dash == std::string::npos || stem.size() - dash < 4) return stem;
  for (std::size_t i = dash + 1; i < stem.size(); ++i)
    if (std::isdigit(static_cast<unsigned char>(stem[i])) == 0) return stem;
  return stem.substr(0, dash);
}

}  // namespace

std::string freeName(const std::string& wanted) {
  const fs::path path = wholePath(wanted);
  std::string stem = path.stem().string();
  std::string ending = path.extension().string();
  if (stem.ends_with(kFrameNumber)) {
    stem.resize(stem.size() - kFrameNumber.size());
    ending = std::string(kFrameNumber) + ending;
  }
  stem = withoutNumber(stem);
  std::string name;
  for (int number = 1; number <= kMaxNumber; ++number) {
    char digits[16];
    std::snprintf(digits, sizeof digits, "-%03d", number);
    name = (path.parent_path() / (stem + digits + ending)).string();
    if (!nameIsTaken(name)) break;
  }
  return name;
}

bool nameIsTaken(const std::string& path) {
  std::string name = path;
  if (const std::size_t number = name.rfind(kFrameNumber); number != std::string::npos)
    name.replace(number, kFrameNumber.size(), "-0000");
  std::error_code unknown;
  return fs::exists(name, unknown);
}

}  // namespace app
