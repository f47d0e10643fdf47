// A small human skeleton, copies of it with other axes, and poses of clips.
#ifndef TESTS_ENGINE_RETARGET_HUMAN_SKELETON_H
#define TESTS_ENGINE_RETARGET_HUMAN_SKELETON_H

#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <glm/gtc/matrix_inverse.hpp>

#include "crossfade/pose/channel_layout.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/skeleton/skeleton.h"
#include "tests/support/sample_clips.h"

namespace crossfade::test {

/// A joint by name, parent and position in model space, its axes those of the model.
struct PlainJoint {
  std::string name, parent;
  glm::vec3 position{0.0f};
};

inline Skeleton skeletonOf(const std::vector<PlainJoint>& plain) {
  std::map<std::string, int> index{{"", -1}};
  std::vector<Joint> joints;
  for (const PlainJoint& each : plain) {
    const int parent = index.at(each.parent), own = static_cast<int>(joints.size());
    const glm::vec3 above = parent < 0 ? glm::vec3(0.0f) : plain[static_cast<std::size_t>(parent)].position;
    joints.push_back(
        {.name = each.name, .parent = parent, .rest = {.translation = each.position - above}, .documentIndex = own});
    index[each.name] = own;
  }
  return *Skeleton::make(std::move(joints));
}

/// 1.7 m high, in T-pose, looking along +z.
inline std::vector<PlainJoint> humanJoints() {
  std::vector<PlainJoint> joints{{"Root", "", {0, 0, 0}},         {"Hips", "Root", {0, 1, 0}},
                                 {"Spine", "Hips", {0, 1.1f, 0}}, {"Chest", "Spine", {0, 1.3f, 0.01f}},
                                 {"Neck", "Chest", {0, 1.5f, 0}}, {"Head", "Neck", {0, 1.6f, 0.02f}}};
  for (const auto& [side, x] : {std::pair<std::string, float>{"Left", 1.0f}, {"Right", -1.0f}}) {
    joints.push_back({side + "Shoulder", "Chest", {0.05f * x, 1.45f, 0}});
    joints.push_back({side + "UpperArm", side + "Shoulder", {0.2f * x, 1.45f, 0}});
    joints.push_back({side + "LowerArm", side + "UpperArm", {0.48f * x, 1.45f, -0.01f}});
    joints.push_back({side + "Hand", side + "LowerArm", {0.73f * x, 1.45f, 0}});
    joints.push_back({side + "IndexProximal", side + "Hand", {0.82f * x, 1.45f, 0.03f}});
    joints.push_back({side + "UpperLeg", "Hips", {0.1f * x, 0.95f, 0}});
    joints.push_back({side + "LowerLeg", side + "UpperLeg", {0.1f * x, 0.5f, 0.02f}});
    joints.push_back({side + "Foot", side + "LowerLeg", {0.1f * x, 0.08f, 0}});
    joints.push_back({side + "Toes", side + "Foot", {0.12f * x, 0.02f, 0.14f}});
  }
  return joints;
}

inline Skeleton human() { return skeletonOf(humanJoints()); }

inline glm::quat randomRotation(std::mt19937& random, float angle = 3.14159f) {
  std::normal_distribution<float> normal;
  std::uniform_real_distribution<float> part(-1, 1);
  const glm::vec3 axis = glm::normalize(glm::vec3(normal(random), normal(random), normal(random)));
  return glm::angleAxis(angle * part(random), axis);
}

struct Copy {
  Skeleton skeleton;
  std::vector<Transform> reference;  // in which all joints are where those of the original rest
};

/// The same joints at the same positions, but every joint has axes of its own, even scales, now and then a mirrored
/// root, and the rest pose is any pose.
inline Copy copyWithOtherAxes(const Skeleton& skeleton, std::mt19937& random) {
  std::vector<DoubleTransform> rests;
  for (const Transform& rest : skeleton.restLocals()) rests.push_back(toDouble(rest));
  std::vector<glm::dmat4> models(rests.size());
  localToModel(skeleton.parents(), rests, models);
  std::uniform_real_distribution<double> size(0.5, 2.0);
  std::vector<glm::dmat4> axes;
  Copy copy;
  std::vector<Joint> joints;
  bool isMirrored = random() % 3 == 0;
  for (int i = 0; i < skeleton.jointCount(); ++i) {
    const auto index = static_cast<std::size_t>(i);
    const int parent = skeleton.parents()[index];
    const double parentScale = parent < 0 ? 1 : glm::length(glm::dvec3(axes[static_cast<std::size_t>(parent)][0]));
    const double scale = size(random);
    Transform local;
    local.rotation = randomRotation(random);
    local.scale = glm::vec3(static_cast<float>(scale / parentScale));
    if (std::exchange(isMirrored, false)) local.scale.x = -local.scale.x;
    const glm::dmat4 above = parent < 0 ? glm::dmat4(1.0) : axes[static_cast<std::size_t>(parent)];
    local.translation = glm::vec3(glm::affineInverse(above) * models[index][3]);
    axes.push_back(above * toDoubleMatrix(toDouble(local)));
    copy.reference.push_back(local);
    local.rotation = randomRotation(random);
    joints.push_back({.name = skeleton.name(i), .parent = parent, .rest = local, .documentIndex = i});
  }
  copy.skeleton = *Skeleton::make(std::move(joints));
  return copy;
}

/// Every joint turns at random, linearly, by steps and along splines; the hips travel.
inline AnimationClip randomClip(const Skeleton& skeleton, std::mt19937& random, float angle = 1.2f) {
  constexpr int kKeys = 6;
  std::uniform_real_distribution<float> part(-0.5f, 0.5f);
  std::vector<float> times;
  for (int key = 0; key < kKeys; ++key) times.push_back(0.2f * static_cast<float>(key));
  std::vector<KeyframeTrack> tracks;
  for (int i = 0; i < skeleton.jointCount(); ++i) {
    const Transform& rest = skeleton.restLocals()[static_cast<std::size_t>(i)];
    const auto kind = std::array{Interpolation::Linear, Interpolation::Discrete, Interpolation::Hermite}[random() % 3];
    std::vector<float> rotations, positions;
    for (int key = 0; key < kKeys; ++key)
      for (int k = kind == Interpolation::Hermite ? 0 : 2; k < 3; ++k) {
        const bool isValue = kind != Interpolation::Hermite || k == 1;
        const glm::quat q = isValue ? rest.rotation * randomRotation(random, angle) : glm::quat(0, 0, 0, 0);
        rotations.insert(rotations.end(), {q.x, q.y, q.z, q.w});
      }
    tracks.push_back(track({i, Channel::Rotation}, kind, times, std::move(rotations)));
    if (skeleton.name(i) != "Hips") continue;
    for (int key = 0; key < kKeys; ++key)
      for (int axis = 0; axis < 3; ++axis) positions.push_back(rest.translation[axis] + part(random));
    tracks.push_back(track({i, Channel::Translation}, Interpolation::Linear, times, std::move(positions)));
  }
  return clip("random", std::move(tracks));
}

/// All joints in model space.
inline std::vector<glm::mat4> modelsAt(const Skeleton& skeleton, const AnimationClip& clip, double time) {
  Pose pose{.locals = {skeleton.restLocals().begin(), skeleton.restLocals().end()}, .morphWeights = {}};
  PoseSampler sampler(ChannelLayout(skeleton.jointCount(), {}), pose);
  sampler.bind(0, clip);
  const BlendEntry entry{.slot = 0, .clip = &clip, .time = time, .weight = 1};
  sampler.sampleInOrder(std::span(&entry, 1));
  sampler.writePose(pose);
  std::vector<glm::mat4> models(pose.locals.size());
  localToModel(skeleton.parents(), pose.locals, models);
  return models;
}

}  // namespace crossfade::test

#endif  // TESTS_ENGINE_RETARGET_HUMAN_SKELETON_H
