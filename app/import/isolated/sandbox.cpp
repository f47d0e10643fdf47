#include "app/import/isolated/sandbox.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "app/import/file/resource_uri.h"
#include "app/import/file/texture_search.h"

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

enum class ArgumentTest { Equal, AtMost, AnyBit, NoBit };

/// A call that passes only if the low 32 bits of an argument pass the test; the kernel reads no more of any of these.
struct Condition {
  long call = 0;
  int argument = 0;
  ArgumentTest test{};
  std::uint32_t value = 0;
};

constexpr std::uint32_t kWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;

constexpr auto kConditions = std::to_array<Condition>({
    {SYS_openat, 2, ArgumentTest::NoBit, kWriting},
#ifdef __x86_64__
    {SYS_open, 1, ArgumentTest::NoBit, kWriting},
#endif
    {SYS_clone, 0, ArgumentTest::AnyBit, CLONE_THREAD},
    // F_SETOWN and O_ASYNC would send signals to other processes.
    {SYS_fcntl, 1, ArgumentTest::AtMost, F_GETFL},
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

/// Jumps to the first of two answers if it passes.
sock_filter comparison(const Condition& condition) {
  switch (condition.test) {
    case ArgumentTest::Equal:
      return jump(BPF_JEQ, condition.value, 0, 1);
    case ArgumentTest::AtMost:
      return jump(BPF_JGT, condition.value, 1, 0);
    case ArgumentTest::AnyBit:
      return jump(BPF_JSET, condition.value, 0, 1);
    case ArgumentTest::NoBit:
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
  addCondition(program, {SYS_tgkill, 0, ArgumentTest::Equal, static_cast<std::uint32_t>(self)});
  // Its flags lie in memory, where a filter cannot see them; the C library then takes clone().
  addAnswer(program, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
  program.push_back(answer(kFail));
  return program;
}

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// Of versions 2, 3 and 5, which older headers lack: linking across folders, truncating, controlling devices.
constexpr std::uint64_t kLaterRights[] = {0, 0, 1ull << 13, 1ull << 14, 0, 1ull << 15};

void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  const rlimit value{.rlim_cur = soft, .rlim_max = hard};
  ::setrlimit(resource, &value);
}

int landlockVersion() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return static_cast<int>(std::max(version, 0l));
}

void allowReading(int rules, const std::filesystem::path& path, std::uint64_t access) {
  const int opened = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (opened < 0) return;
  const landlock_path_beneath_attr rule{.allowed_access = access, .parent_fd = opened};
  ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  ::close(opened);
}

/// Names in the folders around, and the images that are there now.
void allowImagesAround(int rules, const std::filesystem::path& folder) {
  const auto around = foldersAround(folder);
  if (around.empty()) return;
  allowReading(rules, around.back(), LANDLOCK_ACCESS_FS_READ_DIR);
  for (const std::filesystem::path& relative : imagesAround(folder))
    if (const auto image = imageAround(folder, relative)) allowReading(rules, *image, LANDLOCK_ACCESS_FS_READ_FILE);
}

/// Files can be read in the folder of `file`, and nothing can be done to any other. `file` itself may be a link.
bool confineToFolder(const std::filesystem::path& file, int version, bool readsImagesAround) {
  landlock_ruleset_attr all{};
  all.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;  // every right of the first version
  for (int later = 2; later <= std::min(version, 5); ++later) all.handled_access_fs |= kLaterRights[later];
  const auto rules = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0));
  if (rules < 0) return false;
  const auto folder = folderOf(file);
  allowReading(rules, folder, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
  if (readsImagesAround) allowImagesAround(rules, folder);
  allowReading(rules, file, LANDLOCK_ACCESS_FS_READ_FILE);
  const bool confined = ::syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  ::close(rules);
  return confined;
}

bool filterSystemCalls() {
  std::vector<sock_filter> filter = systemCallFilter(::getpid());
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

crossfade::Error cannotEnter(const char* layer) {
  return {std::string("the importer could not be confined (") + layer + ": " + std::strerror(errno) + ")"};
}

}  // namespace

SandboxLayers sandboxLayers() {
  const bool seccomp = ::prctl(PR_GET_SECCOMP) >= 0 && hasSystemCallFilter();
  return {.landlock = landlockVersion(), .seccomp = seccomp && !kSanitized, .memory = !kSanitized};
}

crossfade::Result<void> enterSandbox(const std::filesystem::path& file, const SandboxLimits& limits,
                                     const SandboxLayers& layers) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const auto seconds = static_cast<rlim_t>(limits.cpuSeconds);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_CPU, seconds, seconds + 1);
  limit(RLIMIT_FSIZE, 0, 0);
  if (layers.memory) limit(RLIMIT_AS, limits.memoryBytes, limits.memoryBytes);
  if (layers.landlock > 0 && !confineToFolder(file, layers.landlock, limits.readsImagesAround))
    return cannotEnter("Landlock");
  if (layers.seccomp && !filterSystemCalls()) return cannotEnter("seccomp");
  return {};
}

std::string sandboxText() {
  const SandboxLayers layers = sandboxLayers();
  std::string text = layers.memory ? "memory and time limits, " : "a time limit, ";
  text += layers.landlock > 0 ? "Landlock " + std::to_string(layers.landlock) : "no Landlock";
  return text + (layers.seccomp ? ", seccomp" : ", no seccomp");
}

}  // namespace app
