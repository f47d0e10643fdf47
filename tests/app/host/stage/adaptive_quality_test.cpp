#include "app/host/stage/adaptive_quality.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace app::test {
namespace {

/// Draws so many frames on a GPU that takes `fixed` seconds a frame and `perPicture` for all pixels at full scale;
/// returns how often the quality changed.
int draw(AdaptiveQuality& adaptive, int frames, double fixed, double perPicture) {
  int changes = 0;
  for (int i = 0; i < frames; ++i) {
    const PictureQuality before = adaptive.quality();
    const auto scale = static_cast<double>(renderQuality(before).scale);
    adaptive.add(fixed + perPicture * scale * scale);
    changes += adaptive.quality() != before;
  }
  return changes;
}

TEST(AdaptiveQuality, StaysFullOnAFastGpu) {
  AdaptiveQuality adaptive;
  EXPECT_EQ(draw(adaptive, 1000, 0.002, 0.02), 0);
  EXPECT_EQ(adaptive.quality(), PictureQuality::Full);
}

TEST(AdaptiveQuality, StepsDownUntilTheFrameIsFastEnough) {
  AdaptiveQuality adaptive;
  draw(adaptive, 30, 0.004, 0.04);
  EXPECT_EQ(adaptive.quality(), PictureQuality::High);  // 4 + 40 * 0.75^2 = 26.5 ms
  draw(adaptive, 30, 0.01, 0.04);
  EXPECT_EQ(adaptive.quality(), PictureQuality::Medium);  // 10 + 40 * 0.6^2 = 24.4 ms
  draw(adaptive, 30, 1, 1);
  EXPECT_EQ(adaptive.quality(), PictureQuality::Low);
}

TEST(AdaptiveQuality, ComesBackWhenTheSceneGetsCheaper) {
  AdaptiveQuality adaptive;
  draw(adaptive, 30, 1, 1);
  draw(adaptive, 3 * AdaptiveQuality::kFramesUp, 0.001, 0.004);
  EXPECT_EQ(adaptive.quality(), PictureQuality::Full);
}

TEST(AdaptiveQuality, SettlesWhateverTheCost) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> cost(0, 0.12);
  for (int gpu = 0; gpu < 2000; ++gpu) {
    AdaptiveQuality adaptive;
    const double fixed = cost(random), perPicture = cost(random);
    draw(adaptive, 100, fixed, perPicture);
    EXPECT_EQ(draw(adaptive, 2000, fixed, perPicture), 0) << fixed << " " << perPicture;
  }
}

TEST(AdaptiveQuality, TriesLessAndLessOftenWhatCostsMoreThanItsPixels) {
  AdaptiveQuality adaptive;
  int changes = 0;
  for (int i = 0; i < 20'000; ++i) {  // a crowd: all its triangles take long, a tenth of them do not
    const PictureQuality before = adaptive.quality();
    adaptive.add(before == PictureQuality::Full ? 0.3 : 0.01);
    changes += adaptive.quality() != before;
  }
  EXPECT_LE(changes, 30);
  draw(adaptive, 2 * AdaptiveQuality::kMaxFramesUp, 0.001, 0.002);
  EXPECT_EQ(adaptive.quality(), PictureQuality::Full) << "the crowd is gone";
  draw(adaptive, AdaptiveQuality::kFramesUp, 0.001, 0.002);
  draw(adaptive, AdaptiveQuality::kFramesDown, 1, 1);
  draw(adaptive, 2 * AdaptiveQuality::kFramesUp, 0.001, 0.002);
  EXPECT_EQ(adaptive.quality(), PictureQuality::Full) << "and forgotten";
}

TEST(AdaptiveQuality, SkipsSingleSlowFramesAndUnknownOnes) {
  AdaptiveQuality adaptive;
  for (int i = 0; i < 600; ++i) {
    adaptive.add(i % AdaptiveQuality::kFramesDown == 0 ? 0.01 : 0.2);
    adaptive.add(0);
    adaptive.add(std::numeric_limits<double>::quiet_NaN());
    adaptive.add(-1);
  }
  EXPECT_EQ(adaptive.quality(), PictureQuality::Full);
}

}  // namespace
}  // namespace app::test
