// Where the mixer differs from three.js r187 on purpose (docs/differences_from_three.md).
#include <gtest/gtest.h>

#include <cmath>

#include "crossfade/mixer/animation_mixer.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

TEST(ClipTime, FinishedPingPongHoldsItsOwnEnd) {
  const ClipStep last = advance({.time = 0.9, .loopCount = 0}, 0.3, 1, Loop::PingPong, 1);
  EXPECT_TRUE(last.finished);
  EXPECT_EQ(last.sampleTime, 1);
  EXPECT_EQ(advance(last.now, 0, 1, Loop::PingPong, 1).sampleTime, 1);  // and stays there
  const ClipStep back = advance({.time = 0.9, .loopCount = 1}, 0.3, 1, Loop::PingPong, 2);
  EXPECT_EQ(back.sampleTime, 0);
  EXPECT_EQ(advance(back.now, 0, 1, Loop::PingPong, 2).sampleTime, 0);
  const ClipStep atOnce = advance({}, -0.3, 1, Loop::PingPong, 1);  // starts in reverse and ends in its first step
  EXPECT_EQ(atOnce.sampleTime, advance(atOnce.now, 0, 1, Loop::PingPong, 1).sampleTime);
}

TEST(AnimationAction, WarpOfAPausedActionEndsOnTime) {
  ClipSet clips;
  const ClipId clip = clips.add(test::slide("clip", 10));
  AnimationMixer mixer{clips};
  AnimationAction& action = mixer.clipAction(clip).play();
  action.warp(1, 2, 1);
  action.paused = true;
  mixer.update(3);
  EXPECT_FALSE(action.isWarping());
  EXPECT_EQ(action.timeScale, 2);
  EXPECT_EQ(action.getEffectiveTimeScale(), 0);
  EXPECT_EQ(action.time, 0);
}

TEST(AnimationAction, HaltOfAPausedActionDoesNothing) {
  ClipSet clips;
  const ClipId clip = clips.add(test::slide("clip", 10));
  AnimationMixer mixer{clips};
  AnimationAction& action = mixer.clipAction(clip).play();
  action.paused = true;
  mixer.update(0.5);
  action.halt(1);
  action.paused = false;
  mixer.update(2);
  EXPECT_FALSE(action.paused);
  EXPECT_EQ(action.time, 2);
}

TEST(AnimationAction, HaltThatEndsDuringAPauseDoesNotPauseAgain) {
  ClipSet clips;
  const ClipId clip = clips.add(test::slide("clip", 10));
  AnimationMixer mixer{clips};
  AnimationAction& action = mixer.clipAction(clip).play();
  mixer.update(0.5);
  action.halt(1);
  mixer.update(0.1);
  action.paused = true;
  mixer.update(2);
  action.paused = false;
  const double before = action.time;
  mixer.update(1);
  EXPECT_FALSE(action.paused);
  EXPECT_EQ(action.time, before + 1);
}

TEST(AnimationAction, IsNotShownAfterStop) {
  ClipSet clips;
  const ClipId a = clips.add(test::slide("a", 1)), b = clips.add(test::slide("b", 1));
  AnimationMixer mixer{clips};
  AnimationAction& first = mixer.clipAction(a).play();
  mixer.clipAction(b).play();
  mixer.update(0.1);
  ASSERT_EQ(mixer.blendList().size(), 2u);
  first.stop();
  ASSERT_EQ(mixer.blendList().size(), 1u);
  EXPECT_EQ(mixer.blendList()[0].clipId, b);
}

TEST(AnimationAction, ChoosesTheEndingsOfItsLoop) {  // three.js AnimationAction._setEndings
  ClipSet clips;
  const ClipId clip = clips.add(test::slide("clip", 1));
  AnimationMixer mixer{clips};
  AnimationAction& action = mixer.clipAction(clip).setLoop(Loop::Repeat, 3).play();
  const auto endings = [&](double delta) {
    mixer.update(delta);
    return mixer.blendList()[0].endings;
  };
  EXPECT_EQ(endings(0), Endings{});  // before it has moved
  EXPECT_EQ(endings(0.6), (Endings{Ending::ZeroSlope, Ending::WrapAround}));
  EXPECT_EQ(endings(0.6), (Endings{Ending::WrapAround, Ending::WrapAround}));
  EXPECT_EQ(endings(1), (Endings{Ending::WrapAround, Ending::ZeroSlope}));
  action.reset().setLoop(Loop::Once);
  action.zeroSlopeAtStart = false;
  EXPECT_EQ(endings(0.1), (Endings{Ending::ZeroCurvature, Ending::ZeroSlope}));
  action.reset().setLoop(Loop::PingPong);
  EXPECT_EQ(endings(0.1), (Endings{Ending::ZeroSlope, Ending::ZeroSlope}));
}

TEST(AnimationMixer, TenThousandFadesLeaveItsMemoryUnchanged) {
  ClipSet clips;
  const ClipId a = clips.add(test::slide("a", 1)), b = clips.add(test::slide("b", 2));
  AnimationMixer mixer{clips};
  AnimationAction* from = &mixer.clipAction(a).play();
  AnimationAction* to = &mixer.clipAction(b);
  mixer.update(0.01);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10000; ++i) {
    to->reset().play().crossFadeFrom(*from, 0.02, true);
    for (int step = 0; step < 3; ++step) mixer.update(0.01);
    std::swap(from, to);
  }
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace crossfade
