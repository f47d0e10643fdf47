#include "crossfade/body/human_joint.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace crossfade {
namespace {

TEST(HumanJoint, HasItsMirrorImageOnTheOtherSide) {
  for (int i = 0; i < kHumanJointCount; ++i) {
    const auto joint = static_cast<HumanJoint>(i);
    EXPECT_EQ(mirrorOf(mirrorOf(joint)), joint);
    std::string name(nameOf(joint)), expected = name;
    if (name.starts_with("left")) expected = "right" + name.substr(4);
    if (name.starts_with("right")) expected = "left" + name.substr(5);
    EXPECT_EQ(nameOf(mirrorOf(joint)), expected);
  }
  EXPECT_EQ(onSide(HumanJoint::LeftToes, BodySide::Left), HumanJoint::LeftToes);
  EXPECT_EQ(onSide(HumanJoint::LeftToes, BodySide::Right), HumanJoint::RightToes);
  EXPECT_EQ(onSide(HumanJoint::LeftLittle3, BodySide::Right), HumanJoint::RightLittle3);
}

TEST(HumanJoint, NamesDiffer) {
  std::set<std::string_view> names;
  for (int i = 0; i < kHumanJointCount; ++i) names.insert(nameOf(static_cast<HumanJoint>(i)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kHumanJointCount));
  EXPECT_EQ(names.count(""), 0u);
}

TEST(HumanJoint, NamesSayTheirSides) {
  for (const char* left : {"mixamorig:LeftHand", "hand_l", "Bip01 L Hand", "DEF-hand.L.001", "lShldr", "leftarm"})
    EXPECT_EQ(sideOf(left), BodySide::Left) << left;
  for (const char* right : {"RightFoot", "J_Bip_R_Foot", "foot.r"}) EXPECT_EQ(sideOf(right), BodySide::Right) << right;
  for (const char* none : {"Hips", "", "Spine_01", "Tail"}) EXPECT_EQ(sideOf(none), std::nullopt) << none;
}

}  // namespace
}  // namespace crossfade
