// Takes the motion of the root out of a clip, as a track that moves the character instead, and puts it back.
#ifndef CROSSFADE_TRAVEL_ROOT_EXTRACTION_H
#define CROSSFADE_TRAVEL_ROOT_EXTRACTION_H

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
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

/// Of `joint`, as RootMotionMeter finds it; kNoJoint, or one that the clip does not move, gives the clip as it is. All
/// other tracks stay, so what hangs beside the root and not below it, such as a rig's IK targets, stays behind.
/// Translations keep their keys and interpolation. Turns, Bezier curves, and joints below others
/// that move get linear keys, so many that clip and track together differ from the original by a few 1e-6 at most in
/// between: radians, and lengths relative to the size of the motion. If nodes above the joint change in steps, that
/// holds up to 2e-5 s from each.
CROSSFADE_API ExtractedRootMotion extractRootMotion(const Skeleton& skeleton, const AnimationClip& clip, int joint,
                                                    RootMotionParts parts = {});

/// The clip moved along the track: the inverse of extractRootMotion. With RootTrack::steady an in-place clip travels.
CROSSFADE_API AnimationClip applyRootMotion(const Skeleton& skeleton, const AnimationClip& clip,
                                            const RootTrack& track);

/// The clip alone.
inline AnimationClip holdInPlace(const Skeleton& skeleton, const AnimationClip& clip, int joint,
                                 RootMotionParts parts = {}) {
  return extractRootMotion(skeleton, clip, joint, parts).clip;
}

}  // namespace crossfade

#endif  // CROSSFADE_TRAVEL_ROOT_EXTRACTION_H
