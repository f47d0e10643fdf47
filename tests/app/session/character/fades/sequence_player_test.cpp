// The pair and the queue: the same fade, again and again.
#include "app/session/character/fades/sequence_player.h"

#include <gtest/gtest.h>

#include "app/session/character/timeline/timeline.h"
#include "app/session/session.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/command_name.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using test::kIdle;
using test::kRun;
using test::kWalk;

constexpr double kFrame = 1.0 / 60;

struct Sequence : testing::Test {
  void apply(const Command& command) {
    const auto applied = session.apply(command);
    EXPECT_TRUE(applied) << applied.error().message;
  }
  void advance(double seconds) { session.advance(seconds, profiler); }
  void choosePair(int from, int to, double seconds = 0.4,
                  crossfade::TransitionKind kind = crossfade::TransitionKind::Inertial) {
    FadeSettings settings = session.fadeSettings();
    settings.from = from;
    settings.to = to;
    settings.seconds = seconds;
    settings.kind = kind;
    apply(SetFadeSettings{settings});
  }
  std::vector<crossfade::Pose> posesOf(int frames, double frame = kFrame) {
    std::vector<crossfade::Pose> poses;
    for (int i = 0; i < frames; ++i) {
      advance(frame);
      poses.push_back(session.pose());
    }
    return poses;
  }
  static bool sameBits(const std::vector<crossfade::Pose>& a, const std::vector<crossfade::Pose>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t joint = 0; joint < a[i].locals.size(); ++joint)
        if (a[i].locals[joint].rotation != b[i].locals[joint].rotation ||
            a[i].locals[joint].translation != b[i].locals[joint].translation)
          return false;
    return a.size() == b.size();
  }
  double weight(int clip) const {
    return session.action(clip).isScheduled() ? session.action(clip).getEffectiveWeight() : 0;
  }
  double phase(int clip) const { return session.action(clip).time / session.action(clip).duration(); }

  Session session{test::character()};
  FrameProfiler profiler;
};

TEST_F(Sequence, AReplayShowsTheSameBitsWhateverWasBefore) {
  for (const crossfade::ClockKind clock :
       {crossfade::ClockKind::TimeBased, crossfade::ClockKind::FixedStep, crossfade::ClockKind::FrameBased})
    for (const crossfade::TransitionKind kind : crossfade::kTransitionKinds) {
      apply(SetClock{clock});
      choosePair(kWalk, kRun, 0.4, kind);
      apply(SetPair{{.fromPhase = 0.3, .toPhase = 0.6}});
      apply(ReplayFade{});
      const auto first = posesOf(130);
      apply(StopSequence{});
      apply(FadeTo{kIdle,
                   {.seconds = 0.7,
                    .kind = crossfade::TransitionKind::DeadBlending,
                    .sync = crossfade::Sync::Phase,
                    .maskJoint = 1}});
      advance(0.0123);
      apply(FadeTo{kWalk, {.seconds = 0.2, .kind = crossfade::TransitionKind::Classic}});
      advance(0.0456);
      choosePair(kWalk, kRun, 0.4, kind);
      apply(ReplayFade{});
      EXPECT_TRUE(sameBits(first, posesOf(130))) << static_cast<int>(clock) << ' ' << static_cast<int>(kind);
    }
}

TEST_F(Sequence, TheFadeBeginsAtBothPhasesExactlyInsideAFrame) {
  choosePair(kWalk, kRun, 0.5, crossfade::TransitionKind::Linear);
  apply(SetPair{{.fromPhase = 0.3, .toPhase = 0.6, .leadIn = 0.8, .leadOut = 1}});
  apply(ReplayFade{});
  EXPECT_NEAR(phase(kWalk), 0.5, 1e-12) << "0.8 s before 0.3, in the loop before";
  advance(0.7);
  EXPECT_EQ(weight(kRun), 0);
  advance(0.2);
  EXPECT_NEAR(session.runningFade()->begin, 0.8, 1e-12) << "although the frame goes from 0.7 to 0.9";
  EXPECT_NEAR(weight(kRun), 0.2, 1e-12);
  EXPECT_NEAR(phase(kWalk), 0.4, 1e-12);
  EXPECT_NEAR(phase(kRun), 0.6 + 0.1 / 3, 1e-12);
  advance(0.8);
  EXPECT_TRUE(session.character().sequence().isPlaying());
  advance(0.11);
  EXPECT_FALSE(session.character().sequence().isPlaying()) << "lead-out is over";
  EXPECT_EQ(weight(kRun), 1) << "and plays on";
}

TEST_F(Sequence, TheFadeBeginsAtTheFirstPhaseAtAnySpeedOfTheClip) {
  choosePair(kWalk, kRun, 0.5, crossfade::TransitionKind::Linear);
  apply(SetPair{{.fromPhase = 0.3, .leadIn = 0.8}});
  for (const auto& [speed, start] : {std::pair{2.0, 0.7}, {0.5, 0.9}, {-2.0, 0.9}}) {
    apply(SetClip{kWalk, &ClipSettings::timeScale, speed});
    apply(ReplayFade{});
    EXPECT_NEAR(phase(kWalk), start, 1e-12) << speed;
    advance(0.8);
    EXPECT_NEAR(phase(kWalk), 0.3, 1e-12) << speed;
    EXPECT_TRUE(session.runningFade()) << speed;
  }
}

TEST_F(Sequence, AFadeDueExactlyAtAFrameBeginsAtThatFrame) {
  apply(SetClock{crossfade::ClockKind::FrameBased, 64});
  choosePair(kWalk, kRun, 0.5, crossfade::TransitionKind::Linear);
  apply(SetPair{{.leadIn = 0.5, .leadOut = 1}});
  apply(ReplayFade{});
  for (int i = 0; i < 33; ++i) advance(1.0 / 64);
  ASSERT_TRUE(session.runningFade());
  EXPECT_EQ(session.runningFade()->begin, 0.5);
}

TEST_F(Sequence, IsIndependentOfTheFrameRate) {
  choosePair(kWalk, kRun, 0.5);
  apply(SetPair{{.fromPhase = 0.3, .loops = true, .thereAndBack = true}});
  apply(ReplayFade{});
  for (int i = 0; i < 500; ++i) advance(0.01);
  const crossfade::Pose slow = session.pose();
  apply(ReplayFade{});
  advance(5);
  EXPECT_NEAR(slow.locals[0].translation.x, session.pose().locals[0].translation.x, 1e-5);
}

TEST_F(Sequence, AClipThatPlaysOnceShortensTheLeadIn) {
  apply(SetClip{kWalk, &ClipSettings::loop, crossfade::Loop::Once});
  choosePair(kWalk, kRun);
  apply(SetPair{{.fromPhase = 0.25, .leadIn = 0.8}});
  apply(ReplayFade{});
  EXPECT_EQ(phase(kWalk), 0);
  advance(0.26);
  EXPECT_NEAR(session.runningFade()->begin, 0.25, 1e-12);
}

TEST_F(Sequence, WithoutAFromItIsTheLastFadeOrForAnotherTargetWhatPlays) {
  apply(FadeTo{kWalk, {.seconds = 0}});
  advance(kFrame);
  apply(FadeTo{kRun, {.seconds = 0}});
  advance(kFrame);
  EXPECT_EQ(session.character().program().from(), kWalk) << "the last fade was from Walk to Run";
  choosePair(-1, kIdle);
  EXPECT_EQ(session.character().program().from(), kRun);
  apply(ReplayFade{});
  EXPECT_EQ(session.fadeSettings().from, kRun);
}

TEST_F(Sequence, AClipIsNoFromForItself) {
  apply(StopAll{});
  apply(PlayClip{kRun});
  advance(kFrame);
  choosePair(-1, kRun);
  EXPECT_EQ(session.dominantClip(), kRun);
  EXPECT_EQ(session.character().program().from(), -1) << "it fades from the pose on screen";
  apply(FadeTo{kRun});
  EXPECT_EQ(session.character().program().from(), -1);
}

TEST_F(Sequence, LoopsStartFromTheSameStateAndGoThereAndBack) {
  choosePair(kWalk, kRun, 0.2, crossfade::TransitionKind::Linear);
  apply(SetPair{{.fromPhase = 0.5, .leadIn = 0.3, .leadOut = 0.4}});
  apply(LoopFade{.on = true, .thereAndBack = true});
  EXPECT_TRUE(session.character().playsPair());
  advance(0.65);
  EXPECT_EQ(weight(kRun), 1);
  advance(0.1);
  ASSERT_TRUE(session.runningFade());
  EXPECT_EQ(session.runningFade()->to, kWalk) << "back at 0.7";
  EXPECT_EQ(session.fadeSettings().to, kRun) << "the pair stays";
  advance(0.25);
  EXPECT_NEAR(session.mixerTime(), 0, 1e-12) << "the next pass";
  EXPECT_NEAR(phase(kWalk), 0.2, 1e-12);
  apply(LoopFade{.on = false});
  advance(0.75);
  EXPECT_EQ(session.runningFade()->to, kWalk) << "this pass plays to its end";
  advance(0.26);
  EXPECT_FALSE(session.character().sequence().isPlaying());
}

TEST_F(Sequence, SettingsActAtOnceInTheRunningFadeAndInTheNextPass) {
  choosePair(kWalk, kRun, 1, crossfade::TransitionKind::Linear);
  apply(SetPair{{.leadIn = 0.5, .leadOut = 2, .loops = true}});
  apply(ReplayFade{});
  advance(0.75);
  EXPECT_NEAR(weight(kRun), 0.25, 1e-12);
  choosePair(kWalk, kRun, 0.5, crossfade::TransitionKind::Linear);
  EXPECT_NEAR(session.runningFade()->end - session.mixerTime(), 0.375, 1e-12);
  apply(SetPair{{.leadIn = 0.1, .leadOut = 2, .loops = true}});
  advance(1.75);
  EXPECT_NEAR(session.mixerTime(), 0, 1e-12);
  advance(0.35);
  EXPECT_NEAR(weight(kRun), 0.5, 1e-12) << "lead-in 0.1, half of 0.5";
  choosePair(kIdle, kRun, 0.5);
  advance(1.75);
  EXPECT_EQ(weight(kIdle), 1) << "another From in the next pass";
}

TEST_F(Sequence, ReplayRepeatsAFadeThatAClickBegan) {
  advance(0.7);
  apply(FadeTo{kRun, {.seconds = 0.5, .kind = crossfade::TransitionKind::Linear}});
  advance(3);
  apply(ReplayFade{});
  EXPECT_EQ(session.fadeSettings().from, kIdle);
  EXPECT_NEAR(*session.character().program().pair().fromPhase, 0.35, 1e-12);
  advance(0.8);
  EXPECT_NEAR(phase(kIdle), 0.35, 1e-12) << "where the fade began";
  EXPECT_TRUE(session.runningFade());
}

TEST_F(Sequence, WhoPlaysAClipTakesOver) {
  choosePair(kWalk, kRun);
  for (const Command& command : {Command{FadeTo{kIdle}}, Command{StopAll{}}, Command{PlayClip{kIdle}},
                                 Command{SetClipTime{kWalk, 0.1}}, Command{StartFade{}}, Command{StopSequence{}}}) {
    apply(LoopFade{});
    apply(command);
    EXPECT_FALSE(session.character().sequence().isPlaying()) << test::nameOf(command);
  }
  apply(LoopFade{});
  apply(SetPaused{true});
  apply(SetSpeed{0.5});
  apply(SetClip{kWalk, &ClipSettings::timeScale, 2});
  EXPECT_TRUE(session.character().playsPair());
}

TEST_F(Sequence, PausedItWaitsAndStepsCrossABeginning) {
  choosePair(kWalk, kRun, 0.5, crossfade::TransitionKind::Linear);
  apply(SetPair{{.leadIn = 0.3}});
  apply(ReplayFade{});
  apply(SetPaused{true});
  advance(1);
  EXPECT_EQ(session.mixerTime(), 0);
  apply(Step{0.2});
  advance(kFrame);
  apply(Step{0.2});
  advance(kFrame);
  EXPECT_NEAR(session.runningFade()->begin, 0.3, 1e-12);
  EXPECT_NEAR(weight(kRun), 0.2, 1e-12);
  apply(ReplayFade{});
  EXPECT_FALSE(session.paused());
}

TEST_F(Sequence, PausedWhereAFadeIsDueItWaitsUntilTimeGoesOn) {
  apply(SetClock{crossfade::ClockKind::FrameBased, 64});
  choosePair(kWalk, kRun, 0.5, crossfade::TransitionKind::Linear);
  apply(SetPair{{.leadIn = 0.5, .leadOut = 1}});
  apply(ReplayFade{});
  for (int i = 0; i < 32; ++i) advance(1.0 / 64);
  ASSERT_EQ(session.mixerTime(), 0.5);
  apply(SetPaused{true});
  advance(1.0 / 64);
  EXPECT_FALSE(session.runningFade());
  apply(SetPaused{false});
  advance(1.0 / 64);
  ASSERT_TRUE(session.runningFade());
  EXPECT_EQ(session.runningFade()->begin, 0.5);
}

TEST_F(Sequence, AQueuePlaysSecondsAndRoundsInOrder) {
  apply(SetClip{kWalk, &ClipSettings::timeScale, 2});
  apply(SetQueue{{{.fade = {.clip = kIdle, .how = {.toPhase = 0.5}}, .plays = 0.5},
                  {.fade = {.clip = kWalk, .how = {.seconds = 0.1}}, .plays = 3, .inLoops = true},
                  {.fade = {.clip = kRun, .how = {.seconds = 0.2, .kind = crossfade::TransitionKind::Linear}}}},
                 true});
  apply(PlayQueue{});
  EXPECT_TRUE(session.character().playsQueue());
  EXPECT_EQ(phase(kIdle), 0.5);
  advance(0.51);
  EXPECT_EQ(session.runningFade()->to, kWalk);
  EXPECT_NEAR(session.runningFade()->begin, 0.5, 1e-12);
  advance(1.5);
  EXPECT_EQ(session.runningFade()->to, kRun) << "three loops of half a second";
  EXPECT_NEAR(session.runningFade()->begin, 2, 1e-12);
  EXPECT_EQ(session.runningFade()->seconds, 0.2);
  advance(2);
  EXPECT_EQ(weight(kIdle), 1) << "from the beginning";
  apply(SetQueue{});
  EXPECT_FALSE(session.character().playsQueue()) << "nothing is left to play";
  EXPECT_FALSE(session.apply(PlayQueue{}));
}

TEST_F(Sequence, LoopPlaysAlthoughThePairIsPausedOrThePastIsShown) {
  choosePair(kWalk, kRun);
  apply(ReplayFade{});
  advance(0.5);
  apply(SetPaused{true});
  apply(LoopFade{});
  EXPECT_FALSE(session.paused());
  advance(0.5);
  apply(ShowMoment{0.2});
  EXPECT_FALSE(session.character().timeline().isLive());
  apply(LoopFade{});
  EXPECT_TRUE(session.character().timeline().isLive());
  EXPECT_EQ(session.mixerTime(), 0);
  advance(0.5);
  apply(ShowMoment{0.2});
  apply(SetComparison{{{}, {.kind = crossfade::TransitionKind::Linear}}});
  EXPECT_TRUE(session.character().isComparing()) << "it is seen at once";
}

TEST_F(Sequence, PlayingADisabledClipEnablesIt) {
  apply(SetClip{kRun, &ClipSettings::enabled, false});
  apply(SetQueue{{{.fade = {.clip = kRun}}}});
  EXPECT_FALSE(session.character().clipSettings()[kRun].enabled);
  apply(PlayQueue{});
  EXPECT_TRUE(session.character().clipSettings()[kRun].enabled);
  apply(Undo{});
  EXPECT_FALSE(session.action(kRun).enabled);
}

TEST_F(Sequence, RefusesWhatCannotBePlayed) {
  EXPECT_EQ(session.apply(ReplayFade{}).error().message, "choose the clip to fade to first");
  choosePair(kRun, kRun);
  EXPECT_EQ(session.apply(LoopFade{}).error().message, "choose two different clips to fade between");
  EXPECT_FALSE(session.character().program().pair().loops) << "nothing changed";
  EXPECT_EQ(session.apply(SetPair{{.toPhase = 1.5}}).error().message, "phase of To 1.5 is not between 0 and 1");
  EXPECT_EQ(session.apply(SetPair{{.leadIn = -1}}).error().message, "lead-in -1 is not between 0 and 3600");
  EXPECT_FALSE(session.apply(SetQueue{{{.fade = {.clip = 7}}}}));
  EXPECT_FALSE(session.apply(SetQueue{{{.fade = {.clip = 0}, .plays = -1}}}));
  EXPECT_FALSE(session.apply(SetQueue{std::vector<SequenceItem>(201)}));
}

TEST_F(Sequence, AnEmptyLeadInAndLeadOutStillTakeTime) {
  choosePair(kWalk, kRun, 0);
  apply(SetPair{{.leadIn = 0, .leadOut = 0, .loops = true, .thereAndBack = true}});
  apply(ReplayFade{});
  advance(1);
  EXPECT_LE(session.character().sequence().state().passes, 40);
}

TEST_F(Sequence, LoopingAllocatesNothing) {
  choosePair(kWalk, kRun, 0.2);
  apply(SetPair{{.leadIn = 0.1, .leadOut = 0.2, .loops = true, .thereAndBack = true}});
  apply(ReplayFade{});
  (void)posesOf(120);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 300; ++i) advance(kFrame);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app
