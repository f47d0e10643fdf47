#include "crossfade/pose/clip_sampler.h"

#include <gtest/gtest.h>

#include "crossfade/clip/interpolant.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

const std::vector<MorphChannel> kMorphChannels{{.node = 1, .offset = 0, .count = 2}};

/// Tracks of every kind: shared and own key times, a single key, a curve, steps.
AnimationClip everything() {
  return test::clip(
      "everything",
      {test::track({0, Channel::Translation}, Interpolation::Linear, {0, 1, 2}, {0, 0, 0, 1, 2, 3, 4, 4, 4}),
       test::track({0, Channel::Rotation}, Interpolation::Linear, {0, 1, 2},
                   {0, 0, 0, 1, 0, 0.6f, 0, 0.8f, 1, 0, 0, 0}),
       test::track({0, Channel::Scale}, Interpolation::Smooth, {0, 1, 2}, {1, 1, 1, 2, 2, 2, 1, 1, 1}),
       test::track({1, Channel::Translation}, Interpolation::Linear, {0.5f, 1.25f}, {7, 8, 9, 1, 1, 1}),
       test::track({1, Channel::Rotation}, Interpolation::Hermite, {0.5f}, {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}),
       test::track({1, Channel::Weights}, Interpolation::Discrete, {0, 1, 2}, {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f})});
}

void expectEachTrack(const AnimationClip& clip) {
  const ChannelLayout layout(2, kMorphChannels);
  ClipSampler sampler(clip, layout);
  for (const double time : {-1.0, 0.0, 0.3, 0.5, 0.75, 1.0, 1.3, 1.9, 2.0, 5.0, 0.1}) {
    const auto values = sampler.sample(time);
    for (const KeyframeTrack& track : clip.tracks()) {
      std::vector<double> expected(static_cast<std::size_t>(track.valueSize()));
      KeyCursor cursor;
      evaluate(track, time, cursor, expected);
      const int channel = layout.channelOf(track.target(), track.valueSize());
      const ChannelSlot& slot = layout.channels()[static_cast<std::size_t>(channel)];
      for (int i = 0; i < slot.size; ++i)
        EXPECT_EQ(values[static_cast<std::size_t>(slot.offset + i)], expected[static_cast<std::size_t>(i)])
            << "channel " << channel << " at " << time;
    }
  }
}

TEST(ClipSampler, MatchesEachTrackBitForBit) { expectEachTrack(everything()); }

TEST(ClipSampler, MatchesTracksWhoseKeyTimesAreAlmostTheSame) {
  const std::vector<std::vector<float>> times{{0, 1, 2},    {0, 1.25f, 2}, {0.25f, 1, 2}, {0, 1, 1.75f},
                                              {0, 1, 2, 3}, {0, 2},        {0, 1, 2}};
  for (std::size_t first = 0; first < times.size(); ++first)
    for (std::size_t second = 0; second < times.size(); ++second) {
      const auto translation = [&](int joint, const std::vector<float>& keyTimes) {
        std::vector<float> values;
        for (std::size_t i = 0; i < 3 * keyTimes.size(); ++i) values.push_back(static_cast<float>((i * i) % 7));
        return test::track({joint, Channel::Translation}, Interpolation::Linear, keyTimes, values);
      };
      expectEachTrack(test::clip("", {translation(0, times[first]), translation(1, times[second])}));
    }
}

TEST(ClipSampler, SaysWhichChannelsArePresent) {
  const AnimationClip clip = test::slide("", 1, 0, 1, 1);
  const ClipSampler sampler(clip, ChannelLayout(2, kMorphChannels));
  EXPECT_EQ(std::vector<std::uint8_t>(sampler.present().begin(), sampler.present().end()),
            (std::vector<std::uint8_t>{0, 0, 0, 1, 0, 0, 0}));
}

TEST(ClipSampler, TracksWithEqualKeysDoNotMove) {
  const AnimationClip clip = test::clip(
      "",
      {test::track({0, Channel::Translation}, Interpolation::Linear, {0, 1, 2}, {0.1f, 2, 3, 0.1f, 2, 3, 0.1f, 2, 3}),
       test::track({0, Channel::Rotation}, Interpolation::Linear, {0, 1}, {0, 0.6f, 0, 0.9f, 0, 0.6f, 0, 0.9f}),
       test::track({0, Channel::Scale}, Interpolation::Hermite, {0, 1},
                   {0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0}),
       test::track({1, Channel::Translation}, Interpolation::Hermite, {0, 1},
                   {0, 0, 0, 1, 2, 3, 0, 0, 0.5f, 0, 0, 0, 1, 2, 3, 0, 0, 0}),
       test::track({1, Channel::Rotation}, Interpolation::Hermite, {0, 1},
                   {0, 0, 0, 0, 0, 0.6f, 0, 0.9f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.6f, 0, 0.9f, 0, 0, 0, 0}),
       test::track({1, Channel::Scale}, Interpolation::Linear, {0, 1}, {1, 1, 1, 1, 1, 1.001f})});
  ClipSampler sampler(clip, ChannelLayout(2, kMorphChannels));
  // Hermite rotations are normalized between keys.
  EXPECT_EQ(std::vector<std::uint8_t>(sampler.moving().begin(), sampler.moving().end()),
            (std::vector<std::uint8_t>{0, 0, 0, 1, 1, 1, 0}));
  for (const double time : {0.0, 0.3, 1.7, 9.0}) {
    const auto values = sampler.sample(time);
    EXPECT_EQ(std::vector<double>(values.begin(), values.begin() + 10),
              (std::vector<double>{0.1f, 2, 3, 0, 0.6f, 0, 0.9f, 1, 2, 3}));
  }
}

TEST(ClipSampler, SkipsTracksWithoutAChannel) {
  const AnimationClip clip =
      test::clip("", {test::track({0, Channel::Scale}, Interpolation::Linear, {0}, {1, 1, 1}),
                      test::track({9, Channel::Scale}, Interpolation::Linear, {0}, {1, 1, 1}),
                      test::track({1, Channel::Weights}, Interpolation::Linear, {0}, {1, 1, 1})});
  ClipSampler sampler(clip, ChannelLayout(2, kMorphChannels));
  EXPECT_EQ(sampler.skippedTracks(), 2);
  EXPECT_EQ(sampler.sample(0)[7], 1);
}

TEST(ClipSampler, AdoptsEndingsWhereItEntersAnInterval) {
  const AnimationClip clip =
      test::clip("", {test::track({0, Channel::Translation}, Interpolation::Smooth, {0, 1}, {0, 0, 0, 1, 0, 0})});
  ClipSampler sampler(clip, ChannelLayout(1, {}));
  const double straight = sampler.sample(0.25)[0];
  EXPECT_EQ(straight, 0.25);
  EXPECT_EQ(sampler.sample(0.25, {Ending::Flat, Ending::Flat})[0], straight) << "still in the same interval";
  (void)sampler.sample(2);
  EXPECT_LT(sampler.sample(0.25, {Ending::Flat, Ending::Flat})[0], 0.2);
}

TEST(ClipSampler, AllocatesNothingAfterConstruction) {
  const AnimationClip clip = everything();
  ClipSampler sampler(clip, ChannelLayout(2, kMorphChannels));
  const ::test::AllocationGuard guard;
  for (const double time : {0.0, 0.7, 1.9}) (void)sampler.sample(time);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace crossfade
