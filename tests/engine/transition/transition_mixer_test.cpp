#include "crossfade/transition/transition_mixer.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace crossfade
