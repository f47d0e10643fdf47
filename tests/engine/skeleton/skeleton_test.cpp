#include "crossfade/skeleton/skeleton.h"

#include <gtest/gtest.h>

#include <cmath>

namespace crossfade {
namespace {

std::string refusal(std::vector<Joint> joints) {
  const auto made = Skeleton::make(std::move(joints));
  return made ? "made" : made.error().message;
}

TEST(Skeleton, KeepsParentsNamesAndRest) {
  const auto skeleton =
      Skeleton::make({{.name = "Hips", .documentIndex = 1},
                      {.name = "Spine", .parent = 0, .rest = {.translation = {0, 1, 0}}, .documentIndex = 0}});
  ASSERT_TRUE(skeleton);
  EXPECT_EQ(skeleton->jointCount(), 2);
  EXPECT_EQ(skeleton->parents()[1], 0);
  EXPECT_EQ(skeleton->parents()[0], kNoJoint);
  EXPECT_EQ(skeleton->name(1), "Spine");
  EXPECT_EQ(skeleton->restLocals()[1].translation.y, 1);
}

TEST(Skeleton, GivesBackTheJointsItWasMadeFrom) {
  const std::vector<Joint> made{
      {.name = "Hips", .documentIndex = 1},
      {.name = "Spine", .parent = 0, .rest = {.translation = {0, 1, 0}, .scale = {2, 2, 2}}, .documentIndex = 0}};
  const std::vector<Joint> joints = Skeleton::make(made)->joints();
  ASSERT_EQ(joints.size(), made.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(joints[i].name, made[i].name);
    EXPECT_EQ(joints[i].parent, made[i].parent);
    EXPECT_EQ(joints[i].rest.translation, made[i].rest.translation);
    EXPECT_EQ(joints[i].rest.scale, made[i].rest.scale);
    EXPECT_EQ(joints[i].documentIndex, made[i].documentIndex);
  }
}

TEST(Skeleton, MapsToDocumentOrderAndBack) {
  const auto skeleton = Skeleton::make({{.documentIndex = 2}, {.documentIndex = 0}, {.documentIndex = 1}});
  for (int joint = 0; joint < 3; ++joint) EXPECT_EQ(skeleton->jointAt(skeleton->documentIndexOf(joint)), joint);
  EXPECT_EQ(skeleton->jointAt(2), 0);
}

TEST(Skeleton, MayHaveSeveralRootsOrNoJoints) {
  EXPECT_EQ(refusal({}), "made");
  EXPECT_EQ(refusal({{.documentIndex = 0}, {.documentIndex = 1}}), "made");
  EXPECT_EQ(Skeleton().jointCount(), 0);
}

TEST(Skeleton, RefusesAParentThatDoesNotComeFirst) {
  EXPECT_EQ(refusal({{.name = "a", .parent = 0}}), "joint 0 'a': its parent 0 does not come before it");
  EXPECT_EQ(refusal({{.name = "a"}, {.name = "b", .parent = 2, .documentIndex = 1}, {.name = "c", .documentIndex = 2}}),
            "joint 1 'b': its parent 2 does not come before it");
  EXPECT_EQ(refusal({{.name = "a", .parent = -2}}), "joint 0 'a': its parent -2 does not come before it");
}

TEST(Skeleton, RefusesARestTransformThatIsNotFinite) {
  const std::string expected = "joint 0 'a': its rest transform has a value that is not finite";
  EXPECT_EQ(refusal({{.name = "a", .rest = {.translation = {0, NAN, 0}}}}), expected);
  EXPECT_EQ(refusal({{.name = "a", .rest = {.rotation = makeQuat(0, 0, 0, INFINITY)}}}), expected);
  EXPECT_EQ(refusal({{.name = "a", .rest = {.scale = {1, 1, -INFINITY}}}}), expected);
  for (int i = 0; i < 4; ++i) {
    Transform turned, moved, scaled;
    turned.rotation[i] = NAN;
    EXPECT_EQ(refusal({{.name = "a", .rest = turned}}), expected) << i;
    if (i == 3) break;
    moved.translation[i] = scaled.scale[i] = NAN;
    EXPECT_EQ(refusal({{.name = "a", .rest = moved}}), expected) << i;
    EXPECT_EQ(refusal({{.name = "a", .rest = scaled}}), expected) << i;
  }
}

TEST(Skeleton, RefusesDocumentIndicesThatAreNoPermutation) {
  EXPECT_EQ(refusal({{.name = "a", .documentIndex = 1}}), "joint 0 'a': its document index 1 is taken or out of range");
  EXPECT_EQ(refusal({{.name = "a", .documentIndex = -1}}),
            "joint 0 'a': its document index -1 is taken or out of range");
  EXPECT_EQ(refusal({{.name = "a"}, {.name = "b"}}), "joint 1 'b': its document index 0 is taken or out of range");
}

}  // namespace
}  // namespace crossfade
