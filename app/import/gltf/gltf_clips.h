// Reads the animations of a glTF document: every interpolation, tangents, and normalized integers.
#pragma once

#include <vector>

#include "app/import/gltf/gltf_document.h"
#include "app/model/import_report.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/clip/clip_events.h"
#include "crossfade/skeleton/skeleton.h"

namespace app {

/// One clip per animation, in document order, named as in three.js where it has no name. Unusable channels are left out
/// and reported.
std::vector<crossfade::AnimationClip> readGltfClips(const GltfDocument& document, const crossfade::Skeleton& skeleton,
                                                    ImportReport& report, const ImportWatch& watch = {});

/// The events in the "extras" of the animations, for the clips that were made of them. Unusable ones are left out and
/// reported.
crossfade::ClipEventSet readGltfEvents(const GltfDocument& document, const crossfade::ClipSet& clips,
                                       ImportReport& report);

}  // namespace app
