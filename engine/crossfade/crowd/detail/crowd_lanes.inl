// Matrices of kLanes characters at once: every lane is a character.
// Compiled once for each instruction set, which is why its guard toggles with each (Highway, foreach_target.h).
#if defined(CROSSFADE_CROWD_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef CROSSFADE_CROWD_LANES
#undef CROSSFADE_CROWD_LANES
#else
#define CROSSFADE_CROWD_LANES
#endif

#include "crossfade/crowd/detail/crowd_vectors.inl"

HWY_BEFORE_NAMESPACE();
namespace crossfade {
namespace HWY_NAMESPACE {

/// One number of the product of a kept matrix with a vector.
HWY_INLINE V rowTimes(const float* left, const Vector3& v) {
  return hn::MulAdd(hn::Load(d, left), v.x,
                    hn::MulAdd(hn::Load(d, left + 3 * kLanes), v.y, hn::Mul(hn::Load(d, left + 6 * kLanes), v.z)));
}
/// Kept matrix times a direction, and times a point. The matrix is read again from the nearest cache, so that registers
/// stay free.
HWY_INLINE Vector3 timesAxis(const float* left, const Vector3& v) {
  return {rowTimes(left, v), rowTimes(left + kLanes, v), rowTimes(left + 2 * kLanes, v)};
}
HWY_INLINE V rowTimesPoint(const float* left, const Vector3& v) {
  const V last = hn::MulAdd(hn::Load(d, left + 6 * kLanes), v.z, hn::Load(d, left + 9 * kLanes));
  return hn::MulAdd(hn::Load(d, left), v.x, hn::MulAdd(hn::Load(d, left + 3 * kLanes), v.y, last));
}
HWY_INLINE Vector3 timesPoint(const float* left, const Vector3& v) {
  return {rowTimesPoint(left, v), rowTimesPoint(left + kLanes, v), rowTimesPoint(left + 2 * kLanes, v)};
}

template <bool kStreams>
HWY_INLINE void putMatrix(const Matrix& m, const MatrixTask& task, int index) {
  const std::size_t offset = static_cast<std::size_t>(index) * floatCount(task.shape);
  if (task.shape == MatrixShape::Columns4x4) {
    putColumns<kStreams>(m.x, hn::Zero(d), m.y, hn::Zero(d), task.out, offset);
    putColumns<kStreams>(m.z, hn::Zero(d), m.origin, set(1), task.out, offset + 8);
  } else {
    putFour<kStreams>(m.x.x, m.y.x, m.z.x, m.origin.x, task.out, offset);
    putFour<kStreams>(m.x.y, m.y.y, m.z.y, m.origin.y, task.out, offset + 4);
    putFour<kStreams>(m.x.z, m.y.z, m.z.z, m.origin.z, task.out, offset + 8);
  }
}

/// Kept matrix times an output's own.
template <bool kStreams>
HWY_INLINE void putProduct(const float* model, const OutputStep& output, const MatrixTask& task) {
  if (output.plain) return putMatrix<kStreams>(loadMatrix(model), task, output.matrix);
  const float* t = output.offset.columns;
  if (task.shape == MatrixShape::Columns4x4) {
    const std::size_t offset = static_cast<std::size_t>(output.matrix) * 16;
    putColumns<kStreams>(timesAxis(model, setVector(t)), hn::Zero(d), timesAxis(model, setVector(t + 4)), hn::Zero(d),
                         task.out, offset);
    putColumns<kStreams>(timesAxis(model, setVector(t + 8)), hn::Zero(d), timesPoint(model, setVector(t + 12)), set(1),
                         task.out, offset + 8);
  } else {
    putMatrix<kStreams>({timesAxis(model, setVector(t)), timesAxis(model, setVector(t + 4)),
                         timesAxis(model, setVector(t + 8)), timesPoint(model, setVector(t + 12))},
                        task, output.matrix);
  }
}

/// Lanes of rotations stand in the order of the steps, so that a whole group is transposed at a time.
class TransposedRotations {
 public:
  explicit TransposedRotations(const MatrixTask& task) : task_(task) {}
  HWY_INLINE Quaternion at(int lane) {
    if (lane / 8 != block_) transpose(lane / 8);
    const float* from = transposed_ + (lane & 7) * 4 * static_cast<int>(kLanes);
    return {hn::Load(d, from), hn::Load(d, from + kLanes), hn::Load(d, from + 2 * kLanes),
            hn::Load(d, from + 3 * kLanes)};
  }

 private:
  HWY_INLINE void transpose(int block) {
    block_ = block;
    const float* from = task_.rotations + static_cast<std::size_t>(block) * 32;
    for (std::size_t component = 0; component < 4; ++component)
      transposeEight(from + component * 8, task_.rotationStride, transposed_ + component * kLanes, 4 * kLanes);
  }
  const MatrixTask& task_;
  int block_ = -1;
  HWY_ALIGN float transposed_[8 * 4 * kLanes];
};

HWY_INLINE Matrix localMatrix(const JointStep& step, TransposedRotations& rotations, const float* linears) {
  Vector3 origin = setVector(step.rest.columns + 12);
  if (step.translationLane >= 0) {
    Matrix parentAxes = setMatrix(step.inverseParentAxes);
    parentAxes.origin = origin;
    origin = transformPoint(parentAxes, loadVector(linears + static_cast<std::size_t>(step.translationLane) * kLanes));
  }
  Matrix local = step.rotationLane >= 0 ? matrixOf(rotations.at(step.rotationLane), origin)
                                        : Matrix{setVector(step.rest.columns), setVector(step.rest.columns + 4),
                                                 setVector(step.rest.columns + 8), origin};
  if (step.scaleLane >= 0 || step.scaled) {
    const Vector3 scale = step.scaleLane >= 0 ? loadVector(linears + static_cast<std::size_t>(step.scaleLane) * kLanes)
                                              : setVector(step.restScale);
    local.x = scaled(local.x, scale.x);
    local.y = scaled(local.y, scale.y);
    local.z = scaled(local.z, scale.z);
  } else {
    local.origin = transformPoint(local, setVector(step.pivot));
  }
  return local;
}
HWY_INLINE Matrix rotationOnlyMatrix(const JointStep& step, TransposedRotations& rotations) {
  Matrix local = matrixOf(rotations.at(step.rotationLane), setVector(step.rest.columns + 12));
  local.origin = transformPoint(local, setVector(step.pivot));
  return local;
}

/// model := parent * local, which is also written out if it is to be. Two columns at a time, so that they need not be
/// read again.
template <bool kStreams>
HWY_INLINE void keepProduct(const float* parent, const Matrix& local, const JointStep& step, const MatrixTask& task,
                            float* model) {
  const bool isOutput = step.matrix >= 0 && task.shape == MatrixShape::Columns4x4;
  const Vector3 x = timesAxis(parent, local.x), y = timesAxis(parent, local.y);
  storeVector(x, model);
  storeVector(y, model + 3 * kLanes);
  if (isOutput)
    putColumns<kStreams>(x, hn::Zero(d), y, hn::Zero(d), task.out, static_cast<std::size_t>(step.matrix) * 16);
  const Vector3 z = timesAxis(parent, local.z), origin = timesPoint(parent, local.origin);
  storeVector(z, model + 6 * kLanes);
  storeVector(origin, model + 9 * kLanes);
  if (isOutput)
    putColumns<kStreams>(z, hn::Zero(d), origin, set(1), task.out, static_cast<std::size_t>(step.matrix) * 16 + 8);
  if (step.matrix >= 0 && !isOutput) putMatrix<kStreams>(loadMatrix(model), task, step.matrix);
}

template <bool kStreams>
HWY_INLINE void makeMatricesBy(const MatrixTask& task) {
  const CrowdSkeleton& skeleton = *task.skeleton;
  for (std::size_t group = 0; group < static_cast<std::size_t>(task.linearGroups); ++group)
    transposeEight(task.linears + group * kLinearGroup, task.linearStride,
                   task.transposedLinears + group * kLinearGroup * kLanes, kLanes);
  TransposedRotations rotations(task);
  for (const JointStep& step : skeleton.steps) {
    const Matrix local =
        step.rotationOnly ? rotationOnlyMatrix(step, rotations) : localMatrix(step, rotations, task.transposedLinears);
    float* model = task.slotMatrices + static_cast<std::size_t>(step.slot) * 12 * kLanes;
    if (step.parent < 0) {
      storeMatrix(local, model);
      if (step.matrix >= 0) putMatrix<kStreams>(local, task, step.matrix);
    } else {
      keepProduct<kStreams>(task.slotMatrices + static_cast<std::size_t>(step.parent) * 12 * kLanes, local, step, task,
                            model);
    }
    for (int i = 0; i < step.outputCount; ++i)
      putProduct<kStreams>(model, skeleton.outputs[static_cast<std::size_t>(step.firstOutput + i)], task);
  }
  for (const OutputStep& output : skeleton.fixed) putMatrix<kStreams>(setMatrix(output.offset), task, output.matrix);
}

void makeMatrices(const MatrixTask& task) {
  if (task.streams)
    makeMatricesBy<true>(task);
  else
    makeMatricesBy<false>(task);
}

}  // namespace HWY_NAMESPACE
}  // namespace crossfade
HWY_AFTER_NAMESPACE();
#endif
