#include "crossfade/travel/root_motion_mixer.h"

#include <gtest/gtest.h>

#include <vector>

#include <glm/geometric.hpp>

#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_player.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

constexpr double kFrame = 1 / 60.0;
constexpr double kWalk = 1.4, kRun = 3.5;
constexpr float kWalkSeconds = 1.1f, kRunSeconds = 0.7f;

/// Walks, runs and idles along z.
struct Traveler {
  Traveler() {
    for (const auto& [clip, speed] : {std::pair(walk, kWalk), std::pair(run, kRun)})
      root.setTrack(clip, RootTrack::steady(0, clips[clip].duration(), {0, 0, speed}));
    for (const ClipId clip : {walk, run, idle}) player.clipAction(clip);
  }
  AnimationAction& action(ClipId clip) { return player.clipAction(clip); }
  RootDelta frame(double seconds = kFrame) {
    player.advance(seconds, pose);
    return root.step(player.mixer());
  }
  double speed(double seconds = kFrame) { return frame(seconds).translation.z / seconds; }

  ClipSet clips;
  ClipId walk = clips.add(test::slide("walk", kWalkSeconds, 0, 0));
  ClipId run = clips.add(test::slide("run", kRunSeconds, 0, 0));
  ClipId idle = clips.add(test::slide("idle", 2, 0, 0));
  Pose rest{.locals = {Transform{}}, .morphWeights = {}};
  TransitionPlayer player{clips, ChannelLayout(1, {}), rest};
  Pose pose = rest;
  RootMotionMixer root;
};

TEST(RootMotionMixer, FadesFromOneSpeedToTheOtherWithoutAStep) {
  for (const TransitionKind kind : kTransitionKinds)
    for (const Sync sync : {Sync::None, Sync::Phase}) {
      Traveler character;
      character.action(character.walk).play();
      for (int i = 0; i < 50; ++i) EXPECT_NEAR(character.speed(), kWalk, 1e-5);
      character.player.transition().to(character.action(character.run), {.seconds = 0.5, .kind = kind, .sync = sync});
      double last = kWalk, largest = 0;
      for (int i = 0; i < 40; ++i) {
        const double now = character.speed();
        EXPECT_GE(now, last - 1e-5) << i;
        EXPECT_LE(now, kRun + 1e-5) << i;
        largest = std::max(largest, now - last);
        last = now;
      }
      EXPECT_NEAR(last, kRun, 1e-5);
      EXPECT_LT(largest, 0.6) << "of 2.1 m/s in 30 frames";
    }
}

TEST(RootMotionMixer, SlowsDownToAClipWithoutATrack) {
  Traveler character;
  character.action(character.walk).play();
  character.frame();
  character.player.transition().to(character.action(character.idle), {.seconds = 0.4, .kind = TransitionKind::Linear});
  double last = kWalk;
  for (int i = 0; i < 30; ++i) {
    const double now = character.speed();
    EXPECT_LE(now, last + 1e-5);
    last = now;
  }
  EXPECT_EQ(last, 0);
}

TEST(RootMotionMixer, AThousandLoopsAreAThousandTimesOne) {
  Traveler character;
  character.action(character.run).play();
  const RootTrack track(0, character.clips[character.run].duration(),
                        test::track({0, Channel::Translation}, Interpolation::Linear, {0, 0.2f, kRunSeconds},
                                    {0, 0, 0, 0.3f, 0, 0.1f, 0.2f, 0, 2.45f}),
                        {});
  character.root.setTrack(character.run, track);
  RootDelta sum;
  const double frame = track.duration() / 42;
  for (int i = 0; i < 42000; ++i) sum = sum * character.frame(frame);
  const glm::dvec3 whole = track.perLoop().translation * 1000.0;
  EXPECT_LT(glm::distance(sum.translation, whole) / glm::length(whole), 1e-9);
}

TEST(RootMotionMixer, FramesLongerThanARoundLoseNothing) {
  Traveler character;
  character.action(character.run).play();
  character.frame(0.1);
  EXPECT_NEAR(character.frame(5).translation.z, 5 * kRun, 1e-4);
}

TEST(RootMotionMixer, FollowsSpeedsAndDirections) {
  Traveler character;
  AnimationAction& walk = character.action(character.walk).play();
  walk.timeScale = 2;
  for (int i = 0; i < 100; ++i) EXPECT_NEAR(character.speed(), 2 * kWalk, 1e-5);
  character.player.setTimeScale(0.5);
  EXPECT_NEAR(character.speed(), kWalk, 1e-5);
  character.player.setClipsRunBackwards(true);
  for (int i = 0; i < 200; ++i) EXPECT_NEAR(character.speed(), -kWalk, 1e-5);
  walk.paused = true;
  EXPECT_EQ(character.speed(), 0);
}

TEST(RootMotionMixer, AClipSetToAnotherTimeDoesNotMoveTheCharacter) {
  Traveler character;
  AnimationAction& walk = character.action(character.walk).play();
  for (int i = 0; i < 20; ++i) character.frame();
  for (const double time : {0.9, 0.1, 0.6, 0.0}) {
    walk.time = time;
    EXPECT_NEAR(character.speed(), kWalk, 1e-5) << time;
  }
  for (int i = 0; i < 5; ++i) character.frame();
  walk.restart();
  EXPECT_NEAR(character.speed(), kWalk, 1e-5);
}

TEST(RootMotionMixer, AClipThatReturnsDoesNotMakeUpForItsAbsence) {
  Traveler character;
  AnimationAction& walk = character.action(character.walk).play();
  for (int i = 0; i < 20; ++i) character.frame();
  const double last = walk.time;
  walk.stop();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(character.speed(), 0);
  walk.play().time = last - kFrame;  // comes back where it was
  EXPECT_NEAR(character.speed(), kWalk, 1e-5);
}

TEST(RootMotionMixer, JoinsAPingPongOnItsWayBack) {
  Traveler character;
  character.action(character.walk).setLoop(Loop::PingPong).play();
  character.player.advance(double(kWalkSeconds) * 1.3, character.pose);
  EXPECT_NEAR(character.speed(), -kWalk, 1e-5);
}

TEST(RootMotionMixer, PingPongComesBackAndOnceStops) {
  Traveler character;
  AnimationAction& walk = character.action(character.walk).setLoop(Loop::PingPong).play();
  double sum = 0, farthest = 0;
  const double frame = double(kWalkSeconds) / 50;
  for (int i = 0; i < 100; ++i) {
    sum += character.frame(frame).translation.z;
    farthest = std::max(farthest, sum);
  }
  EXPECT_NEAR(sum, 0, 1e-5);
  EXPECT_NEAR(farthest, kWalk * double(kWalkSeconds), 1e-5);

  walk.stop().setLoop(Loop::Once).play();
  walk.clampWhenFinished = true;
  sum = 0;
  for (int i = 0; i < 100; ++i) sum += character.frame(frame * 1.3).translation.z;
  EXPECT_NEAR(sum, kWalk * double(kWalkSeconds), 1e-5);
}

TEST(RootMotionMixer, SyncKeepsToTheSharesOfSteps) {
  // in phase, half of each: the mean of both strides in the mean of both cycles
  Traveler character;
  character.action(character.walk).play();
  character.frame();
  character.player.transition().to(character.action(character.run),
                                   {.seconds = 10, .kind = TransitionKind::Linear, .sync = Sync::Phase});
  while (character.player.transition().progress() < 0.5) character.frame();
  const double seconds = (double(kWalkSeconds) + double(kRunSeconds)) / 2;
  const double stride = (kWalk * double(kWalkSeconds) + kRun * double(kRunSeconds)) / 2;
  EXPECT_NEAR(character.speed(), stride / seconds, 0.01);
}

TEST(RootMotionMixer, AScheduledStartMovesNothingBefore) {
  Traveler character;
  AnimationAction& walk = character.action(character.walk).startAt(0.1).play();
  double sum = 0;
  for (int i = 0; i < 12; ++i) {
    const double step = character.frame(0.016).translation.z;
    if (i < 6) {
      EXPECT_EQ(step, 0) << i;
    }
    sum += step;
  }
  EXPECT_NEAR(sum, kWalk * (12 * 0.016 - 0.1), 1e-6);
  EXPECT_NEAR(walk.time, 12 * 0.016 - 0.1, 1e-9);
}

TEST(RootMotionMixer, LongFramesInSyncGoAsFarAsShortOnes) {
  const auto distance = [](int frames, double frame) {
    Traveler character;
    character.action(character.walk).play();
    character.frame(0.1);
    character.player.transition().to(character.action(character.run),
                                     {.seconds = 2, .kind = TransitionKind::Linear, .sync = Sync::Phase});
    double sum = 0;
    for (int i = 0; i < frames; ++i) sum += character.frame(frame).translation.z;
    return sum;
  };
  EXPECT_NEAR(distance(5, 0.2), distance(100, 0.01), 0.15) << "one update, cut into steps of a sixtieth of a second";
}

TEST(RootMotionMixer, MaskedAndAdditiveClipsCountByTheirPart) {
  Traveler character;
  character.action(character.walk).play();
  const JointMask none = *JointMask::make({0}), half = *JointMask::make({0.5});
  AnimationAction& run = character.action(character.run);
  run.mask = &none;
  run.play();
  character.frame();
  EXPECT_NEAR(character.speed(), kWalk, 1e-5);
  run.mask = &half;
  EXPECT_NEAR(character.speed(), (kWalk + kRun / 2) / 1.5, 1e-5);
  run.stop();
  AnimationAction& added = character.player.clipAction(character.run, BlendMode::Additive);
  added.play();
  EXPECT_NEAR(character.speed(), kWalk, 1e-5);
}

TEST(RootMotionMixer, AMaskedClipWhoseTrackHasNoRootDoesNotCount) {
  Traveler character;
  character.action(character.walk).play();
  const JointMask arm = *JointMask::make({1});
  AnimationAction& wave = character.action(character.idle);
  character.root.setTrack(character.idle, RootTrack());
  wave.mask = &arm;
  wave.play();
  character.frame();
  EXPECT_NEAR(character.speed(), kWalk, 1e-5);
}

TEST(RootMotionMixer, TracksComeAndGo) {
  Traveler character;
  character.action(character.walk).play();
  EXPECT_NEAR(character.speed(), kWalk, 1e-5);
  ASSERT_TRUE(character.root.findTrack(character.walk));
  character.root.removeTrack(character.walk);
  EXPECT_FALSE(character.root.findTrack(character.walk));
  EXPECT_EQ(character.speed(), 0);
  character.root.setTrack(ClipId{}, RootTrack());
  EXPECT_FALSE(character.root.findTrack(ClipId{}));
}

TEST(RootMotionMixer, AFrameAllocatesNothing) {
  Traveler character;
  character.action(character.walk).play();
  character.frame();
  character.player.transition().to(character.action(character.run), {.seconds = 0.3, .sync = Sync::Phase});
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 100; ++i) character.frame();
  EXPECT_EQ(guard.count(), 0);
}

TEST(RootMotionBlend, IsTheMeanByWeight) {
  const std::vector<RootShare> shares{{{.translation = {0, 0, 1}, .turn = 0.2}, 1},
                                      {{.translation = {0, 0, 4}, .turn = -0.1}, 2},
                                      {{.translation = {9, 9, 9}}, 0}};
  const RootDelta mean = blend(shares);
  EXPECT_LT(glm::distance(mean.translation, glm::dvec3(0, 0, 3)), 1e-12);
  EXPECT_NEAR(mean.turn, 0, 1e-12);
  EXPECT_EQ(blend({}).turn, 0);
}

}  // namespace
}  // namespace crossfade
