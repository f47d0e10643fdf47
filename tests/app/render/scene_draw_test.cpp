#include "app/render/scene_draw.h"

#include <gtest/gtest.h>

#include <vector>

namespace app {
namespace {

struct Group {
  int steps = 0;
  int cost = 0;
};

/// What each share draws until none is left: the number of every step, in order.
std::vector<std::vector<int>> shares(const std::vector<Group>& groups, int most) {
  std::vector<std::vector<int>> result;
  std::int64_t next = 0;
  for (bool isLast = false; !isLast && result.size() < 1000;) {
    DrawShare share(next, most);
    std::vector<int>& drawn = result.emplace_back();
    int number = 0;
    for (const Group& group : groups) {
      const DrawShare::Run run = share.take(group.steps, group.cost);
      for (int i = 0; i < run.count; ++i) drawn.push_back(number + run.first + i);
      number += group.steps;
    }
    next = share.end();
    isLast = share.isLast();
  }
  return result;
}

using Shares = std::vector<std::vector<int>>;

TEST(DrawShare, OfAPictureThatIsCheapIsAllOfIt) {
  EXPECT_EQ(shares({{2, 3}, {1, 0}, {2, 2}}, 10), (Shares{{0, 1, 2, 3, 4}}));
}

TEST(DrawShare, EndsWhereTheNextStepWouldCostTooMuch) {
  EXPECT_EQ(shares({{5, 3}}, 7), (Shares{{0, 1}, {2, 3}, {4}}));
  EXPECT_EQ(shares({{1, 3}, {2, 5}, {2, 1}}, 6), (Shares{{0}, {1}, {2, 3}, {4}}));
}

TEST(DrawShare, KeepsTheOrderEvenIfALaterStepWouldFit) {
  EXPECT_EQ(shares({{1, 4}, {1, 4}, {1, 0}, {1, 1}}, 6), (Shares{{0}, {1, 2, 3}}));
}

TEST(DrawShare, HasAtLeastOneStepWhateverItCosts) {
  EXPECT_EQ(shares({{2, 100}, {1, 1}}, 10), (Shares{{0}, {1}, {2}}));
}

TEST(DrawShare, OfNothingIsTheLast) {
  EXPECT_EQ(shares({}, 10), (Shares{{}}));
  EXPECT_EQ(shares({{0, 5}, {0, 0}}, 10), (Shares{{}}));
}

}  // namespace
}  // namespace app
