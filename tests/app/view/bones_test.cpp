#include "app/view/bones.h"

#include <tuple>

#include <gtest/gtest.h>
#include <glm/ext/matrix_transform.hpp>

#include "tests/support/sample_models.h"

namespace app {
namespace {

/// The x of both ends of all lines, with joint i of a chain at x = i.
std::vector<float> lines(const Model& model) {
  std::vector<glm::mat4> worlds;
  for (int i = 0; i < model.skeleton.jointCount(); ++i)
    worlds.push_back(glm::translate(glm::mat4(1), glm::vec3(i, 0, 0)));
  std::vector<LineVertex> out;
  addBoneLines(bonesOf(model), {.worlds = worlds}, out);
  std::vector<float> xs;
  for (const LineVertex& end : out) xs.push_back(end.position.x);
  return xs;
}

TEST(Bones, WithoutSkinsGoFromEveryNodeToItsParent) {
  Model model;
  model.skeleton = crossfade::test::chain(3);
  EXPECT_EQ(lines(model), (std::vector<float>{0, 1, 1, 2}));
}

TEST(Bones, OfASkinLeaveOutTheBoneToANonJoint) {
  Model model;
  model.skeleton = crossfade::test::chain(5);
  model.skins = {{.joints = {3, 2, 4}}};
  EXPECT_EQ(lines(model), (std::vector<float>{2, 3, 3, 4})) << "node 1 is the scene's, not the skin's";
}

TEST(Bones, OfASkinWithoutMeshesLeaveOutTheRootOnTheFloor) {
  Model model;
  model.skeleton = *crossfade::Skeleton::make(
      {{.name = "Root", .documentIndex = 0},
       {.name = "Hips", .parent = 0, .rest = {.translation = {0, 1, 0}}, .documentIndex = 1},
       {.name = "LeftUpLeg", .parent = 1, .rest = {.translation = {0.1f, 0, 0}}, .documentIndex = 2},
       {.name = "LeftLeg", .parent = 2, .rest = {.translation = {0, -0.45f, 0}}, .documentIndex = 3},
       {.name = "LeftFoot", .parent = 3, .rest = {.translation = {0, -0.45f, 0}}, .documentIndex = 4},
       {.name = "RightUpLeg", .parent = 1, .rest = {.translation = {-0.1f, 0, 0}}, .documentIndex = 5},
       {.name = "RightLeg", .parent = 5, .rest = {.translation = {0, -0.45f, 0}}, .documentIndex = 6},
       {.name = "RightFoot", .parent = 6, .rest = {.translation = {0, -0.45f, 0}}, .documentIndex = 7},
       {.name = "Head", .parent = 1, .rest = {.translation = {0, 0.6f, 0}}, .documentIndex = 8}});
  model.skins = {{.joints = {0, 1, 2, 3, 4, 5, 6, 7, 8}}};
  EXPECT_EQ(bonesOf(model).size(), 7u) << "none from the floor to the hips";
  model.instances = {{.node = 0}};
  EXPECT_EQ(bonesOf(model).size(), 8u) << "all of the file's, drawn over its meshes";
}

TEST(Bones, OfTwoSkinsAppearOnce) {
  Model model;
  model.skeleton = crossfade::test::chain(3);
  model.skins = {{.joints = {0, 1}}, {.joints = {0, 1, 2}}};
  EXPECT_EQ(lines(model), (std::vector<float>{0, 1, 1, 2}));
}

/// A chain of three joints along x, drawn as solids.
struct Chain {
  Chain() {
    model.skeleton = crossfade::test::chain(3);
    for (int i = 0; i < 3; ++i) worlds.push_back(glm::translate(glm::mat4(1), glm::vec3(i, 0, 0)));
    bones = bonesOf(model);
  }
  PosedModel posed() const { return {.worlds = worlds}; }
  Model model;
  std::vector<glm::mat4> worlds;
  std::vector<Bone> bones;
  Camera camera{.target = {1, 0, 0}, .distance = 8, .yaw = 0, .pitch = 0};
};

TEST(Bones, ThatRotateWithTheSelectedJointAreHighlighted) {
  const Chain chain;
  std::vector<BoneShape> shapes;
  addBoneShapes(chain.bones, chain.posed(), 1, 0.05f, shapes);
  for (const BoneShape& shape : shapes) EXPECT_EQ(shape.width, 0.05f);
  ASSERT_EQ(shapes.size(), 2u);
  EXPECT_EQ(shapes[1].from, glm::vec3(1, 0, 0));
  EXPECT_EQ(shapes[1].to, glm::vec3(2, 0, 0));
  EXPECT_NE(shapes[0].color, shapes[1].color);
}

TEST(Bones, AJointIsFoundUnderThePointerWithinItsReach) {
  const Chain chain;
  const auto seen = positionInPicture(projectionMatrix(chain.camera, 2) * viewMatrix(chain.camera), {2, 0, 0});
  ASSERT_TRUE(seen);
  EXPECT_GT(seen->x, 0.5f);
  EXPECT_FLOAT_EQ(seen->y, 0.5f);
  const auto at = [&](glm::vec2 position, float reach) {
    return jointAt(chain.bones, chain.posed(), chain.camera, 2, position, reach);
  };
  EXPECT_EQ(at({0.5f, 0.5f}, 0.02f), 1);
  EXPECT_EQ(at(*seen, 0.02f), 2);
  EXPECT_EQ(at(*seen + glm::vec2(0, 0.03f), 0.02f), -1) << "below it, beyond the reach";
  EXPECT_EQ(at(*seen + glm::vec2(0, 0.03f), 0.04f), 2);
  EXPECT_EQ(at(*seen + glm::vec2(0.03f, 0), 0.04f), -1) << "the reach is in heights, and the picture is twice as wide";
}

TEST(Bones, HaveNoScreenPositionBehindTheEye) {
  const Chain chain;
  EXPECT_FALSE(positionInPicture(projectionMatrix(chain.camera, 1) * viewMatrix(chain.camera), {1, 0, 20}));
}

TEST(Bones, AxesOfAJointHaveTheSameLengthAtAnyScale) {
  Chain chain;
  chain.worlds[1] = glm::scale(chain.worlds[1], {5, 0, 2});
  std::vector<LineVertex> out;
  addJointAxes(chain.posed(), 1, 0.5f, out);
  ASSERT_EQ(out.size(), 4u) << "a zero scale has no axis";
  EXPECT_EQ(out[1].position, glm::vec3(1.5f, 0, 0));
  EXPECT_EQ(out[3].position, glm::vec3(1, 0, 0.5f));
}

TEST(Bones, OfAnEmptyModelAreEmpty) { EXPECT_TRUE(lines(Model{}).empty()); }

}  // namespace

namespace {

/// Joints with these parents; documents may list a branch's joints far apart.
Model tree(const std::vector<int>& parents) {
  std::vector<crossfade::Joint> joints;
  for (std::size_t i = 0; i < parents.size(); ++i)
    joints.push_back({.parent = parents[i], .documentIndex = static_cast<int>(i)});
  Model model;
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  return model;
}

TEST(JointTree, PutsChildrenUnderTheirParents) {
  // 0 has 1 and 3; 1 has 2 and 5; 4 is another root with 6
  const auto rows = jointRowsOf(tree({-1, 0, 1, 0, -1, 1, 4}));
  std::vector<std::tuple<int, int, int>> seen;
  for (const JointRow& row : rows) seen.emplace_back(row.joint, row.depth, row.end);
  EXPECT_EQ(seen, (std::vector<std::tuple<int, int, int>>{
                      {0, 0, 5}, {1, 1, 4}, {2, 2, 3}, {5, 2, 4}, {3, 1, 5}, {4, 0, 7}, {6, 1, 7}}));
}

TEST(JointTree, KnowsWhichJointsDeform) {
  Model model = tree({-1, 0, 1});
  for (const JointRow& row : jointRowsOf(model)) EXPECT_TRUE(row.deforms) << "without skins every node counts";
  model.skins = {{.joints = {2, 1}}};
  const auto rows = jointRowsOf(model);
  EXPECT_FALSE(rows[0].deforms);
  EXPECT_TRUE(rows[1].deforms);
  EXPECT_TRUE(rows[2].deforms);
}

TEST(JointTree, OfNothingIsEmpty) { EXPECT_TRUE(jointRowsOf(Model{}).empty()); }

}  // namespace

}  // namespace app
