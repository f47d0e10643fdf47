// zlib streams, as in PNG and FBX files. The only user of libdeflate.
#ifndef APP_IMPORT_FILE_INFLATE_H
#define APP_IMPORT_FILE_INFLATE_H

#include <cstdint>
#include <span>

#include "app/import/file/file_bytes.h"

namespace app {

/// Whether `stream` is a zlib stream that decodes to exactly as many bytes as `out` has. Its checksum is not compared,
/// so that files of careless writers open.
bool inflateZlib(ByteSpan stream, std::span<std::uint8_t> out);

/// Deflate cannot do better: a stream that claims to decode to more lies. Check it before allocating memory.
inline constexpr std::uint64_t kBestDeflate = 1'032;

}  // namespace app

#endif  // APP_IMPORT_FILE_INFLATE_H
