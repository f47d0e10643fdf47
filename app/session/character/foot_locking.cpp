#include "app/session/character/foot_locking.h"

#include "app/model/root_clip.h"

namespace app {
namespace {

using crossfade::GroundContacts;

/// The ground under a clip as it is played, beside what its track does.
GroundContacts contactsUnder(const GroundFacts& facts, RootMode mode) {
  GroundContacts contacts = facts.contacts;
  const bool movesByTrack = mode == RootMode::Extract || mode == RootMode::Feet;
  if (movesByTrack) contacts.groundVelocity = glm::dvec3(0.0);
  if (mode == RootMode::Hold && facts.root.travels()) contacts.groundVelocity = -facts.root.velocity();
  return contacts;
}

}  // namespace

std::optional<FootLocking> footLockingOf(const Model& model, const std::vector<ClipSettings>& settings, TravelMode mode,
                                         double floor, ClipStudy& study) {
  const crossfade::Feet& feet = study.feet();
  if (feet.isEmpty()) return std::nullopt;
  FootLocking made{.lock = crossfade::FootLock(model.skeleton, feet, {.floor = floor}),
                   .ground = crossfade::ClipGround(feet.feet.size()),
                   .jumps = {}};
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const GroundFacts& facts = study.of(static_cast<int>(i));
    const RootMode root = mode == TravelMode::InFile ? RootMode::Keep : chosenMode(settings[i].root, facts.root);
    made.ground.set(model.clips.ids()[i], contactsUnder(facts, root));
    if (facts.root.travels() && root != RootMode::Extract && root != RootMode::Hold)
      made.jumps.push_back(model.clips.ids()[i]);
  }
  return made;
}

}  // namespace app
