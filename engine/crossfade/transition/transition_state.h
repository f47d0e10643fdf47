// What transitions remember of the screen, and how they carry each sampled pose from there to the target.
// TransitionPlayer (crossfade/transition/transition_player.h) does all of this; use these functions to sample
// differently.
#ifndef CROSSFADE_TRANSITION_TRANSITION_STATE_H
#define CROSSFADE_TRANSITION_TRANSITION_STATE_H

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/mixer/fade_shape.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_kind.h"

namespace crossfade {

/// Length units, a rotation vector (axis times radians, in the parent's frame) and factors; or the same per second.
struct JointOffset {
  glm::dvec3 translation{0.0};
  glm::dvec3 rotation{0.0};
  glm::dvec3 scale{0.0};
};

/// How far one transition has come.
struct TransitionClock {
  bool running = false;
  TransitionKind kind = TransitionKind::Inertial;
  FadeShape::Kind shape = FadeShape::Kind::Smooth;
  AnimationCurve curve;  // of FadeShape::Kind::Curve
  double elapsed = 0;    // seconds
  double seconds = 0;
};

/// Transitions that run at the same time, each of other joints.
inline constexpr std::size_t kTransitionClocks = 8;
inline constexpr std::uint8_t kNoClock = 255;

/// What was shown last, and the running transitions, if any. Plain values: copy it to save a moment. Only the
/// constructor allocates, and `curve` when a shape has more keys than any before.
struct CROSSFADE_API TransitionState {
  explicit TransitionState(const Pose& rest);
  /// Makes room for curves of that many keys.
  void reserveCurves(std::size_t keyCount);

  Pose shown;        // pose of the last continueTransition
  Pose shownBefore;  // and of the one before
  double lastDelta = 0;

  bool running = false;  // whether any clock runs
  std::array<TransitionClock, kTransitionClocks> clocks;
  // Of each joint and morph weight: the running clock that it follows, or kNoClock.
  std::vector<std::uint8_t> jointClocks;
  std::vector<std::uint8_t> morphClocks;

  // At the switch: the screen and its velocity, the target, and how the offset between the two started.
  Pose source;
  Pose target;
  std::vector<JointOffset> sourceVelocities;
  std::vector<double> sourceMorphVelocities;
  std::vector<double> sourceStart;   // Frozen, DeadBlending: seconds into the transition at which the source's rotation
                                     // was taken; usually 0
  std::vector<JointOffset> offsets;  // Frozen, DeadBlending: the last one, so that a rotation keeps its direction
  std::vector<JointOffset> offsetVelocities;
  std::vector<double> morphOffsets;
  std::vector<double> morphOffsetVelocities;
};

// The functions below do nothing if a pose or a scope has not the sizes of the state's.

/// The poses around a switch; velocities are measured from them.
struct TransitionPoses {
  const Pose& shownBefore;  // what was shown, or would have been, `interval` seconds before the switch
  const Pose& target;       // sampled at the switch, without any transition
  const Pose& targetAfter;  // and `interval` seconds later
  double interval;          // above 0, or nothing starts
};

/// What a transition takes over: one byte for each joint and each morph weight, 0 for those that it leaves to the
/// transitions they are in. Empty: all of them.
struct TransitionScope {
  std::span<const std::uint8_t> joints;
  std::span<const std::uint8_t> morphs;
};

/// Starts a transition of `seconds` (0: a cut) from the screen, wherever running ones are. Kinds that do not work on
/// poses end the running ones in their scope and do nothing else. `shape` is for Frozen and DeadBlending, and is
/// copied. If kTransitionClocks others run elsewhere, the one with the least time left ends, and what followed it joins
/// the new one, from the screen.
CROSSFADE_API void beginTransition(TransitionState& state, TransitionKind kind, double seconds,
                                   const TransitionPoses& poses, FadeFunction shape = {}, TransitionScope scope = {});

/// Ends all transitions: the pose jumps to what is sampled.
CROSSFADE_API void cutTransitions(TransitionState& state);

/// Call it when what is playing jumps from one pose to another, `ahead` seconds from now (below 0: ago), as a clip that
/// travels does at the end of its loop. Added to the other pose, an inertial offset might carry the body past
/// everything that plays; so, joint by joint, it ends where the screen then changes less.
CROSSFADE_API void endOffsetsAtJump(TransitionState& state, const Pose& before, const Pose& after, double ahead);

/// Applies the transitions to a sampled `pose` as of `ahead` seconds from now (below 0: ago), which should be small.
/// Remembers nothing.
CROSSFADE_API void showTransition(const TransitionState& state, double ahead, Pose& pose);

/// Advances by `delta` seconds, replaces the sampled `pose` with the one to show, and remembers it. Without a
/// transition, and at the end of one, the pose stays as it is. A delta that is not finite counts as 0. Costs a few
/// hundred nanoseconds for each joint that is in a transition.
CROSSFADE_API void continueTransition(TransitionState& state, double delta, Pose& pose);

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_TRANSITION_STATE_H
