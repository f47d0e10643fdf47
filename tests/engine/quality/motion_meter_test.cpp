#include "crossfade/quality/motion_meter.h"

#include <gtest/gtest.h>

#include <cmath>

namespace crossfade {
namespace {

Pose at(double x, double angle = 0) {
  return {.locals = {{.translation = {static_cast<float>(x), 0, 0},
                      .rotation = makeQuat(0, 0, static_cast<float>(std::sin(angle / 2)),
                                           static_cast<float>(std::cos(angle / 2)))}},
          .morphWeights = {}};
}

TEST(MotionMeter, OfEvenMotionSeesStepsButNoJumps) {
  MotionMeter meter(1, 0.5);
  for (int i = 0; i < 6; ++i) meter.add(at(i, 0.1 * i));
  EXPECT_NEAR(meter.joints()[0].translation.step, 1, 1e-6);
  EXPECT_NEAR(meter.joints()[0].rotation.step, 0.1, 1e-6);
  EXPECT_NEAR(meter.joints()[0].translation.jump, 0, 1e-6);
  EXPECT_NEAR(meter.joints()[0].rotation.jump, 0, 1e-5);
  EXPECT_NEAR(meter.joints()[0].rotation.spike, 0, 1e-5);
}

TEST(MotionMeter, SeesAJumpOfPositionAsASpikeAndAChangeOfSpeedAsAJump) {
  MotionMeter jump(1, 0.5), speedChange(1, 0.5);
  for (const double x : {0.0, 0.1, 0.2, 5.2, 5.3}) jump.add(at(x));
  EXPECT_NEAR(jump.joints()[0].translation.spike, 4.9, 1e-5);
  EXPECT_NEAR(jump.joints()[0].translation.jump, 4.9 / 0.5, 1e-5);
  for (const double x : {0.0, 0.1, 0.2, 0.5, 0.8, 1.1}) speedChange.add(at(x));
  EXPECT_NEAR(speedChange.joints()[0].translation.spike, 0, 1e-6) << "faster, but without a jump";
  EXPECT_NEAR(speedChange.joints()[0].translation.jump, 0.2 / 0.5, 1e-5);
}

TEST(MotionMeter, LeavesOutWhatTouchesAFrameThatDoesNotCount) {
  MotionMeter meter(1, 1);
  int frame = 0;
  for (const double x : {0.0, 0.1, 0.2, 0.3, -7.0, -6.9, -6.8, -6.7, -6.6}) meter.add(at(x), ++frame != 5);
  EXPECT_NEAR(meter.joints()[0].translation.step, 0.1, 1e-5);
  EXPECT_NEAR(meter.joints()[0].translation.jump, 0, 1e-5);
}

TEST(MotionMeter, StartsOverAfterARestart) {
  MotionMeter meter(1, 1);
  meter.add(at(0));
  meter.restart();
  meter.add(at(100));
  meter.add(at(101));
  EXPECT_NEAR(meter.joints()[0].translation.step, 1, 1e-5);
}

}  // namespace
}  // namespace crossfade
