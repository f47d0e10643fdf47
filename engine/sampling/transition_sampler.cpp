#include "engine/sampling/transition_sampler.h"

#include <utility>

namespace engine {
namespace {

constexpr double kMoment = 1.0 / 240;  // seconds

}  // namespace

TransitionSampler::TransitionSampler(const ChannelLayout& layout, const Pose& rest)
    : exact_(layout, rest), unordered_(layout, exact_.numbers()), state_(rest), screenBefore_(rest), target_(rest), targetAfter_(rest) {}

int TransitionSampler::bind(int slot, const AnimationClip& clip) {
  unordered_.bind(slot, clip);
  const auto slots = static_cast<std::size_t>(slot) + 1;
  before_.reserve(slots);
  after_.reserve(slots);
  return exact_.bind(slot, clip);
}

void TransitionSampler::mix(std::span<const BlendEntry> entries, Pose& pose) {
  if (threeOrder_) {
    exact_.sample(entries);
    exact_.writePose(pose);
  } else {
    unordered_.sample(exact_, entries);
    unordered_.writePose(pose);
  }
}

void TransitionSampler::takeSwitch(Transition& transition) {
  const Switch change = transition.takeSwitch();
  const double carry = std::exchange(carrySeconds_, 0);
  if (change == Switch::None && !(carry > 0)) return;
  mix(before_, screenBefore_);
  showTransition(state_, state_.elapsed - kMoment, screenBefore_);

  if (transition.isRunning()) threeOrder_ = transition.options().kind == TransitionKind::Classic;
  transition.update(0);
  mix(transition.shown(), target_);
  transition.shownNear(kMoment, after_);
  mix(after_, targetAfter_);
  const SwitchPoses poses{.screenBefore = screenBefore_, .target = target_, .targetAfter = targetAfter_, .apart = kMoment};
  if (!transition.isRunning()) {
    if (carry > 0) beginTransition(state_, TransitionKind::Inertial, carry, poses);
    return;
  }
  // Where shares are moved while poses were still on their way, the rest of that way is faded out with inertia: so one kind takes over from another.
  const TransitionKind kind = transition.options().kind;
  const bool movesShares = kind == TransitionKind::Linear || kind == TransitionKind::Curve;
  beginTransition(state_, movesShares && (state_.running || change == Switch::Jumped) ? TransitionKind::Inertial : kind, transition.remaining(), poses, transition.shapeOfKind());
}

void TransitionSampler::sample(Transition& transition, double delta, Pose& pose) {
  mix(transition.shown(), pose);
  continueTransition(state_, delta, pose);
  transition.shownNear(-kMoment, before_);
}

void TransitionSampler::carryOver(double seconds) {
  if (state_.running) carrySeconds_ = seconds > 0 ? seconds : kMoment;
}

void TransitionSampler::cut() {
  state_.running = false;
  carrySeconds_ = 0;
}

}  // namespace engine
