// Reads BVH (motion capture): a skeleton and one clip, without a mesh.
#ifndef APP_IMPORT_BVH_BVH_MODEL_H
#define APP_IMPORT_BVH_BVH_MODEL_H

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"
#include "app/model/model.h"

namespace app {

/// Fills everything but name and path: every joint and end site is a joint, with a linear key in each frame. Position
/// channels replace the joint's offset, as in Blender; so where there are some, the rest pose has the first frame's.
/// Its rotations are zero, see straight_rest.h. Throws ImportError.
void fillBvhModel(Model& model, ByteSpan file, const ImportWatch& watch = {});

}  // namespace app

#endif  // APP_IMPORT_BVH_BVH_MODEL_H
