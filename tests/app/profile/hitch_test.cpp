#include "app/profile/hitch.h"

#include <gtest/gtest.h>

namespace app::test {
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
}  // namespace app::test
