// Curves of hand-written AnimationCurve records, against the formulas of their keys.
#include "app/import/fbx/fbx_clips.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <glm/vec2.hpp>

namespace app {
namespace {

constexpr int kConstantKey = 2, kLinearKey = 4, kCubicKey = 8;
constexpr int kNextValue = 0x100, kUser = 0x400, kClampedProgressive = 0x4000, kWeighted = 0x3000000;

struct TestKey {
  double time = 0, value = 0;
  int flags = kLinearKey;
  float slope = 0, nextSlope = 0;
  std::uint32_t weights = 0;  // of this key, and in the upper half of the next
};

/// As a text has it: attributes are the bits of floats. `more`: other members of the record.
FileCurve curveOf(const std::vector<TestKey>& keys, const std::string& more = "") {
  const auto list = [&](const std::string& name, auto write) {
    std::string text = name + ": *1 {\na: ";
    for (std::size_t i = 0; i < keys.size(); ++i) text += (i > 0 ? "," : "") + write(keys[i]);
    return text + "\n}\n";
  };
  const auto bits = [](float value) { return std::to_string(std::bit_cast<std::int32_t>(value)); };
  const std::string text =
      list("KeyTime", [](const TestKey& key) { return std::to_string(std::llround(key.time * kFbxTicksPerSecond)); }) +
      list("KeyValueFloat", [](const TestKey& key) { return std::to_string(key.value); }) +
      list("KeyAttrFlags", [](const TestKey& key) { return std::to_string(key.flags); }) +
      list("KeyAttrDataFloat",
           [&](const TestKey& key) {
             return bits(key.slope) + "," + bits(key.nextSlope) + "," + std::to_string(key.weights) + ",0";
           }) +
      list("KeyAttrRefCount", [](const TestKey&) { return std::string("1"); }) + more;
  const FbxDocument document = readFbx(ByteSpan(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  return readFbxCurve(document.root);
}

TEST(FbxCurve, IsAHermiteCurveBetweenCubicKeys) {
  const FileCurve curve = curveOf({{0, 1, kCubicKey | kUser, 3, -2}, {2, 5, kCubicKey | kUser}});
  for (double u = 0; u <= 1; u += 0.125) {
    const double h1 = 2 * u * u * u - 3 * u * u + 1, h2 = u * u * u - 2 * u * u + u, h3 = 3 * u * u - 2 * u * u * u,
                 h4 = u * u * u - u * u;
    EXPECT_NEAR(curve.at(2 * u), h1 * 1 + h2 * 2 * 3 + h3 * 5 + h4 * 2 * -2, 1e-9) << u;
  }
}

TEST(FbxCurve, WeightsSayHowFarTheHandlesReach) {
  const std::uint32_t weights = 8000u + (2000u << 16);  // 0.8 of the way, and 0.2 before the end
  const FileCurve curve = curveOf({{0, 0, kCubicKey | kUser | kWeighted, 1, 4, weights}, {1, 2, kCubicKey | kUser}});
  const glm::dvec2 a(0, 0), b(0.8, 0.8), c(0.8, 2 - 0.2 * 4), d(1, 2);
  for (double u = 0; u <= 1; u += 0.125) {
    const double v = 1 - u;
    const glm::dvec2 at = v * v * v * a + 3 * v * v * u * b + 3 * v * u * u * c + u * u * u * d;
    EXPECT_NEAR(curve.at(at.x), at.y, 1e-6) << u;
  }
}

TEST(FbxCurve, AutomaticTangentsFollowTheNeighbors) {
  const FileCurve curve = curveOf({{0, 0, kCubicKey}, {1, 1, kCubicKey}, {2, 4, kCubicKey}});
  EXPECT_DOUBLE_EQ(curve.keys[0].slope, 1) << "at an end, the slope to the neighbor";
  EXPECT_DOUBLE_EQ(curve.keys[1].slope, 2) << "from the one before to the one after";
  EXPECT_DOUBLE_EQ(curve.keys[0].nextSlope, 2);
  EXPECT_DOUBLE_EQ(curve.keys[2].slope, 3);
}

/// At the middle one of three keys, with slopes of 1 before and 0.5 after: left, right.
std::pair<double, double> middleSlopes(TestKey middle, float left, TestKey before = {.flags = kCubicKey | kUser}) {
  middle.time = 1, middle.value = 1, before.nextSlope = left;
  const FileCurve curve = curveOf({before, middle, {3, 2, kCubicKey | kUser}});
  return {curve.keys[0].nextSlope, curve.keys[1].slope};
}

void expectSlopes(std::pair<double, double> found, double left, double right) {
  EXPECT_NEAR(found.first, left, 1e-9);
  EXPECT_NEAR(found.second, right, 1e-9);
}

TEST(FbxCurve, ABiasTurnsAnAutomaticTangentTowardANeighbor) {
  const auto biased = [](float left, float right) { return middleSlopes({.flags = kCubicKey, .slope = right}, left); };
  expectSlopes(biased(0, 0), 0.75, 0.75);
  expectSlopes(biased(-100, 100), 0.5, 0.5);        // that after it
  expectSlopes(biased(50, -50), 0.875, 0.875);      // half the way to that before it
  expectSlopes(biased(100, 100), 1, 0.5);           // a side each
  expectSlopes(biased(-600, 600), -40.75, -40.75);  // beyond 500 it grows with the square
  expectSlopes(middleSlopes({.flags = kCubicKey | 0x2000, .slope = 100}, -100), 2.0 / 3, 2.0 / 3);  // no bias
  const FileCurve ends = curveOf({{0, 0, kCubicKey, 700, 600}, {1, 1, kCubicKey, 0}});
  EXPECT_EQ(ends.keys[0].slope, 1 + 4 * 40);
  EXPECT_EQ(ends.keys[0].nextSlope, 1 - 40);
}

TEST(FbxCurve, FollowsTensionContinuityAndBias) {
  const auto tcb = [](float tension, float continuity, float bias) {
    return middleSlopes({.flags = kCubicKey | 0x200,
                         .slope = tension,
                         .nextSlope = continuity,
                         .weights = std::bit_cast<std::uint32_t>(bias)},
                        7);
  };
  expectSlopes(tcb(0, 0, 0), 0.75, 0.75);  // the mean, as in a Catmull-Rom spline
  expectSlopes(tcb(1, 0, 0), 0, 0);
  expectSlopes(tcb(0, -1, 0), 1, 0.5);  // a corner
  expectSlopes(tcb(0, 0, 1), 1, 1);
  expectSlopes(tcb(0, 0, -1), 0.5, 0.5);
  expectSlopes(tcb(0.5f, 1, 0), 0.25, 0.5);
  const int flags = kCubicKey | 0x200;
  EXPECT_EQ(curveOf({{0, 0, flags}, {2, 4, flags}}).keys[0].slope, 2) << "at an end, the slope to the neighbor";
}

TEST(FbxCurve, ProgressivelyClampedTangentsDoNotOvershoot) {
  const int flags = kCubicKey | kClampedProgressive;
  const FileCurve curve = curveOf({{0, 0, flags}, {1, 3, flags}, {2, 3.0625, flags}, {3, 0, flags}});
  EXPECT_EQ(curve.keys[0].slope, 0);
  for (double time = 0; time <= 3; time += 1.0 / 64) EXPECT_LE(curve.at(time), 3.0625 + 1e-9) << time;
  EXPECT_GT(curve.keys[1].slope, 0);
  EXPECT_EQ(curve.keys[2].slope, 0) << "a peak";
}

TEST(FbxCurve, ConstantKeysHoldTheirValueOrTakeTheNext) {
  const FileCurve curve =
      curveOf({{0, 1, kConstantKey}, {1, 5, kConstantKey | kNextValue}, {2, 2, kLinearKey}, {3, 4}});
  EXPECT_EQ(curve.at(-1), 1);
  EXPECT_EQ(curve.at(0.99), 1);
  EXPECT_EQ(curve.at(1), 2) << "the next one's from the start";
  EXPECT_EQ(curve.at(1.99), 2);
  EXPECT_EQ(curve.at(2.5), 3);
  EXPECT_EQ(curve.at(9), 4);
}

/// Linear from (1, 2) over (2, 4) to (3, 3), with the same before and after. No count: forever.
FileCurve extrapolated(const std::string& type, const std::string& count = "") {
  const std::string inside = " {\nType: " + type + (count.empty() ? "" : "\nRepetition: " + count) + "\n}\n";
  return curveOf({{1, 2}, {2, 4}, {3, 3}}, "Pre-Extrapolation: " + inside + "Post-Extrapolation: " + inside);
}

std::vector<double> valuesAt(const FileCurve& curve, const std::vector<double>& times) {
  std::vector<double> values;
  for (const double time : times) values.push_back(curve.at(time));
  return values;
}

const std::vector<double> kBeyond{-2.5, -0.5, 0.5, 2.5, 3, 3.5, 4.5, 5.5, 20.5};

TEST(FbxCurve, HoldsItsEndsUnlessTheFileSaysOtherwise) {
  const std::vector<double> held{2, 2, 2, 3.5, 3, 3, 3, 3, 3};
  EXPECT_EQ(valuesAt(extrapolated("C"), kBeyond), held);
  EXPECT_EQ(valuesAt(extrapolated("Z"), kBeyond), held) << "a letter that nobody knows";
  EXPECT_EQ(valuesAt(extrapolated("R", "0"), kBeyond), held);
  EXPECT_EQ(curveOf({{1, 2}}, "Post-Extrapolation: {\nType: R\n}\n").at(9), 2) << "one key has no cycle";
}

TEST(FbxCurve, RepeatsFromItsStartOrFromWhereItIs) {
  EXPECT_EQ(valuesAt(extrapolated("R"), kBeyond), (std::vector<double>{3, 3, 3.5, 3.5, 3, 3, 3.5, 3, 3.5}));
  EXPECT_EQ(valuesAt(extrapolated("A"), kBeyond), (std::vector<double>{1, 2, 2.5, 3.5, 3, 4, 4.5, 5, 12.5}))
      << "one higher each time";
}

TEST(FbxCurve, RunsBackAndForthIfMirrored) {
  EXPECT_EQ(valuesAt(extrapolated("M"), kBeyond), (std::vector<double>{3, 3.5, 3, 3.5, 3, 3.5, 3, 3, 3}));
}

TEST(FbxCurve, GoesOnInTheDirectionOfItsEnds) {
  EXPECT_EQ(valuesAt(extrapolated("K"), kBeyond), (std::vector<double>{-5, -1, 1, 3.5, 3, 2.5, 1.5, 0.5, -14.5}));
  const std::string slopes = "Pre-Extrapolation: {\nType: K\n}\nPost-Extrapolation: {\nType: K\n}\n";
  const FileCurve cubic = curveOf({{0, 1, kCubicKey | kUser, 3, -2}, {2, 5, kCubicKey | kUser}}, slopes);
  EXPECT_DOUBLE_EQ(cubic.at(-1), -2);
  EXPECT_DOUBLE_EQ(cubic.at(4), 1);
  EXPECT_EQ(valuesAt(curveOf({{0, 1, kConstantKey}, {1, 5}}, slopes), {-9, 9}), (std::vector<double>{1, 5}));
  EXPECT_EQ(curveOf({{0, 1}}, slopes).at(9), 1);
}

TEST(FbxCurve, HoldsWhatItHasReachedAfterItsRepetitions) {
  const std::vector<double> times{-9.5, -0.5, 4.5, 5.5, 20.5};
  EXPECT_EQ(valuesAt(extrapolated("R", "1"), times), (std::vector<double>{2, 3, 3.5, 3, 3}));
  EXPECT_EQ(valuesAt(extrapolated("M", "1"), times), (std::vector<double>{3, 3.5, 3, 2, 2}));
  EXPECT_EQ(valuesAt(extrapolated("A", "2"), times), (std::vector<double>{0, 2, 4.5, 5, 5}));
}

TEST(FbxCurve, ReadsTheLetterFromABinaryFile) {
  const std::uint8_t letter = 'M';
  FbxRecord type{.name = "Type", .properties = {{.type = 'C', .bytes = {&letter, 1}}}};
  FbxRecord after{.name = "Post-Extrapolation", .children = {type}};
  const FbxRecord curve{.name = "AnimationCurve", .children = {after}};
  EXPECT_EQ(readFbxCurve(curve).after.mode, CurveExtrapolation::Mirror);
}

/// Whether straight lines between its breaks meet a curve of constant and linear keys everywhere but in jumps.
void expectStraightBetweenBreaks(const FileCurve& curve, double start, double stop) {
  std::vector<double> breaks = curve.breaks(start, stop);
  breaks.insert(breaks.end(), {start, stop});
  std::sort(breaks.begin(), breaks.end());
  ASSERT_EQ(breaks.front(), start);
  ASSERT_EQ(breaks.back(), stop);
  for (std::size_t i = 1; i < breaks.size(); ++i) {
    const double a = breaks[i - 1], b = breaks[i];
    if (b - a < 2 * kCurveJump) continue;
    EXPECT_NEAR(curve.at(a + 0.3 * (b - a)), 0.7 * curve.at(a) + 0.3 * curve.at(b), 1e-3) << a << " to " << b;
  }
}

TEST(FbxCurve, BreaksWhereItIsNotStraight) {
  for (const char* type : {"C", "R", "A", "M", "K"})
    for (const char* count : {"", "0", "2"}) {
      SCOPED_TRACE(std::string(type) + count);
      expectStraightBetweenBreaks(extrapolated(type, count), -7.3, 11.6);
    }
  const std::string mirrored = "Pre-Extrapolation: {\nType: M\n}\nPost-Extrapolation: {\nType: M\n}\n";
  expectStraightBetweenBreaks(curveOf({{0, 1, kConstantKey}, {1, 5}, {2, 2}}, mirrored), -7.3, 11.6);
}

TEST(FbxCurve, RepeatsNoMoreOftenThanItsLimit) {
  const FileCurve curve = curveOf({{0, 0}, {0.001, 1}}, "Post-Extrapolation: {\nType: R\nRepetition: 2000000000\n}\n");
  EXPECT_EQ(curve.at(1e9), 1);
  EXPECT_LE(curve.breaks(0, 1e9).size(), 3 * kMostRepetitions + 9);
}

TEST(FbxCurve, TreatsAttributesOutOfRangeAsZero) {
  const std::string text =
      "KeyTime: *2 {\na: 0," + std::to_string(std::llround(kFbxTicksPerSecond)) +
      "\n}\nKeyValueFloat: *2 {\na: 0,1\n}\nKeyAttrFlags: *1 {\na: 1032\n}\nKeyAttrDataFloat: *4 {\na: " +
      std::string(66, '4') + ",0,0,0\n}\nKeyAttrRefCount: *1 {\na: 2\n}\n";
  const FbxDocument document = readFbx(ByteSpan(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  EXPECT_NEAR(readFbxCurve(document.root).at(0.25), 3 * 0.0625 - 2 * 0.015625, 1e-9);
}

TEST(FbxCurve, LeavesOutKeysOutOfOrderAndNotFinite) {
  const FileCurve curve = curveOf({{0, 1}, {2, 5}, {1, 7}, {2.5, NAN}, {2.75, INFINITY}, {3, 6}});
  ASSERT_EQ(curve.keys.size(), 3u);
  EXPECT_EQ(curve.at(1), 3);
  EXPECT_EQ(curve.at(2.5), 5.5);
}

}  // namespace
}  // namespace app
