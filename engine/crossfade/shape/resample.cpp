#include "crossfade/shape/resample.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <utility>

#include <glm/geometric.hpp>

#include "crossfade/shape/morph.h"

namespace crossfade {
namespace {

using Points = std::vector<glm::dvec2>;

/// Corner i; the one after the last is the first again.
glm::dvec2 cornerAt(const Shape& shape, std::size_t i) { return shape.points()[i < shape.points().size() ? i : 0]; }

std::vector<double> edgeLengths(const Shape& shape) {
  std::vector<double> lengths(edgeCount(shape.points().size(), shape.closed()));
  for (std::size_t i = 0; i < lengths.size(); ++i)
    lengths[i] = glm::distance(cornerAt(shape, i), cornerAt(shape, i + 1));
  return lengths;
}

/// The number of pieces to divide each edge into, for `pieceCount` in total with the longest piece as short as
/// possible.
std::vector<int> divided(const std::vector<double>& lengths, std::size_t pieceCount) {
  std::vector<int> pieces(lengths.size(), 1);
  // Length of its pieces, and minus the edge's index: among equals the first edge is divided first.
  using Candidate = std::pair<double, std::ptrdiff_t>;
  std::priority_queue<Candidate> longest;
  for (std::size_t i = 0; i < lengths.size(); ++i) longest.push({lengths[i], -static_cast<std::ptrdiff_t>(i)});
  for (std::size_t pieceTotal = lengths.size(); pieceTotal < pieceCount; ++pieceTotal) {
    const auto edge = static_cast<std::size_t>(-longest.top().second);
    longest.pop();
    longest.push({lengths[edge] / ++pieces[edge], -static_cast<std::ptrdiff_t>(edge)});
  }
  return pieces;
}

Points upsampled(const Shape& shape, std::size_t pointCount) {
  const std::vector<int> pieces = divided(edgeLengths(shape), edgeCount(pointCount, shape.closed()));
  Points points;
  points.reserve(pointCount);
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (int k = 0; k < pieces[i]; ++k) {
      const glm::dvec2 begin = cornerAt(shape, i), whole = cornerAt(shape, i + 1) - begin;
      points.push_back(begin + whole * (static_cast<double>(k) / pieces[i]));
    }
  if (!shape.closed()) points.push_back(shape.points().back());
  return points;
}

/// How sharp corner i is: 0 for none, 2 for a full reversal.
double sharpness(const Shape& shape, std::size_t i) {
  const std::size_t count = shape.points().size();
  const glm::dvec2 in = cornerAt(shape, i) - cornerAt(shape, (i + count - 1) % count),
                   out = cornerAt(shape, i + 1) - cornerAt(shape, i);
  const double lengths = glm::length(in) * glm::length(out);
  return lengths > 0 ? 1 - glm::dot(in, out) / lengths : 0;
}

/// Walks along an outline. Distances are arc lengths from the first point and must not decrease.
class OutlineWalker {
 public:
  explicit OutlineWalker(const Shape& shape)
      : shape_(shape), lengths_(edgeLengths(shape)), cornerDistance_(lengths_.front()) {}

  glm::dvec2 pointAt(double distance) {
    for (; edge_ + 1 < lengths_.size() && edgeDistance_ + lengths_[edge_] < distance; ++edge_)
      edgeDistance_ += lengths_[edge_];
    const glm::dvec2 begin = cornerAt(shape_, edge_), whole = cornerAt(shape_, edge_ + 1) - begin;
    return lengths_[edge_] > 0 ? begin + whole * std::min(1.0, (distance - edgeDistance_) / lengths_[edge_]) : begin;
  }

  /// The sharpest corner within `reach` of `distance`, the nearest among equals; nothing if there is none.
  std::optional<glm::dvec2> cornerNear(double distance, double reach) {
    constexpr double kSharpnessTolerance = 1e-6;
    std::optional<glm::dvec2> chosen;
    double sharpest = 2 * kSharpnessTolerance, nearest = reach;
    for (; corner_ < lengths_.size() && cornerDistance_ < distance + reach; cornerDistance_ += lengths_[corner_++]) {
      const double sharp = sharpness(shape_, corner_), offset = std::abs(cornerDistance_ - distance);
      if (cornerDistance_ < distance - reach || sharp < sharpest - kSharpnessTolerance ||
          (sharp < sharpest + kSharpnessTolerance && offset >= nearest))
        continue;
      sharpest = sharp, nearest = offset, chosen = shape_.points()[corner_];
    }
    return chosen;
  }

 private:
  const Shape& shape_;
  std::vector<double> lengths_;
  std::size_t edge_ = 0, corner_ = 1;  // the current edge, and the first corner not visited yet
  double edgeDistance_ = 0, cornerDistance_;
};

Points downsampled(const Shape& shape, std::size_t pointCount) {
  OutlineWalker walker(shape);
  const double step = lengthOf(shape) / static_cast<double>(edgeCount(pointCount, shape.closed()));
  Points points{shape.points().front()};
  for (std::size_t k = 1; k < edgeCount(pointCount, shape.closed()); ++k) {
    const double distance = static_cast<double>(k) * step;
    const std::optional<glm::dvec2> corner = walker.cornerNear(distance, 0.5 * step);
    points.push_back(corner ? *corner : walker.pointAt(distance));
  }
  if (!shape.closed() && pointCount > 1) points.push_back(shape.points().back());
  return points;
}

}  // namespace

double lengthOf(const Shape& shape) {
  double sum = 0;
  for (const double length : edgeLengths(shape)) sum += length;
  return sum;
}

Shape resampled(const Shape& shape, int pointCount) {
  const auto count = static_cast<std::size_t>(std::max(0, pointCount)), oldCount = shape.points().size();
  if (oldCount == 0) return shape;
  Points points;
  if (count > 0 && !(lengthOf(shape) > 0))
    points.assign(count, shape.points().front());
  else if (count > 0)
    points = count >= oldCount ? upsampled(shape, count) : downsampled(shape, count);
  return *Shape::make(std::move(points), shape.closed());  // cannot fail: the new points lie between valid ones
}

}  // namespace crossfade
