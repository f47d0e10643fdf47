#include "crossfade/quality/seam_case.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

struct SeamCaseTest : testing::Test {
  ClipSet clips{{test::slide("a", 1), test::slide("b", 1)}};
  Pose rest{.locals = {Transform{}}, .morphWeights = {}};
  SeamCasePlayer player{clips, ChannelLayout(1, {}), rest};

  /// "b" before, "d" during, "e" end, "a" after; "s" where a transition starts, "w" after a frame in which a clip
  /// started over.
  std::string played(const SeamCase& wanted, const SeamFrames& frames) {
    std::string letters;
    player.play(
        wanted, frames,
        [&](const SeamFrame& frame) {
          letters += "bdea"[static_cast<std::size_t>(frame.part)];
          if (frame.wrapped) letters += 'w';
        },
        [&] { letters += 's'; });
    return letters;
  }
};

TEST_F(SeamCaseTest, PlaysItsPartsInOrder) {
  const SeamCase fade{.from = 0, .to = 1, .options = {.seconds = 4 / kSeamRate}};
  EXPECT_EQ(played(fade, {.start = 0, .before = 3, .after = 2}), "bbbsdddeaa");
  EXPECT_EQ(played(fade, {.start = 1 - 1.5 / kSeamRate, .before = 3, .after = 0}), "bbbwsddde");
}

TEST_F(SeamCaseTest, ACutTakesOneFrame) {
  EXPECT_EQ(played({.from = 0, .to = 1, .options = {.seconds = 0}}, {.start = 0, .before = 1, .after = 2}), "bseaa");
}

TEST_F(SeamCaseTest, AnInterruptedOneGoesBackHalfway) {
  const SeamCase fade{.from = 0, .to = 1, .options = {.seconds = 4 / kSeamRate}, .interruptions = {0.5}};
  EXPECT_EQ(played(fade, {.start = 0, .before = 1, .after = 1}), "bsddsdddea");
  const SeamCase cut{.from = 0, .to = 1, .options = {.seconds = 0}, .interruptions = {0.5}};
  EXPECT_EQ(played(cut, {.start = 0, .before = 1, .after = 1}), "bssea");
}

TEST_F(SeamCaseTest, BeginsRoundsEarlierIfNeedBe) {
  const auto timeAtSwitch = [&](double start, int before) {
    const SeamCase fade{.from = 0, .to = 1, .start = start, .options = {.seconds = 4 / kSeamRate}};
    double time = -1;
    player.play(
        fade, player.framesAround(fade, before, 0), [](const SeamFrame&) {}, [&] { time = player.actions()[0]->time; });
    return time;
  };
  EXPECT_NEAR(timeAtSwitch(0.25, 24), 0.25, 1e-9);
  EXPECT_NEAR(timeAtSwitch(0.25, 600), 0.25, 1e-9) << "two and a half loops of lead-in";
}

TEST_F(SeamCaseTest, FollowsItsOwnCurve) {
  const auto weightHalfway = [&](const AnimationCurve* curve) {
    const SeamCase fade{
        .from = 0, .to = 1, .options = {.seconds = 8 / kSeamRate, .kind = TransitionKind::Curve}, .curve = curve};
    double weight = -1;
    player.play(fade, {.start = 0, .before = 1, .after = 0}, [&](const SeamFrame& frame) {
      if (frame.part == SeamFrame::Part::During && frame.remaining == 3) weight = frame.incoming->getEffectiveWeight();
    });
    return weight;
  };
  const auto late =
      *AnimationCurve::make({{.time = 0, .value = 0}, {.time = 0.9, .value = 0}, {.time = 1, .value = 1}});
  const auto early =
      *AnimationCurve::make({{.time = 0, .value = 0}, {.time = 0.1, .value = 1}, {.time = 1, .value = 1}});
  EXPECT_NEAR(weightHalfway(nullptr), 0.5, 0.1);
  EXPECT_NEAR(weightHalfway(&late), 0, 1e-9);
  EXPECT_NEAR(weightHalfway(&early), 1, 1e-9);
  EXPECT_NEAR(weightHalfway(nullptr), 0.5, 0.1) << "the next case has none again";
}

}  // namespace
}  // namespace crossfade
