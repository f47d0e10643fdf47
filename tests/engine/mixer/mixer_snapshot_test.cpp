#include "crossfade/mixer/mixer_snapshot.h"

#include <gtest/gtest.h>

#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

struct MixerSnapshotTest : testing::Test {
  MixerSnapshotTest() {
    mixer.clipAction(a).play();
    mixer.clipAction(b).play().weight = 0.25;
  }
  /// Plays a clip, then goes back.
  AnimationAction& playedSince(ClipId clip) {
    AnimationAction& later = mixer.clipAction(clip).play();
    later.weight = 0.5;
    mixer.update(0.25);
    mixer.restore(moment);
    return later;
  }
  void expectReset(const AnimationAction& action, ClipId clip) {
    EXPECT_EQ(action.clipId(), clip);
    EXPECT_EQ(action.time, 0);
    EXPECT_EQ(action.weight, 1);
    EXPECT_FALSE(action.isScheduled());
    mixer.update(0.25);
    for (const BlendEntry& entry : mixer.blendList()) EXPECT_NE(entry.clipId, clip);
  }

  ClipSet clips;
  const ClipId a = clips.add(test::slide("a", 1)), b = clips.add(test::slide("b", 2)),
               c = clips.add(test::slide("c", 4));
  AnimationMixer mixer{clips};
  MixerSnapshot moment;
};

TEST_F(MixerSnapshotTest, AnActionMadeSinceIsReset) {
  mixer.update(0.5);
  mixer.save(moment);
  expectReset(playedSince(c), c);
}

TEST_F(MixerSnapshotTest, AnActionMadeSinceInAFreeSlotIsReset) {
  mixer.uncacheAction(a);
  mixer.update(0.5);
  mixer.save(moment);
  expectReset(playedSince(c), c);
}

TEST_F(MixerSnapshotTest, AnActionMadeSinceInTheSlotOfAnotherIsReset) {
  mixer.update(0.5);
  mixer.save(moment);
  mixer.uncacheAction(a);
  expectReset(playedSince(c), c);
  EXPECT_EQ(mixer.existingAction(a), nullptr) << "it stays gone";
}

TEST_F(MixerSnapshotTest, KnowsItsMemory) {
  EXPECT_EQ(MixerSnapshot().bytes(), 0u);
  mixer.update(0.5);
  mixer.save(moment);
  EXPECT_GE(moment.bytes(), 2 * (sizeof(BlendEntry) + sizeof(int)));
}

}  // namespace
}  // namespace crossfade
