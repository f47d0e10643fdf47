// What the commands for the motion of the root do. User input is checked here and nowhere later.
#include <cmath>
#include <string>
#include <utility>

#include "app/session/character/character_applier.h"
#include "crossfade/ground/contact_markers.h"

namespace app {

using crossfade::Result;

template <>
struct CharacterScene::Applier<TravelCommand> : CharacterScene::Checks {
  Result<void> operator()(const SetTravel& c) {
    const TravelMode before = s.ground_.travel();
    s.ground_.setTravel(c.mode);
    s.player_.faceHeading(c.mode == TravelMode::Travel);
    if ((before == TravelMode::InFile) != (c.mode == TravelMode::InFile)) s.updateRoots();
    s.study_.restart();  // its past stands elsewhere
    return {};
  }
  Result<void> operator()(const SetRoot& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    if (std::exchange(s.settingsOf(c.clip).root, c.root) == c.root) return {};
    if (s.ground_.travel() != TravelMode::InFile) s.updateRoots(c.clip);
    return {};
  }
  Result<void> operator()(const SetFootLock& c) {
    if (s.ground_.footLock() == c.on) return {};
    s.ground_.setFootLock(c.on);
    s.updateFeet();
    s.player_.dropLaterHistory();
    s.timeline_.restart();
    return {};
  }
  Result<void> operator()(const MarkersFromFeet& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    const auto moments = c.ups ? crossfade::ContactEvents::StrikesAndToeOffs : crossfade::ContactEvents::Strikes;
    auto markers = crossfade::markersOf(s.ground_.study().of(c.clip).contacts, moments);
    if (markers.empty())
      return crossfade::Error{"no foot comes down in '" + s.model_.clips[static_cast<std::size_t>(c.clip)].name() +
                              "'"};
    return s.apply(FadeCommand(SetMarkers{c.clip, std::move(markers)}));
  }
  Result<void> operator()(const StudyClips&) {
    s.ground_.study().begin();
    return {};
  }
};

Result<void> CharacterScene::apply(const TravelCommand& command) { return carryOut(command); }

/// Gives the players the clips that they are to play. The timeline starts over: its moments are of other clips.
void CharacterScene::updateRoots(int changed) {
  const auto before = ground_.makeRoots(changed);
  player_.useRoots(ground_.roots());
  comparison_.useRoots(ground_.roots());
  updateFeet();
  player_.dropLaterHistory();
  timeline_.restart();
}

void CharacterScene::updateFeet() {
  const auto locking = ground_.footLocking(static_cast<double>(floorHeight()));
  player_.lockFeet(locking ? &*locking : nullptr);
  comparison_.lockFeet(locking);
}

float CharacterScene::floorHeight() const {
  if (bounds_.rest.empty) return 0;
  const float height = bounds_.rest.max.y - bounds_.rest.min.y;
  const bool standsOnZero = std::abs(bounds_.rest.min.y) < 0.05f * height;
  return standsOnZero ? 0 : bounds_.rest.min.y;
}

}  // namespace app
