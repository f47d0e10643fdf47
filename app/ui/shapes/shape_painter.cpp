#include "app/ui/shapes/shape_painter.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "app/ui/widgets/theme.h"

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
  for (int key = 0; key < count; ++key) offerPoints(nearest, at, key, nth(scene.keys(), key).shape.points());
  if (nearest.hit.shape != kNoShape) return nearest.hit;
  nearest.distance = units * static_cast<double>(kEdgeReachFraction);
  for (int key = 0; key < count; ++key) {
    const crossfade::Shape& shape = nth(scene.keys(), key).shape;
    const auto points = shape.points();
    const std::size_t edges = crossfade::edgeCount(points.size(), shape.closed());
    for (std::size_t i = 0; i < edges; ++i)
      nearest.offer(distanceToEdge(at, points[i], points[(i + 1) % points.size()]),
                    {.shape = key, .point = static_cast<int>(i), .isEdge = true});
  }
  return nearest.hit;
}

namespace {

constexpr std::array<ImU32, 6> kColors = {rgb(0x5AA9F0), rgb(0x45C8A6), rgb(0xE3C55C),
                                          rgb(0xF08A6C), rgb(0xD284D2), rgb(0x8E8FF2)};

constexpr std::size_t kMaxCornersChecked = 1000;  // larger outlines are taken not to cross themselves

/// Without anti-aliasing: neighbors would overlap along their edges.
void quad(ImDrawList& list, ImVec2 white, const std::array<ImVec2, 4>& corners, ImU32 tint) {
  list.PrimReserve(6, 4);
  list.PrimQuadUV(corners[0], corners[1], corners[2], corners[3], white, white, white, white, tint);
}

}  // namespace

void ShapePainter::fill(const Canvas& canvas, const CanvasView& view, std::span<const glm::dvec2> points, ImU32 tint) {
  ImDrawList& list = canvas.list;
  const ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel;
  if (points.size() <= kMaxCornersChecked && crossesItself(points)) {
    const auto at = [&](glm::dvec2 p) { return toScreen(view, canvas.rect, p); };
    for (const auto& t : bandFiller_.fill(points)) quad(list, white, {at(t[0]), at(t[1]), at(t[2]), at(t[3])}, tint);
    return;
  }
  const auto triangles = triangulator_.triangulate(points);
  if (triangles.empty()) return;
  list.PrimReserve(static_cast<int>(triangles.size() * 3), static_cast<int>(corners_.size()));
  const auto first = list._VtxCurrentIdx;
  for (const std::array<int, 3>& triangle : triangles)
    for (const int corner : triangle)
      list.PrimWriteIdx(static_cast<ImDrawIdx>(first + static_cast<unsigned int>(corner)));
  for (const ImVec2 corner : corners_) list.PrimWriteVtx(corner, white, tint);
}

ImU32 shapeColor(int key) { return kColors[static_cast<std::size_t>(key) % kColors.size()]; }

ImU32 shapeColor(const TimelinePosition& position) {
  if (position.fraction == 0) return shapeColor(position.key);
  const glm::dvec3 from = oklabOf(linearOf(shapeColor(position.key))),
                   to = oklabOf(linearOf(shapeColor(position.key + 1)));
  const double fraction = position.fraction;
  return colorOf(linearOfOklab(from * (1 - fraction) + to * fraction));
}

ImU32 onGround(ImU32 tint, const Canvas& canvas) { return canvas.dark ? tint : colorOf(linearOf(tint) * 0.62); }

void ShapePainter::paint(const Canvas& canvas, const CanvasView& view, std::span<const glm::dvec2> points,
                         const ShapePaint& look) {
  if (points.empty()) return;
  corners_.clear();
  for (const glm::dvec2 p : points) corners_.push_back(toScreen(view, canvas.rect, p));
  const ImU32 tint = onGround(look.tint, canvas);
  if (look.fill > 0 && look.closed) fill(canvas, view, points, faded(tint, look.fill));
  if (points.size() == 1)
    canvas.list.AddCircleFilled(corners_[0], canvas.px(2.5f), faded(tint, std::max(look.line, look.fill)));
  const bool softEdge = !(look.line > 0) && look.fill > 0;  // triangles alone have jagged edges
  if (look.line > 0 || softEdge)
    canvas.list.AddPolyline(corners_.data(), static_cast<int>(corners_.size()),
                            faded(tint, softEdge ? look.fill : look.line),
                            look.closed && !look.gap ? ImDrawFlags_Closed : 0, softEdge ? 1.0f : canvas.px(look.width));
}

void ShapePainter::paintThumbnail(const Canvas& canvas, std::span<const glm::dvec2> points, bool closed, ImU32 tint) {
  if (points.empty()) return;
  const ShapeBox box = boxOf(points);
  const glm::dvec2 size = glm::max(box.max - box.min, glm::dvec2(1e-6));
  const CanvasView view{.center = (box.min + box.max) * 0.5,
                        .zoom = std::min(static_cast<double>(canvas.rect.width) / size.x,
                                         static_cast<double>(canvas.rect.height) / size.y)};
  paint(canvas, view, points, {.tint = tint, .fill = 0.32f, .line = 1, .width = 1.25f, .closed = closed});
}

ShapeBox boxOf(std::span<const glm::dvec2> points) {
  if (points.empty()) return {};
  ShapeBox box{points[0], points[0]};
  for (const glm::dvec2 p : points) box = {glm::min(box.min, p), glm::max(box.max, p)};
  return box;
}

}  // namespace app
