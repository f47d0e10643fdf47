// Reads packs (crossfade/asset/pack.h): a skeleton and clips with their events, without a mesh.
#pragma once

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"
#include "app/model/model.h"

namespace app {

/// Fills everything but the name and path. Compressed clips get a linear key per frame. Clips keep the motion of their
/// root; tracks of morph weights and values are dropped: they belong to meshes, which a pack does not hold. Throws
/// ImportError.
void fillPackModel(Model& model, ByteSpan file, const ImportWatch& watch = {});

}  // namespace app
