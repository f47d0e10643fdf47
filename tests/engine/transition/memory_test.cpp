// Memory stays constant over thousands of fades.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_player.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

/// A character of three joints and a morph weight with any number of actions, played by a Transition.
struct Stage {
  explicit Stage(int count) {
    for (int i = 0; i < count; ++i) {
      const auto seconds = static_cast<float>(0.3 + 0.1 * i);
      std::vector<KeyframeTrack> tracks{
          test::track({i % 3, Channel::Translation}, Interpolation::Linear, {0, seconds}, {0, 0, 0, 1, 0, 0}),
          test::track({(i + 1) % 3, Channel::Rotation}, Interpolation::Linear, {0, seconds}, {0, 0, 0, 1, 0, 1, 0, 0}),
          test::track({2, Channel::Weights}, Interpolation::Discrete, {0, seconds}, {0, 1})};
      actions.push_back(&player.clipAction(clips.add(test::clip("clip " + std::to_string(i), std::move(tracks)))));
    }
  }
  void frame(double delta) { player.advance(delta, pose); }

  ClipSet clips;
  Pose pose{.locals = std::vector<Transform>(3), .morphWeights = {0}};
  TransitionPlayer player{clips, ChannelLayout(3, std::vector<MorphChannel>{{.node = 2, .offset = 0, .count = 1}}),
                          pose};
  std::vector<AnimationAction*> actions;
};

TEST(Memory, IsNotAllocatedInAFrameWithFiftyActionsAndTransitions) {
  Stage stage(50);
  const auto begin = [&](int target, TransitionKind kind, Sync sync) {
    for (AnimationAction* action : stage.actions) action->play();
    stage.frame(0.01);
    stage.player.transition().to(*stage.actions[static_cast<std::size_t>(target)],
                                 {.seconds = 0.5, .kind = kind, .sync = sync});
  };
  begin(7, TransitionKind::Linear, Sync::Phase);
  int target = 0;
  for (const TransitionKind kind : kTransitionKinds)
    for (const Sync sync : {Sync::None, Sync::Phase, Sync::Markers}) {
      begin(target = (target + 7) % 50, kind, sync);
      ASSERT_EQ(stage.player.mixer().activeActions().size(), 50u);
      const ::test::AllocationGuard guard;
      for (int frame = 0; frame < 10; ++frame) stage.frame(0.03);
      EXPECT_EQ(guard.count(), 0) << "kind " << static_cast<int>(kind) << ", sync " << static_cast<int>(sync);
      EXPECT_TRUE(stage.player.transition().isRunning());
    }
}

TEST(Memory, OfAMixerStaysTheSameOverTenThousandFades) {
  Stage stage(8);
  stage.actions[0]->play();
  std::mt19937 random(1);
  const auto any = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
  const auto fade = [&] {
    // Like an application that stores only its clips.
    AnimationAction& action = stage.player.clipAction(stage.clips.ids()[static_cast<std::size_t>(any(8))]);
    if (any(4) == 0) {  // three.js's way
      AnimationAction& other = *stage.actions[static_cast<std::size_t>(any(8))];
      stage.player.endTransition(0.1);
      if (&other != &action) action.reset().crossFadeFrom(other.play(), 0.1, any(2) == 0).play();
    } else {
      stage.player.transition().to(
          action, {.seconds = 0.05 * any(5), .kind = kTransitionKinds[any(6)], .sync = static_cast<Sync>(any(3))});
    }
    for (int frames = any(4); frames >= 0; --frames) stage.frame(0.03);
  };
  for (int i = 0; i < 1000; ++i) fade();
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10000; ++i) fade();
  EXPECT_EQ(guard.bytesRetained(), 0);
  EXPECT_EQ(guard.count(), 0);
}

TEST(Memory, OfATransitionStaysTheSameWhereClipsComeAndGo) {
  ClipSet clips;
  TransitionMixer mixing(clips);
  AnimationAction& home = mixing.clipAction(clips.add(test::slide("", 1))).play();
  const auto visit = [&](float seconds) {
    const ClipId clip = clips.add(test::slide("", seconds));
    AnimationAction& guest = mixing.clipAction(clip);
    mixing.transition().to(guest, {.seconds = 0.1, .sync = Sync::Phase});
    mixing.update(0.05);
    mixing.transition().to(home, {.seconds = 0.1, .sync = Sync::Phase});
    mixing.update(0.05);
    mixing.uncacheClip(clip);
    clips.remove(clip);
  };
  for (int i = 1; i < 20; ++i) visit(static_cast<float>(1 + i % 7));
  const ::test::AllocationGuard guard;
  for (int i = 20; i < 10000; ++i) visit(static_cast<float>(1 + i % 7));
  EXPECT_EQ(guard.bytesRetained(), 0);
}

}  // namespace
}  // namespace crossfade
