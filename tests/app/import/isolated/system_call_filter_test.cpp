// Runs the filter as the kernel would, on every system call there is, so that it is tested on any kernel and nothing
// is really called.
#include "app/import/isolated/system_call_filter.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace app {
namespace {

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
}  // namespace app
