#include "crossfade/mixer/animation_mixer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

std::vector<std::string> names(const AnimationMixer& mixer) {
  std::vector<std::string> all;
  for (const AnimationAction* action : mixer.activeActions()) all.push_back(action->getClip()->name());
  return all;
}

using Names = std::vector<std::string>;

struct MixerTest : testing::Test {
  ClipSet clips;
  const ClipId a = clips.add(test::slide("a", 1)), b = clips.add(test::slide("b", 2)),
               c = clips.add(test::slide("c", 4));
  AnimationMixer mixer{clips};
};

TEST_F(MixerTest, HasOneActionForAClipAndBlendMode) {
  AnimationAction& action = mixer.clipAction(a);
  EXPECT_EQ(&mixer.clipAction(a), &action);
  EXPECT_NE(&mixer.clipAction(a, BlendMode::Additive), &action);
  EXPECT_EQ(mixer.existingAction(a), &action);
  EXPECT_EQ(mixer.existingAction(b), nullptr);
  const ClipId offset = clips.add(test::clip("offset", {}, BlendMode::Additive));
  EXPECT_EQ(mixer.clipAction(offset).blendMode(), BlendMode::Additive) << "the clip's own, unless another is asked for";
}

TEST_F(MixerTest, ListsWhatPlaysInActivationOrder) {
  mixer.clipAction(a);
  mixer.clipAction(c).play();
  mixer.clipAction(b).play();
  mixer.update(0.5);
  ASSERT_EQ(mixer.blendList().size(), 2u);
  EXPECT_EQ(mixer.blendList()[0].clipId, c);
  EXPECT_EQ(mixer.blendList()[1].clipId, b);
  EXPECT_EQ(mixer.blendList()[1].time, 0.5);
  EXPECT_EQ(mixer.blendList()[1].weight, 1);
  EXPECT_EQ(mixer.blendList()[1].slot, mixer.clipAction(b).slot());
}

TEST_F(MixerTest, LeavesOutWhatHasNoWeight) {
  mixer.clipAction(a).play().weight = 0;
  mixer.clipAction(b).play().weight = -1;
  mixer.clipAction(c).play().weight = NAN;
  mixer.update(0.1);
  EXPECT_TRUE(mixer.blendList().empty());
}

TEST_F(MixerTest, MovesTheLastActiveActionIntoTheHoleOfAStoppedOne) {
  AnimationAction& first = mixer.clipAction(a).play();
  mixer.clipAction(b).play();
  mixer.clipAction(c).play();
  EXPECT_EQ(names(mixer), (Names{"a", "b", "c"}));
  first.stop();
  EXPECT_EQ(names(mixer), (Names{"c", "b"}));
  first.play();
  EXPECT_EQ(names(mixer), (Names{"c", "b", "a"}));
  mixer.stopAllAction();
  EXPECT_TRUE(mixer.activeActions().empty());
}

TEST_F(MixerTest, MultipliesTimeWithItsTimeScale) {
  mixer.clipAction(b).play();
  mixer.timeScale = 0.5;
  mixer.update(1);
  EXPECT_EQ(mixer.time(), 0.5);
  EXPECT_EQ(mixer.clipAction(b).time, 0.5);
  mixer.timeScale = -1;
  mixer.update(0.25);
  EXPECT_EQ(mixer.clipAction(b).time, 0.25);
}

TEST_F(MixerTest, SetTimeRewindsEverythingAndUpdatesOnce) {
  AnimationAction& action = mixer.clipAction(a).play();
  action.paused = false;
  mixer.clipAction(b).time = 1.5;
  mixer.update(3.25);
  mixer.setTime(2.5);
  EXPECT_EQ(mixer.time(), 2.5);
  EXPECT_EQ(action.time, 0.5);
  EXPECT_EQ(mixer.clipAction(b).time, 0);
  EXPECT_EQ(mixer.blendList()[0].time, 0.5);
}

TEST(AnimationMixer, TreatsANonFiniteTimeAsZero) {
  ClipSet clips;
  const ClipId clip = clips.add(test::slide("a", 1));
  AnimationMixer mixer{clips};
  AnimationAction& action = mixer.clipAction(clip).play();
  mixer.update(0.25);
  for (const double broken : {double(NAN), double(INFINITY), -double(INFINITY)}) {
    mixer.update(broken);
    mixer.timeScale = broken;
    mixer.update(1);
    mixer.timeScale = 1;
    action.timeScale = broken;
    mixer.update(0);
    action.timeScale = 1;
  }
  mixer.update(0.25);
  EXPECT_EQ(mixer.time(), 0.5);
  EXPECT_EQ(action.time, 0.5);
}

TEST(AnimationMixer, ListsLoopAndFinishedEvents) {
  ClipSet clips;
  const ClipId a = clips.add(test::slide("a", 1)), b = clips.add(test::slide("b", 1));
  AnimationMixer mixer{clips};
  AnimationAction& looping = mixer.clipAction(a).play();
  AnimationAction& once = mixer.clipAction(b).setLoop(Loop::Once).play();
  mixer.update(0.5);
  EXPECT_TRUE(mixer.events().empty());
  mixer.update(2);
  ASSERT_EQ(mixer.events().size(), 2u);
  EXPECT_EQ(mixer.events()[0].kind, MixerEvent::Kind::Loop);
  EXPECT_EQ(mixer.events()[0].action, &looping);
  EXPECT_EQ(mixer.events()[0].loopDelta, 2);
  EXPECT_EQ(mixer.events()[1].kind, MixerEvent::Kind::Finished);
  EXPECT_EQ(mixer.events()[1].action, &once);
  EXPECT_EQ(mixer.events()[1].direction, 1);
  mixer.update(0.1);
  EXPECT_TRUE(mixer.events().empty()) << "of the last update only";
}

TEST_F(MixerTest, ForgetsAClipAndGivesItsSlotToTheNext) {
  mixer.clipAction(a).play();
  mixer.clipAction(b).play();
  mixer.update(1.5);
  const int slot = mixer.clipAction(a).slot();
  mixer.uncacheClip(a);
  EXPECT_EQ(mixer.existingAction(a), nullptr);
  EXPECT_EQ(names(mixer), Names{"b"});
  for (const BlendEntry& entry : mixer.blendList()) EXPECT_NE(entry.clipId, a);
  EXPECT_TRUE(mixer.events().empty()) << "its loop event names it";
  EXPECT_EQ(mixer.clipAction(c).slot(), slot);
}

TEST_F(MixerTest, HidesAStoppedActionUntilItsNextUpdate) {
  AnimationAction& action = mixer.clipAction(a).play();
  mixer.update(0.5);
  mixer.stopAllAction();
  action.reset().play();
  EXPECT_TRUE(mixer.blendList().empty()) << "three.js shows the original values";
  EXPECT_EQ(action.shown().clip, nullptr);
  mixer.update(0);
  EXPECT_EQ(mixer.blendList().size(), 1u);
}

TEST_F(MixerTest, ShowsNothingOfAClipThatWasRemoved) {
  AnimationAction& action = mixer.clipAction(a).play();
  mixer.clipAction(b).play();
  mixer.update(0.5);
  clips.remove(a);
  const ClipId next = clips.add(test::slide("next", 8));
  EXPECT_EQ(next.index, a.index) << "it reuses the slot";
  mixer.update(0.1);
  ASSERT_EQ(mixer.blendList().size(), 1u);
  EXPECT_EQ(mixer.blendList()[0].clipId, b);
  EXPECT_EQ(action.getClip(), nullptr);
  EXPECT_EQ(action.duration(), 0);
  EXPECT_EQ(action.getEffectiveWeight(), 0);
  EXPECT_NE(&mixer.clipAction(next), &action);
  mixer.uncacheClip(a);
  EXPECT_EQ(mixer.existingAction(a), nullptr);
}

TEST_F(MixerTest, LeavesMemoryUnchangedAfterTenThousandFades) {
  AnimationAction& walk = mixer.clipAction(a).play();
  AnimationAction& run = mixer.clipAction(b).play();
  mixer.update(0.1);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10000; ++i) {
    AnimationAction& from = i % 2 == 0 ? walk : run;
    AnimationAction& to = i % 2 == 0 ? run : walk;
    to.reset().play().crossFadeFrom(from, 0.05, true);
    for (int frame = 0; frame < 5; ++frame) mixer.update(1.0 / 60);
    from.stop();
  }
  EXPECT_EQ(guard.count(), 0);
  EXPECT_EQ(mixer.activeActions().size(), 1u);
}

TEST(AnimationMixer, AllocatesNothingWithManyActions) {
  ClipSet clips;
  AnimationMixer mixer{clips};
  for (int i = 0; i < 200; ++i) mixer.clipAction(clips.add(test::slide("", 0.01f))).play().fadeIn(0.5);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 60; ++i) mixer.update(1.0 / 60);  // each step loops every clip: 200 events
  EXPECT_EQ(guard.count(), 0);
  EXPECT_EQ(mixer.events().size(), 200u);
}

}  // namespace
}  // namespace crossfade
