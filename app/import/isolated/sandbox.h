// The sandbox of the import helper: drops every right that an import does not need. This cannot be undone.
#ifndef APP_IMPORT_ISOLATED_SANDBOX_H
#define APP_IMPORT_ISOLATED_SANDBOX_H

#include <cstdint>
#include <filesystem>
#include <string>

#include "crossfade/base/result.h"

namespace app {

struct SandboxLimits {
  std::uint64_t memoryBytes = 0;  // address space
  int cpuSeconds = 0;
  bool readsImagesAround = false;  // see file/texture_search.h
};

/// What holds beside limits of time, file size and privileges, which every kernel has.
struct SandboxLayers {
  int landlock = 0;  // its version; 0: none
  bool seccomp = false;
  bool memory = false;
};

/// Those that this kernel and this build have. A sanitizer reserves terabytes and makes system calls of its own, so
/// builds with one have neither `seccomp` nor `memory`.
SandboxLayers sandboxLayers();

/// Call it before reading any of the file, on the only thread. The process gets no core dumps, writes no files, gains
/// no privileges and dies with its parent. With Landlock it can open only `file` and what is in its folder, for
/// reading, and, if the limits say so, the images around that folder, and list the folders that these are in; with
/// seccomp, system calls that imports do not make fail. Fails if one of `layers` cannot be entered.
crossfade::Result<void> enterSandbox(const std::filesystem::path& file, const SandboxLimits& limits,
                                     const SandboxLayers& layers = sandboxLayers());

/// "memory and time limits, Landlock 7, seccomp".
std::string sandboxText();

}  // namespace app

#endif  // APP_IMPORT_ISOLATED_SANDBOX_H
