#include "crossfade/retarget/joint_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/engine/retarget/human_skeleton.h"

namespace crossfade {
namespace {

using test::skeletonOf;

TEST(JointMap, FindsJointsByTheirNames) {
  const Skeleton source =
      skeletonOf({{"Hips", "", {}}, {"hips", "Hips", {}}, {"Spine", "hips", {}}, {"Tail", "Spine", {}}});
  const Skeleton target = skeletonOf({{"Root", "", {}},
                                      {"Hips", "Root", {}},
                                      {"mixamorig:Hips", "Hips", {}},
                                      {"Armature|SPINE", "Hips", {}},
                                      {"x:", "Hips", {}}});
  const JointMap map = guessJointMap(source, target);
  ASSERT_EQ(map.pairs.size(), 3u);
  EXPECT_EQ(map.find(1)->source, 0) << "the same name first";
  EXPECT_EQ(map.find(2)->source, 0) << "without case and prefix, the first of its kind";
  EXPECT_EQ(map.find(3)->source, 2);
  EXPECT_EQ(map.find(0), nullptr);
  EXPECT_LT(map.find(2)->confidence, map.find(1)->confidence);
}

TEST(JointMap, OfAMirroredBodySwapsItsSides) {
  const Skeleton human = test::human();
  const JointMap map = guessJointMap(human, human, true);
  ASSERT_EQ(map.pairs.size(), static_cast<std::size_t>(human.jointCount()));
  for (const JointPair& pair : map.pairs) {
    std::string name = human.name(pair.target);
    if (name.starts_with("Left"))
      name = "Right" + name.substr(4);
    else if (name.starts_with("Right"))
      name = "Left" + name.substr(5);
    EXPECT_EQ(human.name(pair.source), name);
  }
}

TEST(JointMap, SaysWhatIsOutOfRange) {
  const Skeleton ten = test::chain(10);
  const JointMap carried{{{.target = 0, .source = 0, .carrier = 99}, {.target = 99, .source = 0}}};
  EXPECT_EQ(findError(carried, ten, ten), "the joint map, target 'joint 0': what carries it, 99, does not exist");
  for (const int source : {-1, 10})
    EXPECT_EQ(findError({{{.target = 3, .source = source}}}, ten, ten),
              "the joint map, target 'joint 3': source joint " + std::to_string(source) + " does not exist");
  EXPECT_EQ(findError({{{.target = 3, .source = 0, .upperSource = 10}}}, ten, ten),
            "the joint map, target 'joint 3': source joint 10 does not exist");
  EXPECT_EQ(findError({{{.target = 10, .source = 0}}}, ten, ten),
            "the joint map, target 10: the skeleton has no such joint");
  EXPECT_EQ(findError({{{.target = 9, .source = 9, .upperSource = 9}}}, ten, ten), "") << "the last joint is one";
  const float nan = std::nanf("");
  for (const glm::quat turn : {makeQuat(nan, 0, 0, 1), makeQuat(0, 0, 0, INFINITY)}) {
    const JointMap turned{{{.target = 3, .source = 0, .adjustment = turn}}};
    EXPECT_EQ(findError(turned, ten, ten), "the joint map, target 'joint 3': its adjustment is not finite");
  }
}

TEST(JointMap, SpreadsAChainEvenly) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (joint.name == "Chest") joint.parent = "Middle";
  joints.insert(joints.begin() + 3, {"Middle", "Spine", {0, 1.2f, 0}});
  const Skeleton three = skeletonOf(joints), two = test::human();
  const JointMap map = guessJointMap(two, three);
  const JointPair* middle = map.find(3);
  ASSERT_NE(middle, nullptr);
  EXPECT_EQ(two.name(middle->source), "Spine");
  EXPECT_EQ(two.name(middle->upperSource), "Chest");
  EXPECT_NEAR(middle->share, 1.0 / 3, 1e-6) << "two thirds of two joints are one and a third";
}

TEST(JointMap, GivesTwistJointsTheirShareByWhereTheyAre) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  joints.push_back({"upperarm_twist_01_l", "LeftUpperArm", {0.27f, 1.45f, 0}});  // a quarter of 0.28 m
  joints.push_back({"lowerarm_twist_01_l", "LeftLowerArm", {0.68f, 1.45f, 0}});  // four fifths of 0.25 m
  joints.push_back({"elbow_roll_l", "LeftLowerArm", {0.55f, 1.35f, 0}});         // beside the bone
  joints.push_back({"watch", "LeftLowerArm", {0.68f, 1.45f, 0}});
  const Skeleton twisted = test::skeletonOf(joints), plain = test::human();
  const JointMap map = guessJointMap(plain, twisted);
  const auto pairOf = [&](const char* name) {
    for (const JointPair& pair : map.pairs)
      if (twisted.name(pair.target) == name) return pair;
    return JointPair{};
  };
  const JointPair upper = pairOf("upperarm_twist_01_l"), lower = pairOf("lowerarm_twist_01_l");
  ASSERT_TRUE(upper.sharesTwistOnly && lower.sharesTwistOnly);
  EXPECT_EQ(plain.name(upper.source), "LeftUpperArm");
  EXPECT_EQ(plain.name(upper.upperSource), "LeftShoulder");
  EXPECT_NEAR(upper.share, 0.75, 0.01);
  EXPECT_EQ(plain.name(lower.source), "LeftLowerArm");
  EXPECT_EQ(plain.name(lower.upperSource), "LeftHand");
  EXPECT_NEAR(lower.share, 0.8, 0.01);
  EXPECT_EQ(pairOf("elbow_roll_l").target, kNoJoint);
  EXPECT_EQ(pairOf("watch").target, kNoJoint);
  EXPECT_FALSE(guessJointMap(twisted, twisted).find(upper.target)->sharesTwistOnly) << "the source has one of its own";
}

TEST(JointMap, ABoneWithoutLengthHasNoTwistJoints) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (joint.name == "LeftLowerArm") joint.position = {0.2f, 1.45f, 0};
  joints.push_back({"upperarm_twist_01_l", "LeftUpperArm", {0.2f, 1.45f, 0}});
  const Skeleton folded = test::skeletonOf(joints);
  EXPECT_EQ(guessJointMap(test::human(), folded).find(folded.jointCount() - 1), nullptr);
}

TEST(JointMap, HipsThatAreTheFirstJointAreMatchedWhateverTheirNames) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  joints.erase(joints.begin());
  joints.front().parent = "";
  const Skeleton hips = skeletonOf(joints);
  for (test::PlainJoint& joint : joints) {
    if (joint.name == "Hips") joint.name = "pelvis";
    if (joint.parent == "Hips") joint.parent = "pelvis";
  }
  const Skeleton pelvis = skeletonOf(joints), below = test::human();
  for (const auto& [from, to] : {std::pair{&hips, &pelvis}, {&pelvis, &below}, {&below, &pelvis}}) {
    const JointMap map = guessJointMap(*from, *to);
    const JointPair* pair = map.find(to == &below ? 1 : 0);
    ASSERT_NE(pair, nullptr) << from->name(0) << " to " << to->name(0);
    EXPECT_EQ(pair->source, from == &below ? 1 : 0);
    EXPECT_EQ(pair->alignment, PoseAlignment::Keep);
  }
}

TEST(JointMap, ThighTwistIsKeptFromTheHipsEvenIfTheyAreTheFirstJoint) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  joints.push_back({"thigh_twist_01_l", "LeftUpperLeg", {0.1f, 0.8f, 0}});  // a third of 0.45 m
  const Skeleton twisted = skeletonOf(joints);
  joints = test::humanJoints();
  joints.erase(joints.begin());
  joints.front().parent = "";
  const Skeleton rootless = skeletonOf(joints);
  ASSERT_EQ(rootless.name(0), "Hips");
  const JointMap map = guessJointMap(rootless, twisted);
  const JointPair* twist = map.find(twisted.jointCount() - 1);
  ASSERT_NE(twist, nullptr);
  EXPECT_EQ(rootless.name(twist->source), "LeftUpperLeg");
  EXPECT_EQ(twist->upperSource, 0);
  EXPECT_NEAR(twist->share, 2.0 / 3, 0.01);
}

}  // namespace
}  // namespace crossfade
