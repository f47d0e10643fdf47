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
  const SeamCase fade{.from = 0, .to = 1, .options = {.seconds = 4 / kSeamRate}, .interrupted = true};
  EXPECT_EQ(played(fade, {.start = 0, .before = 1, .after = 1}), "bsddsdddea");
  const SeamCase cut{.from = 0, .to = 1, .options = {.seconds = 0}, .interrupted = true};
  EXPECT_EQ(played(cut, {.start = 0, .before = 1, .after = 1}), "bssea");
}

}  // namespace
}  // namespace crossfade
