#include "engine/sampling/batch_skeleton.h"

#include <algorithm>
#include <cassert>

namespace engine {
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

/// A joint hangs on the nearest joint at or above it that moves, with a matrix that never changes between them.
struct Hanging {
  int anchor = kNoJoint;  // -1: on the model itself
  glm::dmat4 offset{1.0};
};

/// Makes the steps; holds what is known of each joint meanwhile.
class Preparation {
 public:
  Preparation(std::span<const int> parents, std::span<const Transform> rest, const LaneLayout& lanes)
      : parents_(parents), rest_(rest), lanes_(lanes), hanging_(parents.size()), stepOf_(parents.size(), -1), needed_(parents.size(), false), bridged_(parents.size(), false) {
    for (std::size_t i = 0; i < parents.size(); ++i) {
      const Hanging above = parents[i] < 0 ? Hanging{} : hanging_[static_cast<std::size_t>(parents[i])];
      if (moves(i)) hanging_[i] = {.anchor = static_cast<int>(i)};
      else hanging_[i] = {.anchor = above.anchor, .offset = above.offset * matrixOf(rest[i])};
    }
  }

  void need(int joint) {
    for (int i = hanging_[static_cast<std::size_t>(joint)].anchor; i >= 0; i = i < 0 ? i : parents_[static_cast<std::size_t>(i)]) {
      const auto at = static_cast<std::size_t>(i);
      if (needed_[at]) return;
      needed_[at] = moves(at);
      if (moves(at) && parents_[at] >= 0 && !moves(static_cast<std::size_t>(parents_[at])) && !isIdentity(hanging_[static_cast<std::size_t>(parents_[at])].offset))
        bridged_[static_cast<std::size_t>(parents_[at])] = true;
    }
  }
  const Hanging& hanging(int joint) const { return hanging_[static_cast<std::size_t>(joint)]; }

  /// A step for each joint that moves and is needed, and for what stands still between two of them.
  void makeSteps(BatchSkeleton& skeleton) {
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      if (!needed_[i] && !bridged_[i]) continue;
      stepOf_[i] = static_cast<int>(skeleton.steps.size());
      JointStep step;
      if (moves(i)) fillMoving(i, step);
      else step.rest = affineOf(hanging_[i].offset);
      parentSteps_.push_back(parentStepOf(i));
      skeleton.steps.push_back(step);
    }
    placeMatrices(skeleton);
  }
  int stepOf(int joint) const { return stepOf_[static_cast<std::size_t>(joint)]; }

 private:
  bool moves(std::size_t i) const { return lanes_.rotationLaneOf[i] >= 0 || lanes_.translationLaneOf[i] >= 0 || lanes_.scaleLaneOf[i] >= 0; }

  int parentStepOf(std::size_t i) const {
    if (!moves(i)) return hanging_[i].anchor < 0 ? -1 : stepOf(hanging_[i].anchor);
    if (parents_[i] < 0) return -1;
    const auto parent = static_cast<std::size_t>(parents_[i]);
    if (bridged_[parent]) return stepOf_[parent];
    return hanging_[parent].anchor < 0 ? -1 : stepOf(hanging_[parent].anchor);
  }

  void fillMoving(std::size_t i, JointStep& step) const {
    Transform t = rest_[i];
    step.rotationLane = lanes_.rotationLaneOf[i];
    step.translationLane = lanes_.translationLaneOf[i];
    step.scaleLane = lanes_.scaleLaneOf[i];
    for (int k = 0; k < 3; ++k) step.restScale[k] = t.scale[k];
    step.scaled = step.rotationLane >= 0 && step.scaleLane < 0 && t.scale != glm::vec3(1);
    step.onlyTurns = step.rotationLane >= 0 && step.translationLane < 0 && step.scaleLane < 0 && !step.scaled;
    if (step.scaleLane >= 0) t.scale = glm::vec3(1);
    step.rest = affineOf(matrixOf(t));
  }

  /// Matrices are kept only until the last child has used them, so that few slots do for a whole skeleton and stay in the nearest cache.
  void placeMatrices(BatchSkeleton& skeleton) {
    std::vector<int> lastUse(skeleton.steps.size(), -1);
    for (std::size_t i = 0; i < parentSteps_.size(); ++i)
      if (parentSteps_[i] >= 0) lastUse[static_cast<std::size_t>(parentSteps_[i])] = static_cast<int>(i);
    std::vector<int> free;
    for (std::size_t i = 0; i < skeleton.steps.size(); ++i) {
      if (free.empty()) free.push_back(skeleton.slotCount++);
      skeleton.steps[i].slot = free.back();
      if (lastUse[i] >= 0) free.pop_back();  // without children the next one may have it
      if (parentSteps_[i] < 0) continue;
      const JointStep& parent = skeleton.steps[static_cast<std::size_t>(parentSteps_[i])];
      skeleton.steps[i].parent = parent.slot;
      if (lastUse[static_cast<std::size_t>(parentSteps_[i])] == static_cast<int>(i)) free.push_back(parent.slot);
    }
  }

  std::span<const int> parents_;
  std::span<const Transform> rest_;
  const LaneLayout& lanes_;
  std::vector<Hanging> hanging_;
  std::vector<int> stepOf_;
  std::vector<int> parentSteps_;  // by step
  std::vector<bool> needed_;
  std::vector<bool> bridged_;     // stands still, and a joint below that moves needs its matrix
};

}  // namespace

BatchSkeleton prepareSkeleton(std::span<const int> parents, std::span<const Transform> rest, const LaneLayout& lanes, std::span<const SkinBinding> skins) {
  assert(rest.size() == parents.size());
  Preparation preparation(parents, rest, lanes);
  for (const SkinBinding& skin : skins)
    for (const int joint : skin.joints) preparation.need(joint);
  BatchSkeleton skeleton;
  skeleton.laneOrigins.resize((lanes.rotationJoints.size() + 7) / 8 * 8 * 4);
  for (std::size_t lane = 0; lane < lanes.rotationJoints.size(); ++lane) {
    const glm::vec3& origin = rest[static_cast<std::size_t>(lanes.rotationJoints[lane])].translation;
    for (int i = 0; i < 3; ++i) skeleton.laneOrigins[lane * 4 + static_cast<std::size_t>(i)] = origin[i];
    skeleton.laneOrigins[lane * 4 + 3] = 1;
  }
  preparation.makeSteps(skeleton);

  std::vector<std::vector<OutputStep>> outputs(skeleton.steps.size());
  for (const SkinBinding& skin : skins) {
    assert(skin.inverseBinds.size() == skin.joints.size());
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
      const Hanging& hanging = preparation.hanging(skin.joints[i]);
      const glm::dmat4 times = hanging.offset * glm::dmat4(skin.inverseBinds[i]);
      const OutputStep output{.matrix = skeleton.matrixCount++, .plain = isIdentity(times), .times = affineOf(times)};
      if (hanging.anchor < 0) skeleton.fixed.push_back(output);
      else outputs[static_cast<std::size_t>(preparation.stepOf(hanging.anchor))].push_back(output);
    }
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    skeleton.steps[i].firstOutput = static_cast<int>(skeleton.outputs.size());
    skeleton.steps[i].outputCount = static_cast<int>(outputs[i].size());
    skeleton.outputs.insert(skeleton.outputs.end(), outputs[i].begin(), outputs[i].end());
  }
  return skeleton;
}

}  // namespace engine
