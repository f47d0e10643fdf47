// How abruptly the pose on screen changes its motion.
#include "app/session/character/pose_jumps.h"

#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

constexpr int kWalk = 0, kRun = 2;

struct PoseJumpsTest : testing::Test {
  PoseJumpsTest() {
    EXPECT_TRUE(session.apply(StopAll{}));
    EXPECT_TRUE(session.apply(PlayClip{kWalk}));
    untilMeasured();
    EXPECT_TRUE(session.apply(SetClipTime{kWalk, 0}));  // a loop is a pop, too: the tests stay within the first second
    (void)largest(4);
  }
  const Take& take() const { return session.character().timeline().take(); }
  float advance(double seconds = 1.0 / 60) {
    session.advance(seconds, profiler);
    return take().frame(take().endFrame() - 1).jump;
  }
  /// Clips are measured on a thread.
  void untilMeasured() {
    for (int i = 0; i < 100'000 && std::isnan(advance()); ++i) std::this_thread::yield();
  }
  float largest(int frames) {
    float most = 0;
    for (int i = 0; i < frames; ++i) most = std::max(most, advance());
    return most;
  }

  Session session{test::character()};
  FrameProfiler profiler;
};

TEST_F(PoseJumpsTest, AClipAloneIsAsSmoothAsItself) {
  const float most = largest(40);
  EXPECT_GT(most, 0);
  EXPECT_LT(most, 1.3f);
}

TEST_F(PoseJumpsTest, AClipThatIsSetToAnotherTimePops) {
  const float before = largest(20);
  ASSERT_TRUE(session.apply(SetClipTime{kWalk, std::fmod(session.action(kWalk).time + 0.45, 1.0)}));
  const float pop = largest(3);
  EXPECT_GT(pop, 3 * before);
  EXPECT_GT(pop, 2);
}

TEST_F(PoseJumpsTest, ALongFrameIsNoPop) {
  const float usual = largest(15);
  float most = 0;
  for (int i = 0; i < 20; ++i) most = std::max(most, advance(i % 2 == 0 ? 0.004 : 0.03));
  EXPECT_LT(most, 3 * std::max(usual, 0.5f));
}

TEST_F(PoseJumpsTest, LookingBackKeepsWhatWasMeasured) {
  ASSERT_TRUE(session.apply(FadeTo{.clip = kRun, .seconds = 0.3}));
  untilMeasured();
  (void)largest(200);
  std::vector<float> before;
  for (std::int64_t i = take().firstFrame(); i < take().endFrame(); ++i) before.push_back(take().frame(i).jump);
  const double end = take().end();
  for (const double back : {2.0, 0.7, 1.3}) {
    ASSERT_TRUE(session.apply(ShowMoment{end - back}));
    session.advance(0, profiler);
  }
  ASSERT_TRUE(session.apply(ReturnToLive{}));
  ASSERT_EQ(take().endFrame() - take().firstFrame(), static_cast<std::int64_t>(before.size()));
  for (std::size_t i = 0; i < before.size(); ++i) {
    const float now = take().frame(take().firstFrame() + static_cast<std::int64_t>(i)).jump;
    EXPECT_TRUE(std::isnan(before[i]) || now == before[i]) << "frame " << i << ": " << before[i] << ", then " << now;
  }
}

TEST_F(PoseJumpsTest, AllocatesNothing) {
  (void)largest(20);
  const ::test::AllocationGuard guard;
  (void)largest(20);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app
