#include "app/import/collada/collada_polygons.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "app/model/triangulate.h"
#include "tests/app/import/collada/collada_look.h"

namespace app {
namespace {

using Points = std::vector<glm::dvec2>;
using Ring = std::vector<int>;

/// Adds the corners of a counterclockwise square around a point to `points`.
Ring addSquare(Points& points, const glm::dvec2& middle, double half) {
  const int first = static_cast<int>(points.size());
  for (const glm::dvec2& corner : {glm::dvec2(-half, -half), {half, -half}, {half, half}, {-half, half}})
    points.push_back(middle + corner);
  return {first, first + 1, first + 2, first + 3};
}

/// The total area of the triangles; 1e9 if any is clockwise.
double coveredArea(const Points& points, const Ring& ring) {
  Points outline;
  for (const int corner : ring) outline.push_back(points[static_cast<std::size_t>(corner)]);
  Triangulator triangulator;
  double area = 0, sign = 0;
  for (const auto& [a, b, c] : triangulator.triangulate(outline, Collinear::Kept)) {
    const auto at = [&](int corner) { return outline[static_cast<std::size_t>(corner)]; };
    const glm::dvec2 u = at(b) - at(a), v = at(c) - at(a);
    const double twice = u.x * v.y - u.y * v.x;
    if (twice * sign < 0) return 1e9;
    if (twice != 0) sign = twice;
    area += std::abs(twice) / 2;
  }
  return area;
}

TEST(ColladaPolygons, LoseTheirHolesWhicheverWayTheyRun) {
  for (const bool isReversed : {false, true})
    for (const bool isOutlineReversed : {false, true}) {
      Points points;
      Ring outline = addSquare(points, {0, 0}, 10);
      std::vector<Ring> holes;
      for (const glm::dvec2& middle : {glm::dvec2(-5, -5), {5, -5}, {5, 5}, {-5, 5}, {0, 0}, {0, 8}})
        holes.push_back(addSquare(points, middle, 1));
      if (isReversed)
        for (Ring& hole : holes) std::reverse(hole.begin(), hole.end());
      if (isOutlineReversed) std::reverse(outline.begin(), outline.end());
      int skipped = 0;
      const Ring ring = joinHoles(points, outline, holes, skipped);
      EXPECT_EQ(skipped, 0);
      EXPECT_EQ(ring.size(), 4u + 6 * 6);
      EXPECT_NEAR(coveredArea(points, ring), 400 - 6 * 4, 1e-9);
    }
}

TEST(ColladaPolygons, ThatWindReachTheirHolesByBridgesThatStayInside) {
  Points points{{0, 0}, {20, 0}, {20, 20}, {12, 20}, {12, 4}, {10, 6}, {9, 20}, {0, 20}};  // a U with a narrow gap
  Ring outline(points.size());
  std::iota(outline.begin(), outline.end(), 0);
  const double whole = coveredArea(points, outline);
  std::vector<Ring> holes;
  for (const glm::dvec2& middle : {glm::dvec2(4, 15), {4, 5}, {7, 10}, {16, 15}, {10, 2}, {16, 8}})
    holes.push_back(addSquare(points, middle, 1));
  int skipped = 0;
  const Ring ring = joinHoles(points, outline, holes, skipped);
  EXPECT_EQ(skipped, 0);
  EXPECT_NEAR(coveredArea(points, ring), whole - 6 * 4, 1e-9);
}

TEST(ColladaPolygons, LeaveOutHolesOutsideOfTheirOutline) {
  Points points;
  const Ring outline = addSquare(points, {0, 0}, 1), hole = addSquare(points, {5, 0}, 1);
  int skipped = 0;
  EXPECT_EQ(joinHoles(points, outline, {hole, {0, 1}}, skipped), outline);
  EXPECT_EQ(skipped, 1) << "two points are no hole";
}

using Corners = std::vector<glm::vec3>;

/// The area of the triangles along their common normal; 1e9 if two face away from each other.
double areaOf(const Corners& corners, const std::vector<std::uint32_t>& triangles) {
  glm::vec3 sum(0);
  float area = 0;
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    const auto at = [&](std::size_t k) { return corners.at(triangles[i + k]); };
    const glm::vec3 twice = glm::cross(at(1) - at(0), at(2) - at(0));
    if (glm::dot(sum, twice) < 0) return 1e9;
    sum += twice;
    area += glm::length(twice) / 2;
  }
  return static_cast<double>(area);
}

TEST(ColladaPolygons, AreFilledWhereCuttingTheirHolesWouldTakeTooLong) {
  Points points;
  addSquare(points, {0, 0}, 4);
  addSquare(points, {0, 0}, 1);
  Corners corners;
  for (const glm::dvec2& point : points) corners.emplace_back(glm::vec2(point), 0);
  ColladaPolygons polygons(150);  // one takes 10 * 10
  const std::vector<std::size_t> rings{4, 4};
  std::vector<std::uint32_t> first, second;
  EXPECT_EQ(polygons.add(corners, rings, first), 0);
  EXPECT_NEAR(areaOf(corners, first), 64 - 4, 1e-5);
  EXPECT_EQ(polygons.add(corners, rings, second), 1);
  EXPECT_EQ(second, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
}

TEST(ColladaPolygons, WithFourCornersAreCutAtTheOneThatBendsInward) {
  const Corners square{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
  for (std::size_t bent = 0; bent < 4; ++bent)
    for (std::size_t first = 0; first < 4; ++first) {
      Corners corners;
      for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t corner = (first + i) % 4;
        corners.push_back(corner == bent ? glm::mix(square[corner], glm::vec3(2, 2, 0), 1.5f) : square[corner]);
      }
      std::vector<std::uint32_t> triangles;
      ColladaPolygons().add(corners, std::vector<std::size_t>{4}, triangles);
      EXPECT_EQ(triangles.size(), 6u);
      EXPECT_NEAR(areaOf(corners, triangles), 4, 1e-5) << bent << " " << first;
    }
}

TEST(ColladaPolygons, WithoutAreaOrWithInfiniteCornersKeepAllCorners) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const glm::vec3& last : {glm::vec3(4, 0, 0), glm::vec3(infinity, 0, 0), glm::vec3(NAN)}) {
    const Corners corners{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, last};
    std::vector<std::uint32_t> triangles;
    ColladaPolygons().add(corners, std::vector<std::size_t>{5}, triangles);
    EXPECT_EQ(triangles, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3, 0, 3, 4}));
  }
}

double areaOf(const Primitive& primitive) {
  float area = 0;
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
    const auto at = [&](std::size_t corner) { return primitive.positions[primitive.indices[i + corner]]; };
    area += glm::length(glm::cross(at(1) - at(0), at(2) - at(0))) / 2;
  }
  return static_cast<double>(area);
}

TEST(ColladaPolygons, OfAFileAreShownWithTheirHoles) {
  std::string text = ::test::kDae;
  const auto replace = [&](const std::string& what, const std::string& by) {
    ASSERT_NE(text.find(what), std::string::npos) << what;
    text.replace(text.find(what), what.size(), by);
  };
  replace("count=\"9\">0 0 0 1 0 0 0 1 0", "count=\"24\">0 0 0 4 0 0 4 0 4 0 0 4 1 0 1 2 0 1 2 0 2 1 0 2");
  replace("source=\"#pa\" count=\"3\"", "source=\"#pa\" count=\"8\"");
  replace("<triangles count=\"1\">", "<polygons count=\"2\">");
  replace("<p>0 1 2</p></triangles>", "<p>0 1 2</p><ph><p>0 1 2 3</p><h>4 5 6 7</h></ph></polygons>");
  const Model model = ::test::openedModel("a.dae", text);
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_NEAR(areaOf(model.meshes[0].primitives[0]), 8 + 15, 1e-5);
  replace("<h>4 5 6 7</h>", "<h>4 5 6 9</h>");
  const Model damaged = ::test::openedModel("b.dae", text);
  EXPECT_EQ(::test::linesOf(damaged, Finding::Lost),
            "mesh 'tri': its <polygons> is left out: it uses position 9 of 8\n");
}

}  // namespace
}  // namespace app
