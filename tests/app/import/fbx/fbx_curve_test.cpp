// Curves of hand-written AnimationCurve records, against the formulas of their keys.
#include "app/import/fbx/fbx_curve.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
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

/// As a text has it: attributes are the bits of floats.
FbxCurve curveOf(const std::vector<TestKey>& keys) {
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
      list("KeyAttrRefCount", [](const TestKey&) { return std::string("1"); });
  const FbxDocument document = readFbx(ByteSpan(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  return readFbxCurve(document.root);
}

TEST(FbxCurve, IsAHermiteCurveBetweenCubicKeys) {
  const FbxCurve curve = curveOf({{0, 1, kCubicKey | kUser, 3, -2}, {2, 5, kCubicKey | kUser}});
  for (double u = 0; u <= 1; u += 0.125) {
    const double h1 = 2 * u * u * u - 3 * u * u + 1, h2 = u * u * u - 2 * u * u + u, h3 = 3 * u * u - 2 * u * u * u,
                 h4 = u * u * u - u * u;
    EXPECT_NEAR(curve.at(2 * u), h1 * 1 + h2 * 2 * 3 + h3 * 5 + h4 * 2 * -2, 1e-9) << u;
  }
}

TEST(FbxCurve, WeightsSayHowFarTheHandlesReach) {
  const std::uint32_t weights = 8000u + (2000u << 16);  // 0.8 of the way, and 0.2 before the end
  const FbxCurve curve = curveOf({{0, 0, kCubicKey | kUser | kWeighted, 1, 4, weights}, {1, 2, kCubicKey | kUser}});
  const glm::dvec2 a(0, 0), b(0.8, 0.8), c(0.8, 2 - 0.2 * 4), d(1, 2);
  for (double u = 0; u <= 1; u += 0.125) {
    const double v = 1 - u;
    const glm::dvec2 at = v * v * v * a + 3 * v * v * u * b + 3 * v * u * u * c + u * u * u * d;
    EXPECT_NEAR(curve.at(at.x), at.y, 1e-6) << u;
  }
}

TEST(FbxCurve, AutomaticTangentsFollowTheNeighbors) {
  const FbxCurve curve = curveOf({{0, 0, kCubicKey}, {1, 1, kCubicKey}, {2, 4, kCubicKey}});
  EXPECT_DOUBLE_EQ(curve.keys[0].slope, 1) << "at an end, the slope to the neighbor";
  EXPECT_DOUBLE_EQ(curve.keys[1].slope, 2) << "from the one before to the one after";
  EXPECT_DOUBLE_EQ(curve.keys[0].nextSlope, 2);
  EXPECT_DOUBLE_EQ(curve.keys[2].slope, 3);
}

TEST(FbxCurve, ProgressivelyClampedTangentsDoNotOvershoot) {
  const int flags = kCubicKey | kClampedProgressive;
  const FbxCurve curve = curveOf({{0, 0, flags}, {1, 3, flags}, {2, 3.0625, flags}, {3, 0, flags}});
  EXPECT_EQ(curve.keys[0].slope, 0);
  for (double time = 0; time <= 3; time += 1.0 / 64) EXPECT_LE(curve.at(time), 3.0625 + 1e-9) << time;
  EXPECT_GT(curve.keys[1].slope, 0);
  EXPECT_EQ(curve.keys[2].slope, 0) << "a peak";
}

TEST(FbxCurve, ConstantKeysHoldTheirValueOrTakeTheNext) {
  const FbxCurve curve = curveOf({{0, 1, kConstantKey}, {1, 5, kConstantKey | kNextValue}, {2, 2, kLinearKey}, {3, 4}});
  EXPECT_EQ(curve.at(-1), 1);
  EXPECT_EQ(curve.at(0.99), 1);
  EXPECT_EQ(curve.at(1), 2) << "the next one's from the start";
  EXPECT_EQ(curve.at(1.99), 2);
  EXPECT_EQ(curve.at(2.5), 3);
  EXPECT_EQ(curve.at(9), 4);
}

TEST(FbxCurve, LeavesOutKeysOutOfOrderAndNotFinite) {
  const FbxCurve curve = curveOf({{0, 1}, {2, 5}, {1, 7}, {2.5, NAN}, {2.75, INFINITY}, {3, 6}});
  ASSERT_EQ(curve.keys.size(), 3u);
  EXPECT_EQ(curve.at(1), 3);
  EXPECT_EQ(curve.at(2.5), 5.5);
}

}  // namespace
}  // namespace app
