#include "crossfade/transition/transition_state.h"

#include <algorithm>
#include <cassert>
#include <cmath>

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

[[maybe_unused]] bool fits(const TransitionState& state, const Pose& pose) {
  return state.shown.locals.size() == pose.locals.size() && state.shown.morphWeights.size() == pose.morphWeights.size();
}

void copyPose(const Pose& from, Pose& to) {
  std::copy(from.locals.begin(), from.locals.end(), to.locals.begin());
  std::copy(from.morphWeights.begin(), from.morphWeights.end(), to.morphWeights.begin());
}

FadeFunction shapeOf(const TransitionState& state) { return {.kind = state.shape, .curve = &state.curve}; }

double remainingAt(const TransitionState& state, double elapsed) {
  return 1 - shapeOf(state).at(elapsed / state.seconds);
}

bool isMasked(const TransitionState& state, std::size_t joint) {
  return state.mask && !(state.mask->weight(static_cast<int>(joint)) > 0);
}

Transform withDecayedOffset(const TransitionState& state, std::size_t joint, double t, const Transform& local) {
  const JointOffset& x = state.offsets[joint];
  const JointOffset& v = state.offsetVelocities[joint];
  return withOffset(local, {.translation = decayed(x.translation, v.translation, t, state.seconds),
                            .rotation = decayed(x.rotation, v.rotation, t, state.seconds),
                            .scale = decayed(x.scale, v.scale, t, state.seconds)});
}

void applyDecayedOffset(const TransitionState& state, double t, Pose& pose) {
  for (std::size_t i = 0; i < state.offsets.size(); ++i)
    pose.locals[i] = withDecayedOffset(state, i, t, pose.locals[i]);
  for (std::size_t i = 0; i < state.morphOffsets.size(); ++i)
    pose.morphWeights[i] +=
        static_cast<float>(decayed(state.morphOffsets[i], state.morphOffsetVelocities[i], t, state.seconds));
}

/// Where a joint of the source is now: held, or coasting on.
Transform sourceAt(const TransitionState& state, std::size_t joint, double elapsed) {
  const Transform& source = state.source.locals[joint];
  if (state.kind != TransitionKind::DeadBlending) return source;
  const JointOffset& v = state.sourceVelocities[joint];
  const JointOffset away = difference(source, state.target.locals[joint]);
  return withOffset(source, {.translation = extrapolated(v.translation, away.translation, elapsed),
                             .rotation = extrapolated(v.rotation, away.rotation, elapsed - state.sourceStart[joint]),
                             .scale = extrapolated(v.scale, away.scale, elapsed)});
}

/// What is left of the source at `elapsed`, given the whole offset to it.
JointOffset remainingOffset(const TransitionState& state, std::size_t joint, double elapsed, const JointOffset& whole) {
  JointOffset remaining = whole * remainingAt(state, elapsed);
  const double begun = remainingAt(state, state.sourceStart[joint]);  // 0 when the shape had reached its end
  remaining.rotation =
      begun > kNothing ? whole.rotation * std::min(1.0, remainingAt(state, elapsed) / begun) : glm::dvec3(0);
  return remaining;
}

void fadeSourceOut(const TransitionState& state, double elapsed, Pose& pose) {
  for (std::size_t i = 0; i < state.offsets.size(); ++i) {
    if (isMasked(state, i)) {
      pose.locals[i] = withDecayedOffset(state, i, elapsed, pose.locals[i]);
      continue;
    }
    const JointOffset whole = differenceLike(state.offsets[i], sourceAt(state, i, elapsed), pose.locals[i]);
    pose.locals[i] = withOffset(pose.locals[i], remainingOffset(state, i, elapsed, whole));
  }
  for (std::size_t i = 0; i < state.morphOffsets.size(); ++i) {
    double source = morph(state.source, i);
    if (state.kind == TransitionKind::DeadBlending)
      source += extrapolated(state.sourceMorphVelocities[i], source - morph(state.target, i), elapsed);
    pose.morphWeights[i] += static_cast<float>((source - morph(pose, i)) * remainingAt(state, elapsed));
  }
}

/// The target has rotated almost all the way around: what was shown before this frame becomes the source of this
/// joint's rotation, with the velocity that continues the motion. It starts back then, because after a long frame
/// little of the transition may be left.
void takeShownAsSource(TransitionState& state, std::size_t joint, const Transform& target, double delta) {
  constexpr double kInstant = 1e-4;
  const double taken = std::max(0.0, state.elapsed - std::max(0.0, delta));
  const double remaining = remainingAt(state, taken);
  if (!(remaining > kNothing)) return;  // the shape has reached its end: nothing of the source shows
  const double remainingSoon = remainingAt(state, taken + kInstant);
  const Transform& shown = state.shown.locals[joint];
  JointOffset velocity;
  if (state.lastDelta != 0) velocity = difference(shown, state.shownBefore.locals[joint]) * (1 / state.lastDelta);
  const JointOffset offset = difference(shown, target);
  state.source.locals[joint].rotation = shown.rotation;
  state.sourceVelocities[joint].rotation =
      velocity.rotation + offset.rotation * ((remaining - remainingSoon) / (kInstant * remaining));
  state.sourceStart[joint] = taken;
  state.offsets[joint].rotation = offset.rotation;
  state.offsets[joint] = differenceLike(state.offsets[joint], sourceAt(state, joint, state.elapsed), target);
}

/// Keeps the direction of each rotation from frame to frame.
void followOffsets(TransitionState& state, double delta, const Pose& pose) {
  for (std::size_t i = 0; i < state.offsets.size(); ++i) {
    if (isMasked(state, i)) continue;
    state.offsets[i] = differenceLike(state.offsets[i], sourceAt(state, i, state.elapsed), pose.locals[i]);
    if (glm::length(state.offsets[i].rotation) > kMaxOffsetAngle) takeShownAsSource(state, i, pose.locals[i], delta);
  }
}

}  // namespace

TransitionState::TransitionState(const Pose& rest)
    : shown(rest),
      shownBefore(rest),
      source(rest),
      target(rest),
      sourceVelocities(rest.locals.size()),
      sourceMorphVelocities(rest.morphWeights.size()),
      sourceStart(rest.locals.size()),
      offsets(rest.locals.size()),
      offsetVelocities(rest.locals.size()),
      morphOffsets(rest.morphWeights.size()),
      morphOffsetVelocities(rest.morphWeights.size()) {}

void beginTransition(TransitionState& state, TransitionKind kind, double seconds, const TransitionPoses& poses,
                     FadeFunction shape, const JointMask* mask) {
  assert(fits(state, poses.shownBefore) && fits(state, poses.target) && fits(state, poses.targetAfter) &&
         poses.interval > 0);
  const bool wasRunning = state.running;
  const bool keepsVelocities =
      state.running && state.elapsed < poses.interval;  // one has just started: there is no earlier moment
  state.kind = kind;
  state.mask = mask;
  state.elapsed = 0;
  state.seconds = seconds;
  state.running = worksOnPoses(kind) && seconds > 0 && std::isfinite(seconds);
  if (!state.running) return;
  state.shape = shape.kind == FadeShape::Kind::Curve && !shape.curve ? FadeShape::Kind::Smooth : shape.kind;
  if (shape.curve) state.curve = *shape.curve;
  copyPose(state.shown, state.source);
  copyPose(poses.target, state.target);
  std::fill(state.sourceStart.begin(), state.sourceStart.end(), 0.0);
  const double perSecond = 1 / poses.interval;
  for (std::size_t i = 0; i < state.offsets.size(); ++i) {
    const Transform& source = state.source.locals[i];
    if (!keepsVelocities) state.sourceVelocities[i] = difference(source, poses.shownBefore.locals[i]) * perSecond;
    state.offsets[i] = difference(source, poses.target.locals[i]);
    // The initial velocity of the offset: that of the old motion, relative to the target's.
    const Transform continued = withOffset(source, state.sourceVelocities[i] * poses.interval);
    state.offsetVelocities[i] =
        (differenceLike(state.offsets[i], continued, poses.targetAfter.locals[i]) - state.offsets[i]) * perSecond;
    if (isMasked(state, i) && !wasRunning)
      state.offsets[i] = state.offsetVelocities[i] = {};  // the mask excludes this joint
  }
  for (std::size_t i = 0; i < state.morphOffsets.size(); ++i) {
    if (!keepsVelocities)
      state.sourceMorphVelocities[i] = (morph(state.source, i) - morph(poses.shownBefore, i)) * perSecond;
    state.morphOffsets[i] = morph(state.source, i) - morph(poses.target, i);
    state.morphOffsetVelocities[i] =
        state.sourceMorphVelocities[i] - (morph(poses.targetAfter, i) - morph(poses.target, i)) * perSecond;
  }
}

void showTransition(const TransitionState& state, double elapsed, Pose& pose) {
  assert(fits(state, pose));
  if (!state.running || !(elapsed < state.seconds)) return;
  elapsed = std::max(0.0, elapsed);
  if (state.kind == TransitionKind::Inertial)
    applyDecayedOffset(state, elapsed, pose);
  else
    fadeSourceOut(state, elapsed, pose);
}

void continueTransition(TransitionState& state, double delta, Pose& pose) {
  assert(fits(state, pose));
  if (!std::isfinite(delta)) delta = 0;
  if (state.running) {
    state.elapsed = std::max(0.0, state.elapsed + delta);  // time that runs backward stops at the switch
    state.running = state.elapsed < state.seconds;
  }
  if (state.running && state.kind != TransitionKind::Inertial) followOffsets(state, delta, pose);
  showTransition(state, state.elapsed, pose);
  if (delta != 0) {
    copyPose(state.shown, state.shownBefore);
    state.lastDelta = delta;
  }
  copyPose(pose, state.shown);
}

}  // namespace crossfade
