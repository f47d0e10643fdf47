#include "engine/sampling/batch_kernels.h"

#include <algorithm>
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
  const KeyGroup place = layer.rotationGroups[group];
  const std::int16_t* left = layer.rotationKeys + place.offset + std::size_t(layer.frame) * place.stride;
  return {left, left + place.stride, layer.rotationBases + group * 4 * kRotationGroup};
}

/// Not of unit length.
template <bool kUpper>
HWY_INLINE Quaternion rotationOf(const GroupView& view, Shares shares, std::size_t pair) {
  const float* base = view.base + (kUpper ? 8 : 0) + pair * kLanes;
  const auto part = [&](std::size_t i) HWY_ATTR {
    return hn::Add(mixKeys<kUpper>(view.left + i * kRotationGroup, view.right + i * kRotationGroup, shares, pair), hn::Load(d, base + i * kRotationGroup));
  };
  return {part(0), part(1), part(2), part(3)};
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

/// rotation := rotation * (identity towards added, by weight)
HWY_INLINE void layOn(Quaternion& q, const Quaternion& added, V weight) {
  const V unit = hn::Mul(inverseRoot(dot(added, added)), weight);
  const V scale = hn::Xor(unit, hn::And(added.w, hn::SignBit(d)));
  const Quaternion part = times(added, scale);
  const Quaternion a{part.x, part.y, part.z, hn::Add(part.w, hn::Sub(set(1), weight))};
  const Quaternion product{hn::MulAdd(q.x, a.w, hn::MulAdd(q.w, a.x, hn::MulSub(q.y, a.z, hn::Mul(q.z, a.y)))),
                           hn::MulAdd(q.y, a.w, hn::MulAdd(q.w, a.y, hn::MulSub(q.z, a.x, hn::Mul(q.x, a.z)))),
                           hn::MulAdd(q.z, a.w, hn::MulAdd(q.w, a.z, hn::MulSub(q.x, a.y, hn::Mul(q.y, a.x)))),
                           hn::NegMulAdd(q.x, a.x, hn::NegMulAdd(q.y, a.y, hn::NegMulAdd(q.z, a.z, hn::Mul(q.w, a.w))))};
  q = times(product, inverseRoot(dot(product, product)));
}

HWY_INLINE void storeRotation(const Quaternion& q, float* rotations, std::size_t lane) {
  float* to = rotations + lane / 8 * 32 + lane % 8;
  hn::Store(q.x, d, to);
  hn::Store(q.y, d, to + 8);
  hn::Store(q.z, d, to + 16);
  hn::Store(q.w, d, to + 24);
}

template <bool kWeighsLanes>
HWY_INLINE V weightOf(const LayerView& layer, const float* byLane, std::size_t lane) {
  if constexpr (kWeighsLanes) return hn::Load(d, byLane + lane);
  else return set(layer.weight);
}

template <bool kWeighsLanes>
HWY_INLINE void mixGroup(const SampleTask& task, std::size_t group, std::size_t pair, bool upperToo, float* rotations) {
  Quaternion lower, upper;
  const std::size_t lane = group * kRotationGroup + pair * kLanes;
  const auto mixLayer = [&](const LayerView& layer, auto first) HWY_ATTR {
    const GroupView view = groupOf(layer, group);
    const Shares shares = sharesOf(layer);
    mixIn<first.value>(lower, rotationOf<false>(view, shares, pair), weightOf<kWeighsLanes>(layer, layer.rotationWeights, lane));
    if (upperToo) mixIn<first.value>(upper, rotationOf<true>(view, shares, pair), weightOf<kWeighsLanes>(layer, layer.rotationWeights, lane + 8));
  };
  mixLayer(task.layers[0], std::true_type());
  for (std::size_t i = 1; i < task.layers.size(); ++i) mixLayer(task.layers[i], std::false_type());
  lower = times(lower, inverseRoot(dot(lower, lower)));
  if (upperToo) upper = times(upper, inverseRoot(dot(upper, upper)));
  for (const LayerView& layer : task.added) {
    if (layer.rotationIdle[group]) continue;
    const GroupView view = groupOf(layer, group);
    const Shares shares = sharesOf(layer);
    layOn(lower, rotationOf<false>(view, shares, pair), weightOf<kWeighsLanes>(layer, layer.rotationWeights, lane));
    if (upperToo) layOn(upper, rotationOf<true>(view, shares, pair), weightOf<kWeighsLanes>(layer, layer.rotationWeights, lane + 8));
  }
  storeRotation(lower, rotations, lane);
  if (upperToo) storeRotation(upper, rotations, lane + 8);
}

template <bool kWeighsLanes>
HWY_INLINE void mixRotations(const SampleTask& task, float* rotations) {
  const auto lanes = static_cast<std::size_t>(task.rotationLanes);
  for (std::size_t group = 0; group * kRotationGroup < lanes; ++group) {
    const bool upperToo = group * kRotationGroup + 8 < lanes;
    for (std::size_t pair = 0; pair < kPairs; ++pair)
      if (upperToo) mixGroup<kWeighsLanes>(task, group, pair, true, rotations);
      else mixGroup<kWeighsLanes>(task, group, pair, false, rotations);
  }
}

template <bool kWeighsLanes>
HWY_INLINE void mixNumbers(const SampleTask& task, float* linears) {
  const auto addLayer = [&](const LayerView& layer, std::size_t group, std::size_t within, V sum) HWY_ATTR {
    const KeyGroup place = layer.linearGroups[group];
    const float* left = layer.linearKeys + place.offset + std::size_t(layer.frame) * place.stride + within;
    V fromLeft = set(layer.left), fromRight = set(layer.right);
    if constexpr (kWeighsLanes) {
      const V weight = hn::Load(d, layer.linearWeights + group * kLinearGroup + within);
      fromLeft = hn::Mul(fromLeft, weight);
      fromRight = hn::Mul(fromRight, weight);
    }
    return hn::MulAdd(hn::Load(d, left), fromLeft, hn::MulAdd(hn::Load(d, left + place.stride), fromRight, sum));
  };
  for (std::size_t group = 0; group < static_cast<std::size_t>(task.linearGroups); ++group)
    for (std::size_t within = 0; within < kLinearGroup; within += kLanes) {
      V sum = hn::Zero(d);
      for (const LayerView& layer : task.layers) sum = addLayer(layer, group, within, sum);
      for (const LayerView& layer : task.added) sum = addLayer(layer, group, within, sum);
      hn::Store(sum, d, linears + group * kLinearGroup + within);
    }
}

void mixLayers(const SampleTask& task, float* rotations, float* linears) {
  if (task.weighsLanes) {
    mixRotations<true>(task, rotations);
    mixNumbers<true>(task, linears);
  } else {
    mixRotations<false>(task, rotations);
    mixNumbers<false>(task, linears);
  }
}

// ---- turning rows into columns ----

#if HWY_TARGET == HWY_SCALAR
HWY_INLINE void transpose(V (&)[1]) {}
#else
/// Four rows: in each 128 bits of vector i their lane i of those 128 bits.
HWY_INLINE void transposeFour(const V* rows, V* columns) {
  const hn::Repartition<double, D> d64;
  const auto a = hn::BitCast(d64, hn::InterleaveLower(d, rows[0], rows[1])), b = hn::BitCast(d64, hn::InterleaveLower(d, rows[2], rows[3]));
  const auto e = hn::BitCast(d64, hn::InterleaveUpper(d, rows[0], rows[1])), f = hn::BitCast(d64, hn::InterleaveUpper(d, rows[2], rows[3]));
  columns[0] = hn::BitCast(d, hn::InterleaveLower(d64, a, b));
  columns[1] = hn::BitCast(d, hn::InterleaveUpper(d64, a, b));
  columns[2] = hn::BitCast(d, hn::InterleaveLower(d64, e, f));
  columns[3] = hn::BitCast(d, hn::InterleaveUpper(d64, e, f));
}

/// Row i, lane k becomes row k, lane i.
HWY_INLINE void transpose(V (&rows)[kLanes]) {
  V fours[kLanes];
  for (std::size_t i = 0; i < kLanes; i += 4) transposeFour(rows + i, fours + i);
  if constexpr (kLanes == 8) {
    for (std::size_t i = 0; i < 4; ++i) {
      rows[i] = hn::ConcatLowerLower(d, fours[i + 4], fours[i]);
      rows[i + 4] = hn::ConcatUpperUpper(d, fours[i + 4], fours[i]);
    }
  } else {
    for (std::size_t i = 0; i < kLanes; ++i) rows[i] = fours[i];
  }
}
#endif

/// 8 lanes of each of kLanes characters, `stride` apart, become kLanes characters side by side for each of 8 lanes.
HWY_INLINE void turnEight(const float* from, std::size_t stride, float* to, std::size_t toStride) {
  for (std::size_t part = 0; part < 8; part += kLanes) {
    V rows[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) rows[k] = hn::Load(d, from + k * stride + part);
    transpose(rows);
    for (std::size_t k = 0; k < kLanes; ++k) hn::Store(rows[k], d, to + (part + k) * toStride);
  }
}

// ---- matrices of kLanes characters at once ----

/// Three axes and the origin, x y z each; every lane is a character.
struct Matrix {
  V m[12];
};

HWY_INLINE void axesOf(const Quaternion& q, Matrix& to) {
  const V x2 = hn::Add(q.x, q.x), y2 = hn::Add(q.y, q.y), z2 = hn::Add(q.z, q.z);
  const V wx = hn::Mul(q.w, x2), wy = hn::Mul(q.w, y2), wz = hn::Mul(q.w, z2);
  const V yy = hn::Mul(q.y, y2), zz = hn::Mul(q.z, z2);
  const V oneLessXx = hn::NegMulAdd(q.x, x2, set(1));
  to.m[0] = hn::Sub(hn::Sub(set(1), yy), zz);
  to.m[1] = hn::MulAdd(q.x, y2, wz);
  to.m[2] = hn::MulSub(q.x, z2, wy);
  to.m[3] = hn::MulSub(q.x, y2, wz);
  to.m[4] = hn::Sub(oneLessXx, zz);
  to.m[5] = hn::MulAdd(q.y, z2, wx);
  to.m[6] = hn::MulAdd(q.x, z2, wy);
  to.m[7] = hn::MulSub(q.y, z2, wx);
  to.m[8] = hn::Sub(oneLessXx, yy);
}

template <class Get>
HWY_INLINE void scaleAxes(Matrix& matrix, Get scale) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const V s = scale(axis);
    for (std::size_t i = 0; i < 3; ++i) matrix.m[axis * 3 + i] = hn::Mul(matrix.m[axis * 3 + i], s);
  }
}

/// left * right, where `get(i)` gives the numbers of right.
template <class Get>
HWY_INLINE void multiplyInto(const Matrix& left, Get right, Matrix& to) {
  for (std::size_t column = 0; column < 4; ++column) {
    const V x = right(column * 3), y = right(column * 3 + 1), z = right(column * 3 + 2);
    for (std::size_t row = 0; row < 3; ++row) {
      const V last = column == 3 ? hn::MulAdd(left.m[6 + row], z, left.m[9 + row]) : hn::Mul(left.m[6 + row], z);
      to.m[column * 3 + row] = hn::MulAdd(left.m[row], x, hn::MulAdd(left.m[3 + row], y, last));
    }
  }
}

template <bool kStreams>
HWY_INLINE void put(V value, float* to) {
  if constexpr (kStreams) hn::Stream(value, d, to);
  else hn::StoreU(value, d, to);
}

/// Number `place` of each character's output, and those after it: `rows` are one number each for all characters.
template <bool kStreams>
HWY_INLINE void putRows(V (&rows)[kLanes], float* const* out, std::size_t place) {
  transpose(rows);
  for (std::size_t k = 0; k < kLanes; ++k) put<kStreams>(rows[k], out[k] + place);
}

/// `numbers` are a whole count of vectors.
template <std::size_t kCount, bool kStreams>
HWY_INLINE void putAll(const V (&numbers)[kCount], float* const* out, std::size_t place) {
  for (std::size_t first = 0; first < kCount; first += kLanes) {
    V rows[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i) rows[i] = numbers[first + i];
    putRows<kStreams>(rows, out, place + first);
  }
}

/// Twelve numbers are one and a half vectors of eight: they leave in halves.
template <bool kStreams>
HWY_INLINE void putTwelve(const V (&numbers)[12], float* const* out, std::size_t place) {
#if HWY_TARGET == HWY_SCALAR
  putAll<12, kStreams>(numbers, out, place);
#else
  if constexpr (kLanes == 4) return putAll<12, kStreams>(numbers, out, place);
  const hn::Half<D> half;
  const auto putHalf = [&](auto four, float* to) HWY_ATTR {
    if constexpr (kStreams) hn::Stream(four, half, to);
    else hn::StoreU(four, half, to);
  };
  for (std::size_t row = 0; row < 3; ++row) {
    V fours[4];
    transposeFour(numbers + row * 4, fours);
    for (std::size_t k = 0; k < 4; ++k) {
      putHalf(hn::LowerHalf(half, fours[k]), out[k] + place + row * 4);
      putHalf(hn::UpperHalf(half, fours[k]), out[(k + 4) % kMostAbreast] + place + row * 4);
    }
  }
#endif
}

template <bool kStreams>
HWY_INLINE void putMatrix(const Matrix& matrix, const MatrixTask& task, int index) {
  const V* m = matrix.m;
  const std::size_t place = static_cast<std::size_t>(index) * numbersOf(task.shape);
  if (task.shape == MatrixShape::Columns4x4) {
    const V zero = hn::Zero(d);
    const V columns[16] = {m[0], m[1], m[2], zero, m[3], m[4], m[5], zero, m[6], m[7], m[8], zero, m[9], m[10], m[11], set(1)};
    putAll<16, kStreams>(columns, task.out, place);
  } else {
    const V rows[12] = {m[0], m[3], m[6], m[9], m[1], m[4], m[7], m[10], m[2], m[5], m[8], m[11]};
    putTwelve<kStreams>(rows, task.out, place);
  }
}

/// Lanes of rotations stand in the order of the steps, so that eight are turned at a time.
class RotationsAbreast {
 public:
  explicit RotationsAbreast(const MatrixTask& task) : task_(task) {}
  HWY_INLINE Quaternion at(int lane) {
    if (lane / 8 != eight_) turn(lane / 8);
    const float* from = turned_ + (lane & 7) * 4 * kLanes;
    return {hn::Load(d, from), hn::Load(d, from + kLanes), hn::Load(d, from + 2 * kLanes), hn::Load(d, from + 3 * kLanes)};
  }

 private:
  HWY_INLINE void turn(int eight) {
    eight_ = eight;
    for (std::size_t part = 0; part < 4; ++part)
      turnEight(task_.rotations + static_cast<std::size_t>(eight) * 32 + part * 8, task_.rotationStride, turned_ + part * kLanes, 4 * kLanes);
  }
  const MatrixTask& task_;
  int eight_ = -1;
  HWY_ALIGN float turned_[8 * 4 * kLanes];
};

HWY_INLINE Matrix localMatrix(const JointStep& step, RotationsAbreast& rotations, const float* linears) {
  Matrix local;
  if (step.rotationLane >= 0) {
    axesOf(rotations.at(step.rotationLane), local);
    if (step.scaled) scaleAxes(local, [&](std::size_t axis) HWY_ATTR { return set(step.restScale[axis]); });
  } else {
    for (std::size_t i = 0; i < 9; ++i) local.m[i] = set(step.rest.numbers[i]);
  }
  const auto linear = [&](int lane, std::size_t i) HWY_ATTR { return hn::Load(d, linears + (static_cast<std::size_t>(lane) + i) * kLanes); };
  if (step.scaleLane >= 0) scaleAxes(local, [&](std::size_t axis) HWY_ATTR { return linear(step.scaleLane, axis); });
  for (std::size_t i = 0; i < 3; ++i) local.m[9 + i] = step.translationLane >= 0 ? linear(step.translationLane, i) : set(step.rest.numbers[9 + i]);
  return local;
}

template <bool kStreams>
HWY_INLINE void makeMatricesBy(const MatrixTask& task) {
  const BatchSkeleton& skeleton = *task.skeleton;
  for (std::size_t group = 0; group < static_cast<std::size_t>(task.linearGroups); ++group)
    turnEight(task.linears + group * kLinearGroup, task.linearStride, task.linearsAbreast + group * kLinearGroup * kLanes, kLanes);
  RotationsAbreast rotations(task);
  for (const JointStep& step : skeleton.steps) {
    const Matrix local = localMatrix(step, rotations, task.linearsAbreast);
    Matrix model;
    if (step.parent >= 0) {
      const float* parent = task.kept + static_cast<std::size_t>(step.parent) * 12 * kLanes;
      Matrix above;
      for (std::size_t i = 0; i < 12; ++i) above.m[i] = hn::Load(d, parent + i * kLanes);
      multiplyInto(above, [&](std::size_t i) HWY_ATTR { return local.m[i]; }, model);
    } else {
      model = local;
    }
    if (step.slot >= 0)
      for (std::size_t i = 0; i < 12; ++i) hn::Store(model.m[i], d, task.kept + (static_cast<std::size_t>(step.slot) * 12 + i) * kLanes);
    for (int i = 0; i < step.outputCount; ++i) {
      const OutputStep& output = skeleton.outputs[static_cast<std::size_t>(step.firstOutput + i)];
      if (output.plain) {
        putMatrix<kStreams>(model, task, output.matrix);
        continue;
      }
      Matrix result;
      multiplyInto(model, [&](std::size_t k) HWY_ATTR { return set(output.times.numbers[k]); }, result);
      putMatrix<kStreams>(result, task, output.matrix);
    }
  }
  for (const OutputStep& output : skeleton.fixed) {
    Matrix result;
    for (std::size_t i = 0; i < 12; ++i) result.m[i] = set(output.times.numbers[i]);
    putMatrix<kStreams>(result, task, output.matrix);
  }
}

void makeMatrices(const MatrixTask& task) {
  if (task.streams) makeMatricesBy<true>(task);
  else makeMatricesBy<false>(task);
}

void makeMatricesOfOne(const MatrixTask& task) {
  MatrixTask many = task;
  many.rotationStride = many.linearStride = 0;
  for (std::size_t i = 1; i < kLanes; ++i) many.out[i] = many.out[0];
  makeMatrices(many);
}

void finishStreams() { hwy::FlushStream(); }

const BatchKernels* kernels() {
  static const BatchKernels all{hwy::TargetName(HWY_TARGET), kLanes, &mixLayers, &makeMatrices, &makeMatricesOfOne, &finishStreams};
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
