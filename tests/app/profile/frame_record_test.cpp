#include "app/profile/frame_record.h"

#include <array>
#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

TEST(FrameRecord, DescribesEveryEventInItsOwnWords) {
  const FrameNotes notes{.fadeTo = 1, .width = 1280, .height = 720, .percent = 60};
  std::array<char, 128> text;
  std::set<std::string> sentences;
  for (int i = 0; i < kFrameEventCount; ++i)
    sentences.insert(describe(static_cast<FrameEvent>(i), notes, "Walk", text));
  EXPECT_EQ(sentences.size(), static_cast<std::size_t>(kFrameEventCount));
  EXPECT_EQ(sentences.count(""), 0u);
  EXPECT_EQ(sentences.count("Fade to Walk begins"), 1u);
  EXPECT_EQ(sentences.count("Resized to 1280 \u00d7 720"), 1u);
  EXPECT_EQ(sentences.count("Scene drawn at 60 % of each side"), 1u);
  EXPECT_STREQ(describe(FrameEvent::FadeBegan, notes, "", text), "Fade begins");
}

TEST(FrameRecord, LoadingLastsAndIsNoMoment) {
  FrameEvents events;
  EXPECT_TRUE(events.empty());
  events.add(FrameEvent::Loading);
  EXPECT_FALSE(events.hasMoment());
  events.add(FrameEvent::Resized);
  EXPECT_TRUE(events.hasMoment());
  EXPECT_TRUE(events.has(FrameEvent::Loading));
  EXPECT_FALSE(events.has(FrameEvent::ModelShown));
}

}  // namespace

namespace {

TypicalFrame typical() {
  TypicalFrame frame{.total = 0.016, .frames = 300};
  frame.costs.fill(0.001);
  frame.costs[static_cast<std::size_t>(FrameStage::Swap)] = 0.008;
  return frame;
}

FrameSample sampleOf(FrameStage stage, double seconds, double total) {
  FrameSample sample;
  sample.stages.fill(0.001);
  sample.stages[static_cast<std::size_t>(FrameStage::Swap)] = 0.008;
  sample.stages[static_cast<std::size_t>(stage)] = seconds;
  sample.total = total;
  return sample;
}

TEST(TypicalFrame, TheLargestExcessIsAtFault) {
  const FrameSample frame = sampleOf(FrameStage::Upload, 0.030, 0.045);
  const Fault fault = faultOf(frame, typical());
  EXPECT_EQ(fault.cost, static_cast<int>(FrameStage::Upload));
  EXPECT_NEAR(fault.excess, 0.029, 1e-12);
}

TEST(TypicalFrame, ALongStageIsNotAtFaultIfItAlwaysIs) {
  const Fault fault = faultOf(sampleOf(FrameStage::Mixer, 0.004, 0.018), typical());
  EXPECT_EQ(fault.cost, static_cast<int>(FrameStage::Mixer)) << "though swap takes longer";
}

TEST(TypicalFrame, WhatNoStageCoversCanBeAtFault) {
  const Fault fault = faultOf(sampleOf(FrameStage::Mixer, 0.001, 0.1), typical());
  EXPECT_EQ(fault.cost, kStageCount);
  EXPECT_EQ(costName(fault.cost), "other");
  EXPECT_NEAR(fault.excess, 0.1 - 0.015 - 0.001, 1e-12);
}

TEST(TypicalFrame, NothingIsAtFaultInAUsualFrame) {
  EXPECT_EQ(faultOf(sampleOf(FrameStage::Mixer, 0.0012, 0.016), typical()).cost, -1);
}

TEST(TypicalFrame, AHitchExceedsTheBudgetAndTheOthers) {
  const auto isOne = [](double total, double median, int frames = 300) {
    return isHitch({.total = total}, {.total = median, .frames = frames});
  };
  EXPECT_TRUE(isOne(0.040, 0.016));
  EXPECT_FALSE(isOne(0.030, 0.016)) << "less than twice the median";
  EXPECT_FALSE(isOne(0.020, 0.002)) << "within one and a half budgets";
  EXPECT_TRUE(isOne(0.026, 0.002));
  EXPECT_FALSE(isOne(0.100, 0.060)) << "on a slow GPU, where every frame is long";
  EXPECT_FALSE(isOne(1, 0.016, kFramesToCompare - 1)) << "at the start there is nothing to compare with";
}

}  // namespace

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
