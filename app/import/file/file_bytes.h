// The bytes of a file, read once; only regular files, so that no pipe or device can hang or feed the importer.
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
