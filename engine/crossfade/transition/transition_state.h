// What a transition remembers of the screen, and how it carries the pose from there to the target: applied to each
// sampled pose. TransitionSampler (engine/crossfade/transition/transition_sampler.h) does all of this; these are the
// parts for who samples in another way.
#pragma once

#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/mixer/fade_shape.h"
#include "crossfade/skeleton/joint_mask.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_kind.h"

namespace crossfade {

/// Metres, a rotation vector (axis times radians, in the parent's frame) and factors; or the same per second.
struct JointOffset {
  glm::dvec3 translation{0.0};
  glm::dvec3 rotation{0.0};
  glm::dvec3 scale{0.0};
};

/// What was shown last, and the transition that runs, if one does. Plain values: copy it to keep a moment. Memory is
/// taken when it is made and never again.
struct TransitionState {
  explicit TransitionState(const Pose& rest);

  Pose shown;        // what continueTransition made last,
  Pose shownBefore;  // and before that
  double lastDelta = 0;

  bool running = false;
  TransitionKind kind = TransitionKind::Inertial;
  FadeShape shape;
  const JointMask* mask = nullptr;  // elsewhere what plays goes on, and what is left of an earlier transition dies away
  double elapsed = 0;               // seconds
  double seconds = 0;

  // The switch: the screen and its velocity then, the target then, and how the difference of the two began.
  Pose source;
  Pose target;
  std::vector<JointOffset> sourceVelocities;
  std::vector<double> sourceMorphVelocities;
  std::vector<double>
      sourceStart;  // Frozen, Dead: seconds into the transition at which the source's rotation was taken; usually 0
  std::vector<JointOffset> offsets;  // Frozen, Dead: the last one, so that a rotation never changes the way it turns
  std::vector<JointOffset> offsetVelocities;
  std::vector<double> morphOffsets;
  std::vector<double> morphOffsetVelocities;
};

/// The poses around a switch that velocities are measured from; each the size of the state's.
struct TransitionPoses {
  const Pose& shownBefore;  // what was shown, or would have been, `interval` seconds before the switch
  const Pose& target;       // what is sampled at the switch, before any transition
  const Pose& targetAfter;  // and `interval` seconds later
  double interval;          // above 0
};

/// Starts a transition of `seconds` from what is on the screen; a running one is left where it is. Only the kinds that
/// work on poses do anything; for the others what runs is dropped. `shape` is that of Frozen and DeadBlending; the mask
/// must outlive the transition. 0 seconds: a cut.
void beginTransition(TransitionState& state, TransitionKind kind, double seconds, const TransitionPoses& poses,
                     FadeShape shape = smoothShape(), const JointMask* mask = nullptr);

/// What the transition makes of a sampled `pose` at `elapsed` seconds, which should be near where it stands. Remembers
/// nothing.
void showTransition(const TransitionState& state, double elapsed, Pose& pose);

/// Moves on by `delta` seconds and turns the sampled `pose` into the one to show, which is remembered. At the end of
/// the transition and without one the pose stays as it is. A delta that is not finite counts as 0. Cost: a few hundred
/// nanoseconds per joint while one runs.
void continueTransition(TransitionState& state, double delta, Pose& pose);

}  // namespace crossfade
