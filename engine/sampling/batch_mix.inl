// From clips at two frames to mixed rotations and numbers: joints side by side.
// Compiled once for each instruction set, which is why its guard turns over with each (Highway, foreach_target.h).
#if defined(CROSSFADE_BATCH_MIX) == defined(HWY_TARGET_TOGGLE)
#ifdef CROSSFADE_BATCH_MIX
#undef CROSSFADE_BATCH_MIX
#else
#define CROSSFADE_BATCH_MIX
#endif

#include <atomic>
#include <cstring>

#include "engine/sampling/batch_vectors.inl"

HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {

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
  return {partOf<kUpper>(view, shares, pair, 0), partOf<kUpper>(view, shares, pair, 1),
          partOf<kUpper>(view, shares, pair, 2), partOf<kUpper>(view, shares, pair, 3)};
}

/// sum += weight * rotation, on the side of the sum.
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
  return hn::MulAdd(hn::Load(d, row), q.x,
                    hn::MulAdd(hn::Load(d, row + 8), q.y,
                               hn::MulAdd(hn::Load(d, row + 16), q.z, hn::Mul(hn::Load(d, row + 24), q.w))));
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

/// Both halves of a group are read from the same keys. A compiler that remembers the first reading has no registers
/// left for the sums; reading twice costs nothing.
HWY_INLINE void forgetLoads() { std::atomic_signal_fence(std::memory_order_seq_cst); }

template <bool kUpperToo, bool kFirst>
HWY_INLINE void mixLayer(const LayerView& layer, std::size_t group, std::size_t pair, Quaternion& lower,
                         Quaternion& upper) {
  const GroupView view = groupOf(layer, group);
  const Shares shares = sharesOf(layer);
  mixIn<kFirst>(lower, rotationOf<false>(view, shares, pair), set(layer.weight));
  forgetLoads();
  if constexpr (kUpperToo) mixIn<kFirst>(upper, rotationOf<true>(view, shares, pair), set(layer.weight));
}

template <bool kUpperToo>
HWY_INLINE void mixLayers(std::span<const LayerView> layers, std::size_t group, std::size_t pair, Quaternion& lower,
                          Quaternion& upper) {
  const LayerView* layer = layers.data();
  const LayerView* const end = layer + layers.size();
  mixLayer<kUpperToo, true>(*layer, group, pair, lower, upper);
  while (++layer != end) mixLayer<kUpperToo, false>(*layer, group, pair, lower, upper);
}

/// Onto sums of 0.
template <bool kUpperToo>
HWY_INLINE void mixMasked(std::span<const LayerView> layers, std::size_t group, std::size_t pair, Quaternion& lower,
                          Quaternion& upper) {
  const std::size_t lane = group * kRotationGroup + pair * kLanes;
  Remainder ofLower{set(1), set(1)}, ofUpper{set(1), set(1)};
  for (const LayerView& layer : layers) {
    if (layer.idle && layer.idle[group]) continue;
    const GroupView view = groupOf(layer, group);
    const Shares shares = sharesOf(layer);
    mixIn<false>(lower, rotationOf<false>(view, shares, pair), ofLower.take(layer, layer.rotationMask + lane));
    forgetLoads();
    if constexpr (kUpperToo)
      mixIn<false>(upper, rotationOf<true>(view, shares, pair), ofUpper.take(layer, layer.rotationMask + lane + 8));
  }
}

template <bool kMasked, bool kUpperToo>
HWY_INLINE void addLayer(const LayerView& layer, std::size_t group, std::size_t pair, Quaternion& lower,
                         Quaternion& upper) {
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
HWY_INLINE void mixGroup(const SampleTask& task, std::size_t group, std::size_t pair, const float* turns,
                         float* rotations) {
  const V zero = hn::Zero(d);
  Quaternion lower{zero, zero, zero, zero}, upper = lower;
  if constexpr (kMasked)
    mixMasked<kUpperToo>(task.layers, group, pair, lower, upper);
  else
    mixLayers<kUpperToo>(task.layers, group, pair, lower, upper);
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
      : dense_(layer.linears),
        stride_(layer.keys->linearStride),
        keys_(layer.keys->linearKeys),
        groups_(layer.keys->linearGroups),
        frame_(layer.frame),
        left_(set(layer.left)),
        right_(set(layer.right)) {}
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

/// linears += a layer's numbers, or := the first one's. Layer by layer, so that what is the same for all lanes stays in
/// registers.
template <bool kFirst>
HWY_INLINE void addNumbers(const LayerView& layer, std::size_t lanes, float* linears) {
  const NumberFrames frames(layer);
  for (std::size_t lane = 0; lane < lanes; lane += kLanes)
    hn::Store(frames.mix(lane, kFirst ? hn::Zero(d) : hn::Load(d, linears + lane)), d, linears + lane);
}

/// Likewise, each lane with its part of what is left.
HWY_INLINE void addMaskedNumbers(const LayerView& layer, std::size_t lanes, float* above, float* remainder,
                                 float* linears) {
  const NumberFrames frames(layer);
  if (layer.takesRemainder) {
    for (std::size_t lane = 0; lane < lanes; lane += kLanes)
      hn::Store(hn::MulAdd(frames.mix(lane, hn::Zero(d)), hn::Load(d, remainder + lane), hn::Load(d, linears + lane)),
                d, linears + lane);
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
  for (std::size_t lane = 0; lane < lanes; lane += kLanes)
    hn::Store(set(1), d, above + lane);  // what is laid on top takes nothing away
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

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();
#endif
