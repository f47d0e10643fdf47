// Tries to get out of the sandbox, in a process of its own for each try. Each is tried without the sandbox first, where
// it must succeed: a try that fails anyway would prove nothing.
#include "app/import/isolated/sandbox.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

// Runs the filter as the kernel would, on every system call there is, so that it is tested on any kernel and nothing
// is really called.

constexpr pid_t kSelf = 4711;
#if defined(__x86_64__)
constexpr std::uint32_t kHere = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t kHere = AUDIT_ARCH_AARCH64;
#endif

using Arguments = std::array<std::uint64_t, 6>;

/// What the filter answers, by the instructions of classic BPF that it uses.
std::uint32_t answerTo(long call, const Arguments& arguments = {}, std::uint32_t architecture = kHere) {
  seccomp_data data{};
  data.nr = static_cast<int>(call);
  data.arch = architecture;
  std::copy(arguments.begin(), arguments.end(), std::begin(data.args));
  const std::vector<sock_filter> filter = systemCallFilter(kSelf);
  std::uint32_t loaded = 0;
  for (std::size_t at = 0; at < filter.size(); ++at) {
    const sock_filter& step = filter[at];
    const auto skip = [&](bool yes) { at += yes ? step.jt : step.jf; };
    switch (step.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        std::memcpy(&loaded, reinterpret_cast<const char*>(&data) + step.k, sizeof loaded);
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        skip(loaded == step.k);
        break;
      case BPF_JMP | BPF_JGT | BPF_K:
        skip(loaded > step.k);
        break;
      case BPF_JMP | BPF_JSET | BPF_K:
        skip((loaded & step.k) != 0);
        break;
      case BPF_RET | BPF_K:
        return step.k;
      default:
        ADD_FAILURE() << "instruction " << at << " is " << step.code;
        return 0;
    }
  }
  ADD_FAILURE() << "the filter ends without an answer";
  return 0;
}

constexpr std::uint32_t kPassed = SECCOMP_RET_ALLOW;
constexpr std::uint32_t kFailed = SECCOMP_RET_ERRNO | EPERM;

TEST(SystemCallFilter, PassesWhatAnImportNeeds) {
  if (!hasSystemCallFilter()) GTEST_SKIP() << "none is written for this processor";
  for (const long call : {SYS_read, SYS_write, SYS_mmap, SYS_munmap, SYS_brk, SYS_futex, SYS_close, SYS_exit_group})
    EXPECT_EQ(answerTo(call), kPassed) << call;
}

TEST(SystemCallFilter, RefusesEveryOtherCall) {
  if (!hasSystemCallFilter()) GTEST_SKIP() << "none is written for this processor";
  int passed = 0;
  for (long call = 0; call < 1024; ++call) passed += answerTo(call) == kPassed ? 1 : 0;
  EXPECT_LT(passed, 60) << "of more than 350";
  for (const long call : {SYS_socket,       SYS_connect,
                          SYS_execve,       SYS_execveat,
                          SYS_ptrace,       SYS_process_vm_readv,
                          SYS_kill,         SYS_tkill,
                          SYS_pidfd_open,   SYS_unlinkat,
                          SYS_renameat2,    SYS_fchmodat,
                          SYS_truncate,     SYS_ftruncate,
                          SYS_mkdirat,      SYS_mknodat,
                          SYS_symlinkat,    SYS_mount,
                          SYS_prlimit64,    SYS_setrlimit,
                          SYS_prctl,        SYS_seccomp,
                          SYS_bpf,          SYS_io_uring_setup,
                          SYS_memfd_create, SYS_perf_event_open,
                          SYS_userfaultfd,  SYS_keyctl,
                          SYS_unshare,      SYS_setns,
                          SYS_dup,          SYS_dup3,
                          SYS_ioctl,        SYS_openat2,
                          SYS_shmget,       SYS_sched_setaffinity})
    EXPECT_EQ(answerTo(call), kFailed) << call;
}

TEST(SystemCallFilter, OpensOnlyForReading) {
  if (!hasSystemCallFilter()) GTEST_SKIP() << "none is written for this processor";
  const auto opened = [](std::uint64_t flags) { return answerTo(SYS_openat, {0, 0, flags}); };
  EXPECT_EQ(opened(O_RDONLY | O_NONBLOCK | O_CLOEXEC), kPassed);
  EXPECT_EQ(opened(O_RDONLY | O_DIRECTORY), kPassed);
  for (const int flag : {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_TMPFILE | O_RDWR})
    EXPECT_EQ(opened(static_cast<std::uint64_t>(flag)), kFailed) << flag;
#ifdef __x86_64__
  EXPECT_EQ(answerTo(SYS_open, {0, O_RDONLY}), kPassed);
  EXPECT_EQ(answerTo(SYS_open, {0, O_RDWR}), kFailed);
#endif
}

TEST(SystemCallFilter, StartsThreadsButNoProcesses) {
  if (!hasSystemCallFilter()) GTEST_SKIP() << "none is written for this processor";
  EXPECT_EQ(answerTo(SYS_clone, {CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD}), kPassed);
  EXPECT_EQ(answerTo(SYS_clone, {CLONE_VM | CLONE_VFORK}), kFailed);
  EXPECT_EQ(answerTo(SYS_clone, {0}), kFailed);
  EXPECT_EQ(answerTo(SYS_clone3), SECCOMP_RET_ERRNO | ENOSYS) << "so that the C library takes clone()";
}

TEST(SystemCallFilter, SignalsOnlyItself) {
  if (!hasSystemCallFilter()) GTEST_SKIP() << "none is written for this processor";
  EXPECT_EQ(answerTo(SYS_tgkill, {kSelf, kSelf + 1, 6}), kPassed);
  EXPECT_EQ(answerTo(SYS_tgkill, {kSelf + 1, kSelf + 1, 6}), kFailed);
  EXPECT_EQ(answerTo(SYS_fcntl, {3, F_GETFL}), kPassed);
  EXPECT_EQ(answerTo(SYS_fcntl, {3, F_SETFL, O_ASYNC}), kFailed);
  EXPECT_EQ(answerTo(SYS_fcntl, {3, F_SETOWN, 1}), kFailed);
}

TEST(SystemCallFilter, EndsProgramsOfAnotherArchitecture) {
  if (!hasSystemCallFilter()) GTEST_SKIP() << "none is written for this processor";
  EXPECT_EQ(answerTo(SYS_read, {}, AUDIT_ARCH_I386), SECCOMP_RET_KILL_PROCESS);
  constexpr long kX32 = 0x4000'0000;
  EXPECT_EQ(answerTo(kX32 + SYS_read), kFailed) << "the other numbering of the same architecture";
}

}  // namespace

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
