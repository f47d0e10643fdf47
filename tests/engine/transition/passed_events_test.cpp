// What a mixer and a player report of the events inside clips.
#include <gtest/gtest.h>

#include <string>

#include "crossfade/mixer/mixer_snapshot.h"
#include "crossfade/transition/player_snapshot.h"
#include "crossfade/transition/transition_player.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

/// "name" for a moment, "name(" for a begin, "name)" for an end, "name!" for one that is cut, with the mixer time.
std::string textOf(const PassedEvent& passed) {
  const char* const mark = passed.pass == EventPass::Moment  ? ""
                           : passed.pass == EventPass::Begin ? "("
                           : passed.isCut                    ? "!"
                                                             : ")";
  char time[32];
  std::snprintf(time, sizeof time, "%.4g", passed.time);
  return passed.event->name + mark + (passed.direction < 0 ? "-" : "@") + time + " ";
}
std::string textOf(std::span<const PassedEvent> all) {
  std::string text;
  for (const PassedEvent& passed : all) text += textOf(passed);
  return text;
}

/// A walk of 1 s with two steps and a span, and an attack of 2 s.
struct PassedEvents : testing::Test {
  PassedEvents() {
    events.set(
        walk,
        *ClipEvents::make(
            {{.name = "l", .time = 0.25}, {.name = "r", .time = 0.75}, {.name = "s", .time = 0.4, .end = 0.6}}, 1));
    events.set(
        attack,
        *ClipEvents::make(
            {{.name = "go"}, {.name = "hit", .time = 0.5, .end = 1.5, .value = 40}, {.name = "end", .time = 2}}, 2));
    player.setEvents(&events);
  }
  std::string run(double seconds, double frame = 1.0 / 60) {
    std::string text;
    for (double left = seconds; left > 1e-9; left -= frame) {
      player.advance(std::min(frame, left), pose);
      text += textOf(player.mixer().passedEvents());
    }
    return text;
  }
  AnimationAction& action(ClipId clip) { return player.clipAction(clip); }

  ClipSet clips;
  const ClipId walk = clips.add(test::slide("walk", 1)), attack = clips.add(test::slide("attack", 2));
  ClipEventSet events;
  Pose pose{.locals = std::vector<Transform>(1), .morphWeights = {}};
  TransitionPlayer player{clips, ChannelLayout(1, {}), pose};
};

TEST_F(PassedEvents, AreReportedInOrderOfTime) {
  action(walk).play();
  action(attack).play();
  EXPECT_EQ(run(2, 2), "go@0 l@0.25 s(@0.4 hit(@0.5 s)@0.6 r@0.75 l@1.25 s(@1.4 hit)@1.5 s)@1.6 r@1.75 end@2 go@2 ");
  EXPECT_EQ(player.mixer().passedEvents()[3].event->value, 40);
  EXPECT_EQ(player.mixer().passedEvents()[3].action, &action(attack));
}

TEST_F(PassedEvents, ArePassedBackwardAndInPingPong) {
  action(walk).play().timeScale = -1;
  EXPECT_EQ(run(1), "r-0.25 s(-0.4 s)-0.6 l-0.75 ");
  action(walk).stop();
  action(attack).timeScale = 2;
  action(attack).setLoop(Loop::PingPong).play();
  EXPECT_EQ(run(2.125), "go@1 hit(@1.25 hit)@1.75 end@2 hit(-2.25 hit)-2.75 go-3 ");
}

TEST_F(PassedEvents, WaitWhileTheClipIsPausedOrNotStarted) {
  action(walk).play().startAt(0.5);
  EXPECT_EQ(run(1), "l@0.75 s(@0.9 ");
  action(walk).paused = true;
  EXPECT_EQ(run(1), "");
  action(walk).paused = false;
  EXPECT_EQ(run(0.5), "s)@2.1 r@2.25 ");
}

TEST_F(PassedEvents, OfAFrameWithoutLengthAreNone) {
  action(attack).play();
  EXPECT_EQ(run(0, 0), "");
  player.advance(0, pose);
  EXPECT_EQ(textOf(player.mixer().passedEvents()), "");
  EXPECT_EQ(run(0.25, 0.25), "go@0 ");
  player.advance(0, pose);
  EXPECT_EQ(textOf(player.mixer().passedEvents()), "") << "the list is of the last frame alone";
}

TEST_F(PassedEvents, CountOnceWhereAFrameEndsOnThem) {
  action(walk).play();
  EXPECT_EQ(run(0.25, 0.25), "l@0.25 ");
  EXPECT_EQ(run(0.15, 0.15), "s(@0.4 ");
  EXPECT_EQ(run(0.2, 0.2), "s)@0.6 ");
  EXPECT_EQ(run(0.4, 0.2), "r@0.75 ");
}

TEST_F(PassedEvents, OfAClipThatPlaysOnceIncludeItsEnd) {
  for (const bool clamp : {true, false}) {
    action(attack).reset().setLoop(Loop::Once).play().clampWhenFinished = clamp;
    const std::string text = run(4, 4);
    EXPECT_NE(text.find("go@"), std::string::npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), ' '), 4) << text;
    EXPECT_NE(text.find("end@"), std::string::npos) << text;
  }
}

TEST_F(PassedEvents, AreSkippedByATimeThatIsSet) {
  action(walk).play();
  run(0.1);
  action(walk).time = 0.7;
  EXPECT_EQ(run(0.1), "r@0.15 ");
  action(walk).time = 0.25;
  EXPECT_EQ(run(0.1), "l@0.2 ") << "one at that time counts";
}

TEST_F(PassedEvents, OfASpanEndOnceWhereverItIsCut) {
  action(walk).play();
  EXPECT_EQ(run(0.5), "l@0.25 s(@0.4 ");
  action(walk).stop();
  EXPECT_EQ(run(0.5), "s!@0.5 ");

  action(walk).play();
  EXPECT_EQ(run(0.5), "l@1.25 s(@1.4 ");
  action(walk).time = 0.9;
  EXPECT_EQ(run(0.05), "s!@1.5 ");
  action(walk).time = 0.45;
  EXPECT_EQ(run(0.05), "s(@1.55 ") << "set into the span";
  action(walk).time = 0.55;
  EXPECT_EQ(run(0.1), "s)@1.65 ") << "set to another time of the span";

  action(walk).time = 0.45;
  EXPECT_EQ(run(0.05), "s(@1.7 ");
  action(walk).reset().play();
  EXPECT_EQ(run(0.05), "s!@1.75 ");

  action(walk).time = 0.45;
  EXPECT_EQ(run(0.05), "s(@1.8 ");
  action(walk).enabled = false;
  EXPECT_EQ(run(0.05), "s!@1.85 ");
}

TEST_F(PassedEvents, OfASpanEndWhenTheActionIsDestroyed) {
  action(walk).play();
  run(0.5);
  player.uncacheClip(walk);
  player.advance(0.1, pose);
  ASSERT_EQ(player.mixer().passedEvents().size(), 1u);
  EXPECT_TRUE(player.mixer().passedEvents()[0].isCut);
  EXPECT_EQ(player.mixer().passedEvents()[0].action, nullptr);
  EXPECT_EQ(player.mixer().passedEvents()[0].clip, walk);
}

TEST_F(PassedEvents, OfFadesFollowTheWeight) {
  player.setEvents(&events, 0.5);
  action(walk).play();
  run(0.1);
  player.transition().to(action(attack), {.seconds = 1, .kind = TransitionKind::Linear});
  EXPECT_EQ(run(2), "l@0.25 s(@0.4 s)@0.6 hit(@0.6 hit)@1.6 end@2.1 go@2.1 ") << "its first beginning has no weight";
  player.setEvents(&events, 0);
  player.transition().to(action(walk), {.seconds = 0.5, .kind = TransitionKind::Linear});
  EXPECT_EQ(run(0.45), "l@2.35 s(@2.5 ");
  player.transition().to(action(attack), {.seconds = 0.1, .kind = TransitionKind::Linear});
  EXPECT_EQ(run(0.2), "hit(@2.6 s!@2.65 ") << "the walk's at the end of the fade";
}

TEST_F(PassedEvents, OfTransitionsOnPosesAreThoseOfTheTarget) {
  for (const TransitionKind kind : {TransitionKind::Inertial, TransitionKind::Frozen, TransitionKind::DeadBlending}) {
    player.restart();
    run(0.01);
    player.restart();
    action(walk).play();
    EXPECT_EQ(run(0.45), "l@0.25 s(@0.4 ");
    player.transition().to(action(attack), {.seconds = 1, .kind = kind});
    EXPECT_EQ(run(0.6), "s!@0.45 go@0.45 hit(@0.95 ") << "nothing of the walk is on the screen";
  }
}

TEST_F(PassedEvents, OfASnapshotAreThoseOfThatMoment) {
  action(walk).play();
  run(0.5);
  action(walk).stop();
  action(attack).play();
  PlayerSnapshot moment;
  player.save(moment);
  const std::string first = run(3);
  player.restore(moment);
  EXPECT_EQ(run(3), first);
  EXPECT_EQ(first.substr(0, 13), "s!@0.5 go@0.5");
  player.save(moment);
  const std::string last = textOf(player.mixer().passedEvents());
  run(1);
  player.restore(moment);
  EXPECT_EQ(textOf(player.mixer().passedEvents()), last);
}

TEST_F(PassedEvents, AllocateNothingInAFrame) {
  action(walk).play().timeScale = 3;
  action(attack).play().setLoop(Loop::PingPong);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 50; ++i) player.advance(i % 7 == 0 ? 1.0 : 0.02, pose);
  EXPECT_EQ(guard.count(), 0);
}

TEST_F(PassedEvents, ThatFindNoRoomAreCounted) {
  action(walk).play();
  player.advance(100, pose);
  const auto reported = static_cast<std::int64_t>(player.mixer().passedEvents().size());
  EXPECT_EQ(reported + player.mixer().unreportedEvents(), 400);
  EXPECT_GE(reported, 64);
  player.advance(1, pose);
  EXPECT_EQ(player.mixer().unreportedEvents(), 0);
}

TEST_F(PassedEvents, OfThreeJsFadesAreTheSame) {
  AnimationMixer mixer(clips);
  mixer.setEvents(&events);
  mixer.clipAction(walk).play();
  mixer.update(1.5);
  EXPECT_EQ(textOf(mixer.passedEvents()), "l@0.25 s(@0.4 s)@0.6 r@0.75 l@1.25 s(@1.4 ");
  mixer.clipAction(attack).play().crossFadeFrom(mixer.clipAction(walk), 0.05);
  mixer.update(0.08);
  mixer.update(0.08);
  EXPECT_EQ(textOf(mixer.passedEvents()).substr(0, 2), "");
  mixer.timeScale = -1;
  mixer.update(0.16);
  EXPECT_EQ(textOf(mixer.passedEvents()), "go-1.5 ");
}

TEST_F(PassedEvents, CanBeTakenAway) {
  action(walk).play();
  run(0.5);
  player.setEvents(nullptr);
  EXPECT_EQ(run(2), "");
  events.set(walk, ClipEvents());
  player.setEvents(&events);
  EXPECT_EQ(run(2), "");
}

}  // namespace
}  // namespace crossfade
