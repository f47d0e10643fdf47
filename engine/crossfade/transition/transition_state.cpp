#include "crossfade/transition/transition_state.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "crossfade/base/assert.h"
#include "crossfade/math/rotation_vector.h"
#include "crossfade/transition/offset_decay.h"

namespace crossfade {
namespace {

constexpr double kNothing = 1e-9;      // of a fade: less is invisible
constexpr double kMaxOffsetAngle = 4;  // radians: at a full rotation, any axis would do for the difference

glm::dquat toDouble(const glm::quat& q) { return glm::dquat(q); }

glm::quat toFloat(const glm::dquat& q) {
  return makeQuat(static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w));
}

/// The offset from `from` to `to`.
JointOffset difference(const Transform& to, const Transform& from) {
  return {.translation = glm::dvec3(to.translation) - glm::dvec3(from.translation),
          .rotation = rotationVector(toDouble(to.rotation) * glm::conjugate(toDouble(from.rotation))),
          .scale = glm::dvec3(to.scale) - glm::dvec3(from.scale)};
}

Transform withOffset(const Transform& from, const JointOffset& by) {
  return {.translation = glm::vec3(glm::dvec3(from.translation) + by.translation),
          .rotation = toFloat(glm::normalize(fromRotationVector(by.rotation) * toDouble(from.rotation))),
          .scale = glm::vec3(glm::dvec3(from.scale) + by.scale)};
}

JointOffset operator*(const JointOffset& offset, double factor) {
  return {
      .translation = offset.translation * factor, .rotation = offset.rotation * factor, .scale = offset.scale * factor};
}

JointOffset operator-(const JointOffset& a, const JointOffset& b) {
  return {
      .translation = a.translation - b.translation, .rotation = a.rotation - b.rotation, .scale = a.scale - b.scale};
}

/// The difference whose rotation continues that of `last`, without a jump from one way around to the other.
JointOffset differenceLike(const JointOffset& last, const Transform& to, const Transform& from) {
  JointOffset offset = difference(to, from);
  offset.rotation = nearestRotationVector(offset.rotation, last.rotation);
  return offset;
}

double morph(const Pose& pose, std::size_t i) { return static_cast<double>(pose.morphWeights[i]); }

bool fits(const TransitionState& state, const Pose& pose) {
  const bool isOfSize =
      state.shown.locals.size() == pose.locals.size() && state.shown.morphWeights.size() == pose.morphWeights.size();
  CROSSFADE_ASSERT(isOfSize, "TransitionState: a pose has another size than the state");
  return isOfSize;
}

bool fits(const TransitionState& state, const TransitionPoses& poses) {
  CROSSFADE_ASSERT(poses.interval > 0, "beginTransition: the interval is not above 0");
  return fits(state, poses.shownBefore) && fits(state, poses.target) && fits(state, poses.targetAfter) &&
         poses.interval > 0;
}

bool fits(const TransitionState& state, const TransitionScope& scope) {
  const bool isOfSize = (scope.joints.empty() || scope.joints.size() == state.jointClocks.size()) &&
                        (scope.morphs.empty() || scope.morphs.size() == state.morphClocks.size());
  CROSSFADE_ASSERT(isOfSize, "beginTransition: the scope has another size than the state");
  return isOfSize;
}

void copyPose(const Pose& from, Pose& to) {
  std::copy(from.locals.begin(), from.locals.end(), to.locals.begin());
  std::copy(from.morphWeights.begin(), from.morphWeights.end(), to.morphWeights.begin());
}

double remainingAt(const TransitionClock& clock, double elapsed) {
  const FadeFunction shape{.kind = clock.shape, .curve = &clock.curve};
  return 1 - shape.at(elapsed / clock.seconds);
}

Transform withDecayedOffset(const TransitionState& state, std::size_t joint, double t, double seconds,
                            const Transform& local) {
  const JointOffset& x = state.offsets[joint];
  const JointOffset& v = state.offsetVelocities[joint];
  return withOffset(local, {.translation = decayed(x.translation, v.translation, t, seconds),
                            .rotation = decayed(x.rotation, v.rotation, t, seconds),
                            .scale = decayed(x.scale, v.scale, t, seconds)});
}

/// Where a joint of the source is now: held, or coasting on.
Transform sourceAt(const TransitionState& state, TransitionKind kind, std::size_t joint, double elapsed) {
  const Transform& source = state.source.locals[joint];
  if (kind != TransitionKind::DeadBlending) return source;
  const JointOffset& v = state.sourceVelocities[joint];
  const JointOffset away = difference(source, state.target.locals[joint]);
  return withOffset(source, {.translation = extrapolated(v.translation, away.translation, elapsed),
                             .rotation = extrapolated(v.rotation, away.rotation, elapsed - state.sourceStart[joint]),
                             .scale = extrapolated(v.scale, away.scale, elapsed)});
}

/// What is left of the source at `elapsed`, given the whole offset to it.
JointOffset remainingOffset(const TransitionClock& clock, double start, double elapsed, const JointOffset& whole) {
  JointOffset remaining = whole * remainingAt(clock, elapsed);
  const double begun = remainingAt(clock, start);  // 0 when the shape had reached its end
  remaining.rotation =
      begun > kNothing ? whole.rotation * std::min(1.0, remainingAt(clock, elapsed) / begun) : glm::dvec3(0);
  return remaining;
}

Transform shownJoint(const TransitionState& state, const TransitionClock& clock, std::size_t joint, double elapsed,
                     const Transform& local) {
  if (clock.kind == TransitionKind::Inertial) return withDecayedOffset(state, joint, elapsed, clock.seconds, local);
  const JointOffset whole = differenceLike(state.offsets[joint], sourceAt(state, clock.kind, joint, elapsed), local);
  return withOffset(local, remainingOffset(clock, state.sourceStart[joint], elapsed, whole));
}

float shownMorph(const TransitionState& state, const TransitionClock& clock, std::size_t i, double elapsed,
                 float weight) {
  if (clock.kind == TransitionKind::Inertial)
    return weight +
           static_cast<float>(decayed(state.morphOffsets[i], state.morphOffsetVelocities[i], elapsed, clock.seconds));
  double source = morph(state.source, i);
  if (clock.kind == TransitionKind::DeadBlending)
    source += extrapolated(state.sourceMorphVelocities[i], source - morph(state.target, i), elapsed);
  return weight + static_cast<float>((source - static_cast<double>(weight)) * remainingAt(clock, elapsed));
}

/// The target has rotated almost all the way around: what was shown before this frame becomes the source of this
/// joint's rotation, with the velocity that continues the motion. It starts back then, because after a long frame
/// little of the transition may be left.
void takeShownAsSource(TransitionState& state, const TransitionClock& clock, std::size_t joint, const Transform& target,
                       double delta) {
  constexpr double kInstant = 1e-4;
  const double taken = std::max(0.0, clock.elapsed - std::max(0.0, delta));
  const double remaining = remainingAt(clock, taken);
  if (!(remaining > kNothing)) return;  // the shape has reached its end: nothing of the source shows
  const double remainingSoon = remainingAt(clock, taken + kInstant);
  const Transform& shown = state.shown.locals[joint];
  JointOffset velocity;
  if (state.lastDelta != 0) velocity = difference(shown, state.shownBefore.locals[joint]) * (1 / state.lastDelta);
  const JointOffset offset = difference(shown, target);
  state.source.locals[joint].rotation = shown.rotation;
  state.sourceVelocities[joint].rotation =
      velocity.rotation + offset.rotation * ((remaining - remainingSoon) / (kInstant * remaining));
  state.sourceStart[joint] = taken;
  state.offsets[joint].rotation = offset.rotation;
  state.offsets[joint] =
      differenceLike(state.offsets[joint], sourceAt(state, clock.kind, joint, clock.elapsed), target);
}

/// Keeps the direction of each rotation from frame to frame.
void followOffsets(TransitionState& state, double delta, const Pose& pose) {
  for (std::size_t i = 0; i < state.offsets.size(); ++i) {
    if (state.jointClocks[i] == kNoClock) continue;
    const TransitionClock& clock = state.clocks[state.jointClocks[i]];
    if (clock.kind == TransitionKind::Inertial) continue;
    state.offsets[i] = differenceLike(state.offsets[i], sourceAt(state, clock.kind, i, clock.elapsed), pose.locals[i]);
    if (glm::length(state.offsets[i].rotation) > kMaxOffsetAngle)
      takeShownAsSource(state, clock, i, pose.locals[i], delta);
  }
}

bool isIn(std::span<const std::uint8_t> scope, std::size_t i) { return scope.empty() || scope[i] != 0; }

bool isAnyIn(std::span<const std::uint8_t> scope, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (isIn(scope, i)) return true;
  return false;
}

/// A free clock, or the one with the least time left.
std::uint8_t nextClock(const TransitionState& state) {
  const auto left = [](const TransitionClock& clock) { return clock.running ? clock.seconds - clock.elapsed : -1; };
  const auto next =
      std::min_element(state.clocks.begin(), state.clocks.end(),
                       [&](const TransitionClock& a, const TransitionClock& b) { return left(a) < left(b); });
  return static_cast<std::uint8_t>(next - state.clocks.begin());
}

/// Stops clocks that have ended or that nothing follows. What followed one that has ended then follows none.
void stopClocks(TransitionState& state) {
  std::array<bool, kTransitionClocks> isFollowed{};
  for (std::vector<std::uint8_t>* const list : {&state.jointClocks, &state.morphClocks})
    for (std::uint8_t& clock : *list) {
      if (clock == kNoClock) continue;
      if (state.clocks[clock].elapsed < state.clocks[clock].seconds)
        isFollowed[clock] = true;
      else
        clock = kNoClock;
    }
  state.running = false;
  for (std::size_t i = 0; i < kTransitionClocks; ++i) {
    state.clocks[i].running = isFollowed[i];
    state.running = state.running || isFollowed[i];
  }
}

}  // namespace

TransitionState::TransitionState(const Pose& rest)
    : shown(rest),
      shownBefore(rest),
      jointClocks(rest.locals.size(), kNoClock),
      morphClocks(rest.morphWeights.size(), kNoClock),
      source(rest),
      target(rest),
      sourceVelocities(rest.locals.size()),
      sourceMorphVelocities(rest.morphWeights.size()),
      sourceStart(rest.locals.size()),
      offsets(rest.locals.size()),
      offsetVelocities(rest.locals.size()),
      morphOffsets(rest.morphWeights.size()),
      morphOffsetVelocities(rest.morphWeights.size()) {}

void TransitionState::reserveCurves(std::size_t keyCount) {
  for (TransitionClock& clock : clocks) clock.curve.reserve(keyCount);
}

void beginTransition(TransitionState& state, TransitionKind kind, double seconds, const TransitionPoses& poses,
                     FadeFunction shape, TransitionScope scope) {
  if (!fits(state, poses) || !fits(state, scope)) return;
  if (!isAnyIn(scope.joints, state.offsets.size()) && !isAnyIn(scope.morphs, state.morphOffsets.size())) return;
  const bool runs = worksOnPoses(kind) && seconds > 0 && std::isfinite(seconds);
  // One that has just started keeps its velocities: there is no earlier moment.
  std::array<bool, kTransitionClocks> hasJustStarted{};
  for (std::size_t i = 0; i < kTransitionClocks; ++i)
    hasJustStarted[i] = state.clocks[i].running && state.clocks[i].elapsed < poses.interval;
  const std::uint8_t next = runs ? nextClock(state) : kNoClock;
  const bool ends = runs && state.clocks[next].running;  // another one: all that followed it starts over
  if (runs) {
    TransitionClock& clock = state.clocks[next];
    clock.kind = kind;
    clock.shape = shape.kind == FadeShape::Kind::Curve && !shape.curve ? FadeShape::Kind::Smooth : shape.kind;
    if (shape.curve) clock.curve = *shape.curve;
    clock.elapsed = 0;
    clock.seconds = seconds;
  }
  const double perSecond = 1 / poses.interval;
  for (std::size_t i = 0; i < state.offsets.size(); ++i) {
    if (!isIn(scope.joints, i) && !(ends && state.jointClocks[i] == next)) continue;
    const std::uint8_t before = std::exchange(state.jointClocks[i], next);
    if (!runs) continue;
    const Transform& source = state.source.locals[i] = state.shown.locals[i];
    state.target.locals[i] = poses.target.locals[i];
    state.sourceStart[i] = 0;
    if (before == kNoClock || !hasJustStarted[before])
      state.sourceVelocities[i] = difference(source, poses.shownBefore.locals[i]) * perSecond;
    state.offsets[i] = difference(source, poses.target.locals[i]);
    // The initial velocity of the offset: that of the old motion, relative to the target's.
    const Transform continued = withOffset(source, state.sourceVelocities[i] * poses.interval);
    state.offsetVelocities[i] =
        (differenceLike(state.offsets[i], continued, poses.targetAfter.locals[i]) - state.offsets[i]) * perSecond;
  }
  for (std::size_t i = 0; i < state.morphOffsets.size(); ++i) {
    if (!isIn(scope.morphs, i) && !(ends && state.morphClocks[i] == next)) continue;
    const std::uint8_t before = std::exchange(state.morphClocks[i], next);
    if (!runs) continue;
    state.source.morphWeights[i] = state.shown.morphWeights[i];
    state.target.morphWeights[i] = poses.target.morphWeights[i];
    if (before == kNoClock || !hasJustStarted[before])
      state.sourceMorphVelocities[i] = (morph(state.source, i) - morph(poses.shownBefore, i)) * perSecond;
    state.morphOffsets[i] = morph(state.source, i) - morph(poses.target, i);
    state.morphOffsetVelocities[i] =
        state.sourceMorphVelocities[i] - (morph(poses.targetAfter, i) - morph(poses.target, i)) * perSecond;
  }
  stopClocks(state);
}

void cutTransitions(TransitionState& state) {
  for (std::vector<std::uint8_t>* const list : {&state.jointClocks, &state.morphClocks})
    std::fill(list->begin(), list->end(), kNoClock);
  stopClocks(state);
}

void endOffsetsAtJump(TransitionState& state, const Pose& before, const Pose& after, double ahead) {
  if (!fits(state, before) || !fits(state, after)) return;
  for (std::size_t i = 0; i < state.jointClocks.size(); ++i) {
    if (state.jointClocks[i] == kNoClock) continue;
    const TransitionClock& clock = state.clocks[state.jointClocks[i]];
    if (clock.kind != TransitionKind::Inertial) continue;
    const Transform& next = after.locals[i];
    const double elapsed = std::clamp(clock.elapsed + ahead, 0.0, clock.seconds);
    const JointOffset jump = difference(before.locals[i], next);
    const JointOffset landing = difference(shownJoint(state, clock, i, elapsed, before.locals[i]), next);
    const auto land = [&](glm::dvec3 JointOffset::*part) {
      if (glm::length(landing.*part) < glm::length(jump.*part))
        state.offsets[i].*part = state.offsetVelocities[i].*part = glm::dvec3(0);
    };
    land(&JointOffset::translation);
    land(&JointOffset::rotation);
    land(&JointOffset::scale);
  }
}

void showTransition(const TransitionState& state, double ahead, Pose& pose) {
  if (!fits(state, pose) || !state.running) return;
  const auto forEach = [&](const std::vector<std::uint8_t>& clocks, const auto& show) {
    for (std::size_t i = 0; i < clocks.size(); ++i) {
      if (clocks[i] == kNoClock) continue;
      const TransitionClock& clock = state.clocks[clocks[i]];
      const double elapsed = clock.elapsed + ahead;
      if (elapsed < clock.seconds) show(clock, i, std::max(0.0, elapsed));
    }
  };
  forEach(state.jointClocks, [&](const TransitionClock& clock, std::size_t i, double elapsed) {
    pose.locals[i] = shownJoint(state, clock, i, elapsed, pose.locals[i]);
  });
  forEach(state.morphClocks, [&](const TransitionClock& clock, std::size_t i, double elapsed) {
    pose.morphWeights[i] = shownMorph(state, clock, i, elapsed, pose.morphWeights[i]);
  });
}

void continueTransition(TransitionState& state, double delta, Pose& pose) {
  if (!fits(state, pose)) return;
  if (!std::isfinite(delta)) delta = 0;
  if (state.running) {
    for (TransitionClock& clock : state.clocks)
      if (clock.running) clock.elapsed = std::max(0.0, clock.elapsed + delta);  // backward time stops at the switch
    stopClocks(state);
    followOffsets(state, delta, pose);
    showTransition(state, 0, pose);
  }
  if (delta != 0) {
    std::swap(state.shown, state.shownBefore);
    state.lastDelta = delta;
  }
  copyPose(pose, state.shown);
}

}  // namespace crossfade
