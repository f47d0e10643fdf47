#include "app/view/fill_bands.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace app {
namespace {

double area(std::span<const std::array<glm::dvec2, 4>> trapezoids) {
  double sum = 0;
  for (const auto& t : trapezoids) sum += (t[1].x - t[0].x + t[2].x - t[3].x) / 2 * (t[2].y - t[0].y);
  return sum;
}

TEST(FillBands, DetectSelfIntersections) {
  const std::vector<glm::dvec2> square{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, bow{{0, 0}, {2, 2}, {2, 0}, {0, 2}};
  EXPECT_FALSE(crossesItself(square));
  EXPECT_TRUE(crossesItself(bow));
  EXPECT_FALSE(crossesItself({}));
  EXPECT_FALSE(crossesItself(std::vector<glm::dvec2>{{1, 1}, {2, 2}}));
}

TEST(FillBands, CoverTheInsideOnce) {
  BandFiller filler;
  const std::vector<glm::dvec2> bow{{0, 0}, {2, 2}, {2, 0}, {0, 2}};
  EXPECT_NEAR(area(filler.fill(bow)), 2, 1e-12);
  const std::vector<glm::dvec2> twice{{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}, {2, 0}, {2, 2}, {0, 2}};
  EXPECT_NEAR(area(filler.fill(twice)), 4, 1e-12) << "winding number 2, filled once";
  std::vector<glm::dvec2> star;
  for (int i = 0; i < 5; ++i) star.push_back({std::sin(i * 4 * M_PI / 5), -std::cos(i * 4 * M_PI / 5)});
  const double inner = std::sin(M_PI / 10) / std::sin(7 * M_PI / 10);
  EXPECT_NEAR(area(filler.fill(star)), 5 * inner * std::sin(M_PI / 5), 1e-9) << "including its center";
}

TEST(FillBands, OfAnEmptyOutlineAreEmpty) {
  BandFiller filler;
  EXPECT_TRUE(filler.fill({}).empty());
  EXPECT_TRUE(filler.fill(std::vector<glm::dvec2>{{1, 2}}).empty());
  EXPECT_TRUE(filler.fill(std::vector<glm::dvec2>{{1, 2}, {3, 2}}).empty());
}

}  // namespace
}  // namespace app
