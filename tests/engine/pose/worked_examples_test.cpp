// The values of the classic lessons on actions: weights, fades and warps.
#include <gtest/gtest.h>

#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/pose/pose_sampler.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

/// A clip that takes a property from 1 to 2 in one second; the property's own value is 0.
class WorkedExamplesOfActions : public testing::Test {
 protected:
  double valueAfter(double seconds) {
    mixer.update(seconds);
    sampler.sampleInOrder(mixer.blendList());
    return sampler.values()[0];
  }

  ClipSet clips;
  const ClipId clip =
      clips.add(test::clip("one to two", {test::track({0, Channel::Values}, Interpolation::Linear, {0, 1}, {1, 2})}));
  const PropertyChannel channel{Mixing::Lerp, 1};
  AnimationMixer mixer{clips};
  AnimationAction& action = mixer.clipAction(clip).play();
  PoseSampler sampler = [this] {
    PoseSampler made(ChannelLayout({&channel, 1}), std::vector<double>{0});
    made.bind(action.slot(), clips[clip]);
    return made;
  }();
};

TEST_F(WorkedExamplesOfActions, FullWeightAtHalfTimeShowsTheClip) { EXPECT_EQ(valueAfter(0.5), 1.5); }

TEST_F(WorkedExamplesOfActions, HalfWeightAtHalfTimeIsHalfWayFromTheOriginal) {
  action.setEffectiveWeight(0.5);
  EXPECT_EQ(valueAfter(0.5), 0.75);
}

TEST_F(WorkedExamplesOfActions, EffectiveWeightIsWeightTimesFade) {
  action.weight = 0.8;
  action.fadeIn(1);
  valueAfter(0.5);
  EXPECT_DOUBLE_EQ(action.getEffectiveWeight(), 0.4);
  action.enabled = false;
  valueAfter(0.1);
  EXPECT_EQ(action.getEffectiveWeight(), 0);
  action.enabled = true;
  action.setEffectiveWeight(0.3);  // ends the fade
  EXPECT_FALSE(action.fadeRamp());
  EXPECT_EQ(action.getEffectiveWeight(), 0.3);
}

TEST_F(WorkedExamplesOfActions, FadesGoFromZeroToOneAndBack) {
  action.fadeIn(1);
  mixer.update(0);
  EXPECT_EQ(action.getEffectiveWeight(), 0);
  mixer.update(0.25);
  EXPECT_EQ(action.getEffectiveWeight(), 0.25);
  mixer.update(1);
  EXPECT_EQ(action.getEffectiveWeight(), 1);
  action.fadeOut(1);
  mixer.update(0.5);
  EXPECT_EQ(action.getEffectiveWeight(), 0.5);
  mixer.update(0.5);
  EXPECT_TRUE(action.enabled);  // at its end the weight is 0; only after the end
  mixer.update(0.25);
  EXPECT_FALSE(action.enabled);  // is the action disabled
}

TEST_F(WorkedExamplesOfActions, AWarpedCrossFadeKeepsBothCyclesInSync) {
  const ClipId slow =
      clips.add(test::clip("slow", {test::track({0, Channel::Values}, Interpolation::Linear, {0, 4}, {1, 2})}));
  AnimationAction& incoming = mixer.clipAction(slow).play();
  incoming.crossFadeFrom(action, 1, true);
  mixer.update(0);
  EXPECT_EQ(action.getEffectiveTimeScale(), 1);
  EXPECT_EQ(incoming.getEffectiveTimeScale(), 4);  // incoming duration / outgoing duration
  mixer.update(0.5);                               // halfway
  EXPECT_EQ(action.getEffectiveWeight(), 0.5);
  EXPECT_EQ(incoming.getEffectiveWeight(), 0.5);
  EXPECT_EQ(action.getEffectiveTimeScale(), 0.625);
  EXPECT_EQ(incoming.getEffectiveTimeScale(), 2.5);
  EXPECT_EQ(action.getEffectiveTimeScale() / action.duration(),
            incoming.getEffectiveTimeScale() / incoming.duration());  // the same phase speed
  mixer.update(0.5);
  EXPECT_EQ(action.getEffectiveTimeScale(), 0.25);  // outgoing duration / incoming duration
  EXPECT_EQ(incoming.getEffectiveTimeScale(), 1);
}

}  // namespace
}  // namespace crossfade
