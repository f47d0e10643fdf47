#include "crossfade/crowd/crowd_sampler.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>

#include "crossfade/base/aligned_vector.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"

namespace crossfade {
namespace {

constexpr std::size_t kMaxSingles = 4;  // so many characters are quicker made one by one
constexpr std::size_t kRowsAtOnce = 4;  // of laneCount characters that a job takes at a time

/// Numbers of the mixed rotations of one character.
std::size_t rotationFloats(const CrowdRig& rig) {
  return static_cast<std::size_t>(rig.lanes().rotationGroups()) * kRotationGroup * 4;
}
std::size_t linearFloats(const CrowdRig& rig) {
  return static_cast<std::size_t>(rig.lanes().linearGroups()) * kLinearGroup;
}

void putMatrix(const glm::mat4& matrix, MatrixShape shape, float* to) {
  for (int i = 0; i < static_cast<int>(floatCount(shape)); ++i)
    to[i] = shape == MatrixShape::Columns4x4 ? matrix[i / 4][i % 4] : matrix[i % 4][i / 4];
}

void writePose(const CrowdRig& rig, const float* rotations, const float* linears, Pose& pose) {
  const LaneLayout& lanes = rig.lanes();
  pose.locals = rig.rest().locals;
  for (std::size_t lane = 0; lane < lanes.rotationJoints.size(); ++lane) {
    const float* q = rotations + lane / 8 * 32 + lane % 8;
    pose.locals[static_cast<std::size_t>(lanes.rotationJoints[lane])].rotation = makeQuat(q[0], q[8], q[16], q[24]);
  }
  for (std::size_t joint = 0; joint < pose.locals.size(); ++joint) {
    const auto take = [&](int lane, glm::vec3& value) {
      if (lane >= 0) value = {linears[lane], linears[lane + 1], linears[lane + 2]};
    };
    take(lanes.translationLaneOf[joint], pose.locals[joint].translation);
    take(lanes.scaleLaneOf[joint], pose.locals[joint].scale);
  }
}

void writeMorphWeights(const CrowdRig& rig, const float* linears, float* weights) {
  const LaneLayout& lanes = rig.lanes();
  std::copy(rig.rest().morphWeights.begin(), rig.rest().morphWeights.end(), weights);
  const int firstMorph = static_cast<int>(rig.parents().size()) * 10;  // of ChannelLayout's values
  for (int lane = lanes.firstMorphLane; lane < lanes.linearLanes(); ++lane)
    weights[lanes.linearOffsets[static_cast<std::size_t>(lane)] - firstMorph] = linears[lane];
}

}  // namespace

void runJobsHere(int count, const std::function<void(int)>& job) {
  for (int i = 0; i < count; ++i) job(i);
}

/// The scratch of one job, and what it does with it.
struct CrowdSampler::Job {
  void prepare(const CrowdRig& rig);
  void sample(const CrowdRig& rig, const CrowdKernels& kernels, std::span<const CrowdCharacter> characters,
              const CrowdOptions& options, bool streams);
  void mix(const CrowdRig& rig, const CrowdKernels& kernels, const CrowdCharacter& character, BlendOrder order,
           bool inFrames, std::size_t index);
  void make(const CrowdKernels& kernels, std::size_t count);
  void sampleTransition(const CrowdRig& rig, const CrowdCharacter& character, const CrowdOptions& options,
                        std::size_t index);

  std::atomic<std::size_t> next{0};  // rows of characters: its queue for one call
  std::size_t end = 0;
  CrowdLayers layers;
  AlignedVector<float> rotations, linears, transposedLinears, slotMatrices, singleLocals, stepMatrices, unwanted;
  MatrixTask task;
  Pose pose;
  std::vector<glm::mat4> models, palette;
};

/// Everything here depends on sizes only, so that frames with the same rig, or another of its size, pass by.
void CrowdSampler::Job::prepare(const CrowdRig& rig) {
  layers.begin(rig);
  task.skeleton = &rig.skeleton();
  const bool fits = task.linearGroups == rig.lanes().linearGroups() &&
                    rotations.size() == rotationFloats(rig) * kMaxLanes &&
                    slotMatrices.size() == static_cast<std::size_t>(rig.skeleton().slotCount) * 12 * kMaxLanes &&
                    singleLocals.size() == static_cast<std::size_t>(rig.skeleton().localCount) * 16 &&
                    stepMatrices.size() == (rig.skeleton().steps.size() + 1) * 16 &&
                    unwanted.size() == static_cast<std::size_t>(rig.matrixCount()) * 16 &&
                    models.size() == rig.parents().size() && pose.morphWeights.size() == rig.rest().morphWeights.size();
  if (fits) return;
  rotations.resize(rotationFloats(rig) * kMaxLanes);
  linears.resize(linearFloats(rig) * kMaxLanes);
  transposedLinears.resize(linears.size());
  slotMatrices.resize(static_cast<std::size_t>(rig.skeleton().slotCount) * 12 * kMaxLanes);
  singleLocals.resize(static_cast<std::size_t>(rig.skeleton().localCount) * 16);
  stepMatrices.resize((rig.skeleton().steps.size() + 1) * 16);
  unwanted.resize(static_cast<std::size_t>(rig.matrixCount()) * 16);
  pose.locals.resize(rig.parents().size());
  pose.morphWeights.resize(rig.rest().morphWeights.size());
  models.resize(rig.parents().size());
  palette.resize(static_cast<std::size_t>(rig.matrixCount()));
  task = {.skeleton = &rig.skeleton(),
          .rotations = rotations.data(),
          .linears = linears.data(),
          .rotationStride = rotationFloats(rig),
          .linearStride = linearFloats(rig),
          .linearGroups = rig.lanes().linearGroups(),
          .transposedLinears = transposedLinears.data(),
          .slotMatrices = slotMatrices.data(),
          .singleLocals = singleLocals.data(),
          .stepMatrices = stepMatrices.data()};
}

/// Rotations as the matrices want them, or the joints' own.
void CrowdSampler::Job::mix(const CrowdRig& rig, const CrowdKernels& kernels, const CrowdCharacter& character,
                            BlendOrder order, bool inFrames, std::size_t index) {
  float* toLinears = linears.data() + index * linearFloats(rig);
  const float* frameMatrices =
      inFrames && !rig.skeleton().frameMatrices.empty() ? rig.skeleton().frameMatrices.data() : nullptr;
  kernels.mixLayers(layers.read(character.entries, order), frameMatrices,
                    rotations.data() + index * rotationFloats(rig), toLinears);
  if (character.morphWeights) writeMorphWeights(rig, toLinears, character.morphWeights);
}

/// The matrices of the first `count` mixed characters.
void CrowdSampler::Job::make(const CrowdKernels& kernels, std::size_t count) {
  if (count == 0) return;
  if (count > kMaxSingles || count == kernels.laneCount) {
    for (std::size_t i = count; i < kMaxLanes; ++i) task.out[i] = unwanted.data();
    return kernels.makeMatrices(task);
  }
  MatrixTask one = task;
  for (std::size_t i = 0; i < count; ++i, one.rotations += one.rotationStride, one.linears += one.linearStride) {
    one.out[0] = task.out[i];
    kernels.makeSingleMatrices(one);
  }
}

/// The way of a character that is in a transition: through its pose.
void CrowdSampler::Job::sampleTransition(const CrowdRig& rig, const CrowdCharacter& character,
                                         const CrowdOptions& options, std::size_t index) {
  const float* fromLinears = linears.data() + index * linearFloats(rig);
  writePose(rig, rotations.data() + index * rotationFloats(rig), fromLinears, pose);
  writeMorphWeights(rig, fromLinears, pose.morphWeights.data());
  continueTransition(*character.transition, options.delta, pose);
  if (character.morphWeights) std::copy(pose.morphWeights.begin(), pose.morphWeights.end(), character.morphWeights);
  localToModel(rig.parents(), pose.locals, models);
  float* to = character.matrices;
  for (const SkinBinding& skin : rig.skins()) {
    const auto matrices = std::span(palette).first(skin.joints.size());
    skinningPalette(models, skin.joints, skin.inverseBinds, matrices);
    for (const glm::mat4& matrix : matrices) {
      putMatrix(matrix, options.shape, to);
      to += floatCount(options.shape);
    }
  }
}

void CrowdSampler::Job::sample(const CrowdRig& rig, const CrowdKernels& kernels,
                               std::span<const CrowdCharacter> characters, const CrowdOptions& options, bool streams) {
  prepare(rig);
  task.shape = options.shape;
  task.streams = streams;
  std::size_t count = 0;
  for (const CrowdCharacter& character : characters) {
    mix(rig, kernels, character, options.order, !character.transition, count);
    if (character.transition) {
      sampleTransition(rig, character, options, count);
      continue;
    }
    task.out[count] = character.matrices;
    if (++count < kernels.laneCount) continue;
    make(kernels, count);
    count = 0;
  }
  make(kernels, count);
  if (streams) kernels.finishStreams();
}

CrowdSampler::CrowdSampler(int jobs, const CrowdKernels& kernels) : kernels_(&kernels) {
  for (int i = 0; i < std::max(1, jobs); ++i) jobs_.push_back(std::make_unique<Job>());
}
CrowdSampler::~CrowdSampler() = default;
CrowdSampler::CrowdSampler(CrowdSampler&&) noexcept = default;
CrowdSampler& CrowdSampler::operator=(CrowdSampler&&) noexcept = default;

void CrowdSampler::prepare(const CrowdRig& rig, int entries, int masks) {
  for (const auto& job : jobs_) {
    job->prepare(rig);
    job->layers.reserve(entries, masks);
  }
}

void CrowdSampler::sample(const CrowdRig& rig, std::span<const CrowdCharacter> characters, const CrowdOptions& options,
                          const JobRunner& run) {
  const std::size_t bytes =
      characters.size() * static_cast<std::size_t>(rig.matrixCount()) * floatCount(options.shape) * sizeof(float);
  const std::uintptr_t alignmentMask = options.shape == MatrixShape::Columns4x4 ? 31 : 15;
  const bool canStream = std::all_of(characters.begin(), characters.end(), [&](const CrowdCharacter& c) {
    return (reinterpret_cast<std::uintptr_t>(c.matrices) & alignmentMask) == 0;
  });
  const bool streams = canStream && (options.stores == StoreMode::Streamed ||
                                     (options.stores == StoreMode::Auto && bytes > kStreamedBytes));

  const std::size_t rows = (characters.size() + kernels_->laneCount - 1) / kernels_->laneCount;
  const std::size_t jobs = std::clamp<std::size_t>(rows / kRowsAtOnce, 1, jobs_.size());
  if (jobs == 1) return jobs_[0]->sample(rig, *kernels_, characters, options, streams);
  for (std::size_t i = 0; i < jobs; ++i) {
    jobs_[i]->next = rows * i / jobs;
    jobs_[i]->end = rows * (i + 1) / jobs;
  }
  struct Call {
    CrowdSampler* sampler;
    const CrowdRig* rig;
    std::span<const CrowdCharacter> characters;
    const CrowdOptions* options;
    bool streams;
    std::size_t jobs;
  } call{this, &rig, characters, &options, streams, jobs};
  const std::function<void(int)> job = [&call](int index) {
    for (std::size_t i = 0; i < call.jobs; ++i)
      call.sampler->sampleQueue(static_cast<std::size_t>(index), (static_cast<std::size_t>(index) + i) % call.jobs,
                                *call.rig, call.characters, *call.options, call.streams);
  };
  run(static_cast<int>(jobs), job);
}

/// Job `index` works off what is left of the queue of `owner`: first its own, so that each frame the same processor
/// writes the same matrices, then the others', who may be held up.
void CrowdSampler::sampleQueue(std::size_t index, std::size_t owner, const CrowdRig& rig,
                               std::span<const CrowdCharacter> characters, const CrowdOptions& options, bool streams) {
  Job& queue = *jobs_[owner];
  for (std::size_t row = queue.next.fetch_add(kRowsAtOnce); row < queue.end; row = queue.next.fetch_add(kRowsAtOnce)) {
    const std::size_t begin = row * kernels_->laneCount;
    const std::size_t end =
        std::min({characters.size(), queue.end * kernels_->laneCount, begin + kRowsAtOnce * kernels_->laneCount});
    jobs_[index]->sample(rig, *kernels_, characters.subspan(begin, end - begin), options, streams);
  }
}

void CrowdSampler::samplePoses(const CrowdRig& rig, std::span<const CrowdCharacter> characters, BlendOrder order,
                               std::span<Pose> poses) {
  assert(poses.size() == characters.size());
  Job& job = *jobs_[0];
  job.prepare(rig);
  for (std::size_t i = 0; i < characters.size(); ++i) {
    job.mix(rig, *kernels_, characters[i], order, false, 0);
    writePose(rig, job.rotations.data(), job.linears.data(), poses[i]);
    poses[i].morphWeights.resize(rig.rest().morphWeights.size());
    writeMorphWeights(rig, job.linears.data(), poses[i].morphWeights.data());
  }
}

}  // namespace crossfade
