#include <gtest/gtest.h>

#include <random>

#include "crossfade/pose/pose_sampler.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

constexpr int kJoints = 4;
const std::vector<MorphChannel> kMorphsOfOneNode{{.node = 1, .offset = 0, .count = 2}};

/// With rest values that are not those of an identity, and a rotation that is not quite of unit length.
Pose restPose() {
  Pose rest;
  for (int i = 0; i < kJoints; ++i)
    rest.locals.push_back({.translation = {0.1f * static_cast<float>(i), 0.7f, -0.3f},
                           .rotation = makeQuat(0.1f, 0.2f, 0.3f, 0.92736f),
                           .scale = {1, 1.1f, 1}});
  rest.morphWeights = {0.3f, 0.6f};
  return rest;
}

class RestingChannels : public testing::Test {
 protected:
  RestingChannels() {
    for (int i = 0; i < 7; ++i) clips_.push_back(randomClip(i == 6 ? BlendMode::Additive : BlendMode::Normal));
    for (PoseSampler* const sampler : {&quick_, &whole_})
      for (std::size_t i = 0; i < clips_.size(); ++i) sampler->bind(static_cast<int>(i), clips_[i]);
  }
  double fraction() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  bool is(double probability) { return fraction() < probability; }
  float number() { return static_cast<float>(fraction() * 2 - 1); }

  /// Of some joints; many tracks hold the rest value, some another one.
  AnimationClip randomClip(BlendMode mode) {
    std::vector<KeyframeTrack> tracks;
    const Pose rest = restPose();
    const auto add = [&](TrackTarget target, std::vector<float> value) {
      if (is(0.5)) return;
      const bool rests = is(0.4), moves = !rests && is(0.7);
      std::vector<float> values;
      for (int key = 0; key < 3; ++key)
        for (float& component : value) values.push_back(component += (!rests && key == 0) || moves ? number() : 0);
      tracks.push_back(test::track(target, Interpolation::Linear, {0, 0.5f, 1}, values));
    };
    for (int joint = 0; joint < kJoints; ++joint) {
      const Transform& local = rest.locals[static_cast<std::size_t>(joint)];
      const glm::quat& q = local.rotation;
      add({joint, Channel::Translation}, {local.translation.x, local.translation.y, local.translation.z});
      add({joint, Channel::Rotation}, {q.x, q.y, q.z, q.w});
      add({joint, Channel::Scale}, {local.scale.x, local.scale.y, local.scale.z});
    }
    add({1, Channel::Weights}, rest.morphWeights);
    return test::clip("", std::move(tracks), mode);
  }
  /// Some clips with any weights, of which some are 0 and many sum up to less than 1.
  std::vector<BlendEntry> randomEntries() {
    std::vector<BlendEntry> entries;
    for (int slot = 0; slot < static_cast<int>(clips_.size()); ++slot)
      if (const AnimationClip& clip = clips_[static_cast<std::size_t>(slot)]; is(0.35))
        entries.push_back({.slot = slot,
                           .clip = &clip,
                           .weight = is(0.1)   ? 0
                                     : is(0.3) ? 0.5
                                               : fraction(),
                           .blendMode = is(0.2) ? BlendMode::Additive : clip.blendMode(),
                           .mask = is(0.2) ? &mask_ : nullptr});
    return entries;
  }
  /// All channels blended in every frame. Those that rest may differ by rounding.
  void expectAllChannels(int frame) {
    std::vector<double> all(whole_.values().size());
    blendOrderFree(layout_.channels(), whole_.rest(), whole_.layers(), allSigns_, all);
    for (std::size_t i = 0; i < all.size(); ++i)
      ASSERT_NEAR(quick_.values()[i], all[i], 1e-12) << "value " << i << " of frame " << frame;
  }
  void expectTheSame(int frame) {
    for (std::size_t i = 0; i < quick_.values().size(); ++i)
      ASSERT_EQ(quick_.values()[i], whole_.values()[i]) << "value " << i << " of frame " << frame;
    for (std::size_t i = 0; i < quickSigns_.joints.size(); ++i) {
      ASSERT_EQ(quickSigns_.joints[i].shown, wholeSigns_.joints[i].shown) << "rotation " << i << " of frame " << frame;
      ASSERT_EQ(quickSigns_.joints[i].restSign, wholeSigns_.joints[i].restSign) << i << " in frame " << frame;
    }
  }

  std::mt19937 random_{5};
  ChannelLayout layout_{kJoints, kMorphsOfOneNode};
  PoseSampler quick_{layout_, restPose()}, whole_{layout_, restPose()};
  RotationSigns quickSigns_{layout_.channels(), 7}, wholeSigns_ = quickSigns_, allSigns_ = quickSigns_;
  JointMask mask_ = *JointMask::make({0, 0.5f, 1, 0});
  std::vector<AnimationClip> clips_;
};

TEST_F(RestingChannels, AreNotBlendedAgainAndTheResultIsTheSame) {
  std::vector<BlendEntry> entries;
  bool continues = false;
  for (int frame = 0; frame < 5000; ++frame) {
    if (is(0.3)) entries = randomEntries();
    for (BlendEntry& entry : entries) entry.time = fraction();
    if (is(0.02)) quickSigns_ = wholeSigns_ = allSigns_ = RotationSigns(layout_.channels(), 7), continues = false;
    if (is(0.1)) {
      quick_.sampleInOrder(entries);
      PoseSampler alone(layout_, restPose());
      for (std::size_t i = 0; i < clips_.size(); ++i) alone.bind(static_cast<int>(i), clips_[i]);
      alone.sampleInOrder(entries);
      for (std::size_t i = 0; i < alone.values().size(); ++i)
        ASSERT_EQ(quick_.values()[i], alone.values()[i]) << "value " << i << " in order, frame " << frame;
    }
    quick_.sampleOrderFree(entries, quickSigns_, continues);
    whole_.sampleOrderFree(entries, wholeSigns_);
    expectTheSame(frame);
    expectAllChannels(frame);
    continues = true;
  }
}

TEST_F(RestingChannels, ReturnToTheirRestValuesExactly) {
  const AnimationClip moves =
      test::clip("", {test::track({0, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 1, 1})});
  const Pose rest = restPose();
  const glm::vec3 there = rest.locals[0].translation;
  const AnimationClip holds = test::clip("", {test::track({0, Channel::Translation}, Interpolation::Linear, {0, 1},
                                                          {there.x, there.y, there.z, there.x, there.y, there.z})});
  quick_.bind(0, moves);
  quick_.bind(1, holds);
  const BlendEntry moving{.slot = 0, .clip = &moves, .time = 0.7, .weight = 1};
  const BlendEntry holding{.slot = 1, .clip = &holds, .time = 0.7, .weight = 0.9};
  quick_.sampleOrderFree({{moving}}, quickSigns_);
  EXPECT_NEAR(quick_.values()[0], 0.7, 1e-12);
  for (const double weight : {0.9, 0.3, 1.0}) {
    std::vector<BlendEntry> entries{holding};
    entries[0].weight = weight;
    quick_.sampleOrderFree(entries, quickSigns_, true);
    EXPECT_EQ(quick_.values()[0], static_cast<double>(there.x));
    EXPECT_EQ(quick_.values()[1], static_cast<double>(there.y));
  }
}

TEST_F(RestingChannels, AreMovedByAnAdditiveActionThatHoldsTheirRestValues) {
  const glm::vec3 there = restPose().locals[0].translation;
  const AnimationClip holds =
      test::clip("", {test::track({0, Channel::Translation}, Interpolation::Linear, {0}, {there.x, there.y, there.z})});
  quick_.bind(0, holds);
  BlendEntry entry{.slot = 0, .clip = &holds, .weight = 0.5, .blendMode = BlendMode::Additive};
  quick_.sampleOrderFree({{entry}}, quickSigns_);
  EXPECT_DOUBLE_EQ(quick_.values()[1], 1.5 * static_cast<double>(there.y));
  entry.blendMode = BlendMode::Normal;  // of the same slot
  quick_.sampleOrderFree({{entry}}, quickSigns_, true);
  EXPECT_EQ(quick_.values()[1], static_cast<double>(there.y));
}

TEST_F(RestingChannels, AllocateNothingInAFrame) {
  const std::vector<BlendEntry> some = randomEntries(), others = randomEntries();
  quick_.sampleOrderFree(some, quickSigns_);
  const ::test::AllocationGuard guard;
  for (int frame = 0; frame < 8; ++frame) quick_.sampleOrderFree(frame % 4 < 2 ? some : others, quickSigns_, true);
  for (int frame = 0; frame < 8; ++frame) quick_.sampleInOrder(frame % 4 < 2 ? some : others);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace crossfade
