// Makes a pack of a session, for a game to load, and reads and writes pack files (crossfade/asset/pack.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "crossfade/asset/pack.h"

namespace app {

/// The session's skeleton, skins, clips and masks; for each clip its root motion as set, its foot contacts, the markers
/// that fades sync by (its own, or else its footfalls), and its events (with `marksSteps` its footfalls if it has
/// none); the transition set, unless it is empty, with the cross-fade panel's settings as defaults; and the blend
/// spaces.
crossfade::Pack packOf(const Session& session, bool marksSteps = false);

/// A pack together with the block that holds its keys.
struct OpenedPack {
  std::vector<std::uint8_t> block;
  crossfade::Pack pack;
};

/// The error names the file.
crossfade::Result<OpenedPack> loadPack(const std::string& path);
struct SavedPack {
  std::size_t bytes = 0;
  std::size_t keyed = 0;  // clips that have keys: all of them without a tolerance
};

/// The error names the file.
crossfade::Result<SavedPack> savePack(const std::string& path, const crossfade::Pack& pack,
                                      const crossfade::PackOptions& options = {});

}  // namespace app
