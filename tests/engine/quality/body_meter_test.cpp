#include "crossfade/quality/body_meter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

/// Hips at (0, 1, 0), a head one above them that leans by `lean` radians, and a foot `below` the hips.
Pose bodyAt(double lean, double below, double x = 0) {
  const auto f = [](double value) { return static_cast<float>(value); };
  return {.locals = {{.translation = {f(x), 1, 0},
                      .rotation = makeQuat(0, 0, f(std::sin(lean / 2)), f(std::cos(lean / 2)))},
                     {.translation = {0, 1, 0}},
                     {.translation = {0, f(-below), 0}}},
          .morphWeights = {}};
}

Skeleton bodySkeleton() {
  return *Skeleton::make({{.name = "hips", .parent = kNoJoint, .rest = {}, .documentIndex = 0},
                          {.name = "head", .parent = 0, .rest = {}, .documentIndex = 1},
                          {.name = "foot", .parent = 0, .rest = {}, .documentIndex = 2}});
}

struct BodyMeterTest : testing::Test {
  Skeleton skeleton = bodySkeleton();
  MeasuredBody body{.counts = {}, .hips = 0, .head = 1};
};

TEST_F(BodyMeterTest, MeasuresTiltHeightAndSpace) {
  BodyMeter meter(skeleton, body, 0.1);
  meter.add(bodyAt(0.1, 1));
  meter.add(bodyAt(-0.4, 1));
  meter.add(bodyAt(0, 1.2, 3));
  EXPECT_NEAR(meter.range().tilt, 0.4, 1e-6);
  EXPECT_NEAR(meter.range().low.y, -0.2, 1e-6);
  EXPECT_NEAR(meter.range().high.y, 2, 1e-6);
  EXPECT_NEAR(meter.range().high.x, 3, 1e-6);
}

TEST_F(BodyMeterTest, OfAHeadBelowTheHipsTiltsByMoreThanARightAngle) {
  BodyMeter meter(skeleton, body, 0.1);
  meter.add(bodyAt(std::numbers::pi * 0.9, 1));
  EXPECT_NEAR(meter.range().tilt, std::numbers::pi * 0.9, 1e-5);
}

TEST_F(BodyMeterTest, SeesAChildMoveWithItsParent) {
  BodyMeter meter(skeleton, body, 0.1);
  for (const double x : {0.0, 0.1, 0.2, 0.5}) meter.add(bodyAt(0, 1, x));
  EXPECT_NEAR(meter.joints()[1].translation.jump, 0.2 / 0.1, 1e-4) << "the head, which is still relative to the hips";
}

TEST_F(BodyMeterTest, LeavesOutJointsThatDoNotCountAndFramesThatDoNotExtend) {
  body.counts = {true, true, false};
  BodyMeter meter(skeleton, body, 0.1);
  meter.add(bodyAt(0, 5));
  meter.add(bodyAt(1, 5), true, false);
  EXPECT_NEAR(meter.range().low.y, 1, 1e-6);
  EXPECT_NEAR(meter.range().tilt, 0, 1e-6);
}

TEST_F(BodyMeterTest, SizeIsThatOfJointsThatCountOrLarger) {
  const Pose pose = bodyAt(0, 3);
  EXPECT_NEAR(withSizeOf(body, skeleton, pose).size, 4, 1e-6);
  body.counts = {true, true, false};
  EXPECT_NEAR(withSizeOf(body, skeleton, pose).size, 1, 1e-6);
  body.size = 2;
  EXPECT_NEAR(withSizeOf(body, skeleton, pose).size, 2, 1e-6);
}

}  // namespace
}  // namespace crossfade
