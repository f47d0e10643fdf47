// Imports a file in a helper process, so that a crash, a hang or a memory bomb of an importer ends only that. Whatever
// the helper does, the caller gets a checked model or an ImportError with one sentence.
#pragma once

#include <cstdint>
#include <filesystem>

#include "app/import/file/import_watch.h"
#include "app/model/file_formats.h"
#include "app/model/model.h"

namespace app {

struct HelperLimits {
  std::uint64_t memoryBytes = 4ull << 30;  // address space; not limited in sanitizer builds, which reserve terabytes
  int cpuSeconds = 60;
  int seconds = 120;  // on the clock
};

/// The program `crossfade-import`: beside the running program, or where builds and packages put it relative to that.
/// Empty if there is none.
std::filesystem::path findImportHelper();

/// Everything but the model's name and path. Costs a few milliseconds more than the import itself, and reading the
/// result: see docs/reliability.md. Throws ImportCanceled within 20 ms of a cancel. The helper is gone when this
/// returns or throws.
Model importInHelper(const std::filesystem::path& helper, const std::filesystem::path& file, Importer importer,
                     bool imageHeadersOnly, const ImportWatch& watch, const HelperLimits& limits = {});

}  // namespace app
