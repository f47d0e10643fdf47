// Quaternions, vectors and matrices of as many characters, or joints, as a register has lanes; transposing and storing
// them. Compiled once per instruction set, so the include guard toggles (Highway, foreach_target.h).
#if defined(CROSSFADE_CROWD_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef CROSSFADE_CROWD_VECTORS
#undef CROSSFADE_CROWD_VECTORS
#else
#define CROSSFADE_CROWD_VECTORS
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "crossfade/crowd/detail/crowd_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace crossfade {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<float, kMaxBatch>;
using V = hn::Vec<D>;
constexpr D d;
constexpr std::size_t kLanes = HWY_MIN(HWY_LANES(float), kMaxBatch);
static_assert(kLanes == 8 || kLanes == 4 || kLanes == 1);

HWY_INLINE V set(float value) { return hn::Set(d, value); }

struct Quaternion {
  V x, y, z, w;
};

HWY_INLINE V dot(const Quaternion& a, const Quaternion& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::MulAdd(a.z, b.z, hn::Mul(a.w, b.w))));
}
HWY_INLINE Quaternion times(const Quaternion& q, V scale) {
  return {hn::Mul(q.x, scale), hn::Mul(q.y, scale), hn::Mul(q.z, scale), hn::Mul(q.w, scale)};
}

/// 1 / sqrt(x) to about 12 bits, enough for a weight.
HWY_INLINE V roughInverseRoot(V x) {
  const V guess = hn::ApproximateReciprocalSqrt(x);
#if HWY_ARCH_ARM || HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128  // their estimates have 8 or 9 bits
  return hn::Mul(guess, hn::NegMulAdd(hn::Mul(hn::Mul(set(0.5f), x), guess), guess, set(1.5f)));
#else
  return guess;
#endif
}
/// With one more step of Newton's method: about 22 bits.
HWY_INLINE V inverseRoot(V x) {
  const V guess = roughInverseRoot(x);
  return hn::Mul(guess, hn::NegMulAdd(hn::Mul(hn::Mul(set(0.5f), x), guess), guess, set(1.5f)));
}

// No arrays of vectors: compilers would put them in memory.

struct Four {
  V a, b, c, e;
};

#if HWY_TARGET != HWY_SCALAR
/// Transposes 4 x 4 blocks: in each 128 bits, vector i gets lane i of the four rows.
HWY_INLINE Four transposeFour(V r0, V r1, V r2, V r3) {
  const hn::Repartition<double, D> d64;
  const auto low01 = hn::BitCast(d64, hn::InterleaveLower(d, r0, r1)),
             low23 = hn::BitCast(d64, hn::InterleaveLower(d, r2, r3));
  const auto high01 = hn::BitCast(d64, hn::InterleaveUpper(d, r0, r1)),
             high23 = hn::BitCast(d64, hn::InterleaveUpper(d, r2, r3));
  return {hn::BitCast(d, hn::InterleaveLower(d64, low01, low23)),
          hn::BitCast(d, hn::InterleaveUpper(d64, low01, low23)),
          hn::BitCast(d, hn::InterleaveLower(d64, high01, high23)),
          hn::BitCast(d, hn::InterleaveUpper(d64, high01, high23))};
}
#endif

/// Transposes 8 lanes of kLanes characters, `stride` apart, to kLanes characters side by side for each of the 8 lanes.
HWY_INLINE void transposeEight(const float* from, [[maybe_unused]] std::size_t stride, float* to,
                               std::size_t toStride) {
  if constexpr (kLanes == 1) {
    for (std::size_t lane = 0; lane < kBlockLanes; ++lane) to[lane * toStride] = from[lane];
  }
#if HWY_TARGET != HWY_SCALAR
  for (std::size_t lane = 0; lane < kBlockLanes; lane += kLanes) {
    const float* row = from + lane;
    float* column = to + lane * toStride;
    const Four first = transposeFour(hn::Load(d, row), hn::Load(d, row + stride), hn::Load(d, row + 2 * stride),
                                     hn::Load(d, row + 3 * stride));
    if constexpr (kLanes == 4) {
      hn::Store(first.a, d, column);
      hn::Store(first.b, d, column + toStride);
      hn::Store(first.c, d, column + 2 * toStride);
      hn::Store(first.e, d, column + 3 * toStride);
    } else {
      row += 4 * stride;
      const Four second = transposeFour(hn::Load(d, row), hn::Load(d, row + stride), hn::Load(d, row + 2 * stride),
                                        hn::Load(d, row + 3 * stride));
      hn::Store(hn::ConcatLowerLower(d, second.a, first.a), d, column);
      hn::Store(hn::ConcatLowerLower(d, second.b, first.b), d, column + toStride);
      hn::Store(hn::ConcatLowerLower(d, second.c, first.c), d, column + 2 * toStride);
      hn::Store(hn::ConcatLowerLower(d, second.e, first.e), d, column + 3 * toStride);
      hn::Store(hn::ConcatUpperUpper(d, second.a, first.a), d, column + 4 * toStride);
      hn::Store(hn::ConcatUpperUpper(d, second.b, first.b), d, column + 5 * toStride);
      hn::Store(hn::ConcatUpperUpper(d, second.c, first.c), d, column + 6 * toStride);
      hn::Store(hn::ConcatUpperUpper(d, second.e, first.e), d, column + 7 * toStride);
    }
  }
#endif
}

struct Vector3 {
  V x, y, z;
};

/// From blocks (see blockOffset).
HWY_INLINE Quaternion loadBlockQuaternion(const float* from) {
  return {hn::Load(d, from), hn::Load(d, from + kBlockLanes), hn::Load(d, from + 2 * kBlockLanes),
          hn::Load(d, from + 3 * kBlockLanes)};
}
HWY_INLINE Vector3 loadBlockVector(const float* from) {
  return {hn::Load(d, from), hn::Load(d, from + kBlockLanes), hn::Load(d, from + 2 * kBlockLanes)};
}

/// Three axes and the origin. In memory, for kLanes characters, they begin at these offsets.
struct Matrix {
  Vector3 x, y, z, origin;
};
constexpr std::size_t kSlotX = 0, kSlotY = 3 * kLanes, kSlotZ = 6 * kLanes, kSlotOrigin = 9 * kLanes;
static_assert(kSlotOrigin + 3 * kLanes == kSlotFloats * kLanes);

HWY_INLINE Vector3 loadVector(const float* from) {
  return {hn::Load(d, from), hn::Load(d, from + kLanes), hn::Load(d, from + 2 * kLanes)};
}
HWY_INLINE Vector3 setVector(const float* from) { return {set(from[0]), set(from[1]), set(from[2])}; }
HWY_INLINE void storeVector(const Vector3& v, float* to) {
  hn::Store(v.x, d, to);
  hn::Store(v.y, d, to + kLanes);
  hn::Store(v.z, d, to + 2 * kLanes);
}
HWY_INLINE Matrix loadMatrix(const float* from) {
  return {loadVector(from + kSlotX), loadVector(from + kSlotY), loadVector(from + kSlotZ),
          loadVector(from + kSlotOrigin)};
}
HWY_INLINE Matrix setMatrix(const Affine& from) {
  return {setVector(from.columns + kAxisX), setVector(from.columns + kAxisY), setVector(from.columns + kAxisZ),
          setVector(from.columns + kOrigin)};
}
HWY_INLINE void storeMatrix(const Matrix& m, float* to) {
  storeVector(m.x, to + kSlotX);
  storeVector(m.y, to + kSlotY);
  storeVector(m.z, to + kSlotZ);
  storeVector(m.origin, to + kSlotOrigin);
}
HWY_INLINE Vector3 scaled(const Vector3& v, V by) { return {hn::Mul(v.x, by), hn::Mul(v.y, by), hn::Mul(v.z, by)}; }

/// The matrix of a unit quaternion and an origin.
HWY_INLINE Matrix matrixOf(const Quaternion& q, const Vector3& origin) {
  const V one = set(1);
  const V x2 = hn::Add(q.x, q.x), y2 = hn::Add(q.y, q.y), z2 = hn::Add(q.z, q.z);
  const V wx = hn::Mul(q.w, x2), wy = hn::Mul(q.w, y2), wz = hn::Mul(q.w, z2);
  const V oneLessXx = hn::NegMulAdd(q.x, x2, one), oneLessYy = hn::NegMulAdd(q.y, y2, one);
  return {{hn::NegMulAdd(q.z, z2, oneLessYy), hn::MulAdd(q.x, y2, wz), hn::MulSub(q.x, z2, wy)},
          {hn::MulSub(q.x, y2, wz), hn::NegMulAdd(q.z, z2, oneLessXx), hn::MulAdd(q.y, z2, wx)},
          {hn::MulAdd(q.x, z2, wy), hn::MulSub(q.y, z2, wx), hn::NegMulAdd(q.y, y2, oneLessXx)},
          origin};
}

HWY_INLINE V rowTimes(V a, V b, V c, const Vector3& v, V plus) {
  return hn::MulAdd(a, v.x, hn::MulAdd(b, v.y, hn::MulAdd(c, v.z, plus)));
}
/// The matrix times a point.
HWY_INLINE Vector3 transformPoint(const Matrix& m, const Vector3& v) {
  return {rowTimes(m.x.x, m.y.x, m.z.x, v, m.origin.x), rowTimes(m.x.y, m.y.y, m.z.y, v, m.origin.y),
          rowTimes(m.x.z, m.y.z, m.z.z, v, m.origin.z)};
}

template <bool kStreams, class Tag, class Value>
HWY_INLINE void put(Tag tag, Value value, float* to) {
  if constexpr (kStreams)
    hn::Stream(value, tag, to);
  else
    hn::StoreU(value, tag, to);
}

/// Writes four floats of each character, contiguous in its output.
template <bool kStreams>
HWY_INLINE void putFour(V a, V b, V c, V e, float* const* out, std::size_t offset) {
#if HWY_TARGET == HWY_SCALAR
  put<kStreams>(d, a, out[0] + offset);
  put<kStreams>(d, b, out[0] + offset + 1);
  put<kStreams>(d, c, out[0] + offset + 2);
  put<kStreams>(d, e, out[0] + offset + 3);
#else
  const Four four = transposeFour(a, b, c, e);
  if constexpr (kLanes == 4) {
    put<kStreams>(d, four.a, out[0] + offset);
    put<kStreams>(d, four.b, out[1] + offset);
    put<kStreams>(d, four.c, out[2] + offset);
    put<kStreams>(d, four.e, out[3] + offset);
  } else {
    const hn::Half<D> half;
    put<kStreams>(half, hn::LowerHalf(half, four.a), out[0] + offset);
    put<kStreams>(half, hn::LowerHalf(half, four.b), out[1] + offset);
    put<kStreams>(half, hn::LowerHalf(half, four.c), out[2] + offset);
    put<kStreams>(half, hn::LowerHalf(half, four.e), out[3] + offset);
    put<kStreams>(half, hn::UpperHalf(half, four.a), out[4] + offset);
    put<kStreams>(half, hn::UpperHalf(half, four.b), out[5] + offset);
    put<kStreams>(half, hn::UpperHalf(half, four.c), out[6] + offset);
    put<kStreams>(half, hn::UpperHalf(half, four.e), out[7] + offset);
  }
#endif
}

/// Writes two columns of four floats.
template <bool kStreams>
HWY_INLINE void putColumns(const Vector3& first, V firstLast, const Vector3& second, V secondLast, float* const* out,
                           std::size_t offset) {
  if constexpr (kLanes != 8) {
    putFour<kStreams>(first.x, first.y, first.z, firstLast, out, offset);
    putFour<kStreams>(second.x, second.y, second.z, secondLast, out, offset + 4);
  }
#if HWY_TARGET != HWY_SCALAR
  else {
    const Four a = transposeFour(first.x, first.y, first.z, firstLast),
               b = transposeFour(second.x, second.y, second.z, secondLast);
    put<kStreams>(d, hn::ConcatLowerLower(d, b.a, a.a), out[0] + offset);
    put<kStreams>(d, hn::ConcatLowerLower(d, b.b, a.b), out[1] + offset);
    put<kStreams>(d, hn::ConcatLowerLower(d, b.c, a.c), out[2] + offset);
    put<kStreams>(d, hn::ConcatLowerLower(d, b.e, a.e), out[3] + offset);
    put<kStreams>(d, hn::ConcatUpperUpper(d, b.a, a.a), out[4] + offset);
    put<kStreams>(d, hn::ConcatUpperUpper(d, b.b, a.b), out[5] + offset);
    put<kStreams>(d, hn::ConcatUpperUpper(d, b.c, a.c), out[6] + offset);
    put<kStreams>(d, hn::ConcatUpperUpper(d, b.e, a.e), out[7] + offset);
  }
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace crossfade
HWY_AFTER_NAMESPACE();
#endif
