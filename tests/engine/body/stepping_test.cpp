// How fast the ground moves under feet that step, on floors that the feet do not agree on.
#include "crossfade/body/stepping.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "crossfade/travel/root_motion.h"
#include "tests/engine/travel/walker.h"

namespace crossfade {
namespace {

constexpr double kPi = std::numbers::pi;

/// Feet on loops, half a cycle apart: back by `way` meters while low, forward while up to `lift` higher. The right one
/// is `drop` lower.
AnimationClip loops(const Walker& body, double way, double lift, double drop, bool inStep = false) {
  std::vector<KeyframeTrack> tracks;
  for (const auto& [joint, shift, low] :
       {std::tuple(body.leftFoot, 0.0, 0.0), std::tuple(body.rightFoot, inStep ? 0.0 : kPi, drop)}) {
    std::vector<glm::dvec3> path;
    for (int i = 0; i <= 60; ++i) {
      const double angle = i * 2 * kPi / 60 + shift;
      path.push_back({0, -0.45 - low + lift / 2 * (1 - std::cos(angle)), -way / 2 * std::sin(angle)});
    }
    tracks.push_back(pathOf(body, joint, 1, path));
  }
  return test::clip("loops", std::move(tracks));
}

std::optional<Stepping> steppingOf(const Walker& body, const AnimationClip& clip) {
  return findStepping(body.skeleton, findFeet(body.skeleton), clip);
}

TEST(Stepping, NeedsNoFloorThatTheFeetAgreeOn) {
  const Walker body = walker();
  for (const double drop : {0.0, 0.15}) {
    const auto found = steppingOf(body, loops(body, 1, 0.2, drop));
    ASSERT_TRUE(found) << drop;
    EXPECT_NEAR(found->groundVelocity.z, -kPi, 0.25 * kPi)
        << "the speed at the bottom of a loop is pi times its length";
    EXPECT_NEAR(found->groundVelocity.x, 0, 1e-6);
    EXPECT_EQ(found->groundVelocity.y, 0);
    EXPECT_GT(found->stanceShare, 0.4);
    EXPECT_LE(found->stanceShare, 1);
  }
}

TEST(Stepping, AgreesWithFeetThatStand) {
  const Walker body = walker();
  for (const glm::dvec3& velocity : {glm::dvec3(0, 0, 1.4), glm::dvec3(1, 0, 0), glm::dvec3(-0.7, 0, -0.7)}) {
    const auto found = steppingOf(body, test::clip("walk", stepsOf(body, 1, velocity)));
    ASSERT_TRUE(found);
    EXPECT_LT(glm::distance(found->groundVelocity, -velocity), 0.2 * glm::length(velocity));
  }
}

TEST(Stepping, IsNoneWhereFeetStandOrSwayOrSwingStiffly) {
  const Walker body = walker();
  EXPECT_FALSE(steppingOf(body, loops(body, 0.1, 0.2, 0))) << "in a spot";
  EXPECT_FALSE(steppingOf(body, loops(body, 1, 0, 0))) << "without a lift";
  std::vector<glm::dvec3> there;  // out and back at the same heights
  for (int i = 0; i <= 60; ++i)
    there.push_back({0, -0.45 + 0.1 * (1 - std::cos(4 * kPi * i / 60)), 0.5 * std::sin(2 * kPi * i / 60)});
  EXPECT_FALSE(steppingOf(
      body, test::clip("swing", {pathOf(body, body.leftFoot, 1, there), pathOf(body, body.rightFoot, 1, there)})));
  EXPECT_FALSE(steppingOf(body, test::clip("nothing", {})));
  Feet one = findFeet(body.skeleton);
  one.feet.pop_back();
  EXPECT_FALSE(findStepping(body.skeleton, one, loops(body, 1, 0.2, 0)));
}

TEST(Stepping, IsTheSpeedOfAClipWhoseFeetDoNotAgree) {
  const Walker body = walker();
  const RootMotion motion = RootMotionMeter(body.skeleton).measure(loops(body, 1, 0.2, 0.15));
  EXPECT_NEAR(motion.speed(), kPi, 0.25 * kPi);
  EXPECT_NEAR(motion.direction(), 0, 1);
  EXPECT_FALSE(motion.jumps);
}

}  // namespace
}  // namespace crossfade
