#include "crossfade/crowd/detail/sampled_clip.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <numbers>
#include <span>

#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/crowd/detail/crowd_rig_data.h"
#include "crossfade/crowd/detail/shell_error.h"
#include "crossfade/math/rotation_vector.h"
#include "crossfade/pose/pose_sampler.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

/// A chain of joints, one meter apart, with two morph weights on the first.
struct Chain {
  explicit Chain(int joints) : skeleton(test::chain(joints)) {
    for (const Transform& t : skeleton.restLocals()) rest.locals.push_back(t);
    rest.morphWeights = {0.25f, 0};
  }
  CrowdRig rig(const std::vector<AnimationClip>& clips, const SampleTolerance& tolerance = {}) const {
    std::vector<CrowdClip> uses;
    for (const AnimationClip& clip : clips) {
      ids[&clip] = {.index = static_cast<int>(uses.size())};
      uses.push_back({.clip = &clip, .id = ids[&clip], .blendMode = clip.blendMode(), .tolerance = tolerance});
    }
    return CrowdRig({.parents = skeleton.parents(), .rest = rest, .morphs = morphs, .clips = uses});
  }
  Pose sampled(const CrowdRig& rig, const AnimationClip& clip, double time) const {
    const BlendEntry entry{
        .clip = &clip, .clipId = ids.at(&clip), .time = time, .weight = 1, .blendMode = clip.blendMode()};
    const CrowdCharacter character{.entries = {&entry, 1}};
    std::vector<Pose> poses{rest};
    CrowdSampler(1).samplePoses(rig, {&character, 1}, BlendOrder::Layers, poses);
    return poses[0];
  }
  std::vector<double> valuesOf(const Pose& pose) const {
    std::vector<double> all(static_cast<std::size_t>(channels.valueCount()));
    channels.readPose(pose, all);
    return all;
  }
  /// The largest differences between a clip and its samples, at times that are not frames.
  ShellDifference worst(const CrowdRig& rig, const AnimationClip& clip, const SampleTolerance& tolerance = {}) const {
    PoseSampler exact(channels, rest);
    exact.bind(0, clip);
    ShellMeter meter(skeleton.parents(), tolerance.shell);
    ShellDifference worst;
    for (double time = 0; time <= clip.duration(); time += clip.duration() / 503) {
      const BlendEntry entry{.clip = &clip, .time = time, .weight = 1, .blendMode = clip.blendMode()};
      exact.sampleInOrder({&entry, 1});
      const ShellDifference found = meter.difference(exact.values(), valuesOf(sampled(rig, clip, time)));
      worst = {.distance = std::max(worst.distance, found.distance), .angle = std::max(worst.angle, found.angle)};
    }
    return worst;
  }

  mutable std::map<const AnimationClip*, ClipId> ids;  // clips of all rigs
  Skeleton skeleton;
  std::vector<MorphChannel> morphs{{.node = 0, .offset = 0, .count = 2}};
  ChannelLayout channels{skeleton.jointCount(), morphs};
  Pose rest;
};

std::vector<float> wave(int keys, double size, double cycles, int components) {
  std::vector<float> values;
  for (int k = 0; k < keys; ++k)
    for (int i = 0; i < components; ++i)
      values.push_back(static_cast<float>(size * std::sin(2 * std::numbers::pi * cycles * k / (keys - 1) + i)));
  return values;
}
std::vector<float> everySoOften(int keys, double seconds) {
  std::vector<float> times;
  for (int k = 0; k < keys; ++k) times.push_back(static_cast<float>(seconds * k / (keys - 1)));
  return times;
}
std::vector<float> rotationKeys(int keys, double angle) {
  std::vector<float> values;
  for (int k = 0; k < keys; ++k) {
    const double a = angle * std::sin(2 * std::numbers::pi * k / (keys - 1)) / 2;
    for (const double component : {std::sin(a) * 0.6, 0.0, std::sin(a) * 0.8, std::cos(a)})
      values.push_back(static_cast<float>(component));
  }
  return values;
}

TEST(SampledClip, OfEvenlySpacedKeysHasAFramePerKey) {
  const Chain chain(2);
  const std::vector<AnimationClip> clips{test::clip(
      "", {test::track({1, Channel::Rotation}, Interpolation::Linear, everySoOften(26, 1), rotationKeys(26, 1))})};
  const CrowdRig rig = chain.rig(clips);
  EXPECT_EQ(rig.data().clips[0].intervals, 25);
  EXPECT_TRUE(rig.report(0).withinTolerance);
  EXPECT_GT(rig.report(0).distance, 0) << "measured, not assumed";
}

TEST(SampledClip, TakesAHigherRateForATighterTolerance) {
  const Chain chain(3);
  std::vector<float> values = wave(4, 1, 1, 9);  // with tangents
  const std::vector<AnimationClip> clips{
      test::clip("", {test::track({1, Channel::Translation}, Interpolation::Hermite, {0, 0.4f, 0.7f, 1.31f}, values)})};
  const SampleTolerance loose{.distance = 1e-2};
  const CrowdRig rough = chain.rig(clips, loose), fine = chain.rig(clips);
  EXPECT_LT(rough.data().clips[0].intervals, fine.data().clips[0].intervals);
  EXPECT_LE(chain.worst(rough, clips[0]).distance, 1e-2);
  EXPECT_LE(chain.worst(fine, clips[0]).distance, 1.5e-4) << "measured between its probes";
  EXPECT_NEAR(fine.data().clips[0].rate * clips[0].duration(), fine.data().clips[0].intervals, 1e-9)
      << "a whole number of intervals";
}

TEST(SampledClip, FollowsEveryKindOfInterpolation) {
  const Chain chain(3);
  const auto quick = [](Interpolation interpolation, TrackTarget target, std::vector<float> values) {
    return test::clip("", {test::track(target, interpolation, {0, 0.3f, 0.55f, 1}, std::move(values))});
  };
  const auto bezier = *KeyframeTrack::make(
      {0, Channel::Translation}, Interpolation::Bezier, {0, 1}, {0, 0, 0, 1, 2, 0},
      {0, 0, 0, 0, 0, 0, 0.4f, 0.1f, 0.4f, 0, 0.4f, 0, 0.6f, 1.2f, 0.6f, 2, 0.6f, 0, 1, 1, 1, 2, 1, 0});
  const std::vector<AnimationClip> clips{
      quick(Interpolation::Linear, {0, Channel::Translation}, wave(4, 0.5, 1, 3)),
      quick(Interpolation::Smooth, {0, Channel::Translation}, wave(4, 0.5, 1, 3)),
      quick(Interpolation::Hermite, {1, Channel::Translation}, wave(4, 0.5, 1, 9)),
      quick(Interpolation::Linear, {1, Channel::Rotation}, rotationKeys(4, 1)),
      quick(Interpolation::Linear, {2, Channel::Scale}, {1, 1, 1, 2, 0.5f, 1, 1, 1, 1, 1.5f, 1, 1}),
      test::clip("", {bezier})};
  const CrowdRig rig = chain.rig(clips);
  for (int i = 0; i < rig.clipCount(); ++i) {
    const ShellDifference found = chain.worst(rig, clips[static_cast<std::size_t>(i)]);
    EXPECT_LE(found.distance, rig.report(i).withinTolerance ? 1.6e-4 : 2 * rig.report(i).distance) << i;
    EXPECT_LE(found.angle, rig.report(i).withinTolerance ? 1.1e-3 : 2 * rig.report(i).angle) << i;
  }
}

TEST(SampledClip, JumpsExactlyWhereStepTracksDo) {
  const Chain chain(2);
  const std::vector<AnimationClip> clips{test::clip(
      "",
      {test::track({0, Channel::Translation}, Interpolation::Discrete, {0, 0.333f, 1}, {0, 0, 0, 1, 0, 0, 2, 0, 0}),
       test::track({1, Channel::Rotation}, Interpolation::Discrete, {0, 0.7f, 1}, {0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1}),
       test::track({0, Channel::Weights}, Interpolation::Discrete, {0, 0.5f}, {0, 0, 1, 0.5f}),
       test::track({1, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 1, 0, 1, 1, 0})})};
  const CrowdRig rig = chain.rig(clips);
  for (const double time : {0.0, 0.3329, 0.3331, 0.4999, 0.5001, 0.6999, 0.7001, 0.9999, 1.0}) {
    const Pose pose = chain.sampled(rig, clips[0], time);
    EXPECT_EQ(pose.locals[0].translation.x, time < 0.333 ? 0 : time < 1 ? 1 : 2) << time;
    EXPECT_NEAR(std::abs(pose.locals[1].rotation.x), time > 0.7 && time < 1 ? 1 : 0, 1e-6) << time;
    EXPECT_EQ(pose.morphWeights[1], time < 0.5 ? 0 : 0.5f) << time;
    EXPECT_NEAR(pose.locals[1].translation.x, time, 1e-5) << "tracks without steps stay smooth";
  }
}

TEST(SampledClip, RotatesInStepsWhateverTheLengthOfTheQuaternions) {
  const Chain chain(2);
  for (const float length : {1.01f, 3.0f, 1e30f, 1e-5f}) {
    const std::vector<AnimationClip> clips{
        test::clip("", {test::track({1, Channel::Rotation}, Interpolation::Discrete, {0, 0.5f},
                                    {0, 0, 0, length, 0.96f * length, 0, 0, 0.28f * length})})};
    const CrowdRig rig = chain.rig(clips);
    EXPECT_NEAR(std::abs(chain.sampled(rig, clips[0], 0.4).locals[1].rotation.w), 1, 1e-4) << length;
    const glm::quat turned = chain.sampled(rig, clips[0], 0.6).locals[1].rotation;
    EXPECT_NEAR(turned.x * turned.w, 0.96 * 0.28, 1e-4) << length;
    EXPECT_NEAR(turned.w * turned.w, 0.28 * 0.28, 1e-4) << length;
  }
}

TEST(SampledClip, OfALinearTrackWithTwoKeysAtOneTimeJumpsThere) {
  const Chain chain(1);
  const std::vector<AnimationClip> clips{
      test::clip("", {test::track({0, Channel::Translation}, Interpolation::Linear, {0, 0.437f, 0.437f, 1},
                                  {0, 0, 0, 1, 0, 0, 5, 0, 0, 6, 0, 0})})};
  const CrowdRig rig = chain.rig(clips);
  EXPECT_NEAR(chain.sampled(rig, clips[0], 0.4369).locals[0].translation.x, 1, 1e-3);
  EXPECT_NEAR(chain.sampled(rig, clips[0], 0.4371).locals[0].translation.x, 5, 1e-3);
}

TEST(SampledClip, ConstantsCostNothing) {
  const Chain chain(20);
  std::vector<KeyframeTrack> still, restful;
  for (int joint = 0; joint < 20; ++joint) {
    restful.push_back(
        test::track({joint, Channel::Scale}, Interpolation::Linear, everySoOften(100, 3), std::vector<float>(300, 1)));
    still.push_back(
        test::track({joint, Channel::Scale}, Interpolation::Linear, everySoOften(100, 3), std::vector<float>(300, 2)));
  }
  const std::vector<AnimationClip> asRest{test::clip("", std::move(restful))}, asPose{test::clip("", std::move(still))};
  const CrowdRig none = chain.rig(asRest), one = chain.rig(asPose);
  EXPECT_EQ(none.data().lanes.linearLanes(), 0) << "equal to the rest pose";
  EXPECT_EQ(one.data().clips[0].intervals, 0) << "one pose for all three seconds";
  EXPECT_EQ(chain.sampled(one, asPose[0], 1.5).locals[7].scale, glm::vec3(2));
}

TEST(SampledClip, StoresAStillGroupOnce) {
  const Chain chain(32);
  std::vector<KeyframeTrack> tracks;
  for (int joint = 0; joint < 32; ++joint)
    tracks.push_back(test::track({joint, Channel::Rotation}, Interpolation::Linear, everySoOften(31, 1),
                                 joint < 16 ? rotationKeys(31, 0.1) : rotationKeys(31, 0)));
  std::vector<KeyframeTrack> all;
  for (int joint = 0; joint < 32; ++joint)
    all.push_back(
        test::track({joint, Channel::Rotation}, Interpolation::Linear, everySoOften(31, 1), rotationKeys(31, 0.1)));
  const std::vector<AnimationClip> clips{test::clip("", std::move(tracks)), test::clip("", std::move(all))};
  const CrowdRig rig = chain.rig(clips, {.distance = 1});
  const std::span<const ClipKeys> keys = rig.data().clipKeys;
  EXPECT_EQ(keys[0].rotationGroups[0].stride, kRotationGroupKeys) << "a frame has one group";
  EXPECT_EQ(keys[0].rotationGroups[1].stride, 0u);
  for (int group : {0, 1}) EXPECT_EQ(keys[1].rotationGroups[group].stride, 2 * kRotationGroupKeys);
  EXPECT_LT(rig.report(0).bytes, rig.report(1).bytes);
}

TEST(CrowdRig, KeepsWhatAFrameReadsInOneBlock) {
  const Chain chain(16);
  std::vector<KeyframeTrack> tracks;
  for (int joint = 0; joint < 16; ++joint)
    tracks.push_back(
        test::track({joint, Channel::Rotation}, Interpolation::Linear, everySoOften(31, 1), rotationKeys(31, 0.1)));
  tracks.push_back(
      test::track({0, Channel::Translation}, Interpolation::Linear, everySoOften(31, 1), wave(31, 0.1, 3, 3)));
  std::vector<KeyframeTrack> same = tracks;
  const std::vector<AnimationClip> clips{test::clip("", std::move(tracks)), test::clip("", std::move(same))};
  const CrowdRig rig = chain.rig(clips);
  const CrowdRigData& data = rig.data();
  ASSERT_EQ(data.clipKeys.size(), 2u);
  std::vector<const void*> reads{data.clipKeys.data(), data.single.laneOrigins, data.single.generalSteps.data(),
                                 data.single.steps.data()};  // what every frame reads, then clip by clip
  for (const ClipKeys& keys : data.clipKeys)
    reads.insert(reads.end(), {keys.rotationGroups, keys.linearKeys, keys.rotationBases, keys.rotationKeys});
  reads.push_back(data.restKeys.rotationKeys);
  EXPECT_TRUE(std::is_sorted(reads.begin(), reads.end(), std::less<const void*>()));
  const auto bytes = static_cast<const std::byte*>(reads.back()) - static_cast<const std::byte*>(reads.front());
  EXPECT_LT(static_cast<std::size_t>(bytes), rig.report(0).bytes + rig.report(1).bytes + 8192);
  for (const SampledClip& clip : data.clips) EXPECT_EQ(clip.rotationKeys.capacity(), 0u) << "not twice in memory";
}

TEST(SampledClip, StoresPositionsThatStandStillOnce) {
  const Chain chain(16);
  const std::vector<float> moving = wave(31, 0.1, 3, 3), still = std::vector<float>(93, 0.25f);
  std::vector<KeyframeTrack> half, all;
  for (int joint = 0; joint < 16; ++joint) {
    const TrackTarget target{joint, Channel::Translation};
    half.push_back(test::track(target, Interpolation::Linear, everySoOften(31, 1), joint < 8 ? moving : still));
    all.push_back(test::track(target, Interpolation::Linear, everySoOften(31, 1), moving));
  }
  const std::vector<AnimationClip> clips{test::clip("", std::move(half)), test::clip("", std::move(all))};
  const CrowdRig rig = chain.rig(clips, {.distance = 1});
  ASSERT_EQ(rig.data().lanes.linearGroups(), 6) << "48 values";
  const std::span<const ClipKeys> keys = rig.data().clipKeys;
  for (int group = 0; group < 6; ++group) EXPECT_EQ(keys[0].linearGroups[group].stride == 0, group >= 3) << group;
  EXPECT_GT(keys[1].linearGroups[5].stride, 0u);
}

TEST(SampledClip, OfAMinuteStaysWithinTolerance) {
  const Chain chain(2);
  const std::vector<AnimationClip> clips{test::clip(
      "", {test::track({0, Channel::Rotation}, Interpolation::Linear, everySoOften(1801, 60.02), rotationKeys(1801, 3)),
           test::track({0, Channel::Translation}, Interpolation::Linear, everySoOften(1801, 60.02),
                       wave(1801, 10, 7, 3))})};
  const CrowdRig rig = chain.rig(clips);
  EXPECT_TRUE(rig.report(0).withinTolerance);
  EXPECT_EQ(rig.data().clips[0].intervals, 1800);
  EXPECT_LE(chain.worst(rig, clips[0]).distance, 5e-4) << "it moves 12 meters, and the tolerance grows with size";
}

TEST(SampledClip, ReportsAToleranceThatCannotBeMet) {
  const Chain chain(2);
  const std::vector<AnimationClip> clips{
      test::clip("",
                 {test::track({1, Channel::Rotation}, Interpolation::Linear, {0, 0.0173f, 0.31f}, rotationKeys(3, 2))}),
      test::clip("", {test::track({1, Channel::Rotation}, Interpolation::Linear, {0, 0.0173f, 0.31f},
                                  {0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1})})};
  const CrowdRig rig = chain.rig(clips, {.distance = 1e-9, .maxRate = 60});
  EXPECT_FALSE(rig.report(1).withinTolerance);
  EXPECT_GT(rig.report(1).distance, 1e-9);
}

TEST(SampledClip, ThatWouldNeedMoreHasTheMaximumRate) {
  const Chain chain(2);
  const std::vector<AnimationClip> clips{test::clip(
      "", {test::track({1, Channel::Rotation}, Interpolation::Linear, {0, 0.1337f, 0.71f, 1}, rotationKeys(4, 2))})};
  for (const double maxRate : {24.0, 30.0, 60.0, 120.0, 240.0}) {
    const SampleReport report = chain.rig(clips, {.distance = 1e-9, .maxRate = maxRate}).report(0);
    EXPECT_FALSE(report.withinTolerance);
    EXPECT_DOUBLE_EQ(report.rate, maxRate);
  }
}

TEST(SampledClip, OfAnEnormousDurationFitsIntoItsBytes) {
  const Chain chain(2);
  for (const float duration : {1e8f, 1e9f, 3e38f}) {
    const std::vector<AnimationClip> clips{
        test::clip("", {test::track({1, Channel::Rotation}, Interpolation::Linear, {0, 0.7f, 1.3f, duration},
                                    {0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})})};
    const CrowdRig rig = chain.rig(clips, {.maxBytes = 1 << 16});
    const SampleReport& report = rig.report(0);
    EXPECT_FALSE(report.withinTolerance);
    EXPECT_TRUE(report.limitedByBytes);
    EXPECT_GT(report.bytes, (1u << 16) * 9 / 10) << "as many frames as fit";
    EXPECT_LT(report.bytes, (1u << 16) + (1u << 12));
    EXPECT_GT(report.rate, 0);
    EXPECT_TRUE(std::isfinite(chain.sampled(rig, clips[0], duration / 3.0).locals[1].rotation.w));
  }
  const std::vector<AnimationClip> minute{test::clip(
      "", {test::track({1, Channel::Rotation}, Interpolation::Linear, everySoOften(1801, 60), rotationKeys(1801, 3))})};
  EXPECT_FALSE(chain.rig(minute).report(0).limitedByBytes);
}

TEST(SampledClip, ThatMovesHasItsFirstAndLastPoseInAnyMemory) {
  const Chain chain(1);
  const std::vector<AnimationClip> clips{test::clip(
      "", {test::track({0, Channel::Translation}, Interpolation::Linear, {0, 0.5f, 1}, {2, 0, 0, 3, 0, 0, 5, 0, 0})})};
  const CrowdRig rig = chain.rig(clips, {.maxBytes = 1});
  EXPECT_EQ(rig.data().clips[0].intervals, 1) << "two frames and no more, although the middle key is missed";
  EXPECT_NEAR(chain.sampled(rig, clips[0], 0).locals[0].translation.x, 2, 1e-5);
  EXPECT_NEAR(chain.sampled(rig, clips[0], 1).locals[0].translation.x, 5, 1e-5);
}

TEST(SampledClip, OfASinglePoseIsWithinAToleranceOfZero) {
  const Chain chain(1);
  const std::vector<AnimationClip> clips{test::stillClip("", 3)};
  const CrowdRig rig = chain.rig(clips, {.distance = 0});
  EXPECT_EQ(rig.report(0).distance, 0);
  EXPECT_TRUE(rig.report(0).withinTolerance);
}

TEST(SampledClip, WithoutDurationOrTracksIsAPose) {
  const Chain chain(2);
  const std::vector<AnimationClip> clips{
      test::stillClip("", 3), test::clip("", {}),
      *AnimationClip::make("",
                           {test::track({0, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 0, 0})},
                           BlendMode::Normal, 0)};
  const CrowdRig rig = chain.rig(clips);
  EXPECT_EQ(chain.sampled(rig, clips[0], 17).locals[0].translation.x, 3);
  EXPECT_EQ(chain.sampled(rig, clips[1], 1).locals[1].translation.y, 1) << "the rest pose";
  EXPECT_EQ(chain.sampled(rig, clips[2], 1).locals[0].translation.x, 0);
  for (const double time : {-1.0, 1e300, std::nan("")})
    EXPECT_EQ(chain.sampled(rig, clips[0], time).locals[0].translation.x, 3);
  EXPECT_EQ(rig.data().restClip.intervals, 0) << "the rest pose, too";
  EXPECT_EQ(rig.data().restClip.duration, 0);
}

TEST(SampledClip, AdditiveClipsAddNothingWhereTheyHaveNoTracks) {
  const Chain chain(2);
  const std::vector<AnimationClip> clips{
      test::clip("", {test::track({1, Channel::Rotation}, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 1, 0, 0, 0})},
                 BlendMode::Additive),
      test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 1, 0, 0, 0}),
                      test::track({0, Channel::Weights}, Interpolation::Linear, {0}, {1, 1})})};
  const CrowdRig rig = chain.rig(clips);
  const Pose pose = chain.sampled(rig, clips[0], 1);
  EXPECT_NEAR(std::abs(pose.locals[1].rotation.x), 1, 1e-5);
  EXPECT_NEAR(pose.locals[0].rotation.w, 1, 1e-6);
  EXPECT_EQ(pose.locals[1].translation.y, 1);
  EXPECT_EQ(pose.morphWeights[0], 0.25f) << "the rest pose's";
}

TEST(SampledClip, OfAnAdditiveClipIsMeasuredWhereItMovesTheRestPose) {
  const SampleTolerance tolerance{.shell = 0, .maxRate = 10};  // two frames, which miss the turn between them
  constexpr float kTurn = 0.6f;
  const float sine = std::sin(kTurn / 2), cosine = std::cos(kTurn / 2);
  const auto turn = [](int joint, const glm::quat& peak) {
    return test::track({joint, Channel::Rotation}, Interpolation::Linear, {0, 0.025f, 0.1f},
                       {0, 0, 0, 1, peak.x, peak.y, peak.z, peak.w, 0, 0, 0, 1});
  };
  Chain longer(2);  // 1.5 meters, and the clip adds 0.5
  longer.rest.locals[1].translation = {0, 1.5f, 0};
  const std::vector<AnimationClip> swings{
      test::clip("",
                 {turn(0, makeQuat(sine, 0, 0, cosine)),
                  test::track({1, Channel::Translation}, Interpolation::Linear, {0}, {0, 0.5f, 0})},
                 BlendMode::Additive)};
  EXPECT_NEAR(longer.rig(swings, tolerance).report(0).distance, 2 * (2 * std::sin(kTurn / 2)), 1e-3);

  Chain tall(3);  // the rest pose turns the clip's x and z plane upright, where the first joint stretches it
  const float half = std::sqrt(0.5f);
  tall.rest.locals[0].scale = {1, 4, 1};
  tall.rest.locals[1].rotation = makeQuat(half, 0, 0, half);
  tall.rest.locals[2].translation = {1, 0, 0};
  const std::vector<AnimationClip> nods{test::clip("", {turn(1, makeQuat(0, sine, 0, cosine))}, BlendMode::Additive)};
  EXPECT_NEAR(tall.rig(nods, tolerance).report(0).distance, std::hypot(1 - std::cos(kTurn), 4 * std::sin(kTurn)), 1e-3);
  tall.rest.locals[0].scale = {4, 1, 1};
  tall.rest.locals[1].rotation = makeQuat(0, half, 0, half);  // turns the tip out of what is stretched
  const std::vector<AnimationClip> tilts{test::clip("", {turn(1, makeQuat(0, 0, sine, cosine))}, BlendMode::Additive)};
  EXPECT_NEAR(tall.rig(tilts, tolerance).report(0).distance, 2 * std::sin(kTurn / 2), 1e-3);
}

TEST(SampledClip, TurnsEveryJointInItsOwnSteps) {
  const Chain chain(40);
  std::vector<KeyframeTrack> tracks;
  const auto halfAngle = [](int joint) { return 0.03 * (joint + 1); };
  for (int joint = 0; joint < 40; ++joint)
    tracks.push_back(test::track({joint, Channel::Rotation}, Interpolation::Discrete, {0, 0.5f},
                                 {0, 0, 0, 1, static_cast<float>(std::sin(halfAngle(joint))), 0, 0,
                                  static_cast<float>(std::cos(halfAngle(joint)))}));
  const std::vector<AnimationClip> clips{test::clip("", std::move(tracks))};
  const CrowdRig rig = chain.rig(clips);
  const Pose before = chain.sampled(rig, clips[0], 0.49), after = chain.sampled(rig, clips[0], 0.51);
  for (int joint = 0; joint < 40; ++joint) {
    const auto i = static_cast<std::size_t>(joint);
    EXPECT_NEAR(before.locals[i].rotation.x, 0, 1e-4) << joint;
    EXPECT_NEAR(after.locals[i].rotation.x, std::sin(halfAngle(joint)), 1e-4) << joint;
    EXPECT_NEAR(after.locals[i].rotation.w, std::cos(halfAngle(joint)), 1e-4) << joint;
  }
}

// Both poses that are compared turn with the rest pose, so their difference stays.
TEST(SampledClip, ReportsTheSameErrorOfAnAdditiveClipHoweverTheRestPoseIsTurned) {
  const auto reportOf = [](const glm::vec3& turn) {
    Chain chain(2);
    chain.rest.locals[1].rotation = glm::quat(fromRotationVector(glm::dvec3(turn)));
    const std::vector<AnimationClip> clips{test::clip(
        "",
        {test::track({1, Channel::Rotation}, Interpolation::Linear, {0, 0.1337f, 0.71f, 0.9f, 1}, rotationKeys(5, 2))},
        BlendMode::Additive)};
    return chain.rig(clips, {.distance = 1e-9, .maxRate = 10}).report(0);
  };
  const SampleReport expected = reportOf({0, 0, 0});
  EXPECT_GT(expected.angle, 0.05) << "ten frames per second miss most keys";
  for (const glm::vec3 turn : {glm::vec3(1.6f, 0, 0), glm::vec3(0, 1.6f, 0), glm::vec3(0, 0, 1.6f)}) {
    const SampleReport report = reportOf(turn);
    EXPECT_NEAR(report.angle, expected.angle, 1e-6) << turn.x << " " << turn.y << " " << turn.z;
    EXPECT_NEAR(report.distance, expected.distance, 1e-6) << turn.x << " " << turn.y << " " << turn.z;
  }
}

RC_GTEST_PROP(SampledClipProperty, StaysWithinToleranceForAnyKeys, ()) {
  const Chain chain(3);
  std::vector<float> times{0}, rotations, translations;
  const int keys = *rc::gen::inRange(2, 12);
  for (int k = 1; k < keys; ++k) times.push_back(times.back() + static_cast<float>(*rc::gen::inRange(40, 400)) / 1000);
  for (int k = 0; k < keys; ++k) {
    const double angle = *rc::gen::inRange(-50, 51) / 100.0;
    for (const double component : {std::sin(angle), 0.0, 0.0, std::cos(angle)})
      rotations.push_back(static_cast<float>(component));
    for (int i = 0; i < 3; ++i) translations.push_back(static_cast<float>(*rc::gen::inRange(-20, 21)) / 100);
  }
  const std::vector<AnimationClip> clips{
      test::clip("", {test::track({1, Channel::Rotation}, Interpolation::Linear, times, rotations),
                      test::track({0, Channel::Translation}, Interpolation::Smooth, times, translations)})};
  const SampleTolerance tolerance{.distance = 1e-3, .angle = 5e-3};
  const CrowdRig rig = chain.rig(clips, tolerance);
  const ShellDifference found = chain.worst(rig, clips[0], tolerance);
  RC_ASSERT(found.distance <= (rig.report(0).withinTolerance ? 3 * tolerance.distance : 3 * rig.report(0).distance));
}

}  // namespace
}  // namespace crossfade
