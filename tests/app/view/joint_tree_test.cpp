#include "app/view/joint_tree.h"

#include <gtest/gtest.h>

#include <tuple>

namespace app {
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
