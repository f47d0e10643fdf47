#include "app/session/character/playback/playback_record.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace app {
namespace {

TEST(WeightHistory, KeepsTheLastRowsInOrder) {
  WeightHistory history(2, 3);
  for (int i = 0; i < 7; ++i) history.add(i, std::vector<float>{static_cast<float>(i), static_cast<float>(-i)});
  ASSERT_EQ(history.size(), 3);
  for (int row = 0; row < 3; ++row) {
    EXPECT_EQ(history.time(row), 4 + row);
    EXPECT_EQ(history.weight(row, 0), static_cast<float>(4 + row));
    EXPECT_EQ(history.weight(row, 1), static_cast<float>(-4 - row));
  }
}

TEST(WeightHistory, HasOneRowForATimeAndIgnoresReplays) {
  WeightHistory history(1, 5);
  for (const double time : {1.0, 2.0, 3.0}) history.add(time, std::vector<float>{static_cast<float>(time)});
  history.add(3, std::vector<float>{7});
  ASSERT_EQ(history.size(), 3);
  EXPECT_EQ(history.weight(2, 0), 7) << "changed while time stood still";
  history.add(2, std::vector<float>{9});
  EXPECT_EQ(history.size(), 3);
  EXPECT_EQ(history.weight(1, 0), 2) << "shown again, not recorded again";
}

TEST(WeightHistory, DropsWhatWillNotHappen) {
  WeightHistory history(1, 4);
  for (int i = 0; i < 7; ++i) history.add(i, std::vector<float>{static_cast<float>(i)});
  history.dropAfter(4.5);
  ASSERT_EQ(history.size(), 2);
  EXPECT_EQ(history.time(1), 4);
  history.dropAfter(4);
  EXPECT_EQ(history.size(), 2) << "4 itself has happened";
  history.add(4.25, std::vector<float>{1});
  EXPECT_EQ(history.time(2), 4.25);
  history.dropAfter(-1);
  EXPECT_EQ(history.size(), 0);
}

TEST(WeightHistory, FindsARowByTime) {
  WeightHistory history(1, 4);
  EXPECT_EQ(history.rowAt(0), 0);
  for (int i = 0; i < 6; ++i) history.add(i, std::vector<float>{0});
  EXPECT_EQ(history.rowAt(-1), 0);
  EXPECT_EQ(history.rowAt(2), 0);
  EXPECT_EQ(history.rowAt(3), 1);
  EXPECT_EQ(history.rowAt(3.5), 2);
  EXPECT_EQ(history.rowAt(6), 4);
}

TEST(WeightHistory, KeepsThePhaseOfEachClip) {
  WeightHistory history(2, 2);
  for (int i = 0; i < 3; ++i)
    history.add(i, std::vector<float>{1, 1}, std::vector<float>{0.25f * static_cast<float>(i), 1});
  for (int row = 0; row < 2; ++row) {
    EXPECT_NEAR(history.phase(row, 0), 0.25 * (row + 1), 1e-4);
    EXPECT_EQ(history.phase(row, 1), 1);
  }
}

TEST(WeightHistory, WithoutClipsStoresTimesOnly) {
  WeightHistory history(0, 2);
  history.add(1, {});
  EXPECT_EQ(history.size(), 1);
}

TEST(WeightHistory, AllocatesNothing) {
  WeightHistory history(3, 10);
  const std::vector<float> row = {1, 2, 3};
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 50; ++i) history.add(i, row);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace

}  // namespace app

namespace app::test {
namespace {

TEST(PlaybackEvents, KeepsTheLatestOfEachClip) {
  PlaybackEvents events(2);
  for (int i = 1; i <= 6; ++i) events.add(0, {.mixerTime = static_cast<double>(i)});
  ASSERT_EQ(events.count(0), PlaybackEvents::kKept);
  EXPECT_EQ(events.event(0, 0).mixerTime, 6);
  EXPECT_EQ(events.event(0, 3).mixerTime, 3);
  EXPECT_EQ(events.count(1), 0);
}

TEST(PlaybackEvents, ForgetsTheFutureWhenTimeWasSetBack) {
  PlaybackEvents events(1);
  for (int i = 1; i <= 4; ++i) events.add(0, {.mixerTime = static_cast<double>(i)});
  events.add(0, {.mixerTime = 2.5});
  ASSERT_EQ(events.count(0), 3);
  EXPECT_EQ(events.event(0, 0).mixerTime, 2.5);
  EXPECT_EQ(events.event(0, 1).mixerTime, 2);
}

}  // namespace

namespace {

TEST(PlaybackRecord, KeepsHalfAMinuteAtAHighFrameRate) {
  constexpr double kFps = 144;
  crossfade::ClipSet clips;
  const crossfade::ClipId walk = clips.add(crossfade::test::slide("walk", 2));
  crossfade::AnimationMixer mixer(clips);
  const std::array actions{&mixer.clipAction(walk).play()};
  PlaybackRecord record(1);
  for (int i = 0; i < 40 * 144; ++i) {
    mixer.update(1 / kFps);
    record.add(mixer, actions, {});
  }
  ASSERT_GT(record.weights().size(), 0);
  EXPECT_NEAR(mixer.time() - record.weights().time(0), 30, 1.5 / kFps);
  const int last = record.weights().size() - 1;
  EXPECT_EQ(record.weights().weight(last, 0), 1);
  EXPECT_NEAR(record.weights().phase(last, 0), actions[0]->time / 2, 1e-4);
}

}  // namespace

}  // namespace app::test
