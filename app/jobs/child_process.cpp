#include "app/jobs/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

constexpr int kPollMilliseconds = 50;
constexpr std::size_t kMaxErrors = 4096;  // bytes

/// Descriptors and signals of the child.
struct SpawnSetup {
  SpawnSetup(int pipeEnd, int output, bool keepsErrors) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!keepsErrors) posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipeEnd, output);
    posix_spawn_file_actions_addclosefrom_np(&actions, output + 1);
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

std::string lastLine(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1));  // npos + 1 is 0
}

}  // namespace

Result<ChildProcess> ChildProcess::start(const std::string& program, std::vector<std::string> arguments, int output,
                                         bool keepsErrors) {
  const auto failed = [](int fault) { return Error{std::string("cannot be started: ") + std::strerror(fault)}; };
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return failed(errno);
  // Above the descriptors that the child gets: dup2() of a descriptor onto itself would leave it close-on-exec.
  const int writeEnd = ::fcntl(ends[1], F_DUPFD_CLOEXEC, output + 1);
  int fault = writeEnd < 0 ? errno : 0;
  ::close(ends[1]);
  ::fcntl(ends[0], F_SETPIPE_SZ, 1 << 20);  // fewer switches between the processes; may fail
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (std::string& text : arguments) argv.push_back(text.data());
  argv.push_back(nullptr);
  pid_t child = -1;
  if (fault == 0) {
    SpawnSetup setup(writeEnd, output, keepsErrors);
    fault = ::posix_spawn(&child, program.c_str(), &setup.actions, &setup.attributes, argv.data(), environ);
    ::close(writeEnd);
  }
  if (fault == 0) return ChildProcess(child, ends[0]);
  ::close(ends[0]);
  return failed(fault);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : child_(std::exchange(other.child_, -1)), pipe_(std::exchange(other.pipe_, -1)), status_(other.status_) {}

ChildProcess::~ChildProcess() {
  end();
  if (pipe_ >= 0) ::close(pipe_);
}

std::ptrdiff_t ChildProcess::read(std::uint8_t* data, std::size_t size, int milliseconds) {
  pollfd waiting{.fd = pipe_, .events = POLLIN, .revents = 0};
  const int ready = ::poll(&waiting, 1, milliseconds);
  if (ready == 0 || (ready < 0 && errno == EINTR)) return 0;
  const ssize_t count = ready < 0 ? -1 : ::read(pipe_, data, size);
  if (count < 0 && errno == EINTR) return 0;
  return count > 0 ? count : -1;
}

int ChildProcess::end() {
  if (child_ <= 0) return status_;
  ::kill(child_, SIGKILL);
  while (::waitpid(child_, &status_, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  return status_;
}

int ChildProcess::wait() {
  while (child_ > 0 && ::waitpid(child_, &status_, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  return status_;
}

Result<void> runToEnd(const std::string& program, const std::vector<std::string>& arguments,
                      const std::function<bool()>& goesOn) {
  auto child = ChildProcess::start(program, arguments, STDERR_FILENO);
  if (!child) return Error{program + " " + child.error().message};
  std::string errors;
  std::array<std::uint8_t, 1024> bytes;
  for (std::ptrdiff_t count = 0; count >= 0; count = child->read(bytes.data(), bytes.size(), kPollMilliseconds)) {
    if (!goesOn()) return Error{"it was canceled"};
    errors.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(count));
    if (errors.size() > kMaxErrors) errors.erase(0, errors.size() - kMaxErrors);
  }
  const int status = child->wait();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  const std::string why = lastLine(errors);
  return Error{why.empty() ? program + " ended without a message" : why};
}

}  // namespace app
