#include "crossfade/ground/slide_bench.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/workload/walker.h"

namespace crossfade {
namespace {

struct SlideBenchTest : testing::Test {
  Skeleton human = workload::humanSkeleton();
  Pose rest{.locals = {human.restLocals().begin(), human.restLocals().end()}, .morphWeights = {}};
  ClipSet clips{{workload::walkingClip("walk"),
                 workload::walkingClip("run", {.speed = 2, .seconds = 0.7, .stance = 0.4}),
                 workload::standingClip("idle")}};
  ChannelLayout layout{human.jointCount(), {}};
  SeamBench seams{human, layout, rest, clips};
  SlideBench bench{human, findFeet(human), layout, rest, clips, seams};

  SlideReport measure(Sync sync, bool withLock) {
    return bench.measure(
        {.from = 0, .to = 1, .start = 0.3, .options = {.seconds = 0.4, .kind = TransitionKind::Curve, .sync = sync}},
        withLock);
  }
};

TEST_F(SlideBenchTest, TellsWhichClipsWalk) {
  EXPECT_TRUE(bench.walks(0) && bench.walks(1));
  EXPECT_FALSE(bench.walks(2));
  EXPECT_EQ(bench.contactsOf(1).duration, clips[clips.ids()[1]].duration());
}

TEST_F(SlideBenchTest, FindsLessSlideInSyncAndLeastWithTheLock) {
  const double apart = measure(Sync::None, false).slide.distance, synced = measure(Sync::Markers, false).slide.distance;
  EXPECT_LT(synced, apart);
  EXPECT_GT(synced, 0.05);
  EXPECT_LT(measure(Sync::Markers, true).slide.distance, 0.4 * synced);
}

TEST_F(SlideBenchTest, RepeatsItselfExactly) {
  const SlideReport first = measure(Sync::Phase, true), second = measure(Sync::Phase, true);
  EXPECT_EQ(first.slide.distance, second.slide.distance);
  EXPECT_EQ(first.velocityRatio, second.velocityRatio);
}

TEST_F(SlideBenchTest, DoesNotDependOnTheOneMeasuredBefore) {
  const SlideReport alone = measure(Sync::None, true);
  const JointMask arms = JointMask::ofSubtree(human, 4);
  (void)bench.measure({.from = 1, .to = 0, .start = 0.1, .options = {.seconds = 0.3, .mask = &arms}}, true);
  const SlideReport after = measure(Sync::None, true);
  EXPECT_EQ(after.slide.distance, alone.slide.distance);
  EXPECT_EQ(after.velocityRatio, alone.velocityRatio);
}

TEST(SlideBench, MeasuresAPoseWithoutLength) {
  const Skeleton human = workload::humanSkeleton();
  const Pose rest{.locals = {human.restLocals().begin(), human.restLocals().end()}, .morphWeights = {}};
  const ClipSet clips{{workload::standingClip("pose", 0), workload::walkingClip("walk")}};
  const ChannelLayout layout(human.jointCount(), {});
  const SeamBench seams(human, layout, rest, clips);
  SlideBench bench(human, findFeet(human), layout, rest, clips, seams);
  for (const bool withLock : {false, true}) {
    const SlideReport report = bench.measure({.from = 0, .to = 1, .start = 0, .options = {.seconds = 0.3}}, withLock);
    EXPECT_TRUE(std::isfinite(report.slide.distance) && std::isfinite(report.velocityRatio));
    EXPECT_GT(report.slide.distance, 0);
  }
}

}  // namespace
}  // namespace crossfade
