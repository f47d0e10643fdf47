#include "crossfade/crowd/crowd_sampler.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "crossfade/base/assert.h"
#include "crossfade/crowd/detail/crowd_job.h"
#include "crossfade/crowd/detail/crowd_rig_data.h"

namespace crossfade {
namespace {

constexpr std::size_t kRowsPerBlock = 4;  // a row: as many characters as the kernels process at once

bool shouldStream(const CrowdRigData& rig, std::span<const CrowdCharacter> characters, const CrowdOptions& options) {
  const std::size_t bytes = characters.size() * static_cast<std::size_t>(rig.skeleton.matrixCount) *
                            floatCount(options.shape) * sizeof(float);
  const bool wanted =
      options.stores == StoreMode::Streamed || (options.stores == StoreMode::Auto && bytes > kStreamedBytes);
  const std::uintptr_t alignmentMask = options.shape == MatrixShape::Columns4x4 ? 31 : 15;
  return wanted && std::all_of(characters.begin(), characters.end(), [&](const CrowdCharacter& c) {
           return (reinterpret_cast<std::uintptr_t>(c.matrices) & alignmentMask) == 0;
         });
}

}  // namespace

struct CrowdSampler::Impl {
  Impl(int jobCount, const CrowdKernels& k)
      : kernels(k), queues(jobCount), jobs(static_cast<std::size_t>(queues.maxJobs())) {}

  const CrowdKernels kernels;  // a copy, so that it lies next to what else a frame reads
  JobQueues queues;
  std::vector<CrowdJob> jobs;
};

CrowdSampler::CrowdSampler(int jobs) : CrowdSampler(jobs, crowdKernels()) {}
CrowdSampler::CrowdSampler(int jobs, const CrowdKernels& kernels) : impl_(std::make_unique<Impl>(jobs, kernels)) {}
CrowdSampler::~CrowdSampler() = default;
CrowdSampler::CrowdSampler(CrowdSampler&&) noexcept = default;
CrowdSampler& CrowdSampler::operator=(CrowdSampler&&) noexcept = default;

const char* CrowdSampler::instructionSet() const { return impl_->kernels.name; }

void CrowdSampler::prepare(const CrowdRig& rig, int entries, int masks) {
  for (CrowdJob& job : impl_->jobs) {
    job.prepare(rig.data());
    job.reserve(entries, masks);
  }
}

CROSSFADE_HOT void CrowdSampler::sample(const CrowdRig& rig, std::span<const CrowdCharacter> characters,
                                        const CrowdOptions& options, const JobRunner& run) {
  const CrowdRigData& data = rig.data();
  const CrowdKernels& kernels = impl_->kernels;
  const bool streams = shouldStream(data, characters, options);
  const std::size_t rows = (characters.size() + kernels.batchSize - 1) / kernels.batchSize;
  if (rows < 2 * kRowsPerBlock) return impl_->jobs[0].sample(data, kernels, characters, options, streams);
  impl_->queues.run(rows, kRowsPerBlock, run, [&](int job, std::size_t firstRow, std::size_t endRow) {
    const std::size_t begin = firstRow * kernels.batchSize;
    const std::size_t end = std::min(characters.size(), endRow * kernels.batchSize);
    impl_->jobs[static_cast<std::size_t>(job)].sample(data, kernels, characters.subspan(begin, end - begin), options,
                                                      streams);
  });
}

void CrowdSampler::samplePoses(const CrowdRig& rig, std::span<const CrowdCharacter> characters, BlendOrder order,
                               std::span<Pose> poses) {
  CROSSFADE_ASSERT(poses.size() == characters.size(), "CrowdSampler::samplePoses: there is not one pose per character");
  const std::size_t count = std::min(poses.size(), characters.size());
  impl_->jobs[0].samplePoses(rig.data(), impl_->kernels, characters.first(count), order, poses);
}

}  // namespace crossfade
