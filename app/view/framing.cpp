#include "app/view/framing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "app/model/figure_joints.h"
#include "app/model/upright.h"

namespace app {
namespace {

/// For each joint: whether it or one above it has a key.
std::vector<bool> movedJoints(const crossfade::Skeleton& skeleton, const crossfade::AnimationClip& clip) {
  std::vector<bool> moved(static_cast<std::size_t>(skeleton.jointCount()));
  for (const crossfade::KeyframeTrack& track : clip.tracks())
    if (crossfade::isTransform(track.target().channel) && !crossfade::isConstant(track))
      moved[static_cast<std::size_t>(track.target().node)] = true;
  for (std::size_t i = 0; i < moved.size(); ++i)
    if (const int parent = skeleton.parents()[i]; parent >= 0)
      moved[i] = moved[i] || moved[static_cast<std::size_t>(parent)];
  return moved;
}

bool isMoved(const Model& model, const MeshInstance& instance, const std::vector<bool>& joints) {
  const auto moves = [&joints](int joint) { return joints[static_cast<std::size_t>(joint)]; };
  if (instance.skin < 0) return moves(instance.node);
  const std::vector<int>& skin = model.skins[static_cast<std::size_t>(instance.skin)].joints;
  return std::any_of(skin.begin(), skin.end(), moves);
}

/// Between two boxes; 0 where they touch.
float distanceBetween(const Bounds& a, const Bounds& b) {
  return glm::length(glm::max(glm::max(a.min - b.max, b.min - a.max), glm::vec3(0)));
}

/// For each joint: whether it is the hips or below them. Empty without a human body.
std::vector<bool> jointsOfBody(const Model& model, const crossfade::Humanoid& body) {
  if (!body.isKnown()) return {};
  std::vector<bool> all(static_cast<std::size_t>(model.skeleton.jointCount()));
  all[static_cast<std::size_t>(body.jointOf(crossfade::HumanJoint::Hips))] = true;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const int parent = model.skeleton.parents()[i]; parent >= 0)
      all[i] = all[i] || all[static_cast<std::size_t>(parent)];
  return all;
}

/// The instances of the body, other figures of its size, and what fits beside them, in the file's order; all if the
/// body carries none.
std::vector<bool> bodyAndSurroundings(const Model& model, const PosedModel& pose, const std::vector<bool>& joints) {
  const std::size_t count = model.instances.size();
  std::vector<bool> framed(count);
  Bounds bounds;
  for (std::size_t i = 0; i < count; ++i)
    if (model.instances[i].inScene && isMoved(model, model.instances[i], joints)) {
      framed[i] = true;
      bounds.add(boundsOfInstance(model, pose, i));
    }
  if (!(bounds.radius() > 0)) return std::vector<bool>(count, true);
  const Bounds body = bounds;
  for (std::size_t i = 0; i < count; ++i) {
    if (framed[i] || !model.instances[i].inScene || model.instances[i].skin < 0) continue;
    const Bounds other = boundsOfInstance(model, pose, i);
    if (other.empty || other.radius() > kSurroundings * body.radius()) continue;
    if (distanceBetween(other, body) > kFarAway * body.radius()) continue;
    framed[i] = true;
    bounds.add(other);
  }
  const float largest = kSurroundings * bounds.radius();
  for (std::size_t i = 0; i < count; ++i) {
    if (framed[i] || !model.instances[i].inScene) continue;
    Bounds with = bounds;
    with.add(boundsOfInstance(model, pose, i));
    if (with.radius() > largest) continue;
    framed[i] = true;
    bounds = with;
  }
  return framed;
}

}  // namespace

std::vector<bool> framedInstances(const Model& model, const PosedModel& pose, const crossfade::AnimationClip* clip) {
  const std::size_t count = model.instances.size();
  std::vector<bool> framed(count, true);
  if (count < 2) return framed;
  const std::vector<bool> body = jointsOfBody(model, humanoidOf(model));
  if (!body.empty()) return bodyAndSurroundings(model, pose, body);
  if (clip == nullptr) return framed;
  const std::vector<bool> joints = movedJoints(model.skeleton, *clip);
  std::vector<Bounds> bounds(count);
  Bounds moving;
  std::size_t moved = 0, shown = 0;
  bool hasSkin = false;
  for (std::size_t i = 0; i < count; ++i) {
    const MeshInstance& instance = model.instances[i];
    if (!instance.inScene) continue;
    ++shown;
    bounds[i] = boundsOfInstance(model, pose, i);
    if (!isMoved(model, instance, joints)) continue;
    ++moved;
    hasSkin = hasSkin || instance.skin >= 0;
    moving.add(bounds[i]);
  }
  if (!(moving.radius() > 0) || (!hasSkin && 2 * moved < shown)) return framed;
  for (std::size_t i = 0; i < count; ++i)
    if (!bounds[i].empty && distanceBetween(bounds[i], moving) > kFarAway * moving.radius()) framed[i] = false;
  return framed;
}

Bounds boundsOf(const Model& model, const PosedModel& pose, const std::vector<bool>& instances) {
  Bounds bounds;
  for (std::size_t i = 0; i < model.instances.size(); ++i)
    if (model.instances[i].inScene && instances[i]) bounds.add(boundsOfInstance(model, pose, i));
  return bounds.empty ? jointBounds(model, pose) : bounds;
}

std::vector<int> markedOf(const std::vector<bool>& marks) {
  std::vector<int> all;
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (marks[i]) all.push_back(static_cast<int>(i));
  return all;
}

namespace {

constexpr float kSlack = 0.5f;  // of the radius of what is framed: a dance on the spot does not move the camera

glm::vec3 middleOf(const std::vector<int>& joints, const PosedModel& pose) {
  glm::dvec3 sum(0);
  for (const int joint : joints) sum += glm::dvec3(pose.positionOf(joint));
  return glm::vec3(sum / static_cast<double>(joints.size()));
}

/// Those of the skins that are framed, as far as the clip moves them: a root that stays behind says nothing.
std::vector<int> movingSkinJoints(const Model& model, const crossfade::AnimationClip& clip,
                                  const std::vector<bool>& instances) {
  const std::vector<bool> moved = movedJoints(model.skeleton, clip);
  std::vector<bool> marks(moved.size());
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const MeshInstance& instance = model.instances[i];
    if (!instance.inScene || !instances[i] || instance.skin < 0) continue;
    for (const int joint : model.skins[static_cast<std::size_t>(instance.skin)].joints)
      marks[static_cast<std::size_t>(joint)] = moved[static_cast<std::size_t>(joint)];
  }
  return markedOf(marks);
}

std::vector<int> followedJoints(const Model& model, const crossfade::AnimationClip* clip,
                                const std::vector<bool>& instances) {
  if (const crossfade::Humanoid body = humanoidOf(model); body.isKnown())
    return {body.jointOf(crossfade::HumanJoint::Hips)};
  if (model.instances.empty()) return markedOf(figureJoints(model));
  return clip == nullptr ? std::vector<int>() : movingSkinJoints(model, *clip, instances);
}

}  // namespace

FollowedBody followedBody(const Model& model, const PosedModel& pose, const crossfade::AnimationClip* clip,
                          const std::vector<bool>& instances) {
  FollowedBody body{.joints = followedJoints(model, clip, instances)};
  if (body.joints.empty()) return body;
  body.home = middleOf(body.joints, pose);
  body.slack = kSlack * boundsOf(model, pose, instances).radius();
  return body;
}

glm::vec3 followOffset(const FollowedBody& body, const PosedModel& pose) {
  if (body.joints.empty()) return glm::vec3(0);
  const glm::vec3 way = middleOf(body.joints, pose) - body.home;
  const float distance = glm::length(way);
  return std::isfinite(distance) && distance > body.slack ? way * (1 - body.slack / distance) : glm::vec3(0);
}

}  // namespace app
