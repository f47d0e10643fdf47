// From the blend lists of many characters to their skinning matrices: the fast path beside ExactSampler and
// TransitionSampler.
//
//   const CrowdRig rig({.parents = skeleton.parents(), .rest = rest, .skins = skins, .clips = clips});   // once
//   CrowdSampler sampler(jobs);                                                                          // once
//   sampler.sample(rig, characters, {.delta = seconds}, runOnMyThreads);                                 // each frame
//
// It differs from the exact path in that rotations are mixed as normalised weighted sums, each taken on the side of the
// sum so far, where ExactSampler goes along great arcs one after the other (UnorderedSampler does as this one). Of two
// rotations `a` radians apart, mixed alone, that turns the result by less than a^3/125 (0.5 degrees for 60, 2 for 90);
// equal weights and single clips have none. Clips are sampled (SampledClip) within their tolerance.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/crowd/detail/crowd_kernels.h"
#include "crossfade/crowd/detail/crowd_layers.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/transition/transition_state.h"

namespace crossfade {

/// Runs job(0) .. job(count - 1), in any order and on any threads, and comes back when all are done.
using JobRunner = std::function<void(int count, const std::function<void(int)>& job)>;

/// One after the other on the caller's thread.
void runJobsHere(int count, const std::function<void(int)>& job);

/// What is to be shown, and where it goes. Nothing here is kept beyond the call.
struct CrowdCharacter {
  std::span<const BlendEntry> entries;
  float* matrices = nullptr;      // rig.matrixCount() times floatCount(shape) floats
  float* morphWeights = nullptr;  // rig.morphCount() floats; null: not wanted
  TransitionState* transition =
      nullptr;  // what is sampled goes through continueTransition; characters must not share one
};

enum class StoreMode {
  Auto,  // past the caches where all characters' matrices together are larger than kStreamedBytes
  Cached,
  Streamed,
};
/// Above this, matrices leave the caches before anybody reads them again (docs/performance.md has what was measured).
inline constexpr std::size_t kStreamedBytes = std::size_t(8) << 20;

struct CrowdOptions {
  MatrixShape shape = MatrixShape::Columns4x4;
  BlendOrder order = BlendOrder::Layers;
  StoreMode stores = StoreMode::Auto;
  double delta = 0;  // seconds since the last frame, for transitions
};

/// Holds the memory of `jobs` jobs that may run at once, one for each thread: some 60 KB each for 67 joints. Nothing is
/// remembered of a character from frame to frame, and after the first frame with a rig (or `prepare`) nothing is
/// allocated. Several rigs may take turns.
class CrowdSampler {
 public:
  explicit CrowdSampler(int jobs = 1, const CrowdKernels& kernels = crowdKernels());
  ~CrowdSampler();
  CrowdSampler(CrowdSampler&&) noexcept;
  CrowdSampler& operator=(CrowdSampler&&) noexcept;

  /// Takes the memory for frames with this rig: for lists of up to `entries` entries with `masks` masks.
  void prepare(const CrowdRig& rig, int entries = 8, int masks = 4);

  /// Matrices, in the order of the rig's skins, and morph weights of all characters, who are shared out among the jobs.
  void sample(const CrowdRig& rig, std::span<const CrowdCharacter> characters, const CrowdOptions& options = {},
              const JobRunner& run = runJobsHere);

  /// The mixed local poses instead, for who goes on with them; transitions are left alone. One pose of the rig's size
  /// for each character.
  void samplePoses(const CrowdRig& rig, std::span<const CrowdCharacter> characters, BlendOrder order,
                   std::span<Pose> poses);

  /// The instruction set that is used, as Highway names it: "AVX2", "SSE4", "SCALAR".
  const char* instructionSet() const { return kernels_->name; }

 private:
  struct Job;
  void sampleQueue(std::size_t index, std::size_t owner, const CrowdRig& rig,
                   std::span<const CrowdCharacter> characters, const CrowdOptions& options, bool streams);

  const CrowdKernels* kernels_;
  std::vector<std::unique_ptr<Job>> jobs_;
};

}  // namespace crossfade
