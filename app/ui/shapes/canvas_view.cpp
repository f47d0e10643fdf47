#include "app/ui/shapes/canvas_view.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <glm/geometric.hpp>

namespace app {
namespace {

constexpr double kMargin = 0.09;   // of the canvas, on each side
constexpr double kMinSize = 1;     // units; a box without size gets this
constexpr double kMaxFitZoom = 6;  // pixels per unit; small shapes stay small

}  // namespace

CanvasView fitting(const ShapeBox& box, const UiRect& rect) {
  const glm::dvec2 size = glm::max(box.max - box.min, glm::dvec2(kMinSize));
  const double across = static_cast<double>(std::max(rect.width, 1.0f)) / size.x,
               down = static_cast<double>(std::max(rect.height, 1.0f)) / size.y;
  return {.center = (box.min + box.max) * 0.5,
          .zoom = std::clamp(std::min(across, down) * (1 - 2 * kMargin), kMinZoom, kMaxFitZoom)};
}

ImVec2 toScreen(const CanvasView& view, const UiRect& rect, glm::dvec2 at) {
  const glm::dvec2 p = (at - view.center) * view.zoom;
  return {rect.centerX() + static_cast<float>(p.x), rect.centerY() + static_cast<float>(p.y)};
}

glm::dvec2 toPlane(const CanvasView& view, const UiRect& rect, ImVec2 pixel) {
  return view.center + glm::dvec2(pixel.x - rect.centerX(), pixel.y - rect.centerY()) / view.zoom;
}

CanvasView zoomedAt(const CanvasView& view, const UiRect& rect, ImVec2 pixel, double factor) {
  CanvasView next = view;
  next.zoom = std::clamp(view.zoom * factor, kMinZoom, kMaxZoom);
  next.center += toPlane(view, rect, pixel) - toPlane(next, rect, pixel);
  return next;
}

CanvasView panned(const CanvasView& view, ImVec2 pixels) {
  return {.center = view.center - glm::dvec2(pixels.x, pixels.y) / view.zoom, .zoom = view.zoom};
}

int CanvasTiles::under(ImVec2 pixel) const {
  for (int i = 0; i < count; ++i)
    if (contains(rects[i], {pixel.x, pixel.y, 0, 0})) return i;
  return -1;
}

CanvasTiles tilesOf(const ShapeScene& scene, const UiRect& rect, float scale) {
  CanvasTiles tiles;
  tiles.rects[0] = rect;
  if (!scene.settings().sideBySide) return tiles;
  tiles.count = 4;
  const float gap = std::max(1.0f, std::round(scale));
  const float width = std::floor((rect.width - gap) / 2), height = std::floor((rect.height - gap) / 2);
  for (int i = 0; i < 4; ++i) {
    const bool right = i % 2 == 1, lower = i / 2 == 1;
    tiles.rects[i] = {rect.x + (right ? width + gap : 0), rect.y + (lower ? height + gap : 0),
                      right ? rect.width - width - gap : width, lower ? rect.height - height - gap : height};
  }
  return tiles;
}

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
