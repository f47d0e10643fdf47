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

TEST(WeightHistory, HasOneRowForATimeAndIgnoresReplays) {
  WeightHistory history(1, 5);
  for (const double time : {1.0, 2.0, 3.0}) history.add(time, std::vector<float>{static_cast<float>(time)});
  history.add(3, std::vector<float>{7});
  ASSERT_EQ(history.size(), 3);
  EXPECT_EQ(history.weight(2, 0), 7) << "changed while time stood still";
  history.add(2, std::vector<float>{9});
  EXPECT_EQ(history.size(), 3);
  EXPECT_EQ(history.weight(1, 0), 2) << "shown again, not recorded again";
}

TEST(WeightHistory, DropsWhatWillNotHappen) {
  WeightHistory history(1, 4);
  for (int i = 0; i < 7; ++i) history.add(i, std::vector<float>{static_cast<float>(i)});
  history.dropAfter(4.5);
  ASSERT_EQ(history.size(), 2);
  EXPECT_EQ(history.time(1), 4);
  history.dropAfter(4);
  EXPECT_EQ(history.size(), 2) << "4 itself has happened";
  history.add(4.25, std::vector<float>{1});
  EXPECT_EQ(history.time(2), 4.25);
  history.dropAfter(-1);
  EXPECT_EQ(history.size(), 0);
}

TEST(WeightHistory, FindsARowByTime) {
  WeightHistory history(1, 4);
  EXPECT_EQ(history.rowAt(0), 0);
  for (int i = 0; i < 6; ++i) history.add(i, std::vector<float>{0});
  EXPECT_EQ(history.rowAt(-1), 0);
  EXPECT_EQ(history.rowAt(2), 0);
  EXPECT_EQ(history.rowAt(3), 1);
  EXPECT_EQ(history.rowAt(3.5), 2);
  EXPECT_EQ(history.rowAt(6), 4);
}

TEST(WeightHistory, KeepsThePhaseOfEachClip) {
  WeightHistory history(2, 2);
  for (int i = 0; i < 3; ++i)
    history.add(i, std::vector<float>{1, 1}, std::vector<float>{0.25f * static_cast<float>(i), 1});
  for (int row = 0; row < 2; ++row) {
    EXPECT_NEAR(history.phase(row, 0), 0.25 * (row + 1), 1e-4);
    EXPECT_EQ(history.phase(row, 1), 1);
  }
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
