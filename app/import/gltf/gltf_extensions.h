// Which glTF extensions are read, which ones only change how a surface looks and are simplified, and which are unknown.
#pragma once

#include "app/import/gltf/json_reading.h"
#include "app/model/import_report.h"

namespace app {

/// Reports the extensions in use that are not shown in full. A required one that is unknown does not stop the file, but
/// its line says Lost; unless buffers, accessors or primitives have it, so that the data itself cannot be read: throws
/// ImportError.
void checkExtensions(const Json& document, ImportReport& report);

/// An extension of a JSON object, or null.
const Json* findExtension(const Json& object, const char* name);

}  // namespace app
