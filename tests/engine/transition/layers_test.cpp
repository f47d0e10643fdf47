// Each layer has a transition of its own: starting one never changes the course of another.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "crossfade/math/rotation_vector.h"
#include "crossfade/transition/player_snapshot.h"
#include "crossfade/transition/transition_player.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade::layers {
namespace {

constexpr double kFrame = 1.0 / 240;
constexpr int kJoints = 4;  // a leg (0), a spine (1), an arm, a hand
constexpr std::size_t kLeg = 0, kArm = 2, kHand = 3;
const std::vector<MorphChannel> kMorphs{{.node = 0, .offset = 0, .count = 1}, {.node = 3, .offset = 1, .count = 1}};

/// Swings the joints from `first` to `last` about different axes, and moves the leg's morph weight if it has the leg,
/// and the hand's if it has the hand.
AnimationClip swing(float seconds, float degrees, float phase, int first = 0, int last = kJoints - 1) {
  std::vector<float> times;
  for (int i = 0; i <= 40; ++i) times.push_back(seconds * static_cast<float>(i) / 40);
  const auto wave = [&](int i, int joint) {
    return std::sin(6.2831853f * static_cast<float>(i) / 40 + phase + static_cast<float>(joint));
  };
  std::vector<KeyframeTrack> tracks;
  for (int joint = first; joint <= last; ++joint) {
    std::vector<float> rotations;
    for (int i = 0; i <= 40; ++i) {
      const glm::dvec3 axis = glm::normalize(glm::dvec3(1, joint, 0.5));
      const double angle = static_cast<double>(degrees * wave(i, joint)) * 3.14159265 / 180;
      const glm::dquat q = fromRotationVector(axis * angle);
      for (const double value : {q.x, q.y, q.z, q.w}) rotations.push_back(static_cast<float>(value));
    }
    tracks.push_back(test::track({joint, Channel::Rotation}, Interpolation::Linear, times, rotations));
    if (joint != 0 && joint != 3) continue;
    std::vector<float> weights;
    for (int i = 0; i <= 40; ++i) weights.push_back(0.5f + 0.3f * wave(i, joint));
    tracks.push_back(test::track({joint, Channel::Weights}, Interpolation::Linear, times, weights));
  }
  return test::clip("", std::move(tracks));
}

struct Character {
  Character() {
    for (const ClipId clip : clips.ids()) actions.push_back(&player.clipAction(clip));
    walk().play();
    player.advance(0, pose);
  }
  AnimationAction& walk() { return *actions[0]; }
  AnimationAction& run() { return *actions[1]; }
  AnimationAction& aim() { return *actions[2]; }
  AnimationAction& wave() { return *actions[3]; }
  AnimationAction& jump() { return *actions[4]; }
  bool to(AnimationAction& target, const TransitionOptions& options) { return player.transition().to(target, options); }
  void frames(int count, double seconds = kFrame) {
    for (int i = 0; i < count; ++i) player.advance(seconds, pose);
  }

  ClipSet clips{std::vector<AnimationClip>{swing(1, 40, 0), swing(0.7f, 70, 1), swing(2, 50, 2, 1, 3),
                                           swing(0.9f, 60, 3, 1, 3), swing(1.3f, 80, 4)}};
  const JointMask upper = *JointMask::make({0, 0.5f, 1, 1}), hand = *JointMask::make({0, 0, 0, 1});
  Pose pose{.locals = std::vector<Transform>(kJoints), .morphWeights = {0, 0}};
  TransitionPlayer player{clips, ChannelLayout(kJoints, kMorphs), pose};
  std::vector<AnimationAction*> actions;
};

double angleBetween(const Pose& a, const Pose& b, std::size_t joint) {
  return glm::length(
      rotationVector(glm::dquat(a.locals[joint].rotation) * glm::conjugate(glm::dquat(b.locals[joint].rotation))));
}

TEST(Layers, AMaskedTransitionLeavesTheJointsOutsideToTheTransitionTheyAreIn) {
  for (const TransitionKind kind : kTransitionKinds)
    for (const TransitionKind upperKind : kTransitionKinds)
      for (const int delay : {0, 12, 48, 100}) {
        // three.js's order of blending ends for the whole character
        const double most = kind == TransitionKind::Classic && upperKind != kind ? 0.02 : 1e-6;
        Character character, alone;
        for (Character* each : {&character, &alone}) {
          each->frames(100);
          each->to(each->run(), {.seconds = 0.4, .kind = kind});
          each->frames(delay);
        }
        character.to(character.aim(), {.seconds = 0.3, .kind = upperKind, .mask = &character.upper});
        for (int i = 0; i < 120; ++i) {
          for (Character* each : {&character, &alone}) each->frames(1);
          ASSERT_LE(angleBetween(character.pose, alone.pose, kLeg), most)
              << static_cast<int>(kind) << static_cast<int>(upperKind) << ' ' << delay << ' ' << i;
          ASSERT_NEAR(character.pose.morphWeights[0], alone.pose.morphWeights[0], most);
        }
        EXPECT_GT(angleBetween(character.pose, alone.pose, kArm), 0.01);
      }
}

TEST(Layers, AFullBodyTransitionLeavesAMaskedOneAlone) {
  for (const TransitionKind kind : kTransitionKinds)
    for (const TransitionKind upperKind : kTransitionKinds) {
      if (kind == TransitionKind::Classic || upperKind == TransitionKind::Classic) continue;
      Character character, alone;
      for (Character* each : {&character, &alone}) {
        each->to(each->aim(), {.seconds = 0.2, .kind = upperKind, .mask = &each->upper});
        each->frames(60);
        each->to(each->wave(), {.seconds = 0.4, .kind = upperKind, .mask = &each->upper});
        each->frames(20);
      }
      character.to(character.jump(), {.seconds = 0.3, .kind = kind});
      for (int i = 0; i < 120; ++i) {
        for (Character* each : {&character, &alone}) each->frames(1);
        ASSERT_LE(angleBetween(character.pose, alone.pose, kHand), 1e-6)
            << static_cast<int>(kind) << static_cast<int>(upperKind) << ' ' << i;
        ASSERT_NEAR(character.pose.morphWeights[1], alone.pose.morphWeights[1], 1e-6);
      }
      EXPECT_EQ(character.wave().mask, &character.upper);
      EXPECT_GT(character.wave().fadeValue(), 0.999);
      EXPECT_GT(angleBetween(character.pose, alone.pose, kLeg), 0.01);
    }
}

TEST(Layers, EndWithAFullBodyTransitionThatSaysSo) {
  for (const TransitionKind kind : kTransitionKinds)
    for (const bool ends : {false, true}) {
      Character character;
      character.to(character.aim(), {.seconds = 0.2, .kind = kind, .mask = &character.upper});
      character.frames(60);
      const Pose before = character.pose;
      character.to(character.jump(), {.seconds = 0.3, .kind = kind, .endsMaskedLayers = ends});
      character.frames(1, 0);
      if (kind != TransitionKind::Classic) {
        for (std::size_t i = 0; i < kJoints; ++i) EXPECT_LT(angleBetween(character.pose, before, i), 1e-4);
      }
      character.frames(80);
      EXPECT_EQ(character.aim().isScheduled(), !ends) << static_cast<int>(kind);
      EXPECT_FALSE(character.walk().isScheduled());
    }
}

TEST(Layers, ASyncedTransitionKeepsItsSyncWhileAnotherLayerFades) {
  for (const Sync sync : {Sync::None, Sync::Phase}) {
    Character character, alone;
    for (Character* each : {&character, &alone}) {
      each->frames(100);
      each->to(each->run(), {.seconds = 0.6, .kind = TransitionKind::Linear, .sync = Sync::Phase});
      each->frames(40);
    }
    character.to(character.aim(), {.seconds = 0.2, .mask = &character.upper});
    character.frames(10);
    character.to(character.wave(), {.seconds = 0.3, .sync = sync, .mask = &character.upper});
    alone.frames(10);
    for (int i = 0; i < 140; ++i) {
      for (Character* each : {&character, &alone}) each->frames(1);
      ASSERT_NEAR(character.run().time, alone.run().time, 1e-9) << i;
      ASSERT_NEAR(character.walk().time, alone.walk().time, 1e-9) << i;
      ASSERT_NEAR(character.run().getEffectiveTimeScale(), alone.run().getEffectiveTimeScale(), 1e-9) << i;
    }
  }
}

TEST(Layers, TheCurrentTransitionIsTheLastOneThatStillRuns) {
  Character character;
  Transition& transition = character.player.transition();
  character.to(character.run(), {.seconds = 1, .kind = TransitionKind::Linear});
  character.to(character.aim(), {.seconds = 0.25, .kind = TransitionKind::Inertial, .mask = &character.upper});
  ASSERT_EQ(transition.fades().size(), 2u);
  EXPECT_EQ(transition.target(), &character.aim());
  EXPECT_TRUE(transition.isOutgoing(character.walk()));
  transition.setSeconds(0.5);
  EXPECT_EQ(transition.fades()[0].options.seconds, 1);
  character.frames(120);
  ASSERT_EQ(transition.fades().size(), 2u);
  character.frames(2);
  ASSERT_EQ(transition.fades().size(), 1u);
  EXPECT_EQ(transition.target(), &character.run());
  EXPECT_NEAR(transition.progress(), 122 * kFrame, 1e-9);
  transition.redirectTo(character.jump());
  EXPECT_EQ(transition.target(), &character.jump());
  EXPECT_NEAR(transition.end(), 1, 1e-9);
  EXPECT_TRUE(character.aim().isScheduled());
  character.frames(130);
  EXPECT_FALSE(transition.isRunning());
  EXPECT_EQ(transition.options().seconds, 1) << "of the last one";
}

TEST(Layers, ATargetThatMovesToAnotherLayerPopsNowhere) {
  for (const TransitionKind kind : kTransitionKinds) {
    if (kind == TransitionKind::Classic) continue;
    for (const int how : {0, 1, 2, 3, 4}) {
      Character character;
      const TransitionOptions below{.seconds = 0.4, .kind = kind};
      const TransitionOptions above{.seconds = 0.4, .kind = kind, .mask = &character.upper};
      const TransitionOptions byHand{.seconds = 0.4, .kind = kind, .mask = &character.hand};
      character.frames(100);
      if (how == 0) character.to(character.run(), below);
      if (how > 0) character.to(character.aim(), above);
      character.frames(how == 2 ? 150 : 40);
      const Pose before = character.pose;
      if (how == 0) character.to(character.walk(), above);  // it was going out
      if (how == 1) character.to(character.aim(), below);   // it was coming in
      if (how == 2) character.to(character.aim(), byHand);  // it played
      if (how == 3) character.to(character.walk(), above);  // plays below: the layer ends
      if (how == 4) character.to(character.run(), below), character.to(character.run(), above);  // will play below
      character.frames(1, 0);
      for (std::size_t i = 0; i < kJoints; ++i)
        EXPECT_LT(angleBetween(character.pose, before, i), 1e-4) << static_cast<int>(kind) << how << " joint " << i;
      Pose last = character.pose;
      for (int frame = 0; frame < 150; ++frame) {
        character.frames(1);
        for (std::size_t i = 0; i < kJoints; ++i)
          ASSERT_LT(angleBetween(character.pose, last, i), 0.12)
              << static_cast<int>(kind) << how << " joint " << i << " frame " << frame;
        last = character.pose;
      }
      if (how != 4) continue;
      EXPECT_EQ(character.run().mask, nullptr);
      EXPECT_FALSE(character.aim().isScheduled());
    }
  }
}

TEST(Layers, ArePlayedOnFromASnapshotToTheBit) {
  for (const TransitionKind kind : kTransitionKinds)
    for (const TransitionKind upperKind : kTransitionKinds) {
      Character character, other;
      character.to(character.run(), {.seconds = 0.5, .kind = kind, .sync = Sync::Phase});
      character.frames(30);
      character.to(character.aim(), {.seconds = 0.3, .kind = upperKind, .mask = &character.upper});
      character.frames(20);
      PlayerSnapshot moment;
      character.player.save(moment);
      std::vector<Pose> first;
      for (int i = 0; i < 100; ++i) {
        character.frames(1, 0.007);
        first.push_back(character.pose);
      }
      other.player.restore(moment);
      character.player.restore(moment);
      for (int i = 0; i < 100; ++i)
        for (Character* each : {&character, &other}) {
          each->frames(1, 0.007);
          for (std::size_t joint = 0; joint < kJoints; ++joint)
            ASSERT_EQ(each->pose.locals[joint].rotation, first[static_cast<std::size_t>(i)].locals[joint].rotation)
                << static_cast<int>(kind) << static_cast<int>(upperKind) << i;
        }
    }
}

TEST(Layers, AllocateNothingInAFrame) {
  Character character;
  for (const TransitionKind kind : kTransitionKinds) {
    character.to(character.run(), {.seconds = 0.5, .kind = kind, .sync = Sync::Phase});
    character.to(character.aim(), {.seconds = 0.4, .kind = kind, .mask = &character.upper});
    character.to(character.wave(), {.seconds = 0.3, .kind = kind, .mask = &character.hand});
    const ::test::AllocationGuard guard;
    character.frames(60, 0.01);
    EXPECT_EQ(guard.count(), 0) << static_cast<int>(kind);
    character.frames(60, 0.01);
    character.to(character.walk(), {.seconds = 0.1, .endsMaskedLayers = true});
    character.frames(60, 0.01);
  }
}

TEST(Layers, MoreThanThereAreClocksPopNowhere) {
  constexpr int kMany = static_cast<int>(kTransitionClocks) + 4;
  for (const TransitionKind kind : {TransitionKind::Frozen, TransitionKind::Inertial, TransitionKind::DeadBlending}) {
    ClipSet clips;
    std::vector<JointMask> masks;
    const auto turn = [](int joint, float angle) {
      const float s = std::sin(angle / 2), c = std::cos(angle / 2);
      return test::track({joint, Channel::Rotation}, Interpolation::Linear, {0, 1}, {s, 0, 0, c, s, 0, 0, c});
    };
    std::vector<KeyframeTrack> all;
    for (int i = 0; i < kMany; ++i) all.push_back(turn(i, 0));
    clips.add(test::clip("", std::move(all)));
    for (int i = 0; i < kMany; ++i) {
      clips.add(test::clip("", {turn(i, 1)}));
      std::vector<float> weights(kMany, 0);
      weights[static_cast<std::size_t>(i)] = 1;
      masks.push_back(*JointMask::make(weights));
    }
    Pose pose{.locals = std::vector<Transform>(kMany), .morphWeights = {}};
    TransitionPlayer player(clips, ChannelLayout(kMany, {}), pose);
    player.clipAction(clips.ids()[0]).play();
    player.advance(0, pose);
    Pose last = pose;
    for (int frame = 0; frame < 400; ++frame) {
      if (const int layer = frame / 12; frame % 12 == 0 && layer < kMany)
        player.transition().to(player.clipAction(clips.ids()[static_cast<std::size_t>(layer) + 1]),
                               {.seconds = 0.5, .kind = kind, .mask = &masks[static_cast<std::size_t>(layer)]});
      player.advance(kFrame, pose);
      for (std::size_t i = 0; i < kMany; ++i) ASSERT_LT(angleBetween(pose, last, i), 0.03) << frame << ' ' << i;
      last = pose;
    }
    for (std::size_t i = 0; i < kMany; ++i) EXPECT_NEAR(pose.locals[i].rotation.w, std::cos(0.5f), 1e-5);
    EXPECT_FALSE(player.state().running);
  }
}

TEST(Layers, RefuseAnActionOfAnotherPlayerAndAMaskOfAnotherSkeleton) {
  Character character, other;
  const JointMask small = *JointMask::make({1, 1}), large = *JointMask::make({1, 1, 1, 1, 1});
  EXPECT_FALSE(character.to(other.run(), {.seconds = 0.3}));
  EXPECT_FALSE(character.to(character.run(), {.seconds = 0.3, .mask = &small}));
  EXPECT_FALSE(character.to(character.run(), {.seconds = 0.3, .mask = &large}));
  EXPECT_FALSE(character.player.transition().redirectTo(character.run())) << "nothing runs";
  EXPECT_FALSE(character.player.transition().isRunning());
  EXPECT_FALSE(character.run().isScheduled());
  EXPECT_FALSE(other.run().isScheduled());
  EXPECT_TRUE(character.to(character.run(), {.seconds = 0.3}));
  EXPECT_FALSE(character.player.transition().redirectTo(other.jump()));
  EXPECT_EQ(character.player.transition().target(), &character.run());
}

TEST(Layers, ReportTracksWithoutAJoint) {
  Character character;
  const ClipId clip = character.clips.add(swing(1, 30, 0, 0, kJoints + 1));
  EXPECT_EQ(character.player.skippedTracks(clip), 0) << "not yet";
  character.player.clipAction(clip);
  EXPECT_EQ(character.player.skippedTracks(clip), 2);
  EXPECT_EQ(character.player.skippedTracks(character.walk().clipId()), 0);
}

/// Random transitions of the upper body and the hand, over those of the whole body, which never notice.
TEST(Layers, OfAnyKindAtAnyTimeLeaveTheOthersTheirCourse) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    Character character, alone;
    std::mt19937 random(seed);
    const auto below = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
    for (int frame = 0; frame < 300; ++frame) {
      const auto kind = kTransitionKinds[static_cast<std::size_t>(1 + below(5))];
      const TransitionOptions options{.seconds = 0.02 * below(30), .kind = kind, .sync = static_cast<Sync>(below(3))};
      const int what = below(60), clip = below(3), masked = below(2);
      AnimationAction& aiming = masked ? character.aim() : character.wave();
      if (what == 0)
        for (Character* each : {&character, &alone})
          each->to(clip == 0 ? each->walk() : clip == 1 ? each->run() : each->jump(), options);
      if (what == 1 || what == 2) {
        TransitionOptions above = options;
        above.mask = what == 1 ? &character.upper : &character.hand;
        character.to(aiming, above);
      }
      const double seconds = kFrame * (1 + below(4));
      for (Character* each : {&character, &alone}) each->frames(1, seconds);
      ASSERT_LE(angleBetween(character.pose, alone.pose, kLeg), 1e-5) << seed << ' ' << frame;
      ASSERT_NEAR(character.pose.morphWeights[0], alone.pose.morphWeights[0], 1e-5) << seed << ' ' << frame;
    }
  }
}

}  // namespace
}  // namespace crossfade::layers
