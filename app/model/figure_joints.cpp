#include "app/model/figure_joints.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <glm/geometric.hpp>

#include "app/model/face_motion.h"
#include "app/model/file_formats.h"
#include "app/model/upright.h"
#include "crossfade/base/number_text.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

constexpr float kStill = 1e-3f;  // what captured joints that do not move differ by
constexpr int kFewestBones = 4;

/// For each joint, whether it holds a camera or a light, but no mesh and no joint below it.
std::vector<bool> viewOnlyJoints(const Model& model) {
  std::vector<bool> result(static_cast<std::size_t>(model.skeleton.jointCount()));
  const auto set = [&](int joint, bool value) { result[static_cast<std::size_t>(joint)] = value; };
  for (const FileCamera& camera : model.cameras) set(camera.node, true);
  for (const FileLight& light : model.lights) set(light.node, true);
  for (const MeshInstance& instance : model.instances) set(instance.node, false);
  for (const int parent : model.skeleton.parents())
    if (parent != crossfade::kNoJoint) set(parent, false);
  return result;
}

/// Whether each joint is a bone of the file. Empty if no bone is below another one: then they say nothing about the
/// other joints.
std::vector<bool> markedJoints(const Model& model) {
  std::vector<bool> marked(static_cast<std::size_t>(model.skeleton.jointCount()));
  for (const int bone : model.bones) marked[static_cast<std::size_t>(bone)] = true;
  for (const int bone : model.bones) {
    const int parent = model.skeleton.parents()[static_cast<std::size_t>(bone)];
    if (parent != crossfade::kNoJoint && marked[static_cast<std::size_t>(parent)]) return marked;
  }
  return {};
}

/// For each joint, whether any clip moves it at all, and whether any clip translates it.
struct JointMotion {
  std::vector<bool> moves, travels;
};

JointMotion motionOf(const Model& model) {
  const auto count = static_cast<std::size_t>(model.skeleton.jointCount());
  JointMotion motion{std::vector<bool>(count), std::vector<bool>(count)};
  for (const crossfade::AnimationClip& clip : model.clips)
    for (const crossfade::KeyframeTrack& track : clip.tracks()) {
      const crossfade::TrackTarget target = track.target();
      if (!crossfade::isTransform(target.channel) || crossfade::isConstant(track, kStill)) continue;
      motion.moves[static_cast<std::size_t>(target.node)] = true;
      if (target.channel == crossfade::Channel::Translation)
        motion.travels[static_cast<std::size_t>(target.node)] = true;
    }
  return motion;
}

bool hasBones(std::span<const int> parents, const std::vector<bool>& joints) {
  for (std::size_t joint = 0; joint < parents.size(); ++joint)
    if (parents[joint] != crossfade::kNoJoint && joints[joint] && joints[static_cast<std::size_t>(parents[joint])])
      return true;
  return false;
}

/// Whether the joints that were left out of a figure, without those above what is left, are more than that: then only a
/// limb moves.
bool isLimb(std::span<const int> parents, const std::vector<bool>& left, const std::vector<bool>& figure) {
  std::vector<bool> carries = left;
  for (std::size_t joint = parents.size(); joint-- > 0;)
    if (carries[joint] && parents[joint] != crossfade::kNoJoint)
      carries[static_cast<std::size_t>(parents[joint])] = true;
  std::size_t beside = 0;
  for (std::size_t joint = 0; joint < parents.size(); ++joint) beside += figure[joint] && !carries[joint] ? 1 : 0;
  return beside > static_cast<std::size_t>(std::ranges::count(left, true));
}

/// The figure without parts that stand still while other parts travel away from them, unless only a limb travels. Parts
/// are separated by the bones between a still joint and one that travels.
std::vector<bool> withoutStillParts(const Model& model, const std::vector<bool>& figure) {
  const std::span<const int> parents = model.skeleton.parents();
  const JointMotion motion = motionOf(model);
  std::vector<bool> stands(parents.size());       // as all joints above it
  std::vector<std::size_t> part(parents.size());  // by its first joint
  std::vector<bool> partMoves(parents.size()), partIsLeft(parents.size());
  for (std::size_t joint = 0; joint < parents.size(); ++joint) {
    const bool isRoot = parents[joint] == crossfade::kNoJoint;
    const auto parent = static_cast<std::size_t>(isRoot ? 0 : parents[joint]);
    stands[joint] = !motion.moves[joint] && (isRoot || stands[parent]);
    const bool leaves = !isRoot && stands[parent] && motion.travels[joint];
    part[joint] = isRoot || leaves ? joint : part[parent];
    if (leaves) partIsLeft[part[parent]] = true;
    if (motion.moves[joint]) partMoves[part[joint]] = true;
  }
  std::vector<bool> result = figure;
  for (std::size_t joint = 0; joint < parents.size(); ++joint)
    if (partIsLeft[part[joint]] && !partMoves[part[joint]]) result[joint] = false;
  return hasBones(parents, result) && !isLimb(parents, result, figure) ? result : figure;
}

/// Whether a joint has a name that exporters give to the root on the floor.
bool isNamedRoot(const std::string& joint) {
  constexpr std::array<std::string_view, 10> kNames{"root",   "reference", "armature",   "origin", "master",
                                                    "motion", "world",     "trajectory", "scene",  "skeleton"};
  const std::string name = lowerCase(joint);
  return std::ranges::any_of(kNames, [&](std::string_view each) { return name.find(each) != std::string::npos; });
}

/// For each joint, whether it only carries the body: it is above the hips of a human body and nothing else of the body
/// is below it; or, of other figures, a root at the origin with such a name and one chain of bones. A bone from there
/// would lead from the floor to the hips.
std::vector<bool> carriers(const Model& model, const std::vector<bool>& figure) {
  const std::span<const int> parents = model.skeleton.parents();
  std::vector<bool> result(parents.size());
  if (const crossfade::Humanoid body = humanoidOf(model); body.isKnown()) {
    const int hips = body.jointOf(crossfade::HumanJoint::Hips);
    std::vector<bool> isHuman(parents.size());  // or carries a part of the body that is not below the hips
    for (const crossfade::HumanJointGuess& guess : body.joints)
      if (guess.joint >= 0) isHuman[static_cast<std::size_t>(guess.joint)] = true;
    for (std::size_t joint = parents.size(); joint-- > 0;)
      if (parents[joint] >= 0 && isHuman[joint] && static_cast<int>(joint) != hips)
        isHuman[static_cast<std::size_t>(parents[joint])] = true;
    for (int joint = parents[static_cast<std::size_t>(hips)]; joint >= 0;
         joint = parents[static_cast<std::size_t>(joint)])
      result[static_cast<std::size_t>(joint)] = !isHuman[static_cast<std::size_t>(joint)];
    return result;
  }
  const std::vector<glm::dvec3> positions = crossfade::jointPositions(parents, model.skeleton.restLocals());
  std::vector<int> children(parents.size());
  for (std::size_t joint = 0; joint < parents.size(); ++joint)
    if (parents[joint] >= 0 && figure[joint]) ++children[static_cast<std::size_t>(parents[joint])];
  for (std::size_t joint = 0; joint < parents.size(); ++joint)
    result[joint] = parents[joint] == crossfade::kNoJoint && children[joint] == 1 &&
                    glm::length(positions[joint]) < 1e-3 && isNamedRoot(model.skeleton.name(static_cast<int>(joint)));
  return result;
}

std::vector<bool> withoutCarriers(const Model& model, const std::vector<bool>& figure) {
  if (!model.instances.empty()) return figure;
  const std::vector<bool> isCarrier = carriers(model, figure);
  std::vector<bool> result = figure;
  for (std::size_t joint = 0; joint < result.size(); ++joint)
    if (isCarrier[joint]) result[joint] = false;
  return hasBones(model.skeleton.parents(), result) ? result : figure;
}

/// Whether a file has cameras or lights and nothing that could be a figure. Then no node of it is a bone.
bool hasViewsOnly(const Model& model) {
  return model.instances.empty() && model.bones.empty() && model.skins.empty() && model.clips.empty() &&
         !(model.cameras.empty() && model.lights.empty());
}

}  // namespace

std::vector<bool> farEnds(const Model& model) {
  const std::span<const int> parents = model.skeleton.parents();
  const std::vector<glm::dvec3> positions = crossfade::jointPositions(parents, model.skeleton.restLocals());
  std::vector<bool> isEnd(parents.size(), true), result(parents.size());
  for (const int parent : parents)
    if (parent != crossfade::kNoJoint) isEnd[static_cast<std::size_t>(parent)] = false;
  const auto length = [&](std::size_t joint) {
    return parents[joint] == crossfade::kNoJoint
               ? 0
               : glm::distance(positions[joint], positions[static_cast<std::size_t>(parents[joint])]);
  };
  double longest = 0;
  int count = 0;
  for (std::size_t joint = 0; joint < parents.size(); ++joint) {
    const int parent = parents[joint];
    const bool isOfRoot =
        parent == crossfade::kNoJoint || parents[static_cast<std::size_t>(parent)] == crossfade::kNoJoint;
    if (isEnd[joint] || isOfRoot || !(length(joint) > 0)) continue;
    longest = std::max(longest, length(joint));
    ++count;
  }
  if (count < kFewestBones) return result;
  for (std::size_t joint = 0; joint < parents.size(); ++joint)
    result[joint] = isEnd[joint] && length(joint) > kFarEnd * longest;
  return result;
}

std::vector<bool> figureJoints(const Model& model) {
  const std::span<const int> parents = model.skeleton.parents();
  if (hasViewsOnly(model)) return std::vector<bool>(parents.size());
  std::vector<bool> result = markedJoints(model);
  if (result.empty()) result.assign(parents.size(), true);
  const std::vector<bool> isViewOnly = viewOnlyJoints(model), isFarEnd = farEnds(model);
  for (std::size_t joint = 0; joint < parents.size(); ++joint) {
    if (parents[joint] != crossfade::kNoJoint && result[static_cast<std::size_t>(parents[joint])]) result[joint] = true;
    if (isViewOnly[joint] || isFarEnd[joint] || isFaceJoint(model.skeleton.name(static_cast<int>(joint))))
      result[joint] = false;
  }
  return withoutCarriers(model, withoutStillParts(model, result));
}

bool hasNothingToDraw(const Model& model) {
  const auto hasVertices = [](const Primitive& primitive) { return !primitive.positions.empty(); };
  const auto isDrawn = [&](const MeshInstance& instance) {
    return instance.inScene &&
           std::ranges::any_of(model.meshes[static_cast<std::size_t>(instance.mesh)].primitives, hasVertices);
  };
  if (!model.instances.empty()) return std::ranges::none_of(model.instances, isDrawn);
  const std::span<const int> parents = model.skeleton.parents();
  std::vector<bool> isOffset = motionOf(model).travels;
  for (std::size_t joint = 0; joint < parents.size(); ++joint)
    if (glm::length(model.skeleton.restLocals()[joint].translation) > 0) isOffset[joint] = true;
  const std::vector<bool> figure = figureJoints(model);
  for (std::size_t joint = 0; joint < parents.size(); ++joint)
    if (parents[joint] != crossfade::kNoJoint && isOffset[joint] && figure[joint] &&
        figure[static_cast<std::size_t>(parents[joint])])
      return false;
  return true;
}

namespace {

using crossfade::HumanJoint;

constexpr int kLooks = 48;
constexpr double kStraight = 0.8;  // cosine; sitting: 0

crossfade::Skeleton posed(const crossfade::Skeleton& skeleton, std::span<const crossfade::Transform> locals) {
  std::vector<crossfade::Joint> joints = skeleton.joints();
  for (std::size_t i = 0; i < joints.size(); ++i) joints[i].rest = locals[i];
  auto made = crossfade::Skeleton::make(std::move(joints));
  return made ? *std::move(made) : crossfade::Skeleton(skeleton);
}

/// How straight the body is: the cosine of the angle between the directions from feet to hips and from hips to head.
/// Empty if these joints are unknown or coincide.
std::optional<double> straightness(const crossfade::Skeleton& skeleton, const crossfade::Humanoid& body,
                                   std::span<const crossfade::Transform> locals) {
  const std::vector<glm::dvec3> positions = crossfade::jointPositions(skeleton.parents(), locals);
  const auto middle = [&](HumanJoint left) -> std::optional<glm::dvec3> {
    const int a = body.jointOf(left), b = body.jointOf(crossfade::mirrorOf(left));
    if (a < 0 || b < 0) return std::nullopt;
    return 0.5 * (positions[static_cast<std::size_t>(a)] + positions[static_cast<std::size_t>(b)]);
  };
  const auto feet = middle(HumanJoint::LeftFoot), knees = middle(HumanJoint::LeftLowerLeg);
  const auto hips = middle(HumanJoint::LeftUpperLeg), head = middle(HumanJoint::Head);
  const auto top = head ? head : middle(HumanJoint::LeftUpperArm), bottom = feet ? feet : knees;
  if (!hips || !top || !bottom) return std::nullopt;
  const double lengths = glm::length(*hips - *bottom) * glm::length(*top - *hips);
  if (!(lengths > 0)) return std::nullopt;
  return glm::dot(*hips - *bottom, *top - *hips) / lengths;
}

}  // namespace

void takeStraightRest(Model& model) {
  if (model.clips.empty()) return;
  const crossfade::Skeleton& skeleton = model.skeleton;
  std::vector<crossfade::Transform> locals(skeleton.restLocals().begin(), skeleton.restLocals().end());
  // Found by name, so it is the same in every pose.
  const crossfade::Humanoid body = crossfade::findHumanoid(skeleton);
  if (!straightness(skeleton, body, locals) || *straightness(skeleton, body, locals) >= kStraight) return;

  double most = -2, seconds = 0;
  std::vector<crossfade::Transform> best = locals;
  crossfade::ClipPose pose(skeleton, model.clips[0]);
  for (int i = 0; i < kLooks && most < kStraight; ++i) {
    const double time = model.clips[0].duration() * i / (kLooks - 1);
    pose.moveTo(time);
    pose.write(locals);
    const std::optional<double> now = straightness(skeleton, body, locals);
    if (!now || *now <= most) continue;
    most = *now, seconds = time;
    best = locals;
  }
  model.skeleton = posed(skeleton, best);
  model.report.add(Finding::Repaired, "document",
                   "its rest pose is not a usable body pose; the pose at " + crossfade::formatNumber(seconds, 2) +
                       " s is used instead");
}

}  // namespace app
