// From the blend lists of many characters to their skinning matrices: the fast path.
//
//   const CrowdRig rig({.parents = skeleton.parents(), .rest = rest, .skins = skins, .clips = clips});   // once
//   CrowdSampler sampler(jobs);                                                                          // once
//   sampler.sample(rig, characters, {.delta = seconds}, runOnMyThreads);                                 // each frame
//
// It differs from the reference path (PoseSampler) in how rotations are blended: as a normalized weighted sum, each
// rotation negated where that brings it closer to the sum so far. blendInOrder slerps from one to the next: for two
// rotations `a` radians apart the angle of the result differs by less than a^3/125 (0.5 degrees at 60 degrees, 2 at
// 90); with equal weights or a single clip there is no difference. blendOrderFree sums too, but remembers each clip's
// sign from frame to frame, as CrowdPlayer does. Clips are sampled at a fixed rate within SampleTolerance.
#ifndef CROSSFADE_CROWD_CROWD_SAMPLER_H
#define CROSSFADE_CROWD_CROWD_SAMPLER_H

#include <memory>
#include <span>

#include "crossfade/base/export.h"
#include "crossfade/crowd/crowd_options.h"
#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/crowd/job_queues.h"
#include "crossfade/mixer/blend_list.h"

namespace crossfade {

struct CrowdKernels;
struct CrowdSigns;
struct TransitionState;

/// What a character plays, and where its results go. CrowdSampler stores none of it beyond the call.
struct CrowdCharacter {
  std::span<const BlendEntry> entries;
  float* matrices = nullptr;      // rig.matrixCount() times floatCount(shape) floats; null: not written
  float* morphWeights = nullptr;  // rig.morphCount() floats; null: not written
  /// The blended pose goes through continueTransition. One state per character; null: no transition.
  TransitionState* transition = nullptr;
  /// Which way around rotations go (detail/crowd_signs.h), with BlendOrder::Layers; null: the shorter way at each
  /// moment.
  const CrowdSigns* signs = nullptr;
};

/// Owns scratch memory for `jobs` concurrent jobs, one per thread: about 60 KB each for 67 joints. Remembers nothing
/// about a character between frames, so characters and rigs may come in any order. Blend lists may have any length:
/// memory grows to the longest list and the most masks so far, and nothing else is allocated after a rig's first frame.
class CROSSFADE_API CrowdSampler {
 public:
  /// Uses the best instruction set of this processor.
  explicit CrowdSampler(int jobs = 1);
  /// Uses a particular one (detail/crowd_kernels.h).
  CrowdSampler(int jobs, const CrowdKernels& kernels);
  ~CrowdSampler();
  CrowdSampler(CrowdSampler&&) noexcept;
  CrowdSampler& operator=(CrowdSampler&&) noexcept;

  /// Allocates ahead, for blend lists of up to `entries` entries with up to `masks` different masks; no limits. Counts
  /// below 0 are 0.
  void prepare(const CrowdRig& rig, int entries = 8, int masks = 4);

  /// Writes the matrices, in the order of the rig's skins, and the morph weights of all characters. Skips entries whose
  /// clip the rig does not have, and those whose weight is not above 0; ignores transitions of other sizes. An empty
  /// `run` counts as runJobsHere.
  void sample(const CrowdRig& rig, std::span<const CrowdCharacter> characters, const CrowdOptions& options = {},
              const JobRunner& run = runJobsHere);

  /// Writes the blended local poses instead, one per character, and leaves transitions alone. Poses get the rig's
  /// sizes. Of more poses or characters, the smaller number counts.
  void samplePoses(const CrowdRig& rig, std::span<const CrowdCharacter> characters, BlendOrder order,
                   std::span<Pose> poses);

  /// The instruction set in use, by Highway's name: "AVX2", "SSE4", "SCALAR".
  const char* instructionSet() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_CROWD_SAMPLER_H
