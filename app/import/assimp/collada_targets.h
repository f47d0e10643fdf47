// The morph targets of a COLLADA document on a mesh that assimp made of its copy.
#ifndef APP_IMPORT_ASSIMP_COLLADA_TARGETS_H
#define APP_IMPORT_ASSIMP_COLLADA_TARGETS_H

#include <array>

#include <assimp/mesh.h>

#include "app/import/collada/collada_morphs.h"
#include "app/model/mesh.h"

namespace app {

/// The two texture coordinate sets of the copy that number positions and normals (collada_corners.h); -1: there are
/// none.
std::array<int, 2> colladaNumberSets(const aiMesh& mesh);
/// Adds the targets to a primitive made of `mesh`.
void addColladaTargets(const ColladaMorph& morph, const aiMesh& mesh, Primitive& primitive);

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_COLLADA_TARGETS_H
