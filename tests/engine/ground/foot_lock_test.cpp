#include "crossfade/ground/foot_lock.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include <glm/geometric.hpp>

#include "bench/workload/walker.h"
#include "crossfade/body/two_bones.h"
#include "crossfade/ground/clip_ground.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/transition/transition_player.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

constexpr double kFrame = 1.0 / 120;

struct FootLockTest : testing::Test {
  explicit FootLockTest(Skeleton skeleton = workload::humanSkeleton()) : human(std::move(skeleton)) {}

  /// Knees a little bent, so that there is room to reach.
  Pose crouching(double down = 0.08) const {
    Pose pose{.locals = {human.restLocals().begin(), human.restLocals().end()}, .morphWeights = {}};
    for (const Foot& foot : feet.feet) {
      const glm::dvec3 hip = at(pose, foot.hip), knee = at(pose, foot.knee), ankle = at(pose, foot.ankle);
      const TwoBoneTurn turn = solveTwoBones({hip, knee, ankle}, ankle + glm::dvec3(0, down, 0), {0, 0, 1});
      pose.locals[static_cast<std::size_t>(foot.hip)].rotation = glm::quat(turn.upper);
      pose.locals[static_cast<std::size_t>(foot.knee)].rotation = glm::quat(glm::inverse(turn.upper) * turn.lower);
      glm::quat& ankleTurn = pose.locals[static_cast<std::size_t>(foot.ankle)].rotation;
      if (human.parents()[static_cast<std::size_t>(foot.ankle)] == foot.knee)
        ankleTurn = glm::quat(glm::inverse(turn.lower));
      else
        pose.locals[static_cast<std::size_t>(foot.ankle)].translation.y += static_cast<float>(down);
    }
    pose.locals[0].translation.y = -static_cast<float>(down);
    return pose;
  }
  glm::dvec3 at(const Pose& pose, int joint) const {
    std::vector<glm::mat4> models(pose.locals.size());
    localToModel(human.parents(), pose.locals, models);
    return glm::dvec3(models[static_cast<std::size_t>(joint)][3]);
  }
  glm::dvec3 left(const Pose& pose) const { return at(pose, feet.feet[0].ankle); }
  static bool same(const Pose& a, const Pose& b) {
    return std::memcmp(a.locals.data(), b.locals.data(), a.locals.size() * sizeof(Transform)) == 0;
  }

  Skeleton human;
  Feet feet = findFeet(human);
  FootLock lock{human, feet};
};
struct FootLockOfFreeFeet : FootLockTest {
  FootLockOfFreeFeet() : FootLockTest(workload::humanSkeletonWithFreeFeet()) {}
};

TEST_F(FootLockTest, LeavesAPoseWithoutSlipAsItIsBitForBit) {
  const Pose pose = crouching();
  Pose shown = pose;
  for (int i = 0; i < 20; ++i) {
    lock.apply(kFrame, {.velocity = {}, .contact = {1, 1}}, shown);
    EXPECT_TRUE(same(shown, pose));
  }
  EXPECT_TRUE(lock.isSettled());
}

/// The ground carries the left foot 20 cm to the side while the pose stands still.
TEST_F(FootLockTest, MovesAFootThatIsDownWithTheGround) {
  const GroundState ground{.velocity = {0.4, 0, 0}, .contact = {1, 0}};
  const Pose pose = crouching();
  Pose shown = pose;
  for (int i = 0; i <= 12; ++i) {
    shown = pose;
    lock.apply(kFrame, ground, shown);
  }
  const glm::dvec3 before = left(shown);
  for (int i = 0; i < 24; ++i) {
    shown = pose;
    lock.apply(kFrame, ground, shown);
  }
  EXPECT_NEAR(left(shown).x - before.x, 0.4 * 24 * kFrame, 1e-4);
  EXPECT_NEAR(left(shown).y, left(pose).y, 1e-4);
  EXPECT_NEAR(lock.offsetOf(0).x, left(shown).x - left(pose).x, 1e-4);
  EXPECT_LT(glm::distance(at(shown, feet.feet[1].ankle), at(pose, feet.feet[1].ankle)), 1e-5) << "the right one stays";
  std::vector<glm::mat4> was(pose.locals.size()), is(pose.locals.size());
  localToModel(human.parents(), pose.locals, was);
  localToModel(human.parents(), shown.locals, is);
  const auto ankle = static_cast<std::size_t>(feet.feet[0].ankle);
  for (int c = 0; c < 3; ++c) EXPECT_LT(glm::distance(was[ankle][c], is[ankle][c]), 1e-4f) << "the foot keeps level";
}

TEST_F(FootLockTest, BringsAFootBackWhenItLiftsWithoutAJump) {
  const Pose pose = crouching();
  Pose shown = pose;
  glm::dvec3 last = left(pose), lastVelocity(0.0);
  double fastest = 0, sharpest = 0;
  for (int i = 0; i < 120; ++i) {
    shown = pose;
    lock.apply(kFrame, {.velocity = {0, 0, -0.6}, .contact = {i < 40 ? 1.0 : 0.0, 1}}, shown);
    const glm::dvec3 velocity = (left(shown) - last) / kFrame;
    fastest = std::max(fastest, glm::length(velocity));
    if (i > 0) sharpest = std::max(sharpest, glm::length(velocity - lastVelocity));
    last = left(shown);
    lastVelocity = velocity;
  }
  EXPECT_LT(glm::distance(left(shown), left(pose)), 1e-4);
  EXPECT_EQ(lock.offsetOf(0), glm::dvec3(0.0));
  EXPECT_LT(fastest, 2);
  EXPECT_LT(sharpest, 0.25) << "meters per second within a frame";
}

TEST_F(FootLockTest, FramesOfZeroLengthWhileAFootIsInTheAirChangeNothing) {
  FootLock stopped{human, feet};
  const Pose pose = crouching();
  const auto apply = [&](FootLock& to, double delta, bool isDown) {
    Pose shown = pose;
    to.apply(delta, {.velocity = {0.4, 0, 0}, .contact = {isDown ? 1.0 : 0.0, 0}}, shown);
    return left(shown);
  };
  for (int i = 0; i < 90; ++i) {
    const bool isDown = i < 40 || i >= 48;
    const glm::dvec3 plain = apply(lock, kFrame, isDown);
    EXPECT_LT(glm::distance(apply(stopped, kFrame, isDown), plain), 1e-6) << i;
    if (isDown) continue;
    EXPECT_GT(glm::length(lock.offsetOf(0)), 0.005) << "it is on its way back";
    EXPECT_LT(glm::distance(apply(stopped, 0, isDown), plain), 1e-6) << i;
  }
}

TEST_F(FootLockTest, LetsAFootSlideThatWouldBeTooFarAway) {
  Pose shown = crouching();
  for (int i = 0; i < 600; ++i) {
    shown = crouching();
    lock.apply(kFrame, {.velocity = {0, 0, -2}, .contact = {1, 1}}, shown);
  }
  EXPECT_LE(glm::length(lock.offsetOf(0)), FootLockOptions{}.farthest * feet.legLength + 1e-9);
  EXPECT_GT(glm::length(lock.offsetOf(0)), 0.3);
}

TEST_F(FootLockTest, LowersTheHipsWhereALegIsTooShort) {
  const Pose pose = crouching(0.01);
  Pose shown = pose;
  for (int i = 0; i < 60; ++i) {
    shown = pose;
    lock.apply(kFrame, {.velocity = {0, 0, i < 48 ? -0.8 : 0}, .contact = {1, 1}}, shown);
  }
  const double lowered = at(pose, feet.hips).y - at(shown, feet.hips).y;
  EXPECT_GT(lowered, 0.02);
  EXPECT_LT(lowered, FootLockOptions{}.lowers * feet.legLength + 1e-6);
  EXPECT_NEAR(left(shown).z - left(pose).z, lock.offsetOf(0).z, 0.01) << "and so it reaches";
  for (int i = 0; i < 240; ++i) {
    shown = pose;
    lock.apply(kFrame, {.velocity = {}, .contact = {0, 0}}, shown);
  }
  EXPECT_TRUE(lock.isSettled());
  EXPECT_TRUE(same(shown, pose));
}

TEST_F(FootLockTest, KeepsSolesOutOfTheFloor) {
  Pose pose = crouching();
  pose.locals[0].translation.y -= 0.1f;
  Pose shown = pose;
  lock.apply(kFrame, {.velocity = {}, .contact = {0, 0}}, shown);
  EXPECT_GT(left(shown).y - left(pose).y, 0.06);
  EXPECT_LT(left(shown).y - left(pose).y, 0.1);
}

TEST_F(FootLockTest, AfterARestartBeginsAnew) {
  Pose shown = crouching();
  for (int i = 0; i < 30; ++i) {
    shown = crouching();
    lock.apply(kFrame, {.velocity = {1, 0, 0}, .contact = {1, 1}}, shown);
  }
  EXPECT_FALSE(lock.isSettled());
  lock.restart();
  shown = crouching();
  lock.apply(kFrame, {.velocity = {1, 0, 0}, .contact = {1, 1}}, shown);
  EXPECT_TRUE(same(shown, crouching()));
}

TEST_F(FootLockTest, AllocatesNothingAndTakesAnyTime) {
  const GroundState ground{.velocity = {0, 0, -1}, .contact = {1, 0}};
  Pose shown = crouching();
  lock.apply(kFrame, ground, shown);
  const ::test::AllocationGuard guard;
  for (const double delta : {kFrame, 0.0, -0.1, 5.0, static_cast<double>(NAN)}) lock.apply(delta, ground, shown);
  EXPECT_EQ(guard.count(), 0);
  for (const Transform& local : shown.locals) EXPECT_TRUE(std::isfinite(local.rotation.w + local.translation.x));
  FootLock(human, {}).apply(kFrame, ground, shown);
}

TEST_F(FootLockTest, HardlyTouchesAWalkOnItsOwnGround) {
  const AnimationClip walk = workload::walkingClip("walk");
  ClipSet clips{{walk}};
  Pose pose = crouching();
  TransitionPlayer player(clips, ChannelLayout(human.jointCount(), {}), pose);
  ClipGround ground(2);
  ground.set(clips.ids()[0], detectContacts(human, feet, walk));
  player.clipAction(clips.ids()[0]).play();
  for (int i = 0; i < 360; ++i) {
    player.advance(kFrame, pose);
    lock.apply(kFrame, ground.now(player.mixer(), kFrame), pose);
    EXPECT_LT(glm::length(lock.offsetOf(0)), 0.02) << i;
  }
}

TEST_F(FootLockOfFreeFeet, MovesLegAndFootTogether) {
  ASSERT_EQ(feet.feet.size(), 2u);
  const Pose pose = crouching();
  Pose shown = pose;
  for (int i = 0; i < 36; ++i) {
    shown = pose;
    lock.apply(kFrame, {.velocity = {0.5, 0, 0}, .contact = {1, 0}}, shown);
  }
  EXPECT_NEAR(left(shown).x - left(pose).x, lock.offsetOf(0).x, 1e-4);
  EXPECT_GT(lock.offsetOf(0).x, 0.1);
  EXPECT_GT(at(shown, feet.feet[0].knee).x - at(pose, feet.feet[0].knee).x, 0.03) << "the knee follows";
}

TEST_F(FootLockOfFreeFeet, OfABodyThatIsScaledToNothingStaysFinite) {
  for (int i = 0; i < 60; ++i) {
    Pose shown = crouching(0.01);
    if (i >= 40) shown.locals[0].scale = i % 2 == 0 ? glm::vec3(0) : glm::vec3(1, 0, 1);
    const Pose pose = shown;
    lock.apply(kFrame, {.velocity = {0.2, 0, -0.8}, .contact = {1, 1}}, shown);
    if (i == 39) {
      EXPECT_LT(at(shown, feet.hips).y, at(pose, feet.hips).y - 0.01) << "the hips are lowered";
    }
    for (std::size_t joint = 0; joint < shown.locals.size(); ++joint) {
      const Transform& local = shown.locals[joint];
      ASSERT_TRUE(std::isfinite(glm::length(local.translation) + glm::length(local.rotation))) << joint << " at " << i;
      if (i < 40) continue;
      EXPECT_EQ(local.translation, pose.locals[joint].translation) << joint << " at " << i;
    }
  }
}

TEST(FootLock, SkipsFeetWithoutLegs) {
  const Skeleton human = workload::humanSkeleton();
  FootLock lock(human, findLowestLeaves(human, 1));
  Pose pose{.locals = {human.restLocals().begin(), human.restLocals().end()}, .morphWeights = {}};
  const std::vector<Transform> before = pose.locals;
  for (int i = 0; i < 20; ++i) lock.apply(0.01, {.velocity = {0, 0, -1}, .contact = {1, 1}}, pose);
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(pose.locals[i].rotation, before[i].rotation);
    EXPECT_EQ(pose.locals[i].translation, before[i].translation);
  }
}

}  // namespace
}  // namespace crossfade
