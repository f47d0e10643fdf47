#include "crossfade/transition/transition_mixer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

constexpr FadeFunction kSmooth{.kind = FadeShape::Kind::Smooth};

struct TransitionTest : testing::Test {
  ClipSet clips{{test::slide("one second", 1), test::slide("two seconds", 2), test::slide("three seconds", 3)}};
  TransitionMixer mixing{clips};
  AnimationAction& a = mixing.clipAction(clips.ids()[0]);
  AnimationAction& b = mixing.clipAction(clips.ids()[1]);
  AnimationAction& c = mixing.clipAction(clips.ids()[2]);
  Transition& transition = mixing.transition();

  double effectiveWeight(const AnimationAction& action) const {
    return action.isScheduled() ? action.getEffectiveWeight() : 0;
  }
  double sum() const { return effectiveWeight(a) + effectiveWeight(b) + effectiveWeight(c); }
  double shownWeight(const AnimationAction& action) {
    double weight = 0;
    for (const BlendEntry& entry : mixing.shown())
      if (entry.slot == action.slot()) weight += entry.weight;
    return weight;
  }
  double phase(const AnimationAction& action) const { return action.time / action.duration(); }
};

template <class T>
concept CanBeUpdated = requires(T t) {
  t.update(0.0);
};
static_assert(CanBeUpdated<TransitionMixer&>);
static_assert(!CanBeUpdated<Transition&>, "only with its mixer");
static_assert(!CanBeUpdated<decltype(std::declval<TransitionMixer&>().mixer())>, "only with its transition");
static_assert(!CanBeUpdated<decltype(std::declval<AnimationAction&>().getMixer())>);

TEST_F(TransitionTest, FadesWeightsLinearly) {
  a.play();
  mixing.update(0.25);
  transition.to(b, {.seconds = 1, .kind = TransitionKind::Linear});
  EXPECT_EQ(transition.from(), &a);
  for (const double fraction : {0.25, 0.5, 0.75, 1.0}) {
    mixing.update(0.25);
    EXPECT_DOUBLE_EQ(effectiveWeight(b), fraction);
    EXPECT_DOUBLE_EQ(effectiveWeight(a), 1 - fraction);
    EXPECT_DOUBLE_EQ(transition.progress(), fraction);
  }
  mixing.update(0.01);
  EXPECT_FALSE(transition.isRunning());
  EXPECT_FALSE(a.isScheduled());
  EXPECT_EQ(a.time, 0);
}

RC_GTEST_FIXTURE_PROP(TransitionTest, ACurveThatIsInterruptedChangesNoWeightAbruptly, ()) {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  std::uniform_real_distribution<double> uniform(0, 1);
  AnimationAction* const all[] = {&a, &b, &c};
  constexpr double kFrame = 1e-3;
  mixing.restart();
  a.play();
  mixing.update(0);
  double last[3] = {1, 0, 0}, lastStep[3] = {0, 0, 0}, shortest = 10;
  for (int fade = 0; fade < 6; ++fade) {
    const double seconds = 0.2 + uniform(random);
    shortest = std::min(shortest, seconds);
    transition.to(*all[random() % 3], {.seconds = seconds, .kind = TransitionKind::Curve, .shape = kSmoothFade});
    const int frames = static_cast<int>(seconds * (0.1 + uniform(random)) / kFrame);
    for (int frame = 0; frame < frames; ++frame) {
      mixing.update(kFrame);
      RC_ASSERT(std::abs(sum() - 1) < 1e-12);
      for (int i = 0; i < 3; ++i) {
        const double weight = effectiveWeight(*all[i]), step = weight - last[i];
        RC_ASSERT(weight >= -1e-9 && weight <= 1 + 1e-9);
        const double change = std::abs(step - lastStep[i]) / kFrame * shortest;  // of the velocity, in fades
        RC_ASSERT(change < 0.6);                                                 // without coasting up to 3
        last[i] = weight;
        lastStep[i] = step;
      }
    }
  }
}

TEST_F(TransitionTest, FadesWeightsAlongACurve) {
  a.play();
  transition.to(b, {.seconds = 1, .kind = TransitionKind::Curve, .shape = kSmoothFade});
  mixing.update(0.25);
  EXPECT_DOUBLE_EQ(effectiveWeight(b), kSmooth.at(0.25));
  EXPECT_DOUBLE_EQ(sum(), 1);
  const double before = effectiveWeight(b);
  transition.setSeconds(2);
  mixing.update(0);
  EXPECT_NEAR(effectiveWeight(b), before, 1e-15);
  mixing.update(0.75);  // half of the remainder: the same fraction of the curve remains
  EXPECT_NEAR(effectiveWeight(b), kSmooth.at(0.25 + 0.75 / 2), 1e-12);
}

TEST_F(TransitionTest, WeightsJumpOnlyWithACurveThatAFadeFollows) {
  const AnimationCurve line = *AnimationCurve::linear(0, 0, 1, 1), smooth = *AnimationCurve::easeInOut(0, 0, 1, 1);
  const CurveId followed = mixing.addCurve(line), idle = mixing.addCurve(line);
  const auto changeBy = [&](CurveId curve) {
    mixing.setCurve(curve, smooth);
    return mixing.takeChange();
  };
  a.playFadedOut().fadeTo(1, 1, alongCurve(followed));  // a fade without a transition
  mixing.update(0.25);
  EXPECT_EQ(changeBy(idle), TransitionChange::None);
  EXPECT_EQ(changeBy(followed), TransitionChange::Jumped);
  mixing.update(1);
  EXPECT_EQ(changeBy(followed), TransitionChange::None) << "the fade is over";
  transition.to(b, {.seconds = 1, .kind = TransitionKind::Curve, .shape = alongCurve(idle)});
  mixing.update(0.25);
  mixing.takeChange();
  EXPECT_EQ(changeBy(followed), TransitionChange::None);
  EXPECT_EQ(changeBy(idle), TransitionChange::Jumped);
}

TEST_F(TransitionTest, OfAPoseKindPlaysOnlyTheTarget) {
  for (const TransitionKind kind : {TransitionKind::Frozen, TransitionKind::Inertial, TransitionKind::DeadBlending}) {
    mixing.stopAll();
    a.play();
    b.weight = 0.5;
    transition.to(b, {.seconds = 1, .kind = kind});
    EXPECT_EQ(mixing.takeChange(), TransitionChange::Started);
    EXPECT_EQ(mixing.takeChange(), TransitionChange::None);
    for (const double step : {0.0, 0.25, 0.5}) {
      mixing.update(step);
      EXPECT_EQ(shownWeight(a), 0);
      EXPECT_EQ(shownWeight(b), 0.5) << "the user's own weight, in full";
      EXPECT_NEAR(effectiveWeight(a) + effectiveWeight(b) / 0.5, 1, 1e-12) << "the weights fade as usual";
    }
    mixing.update(1);
    EXPECT_EQ(shownWeight(b), 0.5);
  }
}

TEST_F(TransitionTest, ClassicJumpsWhenItIsInterrupted) {
  a.play();
  mixing.update(0.1);
  transition.to(b, {.seconds = 1, .kind = TransitionKind::Classic});
  mixing.update(0.5);
  transition.to(a, {.seconds = 1, .kind = TransitionKind::Classic});
  mixing.update(0.01);
  EXPECT_DOUBLE_EQ(effectiveWeight(b), 0.99) << "like three.js, from 1 whatever the weight was";
  EXPECT_NEAR(effectiveWeight(a), 0.01, 1e-12);
}

TEST_F(TransitionTest, KeepsTheSumWhenAClipEndsDuringTheFade) {
  a.play().setLoop(Loop::Once);
  mixing.update(0.8);
  transition.to(b, {.seconds = 1, .kind = TransitionKind::Linear});
  for (int i = 0; i < 10; ++i) {
    mixing.update(0.1);
    EXPECT_NEAR(sum(), 1, 1e-12) << i;
  }
  mixing.update(0.1);
  EXPECT_FALSE(a.isScheduled());
  a.play();
  mixing.update(2);
  EXPECT_FALSE(a.enabled) << "no transition makes it hold its end anymore";
}

TEST_F(TransitionTest, InPhaseBothFollowOneCycle) {
  a.play();
  mixing.update(0.7);
  transition.to(b, {.seconds = 0.6, .kind = TransitionKind::Linear, .sync = Sync::Phase});
  EXPECT_NEAR(phase(b), 0.7, 1e-12) << "starts in sync";
  double last = a.getEffectiveTimeScale();
  for (int i = 0; i < 60; ++i) {
    if (i == 30) transition.to(c, {.seconds = 0.6, .kind = TransitionKind::Linear, .sync = Sync::Phase});
    mixing.update(0.01);
    EXPECT_NEAR(std::remainder(phase(a) - phase(b), 1), 0, 1e-9) << i;
    EXPECT_NEAR(i < 30 ? 0 : std::remainder(phase(a) - phase(c), 1), 0, 1e-9) << i;
    EXPECT_NEAR(a.getEffectiveTimeScale(), last, 0.03) << "no jump of speed, " << i;
    last = a.getEffectiveTimeScale();
  }
  for (int i = 0; i < 40; ++i) mixing.update(0.01);
  EXPECT_EQ(c.getEffectiveTimeScale(), 1) << "a single clip returns to its own speed";
  EXPECT_FALSE(transition.isRunning());
}

TEST_F(TransitionTest, InPhaseEachPlaysAtTheWeightAveragedDuration) {
  a.play();
  b.timeScale = 0.5;  // set by the user: a cycle of four seconds
  transition.to(b, {.seconds = 1, .kind = TransitionKind::Linear, .sync = Sync::Phase});
  b.timeScale = 0.5;
  mixing.update(0.501);
  const double weight = 120.5 / 240;  // of b: the mean over the 1/240 s that this is in
  const double cycle = (1 - weight) * 1 + weight * 4;
  EXPECT_NEAR(a.getEffectiveTimeScale(), 1 / cycle, 1e-9);
  EXPECT_NEAR(b.getEffectiveTimeScale(), 2 / cycle, 1e-9);
}

TEST_F(TransitionTest, WithMarkersFollowsThemFromOneToTheNext) {
  transition.setMarkers(a.clipId(), *SyncMarkers::make({{"left", 0}, {"right", 0.3}}, 1));
  transition.setMarkers(b.clipId(), *SyncMarkers::make({{"right", 0.2}, {"left", 1.5}}, 2));
  a.play();
  mixing.update(0.15);  // halfway from "left" to "right"
  transition.to(b, {.seconds = 1, .sync = Sync::Markers});
  EXPECT_NEAR(b.time, 1.85, 1e-12) << "halfway from left at 1.5 across the loop to right at 2.2";
  for (int i = 0; i < 50; ++i) mixing.update(0.011);
  const bool leftToRight = a.time < 0.3;
  const double ofA = leftToRight ? a.time / 0.3 : (a.time - 0.3) / 0.7;
  const double ofB = b.time >= 0.2 && b.time < 1.5 ? (b.time - 0.2) / 1.3 : std::fmod(b.time - 1.5 + 2, 2) / 0.7;
  EXPECT_EQ(leftToRight, !(b.time >= 0.2 && b.time < 1.5));
  EXPECT_NEAR(ofA, ofB, 1e-9);
}

TEST_F(TransitionTest, SyncSwitchedInTheMiddleNeverMovesTheClips) {
  a.play();
  mixing.update(0.7);
  transition.to(b, {.seconds = 1, .kind = TransitionKind::Linear});
  mixing.update(0.3);
  for (const Sync sync : {Sync::Phase, Sync::None, Sync::Phase}) {
    const double timeA = a.time, timeB = b.time;
    transition.setSync(sync);
    mixing.update(0);
    EXPECT_EQ(a.time, timeA);
    EXPECT_EQ(b.time, timeB);
    mixing.update(0.1);
  }
  for (int i = 0; i < 39; ++i) mixing.update(0.01);
  EXPECT_NEAR(std::remainder(phase(a) - phase(b), 1), 0, 0.02) << "in sync before the end";
}

TEST_F(TransitionTest, OfAClipInAReusedSlotUsesItsOwnLength) {
  const ClipId guest = clips.add(test::slide("guest", 5));
  a.play();
  transition.to(mixing.clipAction(guest), {.seconds = 0.1, .sync = Sync::Phase});
  transition.to(a, {.seconds = 0, .sync = Sync::Phase});
  mixing.update(0.1);
  mixing.uncacheClip(guest);
  clips.remove(guest);
  AnimationAction& action = mixing.clipAction(clips.add(test::slide("another guest", 2)));
  a.time = 0.5;
  transition.to(action, {.seconds = 0.1, .sync = Sync::Phase});
  EXPECT_DOUBLE_EQ(action.time, 1) << "half of its cycle";
}

TEST_F(TransitionTest, DropsNoEventOfASyncedFrameOfAnyLength) {
  const ClipId fast = clips.add(test::slide("fast", 0.02f)), faster = clips.add(test::slide("faster", 0.01f));
  mixing.clipAction(fast).play();
  AnimationAction& to = mixing.clipAction(faster);
  mixing.update(0.001);
  transition.to(to, {.seconds = 100, .kind = TransitionKind::Linear, .sync = Sync::Phase});
  mixing.update(20);  // 1200 steps
  ASSERT_EQ(mixing.mixer().events().size(), 2u) << "each action's loops are added up";
  for (const MixerEvent& event : mixing.mixer().events()) {
    EXPECT_EQ(event.kind, MixerEvent::Kind::Loop);
    EXPECT_GT(event.loopDelta, 20 / 0.02 - 2);
  }
  EXPECT_EQ(mixing.mixer().events()[0].loopDelta, mixing.mixer().events()[1].loopDelta) << "in phase";
}

TEST_F(TransitionTest, OfASyncedClipThatEndsListsItsLoopsAndItsEnd) {
  AnimationAction& fast = mixing.clipAction(clips.add(test::slide("fast", 0.02f))).play().setLoop(Loop::Repeat, 3);
  AnimationAction& slow = mixing.clipAction(clips.add(test::slide("slow", 1000)));
  fast.timeScale = 0.1;  // 0.2 s per loop: many steps of the sync
  transition.to(slow, {.seconds = 100, .kind = TransitionKind::Linear});
  transition.setSync(Sync::Markers);
  slow.paused = true;  // so that nothing is synced, and the frame still has steps
  mixing.update(5);
  ASSERT_EQ(mixing.mixer().events().size(), 2u);
  EXPECT_EQ(mixing.mixer().events()[0].kind, MixerEvent::Kind::Loop);
  EXPECT_EQ(mixing.mixer().events()[0].loopDelta, 2);
  EXPECT_EQ(mixing.mixer().events()[1].kind, MixerEvent::Kind::Finished);
}

TEST_F(TransitionTest, AllocatesNothingWhileItRuns) {
  a.play();
  mixing.update(0.1);
  for (AnimationAction* target : {&b, &c, &a}) {
    transition.to(*target, {.seconds = 0.5, .sync = Sync::Phase});
    const ::test::AllocationGuard guard;
    for (int i = 0; i < 20; ++i) {
      mixing.update(0.01);
      mixing.shown();
    }
    EXPECT_EQ(guard.count(), 0);
  }
}

TEST_F(TransitionTest, OfZeroLengthIsACut) {
  a.play();
  for (const double seconds : {0.0, -1.0, double(NAN), double(INFINITY)}) {
    transition.to(b, {.seconds = seconds});
    mixing.update(0);
    EXPECT_EQ(effectiveWeight(b), 1);
    EXPECT_EQ(effectiveWeight(a), 0);
    mixing.update(0.01);
    EXPECT_FALSE(transition.isRunning());
    transition.to(a, {.seconds = 0});
    mixing.update(0.01);
  }
}

/// Kinds that work on poses measure the target's velocity before the first frame.
TEST_F(TransitionTest, StartsASyncedTargetAtTheGroupsSpeed) {
  a.play();
  mixing.update(0.25);
  transition.to(c, {.seconds = 0.3, .kind = TransitionKind::Inertial, .sync = Sync::Phase});
  mixing.update(0);
  EXPECT_NEAR(c.getEffectiveTimeScale(), 3, 0.05) << "three seconds in the time of one";
  EXPECT_NEAR(a.getEffectiveTimeScale(), 1, 0.05);
}

RC_GTEST_PROP(TransitionProperty, WeightsAlwaysSumToOne, ()) {
  ClipSet clips;
  TransitionMixer mixing(clips);
  Transition& transition = mixing.transition();
  std::vector<AnimationAction*> actions;
  for (int i = 0; i < 4; ++i)
    actions.push_back(&mixing.clipAction(clips.add(test::slide("", static_cast<float>(i) * 0.7f))));
  actions[1]->play();
  for (int i = 0; i < 120; ++i) {
    AnimationAction& any = *actions[static_cast<std::size_t>(*rc::gen::inRange(0, 4))];
    const double length = *rc::gen::inRange(0, 100) / 50.0;
    const auto kind = kTransitionKinds[*rc::gen::inRange(1, 6)];  // all but classic
    const auto sync = static_cast<Sync>(*rc::gen::inRange(0, 3));
    switch (*rc::gen::inRange(0, 12)) {
      case 0:
        transition.to(any, {.seconds = length, .kind = kind, .sync = sync});
        break;
      case 1:
        transition.redirectTo(any);
        break;
      case 2:
        transition.setSeconds(length);
        break;
      case 3:
        transition.setKind(kind);
        break;
      case 4:
        transition.setSync(sync);
        break;
      case 5:
        any.timeScale = *rc::gen::inRange(-20, 21) / 10.0;
        break;
      case 6:
        any.setLoop(static_cast<Loop>(*rc::gen::inRange(0, 3)));
        any.clampWhenFinished = true;  // otherwise an action that ends disables itself
        break;
      default:
        break;
    }
    mixing.update(*rc::gen::element(0.0, 1e-6, 1 / 240.0, 1 / 60.0, 0.1, 1.0, 10.0));
    double sum = 0;
    for (const AnimationAction* action : actions) {
      RC_ASSERT(std::isfinite(action->time));
      sum += action->isScheduled() ? action->getEffectiveWeight() : 0;
    }
    RC_ASSERT(std::abs(sum - 1) < 1e-6);
    double shown = 0;
    for (const BlendEntry& entry : mixing.shown()) shown += entry.weight;
    RC_ASSERT(std::abs(shown - 1) < 1e-6);
  }
}

}  // namespace
}  // namespace crossfade
