// How fast the ground moves under a clip that steps in place, from the loops that its feet trace: high on their way
// forward, low on their way back. Less exact than contacts, but it needs no floor, and no feet that agree.
#ifndef CROSSFADE_BODY_STEPPING_H
#define CROSSFADE_BODY_STEPPING_H

#include <optional>

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/body/feet.h"
#include "crossfade/clip/animation_clip.h"

namespace crossfade {

struct Stepping {
  /// Length units per second, y = 0; the body travels at the opposite of this.
  glm::dvec3 groundVelocity{0.0};
  /// The fraction of the clip in which at least one foot is low and on its way back, 0 to 1.
  double stanceShare = 0;
};

/// Nothing for a clip that is additive or no cycle, and unless two feet and most of those that it moves step: each
/// makes a loop at least a quarter of a leg long, low on its way back, and all of them about equally fast. The
/// direction is that of the loops' area, which is positive for a foot that moves back while it is low; the speed is the
/// interquartile mean of the velocities of low feet (the idea of stance and swing from the paths of the feet alone:
/// Zeni, Richards, Higginson, "Two simple methods for determining gait events", Gait & Posture 2008). On clips whose
/// contacts are known as well it is 26 % slower to 8 % faster than they say.
CROSSFADE_API std::optional<Stepping> findStepping(const Skeleton& skeleton, const Feet& feet,
                                                   const AnimationClip& clip);

}  // namespace crossfade

#endif  // CROSSFADE_BODY_STEPPING_H
