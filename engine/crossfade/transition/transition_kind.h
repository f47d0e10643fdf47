// The ways in which one action can take over from what is on the screen (docs/transitions.md compares them).
#ifndef CROSSFADE_TRANSITION_TRANSITION_KIND_H
#define CROSSFADE_TRANSITION_TRANSITION_KIND_H

namespace crossfade {

enum class TransitionKind {
  Classic,   // three.js: weights start at 0 and 1, whatever they were; jumps when interrupted
  Linear,    // weights change linearly from their current values
  Curve,     // weights follow a fade shape
  Frozen,    // the pose at the switch is held and fades out
  Inertial,  // the target plays at once; the offset to it decays as if it had mass: offset_decay.h (Bollo, GDC 2018)
  DeadBlending,  // what was on screen coasts on, slowing down: offset_decay.h (Holden, "Dead Blending")
};
inline constexpr TransitionKind kTransitionKinds[] = {TransitionKind::Classic,  TransitionKind::Linear,
                                                      TransitionKind::Curve,    TransitionKind::Frozen,
                                                      TransitionKind::Inertial, TransitionKind::DeadBlending};

/// The one that measures best over many models (docs/transitions.md).
inline constexpr TransitionKind kDefaultTransitionKind = TransitionKind::Curve;

/// Whether only the target is sampled, and TransitionState does the rest.
constexpr bool worksOnPoses(TransitionKind kind) {
  return kind == TransitionKind::Frozen || kind == TransitionKind::Inertial || kind == TransitionKind::DeadBlending;
}

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_TRANSITION_KIND_H
