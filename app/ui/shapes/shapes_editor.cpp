// The editable canvas: drawing, dragging, inserting and deleting points, panning and zooming.
#include <algorithm>
#include <array>
#include <cmath>

#include <imgui_internal.h>
#include <glm/geometric.hpp>

#include "app/session/undo_history.h"
#include "app/ui/shapes/shape_painter.h"
#include "app/ui/shapes/shapes_panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {

// ---- The shapes on their canvas: one tile, or one per algorithm.

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

namespace {

constexpr float kReach = 11;     // interface units from a point
constexpr double kNotch = 1.14;  // zoom factor of one wheel notch
constexpr std::size_t kMinPointsToClose = 3;

/// Fits the view to the shapes when they change, but not while the user edits them.
void followScene(const ShapeScene& scene, const UiRect& tile, ShapesWorkspace& state) {
  const bool changed = state.seenExtent != scene.extent() || state.seenRect != tile;
  const bool resized = state.seenRect != tile;
  if (state.fitted && changed && (resized || !state.edited)) state.view = fitting(scene.extent(), tile);
  state.seenExtent = scene.extent();
  state.seenRect = tile;
  state.edited = false;
}

/// What was grabbed or selected may have been undone, deleted, or replaced by an import; or something was selected
/// elsewhere. ImGui's last item must be the canvas.
void forgetWhatIsGone(const ShapeScene& scene, ShapesWorkspace& state) {
  const auto exists = [&scene](const ShapeHit& hit) {
    if (hit.shape == shapes::kDrawing) return static_cast<std::size_t>(hit.point) < scene.drawing().size();
    return hit.shape >= 0 && static_cast<std::size_t>(hit.shape) < scene.keys().size() &&
           hit.point < nth(scene.keys(), hit.shape).shape.pointCount();
  };
  const bool isElsewhere = ui().selection != 0 && ui().selection != ImGui::GetItemID();
  if (isElsewhere || !exists(state.selected)) state.selected = {}, state.held = false;
  if (!exists(state.hovered)) state.hovered = {};
}

void push(ShapesWorkspace& state, Commands& out, ShapeCommand command) {
  out.push_back(std::move(command));
  state.edited = true;
}

void finish(ShapesWorkspace& state, bool closed, Commands& out) {
  push(state, out, shapes::FinishShape{closed});
  state.newCardFrames = kNewCardFrames;
  state.selected = {};
  state.held = false;
}

void grab(ShapesWorkspace& state, const ShapeHit& hit, int tile) {
  state.selected = hit;
  ui().selection = ImGui::GetItemID();
  state.held = true;
  state.heldTile = tile;
}

void pressLeft(const ShapeScene& scene, ShapesWorkspace& state, int tile, glm::dvec2 at, bool twice, Commands& out) {
  const ShapeHit& over = state.hovered;
  if (over.shape == shapes::kDrawing && over.point == 0 && scene.drawing().size() >= kMinPointsToClose)
    return finish(state, true, out);
  if (over.isPoint()) return grab(state, over, tile);
  if (over.isEdge) {
    if (!twice) return void(state.selected = {});
    push(state, out, shapes::InsertPoint{.shape = over.shape, .before = over.point + 1, .at = at});
    return grab(state, {.shape = over.shape, .point = over.point + 1}, tile);
  }
  push(state, out, shapes::AddPoint{at});
  grab(state, {.shape = shapes::kDrawing, .point = static_cast<int>(scene.drawing().size())}, tile);
}

void deletePoint(ShapesWorkspace& state, const ShapeHit& hit, Commands& out) {
  push(state, out, shapes::DeletePoint{hit.shape, hit.point});
  ui().selection = ImGui::GetItemID();
  state.selected = {};
  state.hovered = {};
  state.held = false;
}

void dragHeld(ShapesWorkspace& state, glm::dvec2 at, Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.MouseDown[ImGuiMouseButton_Left]) return void(state.held = false);
  if (io.MouseDelta.x == 0 && io.MouseDelta.y == 0) return;
  push(state, out, shapes::MovePoint{.shape = state.selected.shape, .point = state.selected.point, .to = at});
}

void moveView(ShapesWorkspace& state, const UiRect& tile, bool hovered) {
  const ImGuiIO& io = ImGui::GetIO();
  if (hovered && io.MouseWheel != 0) {
    state.view = zoomedAt(state.view, tile, io.MousePos, std::pow(kNotch, static_cast<double>(io.MouseWheel)));
    state.fitted = false;
  }
  const bool onPoint = state.hovered.isPoint();
  if (hovered && (io.MouseClicked[ImGuiMouseButton_Middle] || (io.MouseClicked[ImGuiMouseButton_Right] && !onPoint)))
    state.panning = true;
  if (!io.MouseDown[ImGuiMouseButton_Middle] && !io.MouseDown[ImGuiMouseButton_Right]) state.panning = false;
  if (state.panning && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
    state.view = panned(state.view, io.MouseDelta);
    state.fitted = false;
  }
}

/// Handles the mouse and, without the ring, the Delete key. ImGui's last item must be the canvas.
void handleHand(const ShapeScene& scene, ShapesWorkspace& state, const CanvasTiles& tiles, bool hovered,
                Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  const int under = tiles.under(io.MousePos);
  const int tile = state.held ? std::min(state.heldTile, tiles.count - 1) : std::max(under, 0);
  const glm::dvec2 at = toPlane(state.view, tiles.rects[tile], io.MousePos);
  if (state.held)
    state.hovered = state.selected;
  else
    state.hovered = hovered && under >= 0 && !state.panning
                        ? hitShapes(scene, state.view, tiles.rects[tile], io.MousePos, px(kReach))
                        : ShapeHit{};
  moveView(state, tiles.rects[tile], hovered && under >= 0);
  if (hovered && under >= 0 && io.MouseClicked[ImGuiMouseButton_Left])
    pressLeft(scene, state, tile, at, io.MouseDoubleClicked[ImGuiMouseButton_Left], out);
  else if (hovered && io.MouseClicked[ImGuiMouseButton_Right] && state.hovered.isPoint())
    deletePoint(state, state.hovered, out);
  else if (state.held)
    dragHeld(state, at, out);
  const ShapeHit& aimed = state.hovered.isPoint() ? state.hovered : state.selected;
  if (aimed.isPoint() && !io.WantTextInput && !ui().focus.isElsewhere(0) && isKeyPressed(ImGuiKey_Delete))
    deletePoint(state, aimed, out);
}

void drawTools(const Session& session, ShapesWorkspace& state, const UiRect& canvasRect, Commands& out) {
  const ShapeScene& scene = session.shapes();
  const UndoHistory& history = session.history();
  ImGui::SetCursorScreenPos({canvasRect.x + px(10), canvasRect.y + px(8)});
  if (button("canvas.undo", "Undo", {}, "Undo the last change (Ctrl+Z).",
             {.quiet = true, .enabled = history.canUndo()}))
    out.push_back(Undo{});
  ImGui::SameLine(0, px(2));
  if (button("canvas.redo", "Redo", {}, "Redo (Ctrl+Y).", {.quiet = true, .enabled = history.canRedo()}))
    out.push_back(Redo{});
  ImGui::SameLine(0, px(2));
  if (iconButton("canvas.fit", Icon::Frame, "Show everything.", {.on = state.fitted, .quiet = true})) {
    state.fitted = true;
    state.seenRect = {};
  }
  ImGui::SameLine(0, px(2));
  const bool anything = !scene.keys().empty() || !scene.drawing().empty();
  if (button("canvas.clear", "Clear", {}, "Delete all shapes.", {.quiet = true, .enabled = anything}))
    out.push_back(shapes::ClearCanvas{});
  if (scene.drawing().empty()) return;
  ImGui::SameLine(0, px(14));
  if (button("canvas.finish", "Finish", {},
             "Turn the drawing into a closed key shape (Enter, or click its first point).", {.accent = true}))
    finish(state, true, out);
  ImGui::SameLine(0, px(4));
  if (button("canvas.finishOpen", "As a line", {}, "Turn the drawing into an open key shape."))
    finish(state, false, out);
  ImGui::SameLine(0, px(4));
  if (button("canvas.clearPoints", "Clear points", {}, "Discard the drawing. Key shapes stay."))
    push(state, out, shapes::ClearPoints{});
}

const char* adviceOf(const ShapeScene& scene, const ShapesWorkspace& state) {
  if (!scene.drawing().empty())
    return scene.drawing().size() < kMinPointsToClose ? "Click to add a point."
                                                      : "Click the first point or press Enter to finish the shape.";
  if (scene.keys().empty()) return "Click to draw a shape, or pick a pair on the right.";
  if (state.hovered.isEdge) return "Double-click to insert a point.";
  if (state.hovered.isPoint()) return "Drag to move, right-click to delete.";
  if (scene.keys().size() == 1) return "Add a second shape to see the morph.";
  return "";
}

/// All tiles, and the lines between them.
void drawTiles(const ShapeScene& scene, ShapesWorkspace& state, const Canvas& canvas, const CanvasTiles& tiles,
               int pointedTile) {
  canvasGround(canvas);
  for (int i = 0; i < tiles.count; ++i) {
    const Canvas tile{canvas.list, tiles.rects[i], canvas.scale, canvas.dark, false};
    drawShapeTile(scene, state.painter, morphKindOfTile(scene, i), tile, state.view,
                  {.editing = true,
                   .hovered = state.hovered,
                   .selected = state.selected,
                   .pointer = i == pointedTile ? ImGui::GetIO().MousePos : ImVec2(-1, -1)});
  }
  if (tiles.count == 1) return;
  const ImU32 line = faintInkColor(canvas);
  const UiRect &first = tiles.rects[0], &last = tiles.rects[3];
  canvas.list.AddRectFilled({first.right(), canvas.rect.y}, {last.x, canvas.rect.bottom()}, line);
  canvas.list.AddRectFilled({canvas.rect.x, first.bottom()}, {canvas.rect.right(), last.y}, line);
}

/// Logs where (0, 0) and (100, 100) lie, so that tests and scripts find any point.
void logUnits(const CanvasView& view, const UiRect& tile) {
  const ImVec2 origin = toScreen(view, tile, {0, 0}), hundred = toScreen(view, tile, {100, 100});
  ui().log.add("canvas.units", {origin.x, origin.y, hundred.x - origin.x, hundred.y - origin.y});
}

}  // namespace

void drawShapesEditor(const Session& session, ShapesWorkspace& state, const UiRect& area, Commands& out) {
  const ShapeScene& scene = session.shapes();
  beginPanel("panel.canvas", area, colors().panel, {0, 0});
  const Canvas canvas{
      .list = *ImGui::GetWindowDrawList(), .rect = area, .scale = ui().scale, .dark = session.view().darkBackground};
  const CanvasTiles tiles = tilesOf(scene, area, ui().scale);
  followScene(scene, tiles.rects[0], state);

  ImGui::SetCursorScreenPos({area.x, area.y});
  allowOverlapOfNext();
  unloggedArea(
      "canvas", {area.width, area.height},
      ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
  allowOverlapOfLast();
  forgetWhatIsGone(scene, state);
  const UiRect tools{area.x, area.y, px(scene.drawing().empty() ? 230 : 520), px(42)};
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool hovered = ImGui::IsItemHovered() && !contains(tools, {mouse.x, mouse.y, 0, 0});
  handleHand(scene, state, tiles, hovered, out);

  const bool pointsAtNothing = hovered && !state.held && !state.hovered.isPoint();
  drawTiles(scene, state, canvas, tiles, pointsAtNothing ? tiles.under(mouse) : -1);
  logUnits(state.view, tiles.rects[0]);
  canvasText(canvas, {area.x + px(14), area.bottom() - px(30), area.width - px(28), px(20)}, adviceOf(scene, state),
             dimInkColor(canvas), tiles.count > 1 ? 1.0f : 0.0f, TextStyle::Small);
  drawTools(session, state, area, out);
  endPanel();
}

void drawShapesWorkspace(const Session& session, ShapesWorkspace& state, const WorkspaceLayout& layout, Commands& out) {
  if (!layout.canvas.empty()) drawShapesEditor(session, state, layout.canvas, out);
  if (!layout.strip.empty()) drawShapesStrip(session, state, layout.strip, out);
  drawShapesTransport(session, state, layout.transport, out);
  if (!layout.settings.empty()) drawShapesSettings(session, state, layout.settings, out);
}

}  // namespace app
