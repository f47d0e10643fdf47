#include "app/session/character/ground_motion.h"

#include <utility>

#include "crossfade/ground/contact_markers.h"

namespace app {

ClipStudy& GroundMotion::study() {
  if (!study_) study_ = std::make_unique<ClipStudy>(model_);
  return *study_;
}

void GroundMotion::takeFacts(const GroundMotion& before, int firstOther, int otherCount) {
  if (!before.study_) return;
  for (int clip = 0; clip < static_cast<int>(model_.clips.size()); ++clip)
    if (clip < firstOther || clip >= firstOther + otherCount) study().copyFacts(*before.study_, clip);
  if (before.study_->hasBegun()) study().begin();
}

std::unique_ptr<RootClips> GroundMotion::makeRoots(int changed) {
  std::unique_ptr<RootClips> next;
  if (travel_ != TravelMode::InFile)
    next = std::make_unique<RootClips>(rootClipsOf(model_, settings_, study(), roots_.get(), changed));
  return std::exchange(roots_, std::move(next));
}

std::optional<FootLocking> GroundMotion::footLocking(double floor) {
  if (!footLock_) return std::nullopt;
  return footLockingOf(model_, settings_, travel_, floor, study());
}

std::optional<crossfade::SyncMarkers> GroundMotion::feetMarkersOf(int clip) {
  const crossfade::GroundContacts& contacts = study().of(clip).contacts;
  if (!contacts.isCyclic) return std::nullopt;
  auto made = crossfade::SyncMarkers::make(crossfade::markersOf(contacts, crossfade::ContactEvents::Strikes),
                                           model_.clips[static_cast<std::size_t>(clip)].duration());
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

void GroundMotion::updatePath(const Player& player) {
  path_.clear();
  const TravelPath& walked = player.path();
  const glm::dvec3 here = player.travel().at.translation;
  const double now = player.mixerTime();
  path_.reserve(TravelPath::kPoints + 1);
  for (int i = 0; i < walked.size() && walked.time(i) < now; ++i)
    if (const double ago = now - walked.time(i); ago <= kFloorPathSeconds)
      path_.push_back({.position = walked.position(i) - here, .seconds = static_cast<float>(-ago)});
  path_.push_back({});
}

}  // namespace app
