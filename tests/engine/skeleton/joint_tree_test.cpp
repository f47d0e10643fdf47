#include "crossfade/skeleton/joint_tree.h"

#include <gtest/gtest.h>

namespace crossfade {
namespace {

//  0 - 1 - 2 - 4
//       \\- 3        5 - 6
constexpr int kParents[]{-1, 0, 1, 1, 2, -1, 5};

TEST(JointTree, KnowsWhatIsBelowWhat) {
  EXPECT_TRUE(isAtOrBelow(kParents, 4, 1));
  EXPECT_TRUE(isAtOrBelow(kParents, 4, 4));
  EXPECT_FALSE(isAtOrBelow(kParents, 4, 3));
  EXPECT_FALSE(isAtOrBelow(kParents, 1, 4));
  EXPECT_FALSE(isAtOrBelow(kParents, 6, 0));
  EXPECT_TRUE(isAtOrBelow(kParents, 6, -1)) << "-1 is above all";
}

TEST(JointTree, FindsTheLowestCommonAncestor) {
  EXPECT_EQ(commonAncestor(kParents, 4, 3), 1);
  EXPECT_EQ(commonAncestor(kParents, 2, 4), 2);
  EXPECT_EQ(commonAncestor(kParents, 6, 4), -1);
}

TEST(JointTree, PathsLeadDown) {
  EXPECT_EQ(pathDown(kParents, 0, 4), (std::vector<int>{1, 2, 4}));
  EXPECT_EQ(pathDown(kParents, -1, 3), (std::vector<int>{0, 1, 3}));
  EXPECT_TRUE(pathDown(kParents, 3, 3).empty());
}

TEST(JointTree, LeavesHaveNoChildren) {
  EXPECT_EQ(leavesOf(kParents), (std::vector<int>{3, 4, 6}));
  EXPECT_TRUE(leavesOf({}).empty());
}

}  // namespace
}  // namespace crossfade
