// Writes clips into a copy of a glTF document, as one .glb file.
#ifndef APP_EXPORT_GLB_CLIPS_H
#define APP_EXPORT_GLB_CLIPS_H

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "app/model/import_report.h"
#include "crossfade/base/result.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/skeleton/skeleton.h"

namespace app {

/// The document with `clips` added. All else keeps its values, also extensions and extras that are unknown here;
/// buffers and images in files of their own move into the binary chunk, so that the result stands alone; a Lost line of
/// `report` names an image that cannot. Nodes that the clips move get a translation, rotation and scale for a matrix.
/// `skeleton` is that of the imported document: a track's joint is the node at documentIndexOf. Values are floats;
/// tracks of equal times share them; keys lie between 0 and the clip's duration, which is kept. With `keepsOwnClips`
/// false the document's own clips go; their data stays, unused. Errors: no glTF 2.0 document, a missing buffer, a track
/// that glTF cannot express (smooth, Bezier, values).
crossfade::Result<std::vector<std::uint8_t>> glbWithClips(std::span<const std::uint8_t> document,
                                                          const std::filesystem::path& folder,
                                                          const crossfade::Skeleton& skeleton,
                                                          std::span<const crossfade::AnimationClip* const> clips,
                                                          ImportReport& report, bool keepsOwnClips = true);

}  // namespace app

#endif  // APP_EXPORT_GLB_CLIPS_H
