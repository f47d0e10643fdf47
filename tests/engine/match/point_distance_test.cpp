#include "crossfade/match/point_distance.h"

#include <algorithm>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/engine/match/random_points.h"

namespace crossfade {
namespace {

using test::kRandomPoints;

const std::vector<double> kWeights = {1, 2, 0.5, 1, 0, 3, 1, 1, 0.25};

ClipPoints clipOf(std::vector<glm::dvec3> positions) {
  return *ClipPoints::make(std::move(positions), kRandomPoints, 1.0 / 30, false);
}

TEST(PointDistance, FindsHowACopyWasTurnedAndMoved) {
  const auto original = test::randomMotion(1, 40);
  for (const double angle : {0.0, 0.4, -2.9, std::numbers::pi / 2}) {
    auto copy = original;  // the copy must be moved back by what it was moved
    for (glm::dvec3& p : copy) p = test::movedOverGround(p, angle, 3, -7);
    const PointMatch match = matchFrames(clipOf(copy), 5, clipOf(original), 5, 6, kWeights);
    EXPECT_NEAR(match.distance, 0, 1e-6);
    EXPECT_NEAR(match.alignment.angle, angle, 1e-5);
    EXPECT_NEAR(match.alignment.x, 3, 1e-5);
    EXPECT_NEAR(match.alignment.z, -7, 1e-5);
  }
}

TEST(PointDistance, FindsTheTurnOfTheSmallestCopy) {
  for (const double size : {1e-3, 1e-6, 1e-9}) {
    auto original = test::randomMotion(1, 10);
    for (glm::dvec3& p : original) p *= size;
    auto copy = original;
    for (glm::dvec3& p : copy) p = test::movedOverGround(p, 0.4, 3 * size, -7 * size);
    const PlanarAlignment found = matchFrames(clipOf(copy), 5, clipOf(original), 5, 3, kWeights).alignment;
    EXPECT_NEAR(found.angle, 0.4, 1e-6);
    EXPECT_NEAR(found.x, 3 * size, 1e-6 * size);
    EXPECT_NEAR(found.z, -7 * size, 1e-6 * size);
  }
}

/// The least distance over a fine grid of angles, each with the best move: the mean of what is left.
double searched(const ClipPoints& a, int frame, const ClipPoints& b, int other, int window) {
  double least = 1e300;
  for (int step = 0; step < 20000; ++step) {
    const double angle = 2 * std::numbers::pi * step / 20000;
    glm::dvec3 mean(0.0);
    double total = 0, sum = 0;
    for (int pass = 0; pass < 2; ++pass)
      for (int k = 0; k < window; ++k)
        for (int i = 0; i < kRandomPoints; ++i) {
          const double w = kWeights[static_cast<std::size_t>(i)];
          const glm::dvec3 rest =
              a.position(frame + k, i) - test::movedOverGround(b.position(other + k, i), angle, 0, 0);
          if (pass == 0) {
            mean += w * rest;
            total += w;
          } else {
            const glm::dvec3 left = rest - glm::dvec3(mean.x / total, 0, mean.z / total);
            sum += w * (left.x * left.x + left.y * left.y + left.z * left.z);
          }
        }
    least = std::min(least, std::sqrt(sum / total));
  }
  return least;
}

TEST(PointDistance, IsTheLeastOverAllTurnsAndMoves) {
  for (unsigned seed = 0; seed < 4; ++seed) {
    const ClipPoints a = clipOf(test::randomMotion(seed, 12)), b = clipOf(test::randomMotion(seed + 50, 12));
    EXPECT_NEAR(matchFrames(a, 3, b, 8, 3, kWeights).distance, searched(a, 3, b, 8, 3), 1e-6);
  }
}

TEST(PointDistance, OfPointsOnOneVerticalLineHasNoAngle) {
  const ClipPoints pole = clipOf(std::vector<glm::dvec3>(kRandomPoints, {1, 2, 3})),
                   higher = clipOf(std::vector<glm::dvec3>(kRandomPoints, {5, 2.5, 3}));
  const PointMatch match = matchFrames(pole, 0, higher, 0, 1, kWeights);
  EXPECT_NEAR(match.distance, 0.5, 1e-7) << "heights are never aligned";
  EXPECT_EQ(match.alignment.angle, 0);
  EXPECT_NEAR(match.alignment.x, -4, 1e-12);
  EXPECT_NEAR(match.alignment.z, 0, 1e-12);
}

TEST(PointDistance, WithoutWeightIsZero) {
  const PointMatch match = matchOf({});
  EXPECT_EQ(match.distance, 0);
  EXPECT_EQ(match.alignment.angle, 0);
}

}  // namespace
}  // namespace crossfade
