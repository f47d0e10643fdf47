// From clips at two frames to blended rotations and linear values, joints side by side.
// Compiled once per instruction set, so the include guard toggles (Highway, foreach_target.h).
#if defined(CROSSFADE_CROWD_MIX) == defined(HWY_TARGET_TOGGLE)
#ifdef CROSSFADE_CROWD_MIX
#undef CROSSFADE_CROWD_MIX
#else
#define CROSSFADE_CROWD_MIX
#endif

#include <atomic>
#include <cstring>

#include "crossfade/crowd/detail/crowd_vectors.inl"

HWY_BEFORE_NAMESPACE();
namespace crossfade {
namespace HWY_NAMESPACE {

// ---- from keys to rotations: a group of 16 lanes is read as pairs of vectors, one of lanes 0-7 and one of 8-15 ----

constexpr std::size_t kHalfGroup = kRotationGroup / 2;
constexpr std::size_t kPairs = kHalfGroup / kLanes;

#if HWY_TARGET == HWY_SCALAR
using FrameWeights = std::int32_t;
HWY_INLINE FrameWeights frameWeightsOf(const LayerView& layer) { return layer.frameWeights; }

template <bool kUpper>
HWY_INLINE V mixKeys(const std::int16_t* left, const std::int16_t* right, FrameWeights frameWeights, std::size_t pair) {
  const auto slot = static_cast<std::size_t>(rotationKeyIndex(static_cast<int>(pair + (kUpper ? kHalfGroup : 0))));
  return set(static_cast<float>(left[slot] * (frameWeights & 0xFFFF) + right[slot] * (frameWeights >> 16)));
}
#else
using D16 = hn::Repartition<std::int16_t, D>;
using D32 = hn::RebindToSigned<D>;
using FrameWeights = hn::Vec<D16>;
HWY_INLINE FrameWeights frameWeightsOf(const LayerView& layer) {
  return hn::BitCast(D16(), hn::Set(D32(), layer.frameWeights));
}

/// left * its weight + right * its weight in integers: one multiply-add for each 128 bits of both.
template <bool kUpper>
HWY_INLINE V mixKeys(const std::int16_t* left, const std::int16_t* right, FrameWeights frameWeights, std::size_t pair) {
  const D16 d16;
  const D32 d32;
  const auto a = hn::Load(d16, left + pair * 2 * kLanes), b = hn::Load(d16, right + pair * 2 * kLanes);
  const auto both = kUpper ? hn::InterleaveUpper(d16, a, b) : hn::InterleaveLower(d16, a, b);
  auto rest = hn::Zero(d32);
  const auto sum = hn::ReorderWidenMulAccumulate(d32, both, frameWeights, hn::Zero(d32), rest);
  return hn::ConvertTo(d, hn::RearrangeToOddPlusEven(sum, rest));
}
#endif

/// The two frames of a rotation group, and its bases.
struct GroupView {
  const std::int16_t* left;
  const std::int16_t* right;
  const float* base;
};
HWY_INLINE GroupView groupOf(const LayerView& layer, std::size_t group) {
  const ClipKeys& keys = *layer.keys;
  const float* base = keys.rotationBases + group * kRotationGroupKeys;
  if (layer.rotations) {
    const std::int16_t* left = layer.rotations + group * kRotationGroupKeys;
    return {left, left + keys.rotationStride, base};
  }
  const KeyGroup layout = keys.rotationGroups[group];
  const std::int16_t* left = keys.rotationKeys + layout.offset + std::size_t(layer.frame) * layout.stride;
  return {left, left + layout.stride, base};
}

template <bool kUpper>
HWY_INLINE V componentOf(const GroupView& view, FrameWeights frameWeights, std::size_t pair, std::size_t component) {
  const V keys = mixKeys<kUpper>(view.left + component * kRotationGroup, view.right + component * kRotationGroup,
                                 frameWeights, pair);
  return hn::Add(keys, hn::Load(d, view.base + component * kRotationGroup + (kUpper ? kHalfGroup : 0) + pair * kLanes));
}

/// Not of unit length.
template <bool kUpper>
HWY_INLINE Quaternion rotationOf(const GroupView& view, FrameWeights frameWeights, std::size_t pair) {
  return {componentOf<kUpper>(view, frameWeights, pair, 0), componentOf<kUpper>(view, frameWeights, pair, 1),
          componentOf<kUpper>(view, frameWeights, pair, 2), componentOf<kUpper>(view, frameWeights, pair, 3)};
}

/// sum += weight * rotation, negated if that brings it closer to the sum.
template <bool kFirst>
HWY_INLINE void mixIn(Quaternion& sum, const Quaternion& rotation, V weight) {
  const V scale = hn::Mul(roughInverseRoot(dot(rotation, rotation)), weight);
  if constexpr (kFirst) {
    sum = times(rotation, scale);
  } else {
    const V aligned = hn::Xor(scale, hn::And(dot(sum, rotation), hn::SignBit(d)));
    sum = {hn::MulAdd(rotation.x, aligned, sum.x), hn::MulAdd(rotation.y, aligned, sum.y),
           hn::MulAdd(rotation.z, aligned, sum.z), hn::MulAdd(rotation.w, aligned, sum.w)};
  }
}

/// sum += weight * rotation, with the layer's signs if it has any.
HWY_INLINE void mixSigned(Quaternion& sum, const Quaternion& rotation, V weight, const LayerView& layer,
                          std::size_t lane) {
  if (!layer.rotationSigns) return mixIn<false>(sum, rotation, weight);
  const V scale = hn::Mul(roughInverseRoot(dot(rotation, rotation)), weight);
  const V sign = hn::Load(d, layer.rotationSigns + lane);
  const V nearer = hn::Xor(scale, hn::And(dot(sum, rotation), hn::SignBit(d)));
  const V aligned = hn::IfThenElse(hn::Eq(sign, hn::Zero(d)), nearer, hn::Mul(scale, sign));
  sum = {hn::MulAdd(rotation.x, aligned, sum.x), hn::MulAdd(rotation.y, aligned, sum.y),
         hn::MulAdd(rotation.z, aligned, sum.z), hn::MulAdd(rotation.w, aligned, sum.w)};
}

/// Rotations with signs may cancel out; then the first layer's remains.
constexpr float kNeverZero = 1e-6f;

/// q := q * (identity toward added, by weight), not of unit length.
HWY_INLINE void applyAdditive(Quaternion& q, const Quaternion& added, V weight) {
  const V unit = hn::Mul(roughInverseRoot(dot(added, added)), weight);
  const Quaternion weighted = times(added, hn::Xor(unit, hn::And(added.w, hn::SignBit(d))));
  const Quaternion a{weighted.x, weighted.y, weighted.z, hn::Add(weighted.w, hn::Sub(set(1), weight))};
  q = {hn::MulAdd(q.x, a.w, hn::MulAdd(q.w, a.x, hn::MulSub(q.y, a.z, hn::Mul(q.z, a.y)))),
       hn::MulAdd(q.y, a.w, hn::MulAdd(q.w, a.y, hn::MulSub(q.z, a.x, hn::Mul(q.x, a.z)))),
       hn::MulAdd(q.z, a.w, hn::MulAdd(q.w, a.z, hn::MulSub(q.x, a.y, hn::Mul(q.y, a.x)))),
       hn::NegMulAdd(q.x, a.x, hn::NegMulAdd(q.y, a.y, hn::NegMulAdd(q.z, a.z, hn::Mul(q.w, a.w))))};
}

/// One row of a 4 x 4 matrix times a quaternion.
HWY_INLINE V rowTimesQuaternion(const float* row, const Quaternion& q) {
  return hn::MulAdd(hn::Load(d, row), q.x,
                    hn::MulAdd(hn::Load(d, row + kBlockLanes), q.y,
                               hn::MulAdd(hn::Load(d, row + 2 * kBlockLanes), q.z,
                                          hn::Mul(hn::Load(d, row + 3 * kBlockLanes), q.w))));
}

/// Normalizes, and transforms into the steps' frames.
HWY_INLINE Quaternion finished(const Quaternion& sum, const float* frameMatrices, std::size_t lane) {
  const Quaternion q = times(sum, inverseRoot(dot(sum, sum)));
  if (!frameMatrices) return q;
  const float* const rows = frameMatrices + blockOffset(lane, kFrameMatrixSize);
  constexpr std::size_t kRow = kQuaternionSize * kBlockLanes;
  return {rowTimesQuaternion(rows, q), rowTimesQuaternion(rows + kRow, q), rowTimesQuaternion(rows + 2 * kRow, q),
          rowTimesQuaternion(rows + 3 * kRow, q)};
}

HWY_INLINE void storeRotation(const Quaternion& q, float* rotations, std::size_t lane) {
  float* to = rotations + blockOffset(lane, kQuaternionSize);
  hn::Store(q.x, d, to);
  hn::Store(q.y, d, to + kBlockLanes);
  hn::Store(q.z, d, to + 2 * kBlockLanes);
  hn::Store(q.w, d, to + 3 * kBlockLanes);
}

/// How much of each lane the layers so far have not covered, for masked tasks.
struct Remainder {
  V left;       // after all of them
  V available;  // before the last one that covers what is below
  HWY_INLINE V take(const LayerView& layer, const float* mask) {
    if (layer.takesRemainder) return left;
    if (layer.coversBelow) available = left;
    const V weight = hn::Mul(hn::Mul(set(layer.weight), hn::Load(d, mask)), available);
    left = hn::Sub(left, weight);
    return weight;
  }
};

/// Both halves of a group come from the same keys. If the compiler kept the first load, it would run out of registers
/// for the sums; loading twice is free.
HWY_INLINE void forgetLoads() { std::atomic_signal_fence(std::memory_order_seq_cst); }

template <bool kUpperToo, bool kFirst>
HWY_INLINE void mixLayer(const LayerView& layer, std::size_t group, std::size_t pair, Quaternion& lower,
                         Quaternion& upper) {
  const GroupView view = groupOf(layer, group);
  const FrameWeights frameWeights = frameWeightsOf(layer);
  mixIn<kFirst>(lower, rotationOf<false>(view, frameWeights, pair), set(layer.weight));
  forgetLoads();
  if constexpr (kUpperToo) mixIn<kFirst>(upper, rotationOf<true>(view, frameWeights, pair), set(layer.weight));
}

template <bool kUpperToo>
HWY_INLINE void mixLayers(std::span<const LayerView> layers, std::size_t group, std::size_t pair, Quaternion& lower,
                          Quaternion& upper) {
  const LayerView* layer = layers.data();
  const LayerView* const end = layer + layers.size();
  mixLayer<kUpperToo, true>(*layer, group, pair, lower, upper);
  while (++layer != end) mixLayer<kUpperToo, false>(*layer, group, pair, lower, upper);
}

/// The same where some layers have signs, added to sums of 0.
template <bool kUpperToo>
HWY_INLINE void mixSignedLayers(std::span<const LayerView> layers, std::size_t group, std::size_t pair,
                                Quaternion& lower, Quaternion& upper) {
  const std::size_t lane = group * kRotationGroup + pair * kLanes;
  float least = kNeverZero;
  for (const LayerView& layer : layers) {
    const GroupView view = groupOf(layer, group);
    const FrameWeights frameWeights = frameWeightsOf(layer);
    const V weight = set(layer.weight + least);
    mixSigned(lower, rotationOf<false>(view, frameWeights, pair), weight, layer, lane);
    forgetLoads();
    if constexpr (kUpperToo)
      mixSigned(upper, rotationOf<true>(view, frameWeights, pair), weight, layer, lane + kHalfGroup);
    least = 0;
  }
}

/// Adds to sums of 0.
template <bool kSigned, bool kUpperToo>
HWY_INLINE void mixMasked(std::span<const LayerView> layers, std::size_t group, std::size_t pair, Quaternion& lower,
                          Quaternion& upper) {
  const std::size_t lane = group * kRotationGroup + pair * kLanes;
  Remainder ofLower{set(1), set(1)}, ofUpper{set(1), set(1)};
  V least = set(kSigned ? kNeverZero : 0);
  const auto mix = [&](Quaternion& sum, const Quaternion& rotation, V weight, const LayerView& layer, std::size_t at) {
    if constexpr (kSigned)
      mixSigned(sum, rotation, hn::Add(weight, least), layer, at);
    else
      mixIn<false>(sum, rotation, weight);
  };
  for (const LayerView& layer : layers) {
    if (layer.idle && layer.idle[group]) continue;
    const GroupView view = groupOf(layer, group);
    const FrameWeights frameWeights = frameWeightsOf(layer);
    mix(lower, rotationOf<false>(view, frameWeights, pair), ofLower.take(layer, layer.rotationMask + lane), layer,
        lane);
    forgetLoads();
    if constexpr (kUpperToo)
      mix(upper, rotationOf<true>(view, frameWeights, pair),
          ofUpper.take(layer, layer.rotationMask + lane + kHalfGroup), layer, lane + kHalfGroup);
    if constexpr (kSigned) least = hn::Zero(d);
  }
}

template <bool kMasked, bool kUpperToo>
HWY_INLINE void addLayer(const LayerView& layer, std::size_t group, std::size_t pair, Quaternion& lower,
                         Quaternion& upper) {
  if (layer.keys->rotationIdle[group] || (kMasked && layer.idle && layer.idle[group])) return;
  const GroupView view = groupOf(layer, group);
  const FrameWeights frameWeights = frameWeightsOf(layer);
  V lowerWeight = set(layer.weight), upperWeight = lowerWeight;
  if constexpr (kMasked) {
    const float* mask = layer.rotationMask + group * kRotationGroup + pair * kLanes;
    lowerWeight = hn::Mul(lowerWeight, hn::Load(d, mask));
    upperWeight = hn::Mul(upperWeight, hn::Load(d, mask + kHalfGroup));
  }
  applyAdditive(lower, rotationOf<false>(view, frameWeights, pair), lowerWeight);
  forgetLoads();
  if constexpr (kUpperToo) applyAdditive(upper, rotationOf<true>(view, frameWeights, pair), upperWeight);
}

template <bool kMasked, bool kSigned, bool kUpperToo>
HWY_INLINE void mixGroup(const SampleTask& task, std::size_t group, std::size_t pair, const float* frameMatrices,
                         float* rotations) {
  const V zero = hn::Zero(d);
  Quaternion lower{zero, zero, zero, zero}, upper = lower;
  if constexpr (kMasked)
    mixMasked<kSigned, kUpperToo>(task.layers, group, pair, lower, upper);
  else if constexpr (kSigned)
    mixSignedLayers<kUpperToo>(task.layers, group, pair, lower, upper);
  else
    mixLayers<kUpperToo>(task.layers, group, pair, lower, upper);
  for (const LayerView& added : task.added) addLayer<kMasked, kUpperToo>(added, group, pair, lower, upper);
  const std::size_t lane = group * kRotationGroup + pair * kLanes;
  storeRotation(finished(lower, frameMatrices, lane), rotations, lane);
  if constexpr (kUpperToo)
    storeRotation(finished(upper, frameMatrices, lane + kHalfGroup), rotations, lane + kHalfGroup);
}

template <bool kMasked, bool kSigned>
HWY_INLINE void mixRotations(const SampleTask& task, const float* frameMatrices, float* rotations) {
  const auto lanes = static_cast<std::size_t>(task.rotationLanes);
  std::size_t group = 0;
  for (; group * kRotationGroup + kHalfGroup < lanes; ++group)
    for (std::size_t pair = 0; pair < kPairs; ++pair)
      mixGroup<kMasked, kSigned, true>(task, group, pair, frameMatrices, rotations);
  if (group * kRotationGroup >= lanes) return;
  for (std::size_t pair = 0; pair < kPairs; ++pair)
    mixGroup<kMasked, kSigned, false>(task, group, pair, frameMatrices, rotations);
}

/// The two frames of a layer's linear values. Copies what it needs, because the compiler must assume that the stores
/// in between may change any float.
class LinearFrames {
 public:
  explicit LinearFrames(const LayerView& layer)
      : dense_(layer.linears),
        stride_(layer.keys->linearStride),
        keys_(layer.keys->linearKeys),
        groups_(layer.keys->linearGroups),
        frame_(layer.frame),
        left_(set(layer.left)),
        right_(set(layer.right)) {}
  /// sum + the layer's values.
  HWY_INLINE V mix(std::size_t lane, V sum) const {
    const float* from = dense_ + lane;
    std::size_t stride = stride_;
    if (!dense_) {
      const KeyGroup layout = groups_[lane / kLinearGroup];
      from = keys_ + layout.offset + frame_ * layout.stride + lane % kLinearGroup;
      stride = layout.stride;
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

/// linears += a layer's values, or := the first one's. Layer by layer, so that values common to all lanes stay in
/// registers.
template <bool kFirst>
HWY_INLINE void addLinears(const LayerView& layer, std::size_t lanes, float* linears) {
  const LinearFrames frames(layer);
  for (std::size_t lane = 0; lane < lanes; lane += kLanes)
    hn::Store(frames.mix(lane, kFirst ? hn::Zero(d) : hn::Load(d, linears + lane)), d, linears + lane);
}

/// Likewise, each lane weighted with its fraction of the remainder.
HWY_INLINE void addMaskedLinears(const LayerView& layer, std::size_t lanes, float* available, float* remainder,
                                 float* linears) {
  const LinearFrames frames(layer);
  if (layer.takesRemainder) {
    for (std::size_t lane = 0; lane < lanes; lane += kLanes)
      hn::Store(hn::MulAdd(frames.mix(lane, hn::Zero(d)), hn::Load(d, remainder + lane), hn::Load(d, linears + lane)),
                d, linears + lane);
    return;
  }
  const V weight = set(layer.weight);
  const float* const mask = layer.linearMask;
  if (layer.coversBelow) std::memcpy(available, remainder, lanes * sizeof(float));
  for (std::size_t lane = 0; lane < lanes; lane += kLanes) {
    const V here = hn::Mul(hn::Mul(weight, hn::Load(d, mask + lane)), hn::Load(d, available + lane));
    hn::Store(hn::Sub(hn::Load(d, remainder + lane), here), d, remainder + lane);
    hn::Store(hn::MulAdd(frames.mix(lane, hn::Zero(d)), here, hn::Load(d, linears + lane)), d, linears + lane);
  }
}

HWY_INLINE void mixLinears(const SampleTask& task, float* linears) {
  const std::size_t lanes = static_cast<std::size_t>(task.linearGroups) * kLinearGroup;
  addLinears<true>(task.layers[0], lanes, linears);
  for (const LayerView& layer : task.layers.subspan(1)) addLinears<false>(layer, lanes, linears);
  for (const LayerView& layer : task.added) addLinears<false>(layer, lanes, linears);
}

HWY_INLINE void mixMaskedLinears(const SampleTask& task, float* linears) {
  const std::size_t lanes = static_cast<std::size_t>(task.linearGroups) * kLinearGroup;
  float* const available = task.remainder;
  float* const remainder = task.remainder + lanes;
  for (std::size_t lane = 0; lane < lanes; lane += kLanes) {
    hn::Store(hn::Zero(d), d, linears + lane);
    hn::Store(set(1), d, available + lane);
    hn::Store(set(1), d, remainder + lane);
  }
  for (const LayerView& layer : task.layers) addMaskedLinears(layer, lanes, available, remainder, linears);
  for (std::size_t lane = 0; lane < lanes; lane += kLanes)
    hn::Store(set(1), d, available + lane);  // additive layers cover nothing
  for (const LayerView& layer : task.added) addMaskedLinears(layer, lanes, available, remainder, linears);
}

/// Apart from mixUsual(), so that its code lies together.
HWY_NOINLINE void mixUnusual(const SampleTask& task, const float* frameMatrices, float* rotations, float* linears) {
  if (task.masked) {
    task.isSigned ? mixRotations<true, true>(task, frameMatrices, rotations)
                  : mixRotations<true, false>(task, frameMatrices, rotations);
    mixMaskedLinears(task, linears);
  } else {
    mixRotations<false, true>(task, frameMatrices, rotations);
    mixLinears(task, linears);
  }
}

void mixUsual(const SampleTask& task, const float* frameMatrices, float* rotations, float* linears);

CROSSFADE_HOT void mixTask(const SampleTask& task, const float* frameMatrices, float* rotations, float* linears) {
  if (task.masked || task.isSigned) return mixUnusual(task, frameMatrices, rotations, linears);
  mixUsual(task, frameMatrices, rotations, linears);
}

/// Right behind mixTask(), so that fetchAhead() of CrowdJob finds both.
CROSSFADE_HOT HWY_NOINLINE void mixUsual(const SampleTask& task, const float* frameMatrices, float* rotations,
                                         float* linears) {
  mixRotations<false, false>(task, frameMatrices, rotations);
  mixLinears(task, linears);
}

}  // namespace HWY_NAMESPACE
}  // namespace crossfade
HWY_AFTER_NAMESPACE();
#endif
