// Reads a file into memory, and the zlib streams that are in PNG and FBX files. Regular files only: a pipe or a device
// could block the importer or never end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "app/import/file/import_watch.h"
#include "crossfade/base/result.h"

namespace app {

using Bytes = std::vector<std::uint8_t>;
using ByteSpan = std::span<const std::uint8_t>;

/// Throws ImportError when the file cannot be opened, is not a regular file, or is larger than `limit` bytes.
Bytes readRegularFile(const std::filesystem::path& file, std::uint64_t limit, const ImportWatch& watch = {});
/// The same for callers outside the importer; the error names the file.
crossfade::Result<Bytes> tryReadRegularFile(const std::filesystem::path& file, std::uint64_t limit);

/// Whether `stream` is a zlib stream that decodes to exactly as many bytes as `out` has. Its checksum is not compared,
/// so that files of careless writers open.
bool inflateZlib(ByteSpan stream, std::span<std::uint8_t> out);

/// Deflate cannot do better: a stream that claims to decode to more lies. Check it before allocating memory.
inline constexpr std::uint64_t kBestDeflate = 1'032;

}  // namespace app
