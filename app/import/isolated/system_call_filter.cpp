#include "app/import/isolated/system_call_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace app {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

constexpr auto kAllowed = std::to_array<long>({
    // Reading
    SYS_read,
    SYS_readv,
    SYS_pread64,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_readlinkat,
    SYS_faccessat,
    SYS_faccessat2,
    SYS_getcwd,
    SYS_getdents64,
    SYS_ppoll,
    // Answering
    SYS_write,
    SYS_writev,
    // Memory
    SYS_mmap,
    SYS_munmap,
    SYS_mprotect,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    // Threads
    SYS_futex,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_gettid,
    SYS_getpid,
    // Signals to itself
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_restart_syscall,
    // Time, randomness, the end
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_getrandom,
    SYS_sysinfo,
    SYS_exit,
    SYS_exit_group,
#ifdef __x86_64__  // newer architectures lack the older forms
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_poll,
#endif
});

enum class Match { Equal, AtMost, AnyBit, NoBit };

/// A call that passes only if the low 32 bits of an argument match; the kernel reads no more of any of these.
struct Condition {
  long call = 0;
  int argument = 0;
  Match match{};
  std::uint32_t value = 0;
};

constexpr std::uint32_t kWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;

constexpr auto kConditions = std::to_array<Condition>({
    {SYS_openat, 2, Match::NoBit, kWriting},
#ifdef __x86_64__
    {SYS_open, 1, Match::NoBit, kWriting},
#endif
    {SYS_clone, 0, Match::AnyBit, CLONE_THREAD},
    // F_SETOWN and O_ASYNC would send signals to other processes.
    {SYS_fcntl, 1, Match::AtMost, F_GETFL},
});

sock_filter statement(int code, std::uint32_t value) { return {static_cast<std::uint16_t>(code), 0, 0, value}; }

sock_filter jump(int code, std::uint32_t value, std::uint8_t yes, std::uint8_t no) {
  return {static_cast<std::uint16_t>(BPF_JMP | code | BPF_K), yes, no, value};
}

sock_filter load(std::size_t offset) { return statement(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }

sock_filter answer(std::uint32_t action) { return statement(BPF_RET | BPF_K, action); }

constexpr std::uint32_t kPass = SECCOMP_RET_ALLOW;
constexpr std::uint32_t kFail = SECCOMP_RET_ERRNO | EPERM;

using Program = std::vector<sock_filter>;

void addArchitecture(Program& program) {
  program.push_back(load(offsetof(seccomp_data, arch)));
  program.push_back(jump(BPF_JEQ, kArchitecture, 1, 0));
  program.push_back(answer(SECCOMP_RET_KILL_PROCESS));
}

void addAnswer(Program& program, long call, std::uint32_t action) {
  program.push_back(jump(BPF_JEQ, static_cast<std::uint32_t>(call), 0, 1));
  program.push_back(answer(action));
}

/// Jumps to the first of two answers if it matches.
sock_filter comparison(const Condition& condition) {
  switch (condition.match) {
    case Match::Equal:
      return jump(BPF_JEQ, condition.value, 0, 1);
    case Match::AtMost:
      return jump(BPF_JGT, condition.value, 1, 0);
    case Match::AnyBit:
      return jump(BPF_JSET, condition.value, 0, 1);
    case Match::NoBit:
      return jump(BPF_JSET, condition.value, 1, 0);
  }
  return jump(BPF_JA, 1, 0, 0);
}

void addCondition(Program& program, const Condition& condition) {
  program.push_back(jump(BPF_JEQ, static_cast<std::uint32_t>(condition.call), 0, 4));
  program.push_back(load(offsetof(seccomp_data, args) + 8 * static_cast<std::size_t>(condition.argument)));
  program.push_back(comparison(condition));
  program.push_back(answer(kPass));
  program.push_back(answer(kFail));
}

}  // namespace

bool hasSystemCallFilter() { return kArchitecture != 0; }

std::vector<sock_filter> systemCallFilter(pid_t self) {
  Program program;
  addArchitecture(program);
  program.push_back(load(offsetof(seccomp_data, nr)));
  for (const long call : kAllowed) addAnswer(program, call, kPass);
  for (const Condition& condition : kConditions) addCondition(program, condition);
  // abort() sends a signal to its own process.
  addCondition(program, {SYS_tgkill, 0, Match::Equal, static_cast<std::uint32_t>(self)});
  // Its flags lie in memory, where a filter cannot see them; the C library then takes clone().
  addAnswer(program, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
  program.push_back(answer(kFail));
  return program;
}

}  // namespace app
