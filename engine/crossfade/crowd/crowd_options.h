// How a crowd is sampled: what a matrix looks like in memory, how layers are blended, how results are stored.
#ifndef CROSSFADE_CROWD_CROWD_OPTIONS_H
#define CROSSFADE_CROWD_CROWD_OPTIONS_H

#include <cstddef>

namespace crossfade {

/// How masked entries are blended with the others.
enum class BlendOrder {
  Layers,   // entries with the same mask form a layer on top of everything below; order within a layer does not matter
  ThreeJs,  // a mask multiplies its entry's weight joint by joint, as in blendInOrder
};

/// How a matrix is stored.
enum class MatrixShape {
  Columns4x4,  // 16 floats, column by column, as in glm::mat4 and OpenGL
  Rows3x4,     // 12 floats: the first three rows
};
constexpr std::size_t floatCount(MatrixShape shape) { return shape == MatrixShape::Columns4x4 ? 16 : 12; }

enum class StoreMode {
  Auto,      // Streamed if all matrices of a call take more than kStreamedBytes, else Cached
  Cached,    // ordinary stores
  Streamed,  // stores that bypass the caches
};
/// Above this size matrices are evicted from the caches before anyone reads them (measured in docs/performance.md).
inline constexpr std::size_t kStreamedBytes = std::size_t(8) << 20;

struct CrowdOptions {
  MatrixShape shape = MatrixShape::Columns4x4;
  BlendOrder order = BlendOrder::Layers;
  StoreMode stores = StoreMode::Auto;
  double delta = 0;  // seconds since the last frame, for transitions
};

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_CROWD_OPTIONS_H
