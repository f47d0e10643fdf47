#include "crossfade/math/quaternion_blend.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include <glm/gtc/quaternion.hpp>

namespace crossfade {
namespace {

using Quat = std::array<double, 4>;

Quat about(double x, double y, double z, double angle) {
  const double s = std::sin(angle / 2) / std::sqrt(x * x + y * y + z * z);
  return {x * s, y * s, z * s, std::cos(angle / 2)};
}

Quat randomQuat(std::mt19937& random) {
  std::normal_distribution<double> normal;
  Quat q{normal(random), normal(random), normal(random), normal(random)};
  normalize(q);
  return q;
}

double dot(const Quat& a, const Quat& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

Quat slerped(Quat a, const Quat& b, double t) {
  slerp(a, b, t);
  return a;
}

TEST(QuaternionBlend, LanesComputeEachComponentAsItWouldBeAlone) {
  std::mt19937 random(8);
  for (int i = 0; i < 1000; ++i) {
    const Quat a = randomQuat(random), b = randomQuat(random);
    const double t = std::uniform_real_distribution<double>(-2, 2)(random);
    const QuaternionLanes x(a.data()), y(b.data());
    Quat sum, scaled, unit;
    (x + y).store(sum.data());
    (x * t).store(scaled.data());
    normalized(x + y).store(unit.data());
    const double length = std::sqrt(dot(x + y, x + y));
    EXPECT_EQ(dot(x, y), (a[0] * b[0] + a[2] * b[2]) + (a[1] * b[1] + a[3] * b[3]));
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(sum[k], a[k] + b[k]);
      EXPECT_EQ(scaled[k], a[k] * t);
      EXPECT_EQ(unit[k], sum[k] * (1 / length));
    }
    EXPECT_TRUE(x == x);
    for (std::size_t k = 0; k < 4; ++k) {
      Quat other = a;
      other[k] += 1e-9;
      EXPECT_FALSE(x == QuaternionLanes(other.data()));
    }
  }
}

TEST(QuaternionBlend, SlerpRotatesAtConstantSpeedAlongTheShorterArc) {
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) {
    const Quat a = randomQuat(random), b = randomQuat(random);
    const double whole = std::acos(std::abs(dot(a, b)));
    const double t = std::uniform_real_distribution<double>(0, 1)(random);
    const Quat c = slerped(a, b, t);
    EXPECT_NEAR(dot(c, c), 1, 1e-6);
    EXPECT_NEAR(std::acos(std::min(1.0, std::abs(dot(a, c)))), t * whole, 1e-5);
    EXPECT_NEAR(std::acos(std::min(1.0, std::abs(dot(c, b)))), (1 - t) * whole, 1e-5);
  }
}

TEST(QuaternionBlend, SlerpOfAQuarterTurnGivesTheEighth) {
  const Quat half = slerped(about(0, 1, 0, 0), about(0, 1, 0, M_PI / 2), 0.5);
  EXPECT_NEAR(half[1], std::sin(M_PI / 8), 1e-15);
  EXPECT_NEAR(half[3], std::cos(M_PI / 8), 1e-15);
}

TEST(QuaternionBlend, SlerpTakesTheCloserOfQAndMinusQ) {
  const Quat a = about(1, 2, 3, 0.3), b = about(0, 1, 0, 1.2);
  const Quat minusB = {-b[0], -b[1], -b[2], -b[3]};
  const Quat one = slerped(a, b, 0.3), other = slerped(a, minusB, 0.3);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(one[i], other[i]);
}

TEST(QuaternionBlend, SlerpOfNearlyEqualInputsIsANormalizedStraightLine) {
  const Quat a = about(0, 0, 1, 0), b = about(0, 0, 1, 0.06);  // dot 0.99955, above three.js's threshold of 0.9995
  const Quat c = slerped(a, b, 0.25);
  EXPECT_NEAR(dot(c, c), 1, 1e-15);
  EXPECT_NEAR(2 * std::atan2(c[2], c[3]), 2 * std::atan2(0.25 * b[2], 0.75 + 0.25 * b[3]), 1e-15);
}

TEST(QuaternionBlend, SlerpOfEqualInputsChangesNothing) {
  const Quat a = {0.1, 0.2, 0.3, 0.9273618};  // not exactly unit length: must come back unchanged
  EXPECT_EQ(slerped(a, a, 0.37), a);
}

TEST(QuaternionBlend, ArcWeightsAreThoseOfTheLibrarysSines) {
  for (double cosine = 0; cosine < kStraightLineDot; cosine += 0.0007)
    for (double t = -0.5; t <= 1.5; t += 0.03) {
      const double angle = std::acos(cosine);
      const ArcWeights weights = arcWeights(cosine, t);
      EXPECT_NEAR(weights.a, std::sin((1 - t) * angle) / std::sin(angle), 2e-15) << cosine << " " << t;
      EXPECT_NEAR(weights.b, std::sin(t * angle) / std::sin(angle), 2e-15) << cosine << " " << t;
    }
}

TEST(QuaternionBlend, ArcWeightsAreExactAtBothEnds) {
  for (const double cosine : {0.0, 0.3, 0.79, 0.8, 0.95, 0.9994}) {
    EXPECT_EQ(arcWeights(cosine, 0).a, 1);
    EXPECT_EQ(arcWeights(cosine, 0).b, 0);
    EXPECT_EQ(arcWeights(cosine, 1).a, 0);
    EXPECT_EQ(arcWeights(cosine, 1).b, 1);
  }
}

TEST(QuaternionBlend, MultiplyEqualsGlm) {
  std::mt19937 random(4);
  for (int i = 0; i < 100; ++i) {
    Quat a = randomQuat(random);
    const Quat b = randomQuat(random);
    const glm::dquat expected = glm::dquat(a[3], a[0], a[1], a[2]) * glm::dquat(b[3], b[0], b[1], b[2]);
    multiply(a, b);
    EXPECT_NEAR(a[0], expected.x, 1e-15);
    EXPECT_NEAR(a[1], expected.y, 1e-15);
    EXPECT_NEAR(a[2], expected.z, 1e-15);
    EXPECT_NEAR(a[3], expected.w, 1e-15);
  }
}

TEST(QuaternionBlend, NormalizeKeepsTheDirectionAndMakesZeroTheIdentity) {
  Quat a = {0, 3, 0, 4};
  normalize(a);
  EXPECT_EQ(a[0], 0);
  EXPECT_DOUBLE_EQ(a[1], 0.6);
  EXPECT_EQ(a[2], 0);
  EXPECT_DOUBLE_EQ(a[3], 0.8);
  Quat nothing = {0, 0, 0, 0};
  normalize(nothing);
  EXPECT_EQ(nothing, (Quat{0, 0, 0, 1}));
  Quat broken = {NAN, 0, 0, 1};
  normalize(broken);
  EXPECT_EQ(broken, (Quat{0, 0, 0, 1}));
}

}  // namespace
}  // namespace crossfade
