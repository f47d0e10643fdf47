// Merges two readings of a glTF document: assimp's and our own. Where they agree, assimp's is used; where they differ,
// ours, which comes straight from the accessors. The report counts both.
#ifndef APP_IMPORT_ASSIMP_RECONCILE_H
#define APP_IMPORT_ASSIMP_RECONCILE_H

#include <vector>

#include "app/import/assimp/assimp_scene.h"
#include "app/import/file/import_watch.h"
#include "app/import/gltf/gltf_clips.h"
#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

/// Equal up to float noise: the same count, and each value within 1e-6 * max(1, |gltf|).
bool agrees(std::span<const float> assimp, std::span<const float> gltf);

/// In the node order of assimp, or in the document's where assimp lost or reparented a node (reported).
crossfade::Skeleton reconcileSkeleton(const GltfDocument& document, const AssimpScene& assimp, ImportReport& report);

/// `gltf`, with each array replaced by assimp's where the two agree. Reports how many arrays differ. Empties `assimp`.
std::vector<Mesh> reconcileMeshes(std::vector<Mesh> gltf, AssimpScene& assimp, ImportReport& report,
                                  const ImportWatch& watch = {});

/// The clips of the document. A linear channel uses assimp's keys where the two agree, any other the document's; the
/// report counts both. Empties `assimp`.
std::vector<crossfade::AnimationClip> reconcileClips(std::vector<GltfClip> gltf, AssimpScene& assimp,
                                                     const crossfade::Skeleton& skeleton, ImportReport& report,
                                                     const ImportWatch& watch = {});

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_RECONCILE_H
