#include "app/view/bones.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <glm/geometric.hpp>

#include "app/model/figure_joints.h"

namespace app {
namespace {

constexpr glm::vec4 kParentEnd{1.0f, 0.55f, 0.15f, 1.0f};
constexpr glm::vec4 kJointEnd{1.0f, 0.85f, 0.45f, 1.0f};
constexpr glm::vec4 kBone{0.72f, 0.68f, 0.60f, 1.0f};
constexpr glm::vec4 kSelectedBone{1.0f, 0.42f, 0.06f, 1.0f};
constexpr float kBoneWidth = 0.11f;  // to either side, as a fraction of the length

}  // namespace

std::vector<Bone> bonesOf(const Model& model) {
  const auto parents = model.skeleton.parents();
  std::vector<Bone> bones;
  std::vector<bool> known(parents.size());
  const auto add = [&](int joint) {
    if (nth(known, joint)) return;
    nth(known, joint) = true;
    bones.push_back({nth(parents, joint), joint});
  };
  if (model.skins.empty()) {
    const std::vector<bool> isOfFigure = figureJoints(model);
    for (std::size_t joint = 0; joint < parents.size(); ++joint) {
      const int parent = parents[joint];
      if (parent != crossfade::kNoJoint && isOfFigure[joint] && nth(isOfFigure, parent)) add(static_cast<int>(joint));
    }
    return bones;
  }
  std::vector<bool> isSeen = farEnds(model);
  isSeen.flip();
  if (model.instances.empty()) isSeen = figureJoints(model);  // a root on the floor may be a joint of the skin
  for (const Skin& skin : model.skins) {
    const std::set<int> joints(skin.joints.begin(), skin.joints.end());
    for (const int joint : skin.joints) {
      const int parent = nth(parents, joint);
      if (!joints.contains(parent) || !nth(isSeen, joint)) continue;
      if (nth(isSeen, parent) || !model.instances.empty()) add(joint);
    }
  }
  return bones;
}

void addBoneLines(std::span<const Bone> bones, const PosedModel& pose, std::vector<LineVertex>& out) {
  for (const Bone& bone : bones) {
    out.push_back({.position = pose.positionOf(bone.parent), .color = kParentEnd});
    out.push_back({.position = pose.positionOf(bone.joint), .color = kJointEnd});
  }
}

void addBoneShapes(std::span<const Bone> bones, const PosedModel& pose, int selected, float maxWidth,
                   std::vector<BoneShape>& out) {
  for (const Bone& bone : bones) {
    const glm::vec3 from = pose.positionOf(bone.parent), to = pose.positionOf(bone.joint);
    out.push_back({.from = from,
                   .to = to,
                   .width = std::min(kBoneWidth * glm::distance(from, to), maxWidth),
                   .color = bone.parent == selected ? kSelectedBone : kBone});
  }
}

void addJointAxes(const PosedModel& pose, int joint, float length, std::vector<LineVertex>& out) {
  constexpr glm::vec4 kColors[] = {{0.95f, 0.13f, 0.12f, 1}, {0.22f, 0.75f, 0.10f, 1}, {0.12f, 0.35f, 1.0f, 1}};
  const glm::mat4& world = nth(pose.worlds, joint);
  const glm::vec3 position = pose.positionOf(joint);
  for (int axis = 0; axis < 3; ++axis) {
    const glm::vec3 along(world[axis]);
    const float size = glm::length(along);
    if (!(size > 0) || !std::isfinite(size)) continue;
    out.push_back({.position = position, .color = kColors[axis]});
    out.push_back({.position = position + along * (length / size), .color = kColors[axis]});
  }
}

void addTrail(const Trail& trail, std::vector<LineVertex>& out) {
  constexpr float kStroke = 0.1f;  // seconds
  for (std::size_t i = 0; i + 1 < trail.points.size(); ++i) {
    const TrailPoint &a = trail.points[i], &b = trail.points[i + 1];
    const float middle = (a.seconds + b.seconds) / 2;
    const bool light = static_cast<int>(std::floor(middle / kStroke)) % 2 != 0;
    const glm::vec3 color = (middle < 0 ? kPastColor : kNextColor) * (light ? 1.0f : 0.6f) + (light ? 0.12f : 0.0f);
    const auto point = [&color](const TrailPoint& at) {
      return LineVertex{.position = at.position,
                        .color = glm::vec4(color, 1 - 0.85f * std::min(1.0f, std::abs(at.seconds)))};
    };
    out.push_back(point(a));
    out.push_back(point(b));
  }
}

std::optional<glm::vec2> positionInPicture(const glm::mat4& viewProjection, const glm::vec3& point) {
  const glm::vec4 clip = viewProjection * glm::vec4(point, 1);
  if (!(clip.w > 0)) return std::nullopt;
  return glm::vec2(clip.x / clip.w * 0.5f + 0.5f, 0.5f - clip.y / clip.w * 0.5f);
}

int jointAt(std::span<const Bone> bones, const PosedModel& pose, const Camera& camera, float aspect, glm::vec2 position,
            float reach) {
  const glm::mat4 viewProjection = projectionMatrix(camera, aspect) * viewMatrix(camera);
  int nearest = -1;
  float minSeparation = reach;
  const auto consider = [&](int joint) {
    const auto seen = positionInPicture(viewProjection, pose.positionOf(joint));
    if (!seen) return;
    const float separation = glm::length((*seen - position) * glm::vec2(aspect, 1));
    if (!(separation < minSeparation)) return;
    minSeparation = separation;
    nearest = joint;
  };
  for (const Bone& bone : bones) {
    consider(bone.parent);
    consider(bone.joint);
  }
  return nearest;
}

std::vector<JointRow> jointRowsOf(const Model& model) {
  const auto parents = model.skeleton.parents();
  const auto count = static_cast<std::size_t>(model.skeleton.jointCount());
  // Children come after their parents: a backward pass sums up subtree sizes, a forward pass hands each joint the next
  // free rows of its parent.
  std::vector<int> size(count, 1), next(count), row(count);
  for (std::size_t i = count; i-- > 0;)
    if (parents[i] != crossfade::kNoJoint) nth(size, parents[i]) += size[i];
  int nextRoot = 0;
  std::vector<JointRow> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool isRoot = parents[i] == crossfade::kNoJoint;
    int& nextRow = isRoot ? nextRoot : nth(next, parents[i]);
    row[i] = nextRow;
    nextRow += size[i];
    next[i] = row[i] + 1;
    const int depth = isRoot ? 0 : nth(rows, nth(row, parents[i])).depth + 1;
    nth(rows, row[i]) = {
        .joint = static_cast<int>(i), .depth = depth, .end = row[i] + size[i], .deforms = model.skins.empty()};
  }
  for (const Skin& skin : model.skins)
    for (const int joint : skin.joints) nth(rows, nth(row, joint)).deforms = true;
  return rows;
}

}  // namespace app
