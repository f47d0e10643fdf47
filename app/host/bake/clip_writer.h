// Writes a model's file with other clips, as a .glb file.
#ifndef APP_HOST_BAKE_CLIP_WRITER_H
#define APP_HOST_BAKE_CLIP_WRITER_H

#include <span>
#include <string>
#include <vector>

#include "app/export/glb_clips.h"
#include "app/model/model.h"

namespace app {

/// Whether the file can be copied: glTF, or the bundled character (an empty path).
bool isGltfFile(const std::string& path);

/// Writes `out`: a copy of the model's file with these clips, or a .glb file made of the model if its file is no glTF
/// (its own clips are then in `clips`). Returns what was lost, one sentence each. The error names a file.
crossfade::Result<std::vector<std::string>> writeClips(const std::string& out, const Model& model,
                                                       std::span<const crossfade::AnimationClip* const> clips,
                                                       const GlbOptions& options);

}  // namespace app

#endif  // APP_HOST_BAKE_CLIP_WRITER_H
