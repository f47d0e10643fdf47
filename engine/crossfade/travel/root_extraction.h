// Takes the motion of the root out of a clip, as a track that moves the character instead, and puts it back.
#ifndef CROSSFADE_TRAVEL_ROOT_EXTRACTION_H
#define CROSSFADE_TRAVEL_ROOT_EXTRACTION_H

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/skeleton/skeleton.h"
#include "crossfade/travel/root_track.h"

namespace crossfade {

/// What leaves the clip beside the motion along the ground (x and z).
struct RootMotionParts {
  bool height = false;  // y: jumps and stairs, but also the rise and fall of each step
  bool turn = false;    // about the vertical
};

struct ExtractedRootMotion {
  AnimationClip clip;  // its root stays above the point where it starts
  RootTrack track;
};

/// Takes out the motion of `joint`, the one that RootMotionMeter found. If it is no joint, or the clip does not move
/// it, the clip stays as it is. All other tracks stay too, so what is not below the root, such as a rig's IK targets,
/// is left behind.
///
/// Translations keep their keys and interpolation. Turns, Bezier curves and roots below other moving joints get linear
/// keys, so dense that clip and track together differ from the original by at most a few 1e-6: radians, and lengths
/// relative to the size of the motion. Within 2e-5 s of a step of a joint above the root they may differ more; so may a
/// clip that needs more than 200,000 keys. While a joint above is scaled to nothing, the root stays where it was. If
/// one is scaled to nothing when the clip starts, nothing is taken out.
CROSSFADE_API ExtractedRootMotion extractRootMotion(const Skeleton& skeleton, const AnimationClip& clip, int joint,
                                                    RootMotionParts parts = {});

/// The clip moved along the track: the inverse of extractRootMotion. A track shorter than the clip repeats, each loop
/// starting where the last one ended. With RootTrack::steady an in-place clip travels. A track of no joint of the
/// skeleton: the clip.
CROSSFADE_API AnimationClip applyRootMotion(const Skeleton& skeleton, const AnimationClip& clip,
                                            const RootTrack& track);

/// The clip alone.
inline AnimationClip holdInPlace(const Skeleton& skeleton, const AnimationClip& clip, int joint,
                                 RootMotionParts parts = {}) {
  return extractRootMotion(skeleton, clip, joint, parts).clip;
}

}  // namespace crossfade

#endif  // CROSSFADE_TRAVEL_ROOT_EXTRACTION_H
