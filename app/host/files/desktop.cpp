#include "app/host/files/desktop.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

namespace app {

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
