#include "crossfade/ground/foot_slide.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/workload/walker.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

const Skeleton kBody = workload::humanSkeleton();
const Feet kBodyFeet = findFeet(kBody);

Pose standing() { return {.locals = {kBody.restLocals().begin(), kBody.restLocals().end()}, .morphWeights = {}}; }

TEST(FootSlide, OfAStandingBodyIsTheWayOfTheGround) {
  FootSlideMeter meter(kBody, kBodyFeet);
  const GroundState ground{.velocity = {0, 0, -0.5}, .contact = {1, 0}};
  for (int i = 0; i <= 60; ++i) meter.add(1.0 / 60, ground, standing());
  EXPECT_NEAR(meter.slide().distance, 0.5, 1e-6) << "only the left foot is down";
  EXPECT_EQ(meter.slide().steps, 1);
  EXPECT_NEAR(meter.slide().perStep(), 0.5, 1e-6);
  EXPECT_NEAR(meter.slide().zhang, 2 * 0.5, 1e-6) << "both feet are at height 0, where the weight is 1";
}

TEST(FootSlide, CountsLessTheHigherAFootIs) {
  const auto zhangAt = [](double height) {
    FootSlideMeter meter(kBody, kBodyFeet);
    Pose pose = standing();
    pose.locals[0].translation.y = static_cast<float>(height * kSlideHeight * kBodyFeet.legLength);
    for (int i = 0; i <= 10; ++i) meter.add(0.1, {.velocity = {1, 0, 0}, .contact = {}}, pose);
    return meter.slide().zhang;
  };
  EXPECT_NEAR(zhangAt(0), 2, 1e-6);
  EXPECT_NEAR(zhangAt(0.5), 2 * (2 - std::sqrt(2)), 1e-4);
  EXPECT_EQ(zhangAt(1.01), 0);
}

TEST(FootSlide, OfAWalkIsSmallOnItsOwnGroundOnly) {
  const AnimationClip walk = workload::walkingClip("walk");
  GroundContacts contacts = detectContacts(kBody, kBodyFeet, walk);
  EXPECT_EQ(slideOf(kBody, kBodyFeet, walk, contacts).steps, 2);
  EXPECT_LT(slideOf(kBody, kBodyFeet, walk, contacts).perStep(), 0.02);
  contacts.groundVelocity.z /= 2;
  EXPECT_NEAR(slideOf(kBody, kBodyFeet, walk, contacts).distance, 2 * 0.6 * 0.6, 0.06) << "half the way of two steps";
}

TEST(FootSlide, DependsLittleOnTheFrameRate) {
  const AnimationClip walk = workload::walkingClip("walk");
  GroundContacts contacts = detectContacts(kBody, kBodyFeet, walk);
  contacts.groundVelocity.z /= 2;
  const FootSlide fine = slideOf(kBody, kBodyFeet, walk, contacts, 480),
                  coarse = slideOf(kBody, kBodyFeet, walk, contacts, 60);
  EXPECT_NEAR(coarse.distance, fine.distance, 0.05 * fine.distance);
  EXPECT_NEAR(coarse.zhang, fine.zhang, 0.05 * fine.zhang);
}

TEST(FootSlide, IgnoresAStepThatDoesNotCount) {
  FootSlideMeter meter(kBody, kBodyFeet);
  const GroundState ground{.velocity = {}, .contact = {1, 1}};
  Pose pose = standing();
  meter.add(0.1, ground, pose);
  pose.locals[0].translation.x = 3;
  meter.add(0.1, ground, pose, false);
  EXPECT_EQ(meter.slide().distance, 0);
  meter.restart();
  pose.locals[0].translation.x = 0;
  const ::test::AllocationGuard guard;
  meter.add(0.1, ground, pose);
  EXPECT_EQ(guard.count(), 0);
  EXPECT_EQ(meter.slide().distance, 0);
  EXPECT_EQ(meter.slide().steps, 4) << "two before, two after the restart";
}

TEST(FootSlide, OfAnAdditiveClipIsNone) {
  const AnimationClip walk = workload::walkingClip("walk");
  const AnimationClip added =
      *AnimationClip::make("added", {walk.tracks().begin(), walk.tracks().end()}, BlendMode::Additive);
  const FootSlide slide = slideOf(kBody, kBodyFeet, added, detectContacts(kBody, kBodyFeet, added));
  EXPECT_EQ(slide.distance, 0);
  EXPECT_EQ(slide.zhang, 0);
}

TEST(FootSlide, WithoutARateOrLengthIsNone) {
  const AnimationClip walk = workload::walkingClip("walk"), empty = *AnimationClip::make("empty", {});
  const GroundContacts contacts = detectContacts(kBody, kBodyFeet, walk);
  for (const double rate : {0.0, -1.0, std::nan("")}) {
    const FootSlide slide = slideOf(kBody, kBodyFeet, walk, contacts, rate);
    EXPECT_EQ(slide.distance, 0) << rate;
    EXPECT_EQ(slide.zhang, 0) << rate;
    EXPECT_EQ(slide.steps, 0) << rate;
  }
  const FootSlide slide = slideOf(kBody, kBodyFeet, empty, contacts);
  EXPECT_EQ(slide.distance, 0);
  EXPECT_EQ(slide.steps, 0);
}

TEST(FootSlide, OfAClipOfManyHoursIsMeasured) {
  const AnimationClip idle = workload::standingClip("idle", 1e7);
  const GroundContacts contacts{.feet = {{.name = "left", .foot = {{0, 1e7}}, .heel = {}, .toe = {}},
                                         {.name = "right", .foot = {}, .heel = {}, .toe = {}}},
                                .duration = 1e7};
  EXPECT_EQ(slideOf(kBody, kBodyFeet, idle, contacts).distance, 0);
}

}  // namespace
}  // namespace crossfade
