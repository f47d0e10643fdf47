// The shapes on their canvas: one tile, or one per algorithm.
#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>

#include "app/ui/shapes/shape_painter.h"
#include "app/ui/shapes/shapes_panels.h"
#include "app/ui/widgets/ui_context.h"

namespace app {
namespace {

using crossfade::MorphKind;

constexpr std::array<const char*, 4> kKindNames = {"Linear", "Vector, clockwise", "Vector, counterclockwise",
                                                   "Vector, shortest"};
constexpr float kRoomForPoints = 20;  // interface units between points on average; closer points would hide the line

struct Look {
  float fill, line, width;
};
constexpr Look kMoving{0.62f, 1, 2.25f};
constexpr Look kPictureKey{0.46f, 1, 2};
constexpr Look kPictureBetween{0.13f, 0.72f, 1.4f};
constexpr Look kOnionKey{0.10f, 0.55f, 1.5f};
constexpr Look kOnionBetween{0, 0.42f, 1.25f};

void paint(const ShapeScene& scene, ShapePainter& painter, const Canvas& canvas, const CanvasView& view,
           const MorphedShape& shape, const Look& look) {
  const ShapeLook& shown = scene.settings().look;
  const float fill = shown.fills ? look.fill : 0, line = shown.outlines || !(fill > 0) ? look.line : 0;
  const bool gap = shape.kind != MorphKind::Linear && !shape.isKey() && scene.settings().closing == ShapeClosing::Raw;
  painter.paint(canvas, view, shape.points,
                {.tint = shapeColor(shape.position),
                 .fill = fill,
                 .line = line,
                 .width = look.width,
                 .closed = shape.closed,
                 .gap = gap});
}

/// Grid marks, spaced for the current zoom.
void paintGrid(const Canvas& canvas, const CanvasView& view) {
  const double wanted = static_cast<double>(canvas.px(44)) / view.zoom,
               power = std::pow(10, std::floor(std::log10(wanted)));
  const double step = power * (wanted / power > 5 ? 10 : wanted / power > 2 ? 5 : 2);
  const glm::dvec2 from = toPlane(view, canvas.rect, {canvas.rect.x, canvas.rect.y}),
                   to = toPlane(view, canvas.rect, {canvas.rect.right(), canvas.rect.bottom()});
  const float half = std::max(1.0f, canvas.px(1));
  for (double y = std::ceil(from.y / step) * step; y <= to.y; y += step)
    for (double x = std::ceil(from.x / step) * step; x <= to.x; x += step) {
      const ImVec2 at = toScreen(view, canvas.rect, {x, y});
      canvas.list.AddRectFilled({std::floor(at.x) - half, std::floor(at.y) - half},
                                {std::floor(at.x) + half, std::floor(at.y) + half}, gridDotColor(canvas));
    }
}

void paintPoint(const Canvas& canvas, ImVec2 at, ImU32 tint, bool isFirst, bool hovered, bool selected) {
  const float radius = canvas.px(hovered ? 6.0f : isFirst ? 4.25f : 3.25f);
  if (hovered || selected)
    canvas.list.AddCircleFilled(at, radius + canvas.px(4), faded(colors().accent, hovered ? 0.30f : 0.20f));
  canvas.list.AddCircleFilled(at, radius, hovered || selected ? colors().accent : tint);
  if (!isFirst || hovered || selected) canvas.list.AddCircleFilled(at, radius - canvas.px(1.5f), groundColor(canvas));
}

/// All points if there is room, otherwise those of the shape being edited.
void paintPoints(const Canvas& canvas, const CanvasView& view, int shape, std::span<const glm::dvec2> points,
                 bool closed, ImU32 tint, const CanvasMarks& marks) {
  double length = 0;
  for (std::size_t i = 0; i < points.size(); ++i) length += glm::distance(points[i], points[(i + 1) % points.size()]);
  const bool room = shape == shapes::kDrawing || length * view.zoom >= static_cast<double>(canvas.px(kRoomForPoints)) *
                                                                           static_cast<double>(points.size());
  const bool handIsHere = marks.hovered.shape == shape || marks.selected.shape == shape;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const int index = static_cast<int>(i);
    const bool hovered = marks.hovered.is(shape, index), selected = marks.selected.is(shape, index);
    if (!room && !hovered && !selected && !(handIsHere && marks.editing)) continue;
    paintPoint(canvas, toScreen(view, canvas.rect, points[i]), onGround(tint, canvas), i == 0 && closed, hovered,
               selected);
  }
}

void paintKeys(const ShapeScene& scene, const Canvas& canvas, const CanvasView& view, const CanvasMarks& marks) {
  for (std::size_t i = 0; i < scene.keys().size(); ++i) {
    const int key = static_cast<int>(i);
    const crossfade::Shape& shape = scene.keys()[i].shape;
    if (marks.hovered.shape == key && marks.hovered.isEdge) {
      const auto points = shape.points();
      const auto from = static_cast<std::size_t>(marks.hovered.point);
      canvas.list.AddLine(toScreen(view, canvas.rect, points[from]),
                          toScreen(view, canvas.rect, points[(from + 1) % points.size()]), faded(colors().accent, 0.8f),
                          canvas.px(2.5f));
    }
    paintPoints(canvas, view, key, shape.points(), shape.closed(), shapeColor(key), marks);
  }
}

void paintDrawing(const ShapeScene& scene, ShapePainter& painter, const Canvas& canvas, const CanvasView& view,
                  const CanvasMarks& marks) {
  const auto& drawing = scene.drawing();
  if (drawing.empty()) return;
  const ImU32 tint = shapeColor(static_cast<int>(scene.keys().size()));
  painter.paint(canvas, view, drawing, {.tint = tint, .fill = 0.10f, .line = 0, .closed = drawing.size() > 2});
  painter.paint(canvas, view, drawing, {.tint = tint, .width = 2, .closed = false});
  if (marks.pointer.x >= 0) {
    const ImU32 faint = faded(onGround(tint, canvas), 0.45f);
    canvas.list.AddLine(toScreen(view, canvas.rect, drawing.back()), marks.pointer, faint, canvas.px(1.5f));
    if (drawing.size() > 1)
      canvas.list.AddLine(toScreen(view, canvas.rect, drawing.front()), marks.pointer, faded(faint, 0.5f),
                          canvas.px(1));
  }
  paintPoints(canvas, view, shapes::kDrawing, drawing, true, tint, marks);
}

void paintShapes(const ShapeScene& scene, ShapePainter& painter, MorphKind kind, const Canvas& canvas,
                 const CanvasView& view, bool editing) {
  const auto shapes = scene.morphed(kind);
  if (scene.settings().mode == ShapeMode::Picture) {
    for (const MorphedShape& shape : shapes)
      if (!shape.isKey()) paint(scene, painter, canvas, view, shape, kPictureBetween);
    for (const MorphedShape& shape : shapes)
      if (shape.isKey()) paint(scene, painter, canvas, view, shape, kPictureKey);
    return;
  }
  for (const MorphedShape& shape : scene.onionSkin(kind))
    paint(scene, painter, canvas, view, shape, shape.isKey() ? kOnionKey : kOnionBetween);
  if (!scene.settings().look.onionSkin && editing)  // show what can be grabbed
    for (std::size_t i = 0; i < scene.keys().size(); ++i) {
      const crossfade::Shape& shape = scene.keys()[i].shape;
      paint(scene, painter, canvas, view,
            {.position = {.key = static_cast<int>(i)}, .closed = shape.closed(), .points = shape.points()},
            {0, 0.3f, 1.25f});
    }
  for (const MorphedShape& shape : shapes) paint(scene, painter, canvas, view, shape, kMoving);
}

}  // namespace

MorphKind morphKindOfTile(const ShapeScene& scene, int tile) {
  return scene.settings().sideBySide ? static_cast<MorphKind>(tile) : scene.settings().kind;
}

void drawShapeTile(const ShapeScene& scene, ShapePainter& painter, MorphKind kind, const Canvas& canvas,
                   const CanvasView& view, const CanvasMarks& marks) {
  canvas.list.PushClipRect(canvas.rect.min(), canvas.rect.max(), true);
  if (marks.editing) paintGrid(canvas, view);
  paintShapes(scene, painter, kind, canvas, view, marks.editing);
  const bool picture = scene.settings().mode == ShapeMode::Picture;
  if (marks.editing || picture) paintKeys(scene, canvas, view, marks);
  if (marks.editing) paintDrawing(scene, painter, canvas, view, marks);
  if (scene.settings().sideBySide) {
    const bool chosen = kind == scene.settings().kind;
    const float inset = canvas.px(14);
    canvasText(canvas, {canvas.rect.x + inset, canvas.rect.bottom() - canvas.px(34), canvas.rect.width, canvas.px(24)},
               nth(kKindNames, kind), chosen && marks.editing ? colors().accent : dimInkColor(canvas), 0,
               TextStyle::Strong);
  }
  canvas.list.PopClipRect();
}

void drawShapesCanvas(const Session& session, ShapePainter& painter, const Canvas& canvas) {
  const ShapeScene& scene = session.shapes();
  canvasGround(canvas);
  const CanvasTiles tiles = tilesOf(scene, canvas.rect, canvas.scale);
  for (int i = 0; i < tiles.count; ++i) {
    const Canvas tile{canvas.list, tiles.rects[i], canvas.scale, canvas.dark, canvas.transparent};
    drawShapeTile(scene, painter, morphKindOfTile(scene, i), tile, fitting(scene.extent(), tile.rect), {});
  }
  if (tiles.count == 1 || canvas.transparent) return;
  const UiRect& last = tiles.rects[3];
  const ImU32 line = faintInkColor(canvas);
  canvas.list.AddRectFilled({tiles.rects[0].right(), canvas.rect.y}, {last.x, canvas.rect.bottom()}, line);
  canvas.list.AddRectFilled({canvas.rect.x, tiles.rects[0].bottom()}, {canvas.rect.right(), last.y}, line);
}

}  // namespace app
