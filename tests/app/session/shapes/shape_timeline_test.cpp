#include "app/session/shapes/shape_timeline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace app {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

std::vector<TimelineKey> three() {
  std::vector<TimelineKey> keys(3);
  keys[0].hold = 1, keys[0].morph = 2;
  keys[1].hold = 0, keys[1].morph = 0;
  keys[2].hold = 0.5, keys[2].morph = 99;  // ignored
  return keys;
}

TEST(ShapeTimeline, AlternatesHoldsAndMorphs) {
  const auto keys = three();
  EXPECT_EQ(timelineLength(keys), 3.5);
  const auto at = [&](double time) { return timelinePositionAt(keys, time, ShapeEnding::Stop); };
  EXPECT_EQ(at(-1), (TimelinePosition{0, 0}));
  EXPECT_EQ(at(1), (TimelinePosition{0, 0}));
  EXPECT_EQ(at(1.5), (TimelinePosition{0, 0.25}));
  EXPECT_EQ(at(2.5), (TimelinePosition{0, 0.75}));
  EXPECT_EQ(at(3.2), (TimelinePosition{2, 0})) << "a hold and a morph of no seconds";
  EXPECT_EQ(at(99), (TimelinePosition{2, 0}));
  EXPECT_EQ(at(kNan), (TimelinePosition{0, 0}));
}

TEST(ShapeTimeline, RepeatsOrPlaysBackAndForth) {
  const auto keys = three();
  EXPECT_EQ(timelinePositionAt(keys, 3.5 + 1.5, ShapeEnding::Repeat), (TimelinePosition{0, 0.25}));
  EXPECT_EQ(timelinePositionAt(keys, 7 - 1.5, ShapeEnding::PingPong), (TimelinePosition{0, 0.25}));
  EXPECT_EQ(timelinePositionAt(keys, 7 + 1.5, ShapeEnding::PingPong), (TimelinePosition{0, 0.25}));
  EXPECT_EQ(foldedTime(-0.5, 3.5, ShapeEnding::Repeat), 3);
  EXPECT_EQ(foldedTime(-1e-30, 3.5, ShapeEnding::Repeat), 0);
  for (const auto ending : {ShapeEnding::Stop, ShapeEnding::Repeat, ShapeEnding::PingPong}) {
    EXPECT_EQ(foldedTime(kNan, 3.5, ending), 0);
    EXPECT_EQ(foldedTime(2, 0, ending), 0);
    EXPECT_TRUE(std::isfinite(foldedTime(kInfinity, 3.5, ending)));
    EXPECT_EQ(timelinePositionAt({}, 1, ending), TimelinePosition{});
  }
}

TEST(ShapeTimeline, ShowsWholeFrames) {
  const auto shown = [](double time) { return frameTime(time, 2, 3.2, ShapeEnding::Stop); };
  EXPECT_EQ(shown(0.49), 0);
  EXPECT_EQ(shown(0.5), 0.5);
  EXPECT_EQ(shown(3.19), 3);
  EXPECT_EQ(shown(3.2), 3.2) << "the end itself";
  double time = 0;
  for (int frame = 1; frame <= 1000; ++frame) {
    time += 1.0 / 30;  // falls short of the frame by rounding
    EXPECT_EQ(frameTime(time, 30, 1e9, ShapeEnding::Repeat), frame / 30.0);
  }
}

TEST(ShapeTimeline, ByPicturesShowsEachInBetweenForOneFrame) {
  const std::vector<KeyShape> keys(3);
  for (const double fps : {2.0, 3.0, 7.0, 25.0, 1000.0})
    for (const int inBetweens : {0, 1, 5, 6, 60}) {
      ShapeSettings settings = asInLesson({}, inBetweens);
      settings.fps = fps;
      std::vector<TimelineKey> timeline;
      makeTimeline(keys, settings, timeline);
      const int steps = inBetweens + 1, pictures = 2 * steps + 1;
      EXPECT_NEAR(timelineLength(timeline), pictures / fps, 1e-9);
      for (int picture = 0; picture < pictures; ++picture) {
        const double time = frameTime(picture / fps, fps, timelineLength(timeline), ShapeEnding::Stop);
        const TimelinePosition position = timelinePositionAt(timeline, time, ShapeEnding::Stop);
        EXPECT_EQ(position.key, picture / steps) << picture << " of " << inBetweens << " at " << fps;
        EXPECT_NEAR(position.fraction, static_cast<double>(picture % steps) / steps, 1e-6);
        EXPECT_EQ(position.fraction == 0, picture % steps == 0) << "a key shape itself";
      }
    }
}

TEST(ShapeTimeline, ByPicturesAPingPongShowsEachEndOnce) {
  ShapeSettings settings = asInLesson({}, 1);
  settings.ending = ShapeEnding::PingPong;
  std::vector<TimelineKey> timeline;
  makeTimeline(std::vector<KeyShape>(2), settings, timeline);
  const double length = timelineLength(timeline);
  EXPECT_EQ(timelinePeriod(length, settings.ending), 4 / settings.fps) << "first, between, last, between";
  const auto at = [&](int frame) { return timelinePositionAt(timeline, frame / settings.fps, settings.ending); };
  EXPECT_EQ(at(1), (TimelinePosition{0, 0.5}));
  EXPECT_EQ(at(2), (TimelinePosition{1, 0}));
  EXPECT_EQ(at(3), (TimelinePosition{0, 0.5}));
  EXPECT_EQ(at(4), (TimelinePosition{0, 0}));
}

}  // namespace
}  // namespace app
