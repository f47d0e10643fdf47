// The markers of a player's clips, for Sync::Markers: chosen by hand, or where their feet come down. The timeline does
// not know them.
#ifndef APP_SESSION_CHARACTER_PLAYER_MARKERS_H
#define APP_SESSION_CHARACTER_PLAYER_MARKERS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "crossfade/transition/transition.h"

namespace app {

class PlayerMarkers {
 public:
  explicit PlayerMarkers(std::size_t clipCount) : clips_(clipCount) {}

  /// Of one clip; none: removes them.
  void choose(int clip, std::optional<crossfade::SyncMarkers> markers);
  /// For a clip that has none; choose() takes precedence.
  void useFeet(int clip, crossfade::SyncMarkers markers);
  bool has(int clip) const { return clips_[static_cast<std::size_t>(clip)].markers.has_value(); }
  /// Chooses for every clip what `from` has. False: they are those that it took last.
  bool take(const PlayerMarkers& from);
  /// To a transition of the same clips.
  void giveTo(crossfade::Transition& transition, std::span<const crossfade::ClipId> clips) const;

 private:
  struct ClipMarkers {
    std::optional<crossfade::SyncMarkers> markers;
    bool areOfFeet = false;
  };
  std::vector<ClipMarkers> clips_;
  std::uint64_t revision_ = 0;  // of the chosen ones
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_PLAYER_MARKERS_H
