// How abruptly the pose on screen changes its motion.

#include <chrono>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include "app/session/character/timeline/timeline.h"
#include "app/session/session.h"
#include "app/view/model_matrices.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using test::kRun;
using test::kWalk;

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
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(60);
    while (std::isnan(advance()) && Clock::now() < end) std::this_thread::yield();
    EXPECT_FALSE(std::isnan(advance())) << "not measured within a minute";
  }
  float largest(int frames) {
    float most = 0;
    for (int i = 0; i < frames; ++i) {
      const float jump = advance();
      EXPECT_FALSE(std::isnan(jump)) << "frame " << i;
      most = std::max(most, jump);
    }
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

TEST_F(PoseJumpsTest, OfWhatNobodySeesDoNotCount) {
  const Model& model = session.model();
  crossfade::MeasuredBody seen = measuredBodyOf(model), unseen = seen;
  unseen.counts.assign(static_cast<std::size_t>(model.skeleton.jointCount()), false);
  PoseJumps ofSeen(model, seen), ofUnseen(model, unseen);
  const Player& player = session.character().player();
  const auto isMeasured = [&] { return !std::isnan(ofSeen.add(player)) && !std::isnan(ofUnseen.add(player)); };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!isMeasured() && std::chrono::steady_clock::now() < end) {
    (void)advance();
    std::this_thread::yield();
  }
  (void)advance();
  ASSERT_TRUE(isMeasured());
  ASSERT_TRUE(session.apply(SetClipTime{kWalk, std::fmod(session.action(kWalk).time + 0.45, 1.0)}));
  (void)advance();
  EXPECT_GT(ofSeen.add(player), 2);
  EXPECT_EQ(ofUnseen.add(player), 0);
}

TEST_F(PoseJumpsTest, ALongFrameIsNoPop) {
  const float usual = largest(15);
  float most = 0;
  for (int i = 0; i < 20; ++i) most = std::max(most, advance(i % 2 == 0 ? 0.004 : 0.03));
  EXPECT_LT(most, 3 * std::max(usual, 0.5f));
}

TEST_F(PoseJumpsTest, LookingBackKeepsWhatWasMeasured) {
  ASSERT_TRUE(session.apply(FadeTo{.clip = kRun, .how = {.seconds = 0.3}}));
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
  int compared = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    compared += !std::isnan(before[i]);
    const float now = take().frame(take().firstFrame() + static_cast<std::int64_t>(i)).jump;
    EXPECT_TRUE(std::isnan(before[i]) || now == before[i]) << "frame " << i << ": " << before[i] << ", then " << now;
  }
  EXPECT_GT(compared, 100);
}

TEST_F(PoseJumpsTest, AllocatesNothing) {
  (void)largest(20);
  const ::test::AllocationGuard guard;
  (void)largest(20);
  EXPECT_EQ(guard.count(), 0);
}

/// Swings along x twice a second, for 10 s.
crossfade::AnimationClip swing(const std::string& name) {
  std::vector<float> times, values;
  for (int i = 0; i <= 2400; ++i) {
    times.push_back(static_cast<float>(i) / 240);
    values.insert(values.end(), {2 * std::sin(times.back() * 12.566f), 0, 0});
  }
  return crossfade::test::clip(name, {crossfade::test::track({0, crossfade::Channel::Translation},
                                                             crossfade::Interpolation::Linear, times, values)});
}

struct PoseJumpsOfASwing : testing::Test {
  static Model model() {
    Model model = test::modelWithClips({});
    model.clips.add(swing("a"));
    model.clips.add(swing("b"));
    return model;
  }
  /// The largest of a second, once everything that plays is measured.
  float largest() {
    using Clock = std::chrono::steady_clock;
    float most = std::nanf("");
    for (const auto end = Clock::now() + std::chrono::seconds(60); std::isnan(most) && Clock::now() < end;) {
      EXPECT_TRUE(session.apply(StopAll{}));
      EXPECT_TRUE(session.apply(PlayClip{0}));
      for (int i = 0; i < 6; ++i) most = advance();
      std::this_thread::yield();
    }
    for (int i = 0; i < 60; ++i) most = std::max(most, advance());
    return most;
  }
  float advance() {
    session.advance(1.0 / 60, profiler);
    const Take& take = session.character().timeline().take();
    return take.frame(take.endFrame() - 1).jump;
  }

  Session session{model()};
  FrameProfiler profiler;
};

TEST_F(PoseJumpsOfASwing, AreThoseOfTheClipAtItsTimeScale) {
  const float usual = largest();
  EXPECT_GT(usual, 0.5f);
  EXPECT_LT(usual, 1.3f);
  ASSERT_TRUE(session.apply(SetClip{0, &ClipSettings::timeScale, 3}));
  EXPECT_LT(largest(), 1.5f) << "9 times as much as at normal speed";
}

TEST_F(PoseJumpsOfASwing, AreThoseOfLayersToo) {
  ASSERT_TRUE(session.apply(AddLayer{{.clip = 1, .speed = 2}}));
  EXPECT_LT(largest(), 1.5f);
}

TEST_F(PoseJumpsOfASwing, AreNotThoseOfLayersThatDoNothing) {
  ASSERT_TRUE(session.apply(AddLayer{{.clip = 1, .weight = 0, .speed = 2}}));
  EXPECT_GT(largest(), 0.5f) << "a faster layer would allow 4 times as much";
  ASSERT_TRUE(session.apply(SetLayer{0, {.clip = 1, .speed = 2, .muted = true}}));
  EXPECT_GT(largest(), 0.5f);
}

TEST_F(PoseJumpsOfASwing, AFrameWithoutTimeHasNone) {
  (void)largest();
  for (int i = 0; i < 3; ++i) {
    session.advance(0, profiler);
    const Take& take = session.character().timeline().take();
    EXPECT_EQ(take.frame(take.endFrame() - 1).jump, 0);
  }
  EXPECT_LT(advance(), 1.3f) << "and the motion goes on as before";
}

TEST(PoseJumps, FramesWithoutTimeBeforeTheMotionDoNotMakeItAPop) {
  const Model model = PoseJumpsOfASwing::model();
  const NamedMasks masks;
  FrameProfiler profiler;
  Player player(model, masks, {});
  const crossfade::MeasuredBody body = measuredBodyOf(model);
  PoseJumps jumps(model, body);
  player.play(0);  // fastest at its start
  const auto jumpAfter = [&](double seconds) {
    player.advance(seconds, 1, profiler);
    return jumps.add(player);
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (std::isnan(jumpAfter(1.0 / 60)) && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  player.action(0).time = 0;
  jumps.restart();
  for (int frame = 0; frame < 3; ++frame) (void)jumpAfter(0);
  EXPECT_TRUE(std::isnan(jumpAfter(1.0 / 60))) << "a velocity, but none before it";
  EXPECT_LT(jumpAfter(1.0 / 60), 1.3f);
}

TEST(PoseJumps, LongClipsDoNotKeepASessionFromClosing) {
  const auto begin = std::chrono::steady_clock::now();
  for (const float seconds : {1e7f, 1e15f}) {
    Model model = test::modelWithClips({});
    model.clips.add(crossfade::test::slide("long", seconds));
    Session session{std::move(model)};
    FrameProfiler profiler;
    ASSERT_TRUE(session.apply(PlayClip{0}));
    session.advance(1.0 / 60, profiler);
  }  // waits for the thread
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(5)) << "not hours, nor for ever";
}

}  // namespace
}  // namespace app
