// Feet and root motion. This file, and the parts of the library that only it calls, are a module of their own
// (split.mjs), which src/engine.ts loads where it is asked for: most pages play clips in place.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "character.h"
#include "crossfade/body/contacts.h"
#include "crossfade/ground/clip_ground.h"
#include "crossfade/ground/contact_markers.h"
#include "crossfade/ground/foot_lock.h"
#include "crossfade/mixer/clip_time.h"
#include "crossfade/travel/root_extraction.h"
#include "crossfade/travel/root_motion.h"
#include "crossfade/travel/root_motion_mixer.h"
#include "surface.h"

namespace crossfade::web {
namespace {

/// Of the rig.
struct Ground : RigGround {
  std::optional<Feet> feet;  // once they were asked for
  RootMotionMixer roots;

  static Ground& of(Rig& rig) {
    if (!rig.ground) rig.ground = std::make_unique<Ground>();
    return static_cast<Ground&>(*rig.ground);
  }
};

/// Its feet, found by the first call.
const Feet& feetOf(Rig& rig) {
  std::optional<Feet>& feet = Ground::of(rig).feet;
  if (!feet) feet = findFeet(rig.skeleton);
  return *feet;
}

/// Where root motion has brought the character.
struct Travel {
  RootDelta at, cellBegin;
  RootCell cell;
};

/// Feet that stay where they touched the ground. The state at the begin of a time cell, and what is shown after it.
struct LockedFeet {
  FootLock lock, shown;
  ClipGround ground;
  GroundState now;
  bool on = true;
  double seconds = 0;  // since the cell began
  glm::dvec3 groundMoved{0.0};
};

class RootAndFeet : public GroundMotion {
 public:
  static RootAndFeet& of(Character& character) {
    if (!character.groundMotion) character.groundMotion = std::make_unique<RootAndFeet>();
    return static_cast<RootAndFeet&>(*character.groundMotion);
  }

  void setTravels(const Character& character, bool on);
  void lockFeet(Character& character, bool on);

  std::unique_ptr<GroundMotion> copy() const override { return std::make_unique<RootAndFeet>(*this); }
  bool cutsCells() const override { return travels_ || (feet_ && (feet_->on || !feet_->lock.isSettled())); }
  bool needsPoses() const override { return feet_.has_value(); }
  void follow(Character& character, double seconds) override;
  void begin() override { before_ = travel_.at; }
  void end(Character& character) override;

 private:
  void step(Character& character, double seconds);
  void holdFeet(Character& character, double seconds);

  bool travels_ = false;
  Travel travel_;
  RootDelta before_;          // this frame
  glm::dvec3 velocity_{0.0};  // of travel
  std::optional<LockedFeet> feet_;
};

void RootAndFeet::setTravels(const Character& character, bool on) {
  travels_ = on;
  travel_.cell.motions.resize(character.player.mixer().motions().size());
}

void RootAndFeet::follow(Character& character, double seconds) {
  if (travels_) step(character, seconds);
  if (feet_) holdFeet(character, seconds);
}

void RootAndFeet::end(Character& character) {
  const RootDelta moved = inverse(before_) * travel_.at;
  character.travelStep[0] = moved.translation.x;
  character.travelStep[1] = moved.translation.y;
  character.travelStep[2] = moved.translation.z;
  character.travelStep[3] = std::remainder(moved.turn, 2 * 3.14159265358979323846);
}

/// Added up since the cell began, so that the way does not depend on frames.
void RootAndFeet::step(Character& character, double seconds) {
  const RootMotionMixer& roots = Ground::of(character.rig).roots;
  const glm::dvec3 before = roots.step(travel_.cell.motions).translation;
  travel_.cell.add(character.player.mixer(), seconds);
  const RootDelta step = roots.step(travel_.cell.motions);
  if (seconds > kSameTime) velocity_ = (step.translation - before) / seconds;
  travel_.at = travel_.cellBegin * step;
  if (!isTimeCellBegin(character.player.mixer().time())) return;
  travel_.cellBegin = travel_.at;
  travel_.cell.clear();
}

/// The ground under a character that its tracks move goes the other way.
void RootAndFeet::holdFeet(Character& character, double seconds) {
  const AnimationMixer& mixer = character.player.mixer();
  LockedFeet& feet = *feet_;
  GroundState& now = feet.now;
  now = feet.ground.now(mixer, seconds);
  if (!feet.on || mixer.blendList().empty()) std::fill(now.contact.begin(), now.contact.end(), 0.0);
  now.velocity -= glm::dvec3(velocity_.x, 0, velocity_.z);
  feet.seconds += seconds;
  feet.groundMoved += now.velocity * seconds;
  const double passed = feet.seconds > kSameTime ? feet.seconds : 0;  // less is rounding
  if (passed > 0) now.velocity = feet.groundMoved / passed;
  const bool settles = passed > 0 && isTimeCellBegin(mixer.time());
  if (!settles) feet.shown = feet.lock;
  (settles ? feet.lock : feet.shown).apply(passed, now, character.pose);
  if (!settles) return;
  feet.seconds = 0;
  feet.groundMoved = glm::dvec3(0.0);
}

void RootAndFeet::lockFeet(Character& character, bool on) {
  if (feet_) {
    if (on && feet_->lock.isSettled()) feet_->lock.restart();
    feet_->on = on;
    return;
  }
  const Rig& rig = character.rig;
  const Feet& feet = feetOf(character.rig);
  if (!on || feet.isEmpty()) return;
  const FootLock lock(rig.skeleton, feet);
  feet_.emplace(LockedFeet{.lock = lock, .shown = lock, .ground = ClipGround(feet.feet.size()), .now = {}});
  for (std::size_t i = 0; i < rig.clipIds.size(); ++i) {
    GroundContacts contacts = detectContacts(rig.skeleton, feet, rig.clip(static_cast<int>(i)));
    if (travels_ && Ground::of(character.rig).roots.findTrack(rig.clipIds[i]))
      contacts.groundVelocity = glm::dvec3(0.0);
    feet_->ground.set(rig.clipIds[i], std::move(contacts));
  }
}

}  // namespace

/// Turns root motion on: the rig's clips with a root track move the character by crossfade_character_step.
CROSSFADE_WEB(crossfade_character_travel) void crossfadeCharacterTravel(Character* character, int on) {
  RootAndFeet::of(*character).setTravels(*character, on != 0);
}
/// 0: the rig has no feet.
CROSSFADE_WEB(crossfade_character_lock_feet) int crossfadeCharacterLockFeet(Character* character, int on) {
  RootAndFeet::of(*character).lockFeet(*character, on != 0);
  return feetOf(character->rig).isEmpty() ? 0 : 1;
}

/// The joint that carries the body of a clip over the ground; -1: the clip stays in place.
CROSSFADE_WEB(crossfade_rig_root_joint) int crossfadeRigRootJoint(const Rig* rig, int clip) {
  const RootMotion motion = RootMotionMeter(rig->skeleton).measure(rig->clip(clip));
  return motion.travels() || motion.turns() ? motion.joint : kNoJoint;
}

/// Takes the motion of `joint` out of a clip, before a character plays it; crossfade_character_root then steps.
CROSSFADE_WEB(crossfade_rig_extract_root)
void crossfadeRigExtractRoot(Rig* rig, int clip, int joint, int height, int turn) {
  ClipId& id = rig->clipIds[static_cast<std::size_t>(clip)];
  ExtractedRootMotion taken =
      extractRootMotion(rig->skeleton, rig->clips[id], joint, {.height = height != 0, .turn = turn != 0});
  rig->clips.remove(id);
  id = rig->clips.add(std::move(taken.clip));
  Ground::of(*rig).roots.setTrack(id, std::move(taken.track));
}

/// A clip that walks in place travels as its feet imply. 0: it has no feet, or they stand.
CROSSFADE_WEB(crossfade_rig_travel_by_feet) int crossfadeRigTravelByFeet(Rig* rig, int clip) {
  const RootMotion motion = RootMotionMeter(rig->skeleton).measure(rig->clip(clip));
  if (motion.speed() == 0 || motion.joint == kNoJoint) return 0;
  Ground::of(*rig).roots.setTrack(rig->clipIds[static_cast<std::size_t>(clip)],
                                  RootTrack::steady(motion.joint, motion.duration, motion.velocity()));
  return 1;
}

/// Makes events of a clip from the moments at which its feet come down. How many; 0 without feet.
CROSSFADE_WEB(crossfade_rig_steps) int crossfadeRigSteps(Rig* rig, int clip) {
  const Feet& feet = feetOf(*rig);
  if (feet.isEmpty()) return 0;
  std::vector<ClipEvent> steps = eventsOf(detectContacts(rig->skeleton, feet, rig->clip(clip)));
  const int count = static_cast<int>(steps.size());
  auto made = ClipEvents::make(std::move(steps), rig->clip(clip).duration());
  if (!made) return setError(made.error()), 0;
  rig->setEvents(clip, *std::move(made));
  return count;
}

/// Sync markers where a clip's feet come down. 0: they do not.
CROSSFADE_WEB(crossfade_markers_of_feet) int crossfadeMarkersOfFeet(Character* character, int clip) {
  Rig& rig = character->rig;
  const Feet& feet = feetOf(rig);
  if (feet.isEmpty()) return 0;
  const GroundContacts contacts = detectContacts(rig.skeleton, feet, rig.clip(clip));
  auto made = SyncMarkers::make(markersOf(contacts, ContactEvents::Strikes), rig.clip(clip).duration());
  if (!made) return setError(made.error()), 0;
  character->player.transition().setMarkers(rig.clipIds[static_cast<std::size_t>(clip)], *std::move(made));
  return 1;
}

}  // namespace crossfade::web
