// Reads a file into memory. Regular files only: a pipe or a device could block the importer or never end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "app/import/file/import_watch.h"

namespace app {

using Bytes = std::vector<std::uint8_t>;
using ByteSpan = std::span<const std::uint8_t>;

/// Throws ImportError when the file cannot be opened, is not a regular file, or is larger than `limit` bytes.
Bytes readRegularFile(const std::filesystem::path& file, std::uint64_t limit, const ImportWatch& watch = {});

}  // namespace app
