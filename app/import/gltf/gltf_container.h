// Splits a glTF file, binary container (.glb) or plain JSON, into JSON and binary chunk. The content decides which it
// is, not the extension.
#pragma once

#include "app/import/file/file_bytes.h"
#include "app/import/gltf/json_reading.h"
#include "app/model/import_report.h"

namespace app {

struct GltfContainer {
  Json json;     // an object
  Bytes binary;  // the binary chunk; empty without one
  bool hasBinary = false;
};

/// Throws ImportError for anything but a glTF 2.0 container, and for JSON that is too deep, too long or malformed.
/// Bytes that are not UTF-8 are replaced and reported.
GltfContainer readContainer(ByteSpan file, ImportReport& report);

}  // namespace app
