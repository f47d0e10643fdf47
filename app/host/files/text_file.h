// Whole text files.
#ifndef APP_HOST_FILES_TEXT_FILE_H
#define APP_HOST_FILES_TEXT_FILE_H

#include <filesystem>
#include <new>
#include <string>
#include <string_view>

#include "crossfade/base/result.h"

namespace app {

/// The error names the file.
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

}  // namespace app

#endif  // APP_HOST_FILES_TEXT_FILE_H
