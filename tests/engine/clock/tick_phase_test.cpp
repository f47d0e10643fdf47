#include "crossfade/clock/tick_phase.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "crossfade/clock/clock.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/pose.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t kHour = 3600;
constexpr std::int64_t kDay = 24 * kHour;

/// ticks / perSecond modulo numerator / denominator seconds, in integers of 1 / (perSecond * denominator) seconds, and
/// then one division.
long double exactTime(std::int64_t ticks, std::int64_t perSecond, std::int64_t numerator, std::int64_t denominator) {
  const Wide rest = Wide{ticks} * denominator % (Wide{numerator} * perSecond);
  return static_cast<long double>(rest) / static_cast<long double>(Wide{perSecond} * denominator);
}

/// The distance on a circle.
long double circularDistance(long double a, long double b, long double round) {
  const long double d = std::abs(a - b);
  return std::min(d, round - d);
}

TEST(TickPhase, IsExactForADay) {
  // 0.7083 s is 7083 / 10000: not a clip length that divides a second, a minute or a day.
  for (const std::int64_t perSecond : {std::int64_t{60}, std::int64_t{144}, std::int64_t{1000}, kFlicksPerSecond})
    for (std::int64_t second = 0; second <= kDay; second += 17)
      for (const std::int64_t offset : {std::int64_t{0}, perSecond / 3, perSecond - 1}) {
        const std::int64_t ticks = second * perSecond + offset;
        // The double nearest to 0.7083 is not 0.7083, and a day has 121982 cycles of it: the exact period is the
        // fraction that the double represents.
        const auto numerator = static_cast<std::int64_t>(std::ldexp(0.7083, 53));
        const long double exact = exactTime(ticks, perSecond, numerator, std::int64_t{1} << 53);
        ASSERT_LT(circularDistance(clipTimeFromTicks(ticks, perSecond, 0.7083), exact, 0.7083), 2.3e-16L)
            << ticks << " at " << perSecond;
        // With the clip length in ten-thousandths of a second, only the quotient is rounded.
        const std::int64_t fine = second * 10000 + offset * 10000 / perSecond;
        ASSERT_EQ(phaseFromTicks(fine, 7083), static_cast<double>(fine % 7083) / 7083);
      }
}

TEST(TickPhase, IsExactForEveryTickOfADayAtSixty) {
  // 0.7083 s in ticks of 1/60 s is 42.498: in units of 1/500 tick, one cycle is 21249. Counted up by one
  // tick at a time, in integers.
  std::int64_t units = 0;
  for (std::int64_t tick = 0; tick < kDay * 60; ++tick) {
    const double exact = static_cast<double>(units) / 21249;
    const double phase = phaseFromTicks(tick * 500, 21249);
    ASSERT_EQ(phase, exact) << tick;
    units += 500;
    if (units >= 21249) units -= 21249;
  }
}

TEST(TickPhase, StaysInItsRange) {
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(phaseFromTicks(5, 4), 0.25);
  EXPECT_EQ(phaseFromTicks(-1, 4), 0.75);
  EXPECT_EQ(phaseFromTicks(-4, 4), 0);
  EXPECT_EQ(phaseFromTicks(7, 0), 0);
  EXPECT_EQ(phaseFromTicks(7, -3), 0);
  for (const std::int64_t ticks : {kMax, -kMax, kMax - 1}) {
    EXPECT_GE(phaseFromTicks(ticks, kMax), 0);
    EXPECT_LT(phaseFromTicks(ticks, kMax), 1);
    EXPECT_GE(clipTimeFromTicks(ticks, 60, 0.7083), 0);
    EXPECT_LT(clipTimeFromTicks(ticks, 60, 0.7083), 0.7083);
  }
  EXPECT_EQ(clipTimeFromTicks(90, 60, 1), 0.5);
  EXPECT_EQ(clipTimeFromTicks(-15, 60, 1), 0.75);
  EXPECT_EQ(clipTimeFromTicks(60, 60, 1), 0);
  EXPECT_EQ(clipTimeFromTicks(-45, 60, 0.625), 0.5);
  for (const double none : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(clipTimeFromTicks(90, 60, none), 0);
}

AnimationClip wave(float seconds) {
  const float step = seconds / 4;
  return test::clip("wave", {test::track({0, Channel::Translation}, Interpolation::Linear, {0, step, 3 * step, seconds},
                                         {0, 0, 0, 1, 2, 3, -5, 1, 7, 0, 0, 0}),
                             test::track({0, Channel::Rotation}, Interpolation::Linear, {0, 2 * step, seconds},
                                         {0, 0, 0, 1, 0, 0.6f, 0, 0.8f, 0, 0, 0, 1})});
}

/// The bits of the pose of `clip` at a tick of the fixed-step clock.
std::vector<float> poseAt(PoseSampler& sampler, const AnimationClip& clip, std::int64_t ticks, std::int64_t perSecond) {
  const BlendEntry entry{
      .slot = 0, .clip = &clip, .time = clipTimeFromTicks(ticks, perSecond, clip.duration()), .weight = 1};
  sampler.sampleInOrder(std::vector{entry});
  Pose pose{.locals = {Transform{}}, .morphWeights = {}};
  sampler.writePose(pose);
  const Transform& joint = pose.locals[0];
  return {joint.translation.x, joint.translation.y, joint.translation.z, joint.rotation.x,
          joint.rotation.y,    joint.rotation.z,    joint.rotation.w};
}

TEST(TickPhase, PosesAfterADayEqualThoseAtTheStartBitForBit) {
  for (const float seconds : {0.75f, 1.25f, 2.0f, 0.5f}) {  // 45, 75, 120 and 30 ticks: each divides the day
    const AnimationClip clip = wave(seconds);
    PoseSampler sampler(ChannelLayout(1, {}), Pose{.locals = {Transform{}}, .morphWeights = {}});
    sampler.bind(0, clip);
    Clock clock{.settings = {.kind = ClockKind::FixedStep}};
    std::vector<std::vector<float>> first;
    for (int tick = 0; tick < 200; ++tick) first.push_back(poseAt(sampler, clip, tick, 60));
    while (clock.ticks < kDay * 60) tick(clock, 1.0 / 30);  // a day of frames
    ASSERT_EQ(clock.ticks, kDay * 60);
    for (std::int64_t tick = 0; tick < 200; ++tick) {
      const auto last = poseAt(sampler, clip, clock.ticks + tick, 60);
      const auto& wanted = first[static_cast<std::size_t>(tick)];
      ASSERT_EQ(std::memcmp(last.data(), wanted.data(), wanted.size() * sizeof(float)), 0)
          << seconds << " s, tick " << tick;
    }
  }
}

TEST(TickPhase, SummedSecondsDriftAndTicksDoNot) {
  double added = 0;
  for (std::int64_t tick = 0; tick < kDay * 60; ++tick) added = std::fmod(added + 1.0 / 60, 0.75);
  EXPECT_GT(circularDistance(added, 0, 0.75L), 1e-12L) << "so ticks are counted instead";
  EXPECT_EQ(clipTimeFromTicks(kDay * 60, 60, 0.75), 0);
}

}  // namespace
}  // namespace crossfade
