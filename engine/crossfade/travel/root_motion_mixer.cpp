#include "crossfade/travel/root_motion_mixer.h"

#include <algorithm>
#include <cmath>

namespace crossfade {
namespace {

constexpr double kSameTime = 1e-9;  // seconds

const AnimationAction* actionOf(const AnimationMixer& mixer, int slot) {
  const auto active = mixer.activeActions();
  const auto found = std::find_if(active.begin(), active.end(),
                                  [slot](const AnimationAction* action) { return action->slot() == slot; });
  return found == active.end() ? nullptr : *found;
}

/// Rounds that the action completed in this frame.
std::int64_t roundsOf(const AnimationMixer& mixer, const AnimationAction& action) {
  std::int64_t rounds = 0;
  for (const MixerEvent& event : mixer.events())
    if (event.action == &action && event.kind == MixerEvent::Kind::Loop) rounds += event.loopDelta;
  return rounds;
}

/// A running mean, so that nothing has to be stored.
struct Mean {
  RootDelta delta;
  double weight = 0;

  void add(const RootDelta& other, double otherWeight) {
    if (!(otherWeight > 0)) return;
    weight += otherWeight;
    const double part = otherWeight / weight;
    delta.translation += (other.translation - delta.translation) * part;
    delta.turn += (other.turn - delta.turn) * part;
  }
};

}  // namespace

RootDelta blend(std::span<const RootShare> shares) {
  Mean mean;
  for (const RootShare& share : shares) mean.add(share.delta, share.weight);
  return mean.delta;
}

void RootMotionMixer::setTrack(ClipId clip, RootTrack track) {
  if (!clip) return;
  const auto index = static_cast<std::size_t>(clip.index);
  if (index >= bound_.size()) bound_.resize(index + 1);
  bound_[index] = {.clip = clip, .track = std::move(track)};
}

void RootMotionMixer::removeTrack(ClipId clip) {
  if (Bound* bound = findBound(clip)) *bound = {};
}

const RootTrack* RootMotionMixer::findTrack(ClipId clip) const {
  const Bound* bound = const_cast<RootMotionMixer*>(this)->findBound(clip);
  return bound ? &bound->track : nullptr;
}

RootMotionMixer::Bound* RootMotionMixer::findBound(ClipId clip) {
  const auto index = static_cast<std::size_t>(clip.index);
  return clip && index < bound_.size() && bound_[index].clip == clip ? &bound_[index] : nullptr;
}

/// From the clip's time in the last frame to that in this one. If it was not there, or has been set to another time
/// (its speed says where it should be), from where its speed says that it came from.
RootDelta RootMotionMixer::deltaOf(Bound& bound, const AnimationMixer& mixer, const BlendEntry& entry,
                                   double delta) const {
  const bool wasShown = bound.frame == frame_ - 1;
  const double before = bound.time, duration = bound.track.duration();
  bound.time = entry.time;
  bound.frame = frame_;
  const AnimationAction* action = actionOf(mixer, entry.slot);
  if (!action || !std::isfinite(delta)) return {};
  double expected = delta * mixer.timeScale * action->getEffectiveTimeScale() * (mixer.clipsRunBackwards ? -1 : 1);
  const bool goesBack = action->loop == Loop::PingPong && std::abs(action->time - entry.time) > kSameTime;
  if (goesBack) expected = -expected;
  const bool repeats = action->loop == Loop::Repeat;
  const double went = entry.time - before + (repeats ? static_cast<double>(roundsOf(mixer, *action)) * duration : 0);
  const bool isPlausible = action->loop == Loop::PingPong ? std::abs(went) <= 2 * std::abs(expected) + kSameTime
                                                          : std::abs(went - expected) <= std::abs(expected) + kSameTime;
  const double step = wasShown && isPlausible ? went : expected;
  double from = entry.time - step;
  if (!repeats) from = std::clamp(from, 0.0, duration);
  return bound.track.delta(from, entry.time);
}

RootDelta RootMotionMixer::advance(const AnimationMixer& mixer, double delta) {
  ++frame_;
  Mean mean;
  for (const BlendEntry& entry : mixer.blendList()) {
    if (entry.blendMode == BlendMode::Additive) continue;
    Bound* bound = findBound(entry.clipId);
    const RootDelta step = bound ? deltaOf(*bound, mixer, entry, delta) : RootDelta{};
    const double covered = entry.mask ? (bound ? static_cast<double>(entry.mask->weight(bound->track.joint())) : 0) : 1;
    mean.add(step, entry.weight * covered);
  }
  return mean.delta;
}

}  // namespace crossfade
