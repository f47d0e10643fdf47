// Puts JSON and binary data together as a .glb file (glTF 2.0, 4.4).
#ifndef APP_EXPORT_GLB_FILE_H
#define APP_EXPORT_GLB_FILE_H

#include <string_view>

#include "app/import/file/file_bytes.h"

namespace app {

/// Data in a binary chunk begins at multiples of this many bytes.
inline constexpr std::size_t kGlbAlignment = 4;
/// Appends bytes up to the next multiple.
void padGlb(Bytes& bytes, std::uint8_t with = 0);

/// `json` and `binary` (none if it is empty) as chunks, then `otherChunks`, with their headers. Throws ImportError if
/// that is more than a file can hold.
Bytes glbFile(std::string_view json, ByteSpan binary, ByteSpan otherChunks = {});

}  // namespace app

#endif  // APP_EXPORT_GLB_FILE_H
