// Imports a file as a Model, or says in one sentence why it cannot.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "app/import/cache/model_cache.h"
#include "app/import/file/import_watch.h"
#include "app/model/file_formats.h"
#include "app/model/model.h"
#include "crossfade/base/result.h"

namespace app {

struct ImportOptions {
  bool allInfluences = false;          // also use JOINTS_1 and up; the default is that of three.js, JOINTS_0 only
  bool imageHeadersOnly = false;       // images have their sizes, but no pixels: for callers that show nothing
  Importer importer = Importer::Own;   // Assimp: whatever the format
  FileSpace space;                     // of the file, as the user states it
  bool isolated = true;                // files of other formats than glTF are read in a process of their own
  ImportProgress* progress = nullptr;  // must outlive the call
  ModelCache* cache = nullptr;         // of slow imports; must outlive the call
};

/// Imports any of kModelFormats; whether glTF is binary, and whether it is 1.0, which assimp reads, is decided by the
/// content. All but glTF 2.0 is read in a helper process whose end is only an error (isolated/helper_import.h). Nothing
/// outside the file's folder is read (file/resource_uri.h). The error names the file, the location and the value.
/// Throws nothing. A file near the limits (file/import_limits.h) may take seconds and hundreds of megabytes: call it
/// off the main thread.
crossfade::Result<Model> importModel(const std::filesystem::path& file, const ImportOptions& options = {});

/// The same for a self-contained glTF document in memory; `name` is for messages.
crossfade::Result<Model> importModel(const std::string& name, std::span<const std::byte> bytes,
                                     const ImportOptions& options = {});

/// What makes a model of a file here, as a ModelCache is to know it: this program, the import helper, assimp.
std::string importerVersion();

}  // namespace app
