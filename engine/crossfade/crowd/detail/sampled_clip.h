// A clip as the batched path plays it: every value at a fixed rate, so that a time finds its two frames without a
// search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "crossfade/base/aligned_vector.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/crowd/detail/lane_layout.h"
#include "crossfade/skeleton/pose.h"

namespace crossfade {

/// How far a sampled clip may be from its tracks, at the skin: on a shell around each joint, in the model.
struct SampleTolerance {
  double distance = 1e-4;    // metres for a character of up to two metres; of half its size for larger ones
  double angle = 8.7266e-4;  // radians: 0.05 degrees
  double shell = 0.05;       // metres, as `distance`: how far the skin is from its joint
  double morph = 1e-3;       // of a morph weight
  double maxRate = 480;      // frames: a clip that would need more gets these, and its report says how far it is off
  Endings endings = {};      // of smooth tracks, which are sampled once for all loops
};

/// Where the keys of one group of lanes lie: of the first frame at `offset`, of each next one `stride` further on; 0:
/// one frame holds for all.
struct KeyGroup {
  std::uint32_t offset = 0;
  std::uint32_t stride = 0;
};

/// A track that a fixed rate cannot follow, because it steps: it is evaluated as it is, and takes its lanes' place.
struct StepTrack {
  KeyframeTrack track;
  bool rotates = false;
  int lane = 0;  // the first
};

/// Where the keys of a clip lie in memory.
struct ClipKeys {
  const std::int16_t* rotationKeys = nullptr;
  const KeyGroup* rotationGroups = nullptr;
  const float* rotationBases = nullptr;
  const std::uint8_t* rotationIdle = nullptr;
  const float* linearKeys = nullptr;
  const KeyGroup* linearGroups = nullptr;
  // Where all groups move, or none, they follow each other, and so do the frames, this far apart; else these are 0 and
  // `dense` is false.
  std::uint32_t rotationStride = 0, linearStride = 0;
  bool rotationsDense = false, linearsDense = false;
};

/// Immutable after it is made; shared by all characters. All values are in lanes (LaneLayout), groups padded with
/// identity.
struct SampledClip {
  double duration = 0;  // seconds
  double rate = 0;      // frames per second: a whole number of intervals fills the duration
  int intervals = 0;    // frames less one; 0: a single pose

  // A rotation at a frame is key + base, in four components x, y, z, w, not of unit length. Keys of a group: 4
  // components x 16 lanes, in the order of rotationSlot.
  AlignedVector<std::int16_t> rotationKeys;
  AlignedVector<float> rotationBases;  // 4 x 16 for each group, in units of 1/kFixedPointOne of a key's
  std::vector<KeyGroup> rotationGroups;
  std::vector<std::uint8_t> rotationIdle;  // by group: the clip turns none of it
  AlignedVector<float> linearKeys;         // 8 for each group
  std::vector<KeyGroup> linearGroups;
  // By lane: 1 where the clip has a track, 0 where not; padded to whole groups.
  AlignedVector<float> rotationPresence, linearPresence;
  bool movesAll = true;  // all of those are 1
  std::vector<StepTrack> steps;

  std::size_t bytes() const;
  ClipKeys keys() const;
};

/// What became of a clip.
struct SampleReport {
  std::size_t bytes = 0;
  double rate = 0;
  double distance = 0;  // the largest differences that were found: metres,
  double angle = 0;     // radians,
  double morph = 0;     // and of a morph weight
  bool withinTolerance = true;
};

/// Weights of two frames are whole numbers of this unit.
inline constexpr int kFixedPointOne = 32767;

/// Where a lane of a group of rotations stands among its 16 keys: the order in which 128-bit interleaving gives back
/// lanes 0-7 and 8-15.
constexpr int rotationSlot(int lane) { return (lane & 3) + ((lane & 4) << 1) + ((lane & 8) >> 1); }

/// The parts of a skeleton that sampling is measured with.
struct SampleRig {
  const ChannelLayout& channels;
  const LaneLayout& lanes;
  std::span<const int> parents;
  std::span<const double> rest;  // ChannelLayout's values
};

/// Takes the lowest rate at which the tolerance holds between the frames and at them, 16-bit keys included; a rate at
/// which all keys of the clip fall on frames is among those tried. A loading function: it evaluates the clip some
/// hundred times per second of it. No error: a clip that has nothing for the rig is empty.
SampledClip sampleClip(const ClipUse& use, const SampleRig& rig, const SampleTolerance& tolerance,
                       SampleReport* report = nullptr);

/// The rest pose as a clip of one frame: what fills weights below 1.
SampledClip sampleRest(const SampleRig& rig);

}  // namespace crossfade
