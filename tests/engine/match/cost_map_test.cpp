#include "crossfade/match/cost_map.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "crossfade/match/inertial_cost.h"
#include "crossfade/match/point_distance.h"
#include "tests/engine/match/random_points.h"

namespace crossfade {
namespace {

using test::kRandomPoints;

const std::vector<double> kPointWeights = {1, 2, 0.5, 1, 0, 3, 1, 1, 0.25};

ClipPoints randomClip(unsigned seed, int frames, bool isCyclic, const glm::dvec3& travel = glm::dvec3(0.0)) {
  return *ClipPoints::make(test::randomMotion(seed, frames), kRandomPoints, 1.0 / 30, isCyclic, travel);
}

CostMap distances(const CostMapper& mapper, int rowsAtOnce) {
  CostMap map = mapper.emptyMap();
  for (int row = 0; row < map.rows; row += rowsAtOnce)
    mapper.fillDistances(row, std::min(row + rowsAtOnce, map.rows), map);
  return map;
}

TEST(CostMap, OfDistancesIsThatOfEachPairOfMoments) {
  const ClipPoints walk = randomClip(1, 33, true, {0.5, 0, 2}), stand = randomClip(2, 21, false);
  for (const int window : {1, 4, 40}) {
    const CostMapper mapper(walk, stand, kPointWeights, window);
    const CostMap map = distances(mapper, 1000);
    ASSERT_EQ(map.rows, 33);
    ASSERT_EQ(map.columns, 21);
    EXPECT_TRUE(map.rowsWrap && !map.columnsWrap);
    for (int row = 0; row < map.rows; ++row)
      for (int column = 0; column < map.columns; ++column)
        ASSERT_NEAR(map.at(row, column), matchFrames(walk, row, stand, column, window, kPointWeights).distance, 1e-6)
            << row << ", " << column << ", window " << window;
  }
}

TEST(CostMap, IsTheSameInPieces) {
  const ClipPoints a = randomClip(3, 50, true), b = randomClip(4, 30, true);
  const CostMapper mapper(a, b, kPointWeights, 9);
  const CostMap whole = distances(mapper, 50), pieces = distances(mapper, 7);
  for (std::size_t i = 0; i < whole.costs.size(); ++i) ASSERT_NEAR(whole.costs[i], pieces.costs[i], 1e-6);
}

TEST(CostMap, IsSymmetric) {
  const ClipPoints a = randomClip(5, 25, true), b = randomClip(6, 40, false);
  const CostMap there = distances(CostMapper(a, b, kPointWeights, 5), 25),
                back = distances(CostMapper(b, a, kPointWeights, 5), 40);
  for (int i = 0; i < 25; ++i)
    for (int j = 0; j < 40; ++j) ASSERT_NEAR(there.at(i, j), back.at(j, i), 1e-6);
}

TEST(CostMap, FindsWhereACopyBegins) {
  auto moved = test::randomMotion(7, 60);
  std::rotate(moved.begin(), moved.begin() + 17 * kRandomPoints, moved.end());
  for (glm::dvec3& p : moved) p = test::movedOverGround(p, 1.1, -4, 2);
  const ClipPoints a = randomClip(7, 60, true), b = *ClipPoints::make(moved, kRandomPoints, 1.0 / 30, true);
  const CostMap map = distances(CostMapper(a, b, kPointWeights, 6), 60);
  const auto best = localMinima(map, 3);
  ASSERT_FALSE(best.empty());
  EXPECT_EQ((best[0].row - best[0].column + 60) % 60, 17);
  EXPECT_NEAR(best[0].cost, 0, 1e-5);
}

TEST(CostMap, OfInertialCostsIsTheirMeanOverThePoints) {
  const ClipPoints a = randomClip(8, 10, true), b = randomClip(9, 12, false);
  const CostMapper mapper(a, b, kPointWeights, 3);
  CostMap map = mapper.emptyMap();
  mapper.fillInertialCosts(2, 7, 0.1, map);
  EXPECT_EQ(map.at(1, 0), 0) << "only the rows asked for";
  const PlanarAlignment move = matchFrames(a, 4, b, 6, 1, kPointWeights).alignment;
  double expected = 0, weights = 0;
  for (int i = 0; i < kRandomPoints; ++i) {
    const glm::dvec3 offset = a.position(4, i) - test::movedOverGround(b.position(6, i), move.angle, move.x, move.z);
    const glm::dvec3 velocity = a.velocity(4, i) - test::movedOverGround(b.velocity(6, i), move.angle, 0, 0);
    const double w = kPointWeights[static_cast<std::size_t>(i)];
    for (int axis = 0; axis < 3; ++axis) expected += w * inertialCost(offset[axis], velocity[axis], 0.1);
    weights += w;
  }
  EXPECT_NEAR(map.at(4, 6), expected / weights, 1e-6);
}

TEST(CostMap, OfAClipWithItselfCostsNothingOnTheDiagonal) {
  const ClipPoints a = randomClip(10, 20, true);
  const CostMapper mapper(a, a, kPointWeights, 4);
  CostMap inertial = mapper.emptyMap();
  mapper.fillInertialCosts(0, 20, 0.15, inertial);
  const CostMap distance = distances(mapper, 20);
  for (int i = 0; i < 20; ++i) {
    EXPECT_NEAR(distance.at(i, i), 0, 1e-6);
    EXPECT_NEAR(inertial.at(i, i), 0, 1e-6);
  }
}

CostMap flatMap(int rows, int columns, bool wraps) {
  CostMap map{.rows = rows, .columns = columns, .rowsWrap = wraps, .columnsWrap = wraps};
  map.costs.assign(static_cast<std::size_t>(rows * columns), 5);
  return map;
}

TEST(LocalMinima, AreSortedAndLimited) {
  CostMap map = flatMap(9, 9, false);
  map.costs[9 * 2 + 2] = 2;
  map.costs[9 * 6 + 6] = 1;
  const auto found = localMinima(map, 2);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].row, 6);
  EXPECT_EQ(found[0].cost, 1);
  EXPECT_EQ(found[1].column, 2);
  EXPECT_TRUE(localMinima(map, 0).empty());
}

TEST(LocalMinima, OfASlopeIsItsLowestCellAlone) {
  CostMap map = flatMap(3, 4, false);
  for (int i = 0; i < 12; ++i) map.costs[static_cast<std::size_t>(i)] = static_cast<float>(100 - i);
  const auto found = localMinima(map, 12);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].row, 2);
  EXPECT_EQ(found[0].column, 3);
}

TEST(LocalMinima, OfAPlainIsItsFirstCellAlone) {
  const auto found = localMinima(flatMap(3, 4, false), 12);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].row, 0);
  EXPECT_EQ(found[0].column, 0);
}

TEST(LocalMinima, OfCyclesAreOneAcrossTheSeam) {
  CostMap map = flatMap(6, 6, true);
  map.costs[0] = 1;          // (0, 0)
  map.costs[5 * 6 + 5] = 2;  // (5, 5), its neighbor across both seams
  const auto found = localMinima(map, 10);
  const auto isAt = [](int row, int column) {
    return [=](const CostMapCell& cell) { return cell.row == row && cell.column == column; };
  };
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), isAt(0, 0)));
  EXPECT_FALSE(std::any_of(found.begin(), found.end(), isAt(5, 5)));
}

}  // namespace
}  // namespace crossfade
