#include "crossfade/ground/clip_ground.h"

#include <gtest/gtest.h>

#include "bench/workload/walker.h"
#include "crossfade/transition/transition_player.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

struct ClipGroundTest : testing::Test {
  Skeleton human = workload::humanSkeleton();
  Feet feet = findFeet(human);
  ClipSet clips{{workload::walkingClip("walk"), workload::standingClip("idle")}};
  Pose pose{.locals = {human.restLocals().begin(), human.restLocals().end()}, .morphWeights = {}};
  TransitionPlayer player{clips, ChannelLayout(human.jointCount(), {}), pose};
  ClipGround ground{2};
  AnimationAction* walk = nullptr;
  AnimationAction* idle = nullptr;

  void SetUp() override {
    const auto ids = clips.ids();
    for (const ClipId id : ids) ground.set(id, detectContacts(human, feet, clips[id]));
    walk = &player.clipAction(ids[0]);
    idle = &player.clipAction(ids[1]);
    walk->play();
    player.advance(0.3, pose);
  }
};

TEST_F(ClipGroundTest, OfOneClipIsThatClips) {
  const GroundState& state = ground.now(player.mixer());
  EXPECT_NEAR(state.velocity.z, -1.2, 0.03);
  EXPECT_TRUE(state.isDown(0));
  EXPECT_FALSE(state.isDown(1)) << "the right foot is in the air from 0.1 to 0.5 s";
}

TEST_F(ClipGroundTest, MovesAtTheSpeedOfTheClip) {
  walk->timeScale = 2;
  player.advance(1.0 / 60, pose);
  EXPECT_NEAR(ground.now(player.mixer()).velocity.z, -2.4, 0.06);
  walk->paused = true;
  player.advance(1.0 / 60, pose);
  EXPECT_EQ(ground.now(player.mixer()).velocity.z, 0);
}

TEST_F(ClipGroundTest, OfATransitionGoesFromOneToTheOther) {
  for (const TransitionKind kind : {TransitionKind::Curve, TransitionKind::Inertial}) {
    player.stopAll();
    walk->play();
    player.advance(0.3, pose);
    player.transition().to(*idle, {.seconds = 0.4, .kind = kind});
    double last = ground.now(player.mixer()).velocity.z;
    for (int i = 0; i < 50; ++i) {
      player.advance(0.01, pose);
      const double now = ground.now(player.mixer()).velocity.z;
      EXPECT_GE(now, last - 1e-9);
      EXPECT_LT(now - last, 0.1) << "without a jump, at " << i;
      last = now;
    }
    EXPECT_EQ(last, 0);
    EXPECT_TRUE(ground.now(player.mixer()).isDown(0) && ground.now(player.mixer()).isDown(1));
  }
}

TEST_F(ClipGroundTest, LeavesOutWhatHasNoContactsAndAllocatesNothing) {
  ground.remove(idle->clipId());
  EXPECT_EQ(ground.find(idle->clipId()), nullptr);
  idle->play();
  player.advance(0.01, pose);
  const ::test::AllocationGuard guard;
  EXPECT_NEAR(ground.now(player.mixer()).velocity.z, -1.2, 0.03);
  EXPECT_EQ(guard.count(), 0);
  player.stopAll();
  player.advance(0.01, pose);
  EXPECT_NEAR(ground.now(player.mixer()).velocity.z, -1.2, 0.03) << "nothing plays: as it was";
}

}  // namespace
}  // namespace crossfade
