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

  const GroundState& now(double delta) { return ground.now(player.mixer(), delta); }
  double speedAfter(double delta) {
    player.advance(delta, pose);
    return now(delta).velocity.z;
  }
};

TEST_F(ClipGroundTest, OfOneClipIsThatClips) {
  const GroundState& state = now(0.3);
  EXPECT_NEAR(state.velocity.z, -1.2, 0.03);
  EXPECT_TRUE(state.isInContact(0));
  EXPECT_FALSE(state.isInContact(1)) << "the right foot is in the air from 0.1 to 0.5 s";
}

TEST_F(ClipGroundTest, MovesAtTheSpeedOfTheClip) {
  walk->timeScale = 2;
  EXPECT_NEAR(speedAfter(1.0 / 60), -2.4, 0.06);
  EXPECT_NEAR(speedAfter(0), -2.4, 0.06) << "no time passes: as it was";
  walk->paused = true;
  EXPECT_EQ(speedAfter(1.0 / 60), 0);
}

TEST_F(ClipGroundTest, ComesBackWithAPingPong) {
  walk->stop().setLoop(Loop::PingPong).play();
  EXPECT_NEAR(speedAfter(0.9), -1.2, 0.03);
  EXPECT_NEAR(speedAfter(0.2), 0, 0.03) << "there and back";
  EXPECT_NEAR(speedAfter(0.5), 1.2, 0.03);
}

TEST_F(ClipGroundTest, StandsUntilAScheduledStart) {
  walk->stop().startAt(player.mixer().time() + 0.5).play();
  EXPECT_EQ(speedAfter(0.4), 0);
  EXPECT_NEAR(speedAfter(0.2), -0.6, 0.03) << "half of the frame";
}

TEST_F(ClipGroundTest, OfATransitionGoesFromOneToTheOther) {
  for (const TransitionKind kind : {TransitionKind::Curve, TransitionKind::Inertial}) {
    player.stopAll();
    walk->play();
    player.advance(0.3, pose);
    player.transition().to(*idle, {.seconds = 0.4, .kind = kind});
    double last = now(0.3).velocity.z;
    for (int i = 0; i < 50; ++i) {
      const double speed = speedAfter(0.01);
      EXPECT_GE(speed, last - 1e-9);
      EXPECT_LT(speed - last, 0.1) << "without a jump, at " << i;
      last = speed;
    }
    EXPECT_EQ(last, 0);
    EXPECT_TRUE(now(0.01).isInContact(0) && now(0.01).isInContact(1));
  }
}

TEST_F(ClipGroundTest, OfABlendSpaceIsTheMeanOfItsClips) {
  const auto space =
      BlendSpace::make({{walk->clipId(), {1.2, 0}}, {walk->clipId(), {2.4, 0}, 2}, {idle->clipId(), {0, 0}}});
  ASSERT_TRUE(space);
  BlendSpacePlayer& gaits = player.addBlendSpace(*space, Sync::None);
  player.transition().to(gaits, {.seconds = 0});
  for (const double speed : {1.2, 2.4, 1.8, 0.6, 0.0}) {
    gaits.moveTo({speed, 0});
    player.advance(1.0 / 60, pose);
    EXPECT_NEAR(speedAfter(1.0 / 60), -speed, 0.06) << "the ground passes below at the speed of the point";
  }
  EXPECT_TRUE(now(0.01).isInContact(0) && now(0.01).isInContact(1));
}

TEST_F(ClipGroundTest, LeavesOutWhatHasNoContactsAndAllocatesNothing) {
  ground.remove(idle->clipId());
  EXPECT_EQ(ground.find(idle->clipId()), nullptr);
  idle->play();
  player.advance(0.01, pose);
  const ::test::AllocationGuard guard;
  EXPECT_NEAR(now(0.01).velocity.z, -1.2, 0.03);
  EXPECT_EQ(guard.count(), 0);
  player.stopAll();
  EXPECT_NEAR(speedAfter(0.01), -1.2, 0.03) << "nothing plays: as it was";
}

}  // namespace
}  // namespace crossfade
