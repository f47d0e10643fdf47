#include "crossfade/crowd/detail/crowd_skeleton.h"

#include <algorithm>
#include <numeric>

#include "crossfade/base/assert.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {
namespace {

bool isIdentity(const glm::dmat4& matrix) { return matrix == glm::dmat4(1.0); }

glm::dmat4 matrixOf(const Transform& t) {
  glm::dmat4 matrix = glm::mat4_cast(glm::dquat(t.rotation));
  for (int i = 0; i < 3; ++i) matrix[i] *= double(t.scale[i]);
  matrix[3] = glm::dvec4(glm::dvec3(t.translation), 1);
  return matrix;
}

Affine affineOf(const glm::dmat4& matrix) {
  Affine affine;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 3; ++row) affine.columns[column * 4 + row] = static_cast<float>(matrix[column][row]);
  return affine;
}

/// Ties a joint to the nearest moving joint among itself and its ancestors; the matrix between the two never changes.
struct Attachment {
  int anchor = kNoJoint;  // kNoJoint: the model itself
  glm::dmat4 offset{1.0};
};

class SkeletonBuilder {
 public:
  SkeletonBuilder(std::span<const int> parents, std::span<const Transform> rest, const LaneLayout& lanes)
      : parents_(parents),
        rest_(rest),
        lanes_(lanes),
        attachments_(parents.size()),
        stepOf_(parents.size(), -1),
        needed_(parents.size(), false),
        bridged_(parents.size(), false) {
    for (std::size_t i = 0; i < parents.size(); ++i) {
      const Attachment parent = parents[i] < 0 ? Attachment{} : attachments_[static_cast<std::size_t>(parents[i])];
      if (moves(i))
        attachments_[i] = {.anchor = static_cast<int>(i)};
      else
        attachments_[i] = {.anchor = parent.anchor, .offset = parent.offset * matrixOf(rest[i])};
    }
  }

  void need(int joint) {
    for (int i = attachment(joint).anchor; i >= 0; i = i < 0 ? i : parents_[static_cast<std::size_t>(i)]) {
      const auto at = static_cast<std::size_t>(i);
      if (needed_[at]) return;
      needed_[at] = moves(at);
      if (moves(at) && parents_[at] >= 0 && !moves(static_cast<std::size_t>(parents_[at])) &&
          !isIdentity(attachments_[static_cast<std::size_t>(parents_[at])].offset))
        bridged_[static_cast<std::size_t>(parents_[at])] = true;
    }
  }
  /// To the model for a joint that does not exist.
  Attachment attachment(int joint) const {
    const auto index = static_cast<std::size_t>(joint);
    CROSSFADE_ASSERT(index < attachments_.size(), "CrowdRig: a skin has a joint that the skeleton does not have");
    return index < attachments_.size() ? attachments_[index] : Attachment{};
  }

  /// One step for each needed joint that moves, and for each that stands still between two of those.
  void makeSteps(CrowdSkeleton& skeleton) {
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      if (!needed_[i] && !bridged_[i]) continue;
      stepOf_[i] = static_cast<int>(skeleton.steps.size());
      JointStep step;
      if (moves(i))
        fillMoving(i, step);
      else
        step.rest = affineOf(attachments_[i].offset);
      parentSteps_.push_back(parentStepOf(i));
      skeleton.steps.push_back(step);
    }
    assignSlots(skeleton);
  }
  int stepOf(int joint) const { return stepOf_[static_cast<std::size_t>(joint)]; }
  std::span<const int> parentSteps() const { return parentSteps_; }

 private:
  bool moves(std::size_t i) const {
    return lanes_.rotationLaneOf[i] >= 0 || lanes_.translationLaneOf[i] >= 0 || lanes_.scaleLaneOf[i] >= 0;
  }

  int parentStepOf(std::size_t i) const {
    if (!moves(i)) return attachments_[i].anchor < 0 ? -1 : stepOf(attachments_[i].anchor);
    if (parents_[i] < 0) return -1;
    const auto parent = static_cast<std::size_t>(parents_[i]);
    if (bridged_[parent]) return stepOf_[parent];
    return attachments_[parent].anchor < 0 ? -1 : stepOf(attachments_[parent].anchor);
  }

  void fillMoving(std::size_t i, JointStep& step) const {
    Transform t = rest_[i];
    step.rotationLane = lanes_.rotationLaneOf[i];
    step.translationLane = lanes_.translationLaneOf[i];
    step.scaleLane = lanes_.scaleLaneOf[i];
    for (int k = 0; k < 3; ++k) step.restScale[k] = t.scale[k];
    step.scaled = step.rotationLane >= 0 && step.scaleLane < 0 && t.scale != glm::vec3(1);
    step.rotationOnly = step.rotationLane >= 0 && step.translationLane < 0 && step.scaleLane < 0 && !step.scaled;
    if (step.scaleLane >= 0) t.scale = glm::vec3(1);
    step.rest = affineOf(matrixOf(t));
  }

  /// A matrix's slot is reused after its last child has read it, so a whole skeleton needs few slots and they stay in
  /// the L1 cache.
  void assignSlots(CrowdSkeleton& skeleton) {
    std::vector<int> lastUse(skeleton.steps.size(), -1);
    for (std::size_t i = 0; i < parentSteps_.size(); ++i)
      if (parentSteps_[i] >= 0) lastUse[static_cast<std::size_t>(parentSteps_[i])] = static_cast<int>(i);
    std::vector<int> free;
    for (std::size_t i = 0; i < skeleton.steps.size(); ++i) {
      if (free.empty()) free.push_back(skeleton.slotCount++);
      skeleton.steps[i].slot = free.back();
      if (lastUse[i] >= 0) free.pop_back();  // without children the next step may reuse it
      if (parentSteps_[i] < 0) continue;
      const JointStep& parent = skeleton.steps[static_cast<std::size_t>(parentSteps_[i])];
      skeleton.steps[i].parent = parent.slot;
      if (lastUse[static_cast<std::size_t>(parentSteps_[i])] == static_cast<int>(i)) free.push_back(parent.slot);
    }
  }

  std::span<const int> parents_;
  std::span<const Transform> rest_;
  const LaneLayout& lanes_;
  std::vector<Attachment> attachments_;
  std::vector<int> stepOf_;
  std::vector<int> parentSteps_;  // by step
  std::vector<bool> needed_;
  std::vector<bool> bridged_;  // constant, but a moving child needs its matrix
};

/// A rotation and a translation.
struct Rigid {
  glm::dquat rotation{1, 0, 0, 0};
  glm::dvec3 origin{0};
};
glm::dmat4 matrixOf(const Rigid& rigid) {
  glm::dmat4 matrix = glm::mat4_cast(rigid.rotation);
  matrix[3] = glm::dvec4(rigid.origin, 1);
  return matrix;
}

/// Tolerance for the axes of a rigid matrix: a few float roundings.
constexpr double kAxisTolerance = 4e-6;

/// Whether the matrix is a rotation and a translation; if so, `rigid` is set to it.
bool isRigid(const glm::dmat4& matrix, Rigid& rigid) {
  if (!(glm::determinant(glm::dmat3(matrix)) > 0)) return false;
  rigid = {.rotation = glm::normalize(glm::quat_cast(matrix)), .origin = glm::dvec3(matrix[3])};
  const glm::dmat3 rotated = glm::mat3_cast(rigid.rotation);
  for (int i = 0; i < 3; ++i)
    if (!(glm::length(rotated[i] - glm::dvec3(matrix[i])) <= kAxisTolerance)) return false;
  return true;
}

bool mayRotateFrame(const JointStep& step) { return step.rotationLane >= 0 && step.scaleLane < 0 && !step.scaled; }

/// An output whose step has no frame yet.
struct Output {
  int matrix = 0;
  glm::dmat4 offset;
};

/// The frame of a step that does not scale is its first rigid output.
Rigid frameOf(const JointStep& step, std::span<const Output> outputs) {
  Rigid frame;
  if (mayRotateFrame(step))
    for (const Output& output : outputs)
      if (isRigid(output.offset, frame)) return frame;
  return {};
}

/// Writes the 4 x 4 matrix of q -> parentFrame^-1 * q * frame, one row for each component of the result.
void writeFrameMatrix(const glm::dquat& parentFrame, const glm::dquat& frame, std::size_t lane,
                      AlignedVector<float>& frameMatrices) {
  for (std::size_t component = 0; component < kQuaternionSize; ++component) {
    glm::dquat unit(0, 0, 0, 0);
    (component == 0 ? unit.x : component == 1 ? unit.y : component == 2 ? unit.z : unit.w) = 1;
    const glm::dquat rotated = glm::conjugate(parentFrame) * unit * frame;
    const double column[4] = {rotated.x, rotated.y, rotated.z, rotated.w};
    for (std::size_t row = 0; row < kQuaternionSize; ++row)
      frameMatrices[blockOffset(lane, kFrameMatrixSize, row * kQuaternionSize + component)] =
          static_cast<float>(column[row]);
  }
}

/// Transforms a step from joint space to its parent's frame and its own.
void transformToFrames(const Rigid& parentFrame, const Rigid& frame, JointStep& step, CrowdSkeleton& skeleton) {
  glm::dmat4 rest(1.0);
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 3; ++row) rest[column][row] = step.rest.columns[column * 4 + row];
  if (step.translationLane >= 0) rest[3] = glm::dvec4(0, 0, 0, 1);
  const glm::dmat4 inverse = glm::inverse(matrixOf(parentFrame));
  step.rest = affineOf(inverse * rest);
  step.inverseParentAxes = affineOf(glm::dmat4(glm::dmat3(inverse)));
  const glm::dvec3 pivot = glm::conjugate(frame.rotation) * frame.origin;
  for (int i = 0; i < 3; ++i) step.pivot[i] = static_cast<float>(pivot[i]);
  if (step.rotationLane < 0) return;
  const auto lane = static_cast<std::size_t>(step.rotationLane);
  writeFrameMatrix(parentFrame.rotation, frame.rotation, lane, skeleton.frameMatrices);
  for (std::size_t i = 0; i < 3; ++i) {
    skeleton.laneOrigins[blockOffset(lane, kLaneOriginSize, i)] = step.rest.columns[kOrigin + i];
    skeleton.laneOrigins[blockOffset(lane, kLaneOriginSize, 3 + i)] = step.pivot[i];
  }
}

/// Whether the matrix is visually the identity for an object of this size.
bool isNearlyIdentity(const glm::dmat4& matrix, double size) {
  for (int i = 0; i < 4; ++i)
    if (!(glm::length(matrix[i] - glm::dmat4(1.0)[i]) <= (i < 3 ? kAxisTolerance : 1e-7 * size))) return false;
  return true;
}

void assignOutputs(const Rigid& frame, std::span<const Output> outputs, JointStep& step, std::vector<OutputStep>& all) {
  const glm::dmat4 inverse = glm::inverse(matrixOf(frame));
  step.firstOutput = static_cast<int>(all.size());
  for (const Output& output : outputs) {
    const glm::dmat4 offset = inverse * output.offset;
    const bool identity = isNearlyIdentity(offset, glm::length(frame.origin));
    if (identity && step.matrix < 0)
      step.matrix = output.matrix;
    else
      all.push_back({.matrix = output.matrix, .identity = identity, .offset = affineOf(offset)});
  }
  step.outputCount = static_cast<int>(all.size()) - step.firstOutput;
}

/// The steps sorted by level.
void makeSingleSteps(std::span<const int> parentSteps, CrowdSkeleton& skeleton) {
  const std::size_t count = skeleton.steps.size();
  std::vector<int> levels(count, 0), order(count);
  for (std::size_t i = 0; i < count; ++i)
    levels[i] = parentSteps[i] < 0 ? 0 : levels[static_cast<std::size_t>(parentSteps[i])] + 1;
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return levels[static_cast<std::size_t>(a)] < levels[static_cast<std::size_t>(b)];
  });
  skeleton.localCount = static_cast<int>(skeleton.laneOrigins.size() / kLaneOriginSize);
  std::vector<int> locals(count);
  for (const int index : order) {
    const JointStep& step = skeleton.steps[static_cast<std::size_t>(index)];
    locals[static_cast<std::size_t>(index)] = step.rotationLane >= 0 ? step.rotationLane : skeleton.localCount++;
  }
  const auto matrixOffset = [](int matrix) {
    return static_cast<std::uint32_t>(matrix) * std::uint32_t(kMatrixFloats);
  };
  for (const int index : order) {
    const auto i = static_cast<std::size_t>(index);
    const JointStep& step = skeleton.steps[i];
    const int parent = parentSteps[i] < 0 ? skeleton.localCount : locals[static_cast<std::size_t>(parentSteps[i])];
    const std::uint32_t result = matrixOffset(locals[i]);
    skeleton.singleSteps.push_back({.parent = matrixOffset(parent), .result = result, .matrix = step.matrix});
    for (int k = 0; k < step.outputCount; ++k)
      skeleton.singleOutputs.push_back({.result = result, .output = step.firstOutput + k});
    if (!step.rotationOnly)
      skeleton.generalSteps.push_back({.step = step, .local = static_cast<std::uint32_t>(locals[i])});
  }
}

}  // namespace

CrowdSkeleton prepareSkeleton(std::span<const int> parents, std::span<const Transform> rest, const LaneLayout& lanes,
                              std::span<const SkinBinding> skins) {
  CROSSFADE_ASSERT(rest.size() == parents.size(), "prepareSkeleton: parents and rest differ in size");
  SkeletonBuilder builder(parents, rest, lanes);
  for (const SkinBinding& skin : skins)
    for (const int joint : skin.joints) builder.need(joint);
  CrowdSkeleton skeleton;
  const std::size_t paddedLanes = (lanes.rotationJoints.size() + kBlockLanes - 1) / kBlockLanes * kBlockLanes;
  skeleton.frameMatrices.resize(paddedLanes * kFrameMatrixSize);
  skeleton.laneOrigins.resize(paddedLanes * kLaneOriginSize);
  const glm::dquat none = Rigid{}.rotation;
  for (std::size_t lane = 0; lane < paddedLanes; ++lane) writeFrameMatrix(none, none, lane, skeleton.frameMatrices);
  builder.makeSteps(skeleton);

  std::vector<std::vector<Output>> outputs(skeleton.steps.size());
  for (const SkinBinding& skin : skins) {
    CROSSFADE_ASSERT(skin.inverseBinds.size() == skin.joints.size(), "prepareSkeleton: an inverse bind is missing");
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
      const Attachment attachment = builder.attachment(skin.joints[i]);
      const Output output{.matrix = skeleton.matrixCount++,
                          .offset = attachment.offset * glm::dmat4(skin.inverseBinds[i])};
      if (attachment.anchor < 0)
        skeleton.fixed.push_back({.matrix = output.matrix, .offset = affineOf(output.offset)});
      else
        outputs[static_cast<std::size_t>(builder.stepOf(attachment.anchor))].push_back(output);
    }
  }
  std::vector<Rigid> frames;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    JointStep& step = skeleton.steps[i];
    const int parent = builder.parentSteps()[i];
    frames.push_back(frameOf(step, outputs[i]));
    transformToFrames(parent < 0 ? Rigid{} : frames[static_cast<std::size_t>(parent)], frames[i], step, skeleton);
    assignOutputs(frames[i], outputs[i], step, skeleton.outputs);
  }
  if (std::all_of(frames.begin(), frames.end(), [&](const Rigid& frame) { return frame.rotation == none; }))
    skeleton.frameMatrices = {};
  makeSingleSteps(builder.parentSteps(), skeleton);
  return skeleton;
}

}  // namespace crossfade
