#include "app/ui/shapes/shape_hits.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <glm/geometric.hpp>

namespace app {
namespace {

constexpr float kEdgeReachFraction = 2.0f / 3;

double distanceToEdge(glm::dvec2 p, glm::dvec2 a, glm::dvec2 b) {
  const glm::dvec2 along = b - a;
  const double square = glm::dot(along, along);
  const double fraction = square > 0 ? std::clamp(glm::dot(p - a, along) / square, 0.0, 1.0) : 0;
  return glm::distance(p, a + along * fraction);
}

struct Nearest {
  ShapeHit hit;
  double distance;
  void offer(double at, ShapeHit what) {
    if (at > distance) return;
    distance = at;
    hit = what;
  }
};

void offerPoints(Nearest& nearest, glm::dvec2 at, int shape, std::span<const glm::dvec2> points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    nearest.offer(glm::distance(at, points[i]), {.shape = shape, .point = static_cast<int>(i)});
}

}  // namespace

ShapeHit hitShapes(const ShapeScene& scene, const CanvasView& view, const UiRect& rect, ImVec2 pixel, float reach) {
  const glm::dvec2 at = toPlane(view, rect, pixel);
  const double units = static_cast<double>(reach) / view.zoom;
  Nearest nearest{{}, units};
  if (!scene.drawing().empty()) {
    offerPoints(nearest, at, shapes::kDrawing, scene.drawing());
    return nearest.hit;
  }
  const int count = static_cast<int>(scene.keys().size());
  for (int key = 0; key < count; ++key)
    offerPoints(nearest, at, key, scene.keys()[static_cast<std::size_t>(key)].shape.points());
  if (nearest.hit.shape != kNoShape) return nearest.hit;
  nearest.distance = units * static_cast<double>(kEdgeReachFraction);
  for (int key = 0; key < count; ++key) {
    const crossfade::Shape& shape = scene.keys()[static_cast<std::size_t>(key)].shape;
    const auto points = shape.points();
    const std::size_t edges = crossfade::edgeCount(points.size(), shape.closed());
    for (std::size_t i = 0; i < edges; ++i)
      nearest.offer(distanceToEdge(at, points[i], points[(i + 1) % points.size()]),
                    {.shape = key, .point = static_cast<int>(i), .isEdge = true});
  }
  return nearest.hit;
}

}  // namespace app
