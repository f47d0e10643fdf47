// The joints of a clip as points to compare it by.
#ifndef CROSSFADE_MATCH_SAMPLE_POINTS_H
#define CROSSFADE_MATCH_SAMPLE_POINTS_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/match/clip_points.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

/// The positions of `joints` in model space, about `rate` times a second: a cycle is cut into whole steps, other clips
/// end where their last whole step does. At least one frame, at most 20,000. In a cycle the way of the points' mean
/// over a loop is its travel. Errors: no joints, one that the skeleton does not have, a rate that is
/// not above 0, a clip whose joints have a position that is not finite.
CROSSFADE_API Result<ClipPoints> sampleClipPoints(const Skeleton& skeleton, const AnimationClip& clip,
                                                  std::span<const int> joints, double rate, bool isCyclic);

/// A weight per joint: half the length of each bone that meets there, at rest, so that a hand with all its fingers
/// counts no more than its size. If there are no bones, all are 1. A joint that the skeleton does not have: 0.
CROSSFADE_API std::vector<double> boneWeights(const Skeleton& skeleton, std::span<const int> joints);

}  // namespace crossfade

#endif  // CROSSFADE_MATCH_SAMPLE_POINTS_H
