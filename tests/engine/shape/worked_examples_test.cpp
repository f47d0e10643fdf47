// The classic lesson's pencil and star, with values computed independently.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/engine/shape/outlines.h"

namespace crossfade {
namespace {

using test::at;
using test::farthest;
using test::Points;

MorphPlan pencil() {
  return MorphPlan::make(test::shapeOf(test::kPencilLying), test::shapeOf(test::kPencilUpright), Correspondence{});
}

TEST(ClassicPencil, HalfwayLinear) {
  EXPECT_EQ(at(pencil(), MorphKind::Linear, 0.5),
            (Points{{345, 235}, {355, 245}, {390, 210}, {395, 215}, {400, 190}, {375, 195}, {380, 200}}));
}

TEST(ClassicPencil, HalfwayByVectors) {
  const double s = std::sqrt(0.5);  // half of 90 degrees, and half of 270
  const Points counterClockwise = at(pencil(), MorphKind::VectorCounterClockwise, 0.5),
               clockwise = at(pencil(), MorphKind::VectorClockwise, 0.5);
  EXPECT_LT(glm::distance(counterClockwise[1], glm::dvec2(345 + 20 * s, 235 + 20 * s)), 1e-12);
  EXPECT_LT(glm::distance(counterClockwise[2], glm::dvec2(345 + 90 * s, 235 - 50 * s)), 1e-12);
  EXPECT_LT(glm::distance(clockwise[1], glm::dvec2(345 - 20 * s, 235 - 20 * s)), 1e-12);
  EXPECT_LT(glm::distance(clockwise[2], glm::dvec2(345 - 90 * s, 235 + 50 * s)), 1e-12);
}

// The second pose is the first rotated by 90 degrees. Vector interpolation only rotates the pencil; straight lines
// shrink it in between.
TEST(ClassicPencil, RotatesAsARigidBody) {
  using std::numbers::pi;
  for (const auto& [kind, whole] : {std::pair{MorphKind::VectorCounterClockwise, -pi / 2},
                                    {MorphKind::VectorShortest, -pi / 2},
                                    {MorphKind::VectorClockwise, 1.5 * pi}})
    for (double t = 0; t <= 1; t += 0.125)
      for (const ClosingError closing : {ClosingError::Spread, ClosingError::Raw}) {
        const glm::dvec2 first = glm::dvec2{160, 220} + t * glm::dvec2{370, 30};
        const Points rotated = test::rotatedAndTranslated(test::kPencilLying, t * whole, {0, 0});
        Points expected = rotated;
        for (glm::dvec2& p : expected) p += first - rotated[0];
        EXPECT_LT(farthest(at(pencil(), kind, t, closing), expected), 1e-10);
      }
  const Points straight = at(pencil(), MorphKind::Linear, 0.5);
  EXPECT_NEAR(glm::distance(straight[1], straight[2]), 70 * std::sqrt(0.5), 1e-12);
}

// The small star is the big one at half size, translated. No edge rotates, so all kinds agree.
TEST(ClassicStar, IsTheSameForAllKinds) {
  const MorphPlan plan =
      MorphPlan::make(test::shapeOf(test::kStar), test::shapeOf(test::smallStar()), Correspondence{});
  for (const MorphKind kind : test::kMorphKinds)
    for (int step = 0; step <= 6; ++step) {
      const double t = step / 6.0;
      Points expected = test::kStar;
      for (glm::dvec2& p : expected) p = p * (1 - t / 2) + t * glm::dvec2{500, 100};
      EXPECT_LT(farthest(at(plan, kind, t), expected), 1e-10);
      EXPECT_LT(farthest(at(plan, kind, t, ClosingError::Raw), expected), 1e-10);
    }
}

}  // namespace
}  // namespace crossfade
