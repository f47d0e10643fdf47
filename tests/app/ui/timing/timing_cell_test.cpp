// The text of a cell.
#include <string>

#include <gtest/gtest.h>

#include "app/ui/timing/timing_paint.h"

namespace app::test {
namespace {

std::string progress(const TimingScene& scene, int row, crossfade::ClockKind kind, ProgressDetail detail) {
  return progressText(scene.lane(row, kind), detail).text();
}

/// The lesson on clocks: 60, 30 and 10 frames per second for ten seconds.
TEST(TimingCell, ShowsTheDistancesOfTheLesson) {
  using enum crossfade::ClockKind;
  TimingScene scene;
  ASSERT_TRUE(scene.apply(UseTimingPreset{TimingPreset::Lesson}));
  scene.advance(10);
  for (const ProgressDetail detail : {ProgressDetail::Distance, ProgressDetail::Speed, ProgressDetail::Bounces}) {
    EXPECT_TRUE(progress(scene, 0, TimeBased, detail).starts_with("1194"));
    EXPECT_TRUE(progress(scene, 1, TimeBased, detail).starts_with("1188"));
    EXPECT_TRUE(progress(scene, 2, TimeBased, detail).starts_with("1164"));
    for (int row = 0; row < 3; ++row) EXPECT_TRUE(progress(scene, row, FixedStep, detail).starts_with("1192"));
  }
  EXPECT_EQ(progress(scene, 2, TimeBased, ProgressDetail::Distance), "1164");
  EXPECT_EQ(progress(scene, 2, TimeBased, ProgressDetail::Speed), "1164 of 1200 \u00b7 0.97\u00d7");
  EXPECT_EQ(progress(scene, 1, FrameBased, ProgressDetail::Bounces), "598 of 1200 \u00b7 0.50\u00d7 \u00b7 1 bounce");
}

TEST(TimingCell, WritesRangesInFull) {
  EXPECT_STREQ(rangeText({.low = -6000, .high = 15000}), "-6000 to +15000");
  EXPECT_STREQ(rangeText({.low = -1.5, .high = 0}), "-1.5 to 0");
}

}  // namespace
}  // namespace app::test
