#include "crossfade/transition/transition_mixer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

struct TransitionMixerTest : testing::Test {
  ClipSet clips{{test::slide("one second", 1), test::slide("two seconds", 2)}};
  TransitionMixer mixing{clips};
  AnimationAction& a = mixing.clipAction(clips.ids()[0]);
  AnimationAction& b = mixing.clipAction(clips.ids()[1]);
};

TEST_F(TransitionMixerTest, ShowsNothingOfAnUncachedClip) {
  a.play();
  b.play();
  mixing.update(0.1);
  ASSERT_EQ(mixing.shown().size(), 2u);
  mixing.uncacheClip(clips.ids()[0]);
  ASSERT_EQ(mixing.shown().size(), 1u);
  EXPECT_EQ(mixing.shown()[0].clipId, clips.ids()[1]);
}

TEST_F(TransitionMixerTest, ForgetsTheTargetWithItsClipInEitherBlendMode) {
  for (const BlendMode blendMode : {BlendMode::Normal, BlendMode::Additive}) {
    const ClipId guest = clips.add(test::slide("guest", 1));
    mixing.transition().to(mixing.clipAction(guest, blendMode), {.seconds = 1});
    mixing.update(0.1);
    EXPECT_TRUE(mixing.transition().isRunning());
    mixing.uncacheClip(guest);
    EXPECT_FALSE(mixing.transition().isRunning());
  }
}

TEST_F(TransitionMixerTest, StopAllLeavesNothingOfTheTransition) {
  a.play();
  mixing.transition().to(b, {.seconds = 1});
  mixing.update(0.1);
  mixing.transition().setKind(TransitionKind::Linear);  // a change that nobody has taken
  mixing.stopAll();
  EXPECT_TRUE(mixing.shown().empty());
  EXPECT_FALSE(mixing.transition().isRunning());
  EXPECT_EQ(mixing.takeChange(), TransitionChange::None);
  mixing.update(0.1);
  EXPECT_TRUE(mixing.shown().empty());
}

TEST_F(TransitionMixerTest, ForgetsAnUncachedActionOnEitherSide) {
  a.play();
  mixing.update(0.1);
  mixing.transition().to(b, {.seconds = 1});
  mixing.update(0.1);
  EXPECT_EQ(mixing.transition().from(), &a);
  mixing.takeChange();
  mixing.uncacheClip(clips.ids()[0]);
  EXPECT_EQ(mixing.transition().from(), nullptr);
  EXPECT_TRUE(mixing.transition().isRunning());
  EXPECT_EQ(mixing.takeChange(), TransitionChange::Started) << "its weight is gone";
}

TEST_F(TransitionMixerTest, ListsTheEventsOfTheLastUpdateOnly) {
  a.play();
  mixing.update(1.5);
  EXPECT_EQ(mixing.mixer().events().size(), 1u);
  mixing.update(0.1);
  EXPECT_TRUE(mixing.mixer().events().empty());
}

TEST_F(TransitionMixerTest, ShowsNothingOfADisabledTarget) {
  a.play();
  mixing.transition().to(b, {.seconds = 1, .kind = TransitionKind::Inertial});
  mixing.update(0.1);
  EXPECT_EQ(mixing.shown().size(), 1u);
  b.enabled = false;
  mixing.update(0.1);
  EXPECT_TRUE(mixing.shown().empty());
}

TEST_F(TransitionMixerTest, RedirectedKeepsItsBeginItsEndAndItsProgress) {
  AnimationAction& c = mixing.clipAction(clips.add(test::slide("three seconds", 3)));
  mixing.update(0.25);
  a.play();
  mixing.transition().to(b, {.seconds = 1, .kind = TransitionKind::Linear});
  mixing.update(0.5);
  mixing.transition().redirectTo(c);
  EXPECT_EQ(mixing.transition().target(), &c);
  EXPECT_EQ(mixing.transition().begin(), 0.25);
  EXPECT_EQ(mixing.transition().end(), 1.25);
  EXPECT_EQ(mixing.transition().progress(), 0.5);
  mixing.update(0.25);
  EXPECT_EQ(mixing.transition().progress(), 0.75);
  EXPECT_EQ(c.fadeValue(), 0.5) << "half of what was left";
}

TEST_F(TransitionMixerTest, AForgottenActionEndsAsUsual) {
  a.setLoop(Loop::Once).play();
  mixing.transition().to(b, {.seconds = 100, .kind = TransitionKind::Linear});
  mixing.update(0.5);
  mixing.transition().forget();
  mixing.update(1);
  EXPECT_FALSE(a.enabled) << "a running transition would have held its last pose";
}

TEST_F(TransitionMixerTest, ReleasesActionsOfOtherLayersWhenTheirFadesAreOver) {
  const JointMask arms = *JointMask::make({1}), legs = *JointMask::make({1});
  AnimationAction& c = mixing.clipAction(clips.add(test::slide("waves", 3)));
  AnimationAction& d = mixing.clipAction(clips.add(test::slide("kicks", 9)));
  a.play();
  mixing.transition().to(b, {.seconds = 0.1, .mask = &arms});
  mixing.update(0.2);
  mixing.transition().to(c.setLoop(Loop::Once), {.seconds = 0.4, .mask = &arms});
  mixing.update(0.1);
  mixing.transition().to(d, {.seconds = 5, .mask = &legs});
  mixing.update(0.2);
  EXPECT_TRUE(b.isScheduled()) << "still fading out";
  mixing.update(0.2);
  EXPECT_FALSE(b.isScheduled());
  EXPECT_TRUE(c.enabled && c.isScheduled());
  mixing.update(3);
  EXPECT_FALSE(c.enabled) << "nothing holds its last pose any more";
}

TEST_F(TransitionMixerTest, UncachingAnActionThatFadesOnAnotherLayerIsSafe) {
  const JointMask arms = *JointMask::make({1}), legs = *JointMask::make({1});
  mixing.transition().to(a, {.seconds = 1, .mask = &arms});
  mixing.update(0.1);
  mixing.transition().to(b, {.seconds = 1, .mask = &legs});
  mixing.uncacheClip(clips.ids()[0]);
  mixing.update(0.1);
  EXPECT_EQ(mixing.shown().size(), 1u);
}

/// Where an action will be: what a second character shows that gets there by updates.
TEST(TransitionMixer, ExtrapolatesToWhatAnUpdateShows) {
  for (const Loop loop : {Loop::Once, Loop::Repeat, Loop::PingPong})
    for (const bool backward : {false, true})
      for (const double speed : {1.0, 0.5, -0.75})
        for (const double start : {0.4, 1.5, 2.6})  // in a ping-pong: forth, back, forth
          for (const double ahead : {0.02, 0.1, 0.7}) {
            ClipSet clips({test::slide("", 1), test::slide("", 1)});
            const auto play = [&](TransitionMixer& mixing) {
              for (const ClipId id : clips.ids()) {
                AnimationAction& action = mixing.clipAction(id).setLoop(loop);
                action.clampWhenFinished = true;
                action.play();
              }
              mixing.update(loop == Loop::Once ? 0.4 : start);
              AnimationAction& target = mixing.clipAction(clips.ids()[1]);
              mixing.transition().to(target, {.seconds = 2, .kind = TransitionKind::Linear});
              for (const ClipId id : clips.ids()) mixing.clipAction(id).timeScale = speed;
              mixing.setClipsRunBackwards(backward);
              mixing.update(0.001);
            };
            TransitionMixer mixing(clips), later(clips);
            play(mixing);
            play(later);
            std::vector<BlendEntry> entries;
            mixing.extrapolate(ahead, entries);
            later.update(ahead);
            ASSERT_EQ(entries.size(), later.shown().size());
            for (std::size_t i = 0; i < entries.size(); ++i) {
              const BlendEntry& expected = later.shown()[i];
              EXPECT_EQ(entries[i].slot, expected.slot);
              EXPECT_NEAR(entries[i].weight, expected.weight, 1e-12);
              const double change = std::abs(speed) * ahead, time = mixing.shown()[i].time;
              const bool bounces = loop == Loop::PingPong && (time < change || time > 1 - change);
              if (bounces) continue;  // velocities stop at the ends of a ping-pong
              const double wrapped =
                  loop == Loop::Repeat ? entries[i].time - std::floor(entries[i].time) : entries[i].time;
              EXPECT_NEAR(wrapped, expected.time, 1e-9)
                  << static_cast<int>(loop) << backward << ' ' << speed << ' ' << start << ' ' << ahead;
            }
          }
}

}  // namespace
}  // namespace crossfade
