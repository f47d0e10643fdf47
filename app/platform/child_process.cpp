#include "app/platform/child_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

constexpr int kAskEvery = 50;  // milliseconds
constexpr std::size_t kMostSaid = 4096;

/// It writes to `saidEnd` as stderr, and inherits nothing else.
Result<pid_t> started(const std::string& program, std::vector<std::string> arguments, int saidEnd) {
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (std::string& text : arguments) argv.push_back(text.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, saidEnd, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t child = -1;
  const int fault = posix_spawn(&child, program.c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (fault != 0) return Error{program + " cannot be started: " + std::strerror(fault)};
  return child;
}

/// Reads until it ends or must not go on; keeps the end of what it said.
bool listen(int end, const std::function<bool()>& goesOn, std::string& said) {
  std::array<char, 1024> piece;
  while (goesOn()) {
    pollfd waiting{.fd = end, .events = POLLIN, .revents = 0};
    const int ready = poll(&waiting, 1, kAskEvery);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t count = read(end, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    said.append(piece.data(), static_cast<std::size_t>(count));
    if (said.size() > kMostSaid) said.erase(0, said.size() - kMostSaid);
  }
  return false;
}

std::string lastLine(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1));  // npos + 1 is 0
}

}  // namespace

Result<void> runToEnd(const std::string& program, const std::vector<std::string>& arguments,
                      const std::function<bool()>& goesOn) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return Error{program + " cannot be started: " + std::strerror(errno)};
  const auto child = started(program, arguments, ends[1]);
  close(ends[1]);
  std::string said;
  const bool ended = child && listen(ends[0], goesOn, said);
  close(ends[0]);
  if (!child) return child.error();
  if (!ended) kill(*child, SIGKILL);
  int status = 0;
  while (waitpid(*child, &status, 0) < 0 && errno == EINTR) continue;
  if (!ended) return Error{"it was canceled"};
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  const std::string why = lastLine(said);
  return Error{why.empty() ? program + " ended without a word" : why};
}

}  // namespace app
