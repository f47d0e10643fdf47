#include "app/ui/shapes/shape_painter.h"

#include <algorithm>
#include <array>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "app/ui/widgets/theme.h"

namespace app {
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
