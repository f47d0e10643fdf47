#include "app/session/character/weight_history.h"

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace app {
namespace {

TEST(WeightHistory, KeepsTheLastRowsInOrder) {
  WeightHistory history(2, 3);
  for (int i = 0; i < 7; ++i) history.add(i, std::vector<float>{static_cast<float>(i), static_cast<float>(-i)});
  ASSERT_EQ(history.size(), 3);
  for (int row = 0; row < 3; ++row) {
    EXPECT_EQ(history.time(row), 4 + row);
    EXPECT_EQ(history.weight(row, 0), static_cast<float>(4 + row));
    EXPECT_EQ(history.weight(row, 1), static_cast<float>(-4 - row));
  }
}

TEST(WeightHistory, ForgetsWhenTimeGoesBack) {
  WeightHistory history(1, 5);
  for (const double time : {1.0, 2.0, 2.0}) history.add(time, std::vector<float>{0});
  EXPECT_EQ(history.size(), 3) << "a stopped clock is not a backward one";
  history.add(0.5, std::vector<float>{7});
  ASSERT_EQ(history.size(), 1);
  EXPECT_EQ(history.time(0), 0.5);
  EXPECT_EQ(history.weight(0, 0), 7);
}

TEST(WeightHistory, WithoutClipsStoresTimesOnly) {
  WeightHistory history(0, 2);
  history.add(1, {});
  EXPECT_EQ(history.size(), 1);
}

TEST(WeightHistory, AllocatesNothing) {
  WeightHistory history(3, 10);
  const std::vector<float> row = {1, 2, 3};
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 50; ++i) history.add(i, row);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app
