#include "app/host/files/user_folders.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

}  // namespace app
