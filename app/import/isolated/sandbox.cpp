#include "app/import/isolated/sandbox.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace app {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // a sanitizer reserves terabytes and makes system calls of its own
#else
constexpr bool kSanitized = false;
#endif

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;  // no filter
#endif

void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  const rlimit value{.rlim_cur = soft, .rlim_max = hard};
  ::setrlimit(resource, &value);
}

int landlockVersion() {
  return static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

void allowReading(int rules, const std::filesystem::path& path, std::uint64_t access) {
  const int opened = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (opened < 0) return;
  const landlock_path_beneath_attr rule{.allowed_access = access, .parent_fd = opened};
  ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  ::close(opened);
}

/// Files can be read in the folder of `file`, and nothing can be done to any other. `file` itself may be a link.
void confineToFolder(const std::filesystem::path& file) {
  if (landlockVersion() < 1) return;
  landlock_ruleset_attr all{};
  all.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;  // every right of the first version
  const auto rules = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0));
  if (rules < 0) return;
  const auto folder = file.parent_path();
  allowReading(rules, folder.empty() ? "." : folder, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
  allowReading(rules, file, LANDLOCK_ACCESS_FS_READ_FILE);
  ::syscall(SYS_landlock_restrict_self, rules, 0);
  ::close(rules);
}

constexpr std::uint32_t argumentOffset(int index) {
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args)) + 8 * static_cast<std::uint32_t>(index);
}

/// A filter of system calls: those listed pass, new threads too; all others fail with EPERM, so that a C library that
/// tries something newer first falls back.
std::vector<sock_filter> systemCallFilter() {
  const auto statement = [](int code, std::uint32_t k) {
    return sock_filter{static_cast<std::uint16_t>(code), 0, 0, k};
  };
  const auto jump = [](int code, std::uint32_t k, std::uint8_t yes, std::uint8_t no) {
    return sock_filter{static_cast<std::uint16_t>(BPF_JMP | code | BPF_K), yes, no, k};
  };
  constexpr int kLoad = BPF_LD | BPF_W | BPF_ABS;
  constexpr int kReturn = BPF_RET | BPF_K;
  std::vector<sock_filter> filter{
      statement(kLoad, offsetof(seccomp_data, arch)),
      jump(BPF_JEQ, kArchitecture, 1, 0),
      statement(kReturn, SECCOMP_RET_KILL_PROCESS),
      statement(kLoad, offsetof(seccomp_data, nr)),
  };
  for (const long allowed : {SYS_read,
                             SYS_write,
                             SYS_readv,
                             SYS_writev,
                             SYS_pread64,
                             SYS_openat,
                             SYS_openat2,
                             SYS_close,
                             SYS_fstat,
                             SYS_newfstatat,
                             SYS_statx,
                             SYS_lseek,
                             SYS_fcntl,
                             SYS_readlinkat,
                             SYS_faccessat,
                             SYS_faccessat2,
                             SYS_getcwd,
                             SYS_getdents64,
                             SYS_mmap,
                             SYS_munmap,
                             SYS_mprotect,
                             SYS_mremap,
                             SYS_madvise,
                             SYS_brk,
                             SYS_futex,
                             SYS_set_robust_list,
                             SYS_rseq,
                             SYS_sched_yield,
                             SYS_sched_getaffinity,
                             SYS_gettid,
                             SYS_getpid,
                             SYS_rt_sigaction,
                             SYS_rt_sigprocmask,
                             SYS_rt_sigreturn,
                             SYS_sigaltstack,
                             SYS_clock_gettime,
                             SYS_clock_nanosleep,
                             SYS_nanosleep,
                             SYS_getrandom,
                             SYS_restart_syscall,
                             SYS_sysinfo,
                             SYS_exit,
                             SYS_exit_group,
#ifdef __x86_64__
                             SYS_open,
                             SYS_stat,
                             SYS_lstat,
                             SYS_access,
                             SYS_readlink,
                             SYS_poll,
#endif
                             SYS_ppoll}) {
    filter.push_back(jump(BPF_JEQ, static_cast<std::uint32_t>(allowed), 0, 1));
    filter.push_back(statement(kReturn, SECCOMP_RET_ALLOW));
  }
  // abort() sends a signal to this process; to no other.
  filter.push_back(jump(BPF_JEQ, SYS_tgkill, 0, 4));
  filter.push_back(statement(kLoad, argumentOffset(0)));
  filter.push_back(jump(BPF_JEQ, static_cast<std::uint32_t>(::getpid()), 0, 1));
  filter.push_back(statement(kReturn, SECCOMP_RET_ALLOW));
  filter.push_back(statement(kReturn, SECCOMP_RET_ERRNO | EPERM));
  // Threads are made with clone(); its flags lie in memory in clone3(), where a filter cannot see them.
  filter.push_back(jump(BPF_JEQ, SYS_clone3, 0, 1));
  filter.push_back(statement(kReturn, SECCOMP_RET_ERRNO | ENOSYS));
  filter.push_back(jump(BPF_JEQ, SYS_clone, 0, 3));
  filter.push_back(statement(kLoad, argumentOffset(0)));
  filter.push_back(jump(BPF_JSET, CLONE_THREAD, 0, 1));
  filter.push_back(statement(kReturn, SECCOMP_RET_ALLOW));
  filter.push_back(statement(kReturn, SECCOMP_RET_ERRNO | EPERM));
  return filter;
}

void filterSystemCalls() {
  if (kArchitecture == 0 || kSanitized) return;
  std::vector<sock_filter> filter = systemCallFilter();
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

}  // namespace

void enterSandbox(const std::filesystem::path& file, std::uint64_t memoryBytes, int cpuSeconds) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const auto seconds = static_cast<rlim_t>(cpuSeconds);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_CPU, seconds, seconds + 1);
  limit(RLIMIT_FSIZE, 0, 0);
  if (!kSanitized) limit(RLIMIT_AS, memoryBytes, memoryBytes);
  confineToFolder(file);
  filterSystemCalls();
}

std::string sandboxText() {
  const int landlock = landlockVersion();
  std::string text = "memory and time limits, ";
  text += landlock >= 1 ? "Landlock " + std::to_string(landlock) : "no Landlock";
  const bool seccomp = ::prctl(PR_GET_SECCOMP) >= 0 && kArchitecture != 0;
  return text + (seccomp ? ", seccomp" : ", no seccomp");
}

}  // namespace app
