#include "crossfade/shape/morph_plan.h"

#include <algorithm>
#include <utility>

#include "crossfade/shape/resample.h"

namespace crossfade {
namespace {

Shape cutOpen(const Shape& shape) {
  std::vector<glm::dvec2> points(shape.points().begin(), shape.points().end());
  if (shape.closed() && !points.empty()) points.push_back(points.front());
  return *Shape::make(std::move(points), false);
}

std::vector<glm::dvec2> pointsOf(const Shape& shape, int count) {
  const Shape made = resampled(shape, count);
  return {made.points().begin(), made.points().end()};
}

}  // namespace

MorphPlan MorphPlan::make(const Shape& from, const Shape& to, std::optional<Correspondence> correspondence) {
  if (from.closed() != to.closed()) return make(cutOpen(from), cutOpen(to), correspondence);
  MorphPlan plan;
  plan.closed_ = from.closed();
  if (from.points().empty() || to.points().empty()) return plan;
  const int count = std::max(from.pointCount(), to.pointCount());
  plan.from_ = pointsOf(from, count);
  const std::vector<glm::dvec2> partners = pointsOf(to, count);
  plan.correspondence_ = correspondence ? *correspondence : minimumMotion(plan.from_, partners, plan.closed_);
  if (!plan.closed_) plan.correspondence_.rotation = plan.correspondence_.reversed ? count - 1 : 0;
  plan.to_ = reordered(partners, plan.correspondence_);
  plan.edges_.resize(edgeCount(plan.from_.size(), plan.closed_));
  prepareEdges(plan.from_, plan.to_, plan.edges_);
  return plan;
}

void morph(const MorphPlan& plan, MorphKind kind, ClosingError closing, double t, std::span<glm::dvec2> out) {
  const auto along = [&](RotationDirection direction) {
    vectorMorph(plan.from(), plan.to(), plan.edges(), direction, closing, t, out);
  };
  switch (kind) {
    case MorphKind::Linear:
      return linearMorph(plan.from(), plan.to(), t, out);
    case MorphKind::VectorClockwise:
      return along(RotationDirection::Clockwise);
    case MorphKind::VectorCounterClockwise:
      return along(RotationDirection::CounterClockwise);
    case MorphKind::VectorShortest:
      return along(RotationDirection::Shortest);
  }
}

}  // namespace crossfade
