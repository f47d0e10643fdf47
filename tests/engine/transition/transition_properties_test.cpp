// What must hold for any clips, any fades, any interruptions and any frames. Clips here are rotations anywhere on the
// sphere, linear translations, steps and morph weights; some leave out a joint; their loops are closed, so every jump
// comes from a transition.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <tuple>
#include <vector>

#include "crossfade/math/rotation_vector.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_player.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

constexpr double kRadiansPerDegree = 3.14159265358979 / 180;
constexpr int kClips = 4, kJoints = 3, kSteppingJoint = 2;
constexpr double kMaxCoordinate = 1;  // meters: no key lies farther from the origin along an axis
constexpr double kInstant = 1e-7;     // seconds: too short for visible motion
constexpr double kDeltas[] = {0, 1e-5, 1 / 240.0, 1 / 60.0, 0.1, 10};
const std::vector<MorphChannel> kMorphs{{.node = 0, .offset = 0, .count = 2}};

/// All randomness comes from one seed, which identifies a failure.
struct Dice {
  Dice() : random(*rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint32_t>()))) {}
  explicit Dice(std::uint32_t seed) : random(seed) {}

  std::mt19937 random;

  double uniform(double from, double to) { return from + (to - from) * static_cast<double>(random()) / 4294967295.0; }
  int below(int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); }
  TransitionKind kindExceptClassic() { return kTransitionKinds[below(5) + 1]; }
  Sync sync() { return static_cast<Sync>(below(3)); }
};

/// `keys` values and the first one again, which closes the loop.
KeyframeTrack anyTrack(Dice& dice, TrackTarget target, Interpolation interpolation, float seconds, int size, int keys,
                       double maxAngle) {
  std::vector<float> times, values;
  for (int key = 0; key <= keys; ++key) {
    times.push_back(seconds * static_cast<float>(key) / static_cast<float>(keys));
    if (key == keys) {
      values.insert(values.end(), values.begin(), values.begin() + size);
    } else if (target.channel == Channel::Rotation) {
      const glm::dvec3 axis =
          glm::normalize(glm::dvec3(dice.uniform(-1, 1), dice.uniform(-1, 1), dice.uniform(0.1, 1)));
      const glm::dquat q = fromRotationVector(axis * dice.uniform(-maxAngle, maxAngle));
      for (const double component : {q.x, q.y, q.z, q.w}) values.push_back(static_cast<float>(component));
    } else {
      for (int i = 0; i < size; ++i)
        values.push_back(static_cast<float>(dice.uniform(-kMaxCoordinate, kMaxCoordinate)));
    }
  }
  return test::track(target, interpolation, times, values);
}

std::vector<AnimationClip> anyClips(Dice& dice, double maxAngle, bool restShows) {
  std::vector<AnimationClip> clips;
  for (int i = 0; i < kClips; ++i) {
    const auto seconds = static_cast<float>(dice.uniform(0.4, 2));
    std::vector<KeyframeTrack> tracks;
    tracks.push_back(anyTrack(dice, {0, Channel::Rotation}, Interpolation::Linear, seconds, 4, 6, maxAngle));
    tracks.push_back(anyTrack(dice, {0, Channel::Translation}, Interpolation::Linear, seconds, 3, 5, 0));
    tracks.push_back(anyTrack(dice, {0, Channel::Weights}, Interpolation::Linear, seconds, 2, 3, 0));
    if (!restShows || dice.below(4) > 0)
      tracks.push_back(anyTrack(dice, {1, Channel::Rotation}, Interpolation::Linear, seconds, 4, 4, maxAngle));
    if (dice.below(4) > 0)
      tracks.push_back(
          anyTrack(dice, {kSteppingJoint, Channel::Translation}, Interpolation::Discrete, seconds, 3, 3, 0));
    clips.push_back(test::clip("", std::move(tracks)));
  }
  return clips;
}

/// A character of three joints that plays some clips by a Transition. `order` says which clip gets which slot, and is
/// begun first.
struct Character {
  explicit Character(const std::vector<AnimationClip>& played, std::vector<std::size_t> order = {0, 1, 2, 3})
      : clips(played), actions(clips.size()) {
    for (const std::size_t i : order) actions[i] = &player.clipAction(clips.ids()[i]);
  }
  void frame(double delta) { player.advance(delta, pose); }
  double now() const { return player.mixer().time(); }
  /// Frames at `rate`; the last one is shortened to fit.
  void runTo(double time, double rate) {
    for (; now() < time - 1e-9;) frame(std::min(1 / rate, time - now()));
  }
  double weightSum() const {
    double sum = 0;
    for (const AnimationAction* action : actions) sum += action->fadeValue();
    return sum;
  }
  /// The pose of one action played alone.
  Pose alone(const AnimationAction& action) {
    PoseSampler sampled(ChannelLayout(kJoints, kMorphs), rest);
    sampled.bind(action.slot(), *action.getClip());
    BlendEntry entry = action.shown();
    entry.weight = action.weight;
    sampled.sampleOrderFree(std::span(&entry, 1));
    Pose seen = rest;
    sampled.writePose(seen);
    return seen;
  }

  ClipSet clips;
  Pose rest{.locals = std::vector<Transform>(kJoints), .morphWeights = {0, 0}};
  TransitionPlayer player{clips, ChannelLayout(kJoints, kMorphs), rest};
  std::vector<AnimationAction*> actions;
  Pose pose = rest;
};

/// The largest differences between two poses.
struct Distance {
  double angle = 0;     // radians
  double distance = 0;  // meters, and morph weights
  double step = 0;      // meters, of the joint with step tracks
};
Distance between(const Pose& a, const Pose& b) {
  Distance max;
  for (std::size_t i = 0; i < a.locals.size(); ++i) {
    max.angle = std::max(max.angle, glm::length(rotationVector(glm::dquat(a.locals[i].rotation) *
                                                               glm::conjugate(glm::dquat(b.locals[i].rotation)))));
    double& distance = i == kSteppingJoint ? max.step : max.distance;
    distance =
        std::max(distance, glm::distance(glm::dvec3(a.locals[i].translation), glm::dvec3(b.locals[i].translation)));
  }
  for (std::size_t i = 0; i < a.morphWeights.size(); ++i)
    max.distance = std::max(max.distance, static_cast<double>(std::abs(a.morphWeights[i] - b.morphWeights[i])));
  return max;
}

void assertIsValidPose(const Pose& pose) {
  for (const Transform& joint : pose.locals) {
    for (int i = 0; i < 3; ++i) RC_ASSERT(std::isfinite(joint.translation[i]) && std::isfinite(joint.scale[i]));
    RC_ASSERT(std::abs(static_cast<double>(glm::length(joint.rotation)) - 1) < 1e-3);
  }
  for (const float weight : pose.morphWeights) RC_ASSERT(std::isfinite(weight));
}

/// Applies random changes and frames to a character and asserts that weights sum to one, and that nothing jumps or is
/// NaN. With `restShows` some clips leave a joint out and the user's weights change, so that the rest pose is mixed in.
void assertNothingJumps(double maxAngle, bool restShows) {
  Dice dice;
  const std::vector<AnimationClip> clips = anyClips(dice, maxAngle, restShows);
  Character character(clips);
  for (AnimationAction* action : character.actions) {
    action->setLoop(static_cast<Loop>(dice.below(3)));
    action->clampWhenFinished = true;  // otherwise an action that ends disables itself
    action->timeScale = dice.uniform(-2, 2);
  }
  character.actions[0]->play();
  character.frame(0);
  Transition& transition = character.player.transition();
  for (int i = 0; i < 60; ++i) {
    AnimationAction& any = *character.actions[static_cast<std::size_t>(dice.below(kClips))];
    const Pose before = character.pose;
    double weightMoved = 0;
    if (transition.isRunning() && transition.remaining() < 0.05) {
      // A change late in a fade leaves so little time that fast motion is correct.
    } else
      switch (dice.below(10)) {
        case 0:
        case 1:
          transition.to(any, {.seconds = dice.uniform(0.1, 1), .kind = dice.kindExceptClassic(), .sync = dice.sync()});
          break;
        case 2:
          transition.redirectTo(any);
          break;
        case 3:
          transition.setKind(dice.kindExceptClassic());
          break;
        case 4:
          transition.setSync(dice.sync());
          break;
        case 5:
          transition.setSeconds(transition.options().seconds * dice.uniform(0.8, 2));
          break;
        case 6:
          any.timeScale = dice.below(3) ? dice.uniform(-2, 2) : 0;
          break;
        case 7:
          if (!restShows) break;
          weightMoved = any.weight;
          any.weight = dice.below(3) ? dice.uniform(0, 1) : 1;
          weightMoved = std::abs(any.weight - weightMoved);
          break;
        default:
          break;
      }
    for (const double instant : {0.0, kInstant}) {
      character.frame(instant);
      const Distance jump = between(character.pose, before);
      if (!(weightMoved > 0)) RC_ASSERT(jump.angle < 0.1 * kRadiansPerDegree);
      RC_ASSERT(jump.distance < 1e-4 + 4 * kMaxCoordinate * weightMoved);
      RC_ASSERT(std::abs(character.weightSum() - 1) < 1e-6);
    }
    // Usually a random step; sometimes to just before the end, to check the instant after it.
    const double left = transition.remaining();
    const double delta = dice.below(3) == 0 && left > kInstant ? left - kInstant / 2 : kDeltas[dice.below(6)];
    character.frame(delta);
    assertIsValidPose(character.pose);
    RC_ASSERT(std::abs(character.weightSum() - 1) < 1e-6);
    const Pose last = character.pose;
    character.frame(kInstant);
    const Distance jump = between(character.pose, last);
    RC_ASSERT(jump.angle < 0.1 * kRadiansPerDegree);
    RC_ASSERT(jump.distance < 1e-4);
    RC_ASSERT(jump.step < 2 * kMaxCoordinate * std::sqrt(3.0) + 1e-4);
  }
}

RC_GTEST_PROP(TransitionProperties, NothingJumpsWhereRotationsAreAnywhere, ()) {
  for (int i = 0; i < 10; ++i) assertNothingJumps(180 * kRadiansPerDegree, false);
}
// Rotations less than 90 degrees from the rest pose: beyond that the way back is ambiguous.
RC_GTEST_PROP(TransitionProperties, NothingJumpsWhereTheRestPoseShows, ()) {
  for (int i = 0; i < 10; ++i) assertNothingJumps(180 * kRadiansPerDegree, true);
}

/// A fade and the time at which it starts.
struct Change {
  double at = 0;
  int target = 0;
  TransitionOptions options;
};
std::vector<Change> anyChanges(Dice& dice, double until, bool synced) {
  std::vector<Change> changes;
  for (double at = dice.uniform(0.1, 0.4); at < until; at += dice.uniform(0.05, 0.5))
    changes.push_back({at,
                       dice.below(kClips),
                       {.seconds = dice.uniform(0.1, 0.6),
                        .kind = dice.kindExceptClassic(),
                        .sync = synced ? dice.sync() : Sync::None}});
  return changes;
}
std::vector<double> anySpeeds(Dice& dice, bool bothWays) {
  std::vector<double> speeds;
  for (int i = 0; i < kClips; ++i) speeds.push_back(bothWays ? dice.uniform(-2, 2) : dice.uniform(0.5, 2));
  return speeds;
}
void apply(const Change& change, Character& character) {
  character.player.transition().to(*character.actions[static_cast<std::size_t>(change.target)], change.options);
}

RC_GTEST_PROP(TransitionProperties, EndsAtTheTarget, ()) {
  for (int i = 0; i < 10; ++i) {
    Dice dice;
    const std::vector<AnimationClip> clips = anyClips(dice, 85 * kRadiansPerDegree, true);
    Character character(clips);
    const std::vector<double> speeds = anySpeeds(dice, true);
    for (std::size_t clip = 0; clip < kClips; ++clip) {
      character.actions[clip]->timeScale = speeds[clip];
      character.actions[clip]->weight = dice.below(2) ? 1 : dice.uniform(0.1, 1);
    }
    character.actions[0]->play();
    const double rate = dice.uniform(10, 240);
    for (const Change& change : anyChanges(dice, 1.5, true)) {
      character.runTo(change.at, rate);
      apply(change, character);
    }
    const AnimationAction& target = *character.player.transition().target();
    character.runTo(character.player.transition().end(), rate);
    const Distance away = between(character.pose, character.alone(target));
    RC_ASSERT(away.angle < 0.1 * kRadiansPerDegree);
    RC_ASSERT(away.distance < 1e-4);
    RC_ASSERT(away.step < 1e-4);
  }
}

/// One scenario of fades, played at several rates.
struct Scenario {
  explicit Scenario(Dice& dice, bool synced)
      : clips(anyClips(dice, 60 * kRadiansPerDegree, false)),
        changes(anyChanges(dice, 1.5, synced)),
        speeds(anySpeeds(dice, !synced)) {}

  std::unique_ptr<Character> play(double rate) const {
    auto character = std::make_unique<Character>(clips);
    for (std::size_t clip = 0; clip < kClips; ++clip) character->actions[clip]->timeScale = speeds[clip];
    character->actions[0]->play();
    character->frame(0);
    for (const Change& change : changes) {
      character->runTo(change.at, rate);
      apply(change, *character);
    }
    character->runTo(1.7, rate);
    return character;
  }

  std::vector<AnimationClip> clips;
  std::vector<Change> changes;
  std::vector<double> speeds;
};

RC_GTEST_PROP(TransitionProperties, TheFrameRateDoesNotMatter, ()) {
  Dice dice;
  const Scenario scenario(dice, false);
  const auto fast = scenario.play(240);
  for (const double rate : {30.0, 60.0}) {
    const Distance difference = between(scenario.play(rate)->pose, fast->pose);
    RC_ASSERT(difference.angle < 0.2 * kRadiansPerDegree);
    RC_ASSERT(difference.distance < 1e-3);
  }
}

// Synced clips align in steps of a frame, and two clips half a cycle apart may align in either direction
// So the bound is statistical: the target's phase difference over many scenarios, as a fraction of the cycle.
TEST(TransitionProperties, WithSyncTheFrameRateHardlyMatters) {
  for (const auto& [rate, usual, rare] : {std::tuple{30.0, 0.002, 0.03}, std::tuple{60.0, 0.0005, 0.012}}) {
    std::vector<double> differences;
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
      Dice dice(seed);
      const Scenario scenario(dice, true);
      const auto i = static_cast<std::size_t>(scenario.changes.back().target);
      const double duration = scenario.clips[i].duration();
      differences.push_back(
          std::abs(
              std::remainder(scenario.play(rate)->actions[i]->time - scenario.play(240)->actions[i]->time, duration)) /
          duration);
    }
    std::sort(differences.begin(), differences.end());
    EXPECT_LT(differences[differences.size() / 2], usual) << rate;
    EXPECT_LT(differences[differences.size() * 95 / 100], rare) << rate;
  }
}

RC_GTEST_PROP(TransitionProperties, TheOrderOfActivationDoesNotMatter, ()) {
  for (int i = 0; i < 5; ++i) {
    Dice dice;
    const std::vector<AnimationClip> clips = anyClips(dice, 60 * kRadiansPerDegree, false);
    std::vector<std::size_t> order{0, 1, 2, 3};
    Character one(clips, order);
    for (std::size_t k = kClips; k > 1; --k)
      std::swap(order[k - 1], order[static_cast<std::size_t>(dice.below(static_cast<int>(k)))]);
    Character other(clips, order);
    for (std::size_t clip = 0; clip < kClips; ++clip)
      one.actions[clip]->weight = other.actions[clip]->weight = dice.uniform(0.2, 1);
    for (std::size_t clip = 0; clip < kClips; ++clip) one.actions[clip]->play();
    for (const std::size_t clip : order) other.actions[clip]->play();
    for (const Change& change : anyChanges(dice, 1.5, true)) {
      for (Character* character : {&one, &other}) {
        character->runTo(change.at, 60);
        apply(change, *character);
      }
      const Distance difference = between(one.pose, other.pose);
      RC_ASSERT(difference.angle < 1e-4);
      RC_ASSERT(difference.distance < 1e-5);
    }
  }
}

}  // namespace
}  // namespace crossfade
