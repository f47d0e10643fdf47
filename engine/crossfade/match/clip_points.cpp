#include "crossfade/match/clip_points.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "crossfade/math/rotation.h"

namespace crossfade {
Result<ClipPoints> ClipPoints::make(std::vector<glm::dvec3> positions, int points, double step, bool isCyclic,
                                    const glm::dvec3& travel) {
  if (points < 1) return Error{"a clip needs at least one point to be compared by"};
  if (positions.empty() || positions.size() % static_cast<std::size_t>(points) != 0)
    return Error{std::to_string(positions.size()) + " positions are not whole frames of " + std::to_string(points)};
  if (!(step > 0) || !std::isfinite(step)) return Error{"the step between frames is not above 0"};
  if (!isFinite(travel) || !std::all_of(positions.begin(), positions.end(), isFinite))
    return Error{"a position is not finite"};
  ClipPoints made;
  made.frames_ = static_cast<int>(positions.size()) / points;
  made.positions_ = std::move(positions);
  made.points_ = points;
  made.step_ = step;
  made.isCyclic_ = isCyclic;
  made.travel_ = travel;
  return made;
}

glm::dvec3 ClipPoints::position(int frame, int point) const {
  if (point < 0 || point >= points_) return glm::dvec3(0.0);
  const auto at = [&](int inside) {
    return positions_[static_cast<std::size_t>(inside) * static_cast<std::size_t>(points_) +
                      static_cast<std::size_t>(point)];
  };
  if (!isCyclic_) return at(std::clamp(frame, 0, frames_ - 1));
  const int loop = frame >= 0 ? frame / frames_ : -((frames_ - 1 - frame) / frames_);
  return at(frame - loop * frames_) + travel_ * static_cast<double>(loop);
}

glm::dvec3 ClipPoints::velocity(int frame, int point) const {
  if (frames_ == 0) return glm::dvec3(0.0);
  const int before = isCyclic_ ? frame - 1 : std::clamp(frame - 1, 0, frames_ - 1);
  const int after = isCyclic_ ? frame + 1 : std::clamp(frame + 1, 0, frames_ - 1);
  if (after <= before) return glm::dvec3(0.0);
  return (position(after, point) - position(before, point)) / (step_ * (after - before));
}

}  // namespace crossfade
