#include "crossfade/travel/root_motion.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "tests/engine/travel/walker.h"

namespace crossfade {
namespace {

AnimationClip clipOf(std::vector<KeyframeTrack> tracks) { return test::clip("clip", std::move(tracks)); }

TEST(RootMotion, OfAWalkInPlaceIsWhatItsFeetImply) {
  for (const bool zUp : {false, true}) {
    const Walker body = walker(zUp);
    auto tracks = stepsOf(body, 1.1f, {0, 0, 1.4});
    tracks.push_back(
        pathOf(body, body.hips, 1.1f, {{0, 1, 0}, {0.02, 0.97, 0}, {0, 1, 0}, {-0.02, 0.97, 0}, {0, 1, 0}}));
    const RootMotion motion = RootMotionMeter(body.skeleton).measure(clipOf(std::move(tracks)));
    EXPECT_EQ(motion.joint, body.hips);
    EXPECT_EQ(motion.kind(), RootMotionKind::InPlace);
    EXPECT_NEAR(motion.height, 1.75, 1e-4);
    EXPECT_NEAR(motion.speed(), 1.4, 0.014);
    EXPECT_NEAR(motion.direction(), 0, 2);
    EXPECT_GT(motion.contactShare, 0.9);
  }
}

TEST(RootMotion, SaysWhichWayACharacterStrafes) {
  const Walker body = walker();
  const RootMotionMeter meter(body.skeleton);
  EXPECT_NEAR(meter.measure(clipOf(stepsOf(body, 0.9f, {1.2, 0, 0}))).direction(), 90, 2) << "to its left";
  EXPECT_NEAR(std::abs(meter.measure(clipOf(stepsOf(body, 0.9f, {0, 0, -1.2}))).direction()), 180, 2);
  EXPECT_NEAR(meter.measure(clipOf(stepsOf(body, 0.9f, {-1, 0, 1}))).direction(), -45, 2);
}

TEST(RootMotion, TakesTheShorterWayToItsDirection) {
  RootMotion motion{.duration = 1, .height = 1.7, .facing = 170};
  const double toward = -170 * std::numbers::pi / 180;
  motion.displacement = motion.rootVelocity = {2 * std::sin(toward), 0, 2 * std::cos(toward)};
  EXPECT_NEAR(motion.direction(), 20, 1e-9);
}

TEST(RootMotion, ARootThatHardlyRisesIsNotTheOneThatJumps) {
  for (const double rise : {0.06, 0.12}) {  // a twentieth of the height is 0.0875
    const Walker body = walker();
    const RootMotion motion = RootMotionMeter(body.skeleton)
                                  .measure(clipOf({pathOf(body, body.root, 1, {{0, 0, 0}, {0, rise, 0}, {0, 0, 0}}),
                                                   pathOf(body, body.hips, 1, {{0, 1, 0}, {0, 1.6, 0}, {0, 1, 0}})}));
    EXPECT_EQ(motion.joint, rise > 0.1 ? body.root : body.hips) << rise;
    EXPECT_EQ(motion.kind(), RootMotionKind::Jumping);
  }
}

TEST(RootMotion, OfAClipThatTravelsIsThatOfItsRoot) {
  for (const bool zUp : {false, true}) {
    const Walker body = walker(zUp);
    const RootMotionMeter meter(body.skeleton);
    for (const int joint : {body.root, body.hips}) {
      const RootMotion motion = meter.measure(clipOf({pathOf(body, joint, 2, {{0, 0, 0}, {0, 0.1, 1}, {1, 0, 2}})}));
      EXPECT_EQ(motion.joint, joint);
      EXPECT_EQ(motion.kind(), RootMotionKind::Traveling);
      EXPECT_LT(glm::distance(motion.displacement, glm::dvec3(1, 0, 2)), 1e-5);
      EXPECT_NEAR(motion.speed(), std::sqrt(5.0) / 2, 1e-5);
      EXPECT_NEAR(motion.direction(), std::atan2(1, 2) * 180 / std::numbers::pi, 1e-3);
    }
  }
}

TEST(RootMotion, OfARootThatSwaysAboveHipsThatTravelIsThatOfTheHips) {
  const Walker body = walker();
  const RootMotion motion = RootMotionMeter(body.skeleton)
                                .measure(clipOf({pathOf(body, body.root, 1, {{0, 0, 0}, {0.02, 0, 0}, {0, 0, 0}}),
                                                 pathOf(body, body.hips, 1, {{0, 1, 0}, {0, 1, 1}})}));
  EXPECT_EQ(motion.joint, body.hips);
  EXPECT_NEAR(motion.speed(), 1, 1e-5);
}

TEST(RootMotion, BelowATenthOfTheHeightIsNone) {
  const Walker body = walker();
  const RootMotionMeter meter(body.skeleton);
  const auto kindOf = [&](double meters) {
    return meter.measure(clipOf({pathOf(body, body.hips, 1, {{0, 1, 0}, {0, 1, meters}})})).kind();
  };
  EXPECT_EQ(kindOf(0.17), RootMotionKind::InPlace);
  EXPECT_EQ(kindOf(0.18), RootMotionKind::Traveling);
}

TEST(RootMotion, CountsWholeTurns) {
  for (const bool zUp : {false, true}) {
    const Walker body = walker(zUp);
    const RootMotionMeter meter(body.skeleton);
    for (const double degrees : {90.0, -720.0, 11.0}) {
      const RootMotion motion = meter.measure(clipOf({turnOf(body, body.root, 1, degrees)}));
      EXPECT_EQ(motion.kind(), RootMotionKind::Turning) << degrees;
      EXPECT_EQ(motion.joint, body.root);
      EXPECT_NEAR(motion.turn, degrees, 1e-3);
      EXPECT_EQ(motion.speed(), 0);
    }
    EXPECT_EQ(meter.measure(clipOf({turnOf(body, body.root, 1, 9)})).kind(), RootMotionKind::InPlace);
  }
}

TEST(RootMotion, TurnsThoughItGrowsFromNothing) {
  const Walker body = walker();
  const auto grows = test::track({body.root, Channel::Scale}, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 1, 1});
  const RootMotion motion = RootMotionMeter(body.skeleton).measure(clipOf({grows, turnOf(body, body.root, 1, 90)}));
  EXPECT_EQ(motion.joint, body.root);
  EXPECT_NEAR(motion.turn, 90, 1e-3);
}

TEST(RootMotion, IsThatOfTheFeetThatItIsGiven) {
  const Walker body = walker();
  const AnimationClip clip = clipOf(stepsOf(body, 1, {0, 0, 1.4}));
  Feet left = findFeet(body.skeleton);
  EXPECT_EQ(RootMotionMeter(body.skeleton).feet().feet.size(), 2u);
  left.feet.pop_back();
  const RootMotionMeter meter(body.skeleton, left);
  ASSERT_EQ(meter.feet().feet.size(), 1u);
  const RootMotion motion = meter.measure(clip), again = meter.measure(clip, detectContacts(body.skeleton, left, clip));
  EXPECT_NEAR(motion.contactShare, 0.6, 0.05) << "how long it is down";
  EXPECT_NEAR(motion.speed(), 1.4, 0.014);
  EXPECT_EQ(motion.contactShare, again.contactShare);
  EXPECT_EQ(motion.feetVelocity, again.feetVelocity);
}

TEST(RootMotion, OnACircleHasASpeedThoughItEndsWhereItBegan) {
  const Walker body = walker();
  std::vector<glm::dvec3> circle;
  for (int i = 0; i <= 360; ++i) {
    const double angle = i * std::numbers::pi / 180;
    circle.emplace_back(1 - std::cos(angle), 0, std::sin(angle));
  }
  const RootMotion motion = RootMotionMeter(body.skeleton)
                                .measure(clipOf({pathOf(body, body.root, 4, circle), turnOf(body, body.root, 4, 360)}));
  EXPECT_EQ(motion.kind(), RootMotionKind::Traveling);
  EXPECT_NEAR(motion.speed(), 2 * std::numbers::pi / 4, 1e-3);
  EXPECT_NEAR(motion.direction(), 0, 0.5);
  EXPECT_NEAR(motion.turn, 360, 1e-3);
}

TEST(RootMotion, OfASomersaultIsNoTurn) {
  const Walker body = walker();
  std::vector<float> times, values;
  for (int i = 0; i <= 20; ++i) {
    const glm::dquat q = fromRotationVector({0, 0, 0.05}) * fromRotationVector({0.1 * i * std::numbers::pi, 0, 0});
    times.push_back(static_cast<float>(i) / 20);
    for (const double component : {q.x, q.y, q.z, q.w}) values.push_back(static_cast<float>(component));
  }
  const auto flip = test::track({body.hips, Channel::Rotation}, Interpolation::Linear, times, values);
  EXPECT_NEAR(RootMotionMeter(body.skeleton).measure(clipOf({flip})).turn, 0, 1);
}

TEST(RootMotion, IsAJumpWhereRootAndFeetRise) {
  const Walker body = walker();
  const RootMotionMeter meter(body.skeleton);
  const auto jump = clipOf({pathOf(body, body.hips, 1, {{0, 1, 0}, {0, 0.8, 0}, {0, 1.5, 0}, {0, 0.9, 0}, {0, 1, 0}})});
  EXPECT_EQ(meter.measure(jump).kind(), RootMotionKind::Jumping);
  // sits down and lifts its feet
  auto sits = std::vector{pathOf(body, body.hips, 1, {{0, 1, 0}, {0, 0.5, 0}})};
  for (const int foot : {body.leftFoot, body.rightFoot})
    sits.push_back(pathOf(body, foot, 1, {{0, -0.45, 0}, {0, 0.4, 0.4}}));
  EXPECT_EQ(meter.measure(clipOf(std::move(sits))).kind(), RootMotionKind::InPlace);
}

TEST(RootMotion, BouncingStepsAreNotAJump) {
  const Walker body = walker();
  const RootMotionMeter meter(body.skeleton);
  const auto kindOf = [&](const std::vector<glm::dvec3>& hips) {
    return meter.measure(clipOf({pathOf(body, body.hips, 1, hips)})).kind();
  };
  EXPECT_EQ(kindOf({{0, 1, 0}, {0, 1.3, 0.5}, {0, 1, 1}, {0, 1.4, 1.5}, {0, 1, 2}}), RootMotionKind::Traveling);
  EXPECT_EQ(kindOf({{0, 1, 0}, {0, 1.3, 0.5}, {0, 1.5, 1}, {0, 1.4, 1.5}, {0, 1, 2}}), RootMotionKind::Jumping);
  EXPECT_EQ(kindOf({{0, 1, 0}, {0, 1.6, 0.5}, {0, 1, 1}, {0, 1.6, 1.5}, {0, 1.2, 2}}), RootMotionKind::Jumping)
      << "it does not end as high as it began, so it is no gait";
}

// Two flights per loop, with a landing between them that lasts a quarter of it.
TEST(RootMotion, HopsOnTheSpotAreJumpsUnlessTheFeetStep) {
  const Walker body = walker();
  const RootMotionMeter meter(body.skeleton);
  const auto vertical = [&](int joint, double base, const std::vector<double>& heights) {
    std::vector<glm::dvec3> path;
    for (const double height : heights) path.emplace_back(0, base + height, 0);
    return pathOf(body, joint, 1, path);
  };
  const auto hips = vertical(body.hips, 1, {0, 0, 0.3, 0, 0, 0, 0.3, 0, 0});
  const auto left = vertical(body.leftFoot, -0.45, {0, 0, 0, 0.4, 0.4, 0.4, 0, 0, 0});
  const auto right = vertical(body.rightFoot, -0.45, {0.4, 0.4, 0, 0, 0, 0, 0, 0.4, 0.4});
  const auto raised = vertical(body.rightFoot, -0.45, {0.4, 0.4});
  EXPECT_EQ(meter.measure(clipOf({hips})).kind(), RootMotionKind::Jumping) << "on both feet";
  EXPECT_EQ(meter.measure(clipOf({hips, raised})).kind(), RootMotionKind::Jumping) << "on one foot";
  EXPECT_EQ(meter.measure(clipOf({hips, left, right})).kind(), RootMotionKind::InPlace) << "from foot to foot";
  const auto swing = turnOf(body, body.leftFoot, 1, 60);
  EXPECT_EQ(meter.measure(clipOf({hips, swing})).kind(), RootMotionKind::InPlace) << "legs of one joint turn only";
  Feet one = findFeet(body.skeleton);
  one.feet.resize(1);
  EXPECT_EQ(RootMotionMeter(body.skeleton, one).measure(clipOf({hips})).kind(), RootMotionKind::InPlace)
      << "which has nothing to step with";
  Feet toes = findFeet(body.skeleton);
  toes.feet.insert(toes.feet.begin() + 1, toes.feet[0]);
  EXPECT_EQ(RootMotionMeter(body.skeleton, toes).measure(clipOf({hips, left, right})).kind(), RootMotionKind::InPlace)
      << "whose first two are of one leg";
}

TEST(RootMotion, IsNoneWhereOnlyALimbMovesOrTheClipIsAdditive) {
  const Walker body = walker();
  const RootMotionMeter meter(body.skeleton);
  const RootMotion nod = meter.measure(clipOf({turnOf(body, body.head, 1, 60)}));
  EXPECT_EQ(nod.joint, kNoJoint);
  EXPECT_EQ(nod.kind(), RootMotionKind::InPlace);
  EXPECT_EQ(nod.speed(), 0);
  const auto travels = pathOf(body, body.root, 1, {{0, 0, 0}, {0, 0, 2}});
  EXPECT_EQ(meter.measure(test::clip("additive", {travels}, BlendMode::Additive)).joint, kNoJoint);
}

TEST(RootMotion, OfASingleMovingFootIsNone) {
  const Walker body = walker();
  const RootMotionMeter meter(body.skeleton);
  const std::vector<KeyframeTrack> steps = stepsOf(body, 1.1f, {0, 0, 1.4});
  EXPECT_GT(meter.measure(clipOf(steps)).speed(), 1);
  EXPECT_EQ(meter.measure(clipOf({steps[0]})).speed(), 0) << "one of two";
}

TEST(RootMotion, IgnoresTracksOfJointsThatTheSkeletonLacks) {
  const Skeleton skeleton = test::chain(64);
  for (const int beyond : {64, 65, 1000}) {
    const RootMotion found = RootMotionMeter(skeleton).measure(test::slide("slide", 2, 0, 3, beyond));
    EXPECT_EQ(found.kind(), RootMotionKind::InPlace) << beyond;
    EXPECT_EQ(found.speed(), 0) << beyond;
  }
}

TEST(RootMotion, IsMeasuredOfAnything) {
  const Skeleton none;
  EXPECT_EQ(RootMotionMeter(none).measure(clipOf({})).kind(), RootMotionKind::InPlace);
  const Skeleton one = test::chain(1);
  const RootMotionMeter meter(one);
  EXPECT_EQ(meter.measure(clipOf({})).speed(), 0);
  EXPECT_EQ(meter.measure(test::stillClip("still", 3)).speed(), 0);
  const RootMotion slid = meter.measure(test::slide("slide", 2, 0, 3));
  EXPECT_EQ(slid.kind(), RootMotionKind::Traveling);
  EXPECT_NEAR(slid.speed(), 1.5, 1e-6);
  EXPECT_NEAR(slid.direction(), 90, 1e-4);
  const Walker body = walker();
  const RootMotion still =
      RootMotionMeter(body.skeleton).measure(clipOf({pathOf(body, body.hips, 0, {{0, 1, 0}, {0, 1, 5}})}));
  EXPECT_TRUE(std::isfinite(still.speed()));
}

TEST(RootMotion, OfALongClipIsMeasured60TimesASecond) {
  const Walker body = walker();
  std::vector<float> times, values;
  for (int i = 0; i <= 6000; ++i) {  // spins for ten minutes, almost five times a second
    const glm::dquat q = body.turn(170.0 * i);
    times.push_back(0.1f * static_cast<float>(i));
    for (const double component : {q.x, q.y, q.z, q.w}) values.push_back(static_cast<float>(component));
  }
  const auto spin = test::track({body.root, Channel::Rotation}, Interpolation::Linear, times, values);
  EXPECT_NEAR(RootMotionMeter(body.skeleton).measure(clipOf({spin})).turn, 170.0 * 6000, 1);
}

TEST(RootMotion, KindsHaveNames) {
  EXPECT_EQ(nameOf(RootMotionKind::InPlace), "in place");
  EXPECT_EQ(nameOf(RootMotionKind::Jumping), "jumping");
}

}  // namespace
}  // namespace crossfade
