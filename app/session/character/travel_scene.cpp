// What the commands for the motion of the root do. User input is checked here and nowhere later.
#include <cmath>
#include <string>
#include <utility>

#include "app/session/character/character_checks.h"
#include "crossfade/ground/contact_markers.h"

namespace app {

using crossfade::Result;

struct CharacterScene::TravelApplier : Checks {
  Result<void> operator()(const SetTravel& c) {
    const TravelMode before = std::exchange(s.travel_, c.mode);
    s.player_.faceHeading(c.mode == TravelMode::Travel);
    if ((before == TravelMode::InFile) != (c.mode == TravelMode::InFile)) s.updateRoots();
    s.study_.restart();  // its past stands elsewhere
    return {};
  }
  Result<void> operator()(const SetRoot& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    if (std::exchange(s.settingsOf(c.clip).root, c.root) == c.root) return {};
    if (s.travel_ != TravelMode::InFile) s.updateRoots(c.clip);
    return {};
  }
  Result<void> operator()(const SetFootLock& c) {
    if (std::exchange(s.footLock_, c.on) == c.on) return {};
    s.updateFeet();
    s.player_.dropLaterHistory();
    s.timeline_.restart();
    return {};
  }
  Result<void> operator()(const MarkersFromFeet& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    const auto moments = c.ups ? crossfade::MarkerMoments::DownsAndUps : crossfade::MarkerMoments::Downs;
    auto markers = crossfade::markersOf(s.study().of(c.clip).contacts, moments);
    if (markers.empty())
      return crossfade::Error{"no foot comes down in '" + s.model_.clips[static_cast<std::size_t>(c.clip)].name() +
                              "'"};
    return s.apply(FadeCommand(SetMarkers{c.clip, std::move(markers)}));
  }
  Result<void> operator()(const StudyClips&) {
    s.study().begin();
    return {};
  }
};

Result<void> CharacterScene::apply(const TravelCommand& command) { return std::visit(TravelApplier{{*this}}, command); }

ClipStudy& CharacterScene::study() {
  if (!clipStudy_) clipStudy_ = std::make_unique<ClipStudy>(model_);
  return *clipStudy_;
}

/// Gives the players the clips that `travel_` and the clips' settings ask for; all of them, or the one that changed.
/// The timeline starts over: its moments are of other clips.
void CharacterScene::updateRoots(int changed) {
  std::unique_ptr<RootClips> next;
  if (travel_ != TravelMode::InFile)
    next = std::make_unique<RootClips>(rootClipsOf(model_, clipSettings_, study(), roots_.get(), changed));
  player_.useRoots(next.get());
  comparison_.useRoots(next.get());
  roots_ = std::move(next);
  updateFeet();
  player_.dropLaterHistory();
  timeline_.restart();
}

void CharacterScene::updateFeet() {
  std::optional<FootLocking> locking;
  if (footLock_) locking = footLockingOf(model_, clipSettings_, travel_, static_cast<double>(floorHeight()), study());
  player_.lockFeet(locking ? &*locking : nullptr);
  comparison_.lockFeet(locking);
}

/// Of a clip whose feet go round in a cycle: where they come down.
std::optional<crossfade::SyncMarkers> CharacterScene::feetMarkersOf(int clip) {
  const crossfade::GroundContacts& contacts = study().of(clip).contacts;
  if (!contacts.isCyclic) return std::nullopt;
  auto made = crossfade::SyncMarkers::make(crossfade::markersOf(contacts, crossfade::MarkerMoments::Downs),
                                           model_.clips[static_cast<std::size_t>(clip)].duration());
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

float CharacterScene::floorHeight() const {
  if (restBounds_.empty) return 0;
  const float height = restBounds_.max.y - restBounds_.min.y;
  const bool standsOnZero = std::abs(restBounds_.min.y) < 0.05f * height;
  return standsOnZero ? 0 : restBounds_.min.y;
}

/// Up to the moment on screen.
void CharacterScene::updateFloorPath() {
  floorPath_.clear();
  if (!showsTravel()) return;
  const TravelPath& path = player_.path();
  const glm::dvec3 here = player_.travel().at.translation;
  const double now = player_.mixerTime();
  floorPath_.reserve(TravelPath::kPoints + 1);
  for (int i = 0; i < path.size() && path.time(i) < now; ++i)
    if (const double ago = now - path.time(i); ago <= TravelPath::kSeconds)
      floorPath_.push_back({.position = path.position(i) - here, .seconds = static_cast<float>(-ago)});
  floorPath_.push_back({});
}

}  // namespace app
