#include "app/import/isolated/helper_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "app/import/file/import_error.h"
#include "app/import/isolated/helper_messages.h"

namespace app {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kSilent = false;  // reports of the sanitizer are wanted
#else
constexpr bool kSilent = true;  // what asserts and allocators say before they abort helps nobody
#endif

/// Descriptors and signals of the child.
struct SpawnSetup {
  explicit SpawnSetup(int pipeEnd) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (kSilent) posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipeEnd, kHelperPipe);
    posix_spawn_file_actions_addclosefrom_np(&actions, kHelperPipe + 1);
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

}  // namespace

HelperProcess::HelperProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) refuse("the import helper cannot be started: ", std::strerror(errno));
  // Above the descriptors that the child gets: dup2() of a descriptor onto itself would leave it close-on-exec.
  const int writeEnd = ::fcntl(ends[1], F_DUPFD_CLOEXEC, kHelperPipe + 1);
  ::close(ends[1]);
  ::fcntl(ends[0], F_SETPIPE_SZ, 1 << 20);  // fewer switches between the processes; may fail
  std::string name = program.string();
  std::vector<std::string> texts = arguments;
  std::vector<char*> argv{name.data()};
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  int fault = writeEnd < 0 ? errno : 0;
  if (fault == 0) {
    SpawnSetup setup(writeEnd);
    fault = ::posix_spawn(&child_, name.c_str(), &setup.actions, &setup.attributes, argv.data(), environ);
    ::close(writeEnd);
  }
  if (fault != 0) {
    ::close(ends[0]);
    refuse("the import helper cannot be started: ", std::strerror(fault));
  }
  pipe_ = ends[0];
}

HelperProcess::~HelperProcess() {
  end();
  ::close(pipe_);
}

std::ptrdiff_t HelperProcess::read(std::uint8_t* data, std::size_t size, int milliseconds) {
  pollfd waiting{.fd = pipe_, .events = POLLIN, .revents = 0};
  const int ready = ::poll(&waiting, 1, milliseconds);
  if (ready == 0 || (ready < 0 && errno == EINTR)) return 0;
  const ssize_t count = ready < 0 ? -1 : ::read(pipe_, data, size);
  if (count < 0 && errno == EINTR) return 0;
  return count > 0 ? count : -1;
}

int HelperProcess::end() {
  if (child_ <= 0) return status_;
  ::kill(child_, SIGKILL);
  while (::waitpid(child_, &status_, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  return status_;
}

}  // namespace app
