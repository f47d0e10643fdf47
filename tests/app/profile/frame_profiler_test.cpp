#include "app/profile/frame_profiler.h"

#include <gtest/gtest.h>

#include <numeric>

namespace app {
namespace {

/// A clock that the test advances; each read also takes a little time, as on a real machine.
double virtualNow = 0;
double virtualClock() { return virtualNow += 2e-6; }

constexpr double kWork = 1e-3;

/// One frame as the viewer runs it: every stage once, in order, with a millisecond of work each.
const FrameSample& runFrame(FrameProfiler& profiler) {
  profiler.beginFrame();
  for (const FrameStage stage : kStages) {
    const FrameProfiler::Scope scope(profiler, stage);
    virtualNow += kWork;
  }
  return profiler.endFrame();
}

TEST(FrameProfiler, SeesALoadInItsStageAndNowhereElse) {
  for (const FrameStage loaded : kStages) {
    FrameProfiler profiler(virtualClock);
    profiler.injectLoad(loaded, 5e-3);
    const FrameSample frame = runFrame(profiler);
    for (const FrameStage stage : kStages)
      EXPECT_NEAR(frame.stage(stage), stage == loaded ? kWork + 5e-3 : kWork, 2e-5)
          << kStageNames[static_cast<std::size_t>(stage)];
    profiler.injectLoad(loaded, 0);
    EXPECT_NEAR(runFrame(profiler).stage(loaded), kWork, 2e-5) << "and is gone when it is taken away";
  }
}

TEST(FrameProfiler, StagesSumToTheFrame) {
  FrameProfiler profiler(virtualClock);
  for (const double load : {0.0, 5e-3}) {
    profiler.injectLoad(FrameStage::Swap, load);
    const FrameSample& frame = runFrame(profiler);
    const double sum = std::accumulate(frame.stages.begin(), frame.stages.end(), 0.0);
    EXPECT_NEAR(sum, frame.total, 0.05 * frame.total);
    EXPECT_LE(sum, frame.total);
  }
}

TEST(FrameProfiler, AddsUpAStageThatRunsSeveralTimes) {
  FrameProfiler profiler(virtualClock);
  profiler.beginFrame();
  for (int i = 0; i < 3; ++i) {
    const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
    virtualNow += kWork;
  }
  EXPECT_NEAR(profiler.endFrame().stage(FrameStage::Sampling), 3 * kWork, 2e-5);
}

TEST(FrameProfiler, KnowsWhenEachStageRan) {
  FrameProfiler profiler(virtualClock);
  const FrameSample frame = runFrame(profiler);
  ASSERT_EQ(frame.spanCount, kStageCount);
  double end = 0;
  for (int i = 0; i < frame.spanCount; ++i) {
    const StageSpan& span = frame.spans[static_cast<std::size_t>(i)];
    EXPECT_EQ(span.stage, kStages[static_cast<std::size_t>(i)]);
    EXPECT_GE(span.begin, end - 1e-9);
    EXPECT_NEAR(span.seconds, kWork, 2e-5);
    end = span.begin + span.seconds;
  }
  EXPECT_LE(end, frame.total + 1e-9);
  EXPECT_GT(runFrame(profiler).begin, frame.begin) << "on the profiler's clock";
}

TEST(FrameProfiler, CountsStagesThatRunTooOftenToBeListed) {
  FrameProfiler profiler(virtualClock);
  profiler.beginFrame();
  for (int i = 0; i < 100; ++i) {
    const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
    virtualNow += kWork;
  }
  const FrameSample& frame = profiler.endFrame();
  EXPECT_EQ(frame.spanCount, FrameSample::kMaxSpans);
  EXPECT_NEAR(frame.stage(FrameStage::Sampling), 100 * kWork, 1e-3);
}

TEST(FrameProfiler, KnowsWhatNoStageCovers) {
  FrameProfiler profiler(virtualClock);
  profiler.beginFrame();
  virtualNow += 3 * kWork;
  {
    const FrameProfiler::Scope scope(profiler, FrameStage::Mixer);
    virtualNow += kWork;
  }
  const FrameSample& frame = profiler.endFrame();
  EXPECT_NEAR(frame.cost(kStageCount), 3 * kWork, 2e-5);
  EXPECT_NEAR(frame.cost(0), kWork, 2e-5);
}

TEST(FrameProfiler, BeginsEachFrameAtZero) {
  FrameProfiler profiler(virtualClock);
  runFrame(profiler);
  profiler.beginFrame();
  EXPECT_NEAR(profiler.last().stage(FrameStage::Mixer), kWork, 2e-5)
      << "the last whole frame stays until the next is whole";
  profiler.endFrame();
  for (const FrameStage stage : kStages) EXPECT_EQ(profiler.last().stage(stage), 0);
}

TEST(FrameProfiler, SteadySecondsNeverGoBackwards) {
  double before = steadySeconds();
  for (int i = 0; i < 1000; ++i) {
    const double now = steadySeconds();
    EXPECT_GE(now, before);
    before = now;
  }
}

TEST(FrameStage, EveryStageHasAnIndexAndAName) {
  for (std::size_t i = 0; i < kStages.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(kStages[i]), i);
    EXPECT_FALSE(kStageNames[i].empty());
  }
  EXPECT_EQ(static_cast<int>(FrameStage::Swap), kStageCount - 1);
}

}  // namespace
}  // namespace app
