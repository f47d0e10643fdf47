// A clip as the batched path plays it: every value at a fixed rate, so that a time finds its two frames without a
// search.
#ifndef CROSSFADE_CROWD_DETAIL_SAMPLED_CLIP_H
#define CROSSFADE_CROWD_DETAIL_SAMPLED_CLIP_H

#include <cstdint>
#include <span>
#include <vector>

#include "crossfade/base/aligned_vector.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/crowd/detail/lane_layout.h"
#include "crossfade/crowd/sample_tolerance.h"

namespace crossfade {

/// Where the keys of one group of lanes lie: the first frame at `offset`, each following one `stride` further on.
/// Stride 0: all frames are equal and stored once.
struct KeyGroup {
  std::uint32_t offset = 0;
  std::uint32_t stride = 0;
};

/// A track with steps, which no fixed rate can follow: it is evaluated exactly and overrides its lanes.
struct StepTrack {
  KeyframeTrack track;
  bool rotates = false;
  int lane = 0;  // the first
};

/// What a frame reads of a clip: a view.
struct ClipKeys {
  const std::int16_t* rotationKeys = nullptr;
  const KeyGroup* rotationGroups = nullptr;
  const float* rotationBases = nullptr;
  const std::uint8_t* rotationIdle = nullptr;
  const float* linearKeys = nullptr;
  const KeyGroup* linearGroups = nullptr;
  // Dense: all groups have the same stride, so groups follow each other, and frames are this stride apart. Otherwise 0.
  std::uint32_t rotationStride = 0, linearStride = 0;
  bool rotationsDense = false, linearsDense = false;
  // SampledClip's:
  bool movesAll = true;
  bool hasSteps = false;
  std::int32_t intervals = 0;
  double rate = 0;
};

/// Frame weights and 16-bit keys are integers in units of 1 / this.
inline constexpr int kFixedPointOne = 32767;
/// 16-bit keys of one rotation group in one frame.
inline constexpr std::size_t kRotationGroupKeys = std::size_t(kQuaternionSize) * kRotationGroup;

/// Immutable once made; shared by all characters. Values are in lanes (LaneLayout), groups padded with the identity.
struct SampledClip {
  double duration = 0;  // seconds
  double rate = 0;      // frames per second; a whole number of intervals fills the duration
  int intervals = 0;    // frames minus one; 0: a single pose

  // A rotation at a frame is key + base, as x, y, z, w of any length. The keys of a group are its components, each of
  // 16 lanes in the order of rotationKeyIndex().
  AlignedVector<std::int16_t> rotationKeys;
  AlignedVector<float> rotationBases;  // kRotationGroupKeys per group, in units of a key / kFixedPointOne
  std::vector<KeyGroup> rotationGroups;
  std::vector<std::uint8_t> rotationIdle;  // by group: the clip has tracks for none of its lanes
  AlignedVector<float> linearKeys;         // kLinearGroup per group
  std::vector<KeyGroup> linearGroups;
  // By lane: 1 where the clip has a track, else 0; padded to whole groups.
  AlignedVector<float> rotationPresence, linearPresence;
  bool movesAll = true;  // all of those are 1
  std::vector<StepTrack> steps;

  std::size_t bytes() const;
  ClipKeys keys() const;
};

/// Index of a lane among the 16 keys of its rotation group: the order from which 128-bit interleaving restores lanes
/// 0-7 and 8-15.
constexpr int rotationKeyIndex(int lane) { return (lane & 3) + ((lane & 4) << 1) + ((lane & 8) >> 1); }

/// What sampling needs to know about a rig.
struct SampleRig {
  const ChannelLayout& channels;
  const LaneLayout& lanes;
  std::span<const int> parents;
  std::span<const double> rest;  // ChannelLayout's values
};

/// Takes the lowest rate at which the result, 16-bit keys included, stays within the tolerance at the frames and
/// between them. If there is a rate at which all keys of the clip fall on frames, it is among those tried. If none
/// stays within, or within `maxBytes`, takes the highest allowed one; the report then gives the error. Evaluates the
/// clip hundreds of times per second of its duration, so call it while loading. A clip without tracks for the rig gets
/// one frame.
SampledClip sampleClip(const ClipUse& use, const SampleRig& rig, const SampleTolerance& tolerance,
                       SampleReport* report = nullptr);

/// The rest pose as a clip of one frame: what fills weights below 1.
SampledClip sampleRest(const SampleRig& rig);

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_SAMPLED_CLIP_H
