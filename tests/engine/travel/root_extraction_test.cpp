#include "crossfade/travel/root_extraction.h"

#include <gtest/gtest.h>

#include <random>

#include <glm/geometric.hpp>

#include "crossfade/math/rotation.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/travel/detail/animated_root.h"
#include "tests/engine/travel/walker.h"

namespace crossfade {
namespace {

constexpr double kTolerance = 1e-5;
constexpr int kRandomTimes = 200;
constexpr int kRoot = 2, kTip = 3;

struct Dice {
  std::mt19937 random;

  double uniform(double from, double to) { return from + (to - from) * static_cast<double>(random()) / 4294967295.0; }
  int below(int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); }
  glm::dvec3 vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
};

/// Two nodes that stand the body up, somehow turned, scaled and mirrored; the root; one joint on it.
Skeleton randomSkeleton(Dice& dice) {
  const auto node = [&](int parent, double scale, bool mirrored) {
    Transform rest{.translation = glm::vec3(dice.vector(1)),
                   .rotation = glm::quat(fromRotationVector(dice.vector(2))),
                   .scale = glm::vec3(static_cast<float>(scale))};
    if (mirrored) rest.scale.x = -rest.scale.x;
    return Joint{.name = "joint", .parent = parent, .rest = rest, .documentIndex = parent + 1};
  };
  return *Skeleton::make({node(-1, dice.uniform(0.01, 1.5), dice.below(3) == 0), node(0, dice.uniform(0.5, 1.5), false),
                          node(1, 1, false), node(2, 1, false)});
}

std::vector<float> randomTimes(Dice& dice, int count) {
  std::vector<float> times{dice.below(4) == 0 ? 0.1f : 0.0f};
  while (static_cast<int>(times.size()) < count)
    times.push_back(times.back() + static_cast<float>(dice.uniform(0.1, 0.6)));
  return times;
}

KeyframeTrack randomTrack(Dice& dice, TrackTarget target, Interpolation kind, const std::vector<float>& times,
                          double unit) {
  const bool isRotation = target.channel == Channel::Rotation;
  const std::size_t size = isRotation ? 4 : 3;
  std::vector<float> values, tangents;
  glm::dvec3 turn(0.0);
  const auto add = [](std::vector<float>& to, std::span<const double> from) {
    for (const double value : from) to.push_back(static_cast<float>(value));
  };
  const auto rates = [&] {
    for (std::size_t i = 0; i < size; ++i)
      values.push_back(static_cast<float>(dice.uniform(-1, 1) * (isRotation ? 1 : unit)));
  };
  for (std::size_t key = 0; key < times.size(); ++key) {
    if (kind == Interpolation::Hermite) rates();
    if (isRotation) {
      turn += dice.vector(1.2);
      const glm::dquat q = fromRotationVector(turn);
      add(values, std::array{q.x, q.y, q.z, q.w});
    } else {
      const glm::dvec3 at = dice.vector(1.5 * unit);
      add(values, std::array{at.x, at.y, at.z});
    }
    if (kind == Interpolation::Hermite) rates();
    if (kind != Interpolation::Bezier) continue;
    for (const double side : {-0.04, 0.04})
      for (std::size_t i = 0; i < size; ++i) {
        tangents.push_back(times[key] + static_cast<float>(side * dice.uniform(0.5, 1)));
        tangents.push_back(values[values.size() - size + i] +
                           static_cast<float>(dice.uniform(-0.05, 0.05) * (isRotation ? 1 : unit)));
      }
  }
  return *KeyframeTrack::make(target, kind, times, std::move(values), std::move(tangents));
}

struct Case {
  Skeleton skeleton;
  AnimationClip clip;
  RootMotionParts parts;
};

Case randomCase(unsigned seed) {
  Dice dice{std::mt19937(seed)};
  Skeleton skeleton = randomSkeleton(dice);
  const glm::vec3 scale = skeleton.restLocals()[0].scale * skeleton.restLocals()[1].scale;
  const double unit = 1 / static_cast<double>(scale.y);
  constexpr Interpolation kKinds[] = {Interpolation::Linear, Interpolation::Discrete, Interpolation::Hermite,
                                      Interpolation::Bezier, Interpolation::Smooth};
  std::vector<KeyframeTrack> tracks;
  const std::vector<float> times = randomTimes(dice, 5);
  if (dice.below(8) != 0)
    tracks.push_back(randomTrack(dice, {kRoot, Channel::Translation}, kKinds[dice.below(5)], times, unit));
  if (dice.below(4) != 0) {
    const auto own = dice.below(2) == 0 ? times : randomTimes(dice, 4);
    tracks.push_back(randomTrack(dice, {kRoot, Channel::Rotation}, kKinds[dice.below(4)], own, 1));
  }
  if (dice.below(6) == 0)
    tracks.push_back(randomTrack(dice, {1, Channel::Rotation}, Interpolation::Linear, randomTimes(dice, 3), 1));
  return {std::move(skeleton),
          test::clip("random", std::move(tracks)),
          {.height = dice.below(2) == 0, .turn = dice.below(3) != 0}};
}

glm::dmat4 matrixOf(const RootDelta& delta) {
  glm::dmat4 matrix = glm::mat4_cast(aboutY(delta.turn));
  matrix[3] = glm::dvec4(delta.translation, 1);
  return matrix;
}

/// The largest distance of the tip of a unit-sized body, at any place along its axes, between two sets of poses.
double difference(const glm::dmat4& a, const glm::dmat4& b) {
  double most = glm::distance(glm::dvec3(a[3]), glm::dvec3(b[3]));
  const glm::dmat3 first = unitAxes(a), second = unitAxes(b);
  for (int i = 0; i < 3; ++i) most = std::max(most, glm::distance(first[i], second[i]));
  return most;
}

class RandomExtraction : public testing::Test {
 protected:
  template <class Check>
  static void forTimes(const AnimationClip& clip, unsigned seed, Check check) {
    Dice dice{std::mt19937(seed + 1000)};
    for (int i = 0; i < kRandomTimes; ++i) check(dice.uniform(0, clip.duration()));
  }
};

TEST_F(RandomExtraction, ClipAndTrackTogetherAreTheOriginal) {
  double worst = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Case each = randomCase(seed);
    const auto [clip, track] = extractRootMotion(each.skeleton, each.clip, kRoot, each.parts);
    ClipPose original(each.skeleton, each.clip), held(each.skeleton, clip);
    const glm::dvec3 start = original.position(kRoot);
    double off = 0, wander = 0;
    forTimes(each.clip, seed, [&, &motion = track](double time) {
      original.moveTo(time);
      held.moveTo(time);
      off = std::max(off, difference(original.model(kTip), matrixOf(motion.at(time)) * held.model(kTip)));
      const glm::dvec3 away = held.position(kRoot) - start;
      wander = std::max(wander, std::hypot(away.x, away.z, each.parts.height ? away.y : 0));
    });
    ASSERT_LT(off, kTolerance) << "seed " << seed;
    ASSERT_LT(wander, kTolerance) << "seed " << seed;
    worst = std::max(worst, off);
  }
  RecordProperty("largest_difference", std::to_string(worst * 1e6) + "e-6");
}

TEST_F(RandomExtraction, AppliedAgainIsTheOriginal) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Case each = randomCase(seed);
    const auto [clip, track] = extractRootMotion(each.skeleton, each.clip, kRoot, each.parts);
    const AnimationClip again = applyRootMotion(each.skeleton, clip, track);
    ASSERT_EQ(again.duration(), each.clip.duration());
    ClipPose original(each.skeleton, each.clip), applied(each.skeleton, again);
    double off = 0;
    forTimes(each.clip, seed, [&](double time) {
      original.moveTo(time);
      applied.moveTo(time);
      off = std::max(off, difference(original.model(kTip), applied.model(kTip)));
    });
    ASSERT_LT(off, kTolerance) << "seed " << seed;
  }
}

TEST_F(RandomExtraction, AnyTrackMovesAnyClip) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Case from = randomCase(seed), each = randomCase(seed + 500);
    const RootTrack donor = extractRootMotion(from.skeleton, from.clip, kRoot, from.parts).track;
    if (donor.duration() == 0) continue;
    const RootTrack track(kRoot, each.clip.duration(), donor.translationTrack(), donor.turnTrack(), donor.pivot());
    const AnimationClip moved = applyRootMotion(each.skeleton, each.clip, track);
    ClipPose original(each.skeleton, each.clip), applied(each.skeleton, moved);
    int far = 0;
    forTimes(each.clip, seed, [&](double time) {
      original.moveTo(time);
      applied.moveTo(time);
      far += difference(matrixOf(track.at(time)) * original.model(kTip), applied.model(kTip)) > 2 * kTolerance;
    });
    EXPECT_EQ(far, 0) << "seed " << seed;
  }
}

TEST_F(RandomExtraction, ASteadyTrackMovesAnyClip) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Case each = randomCase(seed);
    if (each.clip.duration() == 0) continue;
    const RootTrack track = RootTrack::steady(kRoot, each.clip.duration(), {0.3, -0.1, 1.4});
    const AnimationClip moved = applyRootMotion(each.skeleton, each.clip, track);
    ClipPose original(each.skeleton, each.clip), applied(each.skeleton, moved);
    int far = 0;
    forTimes(each.clip, seed, [&](double time) {
      original.moveTo(time);
      applied.moveTo(time);
      far += difference(matrixOf(track.at(time)) * original.model(kTip), applied.model(kTip)) > kTolerance;
    });
    EXPECT_EQ(far, 0) << "seed " << seed;
  }
}

TEST(RootExtraction, KeepsKeysAndInterpolation) {
  const Walker body = walker(true);
  const auto path = pathOf(body, body.hips, 1, {{0, 1, 0}, {0.1, 1.1, 0.5}, {0, 1, 1}});
  const auto other = turnOf(body, body.head, 1, 40);
  const auto [clip, track] = extractRootMotion(body.skeleton, test::clip("walk", {path, other}), body.hips);
  EXPECT_EQ(clip.name(), "walk");
  ASSERT_EQ(clip.tracks().size(), 2u);
  EXPECT_TRUE(std::ranges::equal(clip.tracks()[0].times(), path.times()));
  EXPECT_TRUE(std::ranges::equal(clip.tracks()[1].values(), other.values()));
  ASSERT_TRUE(track.translationTrack());
  EXPECT_TRUE(std::ranges::equal(track.translationTrack()->times(), path.times()));
  EXPECT_LT(glm::distance(track.perLoop().translation, glm::dvec3(0, 0, 1)), 1e-6);
}

TEST(RootExtraction, OfATurnAboutTheVerticalLeavesNothing) {
  const Walker body = walker(true);
  const AnimationClip clip =
      holdInPlace(body.skeleton, test::clip("turn", {turnOf(body, body.root, 1, 170)}), body.root, {.turn = true});
  const KeyframeTrack& left = clip.tracks()[0];
  for (std::size_t i = 0; i < left.values().size(); ++i) EXPECT_NEAR(left.values()[i], left.values()[i % 4], 1e-6f);
  EXPECT_LT(left.keyCount(), 30);
}

/// Turned to each angle, in degrees, from then on.
KeyframeTrack turnInSteps(const Walker& body, int joint, std::vector<float> times, const std::vector<double>& degrees) {
  std::vector<float> values;
  for (const double angle : degrees) {
    const glm::dquat q = body.turn(angle);
    for (const double component : {q.x, q.y, q.z, q.w}) values.push_back(static_cast<float>(component));
  }
  return test::track({joint, Channel::Rotation}, Interpolation::Discrete, std::move(times), std::move(values));
}

TEST(RootExtraction, AppliedTurnsInStepsStaySteps) {
  const Walker body = walker(true);
  const auto other = turnOf(body, body.head, 1, 40);
  const auto steps = turnInSteps(body, body.root, {0, 0.5f, 1}, {0, 60, 90});
  const auto [held, track] =
      extractRootMotion(body.skeleton, test::clip("turn", {steps, other}), body.root, {.turn = true});
  ASSERT_TRUE(track.turns());
  const auto rotationOf = [&](const AnimationClip& clip) {
    const AnimationClip applied = applyRootMotion(body.skeleton, clip, track);
    const auto found = std::ranges::find_if(applied.tracks(), [&](const KeyframeTrack& each) {
      return each.target() == TrackTarget{body.root, Channel::Rotation};
    });
    EXPECT_NE(found, applied.tracks().end());
    return *found;
  };
  for (const AnimationClip& same : {held, test::clip("without", {other})}) {
    const KeyframeTrack again = rotationOf(same);
    EXPECT_EQ(again.interpolation(), Interpolation::Discrete) << same.name();
    EXPECT_TRUE(std::ranges::equal(again.times(), steps.times())) << same.name();
    for (std::size_t i = 0; i < steps.values().size(); ++i)
      EXPECT_NEAR(std::abs(again.values()[i]), std::abs(steps.values()[i]), 1e-6f) << same.name() << " " << i;
  }
  const auto others = turnInSteps(body, body.root, {0, 0.25f, 1}, {0, 20, 30});
  EXPECT_GT(rotationOf(test::clip("others", {others, other})).keyCount(), 3) << "it has steps of its own";
}

TEST(RootExtraction, OfNoRootGivesTheClipAsItIs) {
  const Walker body = walker();
  const AnimationClip clip = test::clip("walk", {pathOf(body, body.hips, 1, {{0, 1, 0}, {0, 1, 1}})});
  for (const int joint : {kNoJoint, 99, body.head}) {
    const auto [same, track] = extractRootMotion(body.skeleton, clip, joint, {.height = true, .turn = true});
    EXPECT_TRUE(std::ranges::equal(same.tracks()[0].values(), clip.tracks()[0].values())) << joint;
    if (joint != body.head) {
      EXPECT_EQ(track.perLoop().translation, glm::dvec3(0.0));
    }
  }
  const Skeleton flat = *Skeleton::make({{"flat", -1, {.scale = {1, 0, 1}}}, {"root", 0, {}, 1}});
  const auto [same, track] = extractRootMotion(flat, test::slide("slide", 1, 0, 1, 1), 1);
  EXPECT_EQ(same.tracks()[0].values()[3], 1);
  EXPECT_EQ(track.perLoop().translation, glm::dvec3(0.0));
}

TEST(RootExtraction, ASteadyTrackMakesAnInPlaceClipTravel) {
  for (const bool zUp : {false, true}) {
    const Walker body = walker(zUp);
    for (const bool hasTrack : {false, true}) {
      auto tracks = stepsOf(body, 1, {0, 0, 1.4});
      if (hasTrack)
        tracks.push_back(
            pathOf(body, body.hips, 1, {{0, 1, 0}, {0.02, 0.97, 0}, {0, 1, 0}, {-0.02, 0.97, 0}, {0, 1, 0}}));
      const AnimationClip clip = test::clip("walk", std::move(tracks));
      const AnimationClip moved =
          applyRootMotion(body.skeleton, clip, RootTrack::steady(body.hips, clip.duration(), {0, 0, 1.4}));
      ClipPose original(body.skeleton, clip), applied(body.skeleton, moved);
      for (const double time : {0.0, 0.13, 0.5, 0.77, 1.0}) {
        original.moveTo(time);
        applied.moveTo(time);
        const glm::dvec3 away = applied.position(body.leftFoot) - original.position(body.leftFoot);
        EXPECT_LT(glm::distance(away, glm::dvec3(0, 0, 1.4 * time)), 1e-5);
      }
      const auto added = std::ranges::find_if(moved.tracks(), [&](const KeyframeTrack& track) {
        return track.target() == TrackTarget{body.hips, Channel::Translation};
      });
      ASSERT_NE(added, moved.tracks().end());
      EXPECT_EQ(added->keyCount(), hasTrack ? 5 : 2) << "no key more than it had";
    }
  }
}

TEST(RootExtraction, OnlyASteadyTrackKeepsTheKeysOfTheClip) {
  const Walker body = walker(false);
  const AnimationClip clip =
      test::clip("walk", {pathOf(body, body.hips, 1, {{0, 1, 0}, {0.02, 0.97, 0}, {0, 1, 0}, {0, 1, 0}})});
  const auto keysWith = [&](const std::vector<float>& times, const std::vector<float>& values, Interpolation kind) {
    const RootTrack travel(body.hips, 1, test::track({body.hips, Channel::Translation}, kind, times, values), {});
    return applyRootMotion(body.skeleton, clip, travel).tracks()[0].keyCount();
  };
  EXPECT_EQ(keysWith({0, 1}, {0, 0, 0, 0, 0, 2}, Interpolation::Linear), 4);
  EXPECT_GT(keysWith({0, 0.5f, 1}, {0, 0, 0, 0, 0, 2, 0, 0, 0}, Interpolation::Linear), 4) << "there and back";
  EXPECT_GT(keysWith({0, 1}, {0, 0, 0, 0, 0, 2}, Interpolation::Discrete), 4) << "a jump";
}

TEST(RootExtraction, ThroughAParentThatShrinksToNothingStaysFinite) {
  const Skeleton skeleton = test::chain(3);
  const auto shrinks = test::track({0, Channel::Scale}, Interpolation::Linear, {0, 1}, {1, 1, 1, 0, 0, 0});
  const auto vanishes = test::track({0, Channel::Scale}, Interpolation::Discrete, {0, 0.5f}, {1, 1, 1, 0, 0, 0});
  const auto moves = test::track({1, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 1, 0, 1, 1, 2});
  for (const KeyframeTrack& parent : {shrinks, vanishes}) {
    const AnimationClip clip = test::clip("shrink", {parent, moves});
    for (const bool all : {false, true}) {
      const auto [held, track] = extractRootMotion(skeleton, clip, 1, {.height = all, .turn = all});
      const AnimationClip moved = applyRootMotion(skeleton, held, RootTrack::steady(1, 1, {0, 0, 1}));
      for (const AnimationClip* each : {&held, &moved})
        for (const KeyframeTrack& made : each->tracks()) {
          EXPECT_LT(made.keyCount(), 100000);
          EXPECT_TRUE(std::ranges::all_of(made.values(), [](float value) { return std::isfinite(value); }));
        }
      ClipPose original(skeleton, clip), inPlace(skeleton, held);
      for (const double time : {0.1, 0.4, 0.49, 0.9, 0.99}) {  // as long as there is a space
        original.moveTo(time);
        inPlace.moveTo(time);
        if (glm::length(original.model(0)[0]) < 1e-3) continue;
        const glm::dvec3 sum = track.at(time).translation + inPlace.position(1);
        EXPECT_LT(glm::distance(sum, original.position(1)), 1e-5) << time;
      }
    }
  }
}

TEST(RootExtraction, BelowAParentScaledToAMillionthIsTheSame) {
  const Skeleton tiny = *Skeleton::make(
      {{"a", -1, {.scale = glm::vec3(1e-3f)}}, {"b", 0, {.scale = glm::vec3(1e-3f)}, 1}, {"root", 1, {}, 2}});
  const auto [held, track] = extractRootMotion(tiny, test::slide("slide", 1, 0, 2e6f, 2), 2);
  EXPECT_LT(glm::distance(track.perLoop().translation, glm::dvec3(2, 0, 0)), 1e-5);
  ClipPose pose(tiny, held);
  pose.moveTo(1);
  EXPECT_LT(glm::length(pose.position(2)), 1e-5);
}

TEST(RootExtraction, AShorterTrackRepeats) {
  const Walker body = walker();
  const AnimationClip still = test::clip("still", {pathOf(body, body.root, 2, {{0, 0, 0}, {0, 0, 0}})});
  const RootTrack steps = RootTrack(body.root, 0.5,
                                    test::track({body.root, Channel::Translation}, Interpolation::Linear,
                                                {0, 0.1f, 0.5f}, {0, 0, 0, 0, 0, 1, 0, 0, 1}),
                                    {});
  const RootTrack turns(body.root, 0.5, steps.translationTrack(),
                        test::track({body.root, Channel::Values}, Interpolation::Linear, {0, 0.5f}, {0, 1}));
  for (const RootTrack* track : {&steps, &turns}) {
    const AnimationClip moved = applyRootMotion(body.skeleton, still, *track);
    EXPECT_EQ(moved.duration(), still.duration());
    ClipPose pose(body.skeleton, moved);
    RootDelta expected;  // one loop after another
    for (int loop = 0; loop < 4; ++loop, expected = expected * track->perLoop())
      for (const double time : {0.0, 0.05, 0.1, 0.3}) {
        pose.moveTo(0.5 * loop + time);
        const RootDelta at = expected * track->delta(0, time);
        EXPECT_LT(glm::distance(pose.position(body.root), at.translation), 1e-5) << loop << " " << time;
      }
    pose.moveTo(2);
    EXPECT_LT(glm::distance(pose.position(body.root), expected.translation), 1e-5);
  }
}

/// The root goes a quarter round to the right on a turntable of radius `size`, in a second.
struct Turntable {
  explicit Turntable(float size)
      : skeleton(*Skeleton::make({{"table", -1, {}, 0}, {"root", 0, {.translation = {0, 0, size}}, 1}})) {}
  static glm::dvec3 at(double time, double size) {
    const double angle = time * 3.14159265358979 / 2;
    return {size * std::sin(angle), 0, size * std::cos(angle)};
  }

  Skeleton skeleton;
  AnimationClip clip = test::clip("turn", {test::track({0, Channel::Rotation}, Interpolation::Linear, {0, 1},
                                                       {0, 0, 0, 1, 0, 0.70710678f, 0, 0.70710678f})});
};

TEST(RootExtraction, IsAsExactForTheSmallAsForTheLarge) {
  for (const double size : {0.01, 1.0, 100.0}) {
    const Turntable table(static_cast<float>(size));
    const auto [held, track] = extractRootMotion(table.skeleton, table.clip, 1);
    const RootTrack steady = RootTrack::steady(1, 1, {0, size, size});
    const AnimationClip applied = applyRootMotion(table.skeleton, table.clip, steady);
    ClipPose moved(table.skeleton, applied);
    for (int i = 0; i <= 1000; ++i) {
      const double time = i / 1000.0;
      const glm::dvec3 there = Turntable::at(time, size);
      ASSERT_LT(glm::distance(track.at(time).translation, there - glm::dvec3(0, 0, size)), 2e-6 * size) << time;
      moved.moveTo(time);
      ASSERT_LT(glm::distance(moved.position(1), there + glm::dvec3(0, size, size) * time), 2e-6 * size) << time;
    }
    ASSERT_TRUE(track.translationTrack());
    EXPECT_LT(track.translationTrack()->keyCount(), 3000) << "size " << size;
    EXPECT_LT(detail::findTrack(applied, {1, Channel::Translation})->keyCount(), 3000) << "size " << size;
  }
}

TEST(RootExtraction, OfAWalkOnACurveIsWhatOneWouldDrawByHand) {
  // One turn to the left in two seconds on a circle of radius 1 about (1, 0, 0), the hips swaying on the body.
  const Skeleton skeleton = test::chain(2);
  std::vector<float> times, positions, rotations;
  for (int i = 0; i <= 720; ++i) {
    const float time = static_cast<float>(i) / 360, angle = 3.14159265f * time;
    times.push_back(time);
    positions.insert(positions.end(), {1 - std::cos(angle), 1 + 0.1f * std::sin(9 * angle), std::sin(angle)});
    rotations.insert(rotations.end(), {0, std::sin(angle / 2), 0, std::cos(angle / 2)});
  }
  const AnimationClip clip =
      test::clip("circle", {test::track({0, Channel::Translation}, Interpolation::Linear, times, positions),
                            test::track({0, Channel::Rotation}, Interpolation::Linear, times, rotations)});
  const auto [held, track] = extractRootMotion(skeleton, clip, 0, {.turn = true});
  EXPECT_NEAR(track.perLoop().turn, 2 * 3.14159265, 1e-5);
  EXPECT_LT(glm::length(track.perLoop().translation), 1e-5);
  EXPECT_LT(glm::distance(track.at(0.5).translation, glm::dvec3(1, 0, 1)), 1e-4);
  std::vector<Transform> locals(2);
  std::vector<glm::mat4> before(2), after(2);
  ClipPose original(skeleton, clip), inPlace(skeleton, held);
  for (const double time : {0.0, 0.2, 0.77, 1.3, 1.99}) {
    original.moveTo(time);
    original.write(locals);
    localToModel(skeleton.parents(), locals, before);
    inPlace.moveTo(time);
    inPlace.write(locals);
    localToModel(skeleton.parents(), locals, after);
    const RootDelta moved = track.at(time);
    const double sine = std::sin(moved.turn), cosine = std::cos(moved.turn);
    for (const std::size_t joint : {0u, 1u})
      for (const glm::vec4 point : {glm::vec4(0, 0, 0, 1), glm::vec4(0.3f, 0, 0.2f, 1)}) {
        const glm::dvec4 p(after[joint] * point);
        const glm::dvec3 turned(cosine * p.x + sine * p.z, p.y, cosine * p.z - sine * p.x);
        EXPECT_LT(glm::distance(turned + moved.translation, glm::dvec3(before[joint] * point)), 1e-5) << time;
      }
    EXPECT_LT(std::hypot(after[0][3].x, after[0][3].z), 1e-5f) << time;
  }
}

}  // namespace
}  // namespace crossfade
