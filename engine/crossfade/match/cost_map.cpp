#include "crossfade/match/cost_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "crossfade/base/assert.h"
#include "crossfade/match/inertial_cost.h"
#include "crossfade/match/point_distance.h"

namespace crossfade {
namespace {

constexpr int kLanes = 8;  // columns that are summed at once

/// Running sums over `window` values, beginning with each.
std::vector<double> windowed(const std::vector<double>& values, int count, int window) {
  std::vector<double> sums(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    sums[static_cast<std::size_t>(i)] = std::accumulate(values.begin() + i, values.begin() + i + window, 0.0);
  return sums;
}

}  // namespace

struct CostMapper::RowSums {
  std::vector<double> heights, dots, crosses;  // as in PointSums, per column
  explicit RowSums(int columns)
      : heights(static_cast<std::size_t>(columns)), dots(heights.size()), crosses(heights.size()) {}
};

CostMapper::CostMapper(const ClipPoints& from, const ClipPoints& to, std::span<const double> weights, int window)
    : from_(&from),
      to_(&to),
      points_(std::min(from.pointCount(), to.pointCount())),
      weights_(weights.begin(), weights.end()),
      window_(std::max(window, 1)) {
  CROSSFADE_ASSERT(from.pointCount() == to.pointCount(), "CostMapper: the clips have different points");
  CROSSFADE_ASSERT(window >= 1, "CostMapper: the window is below 1");
  double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  const auto isWeight = [](double weight) { return weight >= 0 && std::isfinite(weight); };
  const bool areWeights = static_cast<int>(weights_.size()) == from.pointCount() && sum > 0 && std::isfinite(sum) &&
                          std::all_of(weights_.begin(), weights_.end(), isWeight);
  CROSSFADE_ASSERT(areWeights, "CostMapper: there is not one weight per point, one is below 0, or all are 0");
  if (!areWeights || from.pointCount() != to.pointCount()) {
    weights_.assign(static_cast<std::size_t>(points_), 1);
    sum = points_;
  }
  for (double& weight : weights_) weight /= sum;

  const auto sumAlone = [&](const ClipPoints& clip, std::vector<double>& x, std::vector<double>& z,
                            std::vector<double>& squares) {
    const int frames = clip.frameCount() + window_ - 1;
    PointSums frame;
    for (int i = 0; i < frames; ++i) {
      frame = {};
      int point = 0;
      for (const double weight : weights_) frame.add(weight, clip.position(i, point++), glm::dvec3(0.0));
      x.push_back(frame.px);
      z.push_back(frame.pz);
      squares.push_back(frame.squares);
    }
    x = windowed(x, clip.frameCount(), window_);
    z = windowed(z, clip.frameCount(), window_);
    squares = windowed(squares, clip.frameCount(), window_);
  };
  sumAlone(from, fromX_, fromZ_, fromSquares_);
  sumAlone(to, toX_, toZ_, toSquares_);

  // In blocks of kLanes columns: all x of a point, all y, all z, then the next point.
  const int used = to.frameCount() + window_ - 1;
  columns_ = (used + kLanes - 1) / kLanes * kLanes;
  toBlocks_.reserve(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(points_) * 3);
  for (int block = 0; block < columns_; block += kLanes)
    for (int point = 0; point < points_; ++point)
      for (int axis = 0; axis < 3; ++axis)
        for (int lane = 0; lane < kLanes; ++lane)
          toBlocks_.push_back(to.position(std::min(block + lane, used - 1), point)[axis]);
}

CostMap CostMapper::emptyMap() const {
  CostMap map{.rows = from_->frameCount(),
              .columns = to_->frameCount(),
              .rowStep = from_->step(),
              .columnStep = to_->step(),
              .rowsWrap = from_->isCyclic(),
              .columnsWrap = to_->isCyclic()};
  map.costs.resize(static_cast<std::size_t>(map.rows) * static_cast<std::size_t>(map.columns));
  return map;
}

void CostMapper::sumRow(int row, RowSums& sums) const {
  const double* values = toBlocks_.data();
  for (int block = 0; block < columns_; block += kLanes) {
    std::array<double, kLanes> heights{}, dots{}, crosses{};
    for (int point = 0; point < points_; ++point, values += 3 * kLanes) {
      const glm::dvec3 p = weights_[static_cast<std::size_t>(point)] * from_->position(row, point);
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const double x = values[lane], y = values[lane + kLanes], z = values[lane + 2 * kLanes];
        heights[lane] += p.y * y;
        dots[lane] += p.x * x + p.z * z;
        crosses[lane] += p.x * z - p.z * x;
      }
    }
    std::copy(heights.begin(), heights.end(), sums.heights.begin() + block);
    std::copy(dots.begin(), dots.end(), sums.dots.begin() + block);
    std::copy(crosses.begin(), crosses.end(), sums.crosses.begin() + block);
  }
}

bool CostMapper::fits(const CostMap& map) const {
  const bool fit = map.rows == from_->frameCount() && map.columns == to_->frameCount() &&
                   map.costs.size() == static_cast<std::size_t>(map.rows) * static_cast<std::size_t>(map.columns);
  CROSSFADE_ASSERT(fit, "CostMapper: the map is not one of emptyMap()");
  return fit;
}

void CostMapper::fillDistances(int begin, int end, CostMap& map) const {
  begin = std::max(begin, 0);
  end = std::min(end, from_->frameCount());
  if (begin >= end || !fits(map)) return;
  std::vector<RowSums> rows(static_cast<std::size_t>(end - begin + window_ - 1), RowSums(columns_));
  for (int row = begin; row < end + window_ - 1; ++row) sumRow(row, rows[static_cast<std::size_t>(row - begin)]);

  const auto window = static_cast<std::size_t>(window_);
  std::vector<PointSums> sums(static_cast<std::size_t>(map.columns)), before;
  for (int row = begin; row < end; ++row) {
    const auto first = static_cast<std::size_t>(row - begin), alone = static_cast<std::size_t>(row);
    before = sums;
    for (std::size_t column = 0; column < sums.size(); ++column) {
      PointSums& cell = sums[column];
      cell = {.weight = static_cast<double>(window_),
              .px = fromX_[alone],
              .pz = fromZ_[alone],
              .qx = toX_[column],
              .qz = toZ_[column],
              .squares = fromSquares_[alone] + toSquares_[column]};
      const auto add = [&](std::size_t k, double sign) {  // the frames `k` after the cell's
        const RowSums& at = rows[first + k];
        cell.heights += sign * at.heights[column + k];
        cell.dots += sign * at.dots[column + k];
        cell.crosses += sign * at.crosses[column + k];
      };
      if (first == 0 || column == 0) {
        for (std::size_t k = 0; k < window; ++k) add(k, 1);
        continue;
      }
      // The window moved along the diagonal: one pair of frames left it and one came in.
      const PointSums& last = before[column - 1];
      const RowSums& left = rows[first - 1];
      cell.heights = last.heights - left.heights[column - 1];
      cell.dots = last.dots - left.dots[column - 1];
      cell.crosses = last.crosses - left.crosses[column - 1];
      add(window - 1, 1);
    }
    for (std::size_t column = 0; column < sums.size(); ++column)
      map.costs[alone * sums.size() + column] = static_cast<float>(matchOf(sums[column]).distance);
  }
}

void CostMapper::fillInertialCosts(int begin, int end, double halfLife, CostMap& map) const {
  if (!fits(map)) return;
  for (int row = std::max(begin, 0); row < std::min(end, from_->frameCount()); ++row)
    for (int column = 0; column < map.columns; ++column) {
      const PlanarAlignment move = matchFrames(*from_, row, *to_, column, 1, weights_).alignment;
      const double cosine = std::cos(move.angle), sine = std::sin(move.angle);
      const auto turned = [&](const glm::dvec3& v) {
        return glm::dvec3(v.x * cosine + v.z * sine, v.y, v.z * cosine - v.x * sine);
      };
      double cost = 0;
      for (int point = 0; point < points_; ++point) {
        const glm::dvec3 offset =
            from_->position(row, point) - turned(to_->position(column, point)) - glm::dvec3(move.x, 0, move.z);
        const glm::dvec3 velocity = from_->velocity(row, point) - turned(to_->velocity(column, point));
        for (int axis = 0; axis < 3; ++axis)
          cost += weights_[static_cast<std::size_t>(point)] * inertialCost(offset[axis], velocity[axis], halfLife);
      }
      map.costs[static_cast<std::size_t>(row) * static_cast<std::size_t>(map.columns) +
                static_cast<std::size_t>(column)] = static_cast<float>(cost);
    }
}

std::vector<CostMapCell> localMinima(const CostMap& map, int most) {
  std::vector<CostMapCell> found;
  const auto neighbor = [](int index, int step, int count, bool wraps) {
    const int next = index + step;
    if (next >= 0 && next < count) return next;
    return wraps ? (next + count) % count : -1;
  };
  for (int row = 0; row < map.rows; ++row)
    for (int column = 0; column < map.columns; ++column) {
      const float cost = map.at(row, column);
      bool isLeast = true;
      for (int i = -1; i <= 1 && isLeast; ++i)
        for (int j = -1; j <= 1 && isLeast; ++j) {
          const int r = neighbor(row, i, map.rows, map.rowsWrap), c = neighbor(column, j, map.columns, map.columnsWrap);
          if (r < 0 || c < 0 || (r == row && c == column)) continue;
          const float other = map.at(r, c);
          const bool isEarlier = r < row || (r == row && c < column);
          isLeast = cost < other || (cost == other && !isEarlier);
        }
      if (isLeast) found.push_back({row, column, cost});
    }
  std::stable_sort(found.begin(), found.end(),
                   [](const CostMapCell& a, const CostMapCell& b) { return a.cost < b.cost; });
  if (found.size() > static_cast<std::size_t>(std::max(most, 0)))
    found.resize(static_cast<std::size_t>(std::max(most, 0)));
  return found;
}

}  // namespace crossfade
