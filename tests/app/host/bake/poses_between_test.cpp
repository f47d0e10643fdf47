#include "app/host/bake/poses_between.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace app {
namespace {

using crossfade::Pose;

constexpr double kError = 1e-4;

/// Poses whose only morph weight follows a function of time.
template <class Value>
std::vector<TimedPose> found(Value value, float begin = 0, float end = 1.0f / 60) {
  const auto at = [&](float time) {
    return Pose{.locals = {}, .morphWeights = {static_cast<float>(value(static_cast<double>(time)))}};
  };
  const PoseDistance distance{Model{}};
  return posesBetween({begin, at(begin)}, {end, at(end)}, distance,
                      {.at = at, .error = kError, .shortest = (end - begin) / 64});
}

float weight(const TimedPose& pose) { return pose.pose.morphWeights[0]; }

TEST(PosesBetween, OfALineAreNone) {
  EXPECT_TRUE(found([](double time) { return 3 * time; }).empty());
  EXPECT_TRUE(found([](double) { return 0.5; }).empty());
}

TEST(PosesBetween, OfAJumpAreTheLastFloatBeforeItAndTheFirstOne) {
  for (const float begin : {0.0f, 0.5f, 3000.0f}) {
    const double jump = static_cast<double>(begin) + 0.0123;
    const auto poses = found([&](double time) { return (time < jump ? 0 : 1) + 0.2 * time; }, begin, begin + 1.0f / 60);
    ASSERT_EQ(poses.size(), 2u) << begin;
    EXPECT_LT(static_cast<double>(poses[0].time), jump);
    EXPECT_GE(static_cast<double>(poses[1].time), jump);
    EXPECT_EQ(std::nextafter(poses[0].time, 9999.0f), poses[1].time);
    EXPECT_NEAR(weight(poses[1]) - weight(poses[0]), 1, 1e-3);
  }
}

TEST(PosesBetween, FindStepsThatLieOnALine) {
  const auto poses = found([](double time) { return std::floor(240 * time); });
  int jumps = 0;
  for (std::size_t i = 1; i < poses.size(); ++i) {
    if (weight(poses[i]) == weight(poses[i - 1])) continue;
    EXPECT_EQ(std::nextafter(poses[i - 1].time, 1.0f), poses[i].time);
    ++jumps;
  }
  EXPECT_EQ(jumps, 3) << "and one at the end";
}

TEST(PosesBetween, FindAPulseThatIsOverAtTheNextFrame) {
  const auto poses = found([](double time) { return time >= 0.004 && time < 0.011 ? 1 : 0; });
  ASSERT_EQ(poses.size(), 4u);
  EXPECT_NEAR(poses[1].time, 0.004, 1e-7);
  EXPECT_NEAR(poses[3].time, 0.011, 1e-7);
}

TEST(PosesBetween, BendWhereTheMotionDoes) {
  const auto bow = [](double time) { return std::sin(90 * time); };
  std::vector<TimedPose> poses = found(bow);
  EXPECT_GE(poses.size(), 8u);
  EXPECT_LE(poses.size(), 63u);
  poses.push_back({1.0f / 60, {.locals = {}, .morphWeights = {static_cast<float>(bow(1.0 / 60))}}});
  TimedPose last{0, {.locals = {}, .morphWeights = {0}}};
  for (const TimedPose& next : poses) {
    const double middle = (static_cast<double>(last.time) + static_cast<double>(next.time)) / 2;
    EXPECT_NEAR((weight(last) + weight(next)) / 2, bow(middle), kError * 1.1) << middle;
    last = next;
  }
}

TEST(PosesBetween, TakeTheRoundingOfALateTimeForNoCurve) {
  const auto at = [](double time) {
    return Pose{.locals = {}, .morphWeights = {static_cast<float>(0.5 * (time - 3000))}};
  };
  const double begin = 3000.1 + 1.0 / 60, end = begin + 1.0 / 60;  // shown at these, stored as floats
  const auto poses = posesBetween({static_cast<float>(begin), at(begin)}, {static_cast<float>(end), at(end)},
                                  PoseDistance{Model{}}, {.at = at, .error = 1e-6, .shortest = 1e-5f});
  EXPECT_TRUE(poses.empty());
}

TEST(PosesBetween, FindAJumpInTheMidstOfACurve) {
  const auto poses = found([](double time) { return std::sin(90 * time) + (time < 0.007 ? 0 : 0.05); });
  const auto jump = std::adjacent_find(poses.begin(), poses.end(), [](const TimedPose& a, const TimedPose& b) {
    return std::nextafter(a.time, b.time) == b.time;
  });
  ASSERT_NE(jump, poses.end());
  EXPECT_NEAR(jump->time, 0.007, 1e-7);
}

}  // namespace
}  // namespace app
