// What a transition remembers of the screen, and how it carries the pose from there to the target: applied to each sampled pose.
//
//   TransitionState state(rest);
//   if (transition.takeSwitch()) { mixer.update(0); sample what is shown into `pose`; beginTransition(state, transition, pose); }
//   each frame:                sample into `pose`, then continueTransition(state, seconds, pose);
#pragma once

#include <vector>

#include <glm/vec3.hpp>

#include "engine/mixer/transition.h"
#include "engine/skeleton/pose.h"

namespace engine {

/// Metres, a rotation vector (axis times radians, in the parent's frame) and factors; or the same per second.
struct JointOffset {
  glm::dvec3 translation{0.0};
  glm::dvec3 rotation{0.0};
  glm::dvec3 scale{0.0};
};

/// What was shown last and how fast it moved, and the transition that runs, if one does. Plain values: copy it to keep a moment. Memory is
/// taken when it is made and never again.
struct TransitionState {
  explicit TransitionState(const Pose& rest);

  Pose screen;  // what continueTransition made last
  std::vector<JointOffset> velocities;
  std::vector<double> morphVelocities;
  bool knowsVelocity = false;

  bool running = false;
  TransitionKind kind = TransitionKind::Inertial;
  FadeShape shape;
  double elapsed = 0;  // seconds
  double seconds = 0;

  // Where the velocity is measured from: a pose at least a millisecond old, since floats say nothing about shorter times.
  Pose before;
  double sinceBefore = 0;

  // The switch: the screen and its velocity then, the target then, and how the difference of the two began.
  Pose source;
  Pose target;
  std::vector<JointOffset> sourceVelocities;
  std::vector<double> sourceMorphVelocities;
  bool knowsOffsetVelocity = false;
  std::vector<JointOffset> offsets;  // Frozen, Dead: the last one, so that a rotation never changes the way it turns
  std::vector<double> sourceTaken;  // Frozen, Dead: seconds into the transition at which the source's rotation was taken; usually 0
  std::vector<JointOffset> offsetVelocities;
  std::vector<double> morphOffsets;
  std::vector<double> morphOffsetVelocities;
};

/// Starts a transition of `seconds` from what is on the screen; a running one is left where it is. `target` is the sampled pose at this very moment,
/// before any transition. Only the kinds that work on poses do anything; for the others what runs is dropped. `shape` is that of Frozen and Dead. 0 seconds: a cut.
void beginTransition(TransitionState& state, TransitionKind kind, double seconds, const Pose& target, FadeShape shape = smoothShape());

/// The same for a Transition that was begun or changed: its kind, its shape, what is left of its time. When it moves shares (Linear, Curve) but poses were still on
/// their way, the rest of that way is faded out with inertia, so that one kind can take over from another.
void beginTransition(TransitionState& state, const Transition& transition, const Pose& target);

/// Moves on by `delta` seconds and turns the sampled `pose` into the one to show, which is remembered. At the end of the
/// transition and without one the pose stays as it is. A delta that is not finite counts as 0. Cost: a few hundred nanoseconds per joint while one runs.
void continueTransition(TransitionState& state, double delta, Pose& pose);

/// After a cut that was meant (a clip set to another time, say): the next transition takes the screen to be at rest.
void forgetVelocity(TransitionState& state);

}  // namespace engine
