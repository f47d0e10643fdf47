// The scratch memory of one job, and what the job does with it: blend lists in, matrices or poses out.
#ifndef CROSSFADE_CROWD_DETAIL_CROWD_JOB_H
#define CROSSFADE_CROWD_DETAIL_CROWD_JOB_H

#include <span>
#include <vector>

#include "crossfade/base/aligned_vector.h"
#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/crowd/detail/crowd_kernels.h"
#include "crossfade/crowd/detail/crowd_layers.h"

namespace crossfade {

/// Aligned to cache lines, because each job runs on its own processor.
class alignas(64) CrowdJob {
 public:
  /// Sizes the scratch memory; costs nothing if it fits already. `fetches`: CrowdLayers::begin().
  void prepare(const CrowdRigData& rig, bool fetches = true);
  void reserve(int entries, int masks) { layers_.reserve(entries, masks); }

  void sample(const CrowdRigData& rig, const CrowdKernels& kernels, std::span<const CrowdCharacter> characters,
              const CrowdOptions& options, bool streams);
  void samplePoses(const CrowdRigData& rig, const CrowdKernels& kernels, std::span<const CrowdCharacter> characters,
                   BlendOrder order, std::span<Pose> poses);

 private:
  enum class RotationSpace { Local, StepFrames };
  void resize(const CrowdFrameSizes& sizes);
  void fetchAhead(const CrowdRigData& rig, const CrowdKernels& kernels,
                  std::span<const CrowdCharacter> characters) const;
  void mix(const CrowdRigData& rig, const CrowdKernels& kernels, const CrowdCharacter& character, BlendOrder order,
           RotationSpace space, std::size_t index);
  void makeMatrices(const CrowdKernels& kernels, std::size_t count);
  void sampleTransition(const CrowdRigData& rig, const CrowdCharacter& character, const CrowdOptions& options,
                        std::size_t index);

  CrowdLayers layers_;
  MatrixTask task_;
  float *rotations_ = nullptr, *linears_ = nullptr;  // in scratch_, for kMaxBatch characters
  float* unwanted_ = nullptr;                        // in scratch_: one character's matrices
  CrowdFrameSizes sizes_;
  AlignedVector<float> scratch_;  // together, and what a single character needs first, so that it lies on few pages
  Pose pose_;
  std::vector<glm::mat4> models_, palette_;
};

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_CROWD_JOB_H
