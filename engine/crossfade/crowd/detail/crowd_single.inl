// Matrices of one character: the floats of a matrix side by side.
// Compiled once for each instruction set, which is why its guard toggles with each (Highway, foreach_target.h).
#if defined(CROSSFADE_CROWD_SINGLE) == defined(HWY_TARGET_TOGGLE)
#ifdef CROSSFADE_CROWD_SINGLE
#undef CROSSFADE_CROWD_SINGLE
#else
#define CROSSFADE_CROWD_SINGLE
#endif

#include "crossfade/crowd/detail/crowd_lanes.inl"

HWY_BEFORE_NAMESPACE();
namespace crossfade {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
void makeSingleMatrices(const MatrixTask& task) { makeMatrices(task); }
#else
using D4 = hn::FixedTag<float, 4>;
using V4 = hn::Vec<D4>;
constexpr D4 d4;

/// The local matrices of all joints with rotations, as far as these say it. All before the first is used, so that
/// nothing waits.
HWY_INLINE void makeLocals(const MatrixTask& task, float* locals) {
  const std::size_t lanes = task.skeleton->laneOrigins.size() / 6;
  const float* origins = task.skeleton->laneOrigins.data();
  for (std::size_t lane = 0; lane < lanes; lane += kLanes, locals += 16 * kLanes) {
    const float* q = task.rotations + lane / 8 * 32 + lane % 8;
    const float* origin = origins + lane / 8 * 48 + lane % 8;
    Matrix m = matrixOf({hn::Load(d, q), hn::Load(d, q + 8), hn::Load(d, q + 16), hn::Load(d, q + 24)},
                        {hn::Load(d, origin), hn::Load(d, origin + 8), hn::Load(d, origin + 16)});
    m.origin = transformPoint(m, {hn::Load(d, origin + 24), hn::Load(d, origin + 32), hn::Load(d, origin + 40)});
    float* const out[kMaxLanes] = {locals,      locals + 16, locals + 32, locals + 48,
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
    const float* translation = linears + step.translationLane;
    origin = hn::MulAdd(hn::Load(d4, step.inverseParentAxes.columns), hn::Set(d4, translation[0]), origin);
    origin = hn::MulAdd(hn::Load(d4, step.inverseParentAxes.columns + 4), hn::Set(d4, translation[1]), origin);
    origin = hn::MulAdd(hn::Load(d4, step.inverseParentAxes.columns + 8), hn::Set(d4, translation[2]), origin);
  }
  storeTwo(d, x, y, local);
  storeTwo(d, z, origin, local + 8);
}

/// A matrix of one character: columns of four floats, the fourth 0 or 1, each twice; with eight lanes that is one for
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

/// to := left * right, of whose columns four or eight floats are made at once, and `also` likewise.
HWY_INLINE void multiplySingle(const Columns& left, const float* right, float* to, float* also) {
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
      const V product = timesColumn(left, right + column);
      const V made = column < 12 ? product : hn::Add(product, left.origin);
      hn::Store(made, d, to + column);
      hn::StoreU(made, d, also + column);
    }
  }
}

/// Writes a matrix out in either shape.
HWY_INLINE void putSingle(const float* matrix, MatrixShape shape, float* to) {
  for (std::size_t i = 0; i < floatCount(shape); ++i)
    to[i] = shape == MatrixShape::Columns4x4 ? matrix[i] : matrix[i % 4 * 4 + i / 4];
}

HWY_INLINE void putSingleProduct(const float* model, const OutputStep& output, const MatrixTask& task) {
  HWY_ALIGN float product[16];
  multiplySingle(loadColumns(model), output.offset.columns, product, product);
  putSingle(product, task.shape, task.out[0] + static_cast<std::size_t>(output.matrix) * floatCount(task.shape));
}

template <bool kColumns>
HWY_INLINE void makeSingle(const MatrixTask& task) {
  const CrowdSkeleton& skeleton = *task.skeleton;
  float* const locals = task.singleLocals;
  float* const matrices = task.stepMatrices;
  float* const out = task.out[0];
  makeLocals(task, locals);
  for (std::size_t i = 0; i < skeleton.generalSteps.size(); ++i)
    finishLocal(skeleton.steps[static_cast<std::size_t>(skeleton.generalSteps[i])], task.linears,
                locals + static_cast<std::size_t>(skeleton.generalLocals[i]) * 16);
  constexpr Affine kIdentity;
  for (std::size_t i = 0; i < 16; i += kLanes) hn::Store(hn::Load(d, kIdentity.columns + i), d, matrices + i);
  for (const SingleStep& step : skeleton.singleSteps) {
    float* const model = matrices + step.result;
    float* const output = kColumns && step.matrix >= 0 ? out + static_cast<std::size_t>(step.matrix) * 16 : model;
    multiplySingle(loadColumns(matrices + step.parent), locals + step.local, model, output);
    if (!kColumns && step.matrix >= 0) putSingle(model, task.shape, out + static_cast<std::size_t>(step.matrix) * 12);
  }
  for (const SingleOutput& single : skeleton.singleOutputs)
    putSingleProduct(matrices + single.result, skeleton.outputs[static_cast<std::size_t>(single.output)], task);
  for (const OutputStep& output : skeleton.fixed)
    putSingle(output.offset.columns, task.shape,
              out + static_cast<std::size_t>(output.matrix) * floatCount(task.shape));
}

void makeSingleMatrices(const MatrixTask& task) {
  if (task.shape == MatrixShape::Columns4x4)
    makeSingle<true>(task);
  else
    makeSingle<false>(task);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace crossfade
HWY_AFTER_NAMESPACE();
#endif
