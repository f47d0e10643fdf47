#include "app/host/window/frame_pace.h"

#include <gtest/gtest.h>

namespace app {
namespace {

/// Frames that are drawn from `from` to `to` (seconds), asked as the window does: after each wait, at 60 Hz without
/// one.
int drawnFrames(FramePace& pace, double from, double to, FrameCause cause) {
  int count = 0;
  for (double now = from; now<to; now += pace.wait()> 0 ? pace.wait() : 1 / 60.0) count += pace.draws(now, cause);
  return count;
}

TEST(FramePace, DrawsEveryFrameWhileSomethingMoves) {
  FramePace pace;
  EXPECT_NEAR(drawnFrames(pace, 0, 2, {.moves = true}), 120, 1);
}

TEST(FramePace, DrawsNothingWhileNothingHappens) {
  FramePace pace;
  (void)pace.draws(0, {.acts = true});
  EXPECT_NEAR(drawnFrames(pace, 1.0 / 60, 1, {}), 59, 1) << "a tooltip may still come";
  drawnFrames(pace, 1, 1.5, {});
  EXPECT_EQ(drawnFrames(pace, 1.5, 1000, {}), 0);
  EXPECT_EQ(pace.wait(), FramePace::kRest);
}

TEST(FramePace, DrawsTheLastStateOfWhatHasMoved) {
  FramePace pace;
  drawnFrames(pace, 0, 2, {.moves = true});
  EXPECT_TRUE(pace.draws(2, {})) << "without it, the last picture would be of the frame before the end";
  EXPECT_FALSE(pace.draws(2.25, {}));
}

TEST(FramePace, DrawsTenTimesASecondWhileSomethingWorks) {
  FramePace pace;
  EXPECT_NEAR(drawnFrames(pace, 10, 20, {.works = true}), 100, 2);
  EXPECT_TRUE(pace.draws(20, {})) << "the result";
  EXPECT_EQ(drawnFrames(pace, 20.25, 30, {}), 0);
}

TEST(FramePace, DrawsNothingWhileHiddenWhateverMoves) {
  FramePace pace;
  EXPECT_GT(drawnFrames(pace, 0, 1, {.moves = true}), 50);
  EXPECT_EQ(drawnFrames(pace, 1, 20, {.acts = true, .moves = true, .works = true, .hidden = true}), 0);
  EXPECT_EQ(pace.wait(), FramePace::kRest);
  EXPECT_TRUE(pace.draws(20, {.acts = true, .moves = true})) << "shown again";
}

TEST(FramePace, AnEventWakesItAtOnce) {
  FramePace pace;
  drawnFrames(pace, 0, 10, {});
  EXPECT_TRUE(pace.draws(10, {.acts = true}));
  EXPECT_EQ(pace.wait(), 0);
}

}  // namespace
}  // namespace app
