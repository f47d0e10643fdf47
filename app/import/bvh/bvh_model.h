// Reads BVH (motion capture): a skeleton and one clip, without a mesh.
#ifndef APP_IMPORT_BVH_BVH_MODEL_H
#define APP_IMPORT_BVH_BVH_MODEL_H

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"
#include "app/model/model.h"

namespace app {

/// Fills everything but the name and path. Joints and end sites become joints, with a linear key per frame. Position
/// channels replace a joint's offset, as in Blender; its rest position is then its position in the first frame.
/// Rest rotations are zero; see figure_joints.h. Throws ImportError.
void fillBvhModel(Model& model, ByteSpan file, const ImportWatch& watch = {});

}  // namespace app

#endif  // APP_IMPORT_BVH_BVH_MODEL_H
