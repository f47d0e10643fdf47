#include "crossfade/body/humanoid.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "tests/engine/retarget/human_skeleton.h"

namespace crossfade {
namespace {

using test::humanJoints;
using test::PlainJoint;
using test::skeletonOf;

/// The human skeleton with other names, in the order of humanJoints(); empty: the joint is left out.
Humanoid found(const std::vector<std::string>& central, const std::vector<std::string>& left,
               const std::vector<std::string>& right, Skeleton& skeleton) {
  std::vector<PlainJoint> joints = humanJoints();
  std::map<std::string, std::string> renamed{{"", ""}};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const std::size_t limb = i - 6;
    const std::string name = i < 6 ? central[i] : (limb < 9 ? left : right)[limb % 9];
    renamed[joints[i].name] = name;
    joints[i].name = name;
    joints[i].parent = renamed.at(joints[i].parent);
  }
  skeleton = skeletonOf(joints);
  return findHumanoid(skeleton);
}

struct Convention {
  const char* name;
  std::vector<std::string> central, left, right;
};

// Names as these programs and libraries write them.
const std::vector<Convention> kConventions{
    {"Mixamo",
     {"Armature", "mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Neck", "mixamorig:Head"},
     {"mixamorig:LeftShoulder", "mixamorig:LeftArm", "mixamorig:LeftForeArm", "mixamorig:LeftHand",
      "mixamorig:LeftHandIndex1", "mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot",
      "mixamorig:LeftToeBase"},
     {"mixamorig:RightShoulder", "mixamorig:RightArm", "mixamorig:RightForeArm", "mixamorig:RightHand",
      "mixamorig:RightHandIndex1", "mixamorig:RightUpLeg", "mixamorig:RightLeg", "mixamorig:RightFoot",
      "mixamorig:RightToeBase"}},
    {"Unreal",
     {"root", "pelvis", "spine_01", "spine_02", "neck_01", "head"},
     {"clavicle_l", "upperarm_l", "lowerarm_l", "hand_l", "index_01_l", "thigh_l", "calf_l", "foot_l", "ball_l"},
     {"clavicle_r", "upperarm_r", "lowerarm_r", "hand_r", "index_01_r", "thigh_r", "calf_r", "foot_r", "ball_r"}},
    {"VRoid",
     {"Root", "J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_Neck", "J_Bip_C_Head"},
     {"J_Bip_L_Shoulder", "J_Bip_L_UpperArm", "J_Bip_L_LowerArm", "J_Bip_L_Hand", "J_Bip_L_Index1", "J_Bip_L_UpperLeg",
      "J_Bip_L_LowerLeg", "J_Bip_L_Foot", "J_Bip_L_ToeBase"},
     {"J_Bip_R_Shoulder", "J_Bip_R_UpperArm", "J_Bip_R_LowerArm", "J_Bip_R_Hand", "J_Bip_R_Index1", "J_Bip_R_UpperLeg",
      "J_Bip_R_LowerLeg", "J_Bip_R_Foot", "J_Bip_R_ToeBase"}},
    {"Biped",
     {"Bip01", "Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Neck", "Bip01 Head"},
     {"Bip01 L Clavicle", "Bip01 L UpperArm", "Bip01 L Forearm", "Bip01 L Hand", "Bip01 L Finger1", "Bip01 L Thigh",
      "Bip01 L Calf", "Bip01 L Foot", "Bip01 L Toe0"},
     {"Bip01 R Clavicle", "Bip01 R UpperArm", "Bip01 R Forearm", "Bip01 R Hand", "Bip01 R Finger1", "Bip01 R Thigh",
      "Bip01 R Calf", "Bip01 R Foot", "Bip01 R Toe0"}},
    {"Rigify",
     {"root", "DEF-spine", "DEF-spine.001", "DEF-spine.002", "DEF-spine.004", "DEF-spine.006"},
     {"DEF-shoulder.L", "DEF-upper_arm.L", "DEF-forearm.L", "DEF-hand.L", "DEF-f_index.01.L", "DEF-thigh.L",
      "DEF-shin.L", "DEF-foot.L", "DEF-toe.L"},
     {"DEF-shoulder.R", "DEF-upper_arm.R", "DEF-forearm.R", "DEF-hand.R", "DEF-f_index.01.R", "DEF-thigh.R",
      "DEF-shin.R", "DEF-foot.R", "DEF-toe.R"}},
    {"motion capture",
     {"Reference", "Hips", "Ab", "Chest", "Neck", "Head"},
     {"LeftCollar", "LeftShoulder", "LeftElbow", "LeftWrist", "LeftIndex", "LeftHip", "LeftKnee", "LeftAnkle",
      "LeftToes"},
     {"RightCollar", "RightShoulder", "RightElbow", "RightWrist", "RightIndex", "RightHip", "RightKnee", "RightAnkle",
      "RightToes"}},
    {"Daz",
     {"Genesis", "hip", "abdomen", "chest", "neck", "head"},
     {"lCollar", "lShldr", "lForeArm", "lHand", "lIndex1", "lThigh", "lShin", "lFoot", "lToe"},
     {"rCollar", "rShldr", "rForeArm", "rHand", "rIndex1", "rThigh", "rShin", "rFoot", "rToe"}},
    {"CMU's ASF files",
     {"root", "pelvis", "lowerback", "thorax", "lowerneck", "head"},
     {"lclavicle", "lhumerus", "lradius", "lhand", "lindex1", "lfemur", "ltibia", "lfoot", "ltoes"},
     {"rclavicle", "rhumerus", "rradius", "rhand", "rindex1", "rfemur", "rtibia", "rfoot", "rtoes"}},
    {"lower case",
     {"root", "hips", "spine", "chest", "neck", "head"},
     {"shoulderleft", "leftarm", "leftforearm", "lefthand", "leftindex1", "leftupleg", "leftleg", "leftfoot",
      "lefttoes"},
     {"shoulderright", "rightarm", "rightforearm", "righthand", "rightindex1", "rightupleg", "rightleg", "rightfoot",
      "righttoes"}},
};

TEST(FindHumanoid, KnowsTheNamesThatProgramsGive) {
  for (const Convention& convention : kConventions) {
    Skeleton skeleton;
    const Humanoid body = found(convention.central, convention.left, convention.right, skeleton);
    const auto nameOfJoint = [&](HumanJoint joint) {
      return body.jointOf(joint) < 0 ? "none" : skeleton.name(body.jointOf(joint));
    };
    EXPECT_EQ(nameOfJoint(HumanJoint::Hips), convention.central[1]) << convention.name;
    EXPECT_EQ(nameOfJoint(HumanJoint::Head), convention.central[5]) << convention.name;
    constexpr HumanJoint kLimbs[]{HumanJoint::LeftShoulder, HumanJoint::LeftUpperArm, HumanJoint::LeftLowerArm,
                                  HumanJoint::LeftHand,     HumanJoint::LeftIndex1,   HumanJoint::LeftUpperLeg,
                                  HumanJoint::LeftLowerLeg, HumanJoint::LeftFoot,     HumanJoint::LeftToes};
    for (std::size_t i = 0; i < std::size(kLimbs); ++i) {
      if (convention.left[i] == "shoulderleft") continue;  // the side comes last, without a sign before it
      EXPECT_EQ(nameOfJoint(kLimbs[i]), convention.left[i]) << convention.name;
      EXPECT_EQ(nameOfJoint(mirrorOf(kLimbs[i])), convention.right[i]) << convention.name;
    }
    for (const HumanJointGuess& guess : body.joints) {
      EXPECT_EQ(guess.confidence > 0, guess.joint >= 0) << convention.name;
      EXPECT_LE(guess.confidence, 1) << convention.name;
    }
    ASSERT_FALSE(body.spine.empty()) << convention.name;
    EXPECT_EQ(skeleton.name(body.spine.front()), convention.central[2]) << convention.name;
  }
}

// "LeftLeg" alone may mean the upper or the lower leg.
TEST(FindHumanoid, ALegIsTheUpperLegWhereAKneeFollowsThoughLessSurelyThanAThigh) {
  std::vector<std::string> left = kConventions[0].left, right = kConventions[0].right;
  Skeleton skeleton;
  const Humanoid sure = found(kConventions[0].central, left, right, skeleton);
  left[5] = "LeftLeg", left[6] = "LeftKnee", right[5] = "RightLeg", right[6] = "RightKnee";
  const Humanoid body = found(kConventions[0].central, left, right, skeleton);
  for (const HumanJoint joint : {HumanJoint::LeftUpperLeg, HumanJoint::LeftLowerLeg, HumanJoint::RightUpperLeg})
    EXPECT_EQ(body.jointOf(joint), sure.jointOf(joint)) << nameOf(joint);
  EXPECT_LT(body[HumanJoint::LeftUpperLeg].confidence, sure[HumanJoint::LeftUpperLeg].confidence);
}

std::vector<PlainJoint> nameless(std::vector<PlainJoint> joints) {
  std::map<std::string, std::string> renamed{{"", ""}};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    renamed[joints[i].name] = "node" + std::to_string(i);
    joints[i] = {renamed[joints[i].name], renamed.at(joints[i].parent), joints[i].position};
  }
  return joints;
}

TEST(FindHumanoid, GoesByShapeWhereNamesSayNothing) {
  const Humanoid shaped = findHumanoid(skeletonOf(nameless(humanJoints()))), named = findHumanoid(test::human());
  for (const HumanJoint joint :
       {HumanJoint::Hips, HumanJoint::Head, HumanJoint::LeftUpperArm, HumanJoint::LeftLowerArm, HumanJoint::LeftHand,
        HumanJoint::RightUpperLeg, HumanJoint::RightLowerLeg, HumanJoint::RightFoot, HumanJoint::RightToes}) {
    EXPECT_EQ(shaped.jointOf(joint), named.jointOf(joint)) << nameOf(joint);
    EXPECT_LT(shaped[joint].confidence, named[joint].confidence) << nameOf(joint);
  }
  EXPECT_EQ(shaped.spine, named.spine);
}

// Their chains are longer than the arms.
TEST(FindHumanoid, ToesAreNotTakenForHands) {
  const Humanoid plain = findHumanoid(skeletonOf(nameless(humanJoints())));
  for (const bool rightFirst : {false, true}) {
    std::vector<PlainJoint> joints = nameless(humanJoints());
    const PlainJoint left{"a", joints[13].name, {0.3f, 0.05f, 0.3f}}, right{"b", joints[22].name, {-0.3f, 0.05f, 0.3f}};
    joints.push_back(rightFirst ? right : left);
    joints.push_back(rightFirst ? left : right);
    const Humanoid found = findHumanoid(skeletonOf(joints));
    for (const HumanJoint joint : {HumanJoint::LeftUpperArm, HumanJoint::LeftHand, HumanJoint::RightUpperArm})
      EXPECT_EQ(found.jointOf(joint), plain.jointOf(joint)) << nameOf(joint) << rightFirst;
  }
}

TEST(FindHumanoid, FindsNoBodyByShapeAmongOverAThousandLeaves) {
  std::vector<PlainJoint> joints = nameless(humanJoints());
  const std::string head = joints[5].name;
  for (const int count : {900, 1000}) {
    std::vector<PlainJoint> scene = joints;
    for (int i = 0; i < count; ++i) scene.push_back({"hair" + std::to_string(i), head, {0, 1.7f, 0}});
    EXPECT_EQ(findHumanoid(skeletonOf(scene)).isKnown(), count < 1000) << count;
  }
}

TEST(FindHumanoid, PassesOverControlJoints) {
  std::vector<PlainJoint> joints = humanJoints();
  joints.push_back({"LeftFoot_IK", "Root", {0.1f, 0.08f, 0}});
  joints.push_back({"LeftHand_end", "LeftHand", {0.9f, 1.45f, 0}});
  joints.push_back({"LeftUpperArm_twist", "LeftUpperArm", {0.3f, 1.45f, 0}});
  const Skeleton skeleton = skeletonOf(joints);
  const Humanoid body = findHumanoid(skeleton);
  EXPECT_EQ(skeleton.name(body.jointOf(HumanJoint::LeftFoot)), "LeftFoot");
  EXPECT_EQ(skeleton.name(body.jointOf(HumanJoint::LeftHand)), "LeftHand");
  EXPECT_EQ(skeleton.name(body.jointOf(HumanJoint::LeftUpperArm)), "LeftUpperArm");
}

TEST(FindHumanoid, FindsTheFootOfAnIkRig) {
  std::vector<PlainJoint> joints = humanJoints();
  for (PlainJoint& joint : joints)
    if (joint.name == "LeftFoot" || joint.name == "RightFoot") joint.parent = "Root";
  const Skeleton skeleton = skeletonOf(joints);
  EXPECT_EQ(skeleton.name(findHumanoid(skeleton).jointOf(HumanJoint::RightFoot)), "RightFoot");
}

/// The trunk lies along z, arms are front legs.
std::vector<PlainJoint> fourLegged() {
  std::vector<PlainJoint> joints = humanJoints();
  for (PlainJoint& joint : joints) {
    const bool isLeg = joint.name.find("Leg") != std::string::npos || joint.name.find("Foot") != std::string::npos ||
                       joint.name.find("Toes") != std::string::npos;
    const glm::vec3 p = joint.position;
    if (!isLeg && p.y > 1) joint.position = {0.2f * p.x, 1 - std::abs(p.x), p.y - 1};
  }
  return joints;
}

TEST(FindHumanoid, AFourLeggedAnimalIsNoHuman) {
  const Humanoid body = findHumanoid(skeletonOf(fourLegged()));
  EXPECT_TRUE(body.isQuadruped);
  EXPECT_FALSE(body.isKnown());
}

TEST(FindHumanoid, ALimbMayBeginAtTheFirstJoint) {
  std::vector<PlainJoint> joints = humanJoints();
  const auto leg = joints.begin() + 11;
  leg->parent = "";
  std::rotate(joints.begin(), leg, leg + 4);
  const Humanoid body = findHumanoid(skeletonOf(joints));
  EXPECT_EQ(body.jointOf(HumanJoint::LeftUpperLeg), 0);
  EXPECT_EQ(body.jointOf(HumanJoint::LeftFoot), 2);
  for (const char* name : {"LeftUpperLeg", "RightUpperLeg"}) {
    joints = fourLegged();
    const auto first = std::find_if(joints.begin(), joints.end(), [&](const auto& each) { return each.name == name; });
    ASSERT_NE(first, joints.end());
    first->parent = "";
    std::rotate(joints.begin(), first, first + 4);
    EXPECT_TRUE(findHumanoid(skeletonOf(joints)).isQuadruped) << name;
  }
}

TEST(FindHumanoid, HipsWithANameAreNotReplacedByWhereTheLegsBranchOff) {
  std::vector<PlainJoint> joints = humanJoints();
  joints.erase(joints.begin());
  joints[0].parent = "";
  joints.insert(joints.begin() + 1, {"Body", "Hips", {0, 1.05f, 0}});
  for (std::size_t i = 2; i < joints.size(); ++i)
    if (joints[i].parent == "Hips") joints[i].parent = "Body";
  EXPECT_EQ(findHumanoid(skeletonOf(joints)).jointOf(HumanJoint::Hips), 0);
}

TEST(FindHumanoid, HipsWithoutLegsAreReplacedByWhereTheLegsBranchOff) {
  std::vector<PlainJoint> joints = humanJoints();
  for (PlainJoint& joint : joints)
    if (joint.name.ends_with("UpperLeg")) joint.parent = "Root";
  EXPECT_EQ(findHumanoid(skeletonOf(joints)).jointOf(HumanJoint::Hips), 0);
}

TEST(FindHumanoid, HipsAreTheFirstJointIfTheArmsBranchOffThere) {
  std::vector<PlainJoint> joints = humanJoints();
  for (PlainJoint& joint : joints) {
    if (joint.name.ends_with("Shoulder")) joint.parent = "Root";
    for (std::string* const name : {&joint.name, &joint.parent})
      if (*name == "Hips") *name = "Body";
  }
  EXPECT_EQ(findHumanoid(skeletonOf(joints)).jointOf(HumanJoint::Hips), 0);
}

TEST(FindHumanoid, AHeadMayBeTheFirstJoint) {
  const Skeleton face = skeletonOf({{"Head", "", {0, 1.7f, 0}}, {"Jaw", "Head", {0, 1.65f, 0.1f}}});
  EXPECT_EQ(findHumanoid(face).jointOf(HumanJoint::Head), 0);
}

// As in characters of a few blocks.
TEST(FindHumanoid, AnArmOfOneJointIsTheUpperArmThoughAnElbowPadIsBesideIt) {
  const Skeleton skeleton = skeletonOf({{"Hips", "", {0, 1, 0}},
                                        {"LeftUpLeg", "Hips", {0.1f, 0.9f, 0}},
                                        {"RightUpLeg", "Hips", {-0.1f, 0.9f, 0}},
                                        {"Chest", "Hips", {0, 1.3f, 0}},
                                        {"LeftArm", "Chest", {0.2f, 1.4f, 0}},
                                        {"RightArm", "Chest", {-0.2f, 1.4f, 0}},
                                        {"LeftElbow", "Chest", {0.5f, 1.4f, 0}}});
  const Humanoid body = findHumanoid(skeleton);
  EXPECT_EQ(body.jointOf(HumanJoint::LeftUpperArm), 4);
  EXPECT_EQ(body.jointOf(HumanJoint::RightUpperArm), 5);
  EXPECT_EQ(body.jointOf(HumanJoint::LeftLowerArm), kNoJoint);
}

TEST(FindHumanoid, OfTwoJointsWithTheSameMeaningTheUpperOneCounts) {
  std::vector<PlainJoint> joints = humanJoints();
  const auto arm =
      std::find_if(joints.begin(), joints.end(), [](const auto& each) { return each.name == "LeftUpperArm"; });
  ASSERT_NE(arm, joints.end());
  const int index = static_cast<int>(arm - joints.begin());
  joints[static_cast<std::size_t>(index) + 1].parent = "left_upper_arm";
  joints.insert(joints.begin() + index + 1,
                {"left_upper_arm", "LeftUpperArm", joints[static_cast<std::size_t>(index)].position});
  EXPECT_EQ(findHumanoid(skeletonOf(joints)).jointOf(HumanJoint::LeftUpperArm), index);
}

TEST(FindHumanoid, SpineAndNeckLeadFromTheHipsToTheHead) {
  const Skeleton human = test::human();
  const Humanoid body = findHumanoid(human);
  EXPECT_EQ(body.spine, (std::vector{2, 3})) << "Spine and Chest";
  EXPECT_EQ(body.neck, std::vector{4});
}

TEST(FindHumanoid, WithoutAHeadTheSpineEndsWhereTheArmsBranchOff) {
  std::vector<PlainJoint> joints = humanJoints();
  joints.erase(joints.begin() + 4, joints.begin() + 6);
  const Humanoid body = findHumanoid(skeletonOf(joints));
  EXPECT_EQ(body.jointOf(HumanJoint::Head), kNoJoint);
  EXPECT_EQ(body.spine, (std::vector{2, 3}));
  EXPECT_TRUE(body.neck.empty());
}

TEST(FindHumanoid, ASpineBeginsAtTheHips) {
  const Skeleton bust =
      skeletonOf({{"Body", "", {}}, {"Spine", "Body", {}}, {"Neck", "Spine", {}}, {"Head", "Neck", {}}});
  EXPECT_EQ(findHumanoid(bust).jointOf(HumanJoint::Head), 3);
  EXPECT_TRUE(findHumanoid(bust).spine.empty());
  EXPECT_TRUE(findHumanoid(bust).neck.empty());
  const Skeleton apart =
      skeletonOf({{"Root", "", {}}, {"Hips", "Root", {}}, {"Spine", "Root", {}}, {"Head", "Spine", {}}});
  EXPECT_EQ(findHumanoid(apart).jointOf(HumanJoint::Hips), 1);
  EXPECT_EQ(findHumanoid(apart).jointOf(HumanJoint::Head), 3);
  EXPECT_TRUE(findHumanoid(apart).spine.empty()) << "the head is not above them";
  EXPECT_TRUE(findHumanoid(apart).neck.empty());
}

TEST(FindHumanoid, SaysNothingAboutOtherThings) {
  EXPECT_FALSE(findHumanoid(Skeleton{}).isKnown());
  EXPECT_FALSE(findHumanoid(test::chain(1)).isKnown());
  EXPECT_FALSE(findHumanoid(test::chain(30)).isKnown());
  EXPECT_EQ(findHumanoid(test::chain(30)).foundCount(), 0);
}

TEST(FindHumanoid, AnArmBelowTheOtherIsNoBody) {
  for (const char* head : {"Head", "Top"}) {
    const Skeleton skeleton = skeletonOf({{"Hips", "", {0, 1, 0}},
                                          {"LeftUpLeg", "Hips", {0.1f, 0.9f, 0}},
                                          {"RightUpLeg", "Hips", {-0.1f, 0.9f, 0}},
                                          {"LeftArm", "Hips", {0.2f, 1.4f, 0}},
                                          {"RightArm", "LeftArm", {-0.2f, 1.4f, 0}},
                                          {head, "RightArm", {0, 1.6f, 0}}});
    const Humanoid body = findHumanoid(skeleton);
    EXPECT_EQ(body.jointOf(HumanJoint::LeftUpperArm), 3);
    EXPECT_TRUE(body.hasLegs());
  }
}

TEST(FindHumanoid, GoesByShapeWhereverTheBodyStands) {
  std::vector<PlainJoint> joints = nameless(humanJoints());
  const Humanoid atOrigin = findHumanoid(skeletonOf(joints));
  for (PlainJoint& joint : joints) joint.position += glm::vec3(3, 0, -2);
  const Humanoid aside = findHumanoid(skeletonOf(joints));
  ASSERT_TRUE(aside.isKnown());
  for (int i = 0; i < kHumanJointCount; ++i)
    EXPECT_EQ(aside.joints[static_cast<std::size_t>(i)].joint, atOrigin.joints[static_cast<std::size_t>(i)].joint);
}

// It looks along -z, so left and right depend on where its feet point.
TEST(FindHumanoid, GoesByShapeAtAnySize) {
  std::vector<PlainJoint> joints = nameless(humanJoints());
  for (PlainJoint& joint : joints) joint.position *= glm::vec3(-1, 1, -1);
  const Humanoid usual = findHumanoid(skeletonOf(joints));
  ASSERT_TRUE(usual.isKnown());
  EXPECT_EQ(usual.jointOf(HumanJoint::LeftUpperArm), findHumanoid(test::human()).jointOf(HumanJoint::LeftUpperArm));
  for (const float size : {0.01f, 100.0f}) {
    std::vector<PlainJoint> others = joints;
    for (PlainJoint& joint : others) joint.position *= size;
    const Humanoid body = findHumanoid(skeletonOf(others));
    for (std::size_t i = 0; i < kHumanJointCount; ++i) EXPECT_EQ(body.joints[i].joint, usual.joints[i].joint) << size;
  }
}

TEST(FindHumanoid, GoesByShapeThoughOneArmIsFartherOut) {
  std::vector<PlainJoint> joints = nameless(humanJoints());
  const Humanoid even = findHumanoid(skeletonOf(joints));
  for (PlainJoint& joint : joints)
    if (joint.position.y > 1.3f && joint.position.x < -0.01f)
      joint.position.x -= 0.05f;  // the middle of both hands is 2.5 cm aside
  const Humanoid uneven = findHumanoid(skeletonOf(joints));
  for (const HumanJoint joint : {HumanJoint::LeftUpperArm, HumanJoint::RightUpperArm, HumanJoint::RightHand})
    EXPECT_EQ(uneven.jointOf(joint), even.jointOf(joint)) << nameOf(joint);
}

TEST(FindHumanoid, BothArmsEndInHandsThoughSleevesEndBesideThem) {
  std::vector<PlainJoint> joints = nameless(humanJoints());
  const Humanoid plain = findHumanoid(skeletonOf(joints));
  joints.push_back({"a", joints[8].name, {0.82f, 1.43f, 0.03f}});
  joints.push_back({"b", joints[17].name, {-0.82f, 1.43f, 0.03f}});
  const Humanoid body = findHumanoid(skeletonOf(joints));
  for (const HumanJoint joint : {HumanJoint::LeftLowerArm, HumanJoint::LeftHand, HumanJoint::RightHand})
    EXPECT_EQ(body.jointOf(joint), plain.jointOf(joint)) << nameOf(joint);
}

TEST(FindHumanoid, GoesByShapeWhereOneArmHasNoName) {
  std::vector<PlainJoint> joints = humanJoints(), without = nameless(humanJoints());
  std::map<std::string, std::string> renamed;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto known = renamed.find(joints[i].parent);
    if (known != renamed.end()) joints[i].parent = known->second;
    const std::string& name = joints[i].name;
    if (!name.starts_with("Right") || name.ends_with("Leg") || name.ends_with("Foot") || name.ends_with("Toes"))
      continue;
    renamed[name] = without[i].name;
    joints[i].name = without[i].name;
  }
  const Humanoid body = findHumanoid(skeletonOf(joints)), named = findHumanoid(test::human());
  for (const HumanJoint joint : {HumanJoint::LeftUpperArm, HumanJoint::RightUpperArm, HumanJoint::RightHand})
    EXPECT_EQ(body.jointOf(joint), named.jointOf(joint)) << nameOf(joint);
}

TEST(FindHumanoid, AFourLeggedAnimalWithoutNamesIsNoHuman) {
  const Humanoid body = findHumanoid(skeletonOf(nameless(fourLegged())));
  EXPECT_TRUE(body.hasLegs());
  EXPECT_TRUE(body.isQuadruped);
  EXPECT_FALSE(body.isKnown());
}

TEST(LegLength, IsZeroUnlessBothLegsAreWhole) {
  const Skeleton human = test::human();
  const auto positions = jointPositions(human.parents(), human.restLocals());
  const Humanoid whole = findHumanoid(human);
  EXPECT_NEAR(legLength(whole, positions), 0.45 + 0.42, 0.002);
  for (const HumanJoint joint : {HumanJoint::LeftUpperLeg, HumanJoint::RightLowerLeg, HumanJoint::RightFoot}) {
    Humanoid body = whole;
    body[joint].joint = kNoJoint;
    EXPECT_EQ(legLength(body, positions), 0) << nameOf(joint);
  }
}

TEST(LeftOf, IsHorizontalFromRightToLeftWhateverTheOrderOfJoints) {
  const std::vector<glm::dvec3> positions{{1, 5, 0}, {-1, 3, 2}, {0.5, 7, 0}, {0, 7, 0.25}};
  Humanoid body;
  EXPECT_EQ(leftOf(body, positions), glm::dvec3(0.0));
  body[HumanJoint::LeftUpperLeg].joint = 0;
  EXPECT_EQ(leftOf(body, positions), glm::dvec3(0.0)) << "one leg has no other side";
  body[HumanJoint::RightUpperLeg].joint = 1;
  EXPECT_EQ(leftOf(body, positions), glm::dvec3(2, 0, -2));
  body[HumanJoint::LeftUpperArm].joint = 2;
  body[HumanJoint::RightUpperArm].joint = 3;
  EXPECT_EQ(leftOf(body, positions), glm::dvec3(2.5, 0, -2.25)) << "of legs and arms";
  std::swap(body[HumanJoint::LeftUpperLeg].joint, body[HumanJoint::RightUpperLeg].joint);
  EXPECT_EQ(leftOf(body, positions), glm::dvec3(-1.5, 0, 1.75));
}

}  // namespace
}  // namespace crossfade
