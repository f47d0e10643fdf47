#include "app/host/quality/quality_limit.h"

#include <limits>

#include <gtest/gtest.h>

namespace app {
namespace {

using crossfade::TransitionKind;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool sweepExceeds(TransitionKind kind, double velocityRatio, double positionRatio, bool isOnlyKind = false) {
  const SweepRow row{.kind = kind, .velocityRatio = {.max = velocityRatio}, .positionRatio = {.max = positionRatio}};
  return faultOf(row, {}, isOnlyKind) != FadeFault::None;
}

/// 95 of 100 fades are within these.
FadeFault faultOfBody(TransitionKind kind, const crossfade::SeamExcess& excess, bool isOnlyKind = false) {
  const SweepRow row{.kind = kind,
                     .overshoot = {.p95 = excess.overshoot, .max = 9},
                     .tilt = {.p95 = excess.tilt, .max = 9},
                     .sink = {.p95 = excess.sink, .max = 9}};
  return faultOf(row, {}, isOnlyKind);
}

TEST(QualityLimit, HoldsEachKindToItsPromises) {
  EXPECT_TRUE(sweepExceeds(TransitionKind::Inertial, 8, 0));
  EXPECT_FALSE(sweepExceeds(TransitionKind::Inertial, 6, 0));
  EXPECT_FALSE(sweepExceeds(TransitionKind::Linear, 8, 0)) << "promises no smooth velocity";
  EXPECT_TRUE(sweepExceeds(TransitionKind::Linear, 8, 0, true)) << "but was asked for by name";
  EXPECT_TRUE(sweepExceeds(TransitionKind::Frozen, 0, 1.5));
  EXPECT_FALSE(sweepExceeds(TransitionKind::Classic, 0, 1.5));
}

TEST(QualityLimit, HoldsTheBodyNearItsClips) {
  EXPECT_EQ(faultOfBody(TransitionKind::Curve, {.overshoot = 1.5, .tilt = 0.17, .sink = 0.09}), FadeFault::None);
  EXPECT_EQ(faultOfBody(TransitionKind::Curve, {.sink = 0.11}), FadeFault::Sink);
  EXPECT_EQ(faultOfBody(TransitionKind::Curve, {.tilt = 0.18}), FadeFault::Tilt);
  EXPECT_EQ(faultOfBody(TransitionKind::Curve, {.overshoot = 1.6}), FadeFault::Overshoot);
  EXPECT_EQ(faultOfBody(TransitionKind::Inertial, {.sink = 0.5}), FadeFault::None) << "does not promise it";
  EXPECT_EQ(faultOfBody(TransitionKind::Inertial, {.sink = 0.5}, true), FadeFault::Sink) << "but was asked for by name";
}

TEST(QualityLimit, OfAScriptCoversVelocityAndPosition) {
  const auto exceeds = [](double velocityRatio, double positionRatio) {
    ScriptSeams seams;
    seams.report.worst.velocityRatio = velocityRatio;
    seams.report.worst.positionRatio = positionRatio;
    return faultOf(seams, {}) != FadeFault::None;
  };
  EXPECT_FALSE(exceeds(7, 1));
  EXPECT_TRUE(exceeds(7.1, 0));
  EXPECT_TRUE(exceeds(0, 1.1));
}

TEST(QualityLimit, OfAScriptCoversTheBody) {
  ScriptSeams seams;
  seams.report.excess.sink = 0.2;
  EXPECT_EQ(faultOf(seams, {}), FadeFault::Sink);
  EXPECT_EQ(faultOf(seams, {.sink = 0.3}), FadeFault::None);
}

TEST(QualityLimit, IsExceededByNaN) {
  EXPECT_TRUE(sweepExceeds(TransitionKind::Inertial, kNan, 0));
  EXPECT_TRUE(sweepExceeds(TransitionKind::Inertial, 0, kNan));
}

}  // namespace
}  // namespace app
