#include "crossfade/retarget/retargeter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "crossfade/math/rotation.h"
#include "crossfade/math/rotation_vector.h"
#include "crossfade/pose/clip_pose.h"
#include "tests/engine/retarget/human_skeleton.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

using test::modelsAt;

RetargetedClip retargeted(const Skeleton& from, const Skeleton& to, const AnimationClip& clip,
                          RetargetOptions options = {}) {
  JointMap map = guessJointMap(from, findHumanoid(from), to, findHumanoid(to), options.mirrored);
  auto made = Retargeter::make(from, to, std::move(map), std::move(options));
  EXPECT_TRUE(made) << made.error().message;
  auto result = made->retarget(clip);
  EXPECT_TRUE(result) << result.error().message;
  return std::move(*result);
}

/// Points that move with the joints: `model * inverse(reference model) * point`, as a skin does.
double largestDistance(const std::vector<glm::mat4>& a, const std::vector<glm::mat4>& aReference,
                       const std::vector<glm::mat4>& b, const std::vector<glm::mat4>& bReference) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (const glm::vec3 offset : {glm::vec3(0), glm::vec3(0.1f, 0, 0), glm::vec3(0, 0.1f, 0), glm::vec3(0, 0, 0.1f)}) {
      const glm::dvec4 point = glm::dvec4(glm::dvec3(aReference[i][3]) + glm::dvec3(offset), 1);
      const auto moved = [&](const glm::mat4& model, const glm::mat4& reference) {
        return glm::dvec3(glm::dmat4(model) * (glm::inverse(glm::dmat4(reference)) * point));
      };
      largest = std::max(largest, glm::distance(moved(a[i], aReference[i]), moved(b[i], bReference[i])));
    }
  return largest;
}

std::vector<glm::mat4> models(const Skeleton& skeleton, std::span<const Transform> locals) {
  std::vector<glm::mat4> result(locals.size());
  localToModel(skeleton.parents(), locals, result);
  return result;
}

TEST(Retargeter, OntoTheSameSkeletonChangesNothing) {
  std::mt19937 random(1);
  const Skeleton human = test::human();
  for (int round = 0; round < 20; ++round) {
    const AnimationClip clip = test::randomClip(human, random);
    const RetargetedClip same = retargeted(human, human, clip, {.recenters = false});
    EXPECT_EQ(same.tracksSampled, 0);
    EXPECT_EQ(same.tracksLost, 0);
    ASSERT_EQ(same.clip.tracks().size(), clip.tracks().size());
    for (const KeyframeTrack& track : clip.tracks()) {
      const auto found = std::find_if(same.clip.tracks().begin(), same.clip.tracks().end(),
                                      [&](const KeyframeTrack& other) { return other.target() == track.target(); });
      ASSERT_NE(found, same.clip.tracks().end());
      EXPECT_EQ(found->interpolation(), track.interpolation());
      ASSERT_EQ(found->values().size(), track.values().size());
      for (std::size_t i = 0; i < track.values().size(); ++i)
        EXPECT_NEAR(found->values()[i], track.values()[i], 1e-5) << human.name(track.target().node);
    }
  }
}

/// The vertices of a clip, and of the clip on copies of its skeleton with other axes, stay within `tolerance`.
void compareWithCopies(unsigned copies, double reach, double tolerance, const std::vector<double>& times,
                       int leastSampled = 0) {
  const Skeleton human = test::human();
  const Humanoid body = findHumanoid(human);
  const auto reference = models(human, human.restLocals());
  for (unsigned seed = 0; seed < copies; ++seed) {
    std::mt19937 random(seed);
    const test::Copy copy = test::copyWithOtherAxes(human, random);
    const AnimationClip clip = test::randomClip(human, random);
    auto made =
        Retargeter::make(human, body, copy.skeleton, body, guessJointMap(human, body, copy.skeleton, body),
                         {.targetReference = copy.reference, .keepsGround = false, .recenters = false, .reach = reach});
    ASSERT_TRUE(made) << made.error().message;
    const auto result = made->retarget(clip);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_GE(result->tracksSampled, leastSampled);
    const auto copyReference = models(copy.skeleton, copy.reference);
    for (const double time : times)
      ASSERT_LT(largestDistance(modelsAt(human, clip, time), reference, modelsAt(copy.skeleton, result->clip, time),
                                copyReference),
                tolerance)
          << "seed " << seed << " at " << time;
  }
}

// Within 1e-4 of its size.
TEST(Retargeter, OntoACopyWithOtherAxesMovesTheSameVertices) {
  compareWithCopies(200, 0, 1.7e-4, {0, 0.13, 0.2, 0.57, 0.999});
}

TEST(Retargeter, FromACopyWithOtherAxesMovesTheSameVertices) {
  const Skeleton human = test::human();
  const auto reference = models(human, human.restLocals());
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    const test::Copy copy = test::copyWithOtherAxes(human, random);
    const AnimationClip clip = test::randomClip(copy.skeleton, random);
    auto made = Retargeter::make(copy.skeleton, human,
                                 guessJointMap(copy.skeleton, findHumanoid(human), human, findHumanoid(human)),
                                 {.sourceReference = copy.reference, .keepsGround = false, .recenters = false});
    ASSERT_TRUE(made) << made.error().message;
    const auto result = made->retarget(clip);
    ASSERT_TRUE(result) << result.error().message;
    const auto copyReference = models(copy.skeleton, copy.reference);
    for (const double time : {0.1, 0.57, 0.999})
      ASSERT_LT(largestDistance(modelsAt(human, result->clip, time), reference, modelsAt(copy.skeleton, clip, time),
                                copyReference),
                1.7e-4)
          << "seed " << seed << " at " << time;
  }
}

// The clip is converted track by track, the poses joint by joint.
TEST(PoseRetargeter, AgreesWithTheClipAndAllocatesNothing) {
  std::mt19937 random(7);
  const Skeleton human = test::human();
  const test::Copy copy = test::copyWithOtherAxes(human, random);
  const AnimationClip clip = test::randomClip(human, random);
  const auto made = Retargeter::make(human, copy.skeleton,
                                     guessJointMap(human, findHumanoid(human), copy.skeleton, findHumanoid(human)),
                                     {.targetReference = copy.reference, .keepsGround = false, .recenters = false});
  ASSERT_TRUE(made) << made.error().message;
  const auto result = made->retarget(clip);
  ASSERT_TRUE(result) << result.error().message;
  ClipPose source(human, clip), expected(copy.skeleton, result->clip);
  PoseRetargeter poses(*made);
  for (const double time : {0.0, 0.13, 0.57, 0.999}) {
    expected.moveTo(time);
    const ::test::AllocationGuard guard;
    source.moveTo(time);
    const std::span<const DoubleTransform> locals = poses.retarget(source.locals());
    EXPECT_EQ(guard.count(), 0);
    for (std::size_t i = 0; i < locals.size(); ++i) {
      const DoubleTransform& other = expected.locals()[i];
      EXPECT_GT(std::abs(glm::dot(locals[i].rotation, other.rotation)), 1 - 1e-6) << i << " at " << time;
      EXPECT_LT(glm::distance(locals[i].translation, other.translation), 1e-3) << i << " at " << time;
    }
  }
}

/// The human skeleton with its arms 45 degrees down and legs of another length.
Skeleton aPose(float legs = 1) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints) {
    const bool isArm = std::abs(joint.position.x) > 0.2f && joint.position.y > 1;
    const float side = joint.position.x > 0 ? 1.0f : -1.0f, along = std::abs(joint.position.x) - 0.2f;
    if (isArm) joint.position = {side * (0.2f + 0.7071f * along), 1.45f - 0.7071f * along, joint.position.z};
    joint.position.y = joint.position.y < 0.96f ? joint.position.y * legs : joint.position.y + 0.95f * (legs - 1);
  }
  return test::skeletonOf(joints);
}

TEST(Retargeter, AnAPoseIsNoTPose) {
  const Skeleton from = test::human(), to = aPose();
  std::mt19937 random(7);
  const AnimationClip clip = test::randomClip(from, random);
  const RetargetedClip result = retargeted(from, to, clip);
  const Humanoid body = findHumanoid(from);
  for (const double time : {0.0, 0.3, 0.71, 1.0}) {
    const auto a = modelsAt(from, clip, time), b = modelsAt(to, result.clip, time);
    const auto direction = [](const std::vector<glm::mat4>& all, int upper, int lower) {
      return glm::normalize(
          glm::vec3(all[static_cast<std::size_t>(lower)][3] - all[static_cast<std::size_t>(upper)][3]));
    };
    for (const auto& [upper, lower] : {std::pair{HumanJoint::LeftUpperArm, HumanJoint::LeftLowerArm},
                                       {HumanJoint::RightLowerArm, HumanJoint::RightHand},
                                       {HumanJoint::LeftUpperLeg, HumanJoint::LeftLowerLeg},
                                       {HumanJoint::RightLowerLeg, HumanJoint::RightFoot}}) {
      const glm::vec3 expected = direction(a, body.jointOf(upper), body.jointOf(lower));
      const glm::vec3 actual = direction(b, body.jointOf(upper), body.jointOf(lower));
      EXPECT_LT(glm::length(expected - actual), 1e-4) << nameOf(upper) << " at " << time;
    }
  }
}

TEST(Retargeter, LongerLegsTravelFartherAndStandOnTheFloor) {
  const Skeleton from = test::human(), to = aPose(1.5f);
  const int hips = findHumanoid(from).jointOf(HumanJoint::Hips),
            foot = findHumanoid(from).jointOf(HumanJoint::LeftFoot);
  const AnimationClip clip = test::clip(
      "walk", {test::track({hips, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 1, 0, 0, 1, 2})});
  const RetargetedClip result = retargeted(from, to, clip);
  EXPECT_EQ(result.tracksSampled, 0);
  const auto start = modelsAt(to, result.clip, 0), end = modelsAt(to, result.clip, 1);
  const auto at = [](const std::vector<glm::mat4>& all, int joint) {
    return glm::vec3(all[static_cast<std::size_t>(joint)][3]);
  };
  EXPECT_NEAR(at(end, hips).z - at(start, hips).z, 3, 0.01);
  EXPECT_NEAR(at(start, foot).y, 0.08 * 1.5, 1e-4);
}

TEST(Retargeter, ACaptureFromAnywhereInARoomBeginsAtTheCharacter) {
  const Skeleton human = test::human();
  const int hips = findHumanoid(human).jointOf(HumanJoint::Hips);
  const auto walkFrom = [&](float x, float y) {
    return test::clip("walk",
                      {test::track({hips, Channel::Translation}, Interpolation::Linear, {0, 1}, {x, y, 0, x, y, 1})});
  };
  const auto hipsOf = [&](const AnimationClip& clip, RetargetOptions options, double time) {
    const RetargetedClip result = retargeted(human, human, clip, std::move(options));
    return glm::vec3(modelsAt(human, result.clip, time)[static_cast<std::size_t>(hips)][3]);
  };
  EXPECT_LT(glm::distance(hipsOf(walkFrom(3, 1), {}, 0), glm::vec3(0, 1, 0)), 1e-5);
  EXPECT_LT(glm::distance(hipsOf(walkFrom(3, 1), {}, 1), glm::vec3(0, 1, 1)), 1e-5);
  EXPECT_LT(glm::distance(hipsOf(walkFrom(0.5f, 1), {}, 0), glm::vec3(0.5f, 1, 0)), 1e-5) << "near enough";
  EXPECT_LT(glm::distance(hipsOf(walkFrom(3, 1), {.recenters = false}, 0), glm::vec3(3, 1, 0)), 1e-5);
  EXPECT_LT(glm::distance(hipsOf(walkFrom(0, 0), {}, 0), glm::vec3(0, 1, 0)), 1e-5) << "its floor is not y = 0";
  EXPECT_LT(glm::distance(hipsOf(walkFrom(0, 1.5f), {}, 0), glm::vec3(0, 1.5f, 0)), 1e-5) << "in the air";
}

TEST(Retargeter, MirroredTwiceIsTheSame) {
  std::mt19937 random(3);
  const Skeleton human = test::human();
  const AnimationClip clip = test::randomClip(human, random);
  const RetargetedClip once = retargeted(human, human, clip, {.recenters = false, .mirrored = true});
  const RetargetedClip twice = retargeted(human, human, once.clip, {.recenters = false, .mirrored = true});
  const int left = findHumanoid(human).jointOf(HumanJoint::LeftHand);
  const int right = findHumanoid(human).jointOf(HumanJoint::RightHand);
  for (const double time : {0.0, 0.33, 0.8}) {
    const auto plain = modelsAt(human, clip, time), mirrored = modelsAt(human, once.clip, time);
    const glm::vec3 hand(plain[static_cast<std::size_t>(left)][3]), other(mirrored[static_cast<std::size_t>(right)][3]);
    EXPECT_LT(glm::distance(glm::vec3(-hand.x, hand.y, hand.z), other), 1e-4);
    EXPECT_LT(largestDistance(plain, models(human, human.restLocals()), modelsAt(human, twice.clip, time),
                              models(human, human.restLocals())),
              1e-4);
  }
}

TEST(Retargeter, MoreJointsInTheSpineShareItsRotation) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (joint.name == "Chest") joint.parent = "Spine3";
  joints.insert(joints.begin() + 3, {{"Spine2", "Spine", {0, 1.17f, 0}}, {"Spine3", "Spine2", {0, 1.23f, 0}}});
  const Skeleton from = test::human(), to = test::skeletonOf(joints);
  const Humanoid body = findHumanoid(to);
  ASSERT_EQ(body.spine.size(), 4u);
  const int chest = findHumanoid(from).spine.back();
  const float half = std::sin(0.4f);
  const AnimationClip clip = test::clip("bend", {test::track({chest, Channel::Rotation}, Interpolation::Linear, {0, 1},
                                                             {0, 0, 0, 1, half, 0, 0, std::cos(0.4f)})});
  const RetargetedClip result = retargeted(from, to, clip);
  const auto bent = modelsAt(to, result.clip, 1);
  const auto angleOf = [&](int joint) {
    const glm::vec3 up(bent[static_cast<std::size_t>(joint)][1]);
    return std::acos(std::min(up.y, 1.0f));
  };
  EXPECT_NEAR(angleOf(body.spine[0]), 0, 1e-3);
  EXPECT_NEAR(angleOf(body.spine[1]), 0, 1e-3) << "half of the chain is where the source's spine ends";
  EXPECT_NEAR(angleOf(body.spine[2]), 0.4, 2e-3);
  EXPECT_NEAR(angleOf(body.spine[3]), 0.8, 1e-3);
}

/// Hands that meet in front of the chest, and a character with wider shoulders.
TEST(Retargeter, HandsThatMeetMeetWithReach) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (std::abs(joint.position.x) >= 0.2f) joint.position.x += joint.position.x > 0 ? 0.08f : -0.08f;
  const Skeleton from = test::human(), to = test::skeletonOf(joints);
  const Humanoid body = findHumanoid(from);  // both have the same joints
  const auto keyed = [&](HumanJoint role, const glm::dvec3& rotation) {
    const glm::dquat q = fromRotationVector(rotation);
    return test::track({body.jointOf(role), Channel::Rotation}, Interpolation::Linear, {0, 1},
                       {0, 0, 0, 1, float(q.x), float(q.y), float(q.z), float(q.w)});
  };
  const AnimationClip clip = test::clip(
      "clap", {keyed(HumanJoint::LeftUpperArm, {0, -1.8, 0}), keyed(HumanJoint::RightUpperArm, {0, 1.8, 0}),
               keyed(HumanJoint::LeftLowerArm, {0, -2.35, 0}), keyed(HumanJoint::RightLowerArm, {0, 2.35, 0})});
  const auto handsOf = [&](const std::vector<glm::mat4>& models) {
    const auto at = [&](HumanJoint role) {
      return glm::dvec3(models[static_cast<std::size_t>(body.jointOf(role))][3]);
    };
    return glm::distance(at(HumanJoint::LeftHand), at(HumanJoint::RightHand));
  };
  const double ratio = (0.56 + 2 * 0.5304) / (0.4 + 2 * 0.5304);  // shoulders and both arms, nearly
  for (const double time : {0.0, 0.5, 1.0}) {
    const double meant = ratio * handsOf(modelsAt(from, clip, time));
    const double loose = handsOf(modelsAt(to, retargeted(from, to, clip).clip, time));
    const double half = handsOf(modelsAt(to, retargeted(from, to, clip, {.reach = 0.5}).clip, time));
    const double held = handsOf(modelsAt(to, retargeted(from, to, clip, {.reach = 1}).clip, time));
    EXPECT_NEAR(held, meant, 2e-3) << time;
    EXPECT_NEAR(half, (loose + meant) / 2, 2e-3) << time;
  }
  EXPECT_LT(handsOf(modelsAt(from, clip, 1)), 0.05) << "they meet in the source";
  EXPECT_GT(handsOf(modelsAt(to, retargeted(from, to, clip).clip, 1)), 0.15) << "and not without reach";
  const auto rotationOf = [&](const RetargetedClip& result) {
    const auto models = modelsAt(to, result.clip, 1);
    return glm::dquat(glm::quat_cast(glm::mat3(models[static_cast<std::size_t>(body.jointOf(HumanJoint::LeftHand))])));
  };
  EXPECT_NEAR(
      angleBetween(rotationOf(retargeted(from, to, clip)), rotationOf(retargeted(from, to, clip, {.reach = 1}))), 0,
      2e-3)
      << "hands keep their rotation";
}

TEST(Retargeter, ReachOntoACopyWithOtherAxesChangesNothing) {
  constexpr int kBothArms = 6;
  compareWithCopies(20, 1, 5e-3, {0, 0.13, 0.57, 0.77}, kBothArms);  // not at 0.2, where a clip steps
}

/// An arm that is lifted and turned, with a hand that is bent and turned: what is between them, and on the upper arm,
/// is turned by its share, and lies along the bones.
TEST(Retargeter, TwistJointsShareTheTwistAndNoBend) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (joint.name == "LeftHand") joint.parent = "LeftForearmTwist";  // a bone of two joints, as Rigify has
  const auto hand =
      std::find_if(joints.begin(), joints.end(), [](const auto& each) { return each.name == "LeftHand"; });
  joints.insert(hand, {"LeftForearmTwist", "LeftLowerArm", {0.605f, 1.45f, -0.005f}});
  joints.push_back({"LeftArmTwist", "LeftUpperArm", {0.27f, 1.45f, -0.0025f}});
  const Skeleton from = test::human(), to = test::skeletonOf(joints);
  const auto indexOf = [](const Skeleton& skeleton, const char* name) {
    for (int i = 0; i < skeleton.jointCount(); ++i)
      if (skeleton.name(i) == name) return i;
    return kNoJoint;
  };
  const auto along = [&](const char* start, const char* end) {
    const auto at = jointPositions(from.parents(), from.restLocals());
    return glm::normalize(at[static_cast<std::size_t>(indexOf(from, end))] -
                          at[static_cast<std::size_t>(indexOf(from, start))]);
  };
  const glm::dvec3 upper = along("LeftUpperArm", "LeftLowerArm"), lower = along("LeftLowerArm", "LeftHand");
  const auto about = [](const glm::dvec3& axis, double angle) { return fromRotationVector(axis * angle); };
  const glm::dquat lift = about(anyPerpendicular(upper), 0.9), bend = about(anyPerpendicular(lower), 0.7);
  const auto keyed = [](int joint, const glm::dquat& q) {
    return test::track({joint, Channel::Rotation}, Interpolation::Linear, {0, 1},
                       {0, 0, 0, 1, float(q.x), float(q.y), float(q.z), float(q.w)});
  };
  const AnimationClip clip = test::clip("turn", {keyed(indexOf(from, "LeftUpperArm"), lift * about(upper, 0.8)),
                                                 keyed(indexOf(from, "LeftHand"), bend * about(lower, -1.2))});
  const RetargetedClip result = retargeted(from, to, clip);
  const auto bent = modelsAt(to, result.clip, 1), source = modelsAt(from, clip, 1);
  const auto rotation = [](const std::vector<glm::mat4>& models, int joint) {
    return glm::dquat(glm::quat_cast(glm::mat3(models[static_cast<std::size_t>(joint)])));
  };
  const glm::dquat arm = rotation(source, indexOf(from, "LeftUpperArm"));
  EXPECT_NEAR(angleBetween(rotation(bent, indexOf(to, "LeftArmTwist")), arm * about(upper, -0.75 * 0.8)), 0, 2e-3);
  EXPECT_NEAR(angleBetween(rotation(bent, indexOf(to, "LeftForearmTwist")), arm * about(lower, 0.5 * -1.2)), 0, 2e-3);
  for (const char* name : {"LeftUpperArm", "LeftLowerArm", "LeftHand"})
    EXPECT_NEAR(angleBetween(rotation(bent, indexOf(to, name)), rotation(source, indexOf(from, name))), 0, 2e-3)
        << name;
}

TEST(Retargeter, AFootOfAnIkRigStaysOnItsLeg) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (joint.name == "LeftFoot") joint.parent = "Root";
  const Skeleton from = test::human(), to = test::skeletonOf(joints);
  std::mt19937 random(5);
  const AnimationClip clip = test::randomClip(from, random);
  const RetargetedClip result = retargeted(from, to, clip);
  for (const double time : {0.1, 0.5, 0.9}) {
    const auto a = modelsAt(from, clip, time), b = modelsAt(to, result.clip, time);
    const int foot = findHumanoid(to).jointOf(HumanJoint::LeftFoot),
              shin = findHumanoid(to).jointOf(HumanJoint::LeftLowerLeg);
    const glm::vec3 offset(b[static_cast<std::size_t>(foot)][3] - b[static_cast<std::size_t>(shin)][3]);
    const int sourceFoot = findHumanoid(from).jointOf(HumanJoint::LeftFoot),
              sourceShin = findHumanoid(from).jointOf(HumanJoint::LeftLowerLeg);
    const glm::vec3 expected(a[static_cast<std::size_t>(sourceFoot)][3] - a[static_cast<std::size_t>(sourceShin)][3]);
    EXPECT_LT(glm::distance(offset, expected), 5e-3);
  }
}

TEST(Retargeter, AFootWhoseToesAreBelowItStaysAsItStands) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (joint.name == "LeftToes") joint.position = {0.1f, 0.02f, -0.0005f};
  const Skeleton below = test::skeletonOf(joints), human = test::human();
  for (const auto& [from, to] : {std::pair{&below, &human}, {&human, &below}}) {
    const auto made = Retargeter::make(*from, *to, guessJointMap(*from, *to));
    ASSERT_TRUE(made) << made.error().message;
    const int foot = findHumanoid(*to).jointOf(HumanJoint::LeftFoot);
    const auto aligned = models(*to, made->alignedPose());
    EXPECT_GT(aligned[static_cast<std::size_t>(foot)][2].z, 0.999f);
  }
}

// A leg of three bones: the target's shin points to where the source's foot is, which moves beside its bone.
TEST(Retargeter, ABoneFollowsAJointThatIsMoved) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (joint.name == "LeftFoot") joint.parent = "LeftHock";
  const auto foot =
      std::find_if(joints.begin(), joints.end(), [](const auto& joint) { return joint.name == "LeftFoot"; });
  joints.insert(foot, {"LeftHock", "LeftLowerLeg", {0.1f, 0.3f, -0.1f}});
  const Skeleton from = test::skeletonOf(joints), to = test::human();
  const int moved = findHumanoid(from).jointOf(HumanJoint::LeftFoot);
  const AnimationClip clip = test::clip("kick", {test::track({moved, Channel::Translation}, Interpolation::Linear,
                                                             {0, 1}, {0, -0.22f, 0.1f, 0, -0.1f, 0.4f})});
  const auto made = Retargeter::make(from, to, guessJointMap(from, to));
  ASSERT_TRUE(made) << made.error().message;
  const auto result = made->retarget(clip);
  ASSERT_TRUE(result) << result.error().message;
  PoseRetargeter poses(*made);
  ClipPose source(from, clip), transferred(to, result->clip);
  const int shin = findHumanoid(to).jointOf(HumanJoint::LeftLowerLeg);
  for (const double time : {0.0, 0.4, 1.0}) {
    source.moveTo(time);
    transferred.moveTo(time);
    const glm::dquat expected = poses.retarget(source.locals())[static_cast<std::size_t>(shin)].rotation;
    EXPECT_GT(std::abs(glm::dot(transferred.local(shin).rotation, expected)), 1 - 1e-6) << time;
  }
}

TEST(Retargeter, BelowJointsThatAreScaledToNothingPosesStayFinite) {
  const Skeleton from = test::human();
  const int hips = findHumanoid(from).jointOf(HumanJoint::Hips);
  const AnimationClip clip = test::clip(
      "walk", {test::track({hips, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 1, 0, 0, 1, 2})});
  for (const std::string flat : {"Root", "LeftLowerLeg"}) {
    std::vector<test::PlainJoint> plain = test::humanJoints();
    for (test::PlainJoint& joint : plain)
      if (joint.name == "LeftFoot") joint.parent = "Root";  // so its shin carries it
    const Skeleton solid = test::skeletonOf(plain);
    std::vector<Joint> joints = solid.joints();
    for (Joint& joint : joints)
      if (joint.name == flat) joint.rest.scale = {1, 0, 1};
    const Skeleton to = *Skeleton::make(std::move(joints));
    const auto made = Retargeter::make(from, findHumanoid(from), to, findHumanoid(solid),
                                       guessJointMap(from, findHumanoid(from), to, findHumanoid(solid)));
    ASSERT_TRUE(made) << made.error().message;
    ClipPose source(from, clip);
    PoseRetargeter poses(*made);
    const std::span<const DoubleTransform> locals = poses.retarget(source.locals());
    for (const DoubleTransform& local : locals)
      EXPECT_TRUE(std::isfinite(glm::length(local.translation) + glm::length(local.rotation)));
    const auto stays =
        static_cast<std::size_t>(findHumanoid(solid).jointOf(flat == "Root" ? HumanJoint::Hips : HumanJoint::LeftFoot));
    EXPECT_EQ(locals[stays].translation, glm::dvec3(to.restLocals()[stays].translation)) << flat;
  }
}

/// Equal keys, but the curve bulges by `bulge` in between.
KeyframeTrack bulging(TrackTarget target, const std::vector<float>& value, const std::vector<float>& bulge) {
  std::vector<float> values = value, tangents;
  values.insert(values.end(), value.begin(), value.end());
  for (const float time : {-0.3f, 0.3f, 0.7f, 1.3f})
    for (std::size_t i = 0; i < value.size(); ++i) {
      tangents.push_back(time);
      tangents.push_back(time < 0 || time > 1 ? value[i] : value[i] + bulge[i]);
    }
  return *KeyframeTrack::make(target, Interpolation::Bezier, {0, 1}, std::move(values), std::move(tangents));
}

// The source's leg has a hock between the knee and the foot.
TEST(Retargeter, AShinPointsToTheFootBelowAHock) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (joint.name == "LeftFoot") joint.parent = "LeftHock";
  const auto foot =
      std::find_if(joints.begin(), joints.end(), [](const auto& joint) { return joint.name == "LeftFoot"; });
  joints.insert(foot, {"LeftHock", "LeftLowerLeg", {0.1f, 0.3f, -0.1f}});
  const Skeleton from = test::skeletonOf(joints), to = test::human();
  const auto made = Retargeter::make(from, to, guessJointMap(from, to));
  ASSERT_TRUE(made) << made.error().message;
  PoseRetargeter poses(*made);
  std::vector<DoubleTransform> source;
  for (const Transform& rest : from.restLocals()) source.push_back(toDouble(rest));
  const Humanoid body = findHumanoid(from);
  const int hock = from.parents()[static_cast<std::size_t>(body.jointOf(HumanJoint::LeftFoot))];
  ASSERT_EQ(from.name(hock), "LeftHock");
  source[static_cast<std::size_t>(hock)].rotation = fromRotationVector({0.7, 0, 0});
  const auto shinOf = [](const Skeleton& skeleton, std::span<const DoubleTransform> locals) {
    const Humanoid human = findHumanoid(skeleton);
    std::vector<glm::dmat4> placed(locals.size());
    localToModel(skeleton.parents(), locals, placed);
    const auto at = [&](HumanJoint joint) { return placed[static_cast<std::size_t>(human.jointOf(joint))][3]; };
    return glm::normalize(glm::dvec3(at(HumanJoint::LeftFoot) - at(HumanJoint::LeftLowerLeg)));
  };
  const glm::dvec3 shown = shinOf(to, poses.retarget(source)), meant = shinOf(from, source);
  EXPECT_GT(glm::dot(shown, meant), 1 - 1e-6);
  source[static_cast<std::size_t>(hock)].rotation = fromRotationVector({0, 0, 0});
  EXPECT_LT(glm::dot(meant, shinOf(from, source)), 0.99) << "the hock turns the shin";
}

// The source's right shoulder hangs on a joint of its own.
TEST(Retargeter, AChestFollowsNoneOfTheJointsThatBranchOffFromIt) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (joint.name == "RightShoulder") joint.parent = "Strap";
  const auto shoulder =
      std::find_if(joints.begin(), joints.end(), [](const auto& joint) { return joint.name == "RightShoulder"; });
  joints.insert(shoulder, {"Strap", "Chest", {-0.02f, 1.35f, 0}});
  const Skeleton from = test::skeletonOf(joints), to = test::human();
  const auto made = Retargeter::make(from, to, guessJointMap(from, to));
  ASSERT_TRUE(made) << made.error().message;
  PoseRetargeter poses(*made);
  std::vector<DoubleTransform> source;
  for (const Transform& rest : from.restLocals()) source.push_back(toDouble(rest));
  const auto indexOf = [](const Skeleton& skeleton, const char* name) {
    int found = 0;
    while (skeleton.name(found) != name) ++found;
    return static_cast<std::size_t>(found);
  };
  const glm::dquat before = poses.retarget(source)[indexOf(to, "Chest")].rotation;
  source[indexOf(from, "Strap")].rotation = fromRotationVector({0, 0, 1});
  const glm::dquat after = poses.retarget(source)[indexOf(to, "Chest")].rotation;
  EXPECT_GT(std::abs(glm::dot(before, after)), 1 - 1e-9);
}

/// The human with wider shoulders.
std::vector<test::PlainJoint> wideJoints() {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (std::abs(joint.position.x) >= 0.2f) joint.position.x += joint.position.x > 0 ? 0.08f : -0.08f;
  return joints;
}

/// Where a joint of a body is in model space, at the beginning of a clip.
glm::dvec3 placeOf(HumanJoint joint, const Skeleton& skeleton, const AnimationClip& clip) {
  const auto shown = modelsAt(skeleton, clip, 0);
  return glm::dvec3(shown[static_cast<std::size_t>(findHumanoid(skeleton).jointOf(joint))][3]);
}

TEST(Retargeter, ReachWorksForAnArmThatBeginsAtTheFirstJoint) {
  const Skeleton from = test::human(), wide = test::skeletonOf(wideJoints());
  std::vector<test::PlainJoint> joints = wideJoints();
  const auto arm =
      std::find_if(joints.begin(), joints.end(), [](const auto& joint) { return joint.name == "LeftUpperArm"; });
  arm->parent = "";
  std::rotate(joints.begin(), arm, arm + 4);
  const Skeleton first = test::skeletonOf(joints);
  ASSERT_EQ(findHumanoid(first).jointOf(HumanJoint::LeftUpperArm), 0);
  const Humanoid body = findHumanoid(from);
  const auto turned = [&](HumanJoint joint, double angle) {
    const glm::dquat q = fromRotationVector({0, angle, 0});
    return test::track({body.jointOf(joint), Channel::Rotation}, Interpolation::Linear, {0},
                       {float(q.x), float(q.y), float(q.z), float(q.w)});
  };
  const AnimationClip clip =
      test::clip("fold", {turned(HumanJoint::RightUpperArm, 1.8), turned(HumanJoint::RightLowerArm, 2.35),
                          turned(HumanJoint::LeftUpperArm, -1.8), turned(HumanJoint::LeftLowerArm, -2.35)});
  for (const HumanJoint hand : {HumanJoint::LeftHand, HumanJoint::RightHand}) {
    const glm::dvec3 expected = placeOf(hand, wide, retargeted(from, wide, clip, {.reach = 1}).clip);
    EXPECT_LT(glm::distance(placeOf(hand, first, retargeted(from, first, clip, {.reach = 1}).clip), expected), 1e-4);
    EXPECT_GT(glm::distance(placeOf(hand, first, retargeted(from, first, clip).clip), expected), 0.01);
  }
}

TEST(Retargeter, ReachBendsAStraightArmBackward) {
  std::vector<test::PlainJoint> joints = test::humanJoints(), longer = test::humanJoints();
  for (std::vector<test::PlainJoint>* const body : {&joints, &longer})
    for (test::PlainJoint& joint : *body) {
      if (joint.name.ends_with("LowerArm")) joint.position.z = 0;  // the arms are straight
      if (body == &longer && joint.name.ends_with("Hand")) joint.position.x *= 1.1f;
      if (body == &longer && joint.name.starts_with("LeftU") && joint.name.ends_with("Arm")) joint.position.x += 0.1f;
    }
  const Skeleton from = test::skeletonOf(joints), to = test::skeletonOf(longer);
  const AnimationClip clip = retargeted(from, to, test::stillClip("still"), {.reach = 1}).clip;
  EXPECT_LT(placeOf(HumanJoint::RightLowerArm, to, clip).z, -0.01)
      << "it faces +z; the right arm is nearer to the middle";
}

TEST(Retargeter, ReachKeepsTheElbowsWhereTheyPoint) {
  const Skeleton from = test::human(), to = test::skeletonOf(wideJoints());
  const Humanoid body = findHumanoid(from);
  const auto keyed = [&](HumanJoint role, const glm::dvec3& rotation) {
    const glm::dquat q = fromRotationVector(rotation);
    return test::track({body.jointOf(role), Channel::Rotation}, Interpolation::Linear, {0},
                       {float(q.x), float(q.y), float(q.z), float(q.w)});
  };
  const AnimationClip clip = test::clip(  // hands up, elbows down
      "up", {keyed(HumanJoint::LeftLowerArm, {0, 0, 1.6}), keyed(HumanJoint::RightLowerArm, {0, 0, -1.6})});
  const auto elbowOf = [&](double reach) {
    const auto models = modelsAt(to, retargeted(from, to, clip, {.reach = reach}).clip, 0);
    const auto at = [&](HumanJoint role) {
      return glm::dvec3(models[static_cast<std::size_t>(body.jointOf(role))][3]);
    };
    const glm::dvec3 line = glm::normalize(at(HumanJoint::LeftHand) - at(HumanJoint::LeftUpperArm));
    const glm::dvec3 bend = at(HumanJoint::LeftLowerArm) - at(HumanJoint::LeftUpperArm);
    return glm::normalize(bend - line * glm::dot(bend, line));
  };
  EXPECT_GT(glm::dot(elbowOf(0), elbowOf(1)), 0.99);
}

TEST(Retargeter, ABezierCurveThatBulgesBetweenEqualKeysIsMotion) {
  const Skeleton human = test::human();
  const Humanoid body = findHumanoid(human);
  const int arm = body.jointOf(HumanJoint::LeftUpperArm), hips = body.jointOf(HumanJoint::Hips);
  const AnimationClip clip = test::clip("bulge", {bulging({arm, Channel::Rotation}, {0, 0, 0, 1}, {0, 0, 0.4f, 0}),
                                                  bulging({hips, Channel::Translation}, {0, 1, 0}, {0, 0.2f, 0}),
                                                  bulging({hips, Channel::Scale}, {1, 1, 1}, {0.5f, 0.5f, 0.5f})});
  const RetargetedClip result = retargeted(human, human, clip, {.keepsGround = false});
  EXPECT_EQ(result.tracksLost, 0);
  for (const double time : {0.0, 0.25, 0.5, 0.8, 1.0})
    EXPECT_LT(largestDistance(modelsAt(human, clip, time), models(human, human.restLocals()),
                              modelsAt(human, result.clip, time), models(human, human.restLocals())),
              3e-3)
        << time;
}

TEST(Retargeter, CountsAnUnevenScaleAsLost) {
  std::mt19937 random(11);
  const Skeleton human = test::human();
  const test::Copy copy = test::copyWithOtherAxes(human, random);
  const int hips = findHumanoid(human).jointOf(HumanJoint::Hips);
  auto made = Retargeter::make(human, copy.skeleton,
                               guessJointMap(human, findHumanoid(human), copy.skeleton, findHumanoid(human)),
                               {.targetReference = copy.reference});
  ASSERT_TRUE(made);
  const auto lostOf = [&](KeyframeTrack scale) {
    const KeyframeTrack moves = bulging({hips, Channel::Translation}, {0, 1, 0}, {0, 0.2f, 0});
    return made->retarget(test::clip("scale", {std::move(scale), moves}))->tracksLost;
  };
  for (const auto& [by, lost] :
       {std::pair(glm::vec3(0.5f), 0), {{0.5f, 0, 0}, 1}, {{0, 0.5f, 0}, 1}, {{0, 0, 0.5f}, 1}}) {
    EXPECT_EQ(lostOf(bulging({hips, Channel::Scale}, {1, 1, 1}, {by.x, by.y, by.z})), lost) << by.x << by.y << by.z;
    EXPECT_EQ(lostOf(test::track({hips, Channel::Scale}, Interpolation::Linear, {0, 1},
                                 {1, 1, 1, 1 + by.x, 1 + by.y, 1 + by.z})),
              lost)
        << by.x << by.y << by.z;
  }
}

TEST(Retargeter, AnUnevenScaleCarriesOverBetweenEqualAxes) {
  const Skeleton human = test::human();
  const int head = findHumanoid(human).jointOf(HumanJoint::Head);
  const AnimationClip clip =
      test::clip("squash", {test::track({head, Channel::Scale}, Interpolation::Linear, {0, 1}, {1, 1, 1, 2, 0.5f, 1})});
  const RetargetedClip result = retargeted(human, human, clip);
  EXPECT_EQ(result.tracksLost, 0);
  ClipPose pose(human, result.clip);
  pose.moveTo(1);
  EXPECT_LT(glm::distance(pose.local(head).scale, glm::dvec3(2, 0.5, 1)), 1e-5);
}

TEST(Retargeter, AScaleThatIsUnevenAtTheEndOfItsCurveOnlyIsLost) {
  std::mt19937 random(11);
  const Skeleton human = test::human();
  const test::Copy copy = test::copyWithOtherAxes(human, random);
  const int hips = findHumanoid(human).jointOf(HumanJoint::Hips);
  const auto made = Retargeter::make(human, copy.skeleton,
                                     guessJointMap(human, findHumanoid(human), copy.skeleton, findHumanoid(human)),
                                     {.targetReference = copy.reference});
  ASSERT_TRUE(made);
  const auto lostOf = [&](float lastZ) {
    std::vector<float> tangents;  // in and out of both keys: time and value of each axis
    for (const float time : {-0.3f, 0.3f, 0.7f, 1.3f})
      for (const int axis : {0, 1, 2}) {
        tangents.push_back(time);
        tangents.push_back(time > 1 && axis == 2 ? lastZ : 1);
      }
    const KeyframeTrack scale = *KeyframeTrack::make({hips, Channel::Scale}, Interpolation::Bezier, {0, 1},
                                                     {1, 1, 1, 2, 2, 2}, std::move(tangents));
    return made->retarget(test::clip("scale", {scale}))->tracksLost;
  };
  EXPECT_EQ(lostOf(1), 0);
  EXPECT_EQ(lostOf(1.5f), 1);
}

/// The same skeleton with another rest scale of one joint.
Skeleton withRestScale(const Skeleton& skeleton, int joint, float scale) {
  std::vector<Joint> joints = skeleton.joints();
  joints[static_cast<std::size_t>(joint)].rest.scale = glm::vec3(scale);
  return *Skeleton::make(std::move(joints));
}

TEST(Retargeter, AScaleCarriesOverAsAFactorOfTheRestScale) {
  const Skeleton human = test::human();
  const int head = findHumanoid(human).jointOf(HumanJoint::Head);
  const Skeleton from = withRestScale(human, head, 2), to = withRestScale(human, head, 0.5f);
  const AnimationClip clip =
      test::clip("grow", {test::track({head, Channel::Scale}, Interpolation::Linear, {0, 1}, {2, 2, 2, 6, 6, 6})});
  const auto made = Retargeter::make(from, to, guessJointMap(from, to));
  ASSERT_TRUE(made) << made.error().message;
  const auto result = made->retarget(clip);
  ASSERT_TRUE(result) << result.error().message;
  ClipPose pose(to, result->clip);
  pose.moveTo(0);
  EXPECT_NEAR(pose.local(head).scale.x, 0.5, 1e-5);
  pose.moveTo(1);
  EXPECT_NEAR(pose.local(head).scale.y, 1.5, 1e-5);
}

TEST(Retargeter, AStraightWayOfTwoJointsNeedsNoKeysBetweenItsEnds) {
  const Skeleton human = test::human();
  std::vector<test::PlainJoint> joints = test::humanJoints();
  joints.erase(joints.begin());
  joints.front().parent = "";
  const int root = 0, hips = findHumanoid(human).jointOf(HumanJoint::Hips);
  const auto way = [](int joint, const std::vector<float>& places) {
    return test::track({joint, Channel::Translation}, Interpolation::Linear, {0, 1}, places);
  };
  const AnimationClip clip = test::clip("slide", {way(root, {0, 0, 0, 0, 0, 1}), way(hips, {0, 1, 0, 0.5f, 1.25f, 0})});
  const RetargetedClip result =
      retargeted(human, test::skeletonOf(joints), clip, {.keepsGround = false, .recenters = false});
  EXPECT_EQ(result.tracksSampled, 1);
  ASSERT_EQ(result.clip.tracks().size(), 1u);
  const KeyframeTrack& track = result.clip.tracks()[0];
  ASSERT_EQ(track.times().size(), 2u);
  const glm::vec3 end(track.values()[3], track.values()[4], track.values()[5]);
  EXPECT_LT(glm::distance(end, glm::vec3(0.5f, 1.25f, 1)), 1e-6f);
}

TEST(Retargeter, AStepThatIsSampledStaysAStep) {
  std::vector<test::PlainJoint> joints = test::humanJoints();  // a collarbone fewer: the arm turns with both
  for (test::PlainJoint& joint : joints)
    if (joint.name == "LeftUpperArm") joint.parent = "Chest";
  std::erase_if(joints, [](const test::PlainJoint& joint) { return joint.name == "LeftShoulder"; });
  const Skeleton from = test::human(), to = test::skeletonOf(joints);
  const int shoulder = findHumanoid(from).jointOf(HumanJoint::LeftShoulder),
            arm = findHumanoid(from).jointOf(HumanJoint::LeftUpperArm);
  const glm::quat up = glm::angleAxis(0.5f, glm::vec3(0, 0, 1));
  const std::vector<float> values{0, 0, 0, 1, up.x, up.y, up.z, up.w};
  const AnimationClip clip =
      test::clip("step", {test::track({shoulder, Channel::Rotation}, Interpolation::Discrete, {0, 0.5f}, values),
                          test::track({arm, Channel::Rotation}, Interpolation::Discrete, {0, 0.5f}, values)});
  const RetargetedClip result = retargeted(from, to, clip);
  EXPECT_EQ(result.tracksSampled, 1);
  const int own = findHumanoid(to).jointOf(HumanJoint::LeftUpperArm);
  const auto angleAt = [&](double time) {
    const glm::vec3 along(modelsAt(to, result.clip, time)[static_cast<std::size_t>(own)][0]);
    return std::atan2(along.y, along.x);
  };
  for (const double time : {0.0, 0.3, 0.49, 0.4999}) EXPECT_NEAR(angleAt(time), 0, 2e-3) << time;
  for (const double time : {0.5, 0.7, 2.0}) EXPECT_NEAR(angleAt(time), 1, 2e-3) << time;
}

// Two bones in a row: one goes up, the other to the side.
TEST(Retargeter, TheFirstJointsBoneIsAligned) {
  const auto bones = [](glm::vec3 direction) {
    std::vector<Joint> joints;
    for (int i = 0; i < 3; ++i)
      joints.push_back({.name = std::to_string(i),
                        .parent = i - 1,
                        .rest = {.translation = i > 0 ? direction : glm::vec3(0)},
                        .documentIndex = i});
    return *Skeleton::make(std::move(joints));
  };
  const Skeleton from = bones({0, 1, 0}), to = bones({1, 0, 0});
  JointMap map;
  for (int i = 0; i < 3; ++i) map.pairs.push_back({.target = i, .source = i, .alignment = PoseAlignment::Bone});
  const auto made = Retargeter::make(from, to, map);
  ASSERT_TRUE(made) << made.error().message;
  const auto result = made->retarget(test::stillClip("still"));
  ASSERT_TRUE(result) << result.error().message;
  const auto shown = modelsAt(to, result->clip, 0);
  for (std::size_t i = 1; i < 3; ++i)
    EXPECT_LT(glm::distance(glm::vec3(shown[i][3] - shown[i - 1][3]), {0, 1, 0}), 1e-5f) << i;
}

TEST(Retargeter, SampledRotationsNeverChangeTheirSign) {
  std::vector<test::PlainJoint> joints = test::humanJoints();  // a collarbone fewer, so the arm is sampled
  for (test::PlainJoint& joint : joints)
    if (joint.name == "LeftUpperArm") joint.parent = "Chest";
  std::erase_if(joints, [](const test::PlainJoint& joint) { return joint.name == "LeftShoulder"; });
  const Skeleton from = test::human(), to = test::skeletonOf(joints);
  const int arm = findHumanoid(to).jointOf(HumanJoint::LeftUpperArm);
  const auto turning = [&](HumanJoint joint, float oddSign) {
    std::vector<float> times, rotations;
    for (int key = 0; key < 6; ++key) {
      const glm::quat turn = glm::angleAxis(0.6f * static_cast<float>(key), glm::vec3(0, 0, 1));
      times.push_back(0.2f * static_cast<float>(key));
      for (const float part : {turn.x, turn.y, turn.z, turn.w})
        rotations.push_back((key % 2 == 0 ? 1 : oddSign) * part);
    }
    return test::track({findHumanoid(from).jointOf(joint), Channel::Rotation}, Interpolation::Linear, times, rotations);
  };
  // The same rotations with the other sign. Together both joints turn by nearly a round.
  std::vector<KeyframeTrack> tracks{turning(HumanJoint::LeftShoulder, -1), turning(HumanJoint::LeftUpperArm, 1)};
  const RetargetedClip result = retargeted(from, to, test::clip("wave", std::move(tracks)));
  EXPECT_GT(result.tracksSampled, 0);
  const auto track =
      std::find_if(result.clip.tracks().begin(), result.clip.tracks().end(), [&](const KeyframeTrack& each) {
        return each.target() == TrackTarget{arm, Channel::Rotation};
      });
  ASSERT_NE(track, result.clip.tracks().end());
  const std::span<const float> values = track->values();
  ASSERT_GT(values.size(), 8u);
  for (std::size_t i = 4; i < values.size(); i += 4) {
    float dot = 0;
    for (std::size_t k = i; k < i + 4; ++k) dot += values[k] * values[k - 4];
    EXPECT_GE(dot, 0) << "key " << i / 4;
  }
}

TEST(Retargeter, LeavesOutTracksOfJointsThatTheSkeletonLacks) {
  const Skeleton human = test::human();
  std::vector<KeyframeTrack> tracks{
      test::track({0, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 1, 0, 0, 1, 1})};
  const auto expected = retargeted(human, human, test::clip("few", tracks));
  for (const int beyond : {human.jointCount(), human.jointCount() + 7}) {
    tracks.push_back(test::track({beyond, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 1, 0, 0, 5, 0}));
    tracks.push_back(test::track({beyond, Channel::Rotation}, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 0, 1, 0, 0}));
    tracks.push_back(test::track({beyond, Channel::Scale}, Interpolation::Linear, {0, 1}, {1, 1, 1, 2, 2, 2}));
  }
  const auto result = retargeted(human, human, test::clip("many", tracks));
  EXPECT_EQ(result.clip.tracks().size(), expected.clip.tracks().size());
  EXPECT_EQ(result.tracksLost, 6);
}

TEST(Retargeter, SkeletonsOfOneJointHaveNoSizeToCompare) {
  const Skeleton one = test::chain(1), many = test::chain(4);
  for (const auto& [from, to] : {std::pair{&one, &one}, {&one, &many}, {&many, &one}}) {
    const auto made = Retargeter::make(*from, *to, {{{.target = 0, .source = 0}}});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->travelScale(), 1);
    const auto result = made->retarget(test::slide("slide", 1, 5, 6));
    ASSERT_TRUE(result);
    EXPECT_NEAR(modelsAt(*to, result->clip, 1)[0][3].x - modelsAt(*to, result->clip, 0)[0][3].x, 1, 1e-5);
  }
}

TEST(Retargeter, RefusesAnAdditiveClip) {
  const Skeleton human = test::human();
  const auto made = Retargeter::make(human, human, guessJointMap(human, human));
  ASSERT_TRUE(made);
  const auto result = made->retarget(test::clip(
      "nod", {test::track({5, Channel::Rotation}, Interpolation::Linear, {0}, {0, 0, 0, 1})}, BlendMode::Additive));
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("additive"), std::string::npos);
}

TEST(Retargeter, SaysWhatIsWrong) {
  const Skeleton human = test::human();
  EXPECT_FALSE(Retargeter::make(human, human, {}));
  const auto errorOf = [&](JointMap map) {
    const auto made = Retargeter::make(human, human, std::move(map));
    return made ? std::string() : made.error().message;
  };
  EXPECT_NE(errorOf({{{.target = 99, .source = 0}}}).find("no such joint"), std::string::npos);
  EXPECT_NE(errorOf({{{.target = 1, .source = 99}}}).find("source joint 99 does not exist"), std::string::npos);
  EXPECT_NE(errorOf({{{.target = 1, .source = 0}, {.target = 1, .source = 0}}}).find("twice"), std::string::npos);
  EXPECT_NE(errorOf({{{.target = 2, .source = 0}, {.target = 1, .source = 0}}}).find("order"), std::string::npos);
  EXPECT_NE(errorOf({{{.target = 1, .source = 0, .upperSource = 2, .share = 2}}}).find("share"), std::string::npos);
  EXPECT_NE(errorOf({{{.target = 1, .source = 0, .carrier = 5}}}).find("carries"), std::string::npos);
  EXPECT_FALSE(Retargeter::make(human, human, guessJointMap(human, human), {.sourceReference = {Transform{}}}));
  for (const double tolerance : {0.0, -1.0, static_cast<double>(NAN)}) {
    const auto made = Retargeter::make(human, human, guessJointMap(human, human), {.tolerance = tolerance});
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("tolerance"), std::string::npos);
  }
}

}  // namespace
}  // namespace crossfade
