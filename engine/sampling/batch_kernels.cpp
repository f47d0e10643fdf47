#include "engine/sampling/batch_kernels.h"

#include <atomic>
#include <cstring>

// SSSE3 gains too little over scalar code's neighbours to be compiled for; vectors of unknown length do not fit fixed groups of lanes.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/sampling/batch_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<float, kMostAbreast>;
using V = hn::Vec<D>;
constexpr D d;
constexpr std::size_t kLanes = HWY_MIN(HWY_LANES(float), kMostAbreast);
static_assert(kLanes == 8 || kLanes == 4 || kLanes == 1);

HWY_INLINE V set(float value) { return hn::Set(d, value); }

struct Quaternion {
  V x, y, z, w;
};

HWY_INLINE V dot(const Quaternion& a, const Quaternion& b) { return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::MulAdd(a.z, b.z, hn::Mul(a.w, b.w)))); }
HWY_INLINE Quaternion times(const Quaternion& q, V scale) { return {hn::Mul(q.x, scale), hn::Mul(q.y, scale), hn::Mul(q.z, scale), hn::Mul(q.w, scale)}; }

/// 1 / sqrt(x) to about 12 bits: enough for a weight.
HWY_INLINE V roughInverseRoot(V x) {
  const V guess = hn::ApproximateReciprocalSqrt(x);
#if HWY_ARCH_ARM || HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128  // whose guesses have 8 or 9 bits
  return hn::Mul(guess, hn::NegMulAdd(hn::Mul(hn::Mul(set(0.5f), x), guess), guess, set(1.5f)));
#else
  return guess;
#endif
}
/// One step of Newton's method more: about 22 bits.
HWY_INLINE V inverseRoot(V x) {
  const V guess = roughInverseRoot(x);
  return hn::Mul(guess, hn::NegMulAdd(hn::Mul(hn::Mul(set(0.5f), x), guess), guess, set(1.5f)));
}

// ---- from keys to rotations: a group of 16 lanes is read as pairs of vectors, lanes 0-7 and 8-15 ----

/// Where the vector pair `pair` of a group begins: in its lanes, and in its keys.
constexpr std::size_t kPairs = kLanes == 1 ? 8 : 8 / kLanes;

#if HWY_TARGET == HWY_SCALAR
using Shares = std::int32_t;
HWY_INLINE Shares sharesOf(const LayerView& layer) { return layer.shares; }

template <bool kUpper>
HWY_INLINE V mixKeys(const std::int16_t* left, const std::int16_t* right, Shares shares, std::size_t pair) {
  const auto slot = static_cast<std::size_t>(rotationSlot(static_cast<int>(pair) + (kUpper ? 8 : 0)));
  return set(static_cast<float>(left[slot] * (shares & 0xFFFF) + right[slot] * (shares >> 16)));
}
#else
using D16 = hn::Repartition<std::int16_t, D>;
using D32 = hn::RebindToSigned<D>;
using Shares = hn::Vec<D16>;
HWY_INLINE Shares sharesOf(const LayerView& layer) { return hn::BitCast(D16(), hn::Set(D32(), layer.shares)); }

/// left * its share + right * its share in whole numbers: one multiply-add for each 128 bits of both.
template <bool kUpper>
HWY_INLINE V mixKeys(const std::int16_t* left, const std::int16_t* right, Shares shares, std::size_t pair) {
  const D16 d16;
  const D32 d32;
  const auto a = hn::Load(d16, left + pair * 2 * kLanes), b = hn::Load(d16, right + pair * 2 * kLanes);
  const auto both = kUpper ? hn::InterleaveUpper(d16, a, b) : hn::InterleaveLower(d16, a, b);
  auto rest = hn::Zero(d32);
  const auto sum = hn::ReorderWidenMulAccumulate(d32, both, shares, hn::Zero(d32), rest);
  return hn::ConvertTo(d, hn::RearrangeToOddPlusEven(sum, rest));
}
#endif

/// What a layer shows of 16 lanes.
struct GroupView {
  const std::int16_t* left;
  const std::int16_t* right;
  const float* base;
};
HWY_INLINE GroupView groupOf(const LayerView& layer, std::size_t group) {
  const ClipKeys& keys = *layer.keys;
  const float* base = keys.rotationBases + group * 4 * kRotationGroup;
  if (layer.rotations) {
    const std::int16_t* left = layer.rotations + group * 4 * kRotationGroup;
    return {left, left + keys.rotationStride, base};
  }
  const KeyGroup place = keys.rotationGroups[group];
  const std::int16_t* left = keys.rotationKeys + place.offset + std::size_t(layer.frame) * place.stride;
  return {left, left + place.stride, base};
}

template <bool kUpper>
HWY_INLINE V partOf(const GroupView& view, Shares shares, std::size_t pair, std::size_t part) {
  const V keys = mixKeys<kUpper>(view.left + part * kRotationGroup, view.right + part * kRotationGroup, shares, pair);
  return hn::Add(keys, hn::Load(d, view.base + part * kRotationGroup + (kUpper ? 8 : 0) + pair * kLanes));
}

/// Not of unit length.
template <bool kUpper>
HWY_INLINE Quaternion rotationOf(const GroupView& view, Shares shares, std::size_t pair) {
  return {partOf<kUpper>(view, shares, pair, 0), partOf<kUpper>(view, shares, pair, 1), partOf<kUpper>(view, shares, pair, 2), partOf<kUpper>(view, shares, pair, 3)};
}

/// sum += weight * rotation, on the side of the sum.
template <bool kFirst>
HWY_INLINE void mixIn(Quaternion& sum, const Quaternion& rotation, V weight) {
  const V scale = hn::Mul(roughInverseRoot(dot(rotation, rotation)), weight);
  if constexpr (kFirst) {
    sum = times(rotation, scale);
  } else {
    const V aligned = hn::Xor(scale, hn::And(dot(sum, rotation), hn::SignBit(d)));
    sum = {hn::MulAdd(rotation.x, aligned, sum.x), hn::MulAdd(rotation.y, aligned, sum.y), hn::MulAdd(rotation.z, aligned, sum.z), hn::MulAdd(rotation.w, aligned, sum.w)};
  }
}

/// rotation := rotation * (identity towards added, by weight), not of unit length.
HWY_INLINE void layOn(Quaternion& q, const Quaternion& added, V weight) {
  const V unit = hn::Mul(roughInverseRoot(dot(added, added)), weight);
  const Quaternion part = times(added, hn::Xor(unit, hn::And(added.w, hn::SignBit(d))));
  const Quaternion a{part.x, part.y, part.z, hn::Add(part.w, hn::Sub(set(1), weight))};
  q = {hn::MulAdd(q.x, a.w, hn::MulAdd(q.w, a.x, hn::MulSub(q.y, a.z, hn::Mul(q.z, a.y)))),
       hn::MulAdd(q.y, a.w, hn::MulAdd(q.w, a.y, hn::MulSub(q.z, a.x, hn::Mul(q.x, a.z)))),
       hn::MulAdd(q.z, a.w, hn::MulAdd(q.w, a.z, hn::MulSub(q.x, a.y, hn::Mul(q.y, a.x)))),
       hn::NegMulAdd(q.x, a.x, hn::NegMulAdd(q.y, a.y, hn::NegMulAdd(q.z, a.z, hn::Mul(q.w, a.w))))};
}

/// One row of a 4 x 4 matrix times a quaternion.
HWY_INLINE V turnedPart(const float* row, const Quaternion& q) {
  return hn::MulAdd(hn::Load(d, row), q.x, hn::MulAdd(hn::Load(d, row + 8), q.y, hn::MulAdd(hn::Load(d, row + 16), q.z, hn::Mul(hn::Load(d, row + 24), q.w))));
}

/// Of unit length, and into the steps' frames.
HWY_INLINE Quaternion finished(const Quaternion& sum, const float* turns, std::size_t lane) {
  const Quaternion q = times(sum, inverseRoot(dot(sum, sum)));
  if (!turns) return q;
  const float* turn = turns + lane / 8 * 128 + lane % 8;
  return {turnedPart(turn, q), turnedPart(turn + 32, q), turnedPart(turn + 64, q), turnedPart(turn + 96, q)};
}

HWY_INLINE void storeRotation(const Quaternion& q, float* rotations, std::size_t lane) {
  float* to = rotations + lane / 8 * 32 + lane % 8;
  hn::Store(q.x, d, to);
  hn::Store(q.y, d, to + 8);
  hn::Store(q.z, d, to + 16);
  hn::Store(q.w, d, to + 24);
}

/// How much of a lane the layers so far have left: with masks only.
struct Remainder {
  V left;   // after all of them
  V above;  // at the last one that covers what is below
  HWY_INLINE V take(const LayerView& layer, const float* mask) {
    if (layer.takesRemainder) return left;
    if (layer.coversBelow) above = left;
    const V weight = hn::Mul(hn::Mul(set(layer.weight), hn::Load(d, mask)), above);
    left = hn::Sub(left, weight);
    return weight;
  }
};

/// Both halves of a group are read from the same keys. A compiler that remembers the first reading has no registers left for the sums; reading twice costs nothing.
HWY_INLINE void forgetLoads() { std::atomic_signal_fence(std::memory_order_seq_cst); }

template <bool kUpperToo, bool kFirst>
HWY_INLINE void mixLayer(const LayerView& layer, std::size_t group, std::size_t pair, Quaternion& lower, Quaternion& upper) {
  const GroupView view = groupOf(layer, group);
  const Shares shares = sharesOf(layer);
  mixIn<kFirst>(lower, rotationOf<false>(view, shares, pair), set(layer.weight));
  forgetLoads();
  if constexpr (kUpperToo) mixIn<kFirst>(upper, rotationOf<true>(view, shares, pair), set(layer.weight));
}

template <bool kUpperToo>
HWY_INLINE void mixLayers(std::span<const LayerView> layers, std::size_t group, std::size_t pair, Quaternion& lower, Quaternion& upper) {
  const LayerView* layer = layers.data();
  const LayerView* const end = layer + layers.size();
  mixLayer<kUpperToo, true>(*layer, group, pair, lower, upper);
  while (++layer != end) mixLayer<kUpperToo, false>(*layer, group, pair, lower, upper);
}

/// Onto sums of 0.
template <bool kUpperToo>
HWY_INLINE void mixMasked(std::span<const LayerView> layers, std::size_t group, std::size_t pair, Quaternion& lower, Quaternion& upper) {
  const std::size_t lane = group * kRotationGroup + pair * kLanes;
  Remainder ofLower{set(1), set(1)}, ofUpper{set(1), set(1)};
  for (const LayerView& layer : layers) {
    if (layer.idle && layer.idle[group]) continue;
    const GroupView view = groupOf(layer, group);
    const Shares shares = sharesOf(layer);
    mixIn<false>(lower, rotationOf<false>(view, shares, pair), ofLower.take(layer, layer.rotationMask + lane));
    forgetLoads();
    if constexpr (kUpperToo) mixIn<false>(upper, rotationOf<true>(view, shares, pair), ofUpper.take(layer, layer.rotationMask + lane + 8));
  }
}

template <bool kMasked, bool kUpperToo>
HWY_INLINE void addLayer(const LayerView& layer, std::size_t group, std::size_t pair, Quaternion& lower, Quaternion& upper) {
  if (layer.keys->rotationIdle[group] || (kMasked && layer.idle && layer.idle[group])) return;
  const GroupView view = groupOf(layer, group);
  const Shares shares = sharesOf(layer);
  V lowerWeight = set(layer.weight), upperWeight = lowerWeight;
  if constexpr (kMasked) {
    const float* mask = layer.rotationMask + group * kRotationGroup + pair * kLanes;
    lowerWeight = hn::Mul(lowerWeight, hn::Load(d, mask));
    upperWeight = hn::Mul(upperWeight, hn::Load(d, mask + 8));
  }
  layOn(lower, rotationOf<false>(view, shares, pair), lowerWeight);
  forgetLoads();
  if constexpr (kUpperToo) layOn(upper, rotationOf<true>(view, shares, pair), upperWeight);
}

template <bool kMasked, bool kUpperToo>
HWY_INLINE void mixGroup(const SampleTask& task, std::size_t group, std::size_t pair, const float* turns, float* rotations) {
  const V zero = hn::Zero(d);
  Quaternion lower{zero, zero, zero, zero}, upper = lower;
  if constexpr (kMasked) mixMasked<kUpperToo>(task.layers, group, pair, lower, upper);
  else mixLayers<kUpperToo>(task.layers, group, pair, lower, upper);
  for (const LayerView& added : task.added) addLayer<kMasked, kUpperToo>(added, group, pair, lower, upper);
  const std::size_t lane = group * kRotationGroup + pair * kLanes;
  storeRotation(finished(lower, turns, lane), rotations, lane);
  if constexpr (kUpperToo) storeRotation(finished(upper, turns, lane + 8), rotations, lane + 8);
}

template <bool kMasked>
HWY_INLINE void mixRotations(const SampleTask& task, const float* turns, float* rotations) {
  const auto lanes = static_cast<std::size_t>(task.rotationLanes);
  std::size_t group = 0;
  for (; group * kRotationGroup + 8 < lanes; ++group)
    for (std::size_t pair = 0; pair < kPairs; ++pair) mixGroup<kMasked, true>(task, group, pair, turns, rotations);
  if (group * kRotationGroup >= lanes) return;
  for (std::size_t pair = 0; pair < kPairs; ++pair) mixGroup<kMasked, false>(task, group, pair, turns, rotations);
}

/// The two frames of a layer's numbers. Copies all that it needs, because what is stored meanwhile might be any float.
class NumberFrames {
 public:
  explicit NumberFrames(const LayerView& layer)
      : dense_(layer.linears), stride_(layer.keys->linearStride), keys_(layer.keys->linearKeys), groups_(layer.keys->linearGroups), frame_(layer.frame), left_(set(layer.left)), right_(set(layer.right)) {}
  /// sum + what the layer shows.
  HWY_INLINE V mix(std::size_t lane, V sum) const {
    const float* from = dense_ + lane;
    std::size_t stride = stride_;
    if (!dense_) {
      const KeyGroup place = groups_[lane / kLinearGroup];
      from = keys_ + place.offset + frame_ * place.stride + lane % kLinearGroup;
      stride = place.stride;
    }
    return hn::MulAdd(hn::Load(d, from), left_, hn::MulAdd(hn::Load(d, from + stride), right_, sum));
  }

 private:
  const float* dense_;
  std::size_t stride_;
  const float* keys_;
  const KeyGroup* groups_;
  std::size_t frame_;
  V left_, right_;
};

/// linears += a layer's numbers, or := the first one's. Layer by layer, so that what is the same for all lanes stays in registers.
template <bool kFirst>
HWY_INLINE void addNumbers(const LayerView& layer, std::size_t lanes, float* linears) {
  const NumberFrames frames(layer);
  for (std::size_t lane = 0; lane < lanes; lane += kLanes) hn::Store(frames.mix(lane, kFirst ? hn::Zero(d) : hn::Load(d, linears + lane)), d, linears + lane);
}

/// Likewise, each lane with its part of what is left.
HWY_INLINE void addMaskedNumbers(const LayerView& layer, std::size_t lanes, float* above, float* remainder, float* linears) {
  const NumberFrames frames(layer);
  if (layer.takesRemainder) {
    for (std::size_t lane = 0; lane < lanes; lane += kLanes)
      hn::Store(hn::MulAdd(frames.mix(lane, hn::Zero(d)), hn::Load(d, remainder + lane), hn::Load(d, linears + lane)), d, linears + lane);
    return;
  }
  const V weight = set(layer.weight);
  const float* const mask = layer.linearMask;
  if (layer.coversBelow) std::memcpy(above, remainder, lanes * sizeof(float));
  for (std::size_t lane = 0; lane < lanes; lane += kLanes) {
    const V here = hn::Mul(hn::Mul(weight, hn::Load(d, mask + lane)), hn::Load(d, above + lane));
    hn::Store(hn::Sub(hn::Load(d, remainder + lane), here), d, remainder + lane);
    hn::Store(hn::MulAdd(frames.mix(lane, hn::Zero(d)), here, hn::Load(d, linears + lane)), d, linears + lane);
  }
}

HWY_INLINE void mixNumbers(const SampleTask& task, float* linears) {
  const std::size_t lanes = static_cast<std::size_t>(task.linearGroups) * kLinearGroup;
  addNumbers<true>(task.layers[0], lanes, linears);
  for (const LayerView& layer : task.layers.subspan(1)) addNumbers<false>(layer, lanes, linears);
  for (const LayerView& layer : task.added) addNumbers<false>(layer, lanes, linears);
}

HWY_INLINE void mixMaskedNumbers(const SampleTask& task, float* linears) {
  const std::size_t lanes = static_cast<std::size_t>(task.linearGroups) * kLinearGroup;
  float* const above = task.remainder;
  float* const remainder = task.remainder + lanes;
  for (std::size_t lane = 0; lane < lanes; lane += kLanes) {
    hn::Store(hn::Zero(d), d, linears + lane);
    hn::Store(set(1), d, above + lane);
    hn::Store(set(1), d, remainder + lane);
  }
  for (const LayerView& layer : task.layers) addMaskedNumbers(layer, lanes, above, remainder, linears);
  for (std::size_t lane = 0; lane < lanes; lane += kLanes) hn::Store(set(1), d, above + lane);  // what is laid on top takes nothing away
  for (const LayerView& layer : task.added) addMaskedNumbers(layer, lanes, above, remainder, linears);
}

void mixTask(const SampleTask& task, const float* turns, float* rotations, float* linears) {
  if (task.masked) {
    mixRotations<true>(task, turns, rotations);
    mixMaskedNumbers(task, linears);
  } else {
    mixRotations<false>(task, turns, rotations);
    mixNumbers(task, linears);
  }
}

// ---- turning rows into columns; no arrays of vectors, which compilers keep in memory ----

struct Four {
  V a, b, c, e;
};

#if HWY_TARGET != HWY_SCALAR
/// Four rows: in each 128 bits of vector i their lane i of those 128 bits.
HWY_INLINE Four transposeFour(V r0, V r1, V r2, V r3) {
  const hn::Repartition<double, D> d64;
  const auto low01 = hn::BitCast(d64, hn::InterleaveLower(d, r0, r1)), low23 = hn::BitCast(d64, hn::InterleaveLower(d, r2, r3));
  const auto high01 = hn::BitCast(d64, hn::InterleaveUpper(d, r0, r1)), high23 = hn::BitCast(d64, hn::InterleaveUpper(d, r2, r3));
  return {hn::BitCast(d, hn::InterleaveLower(d64, low01, low23)), hn::BitCast(d, hn::InterleaveUpper(d64, low01, low23)),
          hn::BitCast(d, hn::InterleaveLower(d64, high01, high23)), hn::BitCast(d, hn::InterleaveUpper(d64, high01, high23))};
}
#endif

/// 8 lanes of each of kLanes characters, `stride` apart, become kLanes characters side by side for each of 8 lanes.
HWY_INLINE void turnEight(const float* from, [[maybe_unused]] std::size_t stride, float* to, std::size_t toStride) {
  if constexpr (kLanes == 1) {
    for (std::size_t lane = 0; lane < 8; ++lane) to[lane * toStride] = from[lane];
  }
#if HWY_TARGET != HWY_SCALAR
  for (std::size_t part = 0; part < 8; part += kLanes) {
    const float* row = from + part;
    float* column = to + part * toStride;
    const Four first = transposeFour(hn::Load(d, row), hn::Load(d, row + stride), hn::Load(d, row + 2 * stride), hn::Load(d, row + 3 * stride));
    if constexpr (kLanes == 4) {
      hn::Store(first.a, d, column);
      hn::Store(first.b, d, column + toStride);
      hn::Store(first.c, d, column + 2 * toStride);
      hn::Store(first.e, d, column + 3 * toStride);
    } else {
      row += 4 * stride;
      const Four second = transposeFour(hn::Load(d, row), hn::Load(d, row + stride), hn::Load(d, row + 2 * stride), hn::Load(d, row + 3 * stride));
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

// ---- matrices of kLanes characters at once: every lane is a character ----

struct Vector3 {
  V x, y, z;
};

/// Three axes and the origin.
struct Matrix {
  Vector3 x, y, z, origin;
};

HWY_INLINE Vector3 loadVector(const float* from) { return {hn::Load(d, from), hn::Load(d, from + kLanes), hn::Load(d, from + 2 * kLanes)}; }
HWY_INLINE Vector3 setVector(const float* from) { return {set(from[0]), set(from[1]), set(from[2])}; }
HWY_INLINE void storeVector(const Vector3& v, float* to) {
  hn::Store(v.x, d, to);
  hn::Store(v.y, d, to + kLanes);
  hn::Store(v.z, d, to + 2 * kLanes);
}
HWY_INLINE Matrix loadMatrix(const float* from) { return {loadVector(from), loadVector(from + 3 * kLanes), loadVector(from + 6 * kLanes), loadVector(from + 9 * kLanes)}; }
HWY_INLINE Matrix setMatrix(const Affine& from) { return {setVector(from.columns), setVector(from.columns + 4), setVector(from.columns + 8), setVector(from.columns + 12)}; }
HWY_INLINE void storeMatrix(const Matrix& m, float* to) {
  storeVector(m.x, to);
  storeVector(m.y, to + 3 * kLanes);
  storeVector(m.z, to + 6 * kLanes);
  storeVector(m.origin, to + 9 * kLanes);
}
HWY_INLINE Vector3 scaled(const Vector3& v, V by) { return {hn::Mul(v.x, by), hn::Mul(v.y, by), hn::Mul(v.z, by)}; }

/// The axes of a unit quaternion, at an origin.
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

HWY_INLINE V rowTimes(V a, V b, V c, const Vector3& v, V plus) { return hn::MulAdd(a, v.x, hn::MulAdd(b, v.y, hn::MulAdd(c, v.z, plus))); }
/// Its origin and what its axes make of a vector.
HWY_INLINE Vector3 placeOf(const Matrix& m, const Vector3& v) {
  return {rowTimes(m.x.x, m.y.x, m.z.x, v, m.origin.x), rowTimes(m.x.y, m.y.y, m.z.y, v, m.origin.y), rowTimes(m.x.z, m.y.z, m.z.z, v, m.origin.z)};
}

/// One number of the product of a kept matrix with a vector.
HWY_INLINE V rowTimes(const float* left, const Vector3& v) {
  return hn::MulAdd(hn::Load(d, left), v.x, hn::MulAdd(hn::Load(d, left + 3 * kLanes), v.y, hn::Mul(hn::Load(d, left + 6 * kLanes), v.z)));
}
/// Kept matrix times a direction, and times a point. The matrix is read again from the nearest cache, so that registers stay free.
HWY_INLINE Vector3 timesAxis(const float* left, const Vector3& v) { return {rowTimes(left, v), rowTimes(left + kLanes, v), rowTimes(left + 2 * kLanes, v)}; }
HWY_INLINE V rowTimesPoint(const float* left, const Vector3& v) {
  const V last = hn::MulAdd(hn::Load(d, left + 6 * kLanes), v.z, hn::Load(d, left + 9 * kLanes));
  return hn::MulAdd(hn::Load(d, left), v.x, hn::MulAdd(hn::Load(d, left + 3 * kLanes), v.y, last));
}
HWY_INLINE Vector3 timesPoint(const float* left, const Vector3& v) { return {rowTimesPoint(left, v), rowTimesPoint(left + kLanes, v), rowTimesPoint(left + 2 * kLanes, v)}; }

template <bool kStreams, class Tag, class Value>
HWY_INLINE void put(Tag tag, Value value, float* to) {
  if constexpr (kStreams) hn::Stream(value, tag, to);
  else hn::StoreU(value, tag, to);
}

/// Four numbers of each character, which lie side by side in its output.
template <bool kStreams>
HWY_INLINE void putFour(V a, V b, V c, V e, float* const* out, std::size_t place) {
#if HWY_TARGET == HWY_SCALAR
  put<kStreams>(d, a, out[0] + place);
  put<kStreams>(d, b, out[0] + place + 1);
  put<kStreams>(d, c, out[0] + place + 2);
  put<kStreams>(d, e, out[0] + place + 3);
#else
  const Four four = transposeFour(a, b, c, e);
  if constexpr (kLanes == 4) {
    put<kStreams>(d, four.a, out[0] + place);
    put<kStreams>(d, four.b, out[1] + place);
    put<kStreams>(d, four.c, out[2] + place);
    put<kStreams>(d, four.e, out[3] + place);
  } else {
    const hn::Half<D> half;
    put<kStreams>(half, hn::LowerHalf(half, four.a), out[0] + place);
    put<kStreams>(half, hn::LowerHalf(half, four.b), out[1] + place);
    put<kStreams>(half, hn::LowerHalf(half, four.c), out[2] + place);
    put<kStreams>(half, hn::LowerHalf(half, four.e), out[3] + place);
    put<kStreams>(half, hn::UpperHalf(half, four.a), out[4] + place);
    put<kStreams>(half, hn::UpperHalf(half, four.b), out[5] + place);
    put<kStreams>(half, hn::UpperHalf(half, four.c), out[6] + place);
    put<kStreams>(half, hn::UpperHalf(half, four.e), out[7] + place);
  }
#endif
}

/// Two columns of four numbers.
template <bool kStreams>
HWY_INLINE void putColumns(const Vector3& first, V firstLast, const Vector3& second, V secondLast, float* const* out, std::size_t place) {
  if constexpr (kLanes != 8) {
    putFour<kStreams>(first.x, first.y, first.z, firstLast, out, place);
    putFour<kStreams>(second.x, second.y, second.z, secondLast, out, place + 4);
  }
#if HWY_TARGET != HWY_SCALAR
  else {
    const Four a = transposeFour(first.x, first.y, first.z, firstLast), b = transposeFour(second.x, second.y, second.z, secondLast);
    put<kStreams>(d, hn::ConcatLowerLower(d, b.a, a.a), out[0] + place);
    put<kStreams>(d, hn::ConcatLowerLower(d, b.b, a.b), out[1] + place);
    put<kStreams>(d, hn::ConcatLowerLower(d, b.c, a.c), out[2] + place);
    put<kStreams>(d, hn::ConcatLowerLower(d, b.e, a.e), out[3] + place);
    put<kStreams>(d, hn::ConcatUpperUpper(d, b.a, a.a), out[4] + place);
    put<kStreams>(d, hn::ConcatUpperUpper(d, b.b, a.b), out[5] + place);
    put<kStreams>(d, hn::ConcatUpperUpper(d, b.c, a.c), out[6] + place);
    put<kStreams>(d, hn::ConcatUpperUpper(d, b.e, a.e), out[7] + place);
  }
#endif
}

template <bool kStreams>
HWY_INLINE void putMatrix(const Matrix& m, const MatrixTask& task, int index) {
  const std::size_t place = static_cast<std::size_t>(index) * numbersOf(task.shape);
  if (task.shape == MatrixShape::Columns4x4) {
    putColumns<kStreams>(m.x, hn::Zero(d), m.y, hn::Zero(d), task.out, place);
    putColumns<kStreams>(m.z, hn::Zero(d), m.origin, set(1), task.out, place + 8);
  } else {
    putFour<kStreams>(m.x.x, m.y.x, m.z.x, m.origin.x, task.out, place);
    putFour<kStreams>(m.x.y, m.y.y, m.z.y, m.origin.y, task.out, place + 4);
    putFour<kStreams>(m.x.z, m.y.z, m.z.z, m.origin.z, task.out, place + 8);
  }
}

/// Kept matrix times an output's own.
template <bool kStreams>
HWY_INLINE void putProduct(const float* model, const OutputStep& output, const MatrixTask& task) {
  if (output.plain) return putMatrix<kStreams>(loadMatrix(model), task, output.matrix);
  const float* t = output.times.columns;
  if (task.shape == MatrixShape::Columns4x4) {
    const std::size_t place = static_cast<std::size_t>(output.matrix) * 16;
    putColumns<kStreams>(timesAxis(model, setVector(t)), hn::Zero(d), timesAxis(model, setVector(t + 4)), hn::Zero(d), task.out, place);
    putColumns<kStreams>(timesAxis(model, setVector(t + 8)), hn::Zero(d), timesPoint(model, setVector(t + 12)), set(1), task.out, place + 8);
  } else {
    putMatrix<kStreams>({timesAxis(model, setVector(t)), timesAxis(model, setVector(t + 4)), timesAxis(model, setVector(t + 8)), timesPoint(model, setVector(t + 12))}, task, output.matrix);
  }
}

/// Lanes of rotations stand in the order of the steps, so that eight are turned at a time.
class RotationsAbreast {
 public:
  explicit RotationsAbreast(const MatrixTask& task) : task_(task) {}
  HWY_INLINE Quaternion at(int lane) {
    if (lane / 8 != eight_) turn(lane / 8);
    const float* from = turned_ + (lane & 7) * 4 * static_cast<int>(kLanes);
    return {hn::Load(d, from), hn::Load(d, from + kLanes), hn::Load(d, from + 2 * kLanes), hn::Load(d, from + 3 * kLanes)};
  }

 private:
  HWY_INLINE void turn(int eight) {
    eight_ = eight;
    const float* from = task_.rotations + static_cast<std::size_t>(eight) * 32;
    for (std::size_t part = 0; part < 4; ++part) turnEight(from + part * 8, task_.rotationStride, turned_ + part * kLanes, 4 * kLanes);
  }
  const MatrixTask& task_;
  int eight_ = -1;
  HWY_ALIGN float turned_[8 * 4 * kLanes];
};

HWY_INLINE Matrix localMatrix(const JointStep& step, RotationsAbreast& rotations, const float* linears) {
  Vector3 origin = setVector(step.rest.columns + 12);
  if (step.translationLane >= 0) {
    Matrix above = setMatrix(step.above);
    above.origin = origin;
    origin = placeOf(above, loadVector(linears + static_cast<std::size_t>(step.translationLane) * kLanes));
  }
  Matrix local = step.rotationLane >= 0 ? matrixOf(rotations.at(step.rotationLane), origin)
                                        : Matrix{setVector(step.rest.columns), setVector(step.rest.columns + 4), setVector(step.rest.columns + 8), origin};
  if (step.scaleLane >= 0 || step.scaled) {
    const Vector3 scale = step.scaleLane >= 0 ? loadVector(linears + static_cast<std::size_t>(step.scaleLane) * kLanes) : setVector(step.restScale);
    local.x = scaled(local.x, scale.x);
    local.y = scaled(local.y, scale.y);
    local.z = scaled(local.z, scale.z);
  } else {
    local.origin = placeOf(local, setVector(step.pivot));
  }
  return local;
}
HWY_INLINE Matrix turnedMatrix(const JointStep& step, RotationsAbreast& rotations) {
  Matrix local = matrixOf(rotations.at(step.rotationLane), setVector(step.rest.columns + 12));
  local.origin = placeOf(local, setVector(step.pivot));
  return local;
}

/// model := parent * local, which also leaves if it is to. Two columns at a time, so that they need not be read again.
template <bool kStreams>
HWY_INLINE void keepProduct(const float* parent, const Matrix& local, const JointStep& step, const MatrixTask& task, float* model) {
  const bool leaves = step.matrix >= 0 && task.shape == MatrixShape::Columns4x4;
  const Vector3 x = timesAxis(parent, local.x), y = timesAxis(parent, local.y);
  storeVector(x, model);
  storeVector(y, model + 3 * kLanes);
  if (leaves) putColumns<kStreams>(x, hn::Zero(d), y, hn::Zero(d), task.out, static_cast<std::size_t>(step.matrix) * 16);
  const Vector3 z = timesAxis(parent, local.z), origin = timesPoint(parent, local.origin);
  storeVector(z, model + 6 * kLanes);
  storeVector(origin, model + 9 * kLanes);
  if (leaves) putColumns<kStreams>(z, hn::Zero(d), origin, set(1), task.out, static_cast<std::size_t>(step.matrix) * 16 + 8);
  if (step.matrix >= 0 && !leaves) putMatrix<kStreams>(loadMatrix(model), task, step.matrix);
}

template <bool kStreams>
HWY_INLINE void makeMatricesBy(const MatrixTask& task) {
  const BatchSkeleton& skeleton = *task.skeleton;
  for (std::size_t group = 0; group < static_cast<std::size_t>(task.linearGroups); ++group)
    turnEight(task.linears + group * kLinearGroup, task.linearStride, task.linearsAbreast + group * kLinearGroup * kLanes, kLanes);
  RotationsAbreast rotations(task);
  for (const JointStep& step : skeleton.steps) {
    const Matrix local = step.onlyTurns ? turnedMatrix(step, rotations) : localMatrix(step, rotations, task.linearsAbreast);
    float* model = task.kept + static_cast<std::size_t>(step.slot) * 12 * kLanes;
    if (step.parent < 0) {
      storeMatrix(local, model);
      if (step.matrix >= 0) putMatrix<kStreams>(local, task, step.matrix);
    } else {
      keepProduct<kStreams>(task.kept + static_cast<std::size_t>(step.parent) * 12 * kLanes, local, step, task, model);
    }
    for (int i = 0; i < step.outputCount; ++i) putProduct<kStreams>(model, skeleton.outputs[static_cast<std::size_t>(step.firstOutput + i)], task);
  }
  for (const OutputStep& output : skeleton.fixed) putMatrix<kStreams>(setMatrix(output.times), task, output.matrix);
}

void makeMatrices(const MatrixTask& task) {
  if (task.streams) makeMatricesBy<true>(task);
  else makeMatricesBy<false>(task);
}

// ---- matrices of one character: the numbers of a matrix side by side ----

#if HWY_TARGET == HWY_SCALAR
void makeMatricesOfOne(const MatrixTask& task) { makeMatrices(task); }
#else
using D4 = hn::FixedTag<float, 4>;
using V4 = hn::Vec<D4>;
constexpr D4 d4;

/// The local matrices of all joints with rotations, as far as these say it. All before the first is used, so that nothing waits.
HWY_INLINE void makeLocals(const MatrixTask& task, float* locals) {
  const std::size_t lanes = task.skeleton->lanePlaces.size() / 6;
  const float* places = task.skeleton->lanePlaces.data();
  for (std::size_t lane = 0; lane < lanes; lane += kLanes, locals += 16 * kLanes) {
    const float* q = task.rotations + lane / 8 * 32 + lane % 8;
    const float* place = places + lane / 8 * 48 + lane % 8;
    Matrix m = matrixOf({hn::Load(d, q), hn::Load(d, q + 8), hn::Load(d, q + 16), hn::Load(d, q + 24)}, {hn::Load(d, place), hn::Load(d, place + 8), hn::Load(d, place + 16)});
    m.origin = placeOf(m, {hn::Load(d, place + 24), hn::Load(d, place + 32), hn::Load(d, place + 40)});
    float* const out[kMostAbreast] = {locals, locals + 16, locals + 32, locals + 48, locals + 64, locals + 80, locals + 96, locals + 112};
    putColumns<false>(m.x, hn::Zero(d), m.y, hn::Zero(d), out, 0);
    putColumns<false>(m.z, hn::Zero(d), m.origin, set(1), out, 8);
  }
}

/// Two columns in one go, because what is stored in parts is slow to read as a whole.
template <class Tag>
HWY_INLINE void storeTwo(Tag tag, V4 first, V4 second, float* to) {
  if constexpr (hn::MaxLanes(Tag()) == 8) {
    hn::Store(hn::Combine(tag, second, first), tag, to);
  } else {
    hn::Store(first, d4, to);
    hn::Store(second, d4, to + 4);
  }
}

/// What a joint does besides turning.
HWY_INLINE void finishLocal(const JointStep& step, const float* linears, float* local) {
  const float* from = step.rotationLane >= 0 ? local : step.rest.columns;
  V4 x = hn::Load(d4, from), y = hn::Load(d4, from + 4), z = hn::Load(d4, from + 8), origin = hn::Load(d4, from + 12);
  if (step.scaleLane >= 0 || step.scaled) {
    const float* scale = step.scaleLane >= 0 ? linears + step.scaleLane : step.restScale;
    x = hn::Mul(x, hn::Set(d4, scale[0]));
    y = hn::Mul(y, hn::Set(d4, scale[1]));
    z = hn::Mul(z, hn::Set(d4, scale[2]));
  }
  if (step.translationLane >= 0) {
    const float* moved = linears + step.translationLane;
    origin = hn::MulAdd(hn::Load(d4, step.above.columns), hn::Set(d4, moved[0]), origin);
    origin = hn::MulAdd(hn::Load(d4, step.above.columns + 4), hn::Set(d4, moved[1]), origin);
    origin = hn::MulAdd(hn::Load(d4, step.above.columns + 8), hn::Set(d4, moved[2]), origin);
  }
  storeTwo(d, x, y, local);
  storeTwo(d, z, origin, local + 8);
}

/// A matrix of one character: columns of four numbers, the fourth 0 or 1, each twice; with eight lanes that is one for either half.
struct Columns {
  V x, y, z, origin;
};
HWY_INLINE Columns loadColumns(const float* from) { return {hn::LoadDup128(d, from), hn::LoadDup128(d, from + 4), hn::LoadDup128(d, from + 8), hn::LoadDup128(d, from + 12)}; }

/// One column of a product, as a direction.
HWY_INLINE V timesColumn(const Columns& left, const float* column) {
  const V v = hn::Load(d, column);
  return hn::MulAdd(left.x, hn::Broadcast<0>(v), hn::MulAdd(left.y, hn::Broadcast<1>(v), hn::Mul(left.z, hn::Broadcast<2>(v))));
}

/// to := left * right, of whose columns four or eight numbers are made at once, and another place likewise.
HWY_INLINE void multiplyOne(const Columns& left, const float* right, float* to, float* also) {
  if constexpr (kLanes == 8) {
    const V first = hn::Load(d, right), second = hn::Load(d, right + 8);
    const V axes = hn::MulAdd(left.x, hn::Broadcast<0>(first), hn::MulAdd(left.y, hn::Broadcast<1>(first), hn::Mul(left.z, hn::Broadcast<2>(first))));
    const V last = hn::MulAdd(left.z, hn::Broadcast<2>(second), hn::Mul(left.origin, hn::Broadcast<3>(second)));
    const V axisAndOrigin = hn::MulAdd(left.x, hn::Broadcast<0>(second), hn::MulAdd(left.y, hn::Broadcast<1>(second), last));
    hn::Store(axes, d, to);
    hn::Store(axisAndOrigin, d, to + 8);
    hn::StoreU(axes, d, also);
    hn::StoreU(axisAndOrigin, d, also + 8);
  } else {
    for (std::size_t column = 0; column < 16; column += 4) {
      const V part = timesColumn(left, right + column);
      const V made = column < 12 ? part : hn::Add(part, left.origin);
      hn::Store(made, d, to + column);
      hn::StoreU(made, d, also + column);
    }
  }
}

/// A matrix in whichever shape leaves.
HWY_INLINE void putOne(const float* matrix, MatrixShape shape, float* to) {
  for (std::size_t i = 0; i < numbersOf(shape); ++i) to[i] = shape == MatrixShape::Columns4x4 ? matrix[i] : matrix[i % 4 * 4 + i / 4];
}

HWY_INLINE void putProductOfOne(const float* model, const OutputStep& output, const MatrixTask& task) {
  HWY_ALIGN float product[16];
  multiplyOne(loadColumns(model), output.times.columns, product, product);
  putOne(product, task.shape, task.out[0] + static_cast<std::size_t>(output.matrix) * numbersOf(task.shape));
}

template <bool kColumns>
HWY_INLINE void makeOne(const MatrixTask& task) {
  const BatchSkeleton& skeleton = *task.skeleton;
  float* const locals = task.localsOfOne;
  float* const kept = task.keptOfOne;
  float* const out = task.out[0];
  makeLocals(task, locals);
  for (std::size_t i = 0; i < skeleton.uneven.size(); ++i)
    finishLocal(skeleton.steps[static_cast<std::size_t>(skeleton.uneven[i])], task.linears, locals + static_cast<std::size_t>(skeleton.unevenLocals[i]) * 16);
  constexpr Affine kIdentity;
  for (std::size_t i = 0; i < 16; i += kLanes) hn::Store(hn::Load(d, kIdentity.columns + i), d, kept + i);
  for (const LoneStep& step : skeleton.loneSteps) {
    float* const model = kept + step.kept;
    float* const leaves = kColumns && step.matrix >= 0 ? out + static_cast<std::size_t>(step.matrix) * 16 : model;
    multiplyOne(loadColumns(kept + step.parent), locals + step.local, model, leaves);
    if (!kColumns && step.matrix >= 0) putOne(model, task.shape, out + static_cast<std::size_t>(step.matrix) * 12);
  }
  for (const LoneOutput& lone : skeleton.loneOutputs) putProductOfOne(kept + lone.kept, skeleton.outputs[static_cast<std::size_t>(lone.output)], task);
  for (const OutputStep& output : skeleton.fixed) putOne(output.times.columns, task.shape, out + static_cast<std::size_t>(output.matrix) * numbersOf(task.shape));
}

void makeMatricesOfOne(const MatrixTask& task) {
  if (task.shape == MatrixShape::Columns4x4) makeOne<true>(task);
  else makeOne<false>(task);
}
#endif

void finishStreams() { hwy::FlushStream(); }

const BatchKernels* kernels() {
  static const BatchKernels all{hwy::TargetName(HWY_TARGET), kLanes, &mixTask, &makeMatrices, &makeMatricesOfOne, &finishStreams};
  return &all;
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine {

HWY_EXPORT(kernels);

const BatchKernels& batchKernels() { return *HWY_DYNAMIC_DISPATCH(kernels)(); }

std::span<const BatchKernels* const> allBatchKernels() {
  struct List {
    const BatchKernels* kernels[8] = {};
    std::size_t count = 0;
    void add(std::int64_t target, const BatchKernels* (*get)()) {
      if (hwy::SupportedTargets() & target) kernels[count++] = get();
    }
  };
  static const List list = [] {
    List all;
#if HWY_TARGETS & HWY_AVX3
    all.add(HWY_AVX3, &N_AVX3::kernels);
#endif
#if HWY_TARGETS & HWY_AVX2
    all.add(HWY_AVX2, &N_AVX2::kernels);
#endif
#if HWY_TARGETS & HWY_SSE4
    all.add(HWY_SSE4, &N_SSE4::kernels);
#endif
#if HWY_TARGETS & HWY_NEON
    all.add(HWY_NEON, &N_NEON::kernels);
#endif
#if HWY_TARGETS & HWY_EMU128
    all.add(HWY_EMU128, &N_EMU128::kernels);
#endif
#if HWY_TARGETS & HWY_SCALAR
    all.add(HWY_SCALAR, &N_SCALAR::kernels);
#endif
    return all;
  }();
  return {list.kernels, list.count};
}

}  // namespace engine
#endif
