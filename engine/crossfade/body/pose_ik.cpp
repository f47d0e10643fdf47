#include "crossfade/body/pose_ik.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "crossfade/body/two_bones.h"
#include "crossfade/math/rotation.h"
#include "crossfade/skeleton/joint_tree.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {
namespace {

constexpr double kSoft = 0.8;                         // of the limit: from here on an aim resists
constexpr double kBehind = 5 * std::numbers::pi / 6;  // a limited aim goes back to the pose from here on
constexpr double kAimed = 1e-7;                       // radians
constexpr int kMostPasses = 8;                        // turning a chain moves its last joint

bool isJoint(const IkPose& pose, int joint) {
  return joint >= 0 && static_cast<std::size_t>(joint) < pose.locals.size() &&
         pose.parents.size() == pose.locals.size() && pose.models.size() == pose.locals.size();
}

bool isBelow(const IkPose& pose, int joint, int ancestor) {
  return joint != ancestor && isAtOrBelow(pose.parents, joint, ancestor);
}

glm::dvec3 positionOf(const IkPose& pose, int joint) { return {pose.models[static_cast<std::size_t>(joint)][3]}; }

/// Brings the matrices of joints from `first` on up to date, and those before `end`. All that are below `first` come
/// after it.
void update(const IkPose& pose, int first, std::size_t end) {
  for (auto i = static_cast<std::size_t>(first); i < end; ++i) {
    const glm::mat4 local = toMatrix(pose.locals[i]);
    pose.models[i] = pose.parents[i] < 0 ? local : pose.models[static_cast<std::size_t>(pose.parents[i])] * local;
  }
}

void turn(const IkPose& pose, int joint, const glm::dquat& rotation) {
  glm::quat& local = pose.locals[static_cast<std::size_t>(joint)].rotation;
  local = turnedInModelSpace(pose.parents, pose.models, joint, rotation, local);
}

/// Whether all joints exist, each below the one before it, with shares that can be shared.
bool isChain(const Aim& aim, const IkPose& pose) {
  double sum = 0;
  for (std::size_t i = 0; i < aim.chain.size(); ++i) {
    const AimShare& each = aim.chain[i];
    if (!isJoint(pose, each.joint) || !(each.share >= 0) || !std::isfinite(each.share)) return false;
    if (i > 0 && !isBelow(pose, each.joint, aim.chain[i - 1].joint)) return false;
    sum += each.share;
  }
  return sum > 0 && std::isfinite(sum);
}

/// How far to turn toward a target that is `angle` away, in radians.
double limited(double angle, double limit) {
  if (limit >= std::numbers::pi) return angle;
  const double soft = kSoft * limit, room = limit - soft;
  double turned = angle <= soft ? angle : soft + room * (1 - std::exp(-(angle - soft) / room));
  if (angle > kBehind) {
    const double u = std::min((std::numbers::pi - angle) / (std::numbers::pi - kBehind), 1.0);
    turned *= u * u * (3 - 2 * u);
  }
  return turned;
}

}  // namespace

glm::quat turnedInModelSpace(std::span<const int> parents, std::span<const glm::mat4> models, int joint,
                             const glm::dquat& rotation, const glm::quat& local) {
  const auto parent = static_cast<std::size_t>(parentOf(parents, joint));
  glm::dquat seen = rotation;
  if (parent < models.size()) {
    const glm::dmat3 axes = unitAxes(glm::dmat4(models[parent]));
    seen = glm::quat_cast(glm::transpose(axes) * glm::mat3_cast(rotation) * axes);
  }
  return glm::quat(glm::normalize(seen * glm::dquat(local)));
}

void reach(const Reach& reach, const IkPose& pose) {
  const LimbJoints& limb = reach.limb;
  if (!isJoint(pose, limb.root) || !isJoint(pose, limb.middle) || !isJoint(pose, limb.end)) return;
  if (!isBelow(pose, limb.middle, limb.root) || !isBelow(pose, limb.end, limb.middle)) return;
  if (!isFinite(reach.target) || !isFinite(reach.pole) || !(reach.weight > 0)) return;
  const TwoBones bones{positionOf(pose, limb.root), positionOf(pose, limb.middle), positionOf(pose, limb.end)};
  if (!isFinite(bones.root) || !isFinite(bones.middle) || !isFinite(bones.end)) return;
  const glm::dvec3 target = bones.end + (reach.target - bones.end) * std::min(reach.weight, 1.0);
  const TwoBoneTurn turned = solveTwoBones(bones, target, reach.pole);
  turn(pose, limb.root, turned.upper);
  turn(pose, limb.middle, glm::inverse(turned.upper) * turned.lower);
  if (reach.keepsEndRotation) turn(pose, limb.end, glm::inverse(turned.lower));
  update(pose, limb.root, pose.locals.size());
}

void aim(const Aim& aim, const IkPose& pose) {
  if (!isChain(aim, pose) || !isFinite(aim.target) || !(aim.weight > 0) || !(aim.limit > 0)) return;
  const int first = aim.chain.front().joint, last = aim.chain.back().joint;
  const auto afterLast = static_cast<std::size_t>(last) + 1;
  const auto direction = [&] {
    return glm::dmat3(glm::dmat4(pose.models[static_cast<std::size_t>(last)])) * aim.forward;
  };
  const glm::dvec3 before = direction();
  if (!isFinite(before) || !(glm::length(before) > 0)) return;
  double sum = 0;
  for (const AimShare& each : aim.chain) sum += each.share;
  bool hasTurned = false;
  for (int pass = 0; pass < kMostPasses; ++pass) {
    const glm::dvec3 way = aim.target - positionOf(pose, last);
    const glm::dvec3 whole = glm::length(way) > 1e-9 ? rotationVector(shortestArc(before, way)) : glm::dvec3(0.0);
    const double angle = glm::length(whole);
    if (!(angle > 0)) break;
    const glm::dvec3 goal =
        fromRotationVector(whole * (limited(angle, aim.limit) * std::min(aim.weight, 1.0) / angle)) * before;
    const glm::dvec3 left = rotationVector(shortestArc(direction(), goal));
    if (!(glm::length(left) > kAimed)) break;
    // All turn about one axis, so their turns add up.
    for (const AimShare& each : aim.chain) {
      turn(pose, each.joint, fromRotationVector(left * (each.share / sum)));
      update(pose, each.joint, afterLast);
    }
    hasTurned = true;
  }
  if (hasTurned) update(pose, first, pose.locals.size());
}

}  // namespace crossfade
