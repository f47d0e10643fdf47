#include "crossfade/transition/transition_state.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "crossfade/math/rotation_vector.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

constexpr TransitionKind kOnPoses[] = {TransitionKind::Frozen, TransitionKind::Inertial, TransitionKind::DeadBlending};

glm::quat rotated(const glm::dvec3& rotation) {
  const glm::dquat q = fromRotationVector(rotation);
  return makeQuat(static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w));
}

/// Radians between two rotations.
double angle(const glm::quat& a, const glm::quat& b) {
  return glm::length(rotationVector(glm::dquat(a) * glm::conjugate(glm::dquat(b))));
}

/// A joint whose rotation, translation and morph weight all follow one sine.
struct Swing {
  glm::dvec3 axis{0, 0, 1};
  double center = 0, amplitude = 0.5, frequency = 6, phase = 0;  // radians, per second
  Pose at(double time) const {
    const double swing = std::sin(frequency * time + phase);
    return {.locals = {{.translation = glm::vec3(glm::dvec3(1, center, amplitude * swing)),
                        .rotation = rotated(axis * (center + amplitude * swing))}},
            .morphWeights = {static_cast<float>(0.5 + 0.3 * swing)}};
  }
};

constexpr double kInterval = 1.0 / 240;

/// Begins a transition at `time` from what `state` shows, which was `before` a moment ago, to `target`.
void begin(TransitionState& state, TransitionKind kind, double seconds, const Pose& before, const Swing& target,
           double time = 0) {
  const Pose now = target.at(time), after = target.at(time + kInterval);
  beginTransition(state, kind, seconds,
                  {.shownBefore = before, .target = now, .targetAfter = after, .interval = kInterval});
}

/// Plays `source`, starts a transition to `target` at time 0, and calls `frame(time, pose shown)` for every frame from
/// there on.
template <class Frame>
void transitionTo(const Swing& source, const Swing& target, TransitionKind kind, double seconds, double step,
                  double until, const Frame& frame) {
  TransitionState state(source.at(0));
  begin(state, kind, seconds, source.at(-kInterval), target);
  const int frames = static_cast<int>(std::lround(until / step));
  for (int i = 0; i <= frames; ++i) {
    Pose pose = target.at(i * step);
    continueTransition(state, i == 0 ? 0 : step, pose);
    frame(i * step, pose);
  }
}

const Swing kLeft{.center = 0.7, .amplitude = 0.6};
const Swing kRight{.axis = {0.6, 0.8, 0}, .center = -0.9, .amplitude = 0.4, .frequency = 9, .phase = 1};

TEST(TransitionState, ALongFrameToTheEndShowsTheTarget) {
  const Pose rest{.locals = {{}}, .morphWeights = {}};
  for (const TransitionKind kind : {TransitionKind::Frozen, TransitionKind::DeadBlending}) {
    TransitionState state(rest);
    const Pose target{.locals = {{.rotation = rotated({0, 0, -2.8})}}, .morphWeights = {}};
    beginTransition(state, kind, 1,
                    {.shownBefore = rest, .target = target, .targetAfter = target, .interval = kInterval});
    Pose first = target;
    continueTransition(state, 0, first);
    EXPECT_LT(angle(first.locals[0].rotation, rest.locals[0].rotation), 1e-3);
    const Pose farther{.locals = {{.rotation = rotated({0, 0, -4.6})}}, .morphWeights = {}};
    Pose last = farther;
    continueTransition(state, 1 - 1e-6, last);
    EXPECT_LT(angle(last.locals[0].rotation, farther.locals[0].rotation), 1e-3) << static_cast<int>(kind);
  }
}

TEST(TransitionState, WithoutATransitionShowsWhatWasSampled) {
  TransitionState state(kLeft.at(0));
  Pose pose = kLeft.at(0.3);
  continueTransition(state, 0.3, pose);
  EXPECT_EQ(pose.locals[0].rotation, kLeft.at(0.3).locals[0].rotation);
  EXPECT_EQ(pose.morphWeights, kLeft.at(0.3).morphWeights);
}

TEST(TransitionState, BeginsAtTheShownPoseAndEndsAtTheTarget) {
  for (const TransitionKind kind : kOnPoses)
    transitionTo(kLeft, kRight, kind, 0.4, 1.0 / 240, 0.5, [&](double time, const Pose& pose) {
      const Pose before = kLeft.at(0), after = kRight.at(time);
      if (time == 0) {
        EXPECT_LT(angle(pose.locals[0].rotation, before.locals[0].rotation), 1e-6);
        EXPECT_LT(glm::distance(pose.locals[0].translation, before.locals[0].translation), 1e-6f);
        EXPECT_NEAR(pose.morphWeights[0], before.morphWeights[0], 1e-6);
      }
      if (time >= 0.3999) {
        EXPECT_LT(angle(pose.locals[0].rotation, after.locals[0].rotation), 1e-6) << time;
        EXPECT_LT(glm::distance(pose.locals[0].translation, after.locals[0].translation), 1e-6f);
        EXPECT_NEAR(pose.morphWeights[0], after.morphWeights[0], 1e-6);
      }
    });
}

TEST(TransitionState, KeepsTheVelocityAtTheSwitchWithInertiaAndDeadBlending) {
  const double step = 1.0 / 240;
  for (const TransitionKind kind : {TransitionKind::Inertial, TransitionKind::DeadBlending}) {
    Pose last = kLeft.at(-step);
    transitionTo(kLeft, kRight, kind, 0.4, step, 3 * step, [&](double time, const Pose& pose) {
      const glm::dvec3 expected = rotationVector(glm::dquat(kLeft.at(0).locals[0].rotation) *
                                                 glm::conjugate(glm::dquat(kLeft.at(-step).locals[0].rotation))) /
                                  step;
      const glm::dvec3 found =
          rotationVector(glm::dquat(pose.locals[0].rotation) * glm::conjugate(glm::dquat(last.locals[0].rotation))) /
          step;
      EXPECT_LT(time > 0 ? glm::length(found - expected) : 0, 0.3 * (1 + time / step))
          << "of 3.6 radians per second, at " << time;
      last = pose;
    });
  }
}

TEST(TransitionState, HoldsTheSourceWhileFrozen) {
  const Swing still{.center = -0.9, .amplitude = 0};
  double last = 10;
  transitionTo(kLeft, still, TransitionKind::Frozen, 1, 0.05, 1, [&](double time, const Pose& pose) {
    const double away = angle(pose.locals[0].rotation, still.at(0).locals[0].rotation);
    EXPECT_NEAR(away, 1.6 * (1 - FadeFunction{}.at(time)), 1e-3) << time;
    EXPECT_LE(away, last + 1e-6);
    last = away;
  });
}

TEST(TransitionState, NeverSwitchesArcsWhenTheTargetPassesTheFarSide) {
  // The target rotates through the orientation that is 180 degrees from the source in the middle of the fade.
  for (const TransitionKind kind : kOnPoses) {
    TransitionState state(Pose{.locals = {Transform{}}, .morphWeights = {}});
    const auto target = [](double time) {
      return Pose{.locals = {{.rotation = rotated({0, 0, 2.9 + time})}}, .morphWeights = {}};
    };
    Pose last = state.shown;
    beginTransition(
        state, kind, 0.5,
        {.shownBefore = last, .target = target(0), .targetAfter = target(kInterval), .interval = kInterval});
    for (int i = 0; i <= 130; ++i) {
      Pose pose = target(i / 240.0);
      continueTransition(state, i == 0 ? 0 : 1 / 240.0, pose);
      EXPECT_LT(angle(pose.locals[0].rotation, last.locals[0].rotation), 0.1) << i;
      last = pose;
    }
  }
}

TEST(TransitionState, HandlesZeroHugeAndInvalidTimes) {
  for (const TransitionKind kind : kTransitionKinds)
    for (const double seconds : {0.0, -1.0, double(NAN), double(INFINITY), 0.4})
      for (const double delta : {0.0, 1e-9, 1e9, -1e9, double(NAN), double(INFINITY)}) {
        TransitionState state(kLeft.at(0));
        begin(state, kind, seconds, kLeft.at(-kInterval), kRight);
        for (int i = 0; i < 3; ++i) {
          Pose pose = kRight.at(0);
          continueTransition(state, delta, pose);
          const Transform& shown = pose.locals[0];
          for (const float value :
               {shown.translation.x, shown.rotation.w, shown.rotation.z, shown.scale.x, pose.morphWeights[0]})
            ASSERT_TRUE(std::isfinite(value)) << "seconds " << seconds << ", delta " << delta;
        }
      }
}

TEST(TransitionState, AllocatesNothing) {
  TransitionState state(kLeft.at(0));
  Pose pose = kRight.at(0);
  const Pose before = kLeft.at(-kInterval), target = kRight.at(0), after = kRight.at(kInterval);
  const ::test::AllocationGuard guard;
  for (const TransitionKind kind : kTransitionKinds) {
    beginTransition(state, kind, 0.1,
                    {.shownBefore = before, .target = target, .targetAfter = after, .interval = kInterval});
    for (int i = 0; i < 10; ++i) continueTransition(state, 0.02, pose);
  }
  EXPECT_EQ(guard.count(), 0);
}

TEST(TransitionState, EvaluatesATimeWithoutChangingItsState) {
  for (const TransitionKind kind : kOnPoses) {
    TransitionState state(kLeft.at(0));
    begin(state, kind, 0.4, kLeft.at(-kInterval), kRight);
    Pose shown = kRight.at(0.1), again = kRight.at(0.1);
    continueTransition(state, 0.1, shown);
    showTransition(state, 0, again);
    EXPECT_EQ(shown.locals[0].rotation, again.locals[0].rotation);
    EXPECT_EQ(state.clocks[0].elapsed, 0.1);
  }
}

TEST(TransitionState, BegunTwiceAtTheSameTimeKeepsItsVelocity) {
  TransitionState state(kLeft.at(0));
  begin(state, TransitionKind::DeadBlending, 0.4, kLeft.at(-kInterval), kRight);
  const glm::dvec3 velocity = state.sourceVelocities[0].rotation;
  begin(state, TransitionKind::Inertial, 0.4, kLeft.at(0), kLeft);
  EXPECT_EQ(state.sourceVelocities[0].rotation, velocity);
}

rc::Gen<double> number(double from, double to) {
  return rc::gen::map(rc::gen::inRange(0, 1000001), [from, to](int step) { return from + (to - from) * step / 1e6; });
}

Swing anySwing(double maxCenter = 2) {
  const glm::dvec3 axis(*number(-1, 1), *number(-1, 1), *number(-1, 1));
  return {.axis = glm::length(axis) > 0.01 ? glm::normalize(axis) : glm::dvec3(0, 0, 1),
          .center = *number(-maxCenter, maxCenter),
          .amplitude = *number(0, maxCenter / 2),
          .frequency = *number(0, 12),
          .phase = *number(0, 6.3)};
}

RC_GTEST_PROP(TransitionStateProperty, NothingJumpsHoweverOftenItIsInterrupted, ()) {
  const double step = 1.0 / 240;
  std::vector<Swing> swings;
  for (int i = 0; i < 3; ++i) swings.push_back(anySwing());
  std::size_t playing = 0;
  TransitionState state(swings[0].at(0));
  Pose last = swings[0].at(0), before = last;
  double fastest = 0;
  for (const Swing& swing : swings) fastest = std::max(fastest, swing.amplitude * swing.frequency);
  for (int i = 1; i < 240; ++i) {
    const double time = i * step;
    if (i % 20 == 10 && *rc::gen::arbitrary<bool>()) {
      playing = static_cast<std::size_t>(*rc::gen::inRange(0, 3));
      begin(state, kOnPoses[*rc::gen::inRange(0, 3)], *number(0.2, 0.6), before, swings[playing], time - step);
    }
    Pose pose = swings[playing].at(time);
    continueTransition(state, step, pose);
    before = last;
    // Two half revolutions in the shortest fade, at the steepest point of its curve, plus the clips' own motion and
    // the velocity from earlier fades.
    RC_ASSERT(angle(pose.locals[0].rotation, last.locals[0].rotation) < step * (4 * fastest + 2 * 6.3 / 0.2));
    RC_ASSERT(std::isfinite(pose.locals[0].rotation.w));
    last = pose;
  }
}

/// The largest difference between two recordings at equal times; the second has `each` frames per frame of the first.
double largestDifference(const std::vector<Pose>& coarse, const std::vector<Pose>& fine, std::size_t each) {
  double largest = 0;
  for (std::size_t i = 0; i < coarse.size(); ++i)
    largest = std::max(largest, angle(coarse[i].locals[0].rotation, fine[i * each].locals[0].rotation));
  return largest;
}

RC_GTEST_PROP(TransitionStateProperty, FrameRateDoesNotMatter, ()) {
  // At most just over half a revolution apart: the frame in which a receding target is abandoned depends on
  // the rate.
  const Swing from = anySwing(1.2), to = anySwing(1.2);
  for (const TransitionKind kind : kOnPoses) {
    const auto record = [&](double rate) {
      std::vector<Pose> poses;
      transitionTo(from, to, kind, 0.4, 1 / rate, 0.5, [&](double, const Pose& pose) { poses.push_back(pose); });
      return poses;
    };
    const auto slow = record(30), usual = record(60), fast = record(240);
    RC_ASSERT(largestDifference(slow, fast, 8) < 1e-3);  // radians
    RC_ASSERT(largestDifference(usual, fast, 4) < 1e-3);
  }
}

}  // namespace
}  // namespace crossfade
