// The sandbox of the import helper: drops every right that an import does not need. This cannot be undone.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "crossfade/base/result.h"

namespace app {

// The system calls that an import may make, as a program for the kernel (seccomp).

/// Whether filters are written for this processor.
bool hasSystemCallFilter();

/// Calls that reading a file, memory and threads need pass; all others fail with EPERM, so that a C library that tries
/// something newer first falls back. `self` is the process that it is for, the only one that may get its signals. A
/// program of another architecture is killed.
std::vector<sock_filter> systemCallFilter(pid_t self);

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
/// no privileges and dies with its parent. With Landlock it can open only `file` and what is in its folder, only
/// for reading; if the limits say so, it can also open the images around that folder and list their folders. With
/// seccomp, system calls that imports do not need fail. Fails if one of `layers` cannot be entered.
crossfade::Result<void> enterSandbox(const std::filesystem::path& file, const SandboxLimits& limits,
                                     const SandboxLayers& layers = sandboxLayers());

/// "memory and time limits, Landlock 7, seccomp".
std::string sandboxText();

}  // namespace app
