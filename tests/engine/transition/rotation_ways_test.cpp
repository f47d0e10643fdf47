#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "crossfade/skeleton/pose.h"
#include "tests/engine/transition/swinging_character.h"

namespace crossfade {
namespace {

/// One joint that turns about the vertical from one angle to another, degrees, and then stays there.
AnimationClip turn(double from, double to, double seconds) {
  std::vector<float> times, rotations;
  for (int i = 0; i <= 60; ++i) {
    const double angle = from + (to - from) * i / 60;
    const glm::dquat q = fromRotationVector(glm::dvec3(0, angle * kRadiansPerDegree, 0));
    times.push_back(static_cast<float>(seconds * i / 60));
    for (const double component : {q.x, q.y, q.z, q.w}) rotations.push_back(static_cast<float>(component));
  }
  return test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, times, rotations)});
}

/// Leaves the joint's rotation to the rest pose, which faces 0 degrees.
AnimationClip withoutRotation(float seconds) {
  return test::clip("",
                    {test::track({0, Channel::Translation}, Interpolation::Linear, {0, seconds}, {0, 0, 0, 0, 0, 0})});
}

/// The angle about the vertical, in degrees, followed from frame to frame.
struct Heading {
  double angle = 0;
  void follow(const Pose& pose) {
    const glm::quat& q = pose.locals[0].rotation;
    const double now = 2 * std::atan2(static_cast<double>(q.y), static_cast<double>(q.w)) / kRadiansPerDegree;
    angle = now + 360 * std::round((angle - now) / 360);
  }
};

struct Ways : testing::TestWithParam<TransitionKind> {};

void playOnce(Character& character) {
  for (AnimationAction* action : character.actions) {
    action->loop = Loop::Once;
    action->clampWhenFinished = true;
  }
}

/// Fades from clip 0, which has played for `start` seconds, to clip 1. Returns where the heading ends.
double headingAfter(Character& character, double start, double seconds, TransitionKind kind, double& largest) {
  Heading heading;
  const auto run = [&](double length) {
    for (int i = 0; i < std::lround(length * 120); ++i) {
      character.frame(1.0 / 120);
      heading.follow(character.pose);
      largest = std::max(largest, std::abs(heading.angle));
    }
  };
  run(start);
  character.to(1, seconds, kind);
  run(seconds + 0.1);
  return heading.angle;
}

/// A spin that is 170 degrees along, and at 340 when the fade is half over, ends its turn; one that is 100 degrees
/// along and stops at 120 turns back.
TEST_P(Ways, OfASpinThatGoesOnEndTheTurn) {
  double largest = 0;
  Character spins({turn(0, 360, 0.6), turn(0, 0, 1)});
  playOnce(spins);
  EXPECT_NEAR(headingAfter(spins, 0.6 * 170 / 360, 0.4, GetParam(), largest), 360, 1e-3);
  EXPECT_LE(largest, 360.1) << "never past it";
  Character stops({turn(0, 120, 0.2), turn(0, 0, 1)});
  playOnce(stops);
  largest = 0;
  EXPECT_NEAR(headingAfter(stops, 0.2 * 100 / 120, 0.4, GetParam(), largest), 0, 1e-3);
  EXPECT_LE(largest, 120.1);
}

TEST_P(Ways, OfATargetThatTurnsAwayFollowIt) {
  double largest = 0;
  Character follows({turn(0, 0, 1), turn(170, 500, 0.5)});
  playOnce(follows);
  EXPECT_NEAR(headingAfter(follows, 0.1, 0.5, GetParam(), largest), 140, 1e-3) << "500 - 360, not 500";
}

/// A loop from 100 to 190 degrees begins anew during the fade: if it stayed at 190, the way past 180 would be shorter.
TEST_P(Ways, LookAcrossALoopSeamThatDoesNotClose) {
  double largest = 0;
  Character loops({turn(100, 190, 0.2), turn(0, 0, 1)});
  EXPECT_NEAR(headingAfter(loops, 0.15, 0.4, GetParam(), largest), 0, 1e-3);
  EXPECT_LT(largest, 190.1);
}

/// A loop of about half a turn begins anew during the fade. Either way around is then as far from its end, so it takes
/// the one that agrees with the target: with the other, the joint would turn over within a few frames.
TEST_P(Ways, AfterALoopSeamOfHalfATurnAgreeWithTheTarget) {
  for (const double loop : {175.0, 180.0, 185.0, 190.0})
    for (const double still : {-60.0, -30.0, 0.0, 30.0, 60.0, 90.0}) {
      Character character({turn(0, loop, 0.5), turn(still, still, 1)});
      Heading heading;
      double last = 0, fastest = 0;
      const auto run = [&](double length) {
        for (int i = 0; i < std::lround(length * 240); ++i) {
          const double before = character.actions[0]->time;
          character.frame(1.0 / 240);
          heading.follow(character.pose);
          if (character.actions[0]->time > before)  // not the jump of the clip itself
            fastest = std::max(fastest, std::abs(heading.angle - last) * 240);
          last = heading.angle;
        }
      };
      run(0.45);
      character.to(1, 0.4, GetParam());
      run(0.5);
      EXPECT_LT(fastest, 4000) << "degrees per second: a loop of " << loop << " degrees, to " << still;
    }
}

TEST_P(Ways, OfTheRestPoseAreThoseOfAClip) {
  double largest = 0;
  Character spins({turn(0, 360, 0.6), withoutRotation(1)});
  playOnce(spins);
  EXPECT_NEAR(headingAfter(spins, 0.6 * 170 / 360, 0.4, GetParam(), largest), 360, 1e-3);
  EXPECT_LE(largest, 360.1);
  Character follows({withoutRotation(1), turn(170, 500, 0.5)});
  playOnce(follows);
  EXPECT_NEAR(headingAfter(follows, 0.1, 0.5, GetParam(), largest), 140, 1e-3);
}

/// An interrupted fade in which both clips come to face the same way again, after a whole turn of one: their sum would
/// vanish, and the joint spin within a frame.
void expectNoSpinWithinAFrame(std::vector<AnimationClip> clips, TransitionKind kind) {
  Character character(std::move(clips));
  playOnce(character);
  Heading heading;
  double last = 0, fastest = 0;
  const auto run = [&](double length) {
    for (int i = 0; i < std::lround(length * 240); ++i) {
      character.frame(1.0 / 240);
      heading.follow(character.pose);
      fastest = std::max(fastest, std::abs(heading.angle - last) * 240);
      last = heading.angle;
    }
  };
  run(0.1);
  character.to(1, 0.6, kind);
  run(0.3);
  character.to(0, 0.6, kind);
  run(0.7);
  EXPECT_LT(fastest, 2000) << "degrees per second; the clip itself turns at 720";
}

TEST_P(Ways, NeverSpinWithinAFrame) {
  expectNoSpinWithinAFrame({turn(0, 0, 1), turn(0, 360, 0.5)}, GetParam());
  expectNoSpinWithinAFrame({withoutRotation(1), turn(0, 360, 0.5)}, GetParam());
}

std::string nameOf(const testing::TestParamInfo<TransitionKind>& info) {
  return info.param == TransitionKind::Linear ? "Linear" : "Curve";
}
INSTANTIATE_TEST_SUITE_P(Of, Ways, testing::Values(TransitionKind::Linear, TransitionKind::Curve), nameOf);

}  // namespace
}  // namespace crossfade
