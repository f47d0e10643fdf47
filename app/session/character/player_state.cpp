#include "app/session/character/player_state.h"

#include <utility>

namespace app {

void PlayerMarkers::choose(int clip, std::optional<crossfade::SyncMarkers> markers) {
  clips_[static_cast<std::size_t>(clip)] = {.markers = std::move(markers)};
  ++revision_;
}

void PlayerMarkers::useFeet(int clip, crossfade::SyncMarkers markers) {
  clips_[static_cast<std::size_t>(clip)] = {.markers = std::move(markers), .areOfFeet = true};
}

bool PlayerMarkers::take(const PlayerMarkers& from) {
  if (std::exchange(revision_, from.revision_) == from.revision_) return false;
  const auto isChosen = [](const ClipMarkers& each) { return each.markers && !each.areOfFeet; };
  for (std::size_t i = 0; i < clips_.size(); ++i)
    if (isChosen(clips_[i]) || isChosen(from.clips_[i])) clips_[i] = from.clips_[i];
  return true;
}

void PlayerMarkers::giveTo(crossfade::Transition& transition, std::span<const crossfade::ClipId> clips) const {
  for (std::size_t i = 0; i < clips_.size(); ++i)
    if (clips_[i].markers)
      transition.setMarkers(clips[i], *clips_[i].markers);
    else
      transition.removeMarkers(clips[i]);
}

}  // namespace app
