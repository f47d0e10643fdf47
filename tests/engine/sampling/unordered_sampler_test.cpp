#include "engine/sampling/unordered_sampler.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace engine {
namespace {

AnimationClip turned(double angle, BlendMode mode = BlendMode::Normal) {
  return test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, {0},
                                     {0, 0, static_cast<float>(std::sin(angle / 2)), static_cast<float>(std::cos(angle / 2))})}, mode);
}

struct Rig {
  explicit Rig(std::vector<AnimationClip> all, Transform rest = {})
      : clips(std::move(all)), exact(ChannelLayout(1, {}), {.locals = {rest}, .morphWeights = {}}), mixed(exact.layout(), exact.numbers()) {
    for (std::size_t i = 0; i < clips.size(); ++i) {
      exact.bind(static_cast<int>(i), clips[i]);
      mixed.bind(static_cast<int>(i), clips[i]);
    }
  }
  BlendEntry entry(int slot, double weight, double time = 0) const {
    const AnimationClip& clip = clips[static_cast<std::size_t>(slot)];
    return {.slot = slot, .clip = &clip, .time = time, .weight = weight, .blendMode = clip.blendMode()};
  }
  std::vector<double> sample(const std::vector<BlendEntry>& entries) {
    mixed.sample(exact, entries);
    return {mixed.numbers().begin(), mixed.numbers().end()};
  }
  double angleAbout(const std::vector<BlendEntry>& entries) {
    const auto n = sample(entries);
    return 2 * std::atan2(n[5], n[6]);
  }

  std::vector<AnimationClip> clips;
  ExactSampler exact;
  UnorderedSampler mixed;
};

TEST(BlendUnordered, IsTheSameInEveryOrderAndForEverySign) {
  const double r = std::sqrt(0.5);
  const std::vector<double> rotations{r, 0, 0, r, 0, r, 0, r, 0, 0, r, r};
  const double reference[4] = {0, 0, 0, 1};
  double first[4], other[4];
  blendUnordered(rotations, std::vector<double>{0.5, 0.2, 0.3}, reference, first);
  const std::vector<double> shuffled{0, 0, -r, -r, r, 0, 0, r, 0, -r, 0, -r};
  blendUnordered(shuffled, std::vector<double>{0.3, 0.5, 0.2}, reference, other);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(first[i], other[i], 1e-15);
}

TEST(BlendUnordered, OfOppositesThatCancelGivesTheReference) {
  const double reference[4] = {0, 0, 0, 1};
  double into[4];
  blendUnordered({}, {}, reference, into);
  EXPECT_EQ(into[3], 1);
}

TEST(UnorderedSampler, OfOneClipShowsItsKeys) {
  Rig rig({turned(1), test::slide("", 1, 2, 6)});
  EXPECT_NEAR(rig.angleAbout({rig.entry(0, 1)}), 1, 1e-7);
  EXPECT_EQ(rig.sample({rig.entry(1, 1, 0.5)})[0], 4);
  EXPECT_EQ(rig.sample({})[0], 0) << "rest";
}

TEST(UnorderedSampler, FillsFromTheRestPoseAndNormalises) {
  Rig rig({test::slide("", 1, 2, 2), test::slide("", 1, 6, 6)}, {.translation = {10, 0, 0}});
  EXPECT_DOUBLE_EQ(rig.sample({rig.entry(0, 0.25), rig.entry(1, 0.5)})[0], 2 * 0.25 + 6 * 0.5 + 10 * 0.25);
  EXPECT_DOUBLE_EQ(rig.sample({rig.entry(0, 1), rig.entry(1, 3)})[0], 5);
}

TEST(UnorderedSampler, AChannelThatOnlyOneClipMovesIsThatClips) {
  Rig rig({turned(1), test::slide("", 1, 2, 6)});
  EXPECT_NEAR(rig.angleAbout({rig.entry(0, 1), rig.entry(1, 1)}), 1, 1e-7) << "two whole clips of two halves of a body";
}

TEST(UnorderedSampler, DoesNotDependOnTheOrder) {
  Rig one({turned(0.3), turned(1.4), turned(-1.1)}), other({turned(0.3), turned(1.4), turned(-1.1)});
  EXPECT_NEAR(one.angleAbout({one.entry(0, 0.5), one.entry(1, 0.2), one.entry(2, 0.3)}),
              other.angleAbout({other.entry(2, 0.3), other.entry(0, 0.5), other.entry(1, 0.2)}), 1e-14);
}

TEST(UnorderedSampler, LaysAdditiveClipsOnTop) {
  Rig rig({turned(0.5), turned(0.25, BlendMode::Additive)}, {.rotation = makeQuat(0, 0, 0, 1)});
  EXPECT_NEAR(rig.angleAbout({rig.entry(1, 1), rig.entry(0, 1)}), 0.75, 1e-6);
}

TEST(UnorderedSampler, GoesOnTheSameWayWhenClipsTurnPastTheFarSide) {
  // One clip stands, the other turns from 100 to 260 degrees: at 180 the shorter way changes, and three.js's mix with it.
  std::vector<float> times, values;
  for (int i = 0; i <= 16; ++i) {
    const double angle = (100 + 10.0 * i) * 3.14159265358979 / 180;
    times.push_back(static_cast<float>(i));
    for (const double part : {0.0, 0.0, std::sin(angle / 2), std::cos(angle / 2)}) values.push_back(static_cast<float>(part));
  }
  Rig rig({turned(0), test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, times, values)})});
  double last = rig.angleAbout({rig.entry(0, 0.5), rig.entry(1, 0.5, 0)});
  for (double time = 0; time <= 16; time += 0.05) {
    const double now = rig.angleAbout({rig.entry(0, 0.5), rig.entry(1, 0.5, time)});
    EXPECT_LT(std::abs(std::remainder(now - last, 6.283185307179586)), 0.02) << time;
    last = now;
  }
}

TEST(UnorderedSampler, AllocatesNothing) {
  Rig rig({turned(0.5), turned(0.25, BlendMode::Additive), test::slide("", 1)});
  const std::vector<BlendEntry> entries{rig.entry(0, 0.5), rig.entry(1, 1), rig.entry(2, 0.5)};
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 5; ++i) rig.mixed.sample(rig.exact, entries);
  EXPECT_EQ(guard.count(), 0);
}

RC_GTEST_PROP(UnorderedSamplerProperty, AnyOrderOfAnyClipsGivesTheSame, ()) {
  std::vector<AnimationClip> clips;
  for (int i = 0; i < 5; ++i) clips.push_back(turned(*rc::gen::inRange(-150, 151) / 100.0));
  Rig one(clips), other(clips);
  std::vector<BlendEntry> entries;
  for (int i = 0; i < 5; ++i) entries.push_back(one.entry(i, *rc::gen::inRange(1, 100) / 100.0));
  std::vector<BlendEntry> shuffled = entries;
  for (std::size_t i = shuffled.size(); i > 1; --i) std::swap(shuffled[i - 1], shuffled[static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(i)))]);
  for (BlendEntry& entry : shuffled) entry.clip = &other.clips[static_cast<std::size_t>(entry.slot)];
  const auto a = one.sample(entries), b = other.sample(shuffled);
  for (std::size_t i = 0; i < a.size(); ++i) RC_ASSERT(std::abs(a[i] - b[i]) < 1e-12);
}

}  // namespace
}  // namespace engine
