// Matrices of one character, the floats of a matrix side by side.
// Compiled once per instruction set, so the include guard toggles (Highway, foreach_target.h).
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

/// Local matrices of all rotation lanes, from rotation, constant origin and pivot. All are computed before
/// the first is used, to hide latency.
HWY_INLINE void makeLocals(const MatrixTask& task, float* locals) {
  const std::size_t lanes = task.single->lanes;
  const float* origins = task.single->laneOrigins;
  for (std::size_t lane = 0; lane < lanes; lane += kLanes, locals += kMatrixFloats * kLanes) {
    const float* q = task.rotations + blockOffset(lane, kQuaternionSize);
    const float* origin = origins + blockOffset(lane, kLaneOriginSize);
    const float* pivot = origins + blockOffset(lane, kLaneOriginSize, 3);
    Matrix m = matrixOf(loadBlockQuaternion(q), loadBlockVector(origin));
    m.origin = transformPoint(m, loadBlockVector(pivot));
    float* const out[kMaxBatch] = {locals,
                                   locals + kMatrixFloats,
                                   locals + 2 * kMatrixFloats,
                                   locals + 3 * kMatrixFloats,
                                   locals + 4 * kMatrixFloats,
                                   locals + 5 * kMatrixFloats,
                                   locals + 6 * kMatrixFloats,
                                   locals + 7 * kMatrixFloats};
    putColumns<false>(m.x, hn::Zero(d), m.y, hn::Zero(d), out, kAxisX);
    putColumns<false>(m.z, hn::Zero(d), m.origin, set(1), out, kAxisZ);
  }
}

/// Stores two columns at once: a wide load right after two narrow stores would stall.
template <class Tag>
HWY_INLINE void storeTwo(Tag tag, V4 first, V4 second, float* to) {
  if constexpr (hn::MaxLanes(Tag()) == 8) {
    hn::Store(hn::Combine(tag, second, first), tag, to);
  } else {
    hn::Store(first, d4, to);
    hn::Store(second, d4, to + 4);
  }
}

/// Adds what a joint does besides rotating.
HWY_INLINE void finishLocal(const JointStep& step, const float* linears, float* local) {
  const float* from = step.rotationLane >= 0 ? local : step.rest.columns;
  V4 x = hn::Load(d4, from + kAxisX), y = hn::Load(d4, from + kAxisY), z = hn::Load(d4, from + kAxisZ),
     origin = hn::Load(d4, from + kOrigin);
  if (step.scaleLane >= 0 || step.scaled) {
    const float* scale = step.scaleLane >= 0 ? linears + step.scaleLane : step.restScale;
    x = hn::Mul(x, hn::Set(d4, scale[0]));
    y = hn::Mul(y, hn::Set(d4, scale[1]));
    z = hn::Mul(z, hn::Set(d4, scale[2]));
  }
  if (step.translationLane >= 0) {
    const float* translation = linears + step.translationLane;
    const float* axes = step.inverseParentAxes.columns;
    origin = hn::MulAdd(hn::Load(d4, axes + kAxisX), hn::Set(d4, translation[0]), origin);
    origin = hn::MulAdd(hn::Load(d4, axes + kAxisY), hn::Set(d4, translation[1]), origin);
    origin = hn::MulAdd(hn::Load(d4, axes + kAxisZ), hn::Set(d4, translation[2]), origin);
  }
  storeTwo(d, x, y, local + kAxisX);
  storeTwo(d, z, origin, local + kAxisZ);
}

/// The columns of one matrix, four floats each, repeated in both halves of a register with eight lanes.
struct Columns {
  V x, y, z, origin;
};
HWY_INLINE Columns loadColumns(const float* from) {
  return {hn::LoadDup128(d, from + kAxisX), hn::LoadDup128(d, from + kAxisY), hn::LoadDup128(d, from + kAxisZ),
          hn::LoadDup128(d, from + kOrigin)};
}

/// A matrix times a column, as a direction.
HWY_INLINE V timesColumn(const Columns& left, const float* column) {
  const V v = hn::Load(d, column);
  return hn::MulAdd(left.x, hn::Broadcast<0>(v),
                    hn::MulAdd(left.y, hn::Broadcast<1>(v), hn::Mul(left.z, hn::Broadcast<2>(v))));
}

/// to := left * right, four or eight floats at a time; written to `also` as well.
HWY_INLINE void multiplySingle(const Columns& left, const float* right, float* to, float* also) {
  if constexpr (kLanes == 8) {
    const V first = hn::Load(d, right + kAxisX), second = hn::Load(d, right + kAxisZ);
    const V axes = hn::MulAdd(left.x, hn::Broadcast<0>(first),
                              hn::MulAdd(left.y, hn::Broadcast<1>(first), hn::Mul(left.z, hn::Broadcast<2>(first))));
    const V last = hn::MulAdd(left.z, hn::Broadcast<2>(second), hn::Mul(left.origin, hn::Broadcast<3>(second)));
    const V axisAndOrigin =
        hn::MulAdd(left.x, hn::Broadcast<0>(second), hn::MulAdd(left.y, hn::Broadcast<1>(second), last));
    hn::Store(axes, d, to + kAxisX);
    hn::Store(axisAndOrigin, d, to + kAxisZ);
    hn::StoreU(axes, d, also + kAxisX);
    hn::StoreU(axisAndOrigin, d, also + kAxisZ);
  } else {
    for (std::size_t column = 0; column < kMatrixFloats; column += 4) {
      const V product = timesColumn(left, right + column);
      const V made = column < kOrigin ? product : hn::Add(product, left.origin);
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
  HWY_ALIGN float product[kMatrixFloats];
  multiplySingle(loadColumns(model), output.offset.columns, product, product);
  putSingle(product, task.shape, task.out[0] + static_cast<std::size_t>(output.matrix) * floatCount(task.shape));
}

template <bool kColumns>
HWY_INLINE void makeSingle(const MatrixTask& task) {
  const SingleSkeleton& skeleton = *task.single;
  float* const matrices = task.singleMatrices;
  float* const out = task.out[0];
  makeLocals(task, matrices);
  for (const GeneralStep& general : skeleton.generalSteps)
    finishLocal(general.step, task.linears, matrices + general.local * kMatrixFloats);
  constexpr Affine kIdentity;
  float* const identity = matrices + skeleton.localCount * kMatrixFloats;
  for (std::size_t i = 0; i < kMatrixFloats; i += kLanes)
    hn::Store(hn::Load(d, kIdentity.columns + i), d, identity + i);
  for (const SingleStep& step : skeleton.steps) {
    float* const model = matrices + step.result;
    float* const output =
        kColumns && step.matrix >= 0 ? out + static_cast<std::size_t>(step.matrix) * kMatrixFloats : model;
    multiplySingle(loadColumns(matrices + step.parent), model, model, output);
    if (!kColumns && step.matrix >= 0)
      putSingle(model, task.shape, out + static_cast<std::size_t>(step.matrix) * floatCount(task.shape));
  }
  for (const SingleOutput& single : skeleton.singleOutputs)
    putSingleProduct(matrices + single.result, skeleton.outputs[static_cast<std::size_t>(single.output)], task);
  for (const OutputStep& output : skeleton.fixed)
    putSingle(output.offset.columns, task.shape,
              out + static_cast<std::size_t>(output.matrix) * floatCount(task.shape));
}

HWY_NOINLINE void makeSingleRows(const MatrixTask& task) { makeSingle<false>(task); }

CROSSFADE_HOT void makeSingleMatrices(const MatrixTask& task) {
  if (task.shape != MatrixShape::Columns4x4) return makeSingleRows(task);
  makeSingle<true>(task);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace crossfade
HWY_AFTER_NAMESPACE();
#endif
