#include "app/session/character/timeline/take.h"

#include <gtest/gtest.h>

namespace app {
namespace {

/// A log of frames of one second, and a moment before each.
void addSeconds(Take& take, int count) {
  for (int i = 0; i < count; ++i) {
    const std::int64_t number = take.endFrame();
    if (take.momentIsDue(number)) take.addMoment(number);
    take.add({.input = {.delta = 1, .speed = 1}, .begin = take.end(), .end = take.end() + 1, .divisible = true});
  }
}

struct TakeTest : testing::Test {
  TakeTest() {
    take.restart(0, [](CharacterMoment&) {});
  }
  Take take;
};

TEST_F(TakeTest, SplitsAFrameOnceItHasForgottenTheFirstOnes) {
  addSeconds(take, 50);
  ASSERT_GT(take.firstFrame(), 10);
  const std::int64_t after = take.splitAt(40.25);
  EXPECT_EQ(after, 41);
  EXPECT_EQ(take.frame(40).end, 40.25);
  EXPECT_EQ(take.frame(40).input.delta, 0.25);
  EXPECT_EQ(take.frame(41).begin, 40.25);
  EXPECT_EQ(take.frame(41).end, 41);
  EXPECT_EQ(take.frame(41).input.delta, 0.75);
  EXPECT_EQ(take.endFrame(), 51);
  EXPECT_EQ(take.momentBefore(40.25).frame, 40) << "there is none in between";
  EXPECT_EQ(take.momentBefore(41).frame, 42) << "it was 41 before";
}

TEST_F(TakeTest, InsertsACommandBeforeThoseOfItsFrame) {
  addSeconds(take, 3);
  take.add(TakeCommand(PlayClip{0}));
  addSeconds(take, 1);
  take.insert(3, TakeCommand(PlayClip{1}));
  ASSERT_EQ(take.commands().size(), 2u);
  EXPECT_EQ(take.commands()[0].frame, 3);
  EXPECT_EQ(take.commands()[1].frame, 4) << "the frame of the new command is empty and its own";
  EXPECT_EQ(take.commands()[1].id, 0) << "what was there first";
  EXPECT_EQ(take.frame(3).begin, take.frame(3).end);
  EXPECT_EQ(take.endFrame(), 5);
}

}  // namespace
}  // namespace app
