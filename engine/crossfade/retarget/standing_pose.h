// A pose in which a body stands upright: what retargeting compares two skeletons in.
#ifndef CROSSFADE_RETARGET_STANDING_POSE_H
#define CROSSFADE_RETARGET_STANDING_POSE_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

/// How upright a body stands, y up: the mean cosine between the vertical and its thighs, its shins and its trunk, which
/// goes from between the upper legs to the head. 1: upright, 0: lying, -1: upside down. Parts that are unknown are left
/// out; 0 if all are. `locals` has one transform per joint; those that are missing count as the identity.
CROSSFADE_API double uprightness(const Skeleton& skeleton, const Humanoid& body, std::span<const Transform> locals);

/// A pose counts as standing from this uprightness on. Or from kOnItsFeet on, as with bent knees, if the trunk alone is
/// within 18 degrees of the vertical: limbs are laid along the other body's, but the trunk keeps how it stands.
inline constexpr double kStandsUpright = 0.85, kOnItsFeet = 0.5;
CROSSFADE_API bool stands(const Skeleton& skeleton, const Humanoid& body, std::span<const Transform> locals);

/// The rest pose if the body stands in it. If not, as in many motion capture files, where all bones of the rest pose
/// lie along one axis: the most upright of up to 200 moments of the clip, or the rest pose if that is no better
/// or the clip is additive.
CROSSFADE_API std::vector<Transform> findStandingPose(const Skeleton& skeleton, const Humanoid& body,
                                                      const AnimationClip& clip);

}  // namespace crossfade

#endif  // CROSSFADE_RETARGET_STANDING_POSE_H
