// What a long life of fades does to memory: nothing.
#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <string>

#include "crossfade/transition/transition_sampler.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

/// A character of three joints and a morph weight with as many actions as wanted, played by a Transition.
struct Stage {
  explicit Stage(int count) {
    for (int i = 0; i < count; ++i) {
      const auto seconds = static_cast<float>(0.3 + 0.1 * i);
      std::vector<KeyframeTrack> tracks{
          test::track({i % 3, Channel::Translation}, Interpolation::Linear, {0, seconds}, {0, 0, 0, 1, 0, 0}),
          test::track({(i + 1) % 3, Channel::Rotation}, Interpolation::Linear, {0, seconds}, {0, 0, 0, 1, 0, 1, 0, 0}),
          test::track({2, Channel::Weights}, Interpolation::Discrete, {0, seconds}, {0, 1})};
      clips.push_back(test::clip("clip " + std::to_string(i), std::move(tracks)));
      actions.push_back(&mixer.clipAction(clips.back()));
      sampler.bind(actions.back()->slot(), clips.back());
    }
  }
  void frame(double delta) {
    sampler.takeChange(transition);
    transition.update(delta);
    sampler.sample(transition, delta, pose);
  }

  std::deque<AnimationClip> clips;
  AnimationMixer mixer;
  Transition transition{mixer};
  Pose pose{.locals = std::vector<Transform>(3), .morphWeights = {0}};
  TransitionSampler sampler{ChannelLayout(3, std::vector<MorphChannel>{{.node = 2, .offset = 0, .count = 1}}), pose};
  std::vector<AnimationAction*> actions;
};

TEST(Memory, OfAFrameWithFiftyActionsAndRunningTransitionsIsNotTouched) {
  Stage stage(50);
  const auto begin = [&](int target, TransitionKind kind, Sync sync) {
    for (AnimationAction* action : stage.actions) action->play();
    stage.frame(0.01);
    stage.transition.to(*stage.actions[static_cast<std::size_t>(target)], {.seconds = 0.5, .kind = kind, .sync = sync});
  };
  begin(7, TransitionKind::Linear, Sync::Phase);
  int target = 0;
  for (const TransitionKind kind : kTransitionKinds)
    for (const Sync sync : {Sync::None, Sync::Phase, Sync::Markers}) {
      begin(target = (target + 7) % 50, kind, sync);
      ASSERT_EQ(stage.mixer.activeActions().size(), 50u);
      const ::test::AllocationGuard guard;
      for (int frame = 0; frame < 10; ++frame) stage.frame(0.03);
      EXPECT_EQ(guard.count(), 0) << "kind " << static_cast<int>(kind) << ", sync " << static_cast<int>(sync);
      EXPECT_TRUE(stage.transition.isRunning());
    }
}

TEST(Memory, OfAMixerStaysTheSameOverTenThousandFades) {
  Stage stage(8);
  stage.actions[0]->play();
  std::mt19937 random(1);
  const auto any = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
  const auto fade = [&] {
    // As an application does it that keeps nothing but its clips.
    AnimationAction& action = stage.mixer.clipAction(stage.clips[static_cast<std::size_t>(any(8))]);
    if (any(4) == 0) {  // three.js's way
      AnimationAction& other = *stage.actions[static_cast<std::size_t>(any(8))];
      stage.transition.forget();
      stage.sampler.inertialize(0.1);
      if (&other != &action) action.reset().crossFadeFrom(other.play(), 0.1, any(2) == 0).play();
    } else {
      stage.transition.to(
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
  std::deque<AnimationClip> clips;  // each at an address of its own
  for (int i = 0; i < 10020; ++i) clips.push_back(test::slide("", static_cast<float>(1 + i % 7)));
  AnimationMixer mixer;
  Transition transition(mixer);
  AnimationAction& home = mixer.clipAction(clips[0]).play();
  const auto visit = [&](const AnimationClip& clip) {
    AnimationAction& guest = mixer.clipAction(clip);
    transition.to(guest, {.seconds = 0.1, .sync = Sync::Phase});
    transition.update(0.05);
    transition.to(home, {.seconds = 0.1, .sync = Sync::Phase});
    transition.update(0.05);
    transition.forget(guest);
    mixer.uncacheClip(clip);
  };
  for (std::size_t i = 1; i < 20; ++i) visit(clips[i]);
  const ::test::AllocationGuard guard;
  for (std::size_t i = 20; i < clips.size(); ++i) visit(clips[i]);
  EXPECT_EQ(guard.bytesRetained(), 0);
}

}  // namespace
}  // namespace crossfade
