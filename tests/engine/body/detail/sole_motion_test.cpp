#include "crossfade/body/detail/sole_motion.h"

#include <gtest/gtest.h>

#include "tests/support/sample_clips.h"

namespace crossfade::detail {
namespace {

/// A single joint is hips and foot. It moves 1 m in the first second, and 3 m in the second.
struct Slider {
  Skeleton skeleton = *Skeleton::make({{"foot", -1, {}, 0}});
  AnimationClip clip = test::clip("faster", {test::track({0, Channel::Translation}, Interpolation::Linear, {0, 1, 2},
                                                         {0, 0, 0, 1, 0, 0, 4, 0, 0})});
  Feet feet{.feet = {{.name = "foot", .ankle = 0, .sole = {{{0}, {0}, {0}}}}}, .hips = 0, .legLength = 1};
};

TEST(SoleMotion, VelocitiesAreThoseOverTheNeighboringSamples) {
  const Slider slider;
  const auto speedAt = [&](int sample, bool cyclic) {
    return SoleMotion(slider.skeleton, slider.feet, slider.clip, 10, cyclic).velocity(sample, 0, kHeel).x;
  };
  EXPECT_NEAR(speedAt(9, false), 1, 1e-5);
  EXPECT_NEAR(speedAt(10, false), 2, 1e-5) << "the mean of both";
  EXPECT_NEAR(speedAt(11, false), 3, 1e-5);
  EXPECT_NEAR(speedAt(0, false), 1, 1e-5) << "only the sample after it";
  EXPECT_NEAR(speedAt(20, false), 3, 1e-5) << "only the sample before it";
  for (const int sample : {0, 20, -20}) EXPECT_NEAR(speedAt(sample, true), 2, 1e-5) << "from one loop to the next";
  EXPECT_NEAR(speedAt(1, true), 1, 1e-5);
}

TEST(SoleMotion, HasAtLeastEightSamples) {
  const Slider slider;
  EXPECT_EQ(SoleMotion(slider.skeleton, slider.feet, slider.clip, 0.5, {}).count(), 8);
  EXPECT_EQ(SoleMotion(slider.skeleton, slider.feet, slider.clip, 0, {}).count(), 0);
}

}  // namespace
}  // namespace crossfade::detail
