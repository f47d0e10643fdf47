#include "crossfade/retarget/detail/hand_reach.h"

#include <algorithm>
#include <utility>

#include <glm/geometric.hpp>

#include "crossfade/body/two_bones.h"
#include "crossfade/skeleton/joint_tree.h"

namespace crossfade::detail {
namespace {

constexpr double kHint = 0.02;  // of the arm: which way an elbow bends that is straight now

glm::dvec3 middle(const glm::dvec3& a, const glm::dvec3& b) { return 0.5 * (a + b); }

}  // namespace

HandReach::HandReach(const StandingBodies& bodies, const JointMap& map, const glm::dmat3& toTarget, double amount)
    : parents_(bodies.targetParents.begin(), bodies.targetParents.end()), toTarget_(toTarget), amount_(amount) {
  if (!(amount > 0)) return;
  double source = 0, target = 0;
  std::vector<Arm> arms;
  for (const HumanJoint left : {HumanJoint::LeftUpperArm, HumanJoint::RightUpperArm}) {
    const auto next = [&](int count) {
      return bodies.target.jointOf(static_cast<HumanJoint>(static_cast<int>(left) + count));
    };
    const Arm arm{.upper = next(0), .lower = next(1), .hand = next(2)};
    if (arm.upper < 0 || arm.lower < 0 || arm.hand < 0) return;
    const JointPair *upper = map.find(arm.upper), *lower = map.find(arm.lower), *hand = map.find(arm.hand);
    const bool isChain = isAtOrBelow(parents_, arm.lower, arm.upper) && isAtOrBelow(parents_, arm.hand, arm.lower);
    if (!upper || !lower || !hand || !isChain) return;
    arms.push_back(arm);
    arms.back().sourceUpper = upper->source;
    arms.back().sourceHand = hand->source;
    const auto lengthOf = [](const ModelPose& pose, int a, int b, int c) {
      return glm::distance(pose.position(a), pose.position(b)) + glm::distance(pose.position(b), pose.position(c));
    };
    source += lengthOf(bodies.sourcePose, upper->source, lower->source, hand->source);
    target += lengthOf(bodies.targetPose, arm.upper, arm.lower, arm.hand);
  }
  source +=
      glm::distance(bodies.sourcePose.position(arms[0].sourceUpper), bodies.sourcePose.position(arms[1].sourceUpper));
  const glm::dvec3 across = bodies.targetPose.position(arms[0].upper) - bodies.targetPose.position(arms[1].upper);
  target += glm::length(across);
  if (!(source > 0 && target > 0)) return;
  scale_ = target / source;
  backward_ = glm::cross({0, 1, 0}, across);
  if (const double length = glm::length(backward_); length > 0) backward_ /= length;
  arms_ = std::move(arms);
}

bool HandReach::turns(int joint) const {
  return std::any_of(arms_.begin(), arms_.end(),
                     [&](const Arm& arm) { return joint == arm.upper || joint == arm.lower || joint == arm.hand; });
}

void HandReach::apply(const ModelPose& source, const ModelPose& pose, std::span<DoubleTransform> target) const {
  if (arms_.empty()) return;
  const glm::dvec3 from = middle(source.position(arms_[0].sourceUpper), source.position(arms_[1].sourceUpper));
  const glm::dvec3 to = middle(pose.position(arms_[0].upper), pose.position(arms_[1].upper));
  for (const Arm& arm : arms_) {
    const glm::dvec3 there = to + scale_ * (toTarget_ * (source.position(arm.sourceHand) - from));
    const glm::dvec3 here = pose.position(arm.hand);
    turn(arm, here + amount_ * (there - here), pose, target);
  }
}

void HandReach::turn(const Arm& arm, const glm::dvec3& goal, const ModelPose& pose,
                     std::span<DoubleTransform> target) const {
  const TwoBones bones{pose.position(arm.upper), pose.position(arm.lower), pose.position(arm.hand)};
  const glm::dvec3 line = bones.end - bones.root, bend = bones.middle - bones.root;
  const double length = glm::distance(bones.root, bones.middle) + glm::distance(bones.middle, bones.end);
  const double square = glm::dot(line, line);
  const glm::dvec3 aside = square > 0 ? bend - line * (glm::dot(bend, line) / square) : bend;
  const TwoBoneTurn turned = solveTwoBones(bones, goal, aside + backward_ * (kHint * length));
  // What is between the joints of an arm keeps its local transform, so it turns along.
  const auto set = [&](int joint, const glm::dquat& ofParent, const glm::dquat& own) {
    const int parent = parents_[static_cast<std::size_t>(joint)];
    const RotationFrame above = RotationFrame{ofParent, false} * (parent < 0 ? RotationFrame{} : pose.frame(parent));
    DoubleTransform& local = target[static_cast<std::size_t>(joint)];
    const RotationFrame frame = RotationFrame{own, false} * pose.frame(joint);
    local.rotation = (inverse(above) * frame * inverse(signsOf(local.scale))).rotation;
  };
  const glm::dquat still = makeDoubleQuat(0, 0, 0, 1);
  set(arm.upper, still, turned.upper);
  set(arm.lower, turned.upper, turned.lower);
  set(arm.hand, turned.lower, still);
}

}  // namespace crossfade::detail
