#include "crossfade/transition/transition_player.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_state.h"
#include "tests/engine/transition/swinging_character.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

/// One joint that rotates about z all the way around in a second.
AnimationClip fullTurn() {
  std::vector<float> times, rotations;
  for (int i = 0; i <= 40; ++i) {
    const glm::dquat q = fromRotationVector(glm::dvec3(0, 0, i * 9 * kRadiansPerDegree));
    times.push_back(static_cast<float>(i) / 40);
    for (const double component : {q.x, q.y, q.z, q.w}) rotations.push_back(static_cast<float>(component));
  }
  return test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, times, rotations)});
}

TEST(TransitionPlayer, ContinuesFromTheShownPoseForEveryKind) {
  for (const TransitionKind first : kTransitionKinds)
    for (const TransitionKind second : kTransitionKinds) {
      if (second == TransitionKind::Classic) continue;
      Character character(threeSwings());
      character.run(0.3, 0.01);
      character.to(1, 0.5, first);
      character.run(0.2, 0.01);
      const Pose before = character.pose;
      character.to(2, 0.5, second);
      character.frame(0);
      const bool mixedInThreeJsOrder = first == TransitionKind::Classic;
      EXPECT_LT(angleBetween(character.pose, before), mixedInThreeJsOrder ? 0.05 : 1e-5)
          << static_cast<int>(first) << static_cast<int>(second);
      EXPECT_LT(distanceBetween(character.pose, before), 1e-5);
    }
}

TEST(TransitionPlayer, AFrameOfAnyLengthEnds) {
  for (const TransitionKind kind : kTransitionKinds)
    for (const double seconds : {3600.0, 1e30, 1e279}) {
      Character character(threeSwings());
      character.run(0.3, 0.01);
      character.to(1, 2 * seconds, kind);
      character.run(0.1, 0.01);
      character.frame(seconds);  // in the middle of the fade
      character.frame(0.01);
      for (const Transform& local : character.pose.locals)
        EXPECT_NEAR(glm::length(local.rotation), 1, 1e-3) << static_cast<int>(kind) << ", " << seconds;
    }
}

TEST(TransitionPlayer, PredictsWhatItWillShow) {
  for (const TransitionKind kind : kTransitionKinds) {
    Character character(threeSwings());
    character.run(0.3, 0.01);
    character.to(1, 0.5, kind);
    character.run(0.2, 0.01);
    const Pose now = character.pose;
    std::vector<Pose> foreseen;
    for (int i = 0; i <= 10; ++i) character.player.sampleAhead(0.1 * i, foreseen.emplace_back(character.rest));
    EXPECT_LT(angleBetween(foreseen[0], now), 1e-6);
    for (int i = 1; i <= 10; ++i) {
      character.run(0.1, 0.01);
      const bool followsFrames =
          kind == TransitionKind::DeadBlending ||
          kind == TransitionKind::Frozen;  // the direction of a rotation is stored frame by frame
      EXPECT_LT(angleBetween(foreseen[static_cast<std::size_t>(i)], character.pose), followsFrames ? 0.02 : 1e-4)
          << static_cast<int>(kind) << " at " << i;
    }
  }
}

TEST(TransitionPlayer, LookingAheadChangesNothingAndAllocatesNothing) {
  Character looking(threeSwings()), other(threeSwings());
  for (Character* each : {&looking, &other}) {
    each->run(0.3, 0.01);
    each->to(1, 0.5, TransitionKind::Inertial);
    each->run(0.1, 0.01);
  }
  Pose ahead = looking.rest;
  for (int frame = 0; frame < 60; ++frame) {
    {
      const ::test::AllocationGuard guard;
      for (int i = 0; i < 30; ++i) looking.player.sampleAhead(i / 30.0, ahead);
      EXPECT_EQ(guard.count(), 0);
    }
    looking.frame(0.01);
    other.frame(0.01);
    EXPECT_EQ(looking.pose.locals[0].rotation, other.pose.locals[0].rotation);
  }
}

TEST(TransitionPlayer, LookingAheadChangesNothingWhereClipsRotatePast180Degrees) {
  // One clip stands still, the other rotates all the way around: which way the blend goes depends on its history.
  const std::vector<AnimationClip> clips{swing(1, {0, 0, 1}, 10, 0), fullTurn()};
  for (const double ahead : {0.3, 0.505, 0.9}) {
    Character looking(clips), other(clips);
    for (Character* each : {&looking, &other})
      for (AnimationAction* action : each->actions) action->play().weight = 0.5;
    Pose later = looking.rest;
    for (int frame = 0; frame < 150; ++frame) {
      looking.player.sampleAhead(ahead, later);
      looking.frame(0.01);
      other.frame(0.01);
      ASSERT_EQ(looking.pose.locals[0].rotation, other.pose.locals[0].rotation) << ahead << ' ' << frame;
    }
  }
}

TEST(TransitionPlayer, ChangingTheKindMidFadeContinuesFromTheShownPose) {
  Character character(threeSwings());
  character.run(0.3, 0.01);
  character.to(1, 1, TransitionKind::Inertial);
  for (const TransitionKind kind : {TransitionKind::DeadBlending, TransitionKind::Linear, TransitionKind::Frozen,
                                    TransitionKind::Curve, TransitionKind::Inertial}) {
    character.run(0.1, 0.01);
    const Pose before = character.pose;
    character.player.transition().setKind(kind);
    character.frame(0);
    EXPECT_LT(angleBetween(character.pose, before), 1e-5) << static_cast<int>(kind);
  }
  character.player.transition().setSeconds(0.8);
  const Pose before = character.pose;
  character.frame(0);
  EXPECT_LT(angleBetween(character.pose, before), 1e-5);
}

TEST(TransitionPlayer, EndsAtTheTargetForEveryKind) {
  for (const TransitionKind kind : kTransitionKinds) {
    Character character(threeSwings()), alone(threeSwings());
    character.run(0.25, 0.01);
    character.to(1, 0.4, kind);
    character.run(0.4, 0.01);
    alone.actions[0]->stop();
    alone.actions[1]->play();
    alone.run(0.4, 0.01);
    EXPECT_LT(angleBetween(character.pose, alone.pose), 0.1 * kRadiansPerDegree) << static_cast<int>(kind);
    EXPECT_LT(distanceBetween(character.pose, alone.pose), 1e-4);
  }
}

TEST(TransitionPlayer, ContinuesFromTheShownPoseWhenATransitionIsAbandoned) {
  Character character(threeSwings());
  character.to(1, 0.5, TransitionKind::Inertial);
  character.run(0.2, 0.01);
  const Pose before = character.pose;
  character.player.endTransition(0.3);
  character.frame(0);
  EXPECT_LT(angleBetween(character.pose, before), 1e-5);
}

TEST(TransitionPlayer, WithAMaskIsLayeredOverWhatPlays) {
  const JointMask all = *JointMask::make({1});
  for (const TransitionKind kind : kTransitionKinds) {
    if (kind == TransitionKind::Classic) continue;
    Character character(threeSwings()), walk(threeSwings()), wave(threeSwings());
    wave.actions[0]->stop();
    wave.actions[1]->play();
    const auto mask = [&](int clip, const JointMask* where) {
      character.player.transition().to(*character.actions[static_cast<std::size_t>(clip)],
                                       {.seconds = 0.4, .kind = kind, .mask = where, .endsMaskedLayers = !where});
    };
    for (Character* each : {&character, &walk}) each->run(0.3, 0.01);
    Pose before = character.pose;
    mask(1, &all);
    character.frame(0);
    EXPECT_LT(angleBetween(character.pose, before), 1e-5) << static_cast<int>(kind);
    for (Character* each : {&character, &walk, &wave}) each->run(0.5, 0.01);
    EXPECT_LT(angleBetween(character.pose, wave.pose), 0.1 * kRadiansPerDegree) << static_cast<int>(kind);
    EXPECT_EQ(character.actions[0]->fadeValue(), 1) << "continues below";
    EXPECT_NEAR(character.actions[0]->time, walk.actions[0]->time, 1e-9);

    before = character.pose;
    mask(0, nullptr);  // already at full weight: only the layer ends
    character.frame(0);
    EXPECT_LT(angleBetween(character.pose, before), 1e-5) << static_cast<int>(kind);
    for (Character* each : {&character, &walk}) each->run(0.5, 0.01);
    EXPECT_LT(angleBetween(character.pose, walk.pose), 0.1 * kRadiansPerDegree) << static_cast<int>(kind);
    EXPECT_FALSE(character.actions[1]->isScheduled());
  }
}

TEST(TransitionPlayer, AClipThatChangesLayersDoesNotJump) {
  const JointMask all = *JointMask::make({1});
  for (const TransitionKind kind :
       {TransitionKind::Linear, TransitionKind::Curve, TransitionKind::Inertial, TransitionKind::DeadBlending}) {
    Character character(threeSwings());
    character.run(0.3, 0.01);
    character.player.transition().to(*character.actions[1], {.seconds = 0.3, .kind = kind, .mask = &all});
    character.run(0.15, 0.01);
    const Pose before = character.pose;
    character.player.transition().to(*character.actions[1], {.seconds = 0.3, .kind = kind});
    character.frame(0);
    EXPECT_LT(angleBetween(character.pose, before), 1e-5) << static_cast<int>(kind);
  }
}

TEST(TransitionPlayer, FollowsItsCurveWithoutAJump) {
  for (const TransitionKind kind : {TransitionKind::Curve, TransitionKind::Frozen, TransitionKind::DeadBlending}) {
    Character character(threeSwings());
    const CurveId curve = character.player.addCurve(*AnimationCurve::linear(0, 0, 1, 1));
    character.run(0.3, 0.01);
    character.player.transition().to(*character.actions[1], {.seconds = 1, .kind = kind, .shape = alongCurve(curve)});
    character.run(0.5, 0.01);
    EXPECT_NEAR(character.actions[1]->getEffectiveWeight(), 0.5, 1e-9);
    const Pose before = character.pose;
    const AnimationCurve edited = *AnimationCurve::easeInOut(-0.7, 0, 1, 1);
    character.player.setCurve(curve, edited);
    character.frame(0);
    EXPECT_NEAR(character.actions[1]->getEffectiveWeight(), edited.evaluate(0.5), 1e-9) << "the weight follows at once";
    EXPECT_GT(edited.evaluate(0.5), 0.6);
    EXPECT_LT(angleBetween(character.pose, before), 1e-5) << static_cast<int>(kind);
    Character alone(threeSwings());
    alone.actions[0]->stop();
    alone.actions[1]->play();
    character.run(0.5, 0.01);
    alone.run(1, 0.01);
    EXPECT_LT(angleBetween(character.pose, alone.pose), 0.1 * kRadiansPerDegree) << static_cast<int>(kind);
  }
}

TEST(TransitionPlayer, OfAShapeThatEndsEarlyIsNeverNaN) {
  const AnimationCurve early = *AnimationCurve::make({{.time = 0, .outTangent = kStepTangent},
                                                      {.time = 0.5, .value = 1, .inTangent = kStepTangent},
                                                      {.time = 1, .value = 1}});
  for (const TransitionKind kind : {TransitionKind::Curve, TransitionKind::Frozen, TransitionKind::DeadBlending}) {
    // A target that rotates far makes the transition restart from the shown pose, here after the shape has reached
    // its end.
    Character character({swing(1, {0, 0, 1}, 40, 25), swing(0.3, {0, 0.6, 0.8}, 0, 400)});
    character.run(0.3, 0.01);
    character.player.transition().to(
        *character.actions[1], {.seconds = 0.6, .kind = kind, .shape = alongCurve(character.player.addCurve(early))});
    for (int i = 0; i < 70; ++i) {
      character.frame(0.01);
      ASSERT_TRUE(std::isfinite(character.pose.locals[0].rotation.w)) << static_cast<int>(kind) << ' ' << i;
    }
  }
}

TEST(TransitionPlayer, AChangedCurveMovesNoPoseEvenUnderAnotherLayer) {
  const JointMask all = *JointMask::make({1});
  Character character(threeSwings());
  const CurveId curve = character.player.addCurve(*AnimationCurve::linear(0, 0, 1, 1));
  character.run(0.3, 0.01);
  character.player.transition().to(*character.actions[1],
                                   {.seconds = 1, .kind = TransitionKind::Curve, .shape = alongCurve(curve)});
  character.run(0.3, 0.01);
  character.player.transition().to(*character.actions[2], {.seconds = 1, .kind = TransitionKind::Linear, .mask = &all});
  character.run(0.02, 0.01);
  for (const bool running : {true, false}) {
    if (!running) character.player.transition().forget();
    character.frame(0.01);
    const Pose before = character.pose;
    character.player.setCurve(curve, *AnimationCurve::easeInOut(running ? -0.7 : -0.2, 0, 1, 1));
    character.frame(0);
    EXPECT_LT(angleBetween(character.pose, before), 1e-5) << running;
  }
}

TEST(TransitionPlayer, AChangedCurveAddsNoVelocity) {
  Character character(threeSwings());
  const CurveId curve = character.player.addCurve(*AnimationCurve::linear(0, 0, 1, 1));
  character.run(0.3, 0.001);
  character.player.transition().to(*character.actions[1],
                                   {.seconds = 1, .kind = TransitionKind::DeadBlending, .shape = alongCurve(curve)});
  character.run(0.3, 0.001);
  Pose before = character.pose;
  character.frame(0.001);
  const double speed = angleBetween(character.pose, before);
  character.player.setCurve(curve, *AnimationCurve::easeInOut(0, 0, 1, 1));  // begins with a slope of 0
  before = character.pose;
  character.frame(0.001);
  EXPECT_NEAR(angleBetween(character.pose, before), speed, 0.02 * speed);
}

TEST(TransitionPlayer, WeightsThatJumpLeaveTheVelocityAtAnyFrameRate) {
  for (const double frame : {1.0 / 60, 1.0 / 240, 0.001, 0.0003}) {
    Character character(threeSwings());
    const CurveId curve = character.player.addCurve(*AnimationCurve::linear(0, 0, 1, 1));
    character.run(0.3, frame);
    character.player.transition().to(*character.actions[1],
                                     {.seconds = 1, .kind = TransitionKind::Curve, .shape = alongCurve(curve)});
    character.run(0.3, frame);
    Pose before = character.pose;
    character.frame(frame);
    const double speed = angleBetween(character.pose, before) / frame;
    character.player.setCurve(curve, *AnimationCurve::linear(0, 0.3, 1, 1));
    before = character.pose;
    character.frame(0.0005);
    EXPECT_NEAR(angleBetween(character.pose, before) / 0.0005, speed, 0.1 * speed) << frame;
  }
}

TEST(TransitionPlayer, AChangedCurveOfAnActionsOwnFadeIsBlendedInForAFifthOfASecond) {
  Character changed(threeSwings()), same(threeSwings());
  const AnimationCurve early = *AnimationCurve::linear(0, 0, 1, 1), late = *AnimationCurve::linear(0, 0.3, 1, 1);
  const CurveId curve = changed.player.addCurve(early), other = same.player.addCurve(late);
  changed.actions[0]->fadeTo(0, 1, alongCurve(curve));  // by the action itself, without a transition
  same.actions[0]->fadeTo(0, 1, alongCurve(other));
  for (Character* each : {&changed, &same}) each->run(0.5, 0.01);
  changed.player.setCurve(curve, late);
  for (Character* each : {&changed, &same}) each->run(0.15, 0.01);
  EXPECT_GT(angleBetween(changed.pose, same.pose), 1e-5);
  for (Character* each : {&changed, &same}) each->run(0.06, 0.01);
  EXPECT_LT(angleBetween(changed.pose, same.pose), 1e-6);
}

TEST(TransitionPlayer, AMaskedTransitionLeavesTheOtherJointsAlone) {
  const JointMask none = *JointMask::make({0});
  for (const TransitionKind kind :
       {TransitionKind::Linear, TransitionKind::Frozen, TransitionKind::Inertial, TransitionKind::DeadBlending}) {
    Character character(threeSwings()), alone(threeSwings());
    for (Character* each : {&character, &alone}) each->run(0.3, 0.01);
    character.player.transition().to(*character.actions[1], {.seconds = 0.5, .kind = kind, .mask = &none});
    for (int i = 0; i < 60; ++i) {
      for (Character* each : {&character, &alone}) each->frame(0.01);
      ASSERT_LT(angleBetween(character.pose, alone.pose), 0.05 * kRadiansPerDegree)
          << static_cast<int>(kind) << ' ' << i;
    }
  }
}

TEST(TransitionPlayer, AClipThatPlaysBelowNeedsNoLayer) {
  const JointMask all = *JointMask::make({1});
  Character character(threeSwings()), alone(threeSwings());
  for (Character* each : {&character, &alone}) each->run(0.3, 0.01);
  character.player.transition().to(*character.actions[0], {.seconds = 0.2, .mask = &all});
  for (Character* each : {&character, &alone}) each->run(0.5, 0.01);
  EXPECT_EQ(character.actions[0]->mask, nullptr);
  EXPECT_LT(angleBetween(character.pose, alone.pose), 1e-4);
}

TEST(TransitionPlayer, KnowsTheVelocityRightAfterALoop) {
  // The clip is a closed loop; just after it restarts, the pose of a moment before is at its end.
  for (const double start : {0.5, 1.0001}) {
    Character character(threeSwings());
    character.run(start, start / 200);
    Pose before = character.pose;
    character.frame(0.001);
    const double speed = angleBetween(character.pose, before);
    character.to(1, 0.5, TransitionKind::Inertial);
    before = character.pose;
    character.frame(0.001);
    EXPECT_NEAR(angleBetween(character.pose, before), speed, 0.15 * speed) << start;
  }
}

TEST(TransitionPlayer, MeasuresNoVelocityAcrossTheSeamOfAnOpenClip) {
  // From its end to its start the clip rotates by 80 degrees, or moves by 1: not a velocity.
  const std::vector<float> times{0, 1};
  const auto rotation = [](double degrees) {
    const glm::dquat q = fromRotationVector(glm::dvec3(0, 0, degrees * kRadiansPerDegree));
    return std::vector<float>{0, 0, 0, 1, float(q.x), float(q.y), float(q.z), float(q.w)};
  };
  for (const bool rotates : {true, false}) {
    Character character({swing(1, {0, 0, 1}, 0, 1), swing(1, {0, 0, 1}, 0, 1)});
    character.player.uncacheClip(character.actions[0]->clipId());  // its slot was that of a closed clip
    AnimationAction& open = character.player.clipAction(character.clips.add(
        test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, times, rotation(rotates ? 80 : 0)),
                        test::track({0, Channel::Translation}, Interpolation::Linear, times,
                                    {0, 0, 0, rotates ? 0.0f : 1.0f, 0, 0})})));
    EXPECT_EQ(open.slot(), 0);
    open.play();
    character.run(1.0001, 1.0001 / 200);
    ASSERT_LT(open.time, 0.001);
    character.to(1, 0.5, TransitionKind::Inertial);
    const Pose before = character.pose;
    character.frame(0.001);
    EXPECT_LT(angleBetween(character.pose, before), 0.3 * kRadiansPerDegree) << "80 degrees per second are 0.08";
    EXPECT_LT(distanceBetween(character.pose, before), 0.004) << "1 per second is 0.001";
  }
}

TEST(TransitionPlayer, MeasuresNoVelocityFromAClipThatIsGone) {
  for (const auto& [uncached, removed] : {std::pair{true, false}, {false, true}, {true, true}}) {
    Character character(threeSwings());
    character.run(0.3, 0.01);
    const ClipId gone = character.actions[0]->clipId();
    if (uncached) character.player.uncacheClip(gone);
    if (removed) character.clips.remove(gone);
    AnimationAction& guest = character.player.clipAction(character.clips.add(swing(1, {1, 0, 0}, 70, 5)));
    EXPECT_EQ(guest.slot(), uncached ? 0 : 3) << "it takes the slot of an uncached action";
    character.player.transition().to(guest, {.seconds = 0.5, .kind = TransitionKind::Inertial});
    const Pose before = character.pose;
    character.frame(0.001);
    EXPECT_LT(angleBetween(character.pose, before), 0.5 * kRadiansPerDegree) << uncached << removed;
  }
}

/// The clips that the player shows, blended by a sampler without a history.
Pose blended(Character& character, bool threeJsOrder) {
  PoseSampler sampler(ChannelLayout(1, {}), character.rest);
  for (const BlendEntry& entry : character.player.shown()) sampler.bind(entry.slot, *entry.clip);
  if (threeJsOrder)
    sampler.sampleInOrder(character.player.shown());
  else
    sampler.sampleOrderFree(character.player.shown());
  Pose pose = character.rest;
  sampler.writePose(pose);
  return pose;
}

TEST(TransitionPlayer, BlendsInThreeJsOrderFromAClassicTransitionToTheNextOne) {
  Character character(threeSwings());
  const auto expectOrder = [&](bool threeJsOrder, const char* when) {
    const Pose right = blended(character, threeJsOrder), wrong = blended(character, !threeJsOrder);
    EXPECT_GT(angleBetween(right, wrong), 1e-3) << when;
    EXPECT_LT(angleBetween(character.pose, right), 1e-6) << when;
  };
  const auto playAll = [&](double weight) {
    for (AnimationAction* action : character.actions) action->reset().play().weight = weight;
    character.frame(0.01);
  };
  playAll(0.3);
  expectOrder(false, "at first");
  character.player.useThreeJsFades();
  character.frame(0.01);
  expectOrder(true, "with three.js's fades");
  character.to(1, 0.3, TransitionKind::Linear);
  character.run(0.1, 0.01);
  expectOrder(false, "in a linear transition");
  character.to(2, 0.1, TransitionKind::Classic);
  character.run(0.2, 0.01);
  playAll(0.3);
  expectOrder(true, "after a classic one");
}

TEST(TransitionPlayer, ShowsWhatPlaysAtOnceAfterACut) {
  // With a transition running, and with one that was about to end.
  for (const bool ending : {false, true})
    for (const int way : {0, 1, 2, 3}) {
      Character character(threeSwings());
      character.run(0.3, 0.01);
      character.to(1, 0.5, TransitionKind::Inertial);
      character.run(0.1, 0.01);
      if (ending) character.player.endTransition(0.4);
      if (way == 0) character.player.transition().forget();
      if (way == 0) character.player.cut();
      if (way == 1) character.player.useThreeJsFades();
      if (way == 2) character.player.stopAll();
      if (way == 2) character.actions[2]->play();
      if (way == 3) character.player.endTransition(0);
      character.frame(0.01);
      EXPECT_LT(angleBetween(character.pose, blended(character, way == 1)), 1e-6) << ending << ' ' << way;
    }
}

TEST(TransitionPlayer, ASyncedTransitionDoesNotDependOnHowLongFramesAre) {
  const auto play = [](double step) {
    Character character(threeSwings());
    character.run(0.3, 1.0 / 240);
    character.to(1, 0.4, TransitionKind::Linear, Sync::Phase);
    character.run(2, step);
    return character.actions[1]->time;
  };
  EXPECT_NEAR(std::remainder(play(2) - play(1.0 / 240), 0.7), 0, 0.01);
  EXPECT_NEAR(std::remainder(play(0.5) - play(1.0 / 240), 0.7), 0, 0.01);
}

TEST(TransitionPlayer, ARedirectedTransitionEndsTheSyncOfItsOldClips) {
  const JointMask all = *JointMask::make({1});
  Character character(threeSwings());
  character.run(0.3, 0.01);
  character.to(1, 0.6, TransitionKind::Linear, Sync::Phase);
  character.run(0.2, 0.01);
  character.player.transition().to(*character.actions[2], {.seconds = 0.3, .mask = &all});
  character.run(1, 0.01);
  EXPECT_NEAR(character.actions[1]->getEffectiveTimeScale(), 1, 1e-9);
}

TEST(TransitionPlayer, AClipThatIsRemovedInMidFadeIsGoneAndNothingIsNaN) {
  for (const TransitionKind kind : kTransitionKinds) {
    Character character(threeSwings()), alone(threeSwings());
    alone.actions[0]->stop();
    alone.actions[1]->play();
    character.run(0.3, 0.01);
    character.to(1, 0.5, kind, Sync::Phase);
    character.run(0.2, 0.01);
    character.clips.remove(character.actions[0]->clipId());
    Pose ahead = character.rest;
    character.player.sampleAhead(0.1, ahead);
    character.player.transition().setKind(TransitionKind::Frozen);
    character.run(0.6, 0.01);
    for (const Pose* pose : {&ahead, &character.pose}) EXPECT_TRUE(std::isfinite(pose->locals[0].rotation.w));
    alone.actions[1]->time = character.actions[1]->time;
    alone.frame(0);
    EXPECT_LT(angleBetween(character.pose, alone.pose), 1e-4) << static_cast<int>(kind);
    character.player.uncacheClip(character.actions[0]->clipId());
    character.frame(0.01);
  }
}

TEST(TransitionPlayer, AllocatesForACurveWhenItIsAddedAndNotInAFrame) {
  Character character(threeSwings());
  std::vector<CurveKey> keys;
  for (int i = 0; i <= 100; ++i) keys.push_back({.time = i / 100.0, .value = i / 100.0});
  const CurveId curve = character.player.addCurve(*AnimationCurve::make(keys));
  character.player.transition().to(*character.actions[1],
                                   {.seconds = 1, .kind = TransitionKind::Frozen, .shape = alongCurve(curve)});
  const ::test::AllocationGuard guard;
  character.run(0.1, 0.01);
  EXPECT_EQ(guard.count(), 0);
}

TEST(TransitionPlayer, CallsBackAfterActionsAreUpdatedAndBeforeSampling) {
  Character character(threeSwings());
  const Pose before = character.pose;
  double time = 0;
  character.player.advance(0.25, character.pose, [&] {
    time = character.player.mixer().time();
    EXPECT_EQ(character.pose.locals[0].rotation, before.locals[0].rotation);
  });
  EXPECT_EQ(time, 0.25);
  EXPECT_NE(character.pose.locals[0].rotation, before.locals[0].rotation);
}

TEST(TransitionPlayer, AllocatesNothing) {
  Character character(threeSwings());
  for (const TransitionKind kind : kTransitionKinds) {
    character.to(static_cast<int>(kind) % 3, 0.2, kind, Sync::Phase);
    const ::test::AllocationGuard guard;
    character.run(0.1, 0.01);
    EXPECT_EQ(guard.count(), 0);
  }
}

rc::Gen<double> number(double from, double to) {
  return rc::gen::map(rc::gen::inRange(0, 1000001), [from, to](int step) { return from + (to - from) * step / 1e6; });
}

std::vector<AnimationClip> anySwings() {
  std::vector<AnimationClip> clips;
  for (int i = 0; i < 3; ++i) {
    const glm::dvec3 axis(*number(-1, 1), *number(-1, 1), *number(0.1, 1));
    clips.push_back(swing(*number(0.5, 2), glm::normalize(axis), *number(-60, 60), *number(0, 40), *number(0, 6)));
  }
  return clips;
}

RC_GTEST_PROP(TransitionPlayerProperty, TheFrameRateDoesNotMatter, ()) {
  const std::vector<AnimationClip> clips = anySwings();
  struct Change {
    double at;
    int clip;
    double seconds;
    TransitionKind kind;
  };
  std::vector<Change> changes;
  for (double at = *number(0.1, 0.4); at < 1.5; at += *number(0.05, 0.5))
    changes.push_back({at, *rc::gen::inRange(0, 3), *number(0.1, 0.6), kTransitionKinds[*rc::gen::inRange(1, 6)]});
  const auto play = [&](double rate) {
    Character character(clips);
    double now = 0;
    for (const Change& change : changes) {
      character.run(change.at - now, 1 / rate);
      now = change.at;
      character.to(change.clip, change.seconds, change.kind);
    }
    character.run(1.7 - now, 1 / rate);
    return character.pose;
  };
  const Pose slow = play(30), usual = play(60), fast = play(240);
  RC_ASSERT(angleBetween(slow, fast) < 0.2 * kRadiansPerDegree);
  RC_ASSERT(angleBetween(usual, fast) < 0.2 * kRadiansPerDegree);
  RC_ASSERT(distanceBetween(slow, fast) < 1e-3);
}

RC_GTEST_PROP(TransitionPlayerProperty, NothingJumpsAndNothingIsNaN, ()) {
  Character character(anySwings());
  Pose last = character.pose;
  // The clips' own motion plus what the shortest fade adds: just over half a revolution, at twice the
  // average speed, with playback speed up to 2.
  const double fastest = 3 * 2 * 40 * kRadiansPerDegree * 6.3 / 0.5 + 4 * 4.0 / 0.2;
  for (int i = 0; i < 200; ++i) {
    AnimationAction& any = *character.actions[static_cast<std::size_t>(*rc::gen::inRange(0, 3))];
    switch (*rc::gen::inRange(0, 14)) {
      case 0:
        character.to(*rc::gen::inRange(0, 3), *number(0.2, 0.8), kTransitionKinds[*rc::gen::inRange(1, 6)],
                     static_cast<Sync>(*rc::gen::inRange(0, 3)));
        break;
      case 1:
        character.player.transition().redirectTo(any);
        break;
      case 2:
        character.player.transition().setKind(kTransitionKinds[*rc::gen::inRange(1, 6)]);
        break;
      case 3:
        character.player.transition().setSync(static_cast<Sync>(*rc::gen::inRange(0, 3)));
        break;
      case 4:
        any.timeScale = *number(0.2, 2);
        break;
      default:
        break;
    }
    const double delta = *rc::gen::element(0.0, 1e-5, 1 / 240.0, 1 / 240.0, 1 / 60.0, 10.0);
    character.frame(delta);
    const Transform& shown = character.pose.locals[0];
    RC_ASSERT(std::isfinite(shown.rotation.w) && std::isfinite(shown.translation.x));
    RC_ASSERT(std::abs(static_cast<double>(glm::length(shown.rotation)) - 1) < 1e-3);
    if (delta < 1) RC_ASSERT(angleBetween(character.pose, last) < 1e-3 + delta * fastest);
    last = character.pose;
  }
}

/// Two fades, the second of which interrupts the first; every pose shown.
std::vector<Pose> fadesOf(Character& character, TransitionKind kind, Sync sync) {
  std::vector<Pose> shown;
  const auto run = [&](int frames) {
    for (int i = 0; i < frames; ++i) {
      character.frame(1.0 / 60);
      shown.push_back(character.pose);
    }
  };
  run(20);
  character.to(1, 0.5, kind, sync);
  run(15);
  character.to(2, 0.3, kind, sync);
  run(30);
  return shown;
}

TEST(TransitionPlayer, RestartedPlaysAsANewOneDoes) {
  for (const TransitionKind before : kTransitionKinds)
    for (const TransitionKind kind : kTransitionKinds)
      for (const Sync sync : {Sync::None, Sync::Phase}) {
        Character used(threeSwings()), fresh(threeSwings());
        (void)fadesOf(used, before, Sync::Phase);
        used.to(0, 0.7, before);
        used.actions[1]->play().halt(0.3);
        used.run(0.4, 0.013);
        used.player.restart();
        EXPECT_EQ(used.player.mixer().time(), 0);
        used.actions[0]->play();
        used.frame(0);
        const std::vector<Pose> again = fadesOf(used, kind, sync), first = fadesOf(fresh, kind, sync);
        for (std::size_t i = 0; i < first.size(); ++i) {
          ASSERT_EQ(again[i].locals[0].rotation, first[i].locals[0].rotation) << "frame " << i;
          ASSERT_EQ(again[i].locals[0].translation, first[i].locals[0].translation) << "frame " << i;
        }
      }
}

// The same clip again, from any state: held at its end, in the middle of a fade, or playing.
TEST(TransitionPlayer, TheSameClipAgainStartsFromThePoseOnScreen) {
  constexpr double kFrame = 1 / 240.0;
  for (const TransitionKind kind : kTransitionKinds) {
    if (kind == TransitionKind::Classic) continue;
    for (const int how : {0, 1, 2, 3}) {
      Character character({swing(1, {1, 0, 0}, 10, 20), swing(0.8, {1, 0, 0}, -10, 30, 1.3)});
      AnimationAction& again = *character.actions[0];
      if (how == 3) {
        again.setLoop(Loop::Once).clampWhenFinished = true;
        character.run(1.2, kFrame);
        again.restart();
      } else {
        character.run(0.3, kFrame);
        if (how == 2) {
          character.to(1, 0.4, TransitionKind::Curve);
          character.run(0.2, kFrame);
        }
        how == 1 ? again.reset() : again.restart();
      }
      character.to(0, 0.3, kind);
      Pose last = character.pose;
      for (int i = 0; i < 120; ++i) {
        character.frame(kFrame);
        EXPECT_LT(angleBetween(last, character.pose), 4 * kRadiansPerDegree)
            << static_cast<int>(kind) << ", " << how << ", frame " << i;
        last = character.pose;
      }
    }
  }
}

// Whatever runs, and however little of it is left.
TEST(TransitionPlayer, CarriesThePoseOverOutsideTheMaskOfAFadeThatIsAboutToEnd) {
  constexpr double kFrame = 1 / 240.0;
  const JointMask nothing = *JointMask::make({0});
  for (const TransitionKind kind : kTransitionKinds) {
    if (kind == TransitionKind::Classic) continue;
    Character character({swing(1, {1, 0, 0}, 40, 20), swing(0.8, {1, 0, 0}, -40, 30, 1.3), swing(1, {0, 1, 0}, 0, 5)});
    character.actions[1]->play();
    character.actions[1]->weight = 0;
    character.run(0.3, kFrame);
    character.player.transition().to(*character.actions[2], {.seconds = 0.3, .kind = kind, .mask = &nothing});
    character.run(0.29, kFrame);
    const Pose before = character.pose;
    character.actions[0]->weight = 0;
    character.actions[1]->weight = 1;
    character.player.carryOver(0.2);
    character.frame(1e-6);
    EXPECT_LT(angleBetween(before, character.pose), 0.01 * kRadiansPerDegree) << static_cast<int>(kind);
    Pose last = character.pose;
    for (int i = 0; i < 100; ++i) {
      character.frame(kFrame);
      EXPECT_LT(angleBetween(last, character.pose), 6 * kRadiansPerDegree) << static_cast<int>(kind) << ", " << i;
      last = character.pose;
    }
  }
}

TEST(TransitionPlayer, CarriesThePoseOverToWhatTheCallerSets) {
  constexpr double kFrame = 1 / 240.0;
  for (const bool whileFading : {false, true}) {
    Character character({swing(1, {1, 0, 0}, 40, 20), swing(0.8, {1, 0, 0}, -40, 30, 1.3)});
    character.actions[1]->play();
    character.actions[1]->weight = 0;
    character.run(0.3, kFrame);
    if (whileFading) {
      character.to(0, 0.4, TransitionKind::Linear);
      character.run(0.1, kFrame);
    }
    const Pose before = character.pose;
    character.actions[0]->weight = 0;
    character.actions[1]->weight = 1;
    character.actions[1]->time = 0.5;
    character.player.carryOver(0.2);
    character.frame(1e-6);
    EXPECT_LT(angleBetween(before, character.pose), 0.01 * kRadiansPerDegree) << "without it 80 degrees";
    Pose last = character.pose;
    for (int i = 0; i < 100; ++i) {
      character.frame(kFrame);
      EXPECT_LT(angleBetween(last, character.pose), 6 * kRadiansPerDegree) << i;
      last = character.pose;
    }
    EXPECT_FALSE(character.player.state().running);
    character.player.carryOver(0);
    character.player.carryOver(NAN);
    character.frame(0);
    EXPECT_FALSE(character.player.state().running);
  }
}

AnimationClip slide(float from, float to) {
  return test::clip("",
                    {test::track({0, Channel::Translation}, Interpolation::Linear, {0, 1}, {from, 0, 0, to, 0, 0})});
}

/// Fades between a clip that travels 5 m in a loop and one that stays, interrupted again and again, in frames of `step`
/// seconds. Returns x at the times of frames of 0.1 s.
std::vector<float> travel(TransitionKind kind, double start, double step, double timeScale) {
  Character character({slide(0, 5), slide(0, 0)});
  character.player.setTimeScale(timeScale);
  std::vector<float> x;
  const auto run = [&](int tenths) {
    for (int i = 0; i < tenths; ++i) {
      character.run(0.1, step);
      x.push_back(character.pose.locals[0].translation.x);
    }
  };
  character.run(start, step);
  for (const int to : {1, 0, 1, 0}) {
    character.to(to, 0.5, kind);
    run(3);
  }
  run(4);
  character.actions[0]->time = 0.8;
  character.to(0, 0.5, kind);  // the same clip again
  run(6);
  return x;
}

TEST(TransitionPlayer, ALoopThatTravelsStaysBetweenBothClips) {
  for (const TransitionKind kind : kTransitionKinds)
    for (const double timeScale : {1.0, 1.3})
      for (double start = 0.005; start < 1.1; start += 0.03) {
        const std::vector<float> x = travel(kind, start, 1.0 / 120, timeScale),
                                 once = travel(kind, start, 0.1, timeScale);
        for (std::size_t i = 0; i < x.size(); ++i) {
          const auto at = [&] { return testing::Message() << static_cast<int>(kind) << ' ' << start << ' ' << i; };
          EXPECT_GT(x[i], -0.1f) << at();
          EXPECT_LT(x[i], 6) << "its speed carries it on a little; " << at();
          if (timeScale == 1) {
            EXPECT_NEAR(x[i], once[i], 1e-4) << at();
          }
        }
      }
}

constexpr double kStep = 1 / 60.0;  // seconds of mixer time

/// Fades there and back, interrupted, with the mixer at `timeScale` and frames that cover the same mixer time.
std::vector<Pose> swingThereAndBack(TransitionKind kind, double timeScale) {
  Character character({swing(1, {1, 0, 0}, 40, 20), swing(0.8, {1, 0, 0}, -40, 30, 1.3)});
  character.player.setTimeScale(timeScale);
  std::vector<Pose> poses;
  const auto run = [&](int frames) {
    for (int i = 0; i < frames; ++i) {
      character.frame(kStep / timeScale);
      poses.push_back(character.pose);
    }
  };
  run(20);
  for (const int to : {1, 0, 1}) {
    character.to(to, 0.4, kind);
    run(15);
  }
  run(20);
  return poses;
}

TEST(TransitionPlayer, SlowMotionShowsTheSameMotion) {
  for (const TransitionKind kind : kTransitionKinds) {
    const std::vector<Pose> poses = swingThereAndBack(kind, 1);
    for (const double timeScale : {0.25, 3.0}) {
      const std::vector<Pose> scaled = swingThereAndBack(kind, timeScale);
      for (std::size_t i = 0; i < poses.size(); ++i)
        EXPECT_LT(angleBetween(poses[i], scaled[i]), 1e-4)
            << static_cast<int>(kind) << ", time scale " << timeScale << ", frame " << i;
    }
  }
}

TEST(TransitionPlayer, AMixerThatStandsStillShowsTheSamePose) {
  for (const TransitionKind kind : kTransitionKinds) {
    Character character({swing(1, {1, 0, 0}, 40, 20), swing(0.8, {1, 0, 0}, -40, 30, 1.3)});
    character.run(0.3, kStep);
    character.to(1, 0.4, kind);
    character.run(0.1, kStep);
    character.player.setTimeScale(0);
    const Pose held = character.pose;
    for (int i = 0; i < 30; ++i) {
      character.frame(kStep);
      EXPECT_LT(angleBetween(held, character.pose), 1e-6) << static_cast<int>(kind) << ' ' << i;
    }
  }
}

TEST(TransitionPlayer, MovedInAFadeGoesOnToTheBit) {
  const ClipSet clips({test::slide("left", 1), test::slide("right", 2)});
  const Pose rest{.locals = std::vector<Transform>(1), .morphWeights = {}};
  const ClipId left = clips.ids()[0], right = clips.ids()[1];
  std::vector<TransitionPlayer> players;
  const auto space = BlendSpace::make({{left, {0, 0}}, {right, {1, 0}}});
  for (int i = 0; i < 2; ++i) {
    TransitionPlayer& player = players.emplace_back(clips, ChannelLayout(1, {}), rest);  // the second moves the first
    player.clipAction(left).play();
  }
  BlendSpacePlayer& moving = players[0].addBlendSpace(*space);
  BlendSpacePlayer& staying = players[1].addBlendSpace(*space);
  AnimationAction& target = players[0].clipAction(right);
  std::vector<Pose> poses(2, rest);
  for (int frame = 0; frame < 60; ++frame) {
    if (frame == 5) players[0].transition().to(target, {.seconds = 0.3, .kind = TransitionKind::Inertial});
    if (frame == 5)
      players[1].transition().to(players[1].clipAction(right), {.seconds = 0.3, .kind = TransitionKind::Inertial});
    if (frame % 5 == 0) {  // also between the call that begins a fade and the frame that does
      TransitionPlayer away = std::move(players[0]);
      players[0] = std::move(away);
      EXPECT_EQ(&players[0].clipAction(right), &target) << "actions stay where they are";
    }
    if (frame == 30) players[0].transition().to(moving, {.seconds = 0.3});
    if (frame == 30) players[1].transition().to(staying, {.seconds = 0.3});
    moving.moveTo({0.01 * frame, 0}, 0.1);
    staying.moveTo({0.01 * frame, 0}, 0.1);
    for (std::size_t i = 0; i < 2; ++i) players[i].advance(1.0 / 60, poses[i]);
    ASSERT_EQ(poses[0].locals[0].translation, poses[1].locals[0].translation) << "frame " << frame;
  }
}

}  // namespace
}  // namespace crossfade
