#include "engine/sampling/batch_sampler.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>

#include "engine/base/aligned_vector.h"
#include "engine/skeleton/local_to_model.h"
#include "engine/skeleton/skinning_palette.h"

namespace engine {
namespace {

constexpr std::size_t kFewAbreast = 4;  // so many characters are quicker made one by one
constexpr std::size_t kRowsAtOnce = 4;  // of characters abreast that a job takes at a time

/// Numbers of the mixed rotations of one character.
std::size_t rotationNumbers(const BatchRig& rig) {
  return static_cast<std::size_t>(rig.lanes().rotationGroups()) * kRotationGroup * 4;
}
std::size_t linearNumbers(const BatchRig& rig) {
  return static_cast<std::size_t>(rig.lanes().linearGroups()) * kLinearGroup;
}

void putMatrix(const glm::mat4& matrix, MatrixShape shape, float* to) {
  for (int i = 0; i < static_cast<int>(numbersOf(shape)); ++i)
    to[i] = shape == MatrixShape::Columns4x4 ? matrix[i / 4][i % 4] : matrix[i % 4][i / 4];
}

void writePose(const BatchRig& rig, const float* rotations, const float* linears, Pose& pose) {
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

void writeMorphWeights(const BatchRig& rig, const float* linears, float* weights) {
  const LaneLayout& lanes = rig.lanes();
  std::copy(rig.rest().morphWeights.begin(), rig.rest().morphWeights.end(), weights);
  const int firstMorph = static_cast<int>(rig.parents().size()) * 10;  // of ChannelLayout's numbers
  for (int lane = lanes.firstMorphLane; lane < lanes.linearLanes(); ++lane)
    weights[lanes.linearNumbers[static_cast<std::size_t>(lane)] - firstMorph] = linears[lane];
}

}  // namespace

void runJobsHere(int count, const std::function<void(int)>& job) {
  for (int i = 0; i < count; ++i) job(i);
}

/// The scratch of one job, and what it does with it.
struct BatchSampler::Job {
  void prepare(const BatchRig& rig);
  void sample(const BatchRig& rig, const BatchKernels& kernels, std::span<const BatchCharacter> characters,
              const BatchOptions& options, bool streams);
  void mix(const BatchRig& rig, const BatchKernels& kernels, const BatchCharacter& character, BlendOrder order,
           bool turned, std::size_t place);
  void make(const BatchKernels& kernels, std::size_t count);
  void carry(const BatchRig& rig, const BatchCharacter& character, const BatchOptions& options, std::size_t place);

  std::atomic<std::size_t> next{0};  // rows of characters: its share of a call
  std::size_t end = 0;
  BatchLayers layers;
  AlignedVector<float> rotations, linears, linearsAbreast, kept, localsOfOne, keptOfOne, unwanted;
  MatrixTask task;
  Pose pose;
  std::vector<glm::mat4> models, palette;
};

/// Everything here depends on sizes only, so that frames with the same rig, or another of its size, pass by.
void BatchSampler::Job::prepare(const BatchRig& rig) {
  layers.begin(rig);
  task.skeleton = &rig.skeleton();
  const bool fits = task.linearGroups == rig.lanes().linearGroups() &&
                    rotations.size() == rotationNumbers(rig) * kMostAbreast &&
                    kept.size() == static_cast<std::size_t>(rig.skeleton().slotCount) * 12 * kMostAbreast &&
                    localsOfOne.size() == static_cast<std::size_t>(rig.skeleton().localCount) * 16 &&
                    keptOfOne.size() == (rig.skeleton().steps.size() + 1) * 16 &&
                    unwanted.size() == static_cast<std::size_t>(rig.matrixCount()) * 16 &&
                    models.size() == rig.parents().size() && pose.morphWeights.size() == rig.rest().morphWeights.size();
  if (fits) return;
  rotations.resize(rotationNumbers(rig) * kMostAbreast);
  linears.resize(linearNumbers(rig) * kMostAbreast);
  linearsAbreast.resize(linears.size());
  kept.resize(static_cast<std::size_t>(rig.skeleton().slotCount) * 12 * kMostAbreast);
  localsOfOne.resize(static_cast<std::size_t>(rig.skeleton().localCount) * 16);
  keptOfOne.resize((rig.skeleton().steps.size() + 1) * 16);
  unwanted.resize(static_cast<std::size_t>(rig.matrixCount()) * 16);
  pose.locals.resize(rig.parents().size());
  pose.morphWeights.resize(rig.rest().morphWeights.size());
  models.resize(rig.parents().size());
  palette.resize(static_cast<std::size_t>(rig.matrixCount()));
  task = {.skeleton = &rig.skeleton(),
          .rotations = rotations.data(),
          .linears = linears.data(),
          .rotationStride = rotationNumbers(rig),
          .linearStride = linearNumbers(rig),
          .linearGroups = rig.lanes().linearGroups(),
          .linearsAbreast = linearsAbreast.data(),
          .kept = kept.data(),
          .localsOfOne = localsOfOne.data(),
          .keptOfOne = keptOfOne.data()};
}

/// Rotations as the matrices want them, or the joints' own.
void BatchSampler::Job::mix(const BatchRig& rig, const BatchKernels& kernels, const BatchCharacter& character,
                            BlendOrder order, bool turned, std::size_t place) {
  float* toLinears = linears.data() + place * linearNumbers(rig);
  const float* turns = turned && !rig.skeleton().turns.empty() ? rig.skeleton().turns.data() : nullptr;
  kernels.mixLayers(layers.read(character.entries, order), turns, rotations.data() + place * rotationNumbers(rig),
                    toLinears);
  if (character.morphWeights) writeMorphWeights(rig, toLinears, character.morphWeights);
}

/// The matrices of the first `count` mixed characters.
void BatchSampler::Job::make(const BatchKernels& kernels, std::size_t count) {
  if (count == 0) return;
  if (count > kFewAbreast || count == kernels.abreast) {
    for (std::size_t i = count; i < kMostAbreast; ++i) task.out[i] = unwanted.data();
    return kernels.makeMatrices(task);
  }
  MatrixTask one = task;
  for (std::size_t i = 0; i < count; ++i, one.rotations += one.rotationStride, one.linears += one.linearStride) {
    one.out[0] = task.out[i];
    kernels.makeMatricesOfOne(one);
  }
}

/// The way of a character that is in a transition: through its pose.
void BatchSampler::Job::carry(const BatchRig& rig, const BatchCharacter& character, const BatchOptions& options,
                              std::size_t place) {
  const float* fromLinears = linears.data() + place * linearNumbers(rig);
  writePose(rig, rotations.data() + place * rotationNumbers(rig), fromLinears, pose);
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
      to += numbersOf(options.shape);
    }
  }
}

void BatchSampler::Job::sample(const BatchRig& rig, const BatchKernels& kernels,
                               std::span<const BatchCharacter> characters, const BatchOptions& options, bool streams) {
  prepare(rig);
  task.shape = options.shape;
  task.streams = streams;
  std::size_t count = 0;
  for (const BatchCharacter& character : characters) {
    mix(rig, kernels, character, options.order, !character.transition, count);
    if (character.transition) {
      carry(rig, character, options, count);
      continue;
    }
    task.out[count] = character.matrices;
    if (++count < kernels.abreast) continue;
    make(kernels, count);
    count = 0;
  }
  make(kernels, count);
  if (streams) kernels.finishStreams();
}

BatchSampler::BatchSampler(int jobs, const BatchKernels& kernels) : kernels_(&kernels) {
  for (int i = 0; i < std::max(1, jobs); ++i) jobs_.push_back(std::make_unique<Job>());
}
BatchSampler::~BatchSampler() = default;
BatchSampler::BatchSampler(BatchSampler&&) noexcept = default;
BatchSampler& BatchSampler::operator=(BatchSampler&&) noexcept = default;

void BatchSampler::prepare(const BatchRig& rig, int entries, int masks) {
  for (const auto& job : jobs_) {
    job->prepare(rig);
    job->layers.reserve(entries, masks);
  }
}

void BatchSampler::sample(const BatchRig& rig, std::span<const BatchCharacter> characters, const BatchOptions& options,
                          const JobRunner& run) {
  const std::size_t bytes =
      characters.size() * static_cast<std::size_t>(rig.matrixCount()) * numbersOf(options.shape) * sizeof(float);
  const std::uintptr_t lineUp = options.shape == MatrixShape::Columns4x4 ? 31 : 15;
  const bool canStream = std::all_of(characters.begin(), characters.end(), [&](const BatchCharacter& c) {
    return (reinterpret_cast<std::uintptr_t>(c.matrices) & lineUp) == 0;
  });
  const bool streams = canStream && (options.stores == BatchStores::Streamed ||
                                     (options.stores == BatchStores::Auto && bytes > kStreamedBytes));

  const std::size_t rows = (characters.size() + kernels_->abreast - 1) / kernels_->abreast;
  const std::size_t jobs = std::clamp<std::size_t>(rows / kRowsAtOnce, 1, jobs_.size());
  if (jobs == 1) return jobs_[0]->sample(rig, *kernels_, characters, options, streams);
  for (std::size_t i = 0; i < jobs; ++i) {
    jobs_[i]->next = rows * i / jobs;
    jobs_[i]->end = rows * (i + 1) / jobs;
  }
  struct Call {
    BatchSampler* sampler;
    const BatchRig* rig;
    std::span<const BatchCharacter> characters;
    const BatchOptions* options;
    bool streams;
    std::size_t jobs;
  } call{this, &rig, characters, &options, streams, jobs};
  const std::function<void(int)> job = [&call](int index) {
    for (std::size_t i = 0; i < call.jobs; ++i)
      call.sampler->sampleShare(static_cast<std::size_t>(index), (static_cast<std::size_t>(index) + i) % call.jobs,
                                *call.rig, call.characters, *call.options, call.streams);
  };
  run(static_cast<int>(jobs), job);
}

/// Job `index` works off what is left of the share of `owner`: first its own, so that each frame the same processor
/// writes the same matrices, then the others', who may be held up.
void BatchSampler::sampleShare(std::size_t index, std::size_t owner, const BatchRig& rig,
                               std::span<const BatchCharacter> characters, const BatchOptions& options, bool streams) {
  Job& share = *jobs_[owner];
  for (std::size_t row = share.next.fetch_add(kRowsAtOnce); row < share.end; row = share.next.fetch_add(kRowsAtOnce)) {
    const std::size_t begin = row * kernels_->abreast;
    const std::size_t end =
        std::min({characters.size(), share.end * kernels_->abreast, begin + kRowsAtOnce * kernels_->abreast});
    jobs_[index]->sample(rig, *kernels_, characters.subspan(begin, end - begin), options, streams);
  }
}

void BatchSampler::samplePoses(const BatchRig& rig, std::span<const BatchCharacter> characters, BlendOrder order,
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

}  // namespace engine
