// An imported model as one flat, relocatable sequence of bytes, for the pipe between the import helper and the viewer.
#pragma once

#include "app/import/file/file_bytes.h"
#include "app/model/model.h"

namespace app {

/// Everything that an import fills but `name`, `path` and what the viewer adds later (hash, project, clip files, coarse
/// indices). Numbers are in this machine's byte order.
Bytes writeModelBlob(const Model& model);

/// The inverse. `bytes` are untrusted: throws ImportError if writeModelBlob() could not have written them. The result
/// still has to pass checkModel(). Time and memory are linear in their number.
Model readModelBlob(ByteSpan bytes);

}  // namespace app
