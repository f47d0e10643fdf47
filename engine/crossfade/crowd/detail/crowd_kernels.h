// The inner loops of the batched path, compiled once for each instruction set and chosen at run time. Plain arrays in
// and out; CrowdSampler fills them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "crossfade/crowd/detail/crowd_skeleton.h"
#include "crossfade/crowd/detail/sampled_clip.h"

namespace crossfade {

/// A clip at a moment, with its weight.
struct LayerView {
  const ClipKeys* keys = nullptr;
  const std::int16_t* rotations = nullptr;  // the left frame of the first group, where groups lie densely; else null
  const float* linears = nullptr;           // likewise
  std::uint32_t frame = 0;
  std::int32_t frameWeights = 0;  // of the two frames, 16 bits each, in units of 1/kFixedPointOne
  float weight = 0;
  float left = 0, right = 0;  // weight times either frame weight
  // With masks, by lane; weights are multiplied with them.
  const float* rotationMask = nullptr;
  const float* linearMask = nullptr;
  const std::uint8_t* idle = nullptr;  // by group of rotations: the mask is 0 there; null: nowhere
  bool coversBelow = false;     // what the layers before this one left is all that this one and those after it can have
  bool takesRemainder = false;  // what all layers together left, whatever its weight
};

/// One character's layers. Without masks the weights of the normal layers sum up to 1.
struct SampleTask {
  std::span<const LayerView> layers;  // at least one; with masks those on top come first
  std::span<const LayerView> added;   // laid on top, in this order
  bool masked = false;                // all layers have masks
  float* remainder = nullptr;         // then: scratch, two floats for each linear lane
  int rotationLanes = 0;
  int linearGroups = 0;
};

inline constexpr std::size_t kMaxLanes = 8;  // characters side by side

enum class MatrixShape {
  Columns4x4,  // 16 floats, column by column, as glm::mat4 and OpenGL have it
  Rows3x4,     // 12 floats: the first three rows
};
constexpr std::size_t floatCount(MatrixShape shape) { return shape == MatrixShape::Columns4x4 ? 16 : 12; }

/// Characters whose matrices are made together.
struct MatrixTask {
  const CrowdSkeleton* skeleton = nullptr;
  const float* rotations = nullptr;  // transformed; of the first character; the next ones' `stride` floats further on
  const float* linears = nullptr;
  std::size_t rotationStride = 0;
  std::size_t linearStride = 0;
  int linearGroups = 0;
  float* transposedLinears = nullptr;  // scratch: linearGroups x kLinearGroup x kMaxLanes
  float* slotMatrices = nullptr;       // scratch: slotCount x 12 x kMaxLanes
  float* singleLocals = nullptr;       // scratch: localCount x 16
  float* stepMatrices = nullptr;       // scratch: 16 for each step, and 16
  float* out[kMaxLanes] = {};          // each character's matrices; one may stand several times
  MatrixShape shape = MatrixShape::Columns4x4;
  bool streams = false;  // past the caches; needs `out` on a multiple of 32 bytes (Rows3x4: 16)
};

struct CrowdKernels {
  const char* name;
  std::size_t laneCount;  // characters that `makeMatrices` makes at once; kMaxLanes at most
  /// Mixed rotations (for each 8 lanes: 8 x, 8 y, 8 z, 8 w; unit length) and linear values (by lane). With
  /// `frameMatrices` (CrowdSkeleton's) rotations are transformed into the steps' frames, as the matrices want them;
  /// null: they stay the joints' own.
  void (*mixLayers)(const SampleTask& task, const float* frameMatrices, float* rotations, float* linears);
  void (*makeMatrices)(const MatrixTask& task);
  /// One character alone: its joints side by side.
  void (*makeSingleMatrices)(const MatrixTask& task);
  void (*finishStreams)();
};

/// Those for the best instruction set of this processor.
const CrowdKernels& crowdKernels();
/// Those for all sets that were compiled and that this processor has, the best first, scalar code last.
std::span<const CrowdKernels* const> allCrowdKernels();

}  // namespace crossfade
