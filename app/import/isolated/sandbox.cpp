#include "app/import/isolated/sandbox.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "app/import/file/resource_uri.h"
#include "app/import/file/texture_search.h"
#include "app/import/isolated/system_call_filter.h"

namespace app {
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
