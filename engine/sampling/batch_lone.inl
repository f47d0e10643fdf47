// Matrices of one character: the numbers of a matrix side by side.
// Compiled once for each instruction set, which is why its guard turns over with each (Highway, foreach_target.h).
#if defined(CROSSFADE_BATCH_LONE) == defined(HWY_TARGET_TOGGLE)
#ifdef CROSSFADE_BATCH_LONE
#undef CROSSFADE_BATCH_LONE
#else
#define CROSSFADE_BATCH_LONE
#endif

#include "engine/sampling/batch_abreast.inl"

HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
void makeMatricesOfOne(const MatrixTask& task) { makeMatrices(task); }
#else
using D4 = hn::FixedTag<float, 4>;
using V4 = hn::Vec<D4>;
constexpr D4 d4;

/// The local matrices of all joints with rotations, as far as these say it. All before the first is used, so that
/// nothing waits.
HWY_INLINE void makeLocals(const MatrixTask& task, float* locals) {
  const std::size_t lanes = task.skeleton->lanePlaces.size() / 6;
  const float* places = task.skeleton->lanePlaces.data();
  for (std::size_t lane = 0; lane < lanes; lane += kLanes, locals += 16 * kLanes) {
    const float* q = task.rotations + lane / 8 * 32 + lane % 8;
    const float* place = places + lane / 8 * 48 + lane % 8;
    Matrix m = matrixOf({hn::Load(d, q), hn::Load(d, q + 8), hn::Load(d, q + 16), hn::Load(d, q + 24)},
                        {hn::Load(d, place), hn::Load(d, place + 8), hn::Load(d, place + 16)});
    m.origin = placeOf(m, {hn::Load(d, place + 24), hn::Load(d, place + 32), hn::Load(d, place + 40)});
    float* const out[kMostAbreast] = {locals,      locals + 16, locals + 32, locals + 48,
                                      locals + 64, locals + 80, locals + 96, locals + 112};
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

/// A matrix of one character: columns of four numbers, the fourth 0 or 1, each twice; with eight lanes that is one for
/// either half.
struct Columns {
  V x, y, z, origin;
};
HWY_INLINE Columns loadColumns(const float* from) {
  return {hn::LoadDup128(d, from), hn::LoadDup128(d, from + 4), hn::LoadDup128(d, from + 8),
          hn::LoadDup128(d, from + 12)};
}

/// One column of a product, as a direction.
HWY_INLINE V timesColumn(const Columns& left, const float* column) {
  const V v = hn::Load(d, column);
  return hn::MulAdd(left.x, hn::Broadcast<0>(v),
                    hn::MulAdd(left.y, hn::Broadcast<1>(v), hn::Mul(left.z, hn::Broadcast<2>(v))));
}

/// to := left * right, of whose columns four or eight numbers are made at once, and another place likewise.
HWY_INLINE void multiplyOne(const Columns& left, const float* right, float* to, float* also) {
  if constexpr (kLanes == 8) {
    const V first = hn::Load(d, right), second = hn::Load(d, right + 8);
    const V axes = hn::MulAdd(left.x, hn::Broadcast<0>(first),
                              hn::MulAdd(left.y, hn::Broadcast<1>(first), hn::Mul(left.z, hn::Broadcast<2>(first))));
    const V last = hn::MulAdd(left.z, hn::Broadcast<2>(second), hn::Mul(left.origin, hn::Broadcast<3>(second)));
    const V axisAndOrigin =
        hn::MulAdd(left.x, hn::Broadcast<0>(second), hn::MulAdd(left.y, hn::Broadcast<1>(second), last));
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
  for (std::size_t i = 0; i < numbersOf(shape); ++i)
    to[i] = shape == MatrixShape::Columns4x4 ? matrix[i] : matrix[i % 4 * 4 + i / 4];
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
    finishLocal(skeleton.steps[static_cast<std::size_t>(skeleton.uneven[i])], task.linears,
                locals + static_cast<std::size_t>(skeleton.unevenLocals[i]) * 16);
  constexpr Affine kIdentity;
  for (std::size_t i = 0; i < 16; i += kLanes) hn::Store(hn::Load(d, kIdentity.columns + i), d, kept + i);
  for (const LoneStep& step : skeleton.loneSteps) {
    float* const model = kept + step.kept;
    float* const leaves = kColumns && step.matrix >= 0 ? out + static_cast<std::size_t>(step.matrix) * 16 : model;
    multiplyOne(loadColumns(kept + step.parent), locals + step.local, model, leaves);
    if (!kColumns && step.matrix >= 0) putOne(model, task.shape, out + static_cast<std::size_t>(step.matrix) * 12);
  }
  for (const LoneOutput& lone : skeleton.loneOutputs)
    putProductOfOne(kept + lone.kept, skeleton.outputs[static_cast<std::size_t>(lone.output)], task);
  for (const OutputStep& output : skeleton.fixed)
    putOne(output.times.columns, task.shape, out + static_cast<std::size_t>(output.matrix) * numbersOf(task.shape));
}

void makeMatricesOfOne(const MatrixTask& task) {
  if (task.shape == MatrixShape::Columns4x4)
    makeOne<true>(task);
  else
    makeOne<false>(task);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();
#endif
