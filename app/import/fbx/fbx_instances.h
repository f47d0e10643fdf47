// Skinned FBX geometries that several nodes show.
#ifndef APP_IMPORT_FBX_FBX_INSTANCES_H
#define APP_IMPORT_FBX_FBX_INSTANCES_H

#include <cstdint>
#include <map>
#include <utility>

#include "app/import/fbx/fbx_nodes.h"

namespace app {

/// By geometry and node: the copy of each joint. Empty: the skin moves it by the joints themselves.
using FbxJointCopies = std::map<std::pair<std::int64_t, int>, std::map<int, int>>;

/// All instances show one deformed shape, each where its node is (Maya): a joint moves the mesh in the space of the
/// mesh, and its node moves the result. So each instance gets copies of the joints below its node, which move like
/// these.
FbxJointCopies addJointCopies(const FbxScene& scene, FbxNodes& nodes);

}  // namespace app

#endif  // APP_IMPORT_FBX_FBX_INSTANCES_H
