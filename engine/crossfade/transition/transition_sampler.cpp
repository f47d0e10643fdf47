#include "crossfade/transition/transition_sampler.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>

#include "crossfade/pose/pose_mix.h"

namespace crossfade {
namespace {

constexpr double kVelocityInterval = 1.0 / 240;  // seconds
constexpr double kInertializeSeconds = 0.2;      // seconds, for weights that jump outside a transition

/// The end of a round stays the end: clips that are clamped stop there.
double wrapTime(double time, double duration) {
  if (time >= 0 && time <= duration) return time;
  return time - duration * std::floor(time / duration);
}

}  // namespace

TransitionSampler::TransitionSampler(const ChannelLayout& layout, const Pose& rest)
    : exact_(layout, rest),
      probe_(layout, rest),
      signs_(layout.channels()),
      state_(rest),
      shownBefore_(rest),
      target_(rest),
      targetAfter_(rest) {}

int TransitionSampler::bind(int slot, const AnimationClip& clip) {
  signs_.reserve(slot + 1);
  const auto slots = static_cast<std::size_t>(slot) + 1;
  before_.reserve(slots);
  after_.reserve(slots);
  probe_.bind(slot, clip);
  closed_.resize(std::max(closed_.size(), slots));
  closed_[slots - 1] = isClosed(slot, clip);
  return exact_.bind(slot, clip);
}

void TransitionSampler::sampleSingle(int slot, const AnimationClip& clip, double time, Pose& pose) {
  const BlendEntry alone{.slot = slot, .clip = &clip, .time = time, .weight = 1, .blendMode = clip.blendMode()};
  probe_.sampleInOrder(std::span(&alone, 1));
  probe_.writePose(pose);
}

/// No joint steps further from the last pose to the first than twice as far as in the moment before.
bool TransitionSampler::isClosed(int slot, const AnimationClip& clip) {
  constexpr float kAngle = 0.01f,
                  kDistance = 1e-3f;  // radians, and of a joint's distance from its parent: what counts as nothing
  sampleSingle(slot, clip, clip.duration() - kVelocityInterval, shownBefore_);
  sampleSingle(slot, clip, clip.duration(), target_);
  sampleSingle(slot, clip, 0, targetAfter_);
  const auto angle = [](const Transform& a, const Transform& b) {
    return 2 * std::acos(std::min(1.0f, std::abs(glm::dot(a.rotation, b.rotation))));
  };
  for (std::size_t i = 0; i < target_.locals.size(); ++i) {
    const Transform &before = shownBefore_.locals[i], &last = target_.locals[i], &first = targetAfter_.locals[i];
    if (angle(last, first) > kAngle + 2 * angle(before, last)) return false;
    const float small = kDistance * (glm::length(last.translation) + glm::length(first.translation));
    if (glm::distance(last.translation, first.translation) >
        small + 2 * glm::distance(before.translation, last.translation))
      return false;
  }
  return true;
}

/// Over the end of a clip that repeats: into its beginning, where that goes on; a seam that leaps is no velocity.
void TransitionSampler::wrapOrClampTimes(std::vector<BlendEntry>& entries) const {
  for (BlendEntry& entry : entries) {
    const double duration = entry.clip->duration();
    if (entry.time >= 0 && entry.time <= duration) continue;
    const bool wraps = duration > 0 && closed_[static_cast<std::size_t>(entry.slot)];
    entry.time = wraps ? wrapTime(entry.time, duration) : std::clamp(entry.time, 0.0, duration);
  }
}

void TransitionSampler::mix(PoseSampler& sampler, std::span<const BlendEntry> entries, Pose& pose) {
  if (threeJsOrder_)
    sampler.sampleInOrder(entries);
  else
    sampler.sampleOrderFree(entries, signs_);
  sampler.writePose(pose);
}

void TransitionSampler::takeChange(Transition& transition) {
  const TransitionChange change = transition.takeChange();
  double inertialSeconds = std::exchange(inertializeSeconds_, 0);
  if (change == TransitionChange::Jumped && !transition.isRunning())
    inertialSeconds = std::max(inertialSeconds, kInertializeSeconds);
  if (change == TransitionChange::None && !(inertialSeconds > 0)) return;
  mix(probe_, before_, shownBefore_);
  showTransition(state_, state_.elapsed - kVelocityInterval, shownBefore_);
  if (change == TransitionChange::Jumped &&
      state_.lastDelta > 0)  // what would have been shown before is not to be made any more: the shape has changed
    mixPoses(state_.shown, state_.shownBefore, std::min(1.0, kVelocityInterval / state_.lastDelta), shownBefore_);

  if (transition.isRunning()) threeJsOrder_ = transition.options().kind == TransitionKind::Classic;
  transition.update(0);
  mix(probe_, transition.shown(), target_);
  transition.extrapolateShown(kVelocityInterval, after_);
  wrapOrClampTimes(after_);
  mix(probe_, after_, targetAfter_);
  const TransitionPoses poses{
      .shownBefore = shownBefore_, .target = target_, .targetAfter = targetAfter_, .interval = kVelocityInterval};
  if (!transition.isRunning()) {
    if (inertialSeconds > 0) beginTransition(state_, TransitionKind::Inertial, inertialSeconds, poses);
    return;
  }
  // Where weights are changed while poses were still on their way, the rest of that way is faded out with inertia: so
  // one kind takes over from another.
  const TransitionKind kind = transition.options().kind;
  const bool changesWeights = kind == TransitionKind::Linear || kind == TransitionKind::Curve;
  beginTransition(
      state_,
      changesWeights && (state_.running || change == TransitionChange::Jumped) ? TransitionKind::Inertial : kind,
      transition.remaining(), poses, transition.effectiveShape(), transition.options().mask);
}

void TransitionSampler::sample(Transition& transition, double delta, Pose& pose) {
  mix(exact_, transition.shown(), pose);
  continueTransition(state_, delta, pose);
  transition.extrapolateShown(-kVelocityInterval, before_);
  wrapOrClampTimes(before_);
}

void TransitionSampler::sampleAhead(Transition& transition, double seconds, Pose& pose) {
  transition.extrapolateShown(seconds, after_);
  std::erase_if(after_, [](const BlendEntry& entry) { return !(entry.weight > 0); });
  for (BlendEntry& entry : after_)  // also over seams that leap: they will
    entry.time = entry.clip->duration() > 0 ? wrapTime(entry.time, entry.clip->duration()) : 0;
  mix(probe_, after_, pose);
  showTransition(state_, state_.elapsed + seconds, pose);
}

void TransitionSampler::inertialize(double seconds) {
  if (state_.running) inertializeSeconds_ = seconds > 0 ? seconds : kVelocityInterval;
}

void TransitionSampler::cut() {
  state_.running = false;
  inertializeSeconds_ = 0;
}

}  // namespace crossfade
