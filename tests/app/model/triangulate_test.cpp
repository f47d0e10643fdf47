#include "app/model/triangulate.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "app/session/shapes/shape_document.h"
#include "tests/support/allocation_guard.h"

namespace app {
namespace {

using Points = std::vector<glm::dvec2>;

double cross(glm::dvec2 a, glm::dvec2 b, glm::dvec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

double areaOf(std::span<const glm::dvec2> p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += p[i].x * p[(i + 1) % p.size()].y - p[(i + 1) % p.size()].x * p[i].y;
  return sum / 2;
}

bool inside(glm::dvec2 q, std::span<const glm::dvec2> p) {  // even-odd
  bool in = false;
  for (std::size_t i = 0, k = p.size() - 1; i < p.size(); k = i++)
    if ((p[i].y > q.y) != (p[k].y > q.y) && q.x < (p[k].x - p[i].x) * (q.y - p[i].y) / (p[k].y - p[i].y) + p[i].x)
      in = !in;
  return in;
}

/// The areas add up to that of the outline, and random points lie in as many triangles as in the outline: one or none.
void expectCovered(const Points& p, const std::string& name) {
  Triangulator triangulator;
  const auto triangles = triangulator.triangulate(p);
  double sum = 0;
  for (const auto& [a, b, c] : triangles) {
    const double area =
        cross(p[static_cast<std::size_t>(a)], p[static_cast<std::size_t>(b)], p[static_cast<std::size_t>(c)]) / 2;
    EXPECT_GE(area * areaOf(p), 0) << name << ": all have the same winding";
    sum += area;
  }
  EXPECT_NEAR(sum, areaOf(p), 1e-9 * std::abs(areaOf(p))) << name;
  glm::dvec2 low = p[0], high = p[0];
  for (const glm::dvec2 q : p)
    low = {std::min(low.x, q.x), std::min(low.y, q.y)}, high = {std::max(high.x, q.x), std::max(high.y, q.y)};
  for (int i = 0; i < 2000; ++i) {
    const glm::dvec2 q = low + (high - low) * glm::dvec2{std::fmod(i * 0.754877666, 1), std::fmod(i * 0.569840291, 1)};
    int hits = 0;
    for (const auto& [a, b, c] : triangles)
      hits += inside(
          q, Points{p[static_cast<std::size_t>(a)], p[static_cast<std::size_t>(b)], p[static_cast<std::size_t>(c)]});
    EXPECT_EQ(hits, inside(q, p) ? 1 : 0) << name << ' ' << q.x << ' ' << q.y;
  }
}

TEST(Triangulate, CoversEveryPresetOnceInEitherWindingOrder) {
  for (std::size_t i = 0; i < kWords<ShapePreset>.size(); ++i) {
    const auto preset = presetPoints(static_cast<ShapePreset>(i));
    expectCovered({preset.begin(), preset.end()}, std::string(kWords<ShapePreset>[i]));
    expectCovered({preset.rbegin(), preset.rend()}, std::string(kWords<ShapePreset>[i]) + " backward");
  }
}

RC_GTEST_PROP(Triangulate, CoversAnyStarShapedOutline, ()) {
  const int count = *rc::gen::inRange(3, 60);
  Points p;
  for (int i = 0; i < count; ++i) {
    const auto q = std::polar(*rc::gen::inRange(1, 100) + 0.0, 2 * std::numbers::pi * i / count);
    p.push_back({q.real() + 1e5, q.imag()});
  }
  Triangulator triangulator;
  double sum = 0;
  for (const auto& [a, b, c] : triangulator.triangulate(p)) {
    const double area =
        cross(p[static_cast<std::size_t>(a)], p[static_cast<std::size_t>(b)], p[static_cast<std::size_t>(c)]) / 2;
    RC_ASSERT(area > 0);
    sum += area;
  }
  RC_ASSERT(std::abs(sum - areaOf(p)) < 1e-6);
}

TEST(Triangulate, HandlesCollinearAndRepeatedPoints) {
  expectCovered({{0, 0}, {5, 0}, {10, 0}, {10, 0}, {10, 10}, {5, 10}, {0, 10}, {0, 5}, {0, 0}}, "square");
  expectCovered({{0, 0}, {10, 0}, {10, 10}, {5, 0.0}, {0, 10}}, "notch down to the edge");
  expectCovered({{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}}, "hole with a bridge");
}

TEST(Triangulate, OfZeroAreaIsEmpty) {
  Triangulator triangulator;
  EXPECT_TRUE(triangulator.triangulate({}).empty());
  EXPECT_TRUE(triangulator.triangulate(Points{{1, 1}}).empty());
  EXPECT_TRUE(triangulator.triangulate(Points{{1, 1}, {2, 2}}).empty());
  EXPECT_TRUE(triangulator.triangulate(Points{{1, 1}, {2, 2}, {5, 5}, {3, 3}}).empty());
  EXPECT_TRUE(triangulator.triangulate(Points{{1, 1}, {1, 1}, {1, 1}, {1, 1}}).empty());
}

RC_GTEST_PROP(Triangulate, OfAnyOutlineReturnsValidIndices, ()) {
  Points p(static_cast<std::size_t>(*rc::gen::inRange(0, 40)));
  for (glm::dvec2& q : p) q = {*rc::gen::inRange(0, 8) * 1.0, *rc::gen::inRange(0, 8) * 1.0};
  Triangulator triangulator;
  const auto triangles = triangulator.triangulate(p);
  RC_ASSERT(triangles.size() + 2 <= std::max<std::size_t>(p.size(), 2));
  for (const auto& triangle : triangles)
    for (const int index : triangle) RC_ASSERT(index >= 0 && static_cast<std::size_t>(index) < p.size());
}

TEST(Triangulate, OfABowTieCoversItsLargerHalf) {
  const Points bow{{0, 0}, {10, 10}, {10, 0}, {0, 4}};
  Triangulator triangulator;
  const auto triangles = triangulator.triangulate(bow);
  ASSERT_FALSE(triangles.empty());
  int hits = 0;
  for (const auto& [a, b, c] : triangles)
    hits += inside({9, 5}, Points{bow[static_cast<std::size_t>(a)], bow[static_cast<std::size_t>(b)],
                                  bow[static_cast<std::size_t>(c)]});
  EXPECT_EQ(hits, 1);
}

TEST(Triangulate, AllocatesNothingTheSecondTime) {
  Triangulator triangulator;
  const auto elephant = presetPoints(ShapePreset::Elephant), apple = presetPoints(ShapePreset::Apple);
  triangulator.triangulate(elephant);
  const ::test::AllocationGuard guard;
  triangulator.triangulate(elephant);
  triangulator.triangulate(apple);
  EXPECT_EQ(guard.count(), 0);
}

/// A band from an outer wall to an inner one, both curled up around the origin: at any time it has few ears.
Points spiral(int count) {
  Points p(static_cast<std::size_t>(count));
  const int half = count / 2;
  for (int i = 0; i < half; ++i) {
    const double angle = 12 * std::numbers::pi * i / half, radius = 10 + angle;
    const auto outer = std::polar(radius + 2, angle), inner = std::polar(radius, angle);
    p[static_cast<std::size_t>(i)] = {outer.real(), outer.imag()};
    p[static_cast<std::size_t>(count - 1 - i)] = {inner.real(), inner.imag()};
  }
  return p;
}

/// Long thin teeth on a straight back.
Points comb(int count) {
  Points p;
  for (int i = 0; i < count - 1; ++i) p.push_back({i * 1.0, i % 2 == 0 ? 0.0 : 1000.0});
  p.push_back({count / 2.0, -10});
  return p;
}

/// A wall with a bulge toward each of the two tips above it: the vertices that block a corner are clipped late.
Points bay(int count) {
  Points p{{-20, 10}};
  for (int i = 0; i < count - 2; ++i) {
    const double x = -10 + 20.0 * i / (count - 3);
    p.push_back({x, 5 - x * x / 20});
  }
  p.push_back({20, 10});
  return p;
}

/// Counts steps, because time would depend on the machine.
void expectQuadratic(const Points& p, const std::string& name) {
  const auto count = static_cast<std::int64_t>(p.size());
  Triangulator triangulator;
  const auto triangles = triangulator.triangulate(p);
  EXPECT_LE(triangles.size(), p.size() - 2) << name;
  EXPECT_LT(triangulator.steps(), 2 * count * count) << name;
  double sum = 0;
  for (const auto& [a, b, c] : triangles)
    sum += cross(p[static_cast<std::size_t>(a)], p[static_cast<std::size_t>(b)], p[static_cast<std::size_t>(c)]) / 2;
  EXPECT_NEAR(sum, areaOf(p), 1e-9 * std::abs(areaOf(p))) << name;
}

TEST(Triangulate, TakesFewerStepsThanTwiceTheSquareOfItsPoints) {
  for (const int count : {100, 1000, 10'000}) {
    const std::string points = " of " + std::to_string(count);
    expectQuadratic(spiral(count), "spiral" + points);
    expectQuadratic(comb(count), "comb" + points);
    expectQuadratic(bay(count), "bay" + points);
    if (HasFailure()) return;
  }
}

TEST(Triangulate, OfAConvexOutlineTakesAStepOrTwoForEachPoint) {
  Points p;
  for (int i = 0; i < 10'000; ++i) {
    const auto q = std::polar(100.0, 2 * std::numbers::pi * i / 10'000);
    p.push_back({q.real(), q.imag()});
  }
  Triangulator triangulator;
  EXPECT_EQ(triangulator.triangulate(p).size(), 9998u);
  EXPECT_LT(triangulator.steps(), 20'000);
}

}  // namespace
}  // namespace app
