// Whole files: their text and their hash.
#pragma once

#include <cstdint>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>

#include "app/import/file/import_limits.h"
#include "crossfade/base/result.h"

namespace app {

// ---- Whole text files.

/// The longest text that is read: scripts, sets, maps, shapes, projects and traces have a few megabytes at most.
inline constexpr std::uint64_t kTextBytes = 64ull << 20;

/// Reads a regular file of at most kTextBytes; a device or a pipe might never end. The error names the file.
crossfade::Result<std::string> readTextFile(const std::string& path);
/// Returns the Result of `work`, or, if it runs out of memory, an error that names the file and what was done with it.
template <class Work>
auto withinMemory(const std::string& path, Work work, const char* verb = "open") -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return crossfade::Error{path + ": there is not enough memory to " + verb + " it"};
  }
}
/// Replaces the file, or leaves it untouched when that fails (record/pending_file.h).
crossfade::Result<void> writeTextFile(const std::filesystem::path& path, std::string_view text);

/// No model or text may be longer.
inline constexpr std::uint64_t kHashedBytes = limits::kFileBytes;

/// fnv1a of the file's bytes; 0 if it cannot be read. About a second per gigabyte. Of a file above kHashedBytes, which
/// nothing opens, only its size counts.
std::uint64_t fileHash(const std::filesystem::path& file);

}  // namespace app
