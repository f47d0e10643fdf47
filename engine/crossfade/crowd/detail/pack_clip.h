// Exact frames to a sampled clip's compact keys, and back.
#ifndef CROSSFADE_CROWD_DETAIL_PACK_CLIP_H
#define CROSSFADE_CROWD_DETAIL_PACK_CLIP_H

#include <vector>

#include "crossfade/crowd/detail/clip_frames.h"
#include "crossfade/crowd/detail/sampled_clip.h"

namespace crossfade {

SampledClip packClip(const ClipFrames& frames, const SampleRig& rig, const ClipFacts& facts, double duration);

/// Writes to `values` (as ChannelLayout lays them out) everything that the packed clip samples, at `fraction` of the
/// way from `frame` to the next one. Leaves all else, including step tracks, unchanged.
void unpackClip(const SampledClip& clip, const SampleRig& rig, const ClipFacts& facts, int frame, double fraction,
                std::vector<double>& values);

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_PACK_CLIP_H
