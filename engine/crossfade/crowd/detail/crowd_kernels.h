// The inner loops of the batched path, compiled once per instruction set and chosen at run time. Plain arrays in and
// out; CrowdSampler fills them.
#ifndef CROSSFADE_CROWD_DETAIL_CROWD_KERNELS_H
#define CROSSFADE_CROWD_DETAIL_CROWD_KERNELS_H

#include <cstddef>
#include <cstdint>
#include <span>

#include "crossfade/crowd/crowd_options.h"
#include "crossfade/crowd/detail/crowd_skeleton.h"
#include "crossfade/crowd/detail/sampled_clip.h"

/// Of functions that run in every frame: they lie next to each other, on few pages of memory.
#if defined(__GNUC__)
#define CROSSFADE_HOT __attribute__((hot))
#else
#define CROSSFADE_HOT
#endif

namespace crossfade {

/// A clip at one time, with its weight.
struct LayerView {
  const ClipKeys* keys = nullptr;
  const std::int16_t* rotations = nullptr;  // the left frame of the first group if groups are dense, else null
  const float* linears = nullptr;           // likewise
  std::uint32_t frame = 0;                  // the left one
  std::int32_t frameWeights = 0;            // of both frames, 16 bits each, in units of 1 / kFixedPointOne
  float weight = 0;
  float left = 0, right = 0;  // weight times the frame's weight
  // Masked tasks only, by lane; the weight is multiplied with them.
  const float* rotationMask = nullptr;
  const float* linearMask = nullptr;
  const std::uint8_t* idle = nullptr;  // by rotation group: the mask is 0 in all of it; null: nowhere
  // Signed tasks only, by rotation lane: 1 or -1, with which rotations are summed; null, and lanes of 0: the sign
  // nearer to the sum so far.
  const float* rotationSigns = nullptr;
  bool coversBelow = false;     // this layer and those after it divide what the layers before it did not cover
  bool takesRemainder = false;  // takes all that the layers before it did not cover, whatever its weight
};

/// The layers of one character. Without masks the weights of `layers` sum to 1.
struct SampleTask {
  std::span<const LayerView> layers;  // at least one; with masks those on top come first
  std::span<const LayerView> added;   // additive layers, applied in this order
  bool masked = false;                // all layers have masks
  bool isSigned = false;              // some layers have signs
  float* remainder = nullptr;         // scratch for masked tasks: two floats per linear lane
  int rotationLanes = 0;
  int linearGroups = 0;
};

inline constexpr std::size_t kMaxBatch = 8;  // characters that are computed side by side
inline constexpr std::size_t kSlotFloats =
    12;  // of a stored matrix and character: x, y, z of three axes and the origin

/// Characters whose matrices are made together.
struct MatrixTask {
  const CrowdSkeleton* skeleton = nullptr;
  const SingleSkeleton* single = nullptr;  // of the same skeleton
  const float* rotations = nullptr;  // the first character's, in the steps' frames; the next one's is `stride` further
  const float* linears = nullptr;    // likewise
  std::size_t rotationStride = 0;
  std::size_t linearStride = 0;
  int linearGroups = 0;
  float* transposedLinears = nullptr;  // scratch: linearGroups x kLinearGroup x kMaxBatch
  float* slotMatrices = nullptr;       // scratch: slotCount x kSlotFloats x kMaxBatch
  float* singleMatrices = nullptr;     // scratch: (localCount + 1) x kMatrixFloats
  float* out[kMaxBatch] = {};          // each character's matrices; pointers may be equal
  MatrixShape shape = MatrixShape::Columns4x4;
  bool streams = false;  // bypass the caches; `out` must then be 32-byte aligned (Rows3x4: 16)
};

struct CrowdKernels {
  const char* name;
  std::size_t batchSize;  // characters per call of `makeMatrices`, at most kMaxBatch
  /// Writes blended rotations (unit length, in blocks as in lane_layout.h) and linear values (by lane). With
  /// `frameMatrices` (CrowdSkeleton's) rotations are transformed into the steps' frames; with null they stay local.
  void (*mixLayers)(const SampleTask& task, const float* frameMatrices, float* rotations, float* linears);
  void (*makeMatrices)(const MatrixTask& task);
  /// One character, its joints side by side.
  void (*makeSingleMatrices)(const MatrixTask& task);
  void (*finishStreams)();
};

/// Kernels for this processor's best instruction set.
const CrowdKernels& crowdKernels();
/// Kernels for all instruction sets that were compiled and that this processor has: best first, scalar code last.
std::span<const CrowdKernels* const> allCrowdKernels();

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_CROWD_KERNELS_H
