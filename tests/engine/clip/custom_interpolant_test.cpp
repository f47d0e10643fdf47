#include "crossfade/clip/custom_interpolant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "crossfade/clip/interpolant.h"
#include "crossfade/math/hermite.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

struct Keys {
  std::vector<double> times, values;
  std::size_t size = 1;
};

/// The built-in straight line, written by a caller.
struct OwnLine {
  const Keys* keys;
  double at(std::size_t key, std::size_t i) const { return keys->values[key * keys->size + i]; }
  void copyKey(std::size_t key, std::span<double> result) const {
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = at(key, i);
  }
  void interpolate(std::size_t right, double t0, double t, double t1, std::span<double> result) const {
    const double u = (t - t0) / (t1 - t0);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = at(right - 1, i) * (1 - u) + at(right, i) * u;
  }
};

/// The built-in smooth curve: what depends on the interval alone is computed when it is entered.
struct OwnCubic : OwnLine {
  double before = 0, after = 0;  // the neighboring chords' share of the slopes; 0: the segment's own counts alone

  void intervalChanged(std::size_t right, double t0, double t1) {
    const std::vector<double>& times = keys->times;
    const bool first = right == 1, last = right + 1 == times.size();
    before = first || !(t0 > times[right - 2]) ? 0 : 0.5 * (t1 - t0) / (t0 - times[right - 2]);
    after = last || !(times[right + 1] > t1) ? 0 : 0.5 * (t1 - t0) / (times[right + 1] - t1);
  }
  void interpolate(std::size_t right, double t0, double t, double t1, std::span<double> result) const {
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double left = at(right - 1, i), rise = at(right, i) - left;
      const double m0 = before == 0 ? rise : 0.5 * rise + before * (left - at(right - 2, i));
      const double m1 = after == 0 ? rise : 0.5 * rise + after * (at(right + 1, i) - at(right, i));
      result[i] = hermite(left, m0, at(right, i), m1, (t - t0) / (t1 - t0));
    }
  }
};

/// Notes every call.
struct Recorder {
  std::vector<std::tuple<std::size_t, double, double>>* entered;
  std::vector<std::tuple<double, double>>* beyond;

  void interpolate(std::size_t right, double t0, double, double t1, std::span<double> result) const {
    EXPECT_EQ(entered->back(), std::tuple(right, t0, t1)) << "interpolated an interval that was not announced";
    result[0] = 1;
  }
  void intervalChanged(std::size_t right, double t0, double t1) const { entered->push_back({right, t0, t1}); }
  void beforeStart(double t, double t0, std::span<double> result) const {
    beyond->push_back({t, t0});
    result[0] = t - t0;
  }
  void afterEnd(double tn, double t, std::span<double> result) const {
    beyond->push_back({tn, t});
    result[0] = t - tn;
  }
};

struct NoEnds {
  void interpolate(std::size_t, double, double, double, std::span<double>) {}
};
static_assert(Interpolator<OwnLine> && Interpolator<Recorder>);
static_assert(!Interpolator<NoEnds>, "without both ends, the value of a key is needed");

Keys randomKeys(std::mt19937& random, std::size_t size) {
  Keys keys{.times = {}, .values = {}, .size = size};
  std::uniform_real_distribution<double> number(-3, 3);
  const int count = 1 + static_cast<int>(random() % 12);
  for (int i = 0; i < count; ++i) {
    keys.times.push_back(std::round(4 * number(random)) / 4);  // some are equal
    for (std::size_t j = 0; j < size; ++j) keys.values.push_back(number(random));
  }
  std::sort(keys.times.begin(), keys.times.end());
  return keys;
}

/// Asks both at random times, at every key, and on either side of all keys, in random order.
template <class I>
void expectBitEqual(Interpolation kind, unsigned seed) {
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    const Keys keys = randomKeys(random, 1 + random() % 3);
    std::vector<double> mine(keys.size), theirs(keys.size);
    auto own = CustomInterpolant<I>::make(keys.times, I{{&keys}}, keys.size, mine);
    auto builtIn = Interpolant::make({keys.times, keys.values, {}, keys.size}, kind, Mixing::Lerp, theirs);
    ASSERT_TRUE(own && builtIn);
    std::vector<double> queries = keys.times;
    for (int i = 0; i < 50; ++i) queries.push_back(std::uniform_real_distribution<double>(-4, 4)(random));
    std::shuffle(queries.begin(), queries.end(), random);
    for (const double t : queries) {
      own->evaluate(t), builtIn->evaluate(t);
      ASSERT_EQ(mine, theirs) << "round " << round << ", t = " << t;
    }
  }
}

struct LineAlone : OwnLine {};

TEST(CustomInterpolant, OfAStraightLineIsBitForBitTheBuiltInOne) {
  expectBitEqual<LineAlone>(Interpolation::Linear, 5);
}

TEST(CustomInterpolant, OfACubicIsBitForBitTheBuiltInOne) { expectBitEqual<OwnCubic>(Interpolation::Smooth, 6); }

TEST(CustomInterpolant, OfTheLessonsSquaresGivesTheLessonsValues) {  // three.js, the lesson on Interpolant
  const Keys squares{.times = {-2, -1, 0, 1, 2}, .values = {4, 1, 0, 1, 4}};
  double result[1];
  auto line = *CustomInterpolant<OwnLine>::make(squares.times, {&squares}, 1, result);
  EXPECT_EQ(line.evaluate(0.5)[0], 0.5);
  EXPECT_EQ(line.evaluate(1.5)[0], 2.5);
  EXPECT_EQ(line.evaluate(-1)[0], 1);
  EXPECT_EQ(line.evaluate(-9)[0], 4);
  EXPECT_EQ(line.evaluate(9)[0], 4);
}

TEST(CustomInterpolant, HearsOfEveryIntervalItEntersOnce) {
  const std::vector<double> times = {0, 1, 1, 2, 3};
  std::vector<std::tuple<std::size_t, double, double>> entered;
  std::vector<std::tuple<double, double>> beyond;
  double result[1];
  auto spy = *CustomInterpolant<Recorder>::make(times, {&entered, &beyond}, 1, result);
  for (const double t : {0.2, 0.8, 0.2, 1.0, 1.9, 2.5, 0.5, 0.0}) spy.evaluate(t);
  // the interval of zero length between the equal keys is never entered
  EXPECT_EQ(entered,
            (std::vector<std::tuple<std::size_t, double, double>>{{1, 0, 1}, {3, 1, 2}, {4, 2, 3}, {1, 0, 1}}));
  EXPECT_TRUE(beyond.empty());

  entered.clear();
  EXPECT_EQ(spy.evaluate(-2)[0], -2);
  EXPECT_EQ(spy.evaluate(3)[0], 0) << "the last key's own time is after the end, as in three.js";
  EXPECT_EQ(spy.evaluate(7)[0], 4);
  EXPECT_EQ(beyond, (std::vector<std::tuple<double, double>>{{-2, 0}, {3, 3}, {3, 7}}));
  EXPECT_TRUE(entered.empty());
  spy.evaluate(0.5);
  EXPECT_EQ(entered.size(), 1u) << "coming back from beyond an end enters the interval again";

  spy.keysChanged();
  spy.evaluate(0.5);
  EXPECT_EQ(entered.size(), 2u);
}

TEST(CustomInterpolant, OfOneKeyNeverInterpolates) {
  const Keys one{.times = {1}, .values = {5}};
  double result[1];
  auto line = *CustomInterpolant<OwnLine>::make(one.times, {&one}, 1, result);
  for (const double t : {-1.0, 1.0, 9.0, std::nan("")}) EXPECT_EQ(line.evaluate(t)[0], 5);
}

TEST(CustomInterpolant, FillsTheFrontOfALargerBuffer) {
  const Keys pairs{.times = {0, 1}, .values = {1, 2, 3, 4}, .size = 2};
  std::vector<double> result(4, -9);
  auto line = *CustomInterpolant<OwnLine>::make(pairs.times, {&pairs}, 2, result);
  const std::span<const double> value = line.evaluate(0.5);
  EXPECT_EQ(value.size(), 2u);
  EXPECT_EQ(value.data(), result.data());
  EXPECT_EQ(result, (std::vector<double>{2, 3, -9, -9}));
  line.evaluate(-1);
  EXPECT_EQ(result, (std::vector<double>{1, 2, -9, -9})) << "the first key";
  line.evaluate(7);
  EXPECT_EQ(result, (std::vector<double>{3, 4, -9, -9})) << "the last key";
}

TEST(CustomInterpolant, SharesKeysThatTheCallerKeepsAsFloats) {
  const std::vector<float> times = {0, 2};
  const Keys values{.times = {}, .values = {10, 20}};
  OwnLine line{&values};
  int interval = 0;
  double result[1];
  evaluateKeys(std::span(times), 0.5, interval, line, result);
  EXPECT_EQ(result[0], 12.5);
  EXPECT_EQ(interval, 1);
}

TEST(CustomInterpolant, RefusesWhatCannotBeEvaluated) {
  const Keys keys{.times = {0, 1}, .values = {1, 2}};
  double result[1];
  const auto refusal = [&](std::vector<double> times, std::size_t size, std::span<double> buffer) {
    const auto made = CustomInterpolant<OwnLine>::make(times, {&keys}, size, buffer);
    return made ? std::string("made") : made.error().message;
  };
  EXPECT_EQ(refusal({0, 1}, 1, result), "made");
  EXPECT_EQ(refusal({}, 1, result), "no keys");
  EXPECT_EQ(refusal({1, 0}, 1, result), "key 1 is out of order (0 s after 1 s)");
  EXPECT_EQ(refusal({0, std::nan("")}, 1, result), "the time of key 1 is not a finite number");
  EXPECT_EQ(refusal({-INFINITY, 0}, 1, result), "the time of key 0 is not a finite number");
  EXPECT_EQ(refusal({0, 1}, 0, result), "a key has no values");
  EXPECT_EQ(refusal({0, 1}, 2, result), "the result has 1 values, a key has 2");
}

TEST(CustomInterpolant, AllocatesNothing) {
  const Keys keys{.times = {0, 1, 2, 4}, .values = {0, 1, 0, 1}};
  double result[1];
  auto cubic = *CustomInterpolant<OwnCubic>::make(keys.times, {{&keys}}, 1, result);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 1000; ++i) cubic.evaluate(std::fmod(i * 0.731, 6) - 1);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace crossfade
