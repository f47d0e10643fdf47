// The past shown again, played again, and changed.
#include "app/session/character/timeline/timeline.h"

#include <gtest/gtest.h>

#include <random>

#include "app/session/session.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/random_playback.h"
#include "tests/support/sample_models.h"
#include "tests/support/shown_pose.h"

namespace app {
namespace {

using test::kIdle;
using test::kRun;
using test::kWalk;

using test::samePose;
using test::Shown;

struct TimelineTest : testing::Test {
  void apply(const Command& command) {
    const auto applied = session.apply(command);
    ASSERT_TRUE(applied) << applied.error().message;
  }
  void advance(double seconds) { session.advance(seconds, profiler); }
  void run(double seconds, double step = 0.01) {
    for (int i = 0; i < static_cast<int>(std::lround(seconds / step)); ++i) advance(step);
  }
  Shown shown() const { return test::shown(session); }
  const Timeline& timeline() const { return session.character().timeline(); }
  void showMoment(double time) {
    apply(ShowMoment{time});
    advance(0);
  }
  double weight(int clip) const {
    return session.action(clip).isScheduled() ? session.action(clip).getEffectiveWeight() : 0;
  }

  Session session{test::character()};
  FrameProfiler profiler;
};

TEST(Timeline, ShowsEachPastFrameBitForBit) {
  FrameProfiler profiler;
  for (const crossfade::ClockKind clock :
       {crossfade::ClockKind::TimeBased, crossfade::ClockKind::FixedStep, crossfade::ClockKind::FrameBased}) {
    Session session{test::character()};
    ASSERT_TRUE(session.apply(SetClock{.kind = clock}));
    std::mt19937 random(7);
    std::vector<Shown> frames;
    const auto frame = [&](std::vector<Shown>& to) {
      if (random() % 12 == 0) {
        ASSERT_TRUE(session.apply(test::randomPlayback(random)));
      }
      session.advance(0.002 * static_cast<double>(1 + random() % 15), profiler);
      to.push_back({session.mixerTime(), session.pose().locals});
    };
    for (int i = 0; i < 500; ++i) frame(frames);
    int compared = 0;
    for (int i = 0; i < 60; ++i) {
      const std::size_t at = random() % (frames.size() - 1);
      if (frames[at + 1].time == frames[at].time) continue;  // the later one is shown
      ASSERT_TRUE(session.apply(ShowMoment{frames[at].time}));
      const Shown now{session.mixerTime(), session.pose().locals};
      EXPECT_EQ(now.time, frames[at].time);
      EXPECT_TRUE(samePose(now, frames[at])) << "frame " << at << ", clock " << static_cast<int>(clock);
      ++compared;
    }
    EXPECT_GT(compared, 10);
    ASSERT_TRUE(session.apply(ReturnToLive{}));
    EXPECT_TRUE(session.character().timeline().isLive());
    EXPECT_TRUE(samePose({session.mixerTime(), session.pose().locals}, frames.back()));
  }
}

TEST_F(TimelineTest, LookingBackChangesNothing) {
  Session other{test::character()};
  std::mt19937 random(3), otherRandom(3);
  for (int i = 0; i < 600; ++i) {
    if (i % 15 == 0) {
      apply(test::randomPlayback(random));
      ASSERT_TRUE(other.apply(test::randomPlayback(otherRandom)));
    }
    advance(0.011);
    other.advance(0.011, profiler);
    if (i % 40 == 20) {
      apply(ShowMoment{session.mixerTime() - 0.37});
      apply(ShowMoment{session.mixerTime() - 0.11});
      apply(ReturnToLive{});
    }
    ASSERT_TRUE(samePose(shown(), {0, other.pose().locals})) << i;
  }
}

TEST_F(TimelineTest, WithFixedStepsAFrameOfThePastLooksTheSameAfterALayerCameAndWent) {
  Session other{test::character()};
  const SetClock clock{.kind = crossfade::ClockKind::FixedStep, .stepsPerSecond = 10};
  apply(clock);
  ASSERT_TRUE(other.apply(clock));
  run(2);
  for (int i = 0; i < 200; ++i) other.advance(0.01, profiler);
  apply(AddLayer{{.clip = kRun}});
  apply(RemoveLayer{0});
  for (const double time : {0.453, 0.455, 0.457, 0.458, 0.461}) {
    apply(ShowMoment{time});
    ASSERT_TRUE(other.apply(ShowMoment{time}));
    EXPECT_TRUE(samePose(shown(), test::shown(other))) << time;
  }
  for (const double time : {timeline().end() - 0.004, timeline().end()}) {
    apply(ShowMoment{time});
    ASSERT_TRUE(other.apply(ShowMoment{time}));
  }
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(samePose(shown(), test::shown(other))) << "live, frame " << i;
    advance(0.01);
    other.advance(0.01, profiler);
  }
}

TEST_F(TimelineTest, PlaysThePastAgainAndGoesLiveAtItsEnd) {
  run(1);
  apply(FadeTo{kRun, {.seconds = 0.5}});
  std::vector<Shown> frames;
  for (int i = 0; i < 100; ++i) {
    advance(0.01);
    frames.push_back(shown());
  }
  showMoment(frames[20].time);
  EXPECT_FALSE(timeline().isLive());
  for (std::size_t i = 21; i < 100; ++i) {
    advance(0.01);
    EXPECT_NEAR(session.mixerTime(), frames[i].time, 1e-6);
    EXPECT_NEAR(session.pose().locals[0].translation.x, frames[i].locals[0].translation.x, 1e-6) << i;
  }
  advance(0.01);
  EXPECT_TRUE(timeline().isLive());
  EXPECT_NEAR(session.mixerTime(), frames.back().time + 0.01, 1e-6);
}

TEST_F(TimelineTest, AFrameOfThePastMayEndAtOrBeyondTheEndOfTheLog) {
  run(1, 0.25);
  const std::int64_t frames = timeline().take().endFrame();
  showMoment(0.5);
  advance(0.5);
  EXPECT_TRUE(timeline().isLive());
  EXPECT_EQ(timeline().take().endFrame(), frames) << "exactly at its end: there is nothing to add";
  showMoment(0.5);
  advance(0.75);
  EXPECT_TRUE(timeline().isLive());
  EXPECT_EQ(timeline().take().endFrame(), frames + 1);
  EXPECT_EQ(timeline().end(), 1.25);
  apply(SetPaused{true});
  showMoment(0.5);
  apply(Step{1});
  advance(0.016);
  EXPECT_TRUE(timeline().isLive());
  EXPECT_EQ(timeline().take().endFrame(), frames + 2);
  EXPECT_EQ(session.mixerTime(), 1.5);
}

TEST_F(TimelineTest, StepsBackAndForthOverAFade) {
  run(1);
  apply(FadeTo{kRun, {.seconds = 0.4, .kind = crossfade::TransitionKind::DeadBlending}});
  std::vector<Shown> frames{shown()};
  apply(SetPaused{true});
  for (int i = 0; i < 50; ++i) {
    apply(Step{0.01});
    advance(0.016);
    frames.push_back(shown());
  }
  for (int i = 49; i >= 0; --i) {
    apply(Step{-0.01});
    advance(0.016);
    ASSERT_NEAR(session.mixerTime(), frames[static_cast<std::size_t>(i)].time, 1e-6);
    EXPECT_NEAR(session.pose().locals[0].translation.x, frames[static_cast<std::size_t>(i)].locals[0].translation.x,
                1e-6)
        << i;
  }
  EXPECT_TRUE(session.paused());
}

TEST_F(TimelineTest, AChangeOfKindBeforeAFadeBeginsKeepsItsLength) {
  apply(SetFadeSettings{{.seconds = 1, .kind = crossfade::TransitionKind::Linear}});
  run(1);
  apply(FadeTo{kRun});
  run(0.6);
  apply(SetPaused{true});
  for (int i = 0; i < 70; ++i) {
    apply(Step{-0.01});
    advance(0);
  }
  EXPECT_FALSE(session.runningFade()) << "before the fade";
  FadeSettings settings = session.fadeSettings();
  settings.kind = crossfade::TransitionKind::Curve;
  apply(SetFadeSettings{settings});
  EXPECT_EQ(session.fadeSettings().kind, crossfade::TransitionKind::Curve);
  for (int i = 0; i < 60; ++i) {
    apply(Step{0.01});
    advance(0);
  }
  ASSERT_TRUE(session.runningFade());
  EXPECT_EQ(session.runningFade()->kind, crossfade::TransitionKind::Curve);
  EXPECT_NEAR(session.runningFade()->end - session.runningFade()->begin, 1, 1e-6);
  EXPECT_NEAR(session.runningFade()->begin, 1, 1e-6);
  EXPECT_NEAR(weight(kRun), session.fadeCurve().evaluate(0.5), 1e-6);
}

TEST_F(TimelineTest, LaterSettingsThatWereNotChangedFollow) {
  apply(SetFadeSettings{{.seconds = 1, .kind = crossfade::TransitionKind::Linear}});
  run(1);
  FadeSettings later = session.fadeSettings();
  later.seconds = 0.5;
  apply(SetFadeSettings{later});
  run(0.5);
  apply(FadeTo{kRun});
  run(0.2);
  showMoment(0.5);
  FadeSettings changed = session.fadeSettings();
  EXPECT_EQ(changed.seconds, 1);
  changed.kind = crossfade::TransitionKind::Frozen;
  changed.seconds = 2;
  apply(SetFadeSettings{changed});
  apply(ReturnToLive{});
  ASSERT_TRUE(session.runningFade());
  EXPECT_EQ(session.runningFade()->kind, crossfade::TransitionKind::Frozen);
  EXPECT_EQ(session.runningFade()->seconds, 0.5) << "set on purpose at 1 s";
}

TEST_F(TimelineTest, AnActionInThePastReplacesWhatFollowed) {
  run(1);
  apply(FadeTo{kRun, {.seconds = 0.3}});
  run(1);
  EXPECT_EQ(timeline().fades().size(), 1u);
  showMoment(0.5);
  apply(FadeTo{kWalk, {.seconds = 0.2}});
  EXPECT_TRUE(timeline().isLive());
  EXPECT_NEAR(timeline().end(), 0.5, 1e-9);
  run(0.3);
  ASSERT_EQ(timeline().fades().size(), 1u);
  EXPECT_EQ(timeline().fades()[0].to, kWalk);
  EXPECT_EQ(weight(kRun), 0);
  EXPECT_NEAR(weight(kWalk), 1, 1e-9);
  const Shown last = shown();
  showMoment(0.65);
  apply(ReturnToLive{});
  EXPECT_TRUE(samePose(shown(), last));
  const WeightHistory& history = session.weightHistory();
  for (int row = 1; row < history.size(); ++row) EXPECT_LT(history.time(row - 1), history.time(row));
}

TEST_F(TimelineTest, AnActionInTheMiddleOfAPastFrameEndsTheLogThere) {
  run(1, 0.1);
  showMoment(0.45);
  apply(PlayClip{kRun});
  EXPECT_NEAR(timeline().end(), 0.45, 1e-9);
  advance(0.1);
  EXPECT_NEAR(timeline().end(), 0.55, 1e-9);
  EXPECT_NEAR(session.action(kRun).time, 0.1, 1e-9);
}

TEST_F(TimelineTest, AFadeOfTheLogCanBeginElsewhereAndTakeLonger) {
  run(1);
  apply(FadeTo{kRun, {.seconds = 0.4, .kind = crossfade::TransitionKind::Linear}});
  run(1);
  ASSERT_EQ(timeline().fades().size(), 1u);
  const LoggedFade fade = timeline().fades()[0];
  EXPECT_NEAR(fade.begin, 1, 1e-9);
  EXPECT_EQ(fade.from, kIdle);
  EXPECT_EQ(fade.to, kRun);
  showMoment(1.3);
  apply(EditFade{.fade = fade.id, .begin = 0.8, .seconds = 1.0});
  ASSERT_EQ(timeline().fades().size(), 1u);
  EXPECT_NEAR(timeline().fades()[0].begin, 0.8, 1e-9);
  EXPECT_NEAR(session.mixerTime(), 1.3, 1e-9) << "the moment on screen stays";
  EXPECT_NEAR(weight(kRun), 0.5, 1e-6);

  Session straight{test::character()};  // the same, done at the right time
  for (int i = 0; i < 80; ++i) straight.advance(0.01, profiler);
  ASSERT_TRUE(straight.apply(FadeTo{kRun, {.seconds = 1.0, .kind = crossfade::TransitionKind::Linear}}));
  for (int i = 0; i < 120; ++i) straight.advance(0.01, profiler);
  apply(ReturnToLive{});
  EXPECT_NEAR(session.pose().locals[0].translation.x, straight.pose().locals[0].translation.x, 1e-6);
  EXPECT_FALSE(session.apply(EditFade{.fade = 99}));
}

TEST_F(TimelineTest, KeepsHalfAMinuteAndAllocatesNothing) {
  run(40, 1.0 / 60);
  EXPECT_GE(timeline().end() - timeline().begin(), 30);
  EXPECT_LE(timeline().end() - timeline().begin(), 31);
  const ::test::AllocationGuard guard;
  run(5, 1.0 / 60);
  EXPECT_EQ(guard.count(), 0);
}

TEST_F(TimelineTest, ItsLogTakesNoMoreMemoryWithTime) {
  run(40, 1.0 / 60);
  const std::size_t full = timeline().bytes();
  EXPECT_GT(full, 30 * 60 * sizeof(TakeFrame));
  run(60, 1.0 / 60);
  EXPECT_EQ(timeline().bytes(), full);
  EXPECT_EQ(sizeof(TakeFrame), 48u) << "docs/architecture.md says so";
}

TEST_F(TimelineTest, AllocatesNothingFromTheFirstFrameOn) {
  advance(0.016);
  const ::test::AllocationGuard guard;
  run(5, 1.0 / 60);
  EXPECT_EQ(guard.count(), 0);
}

TEST_F(TimelineTest, BeforeItsBeginningClipsRunBackward) {
  run(0.5);
  apply(SetPaused{true});
  apply(Step{-0.7});
  advance(0);
  EXPECT_TRUE(timeline().isLive());
  EXPECT_NEAR(session.action(kIdle).time, 1.8, 1e-9) << "2 s long";
}

TEST_F(TimelineTest, RefusesTimesThatAreNotFinite) {
  run(0.5);
  EXPECT_FALSE(session.apply(ShowMoment{NAN}));
  apply(ShowMoment{-100});
  EXPECT_EQ(session.mixerTime(), timeline().begin());
  apply(ShowMoment{100});
  EXPECT_TRUE(timeline().isLive());
}

}  // namespace
}  // namespace app
