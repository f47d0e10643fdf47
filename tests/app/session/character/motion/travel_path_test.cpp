#include "app/session/character/motion/travel_stage.h"

#include <gtest/gtest.h>

namespace app {
namespace {

constexpr double kInterval = 1.0 / TravelPath::kPerSecond;

TravelPath pathAt(std::initializer_list<double> times) {
  TravelPath path;
  for (const double time : times) path.add(time, glm::dvec3(time, 0, 0));
  return path;
}

TEST(TravelPath, KeepsAPointPerInterval) {
  const TravelPath path = pathAt({0, kInterval, 2 * kInterval});
  ASSERT_EQ(path.size(), 3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(path.time(i), i * kInterval);
    EXPECT_EQ(path.position(i).x, i * kInterval);
  }
}

TEST(TravelPath, ItsLastPointIsNow) {
  const TravelPath path = pathAt({0, 0.4 * kInterval, 0.8 * kInterval, 1.2 * kInterval, 1.6 * kInterval});
  ASSERT_EQ(path.size(), 3) << "one of them is older than an interval";
  EXPECT_EQ(path.time(1), 1.2 * kInterval);
  EXPECT_EQ(path.time(2), 1.6 * kInterval);
}

TEST(TravelPath, MayBeginBeforeZero) { EXPECT_EQ(pathAt({-2, -1}).size(), 2); }

TEST(TravelPath, TheSameTimeAgainMovesItsLastPoint) {
  TravelPath path = pathAt({0, 1, 1});
  EXPECT_EQ(path.size(), 2);
  path.add(1, glm::dvec3(7, 0, 0));
  EXPECT_EQ(path.size(), 2);
  EXPECT_EQ(path.position(1).x, 7);
}

TEST(TravelPath, AReplayAddsNothingUntilTheFutureIsDropped) {
  TravelPath path = pathAt({0, 1, 2, 3});
  path.add(1.5, glm::dvec3(9, 0, 0));
  EXPECT_EQ(path.size(), 4);
  path.dropAfter(1);
  EXPECT_EQ(path.size(), 2);
  path.add(1.5, glm::dvec3(9, 0, 0));
  ASSERT_EQ(path.size(), 3);
  EXPECT_EQ(path.position(2).x, 9);
}

TEST(TravelPath, ForgetsItsOldestPoints) {
  TravelPath path;
  for (int i = 0; i < TravelPath::kPoints + 5; ++i) path.add(i, glm::dvec3(i, 0, 0));
  ASSERT_EQ(path.size(), TravelPath::kPoints);
  EXPECT_EQ(path.time(0), 5);
  EXPECT_EQ(path.time(path.size() - 1), TravelPath::kPoints + 4);
}

}  // namespace
}  // namespace app
