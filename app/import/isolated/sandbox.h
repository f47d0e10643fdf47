// The sandbox of the import helper: drops every right that an import does not need. This cannot be undone.
#ifndef APP_IMPORT_ISOLATED_SANDBOX_H
#define APP_IMPORT_ISOLATED_SANDBOX_H

#include <cstdint>
#include <filesystem>
#include <string>

namespace app {

/// Call it before reading any of the file. Limits memory and CPU time; no core dumps, no new privileges; the process
/// dies with its parent. Where the kernel has Landlock, only `file` and its folder can be opened, read-only; where it
/// has seccomp filters, system calls that imports do not make fail. Without those two, the rest still applies.
void enterSandbox(const std::filesystem::path& file, std::uint64_t memoryBytes, int cpuSeconds);

/// Which of these this kernel has: "memory and time limits, Landlock 7, seccomp".
std::string sandboxText();

}  // namespace app

#endif  // APP_IMPORT_ISOLATED_SANDBOX_H
