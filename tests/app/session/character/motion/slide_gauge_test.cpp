#include "app/session/character/motion/foot_lock.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "app/session/session.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

constexpr int kIdle = 0, kWalk = 1, kRun = 2, kWave = 9;

struct SlideGauges : testing::Test {
  void SetUp() override {
    for (const int clip : {kIdle, kWalk, kRun, kWave}) study.of(clip);
  }
  void fadeTo(int source) { ASSERT_TRUE(session.apply(FadeTo{.clip = source, .how = {.seconds = 0}})); }
  /// Of two seconds that play.
  std::optional<double> measured(int rate = 60) {
    SlideGauge gauge(session.model(), study);
    for (int frame = 0; frame < 2 * rate; ++frame) {
      session.advance(1.0 / rate, profiler);
      const Player& player = session.character().player();
      gauge.add({.mixer = player.transitions().mixer(),
                 .pose = session.pose(),
                 .settings = session.character().clipSettings(),
                 .mode = session.character().ground().travel(),
                 .travel = player.travel().velocity});
    }
    return gauge.fraction();
  }

  Session session{*importModel(test::sourceFolder() / "assets/character.glb")};
  ClipStudy study{session.model()};
  FrameProfiler profiler;
};

TEST_F(SlideGauges, AWalkSlidesLittleAtAnySpeed) {
  fadeTo(kWalk);
  const auto usual = measured();
  ASSERT_TRUE(usual);
  EXPECT_LT(*usual, 0.15);
  ASSERT_TRUE(session.apply(SetClip{kWalk, &ClipSettings::timeScale, 2.0}));
  EXPECT_NEAR(measured().value_or(-1), *usual, 0.03);
  EXPECT_NEAR(measured(120).value_or(-1), *usual, 0.03) << "whatever the frame rate";
}

TEST_F(SlideGauges, ATravelingCharacterSlidesAsOneOnATreadmill) {
  fadeTo(kWalk);
  const double inPlace = measured().value_or(-1);
  ASSERT_TRUE(session.apply(SetTravel{TravelMode::Travel}));
  EXPECT_NEAR(measured().value_or(-1), inPlace, 0.03);
}

TEST_F(SlideGauges, BetweenTwoGaitsFeetSlideMore) {
  fadeTo(kWalk);
  const double walk = measured().value_or(-1);
  fadeTo(kRun);
  const double run = measured().value_or(-1);
  ASSERT_TRUE(session.apply(
      SetBlendSpace{{.name = "Gaits", .x = 2.4, .samples = {{.clip = kWalk, .x = 1.4}, {.clip = kRun, .x = 3.5}}}}));
  fadeTo(blendSpaceNumber("Gaits"));
  EXPECT_GT(measured().value_or(-1), 1.5 * std::max(walk, run));
}

TEST_F(SlideGauges, WhatStandsHasNone) {
  fadeTo(kIdle);
  EXPECT_FALSE(measured());
  SlideGauge gauge(session.model(), study);
  EXPECT_FALSE(gauge.fraction()) << "before its first frame";
}

}  // namespace
}  // namespace app
