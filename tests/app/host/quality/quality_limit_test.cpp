#include "app/host/quality/quality_limit.h"

#include <limits>

#include <gtest/gtest.h>

namespace app {
namespace {

using crossfade::TransitionKind;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool sweepExceeds(TransitionKind kind, double velocityRatio, double positionRatio, bool isOnlyKind = false) {
  const SweepRow row{.kind = kind, .velocityRatio = {.max = velocityRatio}, .positionRatio = {.max = positionRatio}};
  return exceedsLimit(row, {.maxVelocityRatio = 7}, isOnlyKind);
}

TEST(QualityLimit, HoldsEachKindToItsPromises) {
  EXPECT_TRUE(sweepExceeds(TransitionKind::Inertial, 8, 0));
  EXPECT_FALSE(sweepExceeds(TransitionKind::Inertial, 6, 0));
  EXPECT_FALSE(sweepExceeds(TransitionKind::Linear, 8, 0)) << "promises no smooth velocity";
  EXPECT_TRUE(sweepExceeds(TransitionKind::Linear, 8, 0, true)) << "but was asked for by name";
  EXPECT_TRUE(sweepExceeds(TransitionKind::Frozen, 0, 1.5));
  EXPECT_FALSE(sweepExceeds(TransitionKind::Classic, 0, 1.5));
}

TEST(QualityLimit, OfAScriptCoversVelocityAndPosition) {
  const auto exceeds = [](double velocityRatio, double positionRatio) {
    ScriptSeams seams;
    seams.report.worst.velocityRatio = velocityRatio;
    seams.report.worst.positionRatio = positionRatio;
    return exceedsLimit(seams, {.maxVelocityRatio = 7});
  };
  EXPECT_FALSE(exceeds(7, 1));
  EXPECT_TRUE(exceeds(7.1, 0));
  EXPECT_TRUE(exceeds(0, 1.1));
}

TEST(QualityLimit, IsExceededByNaN) {
  EXPECT_TRUE(sweepExceeds(TransitionKind::Inertial, kNan, 0));
  EXPECT_TRUE(sweepExceeds(TransitionKind::Inertial, 0, kNan));
}

}  // namespace
}  // namespace app
