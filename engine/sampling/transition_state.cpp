#include "engine/sampling/transition_state.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/math/rotation_vector.h"
#include "engine/sampling/offset_decay.h"

namespace engine {
namespace {

constexpr double kShortestMeasure = 1e-3;  // seconds: below it a velocity would be the rounding of floats
constexpr double kLongWayRound = 4;        // radians: at a whole turn the axis of a difference can be any

glm::dquat toDouble(const glm::quat& q) { return glm::dquat(q); }

glm::quat toFloat(const glm::dquat& q) {
  return makeQuat(static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w));
}

/// What must be laid on `from` to get `to`.
JointOffset difference(const Transform& to, const Transform& from) {
  return {.translation = glm::dvec3(to.translation) - glm::dvec3(from.translation),
          .rotation = rotationVector(toDouble(to.rotation) * glm::conjugate(toDouble(from.rotation))),
          .scale = glm::dvec3(to.scale) - glm::dvec3(from.scale)};
}

Transform moved(const Transform& from, const JointOffset& by) {
  return {.translation = glm::vec3(glm::dvec3(from.translation) + by.translation),
          .rotation = toFloat(glm::normalize(fromRotationVector(by.rotation) * toDouble(from.rotation))),
          .scale = glm::vec3(glm::dvec3(from.scale) + by.scale)};
}

JointOffset operator*(const JointOffset& offset, double factor) {
  return {.translation = offset.translation * factor, .rotation = offset.rotation * factor, .scale = offset.scale * factor};
}

JointOffset operator-(const JointOffset& a, const JointOffset& b) {
  return {.translation = a.translation - b.translation, .rotation = a.rotation - b.rotation, .scale = a.scale - b.scale};
}

/// The difference whose rotation goes on from that of `last` without a jump from one way round to the other.
JointOffset differenceLike(const JointOffset& last, const Transform& to, const Transform& from) {
  JointOffset offset = difference(to, from);
  offset.rotation = nearestTurn(offset.rotation, last.rotation);
  return offset;
}

bool fits(const TransitionState& state, const Pose& pose) {
  return state.screen.locals.size() == pose.locals.size() && state.screen.morphWeights.size() == pose.morphWeights.size();
}

void copyPose(const Pose& from, Pose& to) {
  std::copy(from.locals.begin(), from.locals.end(), to.locals.begin());
  std::copy(from.morphWeights.begin(), from.morphWeights.end(), to.morphWeights.begin());
}

/// The velocity with which the offset begins: in the first frame the screen would go on as it did, while the target goes where it went.
void findOffsetVelocities(TransitionState& state, double delta, const Pose& target) {
  for (std::size_t i = 0; i < state.offsets.size(); ++i) {
    const Transform movedOn = moved(state.source.locals[i], state.sourceVelocities[i] * delta);
    const JointOffset next = differenceLike(state.offsets[i], movedOn, target.locals[i]);
    state.offsetVelocities[i] = (next - state.offsets[i]) * (1 / delta);
  }
  for (std::size_t i = 0; i < state.morphOffsets.size(); ++i) {
    const double targetVelocity = (double(target.morphWeights[i]) - double(state.target.morphWeights[i])) / delta;
    state.morphOffsetVelocities[i] = state.sourceMorphVelocities[i] - targetVelocity;
  }
  state.knowsOffsetVelocity = true;
}

void layDecayedOffset(const TransitionState& state, Pose& pose) {
  const double t = state.elapsed, end = state.seconds;
  for (std::size_t i = 0; i < state.offsets.size(); ++i) {
    const JointOffset& x = state.offsets[i];
    const JointOffset& v = state.offsetVelocities[i];
    pose.locals[i] = moved(pose.locals[i], {.translation = decayed(x.translation, v.translation, t, end),
                                            .rotation = decayed(x.rotation, v.rotation, t, end),
                                            .scale = decayed(x.scale, v.scale, t, end)});
  }
  for (std::size_t i = 0; i < state.morphOffsets.size(); ++i)
    pose.morphWeights[i] += static_cast<float>(decayed(state.morphOffsets[i], state.morphOffsetVelocities[i], t, end));
}

/// The target has run away, almost a whole turn: what is on the screen becomes the source of this joint's rotation, moving so that the screen goes on as it did.
void takeScreenAsSource(TransitionState& state, std::size_t joint, const Transform& target, double delta) {
  constexpr double kInstant = 1e-4;
  const double left = 1 - state.shape.at(state.elapsed / state.seconds);
  const double leftSoon = 1 - state.shape.at((state.elapsed + kInstant) / state.seconds);
  const Transform screen = moved(state.screen.locals[joint], state.velocities[joint] * delta);
  const JointOffset offset = difference(screen, target);
  state.offsets[joint].rotation = offset.rotation;
  state.source.locals[joint].rotation = screen.rotation;
  state.sourceVelocities[joint].rotation = state.velocities[joint].rotation + offset.rotation * ((left - leftSoon) / (kInstant * left));
  state.sourceTaken[joint] = state.elapsed;
}

/// Fades from the source, standing still or moving on by itself, to the sampled pose.
void fadeSourceOut(TransitionState& state, double delta, Pose& pose) {
  const bool movesOn = state.kind == TransitionKind::Dead;
  const double left = 1 - state.shape.at(state.elapsed / state.seconds);
  for (std::size_t i = 0; i < state.offsets.size(); ++i) {
    Transform source = state.source.locals[i];
    if (movesOn) {
      const JointOffset& v = state.sourceVelocities[i];
      const JointOffset away = difference(state.source.locals[i], state.target.locals[i]);
      source = moved(source, {.translation = coasted(v.translation, away.translation, state.elapsed),
                              .rotation = coasted(v.rotation, away.rotation, state.elapsed - state.sourceTaken[i]),
                              .scale = coasted(v.scale, away.scale, state.elapsed)});
    }
    JointOffset& offset = state.offsets[i];
    offset = differenceLike(offset, source, pose.locals[i]);
    if (glm::length(offset.rotation) > kLongWayRound) takeScreenAsSource(state, i, pose.locals[i], delta);
    JointOffset now = offset * left;
    now.rotation /= 1 - state.shape.at(state.sourceTaken[i] / state.seconds);
    pose.locals[i] = moved(pose.locals[i], now);
  }
  for (std::size_t i = 0; i < state.morphOffsets.size(); ++i) {
    double source = double(state.source.morphWeights[i]);
    if (movesOn) source += coasted(state.sourceMorphVelocities[i], source - double(state.target.morphWeights[i]), state.elapsed);
    pose.morphWeights[i] += static_cast<float>((source - double(pose.morphWeights[i])) * left);
  }
}

void rememberScreen(TransitionState& state, double delta, const Pose& pose) {
  copyPose(pose, state.screen);
  state.sinceBefore += delta;
  if (std::abs(state.sinceBefore) < kShortestMeasure) return;
  for (std::size_t i = 0; i < state.velocities.size(); ++i)
    state.velocities[i] = difference(pose.locals[i], state.before.locals[i]) * (1 / state.sinceBefore);
  for (std::size_t i = 0; i < state.morphVelocities.size(); ++i)
    state.morphVelocities[i] = (double(pose.morphWeights[i]) - double(state.before.morphWeights[i])) / state.sinceBefore;
  state.knowsVelocity = true;
  copyPose(pose, state.before);
  state.sinceBefore = 0;
}

}  // namespace

TransitionState::TransitionState(const Pose& rest)
    : screen(rest),
      velocities(rest.locals.size()),
      morphVelocities(rest.morphWeights.size()),
      before(rest),
      source(rest),
      target(rest),
      sourceVelocities(rest.locals.size()),
      sourceMorphVelocities(rest.morphWeights.size()),
      offsets(rest.locals.size()),
      sourceTaken(rest.locals.size()),
      offsetVelocities(rest.locals.size()),
      morphOffsets(rest.morphWeights.size()),
      morphOffsetVelocities(rest.morphWeights.size()) {}

void beginTransition(TransitionState& state, TransitionKind kind, double seconds, const Pose& target, FadeShape shape) {
  assert(fits(state, target));
  state.kind = kind;
  state.shape = shape;
  state.elapsed = 0;
  state.seconds = seconds;
  state.running = worksOnPoses(kind) && seconds > 0 && std::isfinite(seconds);
  if (!state.running) return;
  copyPose(state.screen, state.source);
  copyPose(target, state.target);
  state.sourceVelocities = state.velocities;  // of one size: nothing is allocated
  state.sourceMorphVelocities = state.morphVelocities;
  if (!state.knowsVelocity) {
    std::fill(state.sourceVelocities.begin(), state.sourceVelocities.end(), JointOffset{});
    std::fill(state.sourceMorphVelocities.begin(), state.sourceMorphVelocities.end(), 0.0);
  }
  for (std::size_t i = 0; i < state.offsets.size(); ++i) state.offsets[i] = difference(state.source.locals[i], target.locals[i]);
  for (std::size_t i = 0; i < state.morphOffsets.size(); ++i)
    state.morphOffsets[i] = double(state.source.morphWeights[i]) - double(target.morphWeights[i]);
  std::fill(state.sourceTaken.begin(), state.sourceTaken.end(), 0.0);
  std::fill(state.offsetVelocities.begin(), state.offsetVelocities.end(), JointOffset{});
  std::fill(state.morphOffsetVelocities.begin(), state.morphOffsetVelocities.end(), 0.0);
  state.knowsOffsetVelocity = false;
}

void beginTransition(TransitionState& state, const Transition& transition, const Pose& target) {
  const TransitionKind kind = transition.options().kind;
  const bool carriesOn = state.running && (kind == TransitionKind::Linear || kind == TransitionKind::Curve);
  beginTransition(state, carriesOn ? TransitionKind::Inertial : kind, transition.remaining(), target, transition.shapeOfKind());
}

void continueTransition(TransitionState& state, double delta, Pose& pose) {
  assert(fits(state, pose));
  if (!std::isfinite(delta)) delta = 0;
  if (state.running) {
    state.elapsed = std::max(0.0, state.elapsed + delta);  // time that runs backwards waits at the switch
    if (!(state.elapsed < state.seconds)) state.running = false;
  }
  if (state.running) {
    if (state.kind == TransitionKind::Inertial) {
      if (!state.knowsOffsetVelocity && delta > 0) findOffsetVelocities(state, delta, pose);
      layDecayedOffset(state, pose);
    } else {
      fadeSourceOut(state, delta, pose);
    }
  }
  rememberScreen(state, delta, pose);
}

void forgetVelocity(TransitionState& state) { state.knowsVelocity = false; }

}  // namespace engine
