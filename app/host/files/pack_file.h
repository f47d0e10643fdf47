// Packs on disk: what a session gives to a game (crossfade/asset/pack.h).
#ifndef APP_HOST_FILES_PACK_FILE_H
#define APP_HOST_FILES_PACK_FILE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "crossfade/asset/pack.h"

namespace app {

inline constexpr std::string_view kPackEnding = ".xfade";

/// The model's skeleton, skins and clips, as the session has them: of each clip its root motion as it is set, what its
/// feet do, and the markers that fades sync by (its own, or else where its feet come down); masks; the transition set,
/// if it says anything, with the defaults of the cross-fade panel.
crossfade::Pack packOf(const Session& session);

/// A pack with the block that holds its keys.
struct OpenedPack {
  std::vector<std::uint8_t> block;
  crossfade::Pack pack;
};

/// The error names the file.
crossfade::Result<OpenedPack> loadPack(const std::string& path);
/// Returns the bytes written. The error names the file.
crossfade::Result<std::size_t> savePack(const std::string& path, const crossfade::Pack& pack,
                                        const crossfade::PackOptions& options = {});

}  // namespace app

#endif  // APP_HOST_FILES_PACK_FILE_H
