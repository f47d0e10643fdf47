// Splits a glTF file, binary container (.glb) or plain JSON, into JSON and binary chunk. The content decides which it
// is, not the extension.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/import/file/file_bytes.h"
#include "app/import/gltf/json_reading.h"
#include "app/model/import_report.h"
#include "app/model/json/json_tree.h"

namespace app {

/// The binary container: glTF 2.0, section 4.4.
namespace glb {
inline constexpr std::uint32_t kJsonChunk = 0x4E4F534A;    // "JSON"
inline constexpr std::uint32_t kBinaryChunk = 0x004E4942;  // "BIN\0"
inline constexpr std::size_t kHeaderBytes = 12;
inline constexpr std::size_t kChunkHeaderBytes = 8;
}  // namespace glb

struct GltfContainer {
  JsonTree<> json;  // an object
  Bytes binary;     // the binary chunk; empty without one
  bool hasBinary = false;
  // Only if they are asked for:
  std::string text = {};   // of the JSON as it is written, but UTF-8, without a byte order mark
  Bytes otherChunks = {};  // those of unknown kinds, with their headers
};

enum class ContainerParts { Known, All };

/// Throws ImportError for anything but a glTF 2.0 container, and for JSON that is too deep, too long or malformed.
/// Bytes that are not UTF-8 are replaced and reported.
GltfContainer readContainer(ByteSpan file, ImportReport& report, ContainerParts parts = ContainerParts::Known);

}  // namespace app
