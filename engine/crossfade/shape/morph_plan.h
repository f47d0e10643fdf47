// Two shapes prepared for morphing, so that each in-between is one pass without allocations.
#ifndef CROSSFADE_SHAPE_MORPH_PLAN_H
#define CROSSFADE_SHAPE_MORPH_PLAN_H

#include <optional>
#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/shape/correspondence.h"
#include "crossfade/shape/morph.h"
#include "crossfade/shape/shape.h"

namespace crossfade {

enum class MorphKind { Linear, VectorClockwise, VectorCounterClockwise, VectorShortest };

class CROSSFADE_API MorphPlan {
 public:
  /// No points.
  MorphPlan() = default;
  /// Resamples the shape with fewer points to as many as the other (resample.h), then pairs the points by
  /// `correspondence`, or by minimumMotion() without one. For open shapes only its direction matters. If one shape is
  /// closed and the other open, the closed one is cut at its first point, which then is also its last, and in-betweens
  /// are open. If either has no points, the plan has none.
  static MorphPlan make(const Shape& from, const Shape& to,
                        std::optional<Correspondence> correspondence = std::nullopt);

  int pointCount() const { return static_cast<int>(from_.size()); }
  bool closed() const { return closed_; }
  const Correspondence& correspondence() const { return correspondence_; }  // the one in use
  std::span<const glm::dvec2> from() const { return from_; }
  std::span<const glm::dvec2> to() const { return to_; }  // in the order of their partners in from()
  std::span<const MorphEdge> edges() const { return edges_; }

 private:
  std::vector<glm::dvec2> from_;
  std::vector<glm::dvec2> to_;
  std::vector<MorphEdge> edges_;
  Correspondence correspondence_;
  bool closed_ = true;
};

/// The outline at t, which may overshoot as in morph.h; `out` has pointCount() elements, or nothing is written.
/// Linear has no closing error.
/// Allocates nothing.
CROSSFADE_API void morph(const MorphPlan& plan, MorphKind kind, ClosingError closing, double t,
                         std::span<glm::dvec2> out);

}  // namespace crossfade

#endif  // CROSSFADE_SHAPE_MORPH_PLAN_H
