#include "crossfade/crowd/detail/crowd_job.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <hwy/cache_control.h>

#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"
#include "crossfade/transition/transition_state.h"

namespace crossfade {
namespace {

constexpr std::size_t kMaxSingles = 4;  // up to this many characters are faster one by one

/// Floats of one character's blended rotations, and of its linear values.
std::size_t rotationFloats(const CrowdRigData& rig) { return rig.sizes.paddedRotations * kQuaternionSize; }
std::size_t linearFloats(const CrowdRigData& rig) { return rig.sizes.paddedLinears; }

void putMatrix(const glm::mat4& matrix, MatrixShape shape, float* to) {
  for (int i = 0; i < static_cast<int>(floatCount(shape)); ++i)
    to[i] = shape == MatrixShape::Columns4x4 ? matrix[i / 4][i % 4] : matrix[i % 4][i / 4];
}

void writePose(const CrowdRigData& rig, const float* rotations, const float* linears, Pose& pose) {
  const LaneLayout& lanes = rig.lanes;
  pose.locals = rig.rest.locals;
  for (std::size_t lane = 0; lane < lanes.rotationJoints.size(); ++lane) {
    const float* q = rotations + blockOffset(lane, kQuaternionSize);
    pose.locals[static_cast<std::size_t>(lanes.rotationJoints[lane])].rotation =
        makeQuat(q[0], q[kBlockLanes], q[2 * kBlockLanes], q[3 * kBlockLanes]);
  }
  for (std::size_t joint = 0; joint < pose.locals.size(); ++joint) {
    const auto take = [&](int lane, glm::vec3& value) {
      if (lane >= 0) value = {linears[lane], linears[lane + 1], linears[lane + 2]};
    };
    take(lanes.translationLaneOf[joint], pose.locals[joint].translation);
    take(lanes.scaleLaneOf[joint], pose.locals[joint].scale);
  }
}

void writeMorphWeights(const CrowdRigData& rig, const float* linears, float* weights) {
  const LaneLayout& lanes = rig.lanes;
  std::copy(rig.rest.morphWeights.begin(), rig.rest.morphWeights.end(), weights);
  const int firstMorph = static_cast<int>(rig.parents.size()) * kValuesPerJoint;
  for (int lane = lanes.firstMorphLane; lane < lanes.linearLanes(); ++lane)
    weights[lanes.linearOffsets[static_cast<std::size_t>(lane)] - firstMorph] = linears[lane];
}

}  // namespace

/// Only the sizes matter: nothing moves or is allocated if they are the same.
CROSSFADE_HOT void CrowdJob::prepare(const CrowdRigData& rig, bool fetches) {
  layers_.begin(rig, fetches);
  if (rig.sizes != sizes_) resize(rig.sizes);
  task_.skeleton = &rig.skeleton;
  task_.single = &rig.single;
  task_.rotationStride = rotationFloats(rig);
  task_.linearStride = linearFloats(rig);
  task_.linearGroups = static_cast<int>(linearFloats(rig) / kLinearGroup);
}

/// In a function of its own, so that frames, which do not need it, do not load its code.
void CrowdJob::resize(const CrowdFrameSizes& sizes) {
  sizes_ = {};  // in case memory is short
  std::size_t floats = 0;
  const auto begin = [&floats](std::size_t count) {
    constexpr std::size_t kLine = 16;  // floats of a cache line
    return std::exchange(floats, floats + (count + kLine - 1) / kLine * kLine);
  };
  const std::size_t linears = begin(sizes.linears), singleMatrices = begin(sizes.singleMatrices),
                    rotations = begin(sizes.rotations), transposedLinears = begin(sizes.linears),
                    slotMatrices = begin(sizes.slotMatrices), unwanted = begin(sizes.matrices);
  constexpr std::size_t kPage = 4096;
  scratch_.resize(floats + kPage / sizeof(float));
  const std::size_t before = reinterpret_cast<std::uintptr_t>(scratch_.data()) % kPage;
  float* const scratch = scratch_.data() + (kPage - before) % kPage / sizeof(float);
  pose_.locals.resize(sizes.joints);
  pose_.morphWeights.resize(sizes.morphWeights);
  models_.resize(sizes.joints);
  palette_.resize(sizes.matrices / kMatrixFloats);
  rotations_ = scratch + rotations;
  linears_ = scratch + linears;
  unwanted_ = scratch + unwanted;
  task_ = {.rotations = rotations_,
           .linears = linears_,
           .transposedLinears = scratch + transposedLinears,
           .slotMatrices = scratch + slotMatrices,
           .singleMatrices = scratch + singleMatrices};
  sizes_ = sizes;
}

/// Blends one character into scratch memory, at `index` among those whose matrices are made together.
CROSSFADE_HOT void CrowdJob::mix(const CrowdRigData& rig, const CrowdKernels& kernels, const CrowdCharacter& character,
                                 BlendOrder order, RotationSpace space, std::size_t index) {
  float* toLinears = linears_ + index * linearFloats(rig);
  kernels.mixLayers(layers_.read(character.entries, order, character.signs),
                    space == RotationSpace::StepFrames ? rig.frameMatrices : nullptr,
                    rotations_ + index * rotationFloats(rig), toLinears);
  if (character.morphWeights) writeMorphWeights(rig, toLinears, character.morphWeights);
}

/// Makes the matrices of the first `count` blended characters.
CROSSFADE_HOT void CrowdJob::makeMatrices(const CrowdKernels& kernels, std::size_t count) {
  if (count == 0) return;
  if (count > kMaxSingles || count == kernels.batchSize) {
    for (std::size_t i = count; i < kMaxBatch; ++i) task_.out[i] = unwanted_;
    return kernels.makeMatrices(task_);
  }
  MatrixTask one = task_;
  for (std::size_t i = 0; i < count; ++i, one.rotations += one.rotationStride, one.linears += one.linearStride) {
    one.out[0] = task_.out[i];
    kernels.makeSingleMatrices(one);
  }
}

/// A character in a transition goes through its pose.
void CrowdJob::sampleTransition(const CrowdRigData& rig, const CrowdCharacter& character, const CrowdOptions& options,
                                std::size_t index) {
  const float* fromLinears = linears_ + index * linearFloats(rig);
  writePose(rig, rotations_ + index * rotationFloats(rig), fromLinears, pose_);
  writeMorphWeights(rig, fromLinears, pose_.morphWeights.data());
  continueTransition(*character.transition, options.delta, pose_);
  if (character.morphWeights) std::copy(pose_.morphWeights.begin(), pose_.morphWeights.end(), character.morphWeights);
  localToModel(rig.parents, pose_.locals, models_);
  float* to = character.matrices;
  for (const SkinBinding& skin : rig.skins) {
    const auto matrices = std::span(palette_).first(skin.joints.size());
    skinningPalette(models_, skin.joints, skin.inverseBinds, matrices);
    if (!to) continue;
    for (const glm::mat4& matrix : matrices) {
      putMatrix(matrix, options.shape, to);
      to += floatCount(options.shape);
    }
  }
}

/// One line of each page. Always inline, because g++ takes prefetching for no side effect, and leaves out calls of
/// functions that have none.
template <class T>
HWY_INLINE void fetchPages(const T* from, std::size_t count) {
  if (!from || count == 0) return;
  for (std::size_t i = 0; i < count; i += 4096 / sizeof(T)) hwy::Prefetch(from + i);
  hwy::Prefetch(from + count - 1);
}

/// Where caches are cold, a single character waits for its pages of memory to be found. This lets it wait for all of
/// them at once; the processor loads the lines of a page on its own.
HWY_INLINE void CrowdJob::fetchAhead(const CrowdRigData& rig, const CrowdKernels& kernels,
                                     std::span<const CrowdCharacter> characters) const {
  fetchPages(characters[0].matrices, sizes_.matrices / kMatrixFloats * floatCount(task_.shape));
  fetchPages(linears_, sizes_.singleMatrices + sizes_.linears);
  hwy::Prefetch(reinterpret_cast<const char*>(kernels.mixLayers));
  hwy::Prefetch(reinterpret_cast<const char*>(kernels.makeSingleMatrices));
  hwy::Prefetch(rotations_);
  hwy::Prefetch(rig.single.steps.data());
  fetchPages(rig.single.laneOrigins, rig.single.lanes * kLaneOriginSize);
  fetchPages(rig.frameMatrices, rig.single.lanes * kFrameMatrixSize);
}

CROSSFADE_HOT void CrowdJob::sample(const CrowdRigData& rig, const CrowdKernels& kernels,
                                    std::span<const CrowdCharacter> characters, const CrowdOptions& options,
                                    bool streams) {
  // Of many characters, the frames of the next one arrive while one is computed; of few, all that is needed at once.
  const bool many = characters.size() > kMaxSingles;
  prepare(rig, !many);
  task_.shape = options.shape;
  task_.streams = streams;
  if (characters.size() - 1 < kMaxSingles) fetchAhead(rig, kernels, characters);
  std::size_t count = 0;
  if (many) layers_.fetchAhead(characters.front().entries);
  for (const CrowdCharacter& character : characters) {
    if (many && &character != &characters.back()) layers_.fetchAhead((&character + 1)->entries);
    if (character.transition) {
      mix(rig, kernels, character, options.order, RotationSpace::Local, count);
      sampleTransition(rig, character, options, count);
      continue;
    }
    mix(rig, kernels, character, options.order, RotationSpace::StepFrames, count);
    task_.out[count] = character.matrices ? character.matrices : unwanted_;
    if (++count < kernels.batchSize) continue;
    makeMatrices(kernels, count);
    count = 0;
  }
  makeMatrices(kernels, count);
  if (streams) kernels.finishStreams();
}

void CrowdJob::samplePoses(const CrowdRigData& rig, const CrowdKernels& kernels,
                           std::span<const CrowdCharacter> characters, BlendOrder order, std::span<Pose> poses) {
  prepare(rig);
  for (std::size_t i = 0; i < characters.size(); ++i) {
    mix(rig, kernels, characters[i], order, RotationSpace::Local, 0);
    writePose(rig, rotations_, linears_, poses[i]);
    poses[i].morphWeights.resize(rig.rest.morphWeights.size());
    writeMorphWeights(rig, linears_, poses[i].morphWeights.data());
  }
}

}  // namespace crossfade
