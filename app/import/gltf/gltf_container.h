// The outside of a glTF file: a binary container (.glb) or plain JSON, told apart by content, not by name.
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

/// Takes the file apart. Throws ImportError for anything that is not glTF 2.0's container, and for JSON that is too
/// deep, too long or broken; bytes that are not UTF-8 are replaced and reported.
GltfContainer readContainer(ByteSpan file, ImportReport& report);

}  // namespace app
