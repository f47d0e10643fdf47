#include "app/profile/frame_log.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

constexpr TypicalFrame kTypical{.total = 0.016, .frames = 300};

FrameSample loggedSample(double begin, double total) {
  FrameSample sample;
  sample.total = total;
  sample.begin = begin;
  return sample;
}

/// Frames of 16 ms from `first` on.
void addFrames(FrameLog& log, int first, int count, double total = 0.016) {
  for (int i = first; i < first + count; ++i) log.add(i, loggedSample(100 + 0.016 * i, total), {}, kTypical);
}

TEST(FrameLog, KeepsTheLastFramesByNumber) {
  FrameLog log;
  EXPECT_EQ(log.indexOf(0), -1);
  addFrames(log, 0, FrameLog::kFrames + 10);
  EXPECT_EQ(log.size(), FrameLog::kFrames);
  EXPECT_EQ(log[0].number, 10);
  EXPECT_EQ(log.newest().number, FrameLog::kFrames + 9);
  EXPECT_NEAR(log[0].begin, 0.16, 1e-9) << "since the first frame";
  EXPECT_EQ(log.indexOf(9), -1);
  EXPECT_EQ(log.indexOf(10), 0);
  EXPECT_EQ(log.indexOf(1234), 1224);
  EXPECT_EQ(log.indexOf(FrameLog::kFrames + 9), FrameLog::kFrames - 1);
}

TEST(FrameLog, FindsTheFrameBeforeAGap) {
  FrameLog log;
  addFrames(log, 0, 5);
  addFrames(log, 50, 5);
  EXPECT_EQ(log[log.indexOf(20)].number, 4);
  EXPECT_EQ(log[log.indexOf(52)].number, 52);
}

TEST(FrameLog, ListsHitchesNewestFirstAsLongAsTheirFramesAreThere) {
  FrameLog log;
  addFrames(log, 0, 1, 0.1);
  addFrames(log, 1, 98);
  addFrames(log, 99, 1, 0.2);
  ASSERT_EQ(log.hitchCount(), 2);
  EXPECT_EQ(log.hitch(0).number, 99);
  EXPECT_EQ(log.hitch(1).number, 0);
  addFrames(log, 100, FrameLog::kFrames - 100);
  EXPECT_EQ(log.hitchCount(), 2);
  addFrames(log, FrameLog::kFrames, 1);
  ASSERT_EQ(log.hitchCount(), 1);
  EXPECT_EQ(log.hitch(0).number, 99);
}

TEST(FrameLog, KeepsTheNewestHitches) {
  FrameLog log;
  addFrames(log, 0, FrameLog::kHitches + 5, 0.1);
  ASSERT_EQ(log.hitchCount(), FrameLog::kHitches);
  for (int i = 0; i < log.hitchCount(); ++i) EXPECT_EQ(log.hitch(i).number, FrameLog::kHitches + 4 - i);
}

TEST(FrameLog, GivesGpuTimesToTheirOwnFrame) {
  FrameLog log;
  for (int i = 0; i < 5; ++i) log.add(i, loggedSample(i, 0.016), {.gpuFrame = 70 + i}, kTypical);
  log.addGpuTimes(72, std::array{1.0, 2.0});
  log.addGpuTimes(9, std::array{8.0, 8.0});
  log.addGpuTimes(-1, std::array{9.0, 9.0});
  EXPECT_EQ(log[2].gpuMilliseconds[1], 2);
  EXPECT_TRUE(std::isnan(log[2].gpuMilliseconds[2])) << "was not measured";
  for (const int other : {0, 1, 3, 4}) EXPECT_TRUE(std::isnan(log[other].gpuMilliseconds[0])) << other;
}

TEST(FrameLog, KnowsWhichFramesShowTheCurrentModel) {
  FrameLog log;
  addFrames(log, 0, 3, 0.016);
  EXPECT_TRUE(log.isOfModel(log[0])) << "the first model";
  FrameNotes shown;
  shown.events.add(FrameEvent::ModelShown);
  log.add(3, loggedSample(3, 0.016), shown, kTypical);
  EXPECT_FALSE(log.isOfModel(log[2]));
  EXPECT_TRUE(log.isOfModel(log[3]));
}

TEST(FrameLog, AddingAllocatesNothing) {
  FrameLog log;
  const ::test::AllocationGuard guard;
  addFrames(log, 0, FrameLog::kFrames + 100, 0.1);
  log.addGpuTimes(3, std::array{1.0});
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app::test
