// Matrices of kLanes characters at once, one per vector lane.
// Compiled once per instruction set, so the include guard toggles (Highway, foreach_target.h).
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

/// A row of a stored matrix times a vector.
HWY_INLINE V rowTimes(const float* left, const Vector3& v) {
  return hn::MulAdd(hn::Load(d, left + kSlotX), v.x,
                    hn::MulAdd(hn::Load(d, left + kSlotY), v.y, hn::Mul(hn::Load(d, left + kSlotZ), v.z)));
}
/// A stored matrix times a direction, and times a point. The matrix is loaded from the L1 cache each time, which keeps
/// registers free.
HWY_INLINE Vector3 timesAxis(const float* left, const Vector3& v) {
  return {rowTimes(left, v), rowTimes(left + kLanes, v), rowTimes(left + 2 * kLanes, v)};
}
HWY_INLINE V rowTimesPoint(const float* left, const Vector3& v) {
  const V last = hn::MulAdd(hn::Load(d, left + kSlotZ), v.z, hn::Load(d, left + kSlotOrigin));
  return hn::MulAdd(hn::Load(d, left + kSlotX), v.x, hn::MulAdd(hn::Load(d, left + kSlotY), v.y, last));
}
HWY_INLINE Vector3 timesPoint(const float* left, const Vector3& v) {
  return {rowTimesPoint(left, v), rowTimesPoint(left + kLanes, v), rowTimesPoint(left + 2 * kLanes, v)};
}

template <bool kStreams>
HWY_INLINE void putMatrix(const Matrix& m, const MatrixTask& task, int index) {
  const std::size_t offset = static_cast<std::size_t>(index) * floatCount(task.shape);
  if (task.shape == MatrixShape::Columns4x4) {
    putColumns<kStreams>(m.x, hn::Zero(d), m.y, hn::Zero(d), task.out, offset + kAxisX);
    putColumns<kStreams>(m.z, hn::Zero(d), m.origin, set(1), task.out, offset + kAxisZ);
  } else {
    putFour<kStreams>(m.x.x, m.y.x, m.z.x, m.origin.x, task.out, offset);
    putFour<kStreams>(m.x.y, m.y.y, m.z.y, m.origin.y, task.out, offset + 4);
    putFour<kStreams>(m.x.z, m.y.z, m.z.z, m.origin.z, task.out, offset + 8);
  }
}

/// A stored matrix times an output's offset.
template <bool kStreams>
HWY_INLINE void putProduct(const float* model, const OutputStep& output, const MatrixTask& task) {
  if (output.identity) return putMatrix<kStreams>(loadMatrix(model), task, output.matrix);
  const float* t = output.offset.columns;
  if (task.shape == MatrixShape::Columns4x4) {
    const std::size_t offset = static_cast<std::size_t>(output.matrix) * kMatrixFloats;
    putColumns<kStreams>(timesAxis(model, setVector(t + kAxisX)), hn::Zero(d), timesAxis(model, setVector(t + kAxisY)),
                         hn::Zero(d), task.out, offset + kAxisX);
    putColumns<kStreams>(timesAxis(model, setVector(t + kAxisZ)), hn::Zero(d),
                         timesPoint(model, setVector(t + kOrigin)), set(1), task.out, offset + kAxisZ);
  } else {
    putMatrix<kStreams>({timesAxis(model, setVector(t + kAxisX)), timesAxis(model, setVector(t + kAxisY)),
                         timesAxis(model, setVector(t + kAxisZ)), timesPoint(model, setVector(t + kOrigin))},
                        task, output.matrix);
  }
}

/// Rotation lanes are in the order of the steps, so a whole block is transposed at a time.
class TransposedRotations {
 public:
  explicit TransposedRotations(const MatrixTask& task) : task_(task) {}
  HWY_INLINE Quaternion at(int lane) {
    const auto block = static_cast<std::size_t>(lane) / kBlockLanes;
    if (block != block_) transpose(block);
    const float* from = transposed_ + static_cast<std::size_t>(lane) % kBlockLanes * kQuaternionSize * kLanes;
    return {hn::Load(d, from), hn::Load(d, from + kLanes), hn::Load(d, from + 2 * kLanes),
            hn::Load(d, from + 3 * kLanes)};
  }

 private:
  HWY_INLINE void transpose(std::size_t block) {
    block_ = block;
    const float* from = task_.rotations + block * kBlockLanes * kQuaternionSize;
    for (std::size_t component = 0; component < kQuaternionSize; ++component)
      transposeEight(from + component * kBlockLanes, task_.rotationStride, transposed_ + component * kLanes,
                     kQuaternionSize * kLanes);
  }
  const MatrixTask& task_;
  std::size_t block_ = std::size_t(-1);  // none
  HWY_ALIGN float transposed_[kBlockLanes * kQuaternionSize * kLanes];
};

HWY_INLINE Matrix localMatrix(const JointStep& step, TransposedRotations& rotations, const float* linears) {
  Vector3 origin = setVector(step.rest.columns + kOrigin);
  if (step.translationLane >= 0) {
    Matrix parentAxes = setMatrix(step.inverseParentAxes);
    parentAxes.origin = origin;
    origin = transformPoint(parentAxes, loadVector(linears + static_cast<std::size_t>(step.translationLane) * kLanes));
  }
  Matrix local = step.rotationLane >= 0
                     ? matrixOf(rotations.at(step.rotationLane), origin)
                     : Matrix{setVector(step.rest.columns + kAxisX), setVector(step.rest.columns + kAxisY),
                              setVector(step.rest.columns + kAxisZ), origin};
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
  Matrix local = matrixOf(rotations.at(step.rotationLane), setVector(step.rest.columns + kOrigin));
  local.origin = transformPoint(local, setVector(step.pivot));
  return local;
}

/// model := parent * local; also written out if it is an output. Two columns at a time, to load them only
/// once.
template <bool kStreams>
HWY_INLINE void storeProduct(const float* parent, const Matrix& local, const JointStep& step, const MatrixTask& task,
                             float* model) {
  const bool isOutput = step.matrix >= 0 && task.shape == MatrixShape::Columns4x4;
  const Vector3 x = timesAxis(parent, local.x), y = timesAxis(parent, local.y);
  storeVector(x, model + kSlotX);
  storeVector(y, model + kSlotY);
  const std::size_t offset = isOutput ? static_cast<std::size_t>(step.matrix) * kMatrixFloats : 0;
  if (isOutput) putColumns<kStreams>(x, hn::Zero(d), y, hn::Zero(d), task.out, offset + kAxisX);
  const Vector3 z = timesAxis(parent, local.z), origin = timesPoint(parent, local.origin);
  storeVector(z, model + kSlotZ);
  storeVector(origin, model + kSlotOrigin);
  if (isOutput) putColumns<kStreams>(z, hn::Zero(d), origin, set(1), task.out, offset + kAxisZ);
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
    float* model = task.slotMatrices + static_cast<std::size_t>(step.slot) * kSlotFloats * kLanes;
    if (step.parent < 0) {
      storeMatrix(local, model);
      if (step.matrix >= 0) putMatrix<kStreams>(local, task, step.matrix);
    } else {
      storeProduct<kStreams>(task.slotMatrices + static_cast<std::size_t>(step.parent) * kSlotFloats * kLanes, local,
                             step, task, model);
    }
    for (int i = 0; i < step.outputCount; ++i)
      putProduct<kStreams>(model, skeleton.outputs[static_cast<std::size_t>(step.firstOutput + i)], task);
  }
  for (const OutputStep& output : skeleton.fixed) putMatrix<kStreams>(setMatrix(output.offset), task, output.matrix);
}

HWY_NOINLINE void streamMatrices(const MatrixTask& task) { makeMatricesBy<true>(task); }

CROSSFADE_HOT void makeMatrices(const MatrixTask& task) {
  if (task.streams) return streamMatrices(task);
  makeMatricesBy<false>(task);
}

}  // namespace HWY_NAMESPACE
}  // namespace crossfade
HWY_AFTER_NAMESPACE();
#endif
