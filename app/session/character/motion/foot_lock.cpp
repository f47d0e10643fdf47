#include "app/session/character/motion/foot_lock.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "app/model/root_clip.h"
#include "crossfade/mixer/clip_time.h"

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

void FootLockStage::use(const FootLocking* how, const crossfade::AnimationMixer& mixer,
                        std::optional<crossfade::FootLock>& lock) {
  ground_.reset();
  if (!how) return;
  if (!lock) lock = how->lock;
  if (lock->isSettled()) lock->restart();
  ground_ = how->ground;
  now_ = ground_->now(mixer, 0);  // for its memory
  jumps_ = how->jumps;
}

/// The loop of a visible clip that travels by itself is a cut.
bool FootLockStage::cuts(const crossfade::AnimationMixer& mixer) const {
  return std::ranges::any_of(mixer.events(), [this](const crossfade::MixerEvent& event) {
    return event.kind == crossfade::MixerEvent::Kind::Loop && event.action->getEffectiveWeight() > 0 &&
           std::ranges::find(jumps_, event.action->clipId()) != jumps_.end();
  });
}

/// The ground under a character that its tracks move goes the other way.
void FootLockStage::apply(double seconds, const crossfade::AnimationMixer& mixer, const glm::dvec3& velocity,
                          std::optional<crossfade::FootLock>& lock, FootLockCell& cell, crossfade::Pose& pose) {
  if (!isActive(lock)) return;
  if (cuts(mixer)) cell.cuts = true;
  if (isOn() && !mixer.blendList().empty()) {
    now_ = ground_->now(mixer, seconds);
  } else {
    std::ranges::fill(now_.contact, 0.0);
    now_.velocity = glm::dvec3(0.0);
  }
  now_.velocity -= glm::dvec3(velocity.x, 0, velocity.z);
  cell.seconds += seconds;
  cell.groundMoved += now_.velocity * seconds;
  const double passed = cell.seconds > crossfade::kSameTime ? cell.seconds : 0;  // less is rounding
  if (passed > 0) now_.velocity = cell.groundMoved / passed;
  const bool settles = passed > 0 && crossfade::isTimeCellBegin(mixer.time());
  if (!settles) shown_ = lock;
  crossfade::FootLock& applied = settles ? *lock : *shown_;
  if (cell.cuts) applied.restart();
  applied.apply(passed, now_, pose);
  if (settles) cell = {};
}

namespace {

constexpr double kMemory = 0.5;      // seconds, in which what was measured counts by a factor of 1/e less
constexpr double kLongestGap = 0.1;  // seconds
constexpr double kLeastWalk = 0.02;  // leg lengths in the memory: less is standing

/// How the ground moves under a clip at its own speed, beside what its root track does.
glm::dvec3 groundVelocityUnder(const GroundFacts& facts, RootMode mode) {
  if (mode == RootMode::Extract || mode == RootMode::Feet) return glm::dvec3(0.0);
  if (mode == RootMode::Hold && facts.root.travels()) return -facts.root.velocity();
  return facts.contacts.groundVelocity;
}

}  // namespace

SlideGauge::SlideGauge(const Model& model, const ClipStudy& study)
    : study_(study), meter_(model.skeleton, study.feet()) {
  ground_.contact.resize(study.feet().feet.size());
}

void SlideGauge::add(const SlideFrame& frame) {
  const double now = frame.mixer.time(), passed = last_ ? now - *last_ : 0;
  if (last_ && passed == 0) return;
  last_ = now;
  double weights = 0;
  glm::dvec3 velocity(0.0);
  std::ranges::fill(ground_.contact, 0.0);
  for (const crossfade::BlendEntry& entry : frame.mixer.blendList()) {
    const GroundFacts* const facts = study_.find(entry.clipId.index);
    const auto active = frame.mixer.activeActions();
    const auto action = std::ranges::find(active, entry.slot, &crossfade::AnimationAction::slot);
    if (!facts || action == active.end()) continue;
    const ClipSettings& settings = nth(frame.settings, entry.clipId.index);
    const RootMode mode = frame.mode == TravelMode::InFile ? RootMode::Keep : chosenMode(settings.root, facts->root);
    velocity += groundVelocityUnder(*facts, mode) * ((*action)->shownSpeed() * entry.weight);
    for (std::size_t foot = 0; foot < ground_.contact.size(); ++foot)
      if (facts->contacts.isInContact(foot, entry.time)) ground_.contact[foot] += entry.weight;
    weights += entry.weight;
  }
  if (!(weights > 0) || !(passed > 0) || passed > kLongestGap) return meter_.restart();
  for (double& contact : ground_.contact) contact /= weights;
  ground_.velocity = velocity / weights - glm::dvec3(frame.travel.x, 0, frame.travel.z);
  const double before = meter_.slide().distance, kept = std::exp(-passed / kMemory);
  meter_.add(passed, ground_, frame.pose);
  double standing = 0;
  for (std::size_t foot = 0; foot < ground_.contact.size(); ++foot) standing += ground_.isInContact(foot) ? 1 : 0;
  slid_ = slid_ * kept + meter_.slide().distance - before;
  walked_ = walked_ * kept + glm::length(ground_.velocity) * passed * standing;
}

std::optional<double> SlideGauge::fraction() const {
  const double leg = study_.feet().legLength;
  if (!(leg > 0) || !(walked_ > kLeastWalk * leg)) return std::nullopt;
  return slid_ / walked_;
}

}  // namespace app
