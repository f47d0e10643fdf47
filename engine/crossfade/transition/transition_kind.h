// The ways in which one action can take over from what is on the screen.
#pragma once

namespace crossfade {

enum class TransitionKind {
  Classic,       // three.js: weights from 0 and 1, whatever they were; jumps when it is interrupted
  Linear,        // the weights go straight from where they are
  Curve,         // the weights follow a fade shape
  Frozen,        // the pose at the switch is held and faded out
  Inertial,      // the target plays at once; what was different fades away as if it had mass (Bollo, GDC 2018)
  DeadBlending,  // what was on the screen moves on by itself, slower and slower, and is faded out (Holden, dead
                 // blending)
};
inline constexpr TransitionKind kTransitionKinds[] = {TransitionKind::Classic,  TransitionKind::Linear,
                                                      TransitionKind::Curve,    TransitionKind::Frozen,
                                                      TransitionKind::Inertial, TransitionKind::DeadBlending};

/// Whether the sampler shows the target alone and the transition state does the rest.
constexpr bool worksOnPoses(TransitionKind kind) {
  return kind == TransitionKind::Frozen || kind == TransitionKind::Inertial || kind == TransitionKind::DeadBlending;
}

}  // namespace crossfade
