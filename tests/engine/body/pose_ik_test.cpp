#include "crossfade/body/pose_ik.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <glm/geometric.hpp>

#include "crossfade/body/two_bones.h"
#include "crossfade/math/rotation.h"
#include "crossfade/skeleton/local_to_model.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A trunk of three joints with a head, and an arm with a twist joint in its upper part; then a tail beside them.
struct Body {
  std::vector<int> parents{-1, 0, 1, 2, 2, 4, 5, 6, 0};
  std::vector<Transform> locals{
      {.translation = {0, 1, 0}},        {.translation = {0, 0.2f, 0}},      {.translation = {0, 0.2f, 0}},
      {.translation = {0, 0.2f, 0.02f}}, {.translation = {0.2f, 0, 0}},      {.translation = {0.15f, 0, 0}},
      {.translation = {0.15f, 0, 0}},    {.translation = {0.25f, 0, 0.05f}}, {.translation = {0, 0, -0.3f}}};
  std::vector<glm::mat4> models = std::vector<glm::mat4>(parents.size());

  Body() { localToModel(parents, locals, models); }
  IkPose pose() { return {parents, locals, models}; }
  glm::dvec3 at(int joint) const { return {models[static_cast<std::size_t>(joint)][3]}; }
  glm::dvec3 forward(int joint) const { return glm::normalize(glm::dvec3(models[static_cast<std::size_t>(joint)][2])); }
  /// Turns every joint a little, so that no axis is special.
  void bend() {
    for (std::size_t i = 0; i < locals.size(); ++i)
      locals[i].rotation = glm::quat(
          fromRotationVector({0.3 * std::sin(double(i)), 0.2 * std::cos(2.0 * double(i)), 0.1 * double(i % 3)}));
    localToModel(parents, locals, models);
  }
};

constexpr LimbJoints kArm{.root = 4, .middle = 6, .end = 7};
const std::vector<AimShare> kLook{{1, 1}, {2, 1}, {3, 2}};

/// By how much the matrices differ from those of the pose.
double staleness(Body& body) {
  std::vector<glm::mat4> fresh(body.models.size());
  localToModel(body.parents, body.locals, fresh);
  double most = 0;
  for (std::size_t i = 0; i < fresh.size(); ++i)
    for (int column = 0; column < 4; ++column)
      most = std::max(most, double(glm::distance(fresh[i][column], body.models[i][column])));
  return most;
}

double angle(const glm::dvec3& a, const glm::dvec3& b) { return glm::length(rotationVector(shortestArc(a, b))); }

RC_GTEST_PROP(PoseIk, AnArmReachesWhatItCan, ()) {
  Body body;
  body.bend();
  const auto part = [] { return *rc::gen::inRange(-1000, 1001) * 0.0003; };
  const double x = part(), y = part();
  const glm::dvec3 shoulder = body.at(4), hand = body.at(7), target = shoulder + glm::dvec3(x, y, part());
  const glm::dquat before = glm::quat_cast(glm::dmat3(glm::dmat4(body.models[7])));
  const double upper = glm::distance(shoulder, body.at(6)), lower = glm::distance(body.at(6), hand);
  reach({.limb = kArm, .target = target, .pole = {0, 0, -1}}, body.pose());
  RC_ASSERT(staleness(body) == 0.0);
  RC_ASSERT(glm::distance(body.at(4), shoulder) < 1e-6);
  RC_ASSERT(std::abs(glm::distance(body.at(4), body.at(6)) - upper) < 1e-5);
  RC_ASSERT(std::abs(glm::distance(body.at(6), body.at(7)) - lower) < 1e-5);
  RC_ASSERT(angleBetween(before, glm::quat_cast(glm::dmat3(glm::dmat4(body.models[7])))) < 1e-5);
  const double wanted = glm::distance(shoulder, target);
  if (wanted < 0.9 * (upper + lower) && wanted > std::abs(upper - lower) + 0.02)
    RC_ASSERT(glm::distance(body.at(7), target) < 1e-5);
}

TEST(PoseIk, AWeightMovesTheHandInAStraightLine) {
  Body full, half;
  for (Body* body : {&full, &half}) body->bend();
  const glm::dvec3 from = full.at(7), target = from + glm::dvec3(-0.1, 0.05, 0.08);
  reach({.limb = kArm, .target = target, .pole = {0, -1, 0}}, full.pose());
  reach({.limb = kArm, .target = target, .pole = {0, -1, 0}, .weight = 0.5}, half.pose());
  EXPECT_LT(glm::distance(full.at(7), target), 1e-5);
  EXPECT_LT(glm::distance(half.at(7), 0.5 * (from + target)), 1e-5);
}

TEST(PoseIk, AHandThatIsNotKeptTurnsAlong) {
  Body body;
  const glm::quat before = body.locals[7].rotation;
  reach({.limb = kArm, .target = body.at(7) + glm::dvec3(-0.2, 0, 0.1), .pole = {0, 0, -1}, .keepsEndRotation = false},
        body.pose());
  EXPECT_EQ(body.locals[7].rotation, before);
  EXPECT_NE(body.locals[6].rotation, before);
}

TEST(PoseIk, AHeadLooksAtATargetWithinItsLimit) {
  for (const bool bent : {false, true}) {
    Body body;
    if (bent) body.bend();
    const glm::dvec3 target = body.at(3) + 2.0 * body.forward(3) + glm::dvec3(0.7, 0.4, 0);
    aim({.chain = kLook, .target = target}, body.pose());
    EXPECT_LT(angle(body.forward(3), target - body.at(3)), 1e-6);
    EXPECT_EQ(staleness(body), 0);
  }
}

TEST(PoseIk, SharesSayWhoTurns) {
  Body body, alone;
  const glm::dvec3 ahead = body.forward(3), target = body.at(3) + glm::dvec3(50, 0, 50);  // far: 45 degrees
  aim({.chain = kLook, .target = target}, body.pose());
  EXPECT_NEAR(angle(ahead, body.forward(1)), M_PI / 16, 0.01);
  EXPECT_NEAR(angle(ahead, body.forward(2)), M_PI / 8, 0.01);
  EXPECT_NEAR(angle(ahead, body.forward(3)), M_PI / 4, 0.01);
  aim({.chain = std::vector<AimShare>{{3, 0.1}}, .target = target}, alone.pose());
  EXPECT_LT(angle(alone.forward(3), target - alone.at(3)), 1e-6) << "shares are relative";
  EXPECT_EQ(alone.locals[2].rotation, Body().locals[2].rotation);
}

TEST(PoseIk, ALimitIsApproachedAndNothingJumps) {
  constexpr double kLimit = 1;
  const auto turnedFor = [](double degrees) {
    Body body;
    const glm::dvec3 ahead = body.forward(3);
    const double radians = degrees * M_PI / 180;
    aim({.chain = std::vector<AimShare>{{3}},
         .target = body.at(3) + glm::dvec3(std::sin(radians), 0, std::cos(radians)),
         .limit = kLimit},
        body.pose());
    return angle(ahead, body.forward(3));
  };
  EXPECT_NEAR(turnedFor(40), 40 * M_PI / 180, 1e-6);
  EXPECT_GT(turnedFor(90), 0.95);
  EXPECT_LT(turnedFor(140), kLimit);
  EXPECT_NEAR(turnedFor(180), 0, 1e-6);
  for (double degrees = 0; degrees < 360; degrees += 0.5)
    EXPECT_LT(std::abs(turnedFor(degrees + 0.5) - turnedFor(degrees)), 0.06) << degrees;
}

TEST(PoseIk, AWeightIsAPartOfTheTurn) {
  Body body;
  const glm::dvec3 ahead = body.forward(3);
  aim({.chain = std::vector<AimShare>{{3}}, .target = body.at(3) + glm::dvec3(1, 0, 1), .weight = 0.25}, body.pose());
  EXPECT_NEAR(angle(ahead, body.forward(3)), M_PI / 16, 1e-6);
}

TEST(PoseIk, WhatCannotBeDoneChangesNothing) {
  const Body before;
  const auto expectSame = [&](const char* what, const auto& stage) {
    Body body;
    stage(body);
    for (std::size_t i = 0; i < body.locals.size(); ++i) {
      EXPECT_EQ(body.locals[i].rotation, before.locals[i].rotation) << what << ", joint " << i;
      EXPECT_EQ(body.models[i], before.models[i]) << what << ", joint " << i;
    }
  };
  const glm::dvec3 target(0.3, 1.2, 0.4);
  for (const LimbJoints limb : {LimbJoints{}, {4, 6, 9}, {4, 6, -2}, {6, 4, 7}, {4, 4, 7}, {4, 6, 3}, {8, 6, 7}})
    expectSame("limb", [&](Body& body) { reach({.limb = limb, .target = target, .pole = {0, 0, -1}}, body.pose()); });
  for (const glm::dvec3 bad : {glm::dvec3(kNaN, 0, 0), glm::dvec3(0, INFINITY, 0)}) {
    expectSame("target", [&](Body& body) { reach({.limb = kArm, .target = bad}, body.pose()); });
    expectSame("pole", [&](Body& body) { reach({.limb = kArm, .target = target, .pole = bad}, body.pose()); });
    expectSame("aim at", [&](Body& body) { aim({.chain = kLook, .target = bad}, body.pose()); });
    expectSame("forward", [&](Body& body) { aim({.chain = kLook, .forward = bad, .target = target}, body.pose()); });
  }
  for (const double weight : {0.0, -1.0, kNaN}) {
    expectSame("weight", [&](Body& body) { reach({.limb = kArm, .target = target, .weight = weight}, body.pose()); });
    expectSame("weight", [&](Body& body) { aim({.chain = kLook, .target = target, .weight = weight}, body.pose()); });
    expectSame("limit", [&](Body& body) { aim({.chain = kLook, .target = target, .limit = weight}, body.pose()); });
  }
  for (const std::vector<AimShare>& chain :
       std::vector<std::vector<AimShare>>{{}, {{3, 0}}, {{3, -1}}, {{3, kNaN}}, {{9}}, {{-1}}, {{3}, {2}}, {{8}, {3}}})
    expectSame("chain", [&](Body& body) { aim({.chain = chain, .target = target}, body.pose()); });
  expectSame("no direction", [&](Body& body) {
    aim({.chain = kLook, .forward = {0, 0, 0}, .target = target}, body.pose());
  });
  expectSame("where it is", [&](Body& body) { aim({.chain = kLook, .target = body.at(3)}, body.pose()); });
  expectSame("too few matrices", [&](Body& body) {
    aim({.chain = kLook, .target = target}, {body.parents, body.locals, std::span(body.models).first(3)});
    reach({.limb = kArm, .target = target}, {std::span(body.parents).first(2), body.locals, body.models});
  });
}

TEST(PoseIk, ARotationIsTurnedInModelSpace) {
  Body body;
  body.bend();
  const glm::dquat by = fromRotationVector({0.2, -0.4, 0.3}), before = glm::dquat(body.locals[2].rotation);
  const glm::dquat model = glm::quat_cast(glm::dmat3(glm::dmat4(body.models[2])));
  body.locals[2].rotation = turnedInModelSpace(body.parents, body.models, 2, by, body.locals[2].rotation);
  localToModel(body.parents, body.locals, body.models);
  EXPECT_LT(angleBetween(by * model, glm::quat_cast(glm::dmat3(glm::dmat4(body.models[2])))), 1e-6);
  for (const int joint : {0, -1, 99})
    EXPECT_LT(angleBetween(by * before, turnedInModelSpace(body.parents, body.models, joint, by, glm::quat(before))),
              1e-6);
}

TEST(PoseIk, AllocatesNothing) {
  Body body;
  const ::test::AllocationGuard guard;
  aim({.chain = kLook, .target = {1, 1, 1}}, body.pose());
  reach({.limb = kArm, .target = {0.3, 1.2, 0.4}, .pole = {0, 0, -1}}, body.pose());
  EXPECT_EQ(guard.count(), 0u);
}

}  // namespace
}  // namespace crossfade
