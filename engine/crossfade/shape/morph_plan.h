// Two shapes made ready for each other once, so that a frame of the way between them is one pass without allocations.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "crossfade/shape/correspondence.h"
#include "crossfade/shape/morph.h"
#include "crossfade/shape/shape.h"

namespace crossfade {

enum class MorphKind { Linear, VectorClockwise, VectorCounterClockwise, VectorShortest };

class MorphPlan {
 public:
  /// Of nothing: no points.
  MorphPlan() = default;
  /// Gives the shape with fewer points as many as the other (resample.h), then its partner to each point:
  /// `correspondence`, or minimumMotion when there is none (of an open shape only its direction counts). Where one
  /// shape is closed and the other open, the closed one is cut at its first point, which then also is its last, and the
  /// way between is open. Where one has no points, neither has the way.
  static MorphPlan make(const Shape& from, const Shape& to,
                        std::optional<Correspondence> correspondence = std::nullopt);

  int pointCount() const { return static_cast<int>(from_.size()); }
  bool closed() const { return closed_; }
  const Correspondence& correspondence() const { return correspondence_; }  // the one in use
  std::span<const glm::dvec2> from() const { return from_; }
  std::span<const glm::dvec2> to() const { return to_; }  // in the order of their partners
  std::span<const MorphEdge> edges() const { return edges_; }

 private:
  std::vector<glm::dvec2> from_;
  std::vector<glm::dvec2> to_;
  std::vector<MorphEdge> edges_;
  Correspondence correspondence_;
  bool closed_ = true;
};

/// The outline at t, 0 to 1 (morph.h says what lies beyond); `out` has pointCount() elements. Linear knows no closing
/// error. Allocates nothing.
void morph(const MorphPlan& plan, MorphKind kind, ClosingError closing, double t, std::span<glm::dvec2> out);

}  // namespace crossfade
