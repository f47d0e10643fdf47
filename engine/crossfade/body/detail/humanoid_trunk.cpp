#include <algorithm>

#include "crossfade/body/detail/humanoid_search.h"
#include "crossfade/body/detail/joint_words.h"
#include "crossfade/skeleton/joint_tree.h"
#include "crossfade/skeleton/local_to_model.h"

namespace crossfade::detail {
namespace {

constexpr float kByBranching = 0.6f;  // confidence of what only follows from where limbs branch off

int pairsRoot(std::span<const int> parents, const Humanoid& body, HumanJoint left) {
  return commonAncestor(parents, body.jointOf(left), body.jointOf(mirrorOf(left)));
}

/// The highest end above the joint where the arms branch off, outside the arms; -1: none.
int highestEnd(const Skeleton& skeleton, const Humanoid& body, int chest) {
  const auto positions = jointPositions(skeleton.parents(), skeleton.restLocals());
  int highest = kNoJoint;
  for (int i = chest + 1; i < skeleton.jointCount(); ++i) {
    if (!isAtOrBelow(skeleton.parents(), i, chest)) continue;
    const auto isInArm = [&](HumanJoint arm) {
      const int joint = body.jointOf(arm);
      return joint > chest && isAtOrBelow(skeleton.parents(), i, pathDown(skeleton.parents(), chest, joint).front());
    };
    if (isInArm(HumanJoint::LeftUpperArm) || isInArm(HumanJoint::RightUpperArm)) continue;
    if (wordsOf(skeleton.name(i)).isControl) continue;
    const double height = positions[static_cast<std::size_t>(i)].y;
    if (highest < 0 || height > positions[static_cast<std::size_t>(highest)].y) highest = i;
  }
  return highest;
}

/// Above the chest, where the way to the highest end branches off for the first time: eyes and jaws are on a head. -1
/// is no joint.
int headBelow(const Skeleton& skeleton, int chest, int highest) {
  if (highest < 0) return highest;
  std::vector<int> children(static_cast<std::size_t>(skeleton.jointCount()));
  for (int i = 0; i < skeleton.jointCount(); ++i)
    if (const int parent = skeleton.parents()[static_cast<std::size_t>(i)];
        parent >= 0 && !wordsOf(skeleton.name(i)).isControl)
      ++children[static_cast<std::size_t>(parent)];
  for (const int joint : pathDown(skeleton.parents(), chest, highest))
    if (children[static_cast<std::size_t>(joint)] > 1) return joint;
  return highest;
}

}  // namespace

void findTrunk(const Skeleton& skeleton, Humanoid& body) {
  const auto parents = skeleton.parents();
  const int legs = pairsRoot(parents, body, HumanJoint::LeftUpperLeg);
  const int chest = pairsRoot(parents, body, HumanJoint::LeftUpperArm);
  HumanJointGuess &hips = body[HumanJoint::Hips], &head = body[HumanJoint::Head];
  const bool holdsLegs = hips.joint >= 0 && (legs < 0 || isAtOrBelow(parents, legs, hips.joint));
  const bool holdsChest = hips.joint >= 0 && (chest < 0 || isAtOrBelow(parents, chest, hips.joint));
  if (!holdsLegs || !holdsChest) hips = {};
  if (hips.joint < 0 && legs >= 0) hips = {chest < 0 ? legs : commonAncestor(parents, legs, chest), kByBranching};
  if (head.joint < 0 && chest >= 0)
    head = {headBelow(skeleton, chest, highestEnd(skeleton, body, chest)), kByBranching};
  if (head.joint < 0) head = {};

  body.spine.clear();
  body.neck.clear();
  const int end = head.joint != kNoJoint ? head.joint : chest;
  if (hips.joint == kNoJoint || !isAtOrBelow(parents, end, hips.joint)) return;
  std::vector<int> path = pathDown(parents, hips.joint, end);
  if (head.joint != kNoJoint && !path.empty()) path.pop_back();
  bool isNeck = false;
  for (const int joint : path) {
    const JointWords words = wordsOf(skeleton.name(joint));
    if (words.isControl && !words.isTwist) continue;  // Reallusion's necks are twist joints
    isNeck = isNeck || words.part.starts_with("neck") ||
             (chest >= 0 && joint != chest && isAtOrBelow(parents, joint, chest));
    (isNeck ? body.neck : body.spine).push_back(joint);
  }
}

}  // namespace crossfade::detail
