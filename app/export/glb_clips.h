// Writes clips into a copy of a glTF document, as one .glb file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/import_report.h"
#include "app/model/material.h"
#include "app/model/scene_value.h"
#include "crossfade/base/result.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/skeleton/skeleton.h"

namespace app {

struct GlbOptions {
  bool keepsOwnClips = true;                     // false: removes the document's clips; their data stays, unused
  std::span<const std::string> clipExtras = {};  // JSON, per clip: its "extras"; none, or empty: no extras
  std::span<const std::optional<std::string>> ownEvents = {};  // JSON, per clip of the document: in place of its own
  std::span<const MaterialValue> materialValues = {};          // of the model: tracks of values name them by index
  std::span<const SceneValue> sceneValues = {};                // the same, behind those
  std::string_view extras = {};  // JSON: becomes the member "crossfade" of the document's "extras"
};

/// The document with `clips` added. Everything else stays byte for byte, even unknown extensions, extras and chunks:
/// JSON changes only where it has to, and the binary chunk is appended to. External buffers and images are embedded, so
/// the result is self-contained; a Lost line of `report` names an image that cannot be. Animated nodes get a
/// translation, rotation and scale in place of a matrix.
/// `skeleton` is that of the imported document: a track's joint is the node at documentIndexOf. Values are floats;
/// tracks of equal times share them; keys lie between 0 and the clip's duration, which is kept. Tracks of material
/// and scene values become KHR_animation_pointer, visibility with steps at its keys; a Lost line names one whose target
/// the document does not have. Errors: no
/// glTF 2.0 document, a missing buffer, a track that glTF cannot express (smooth, Bezier, selections).
crossfade::Result<std::vector<std::uint8_t>> glbWithClips(std::span<const std::uint8_t> document,
                                                          const std::filesystem::path& folder,
                                                          const crossfade::Skeleton& skeleton,
                                                          std::span<const crossfade::AnimationClip* const> clips,
                                                          ImportReport& report, const GlbOptions& options = {});

}  // namespace app
