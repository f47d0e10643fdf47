// A reduced copy of an FBX file, from which assimp reads meshes, materials and textures.
#ifndef APP_IMPORT_FBX_FBX_COPY_H
#define APP_IMPORT_FBX_FBX_COPY_H

#include <string>

#include "app/import/fbx/fbx_scene.h"

namespace app {

/// The names that nodes and geometries have in the copy, so that equal names are told apart.
std::string fbxCopyName(const FbxObject& object);

/// A texture coordinate set of the copy holds the index of each control point as u; its v is this.
inline constexpr float kFbxPointMark = -7777;
inline constexpr int kFbxUvSets = 2;  // the file's own sets that the copy keeps at most

/// Without animation, deformers, shapes, poses and attributes, all nodes below the root, in the format of the file.
Bytes writeFbxCopy(const FbxScene& scene);

}  // namespace app

#endif  // APP_IMPORT_FBX_FBX_COPY_H
