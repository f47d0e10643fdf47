// Gives up everything that an import does not need; for the helper process alone. What was given up cannot be taken
// back.
#ifndef APP_IMPORT_ISOLATED_LOCK_DOWN_H
#define APP_IMPORT_ISOLATED_LOCK_DOWN_H

#include <cstdint>
#include <filesystem>
#include <string>

namespace app {

/// Before anything of the file is read: limits for memory and time, no core dumps, no new privileges, death with the
/// parent. Then, where the kernel has Landlock, only `file` and its folder can be opened, for reading; where seccomp
/// filters work, a system call that imports do not make fails. Without these two the rest still holds.
void lockDown(const std::filesystem::path& file, std::uint64_t memoryBytes, int cpuSeconds);

/// Which of these this kernel has: "memory and time limits, Landlock 7, seccomp".
std::string lockDownText();

}  // namespace app

#endif  // APP_IMPORT_ISOLATED_LOCK_DOWN_H
