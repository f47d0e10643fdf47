// Reads COLLADA documents.
#ifndef APP_IMPORT_COLLADA_COLLADA_MODEL_H
#define APP_IMPORT_COLLADA_COLLADA_MODEL_H

#include <filesystem>

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"
#include "app/model/model.h"

namespace app {

/// Fills everything but name and path. Every node becomes a joint, every group of faces a mesh with one primitive; a
/// vertex keeps its four strongest joints, normalized; tracks are linear. Images are read from `folder` and below only.
/// Throws ImportError.
void fillColladaModel(Model& model, ByteSpan file, const std::filesystem::path& folder, bool imageHeadersOnly,
                      const ImportWatch& watch);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_MODEL_H
