// Adds a COLLADA document's morph targets to the meshes that assimp read from its copy.
#ifndef APP_IMPORT_ASSIMP_COLLADA_TARGETS_H
#define APP_IMPORT_ASSIMP_COLLADA_TARGETS_H

#include <array>

#include <assimp/mesh.h>

#include "app/import/collada/collada_morphs.h"
#include "app/model/mesh.h"

namespace app {

/// The two UV sets that store position and normal indices in the copy (collada_corners.h); -1: there is none.
std::array<int, 2> colladaIndexSets(const aiMesh& mesh);
/// Adds the targets to the primitive that was made from `mesh`.
void addColladaTargets(const ColladaMorph& morph, const aiMesh& mesh, Primitive& primitive);

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_COLLADA_TARGETS_H
