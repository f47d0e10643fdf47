#include "crossfade/body/two_bones.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <glm/geometric.hpp>

namespace crossfade {
namespace {

glm::dvec3 anyPoint(double size) {
  const auto part = [&] { return *rc::gen::inRange(-1000, 1001) * size / 1000; };
  const double x = part(), y = part();
  return {x, y, part()};
}

/// Two bones of 0.3 to 0.6 m at any angle, bent forward.
TwoBones anyLimb(glm::dvec3& forward) {
  const glm::dvec3 root = anyPoint(2);
  glm::dvec3 along = anyPoint(1) + glm::dvec3(0, 0.001, 0);
  along = glm::normalize(along);
  forward = glm::normalize(glm::cross(along, glm::abs(along.x) < 0.7 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0)));
  const double upper = 0.3 + 0.001 * *rc::gen::inRange(0, 300), lower = 0.3 + 0.001 * *rc::gen::inRange(0, 300);
  const double hip = 0.01 * *rc::gen::inRange(1, 120), knee = hip + 0.01 * *rc::gen::inRange(1, 120);
  const glm::dvec3 middle = root + along * (upper * std::cos(hip)) + forward * (upper * std::sin(hip));
  const double back = hip - knee;
  return {root, middle, middle + along * (lower * std::cos(back)) + forward * (lower * std::sin(back))};
}

RC_GTEST_PROP(TwoBones, KeepTheirLengthsAndReachWhatIsInReach, ()) {
  glm::dvec3 forward;
  const TwoBones limb = anyLimb(forward);
  const double upper = glm::distance(limb.root, limb.middle), lower = glm::distance(limb.middle, limb.end);
  const glm::dvec3 target = limb.root + anyPoint(0.9);
  const TwoBoneTurn turn = solveTwoBones(limb, target, limb.middle - (limb.root + limb.end) / 2.0);
  RC_ASSERT(std::abs(glm::distance(limb.root, turn.middle) - upper) < 1e-9);
  RC_ASSERT(std::abs(glm::distance(turn.middle, turn.end) - lower) < 1e-9);
  RC_ASSERT(glm::distance(limb.root + turn.upper * (limb.middle - limb.root), turn.middle) < 1e-9);
  RC_ASSERT(glm::distance(turn.middle + turn.lower * (limb.end - limb.middle), turn.end) < 1e-9);

  const double wanted = glm::distance(limb.root, target);
  const bool inReach = wanted < kSoftReach * (upper + lower) && wanted > std::abs(upper - lower) + 0.01;
  if (inReach) RC_ASSERT(glm::distance(turn.end, target) < 1e-5);
  RC_ASSERT(glm::distance(turn.end, limb.root) < upper + lower);
}

RC_GTEST_PROP(TwoBones, StayAsTheyAreForATargetAtTheirEnd, ()) {
  glm::dvec3 forward;
  const TwoBones limb = anyLimb(forward);
  const TwoBoneTurn turn = solveTwoBones(limb, limb.end, forward);
  RC_ASSERT(glm::distance(turn.middle, limb.middle) < 1e-7);
  RC_ASSERT(glm::distance(turn.end, limb.end) < 1e-7);
}

const TwoBones kLeg{{0, 1, 0}, {0, 0.55, 0.1}, {0, 0.1, 0}};
double kneeAngle(const TwoBoneTurn& turn) {
  const glm::dvec3 a = glm::normalize(turn.middle - kLeg.root), b = glm::normalize(turn.end - turn.middle);
  return std::acos(std::min(glm::dot(a, b), 1.0));
}

TEST(TwoBones, DoNotPopWhereTheyGetStraight) {
  double last = 0, lastRate = 0, sharpest = 0, fastest = 0;
  for (int i = 0; i <= 2000; ++i) {  // the target sinks a tenth of a millimeter at a time, past what the leg can reach
    const TwoBoneTurn turn = solveTwoBones(kLeg, {0, 0.15 - 1e-4 * i, 0}, {0, 0, 1});
    const double angle = kneeAngle(turn), rate = angle - last;
    EXPECT_GT(angle, 0) << i;
    if (i > 0) fastest = std::max(fastest, std::abs(rate));
    if (i > 1) sharpest = std::max(sharpest, std::abs(rate - lastRate));
    last = angle;
    lastRate = rate;
  }
  EXPECT_LT(fastest, 1e-3) << "radians per tenth of a millimeter";
  EXPECT_LT(sharpest, 2e-5);
}

TEST(TwoBones, ApproachFullLengthWithAContinuousSlope) {
  EXPECT_EQ(softReach(0.9, 0.5, 1), 0.9);
  EXPECT_EQ(softReach(0.99, 0.99, 1), 0.99) << "a limb that is nearly straight stays so";
  EXPECT_LT(softReach(5, 0.5, 1), 1);
  EXPECT_EQ(softReach(5, 1, 1), 1);
  double last = softReach(0.9, 0.5, 1), slope = 1;
  for (double wanted = 0.9001; wanted < 1.2; wanted += 1e-4) {
    const double now = softReach(wanted, 0.5, 1), here = (now - last) / 1e-4;
    EXPECT_GT(here, 0);
    EXPECT_LT(std::abs(here - slope), 0.01) << wanted;
    last = now;
    slope = here;
  }
}

TEST(TwoBones, OfAStraightLimbBendForward) {
  const TwoBones straight{{0, 1, 0}, {0, 0.5, 0}, {0, 0, 0}};
  EXPECT_GT(solveTwoBones(straight, {0, 0.2, 0}, {0, 0, 1}).middle.z, 0.29);
  EXPECT_GT(solveTwoBones(straight, {0, 0.2, 0}, {1, 0, 0}).middle.x, 0.29);
}

TEST(TwoBones, ThatBendTheWrongWayFlipAsTheyShorten) {
  const TwoBones wrong{{0, 1, 0}, {0, 0.55, -0.02}, {0, 0.1, 0}};
  EXPECT_LT(solveTwoBones(wrong, wrong.end, {0, 0, 1}).middle.z, 0);
  EXPECT_GT(solveTwoBones(wrong, {0, 0.2, 0}, {0, 0, 1}).middle.z, 0.1);
}

TEST(TwoBones, ReachTheSamePlaceAtAnySize) {
  for (const double size : {1e-6, 1.0, 1e6}) {
    const TwoBones bent{glm::dvec3(0, 1, 0) * size, glm::dvec3(0, 0.5, 0.1) * size, glm::dvec3(0.0)};
    const TwoBoneTurn turn = solveTwoBones(bent, glm::dvec3(0.3, 0.4, 0.2) * size, {0, 0, 1});
    EXPECT_LT(glm::distance(turn.end / size, glm::dvec3(0.3, 0.4, 0.2)), 1e-6) << size;
  }
}

TEST(TwoBones, WithoutLengthOrWithATargetAtTheRootDoNotFail) {
  const TwoBoneTurn none = solveTwoBones({}, {1, 2, 3}, {0, 0, 1});
  EXPECT_EQ(none.end, glm::dvec3(0.0));
  const TwoBoneTurn folded = solveTwoBones(kLeg, kLeg.root, {0, 0, 0});
  EXPECT_TRUE(std::isfinite(folded.end.x + folded.end.y + folded.end.z));
}

}  // namespace
}  // namespace crossfade
