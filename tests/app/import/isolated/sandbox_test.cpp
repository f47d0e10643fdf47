// Tries to get out of the sandbox, in a process of its own for each try. Each is tried without the sandbox first, where
// it must succeed: a try that fails anyway would prove nothing.
#include "app/import/isolated/sandbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/import/import_model.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

constexpr SandboxLimits kLimits{.memoryBytes = 16ull << 30, .cpuSeconds = 1};

/// Its errno, or 0 if it got out.
int errnoOf(long result) { return result < 0 ? errno : 0; }

/// What became of a process in which `attempt` ran: "out", "EPERM", "SIGXCPU"
std::string outcome(const std::function<int()>& attempt) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(attempt());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) return std::string("SIG") + ::sigabbrev_np(WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "out" : ::strerrorname_np(WEXITSTATUS(status));
}

/// A folder with a model, and what lies beside and in it.
struct Surroundings {
  Surroundings() {
    model = folder.write("models/walk.bvh", ::test::kBvh);
    secret = folder.write("secret.txt", "secret");
    std::filesystem::create_symlink(secret, link);
    ::mkfifo(pipe.c_str(), 0600);
    EXPECT_EQ(::pipe(ends.data()), 0);
    victim = ::fork();
    if (victim == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (;;) ::pause();
    }
  }
  ~Surroundings() {
    for (const int end : ends) ::close(end);
    ::kill(victim, SIGKILL);
    ::waitpid(victim, nullptr, 0);
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  ::test::TemporaryFolder folder;
  std::string model, secret;
  std::string link = (folder / "models/link.bvh").string();
  std::string pipe = (folder / "models/pipe.bvh").string();
  std::string fresh = (folder / "models/new.txt").string();
  std::string outside = (folder / "models/../secret.txt").string();
  std::array<int, 2> ends{};  // of a pipe, as the helper has one
  pid_t victim = -1;          // a process that the attacker must not reach
};

struct Escape {
  const char* what;
  std::function<int()> attempt;
  // How it ends where only this layer holds.
  const char* byLandlock;
  const char* bySeccomp;
  const char* byLimits;
};

/// Of processor time, longer than the limit.
int compute() {
  timespec now{};
  while (::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0 && (now.tv_sec < 1 || now.tv_nsec < 300'000'000)) {
  }
  return 0;
}

int forkOnce() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  return errnoOf(child);
}

int executeTrue() {
  ::execl("/bin/true", "true", nullptr);
  return errno;
}

int mapMuch() {
  constexpr std::size_t kMuch = std::size_t{64} << 30;
  void* const memory = ::mmap(nullptr, kMuch, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}

int liftLimit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_CPU, &limit);
  limit.rlim_cur = limit.rlim_max;
  return errnoOf(::setrlimit(RLIMIT_CPU, &limit));
}

std::vector<Escape> escapesFrom(const Surroundings& s) {
  const auto opens = [](const std::string& path, int flags) {
    return [path, flags] { return errnoOf(::open(path.c_str(), flags, 0600)); };
  };
  return {
      {"open another file", opens("/etc/passwd", O_RDONLY), "EACCES", "out", "out"},
      {"leave the folder by ..", opens(s.outside, O_RDONLY), "EACCES", "out", "out"},
      {"leave the folder by a link", opens(s.link, O_RDONLY), "EACCES", "out", "out"},
      {"create a file", opens(s.fresh, O_WRONLY | O_CREAT), "EACCES", "EPERM", "out"},
      {"change the model", opens(s.model, O_RDWR), "EACCES", "EPERM", "out"},
      {"delete the model", [&s] { return errnoOf(::unlink(s.model.c_str())); }, "EACCES", "EPERM", "out"},
      {"change permissions", [&s] { return errnoOf(::chmod(s.secret.c_str(), 0666)); }, "out", "EPERM", "out"},
      {"open a socket", [] { return errnoOf(::socket(AF_UNIX, SOCK_STREAM, 0)); }, "out", "EPERM", "out"},
      {"run a program", executeTrue, "EACCES", "EPERM", "out"},
      {"make a process", forkOnce, "out", "EPERM", "out"},
      {"trace a process", [] { return errnoOf(::ptrace(PTRACE_TRACEME, 0, 0, 0)); }, "out", "EPERM", "out"},
      {"signal another process", [&s] { return errnoOf(::kill(s.victim, SIGCONT)); }, "out", "EPERM", "out"},
      {"signal it through a pipe", [&s] { return errnoOf(::fcntl(s.ends[0], F_SETOWN, s.victim)); }, "out", "EPERM",
       "out"},
      {"lift its limits", liftLimit, "out", "EPERM", "out"},
      {"take much memory", mapMuch, "out", "out", "ENOMEM"},
      {"compute for ever", compute, "out", "out", "SIGXCPU"},
  };
}

/// How it ends where these layers hold.
std::string outcomeWith(const Escape& escape, const Surroundings& s, const SandboxLayers& layers) {
  return outcome([&] {
    const bool entered = static_cast<bool>(enterSandbox(s.model, kLimits, layers));
    return entered ? escape.attempt() : EIO;
  });
}

TEST(Sandbox, ContainsEveryEscape) {
  const SandboxLayers here = sandboxLayers();
  std::printf("figure: this kernel and build confine by %s\n", sandboxText().c_str());
  int tried = 0, contained = 0;
  for (std::size_t i = 0; i < escapesFrom(Surroundings()).size(); ++i) {
    const Surroundings s;  // a new one each time: they change files
    const Escape escape = escapesFrom(s)[i];
    EXPECT_EQ(outcome(escape.attempt), "out") << escape.what << ": it fails without a sandbox, so it proves nothing";

    const Surroundings again;
    const Escape locked = escapesFrom(again)[i];
    const auto stops = [](bool exists, const char* by) { return exists && std::string(by) != "out"; };
    const bool timeLimit = std::string(escape.byLimits) == "SIGXCPU";
    if (!stops(here.landlock > 0, escape.byLandlock) && !stops(here.seccomp, escape.bySeccomp) &&
        !stops(here.memory || timeLimit, escape.byLimits)) {
      std::printf("skipped: %s (this kernel or build lacks what stops it)\n", escape.what);
      continue;
    }
    ++tried;
    const std::string result = outcomeWith(locked, again, here);
    EXPECT_NE(result, "out") << escape.what;
    contained += result != "out" ? 1 : 0;
    std::printf("contained: %s (%s)\n", escape.what, result.c_str());
    EXPECT_TRUE(std::filesystem::exists(again.model)) << escape.what;
    EXPECT_FALSE(std::filesystem::exists(again.fresh)) << escape.what;
    EXPECT_EQ(::waitpid(again.victim, nullptr, WNOHANG), 0) << escape.what;
  }
  std::printf("figure: %d of %d sandbox escapes contained\n", contained, tried);
}

TEST(Sandbox, SaysWhichLayerStopsWhat) {
  const SandboxLayers here = sandboxLayers();
  const Surroundings s;
  for (const Escape& escape : escapesFrom(s)) {
    const auto expect = [&](const char* layer, const SandboxLayers& layers, const char* expected) {
      // One of the others would be done.
      if (std::string(expected) != "out") {
        EXPECT_EQ(outcomeWith(escape, s, layers), expected) << escape.what << " with " << layer << " alone";
      }
    };
    if (here.landlock > 0) expect("Landlock", {.landlock = here.landlock}, escape.byLandlock);
    if (here.seccomp) expect("seccomp", {.seccomp = true}, escape.bySeccomp);
    if (here.memory && std::string(escape.byLandlock) == "out") expect("limits", {.memory = true}, escape.byLimits);
  }
}

TEST(Sandbox, LeavesWhatAnImportNeeds) {
  const Surroundings s;
  EXPECT_EQ(outcome([&] {
              if (!enterSandbox(s.model, kLimits)) return EIO;
              return importModel(s.model, {.isolated = false}) ? 0 : ENOEXEC;
            }),
            "out");
}

TEST(Sandbox, OpensOfTheFoldersAroundOnlyImages) {
  if (sandboxLayers().landlock == 0) GTEST_SKIP() << "this kernel has no Landlock";
  const ::test::TemporaryFolder folder;
  const std::string model = folder.write("game/models/hero/walk.fbx", ::test::kFbx);
  const auto outcomeOf = [&](const std::string& file, bool readsImagesAround) {
    folder.write(file, "1");
    return outcome([&] {
      SandboxLimits limits = kLimits;
      limits.readsImagesAround = readsImagesAround;
      if (!enterSandbox(model, limits)) return EIO;
      return errnoOf(::open((folder / file).c_str(), O_RDONLY));
    });
  };
  EXPECT_EQ(outcomeOf("game/models/textures/skin.png", true), "out");
  EXPECT_EQ(outcomeOf("game/textures/skin.TGA", true), "out");
  EXPECT_EQ(outcomeOf("game/models/textures/skin.png", false), "EACCES") << "glTF names its files exactly";
  EXPECT_EQ(outcomeOf("game/models/textures/secret.txt", true), "EACCES");
  EXPECT_EQ(outcomeOf("game/models/.ssh/secret.png", true), "EACCES");
  EXPECT_EQ(outcomeOf("secret.png", true), "EACCES") << "three levels up";
}

TEST(Sandbox, OfAPipeReadsNothing) {
  const Surroundings s;
  const auto model = importModel(s.pipe);
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().message, "pipe.bvh: is not a regular file");
}

TEST(Sandbox, ThatCannotBeEnteredIsAnError) {
  const Surroundings s;
  EXPECT_EQ(outcome([&] {
              // Landlock may be nested 16 times.
              const SandboxLayers landlock{.landlock = std::max(1, sandboxLayers().landlock)};
              for (int i = 0; i < 20; ++i)
                if (const auto entered = enterSandbox(s.model, {.memoryBytes = 0, .cpuSeconds = 60}, landlock);
                    !entered)
                  return entered.error().message.starts_with("the importer could not be confined (Landlock: ") ? 0 : 1;
              return 2;
            }),
            "out");
}

}  // namespace
}  // namespace app
