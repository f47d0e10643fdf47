// Where what the importer library brought and what the document says are put together: what agrees stays as it was
// brought, what differs is replaced by the document's own numbers.
#pragma once

#include <vector>

#include "app/import/assimp/assimp_scene.h"
#include "app/import/file/import_watch.h"
#include "app/import/gltf/gltf_clips.h"
#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

/// Equal but for float noise: the same count, and each within 1e-6 of max(1, |exact|).
bool agrees(std::span<const float> brought, std::span<const float> exact);

/// The tree as it was brought, or the document's where the library lost or moved a node (reported).
crossfade::Skeleton reconcileSkeleton(const GltfDocument& document, const AssimpScene& brought, ImportReport& report);

/// `exact` with every array that agrees exchanged for the brought one; reports how many arrays were corrected.
std::vector<Mesh> reconcileMeshes(std::vector<Mesh> exact, AssimpScene& brought, ImportReport& report,
                                  const ImportWatch& watch = {});

/// The brought list of clips, each channel kept or corrected and counted so in the report.
std::vector<crossfade::AnimationClip> reconcileClips(std::vector<GltfClip> exact, AssimpScene& brought,
                                                     const crossfade::Skeleton& skeleton, ImportReport& report,
                                                     const ImportWatch& watch = {});

}  // namespace app
