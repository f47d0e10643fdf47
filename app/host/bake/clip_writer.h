// Writes a model's file with other clips, as a .glb file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/export/glb_clips.h"
#include "app/host/bake/bake_session.h"
#include "app/model/model.h"

namespace app {

/// Whether the file can be copied: glTF, or the bundled character (an empty path).
bool isGltfFile(const std::string& path);

struct ModelCopy {
  std::vector<std::uint8_t> bytes;  // of a .glb file
  std::vector<std::string> lost;    // one sentence each
};

/// A copy of the model's file with these clips, or a .glb file made of the model if its file is no glTF (its own clips
/// are then in `clips`). The error names a file.
crossfade::Result<ModelCopy> copyWithClips(const Model& model, std::span<const crossfade::AnimationClip* const> clips,
                                           const GlbOptions& options);
/// The same with what was baked, the clips of other files, and the session's set. Without `keepsOwnClips` the clips of
/// the model's own file are left out.
crossfade::Result<ModelCopy> copyWithBaked(const Session& session, std::span<const BakedClip> baked,
                                           bool keepsOwnClips);
/// A .glb file made of the model alone, whatever its file is: turned as it is shown, meshes and images without
/// compression, with all its clips. Extensions of the file that Crossfade does not read are lost.
crossfade::Result<ModelCopy> rebuiltCopy(const Session& session);
crossfade::Result<void> writeCopy(const std::string& out, const ModelCopy& copy);
/// copyWithClips and writeCopy. Returns what was lost.
crossfade::Result<std::vector<std::string>> writeClips(const std::string& out, const Model& model,
                                                       std::span<const crossfade::AnimationClip* const> clips,
                                                       const GlbOptions& options);

}  // namespace app
