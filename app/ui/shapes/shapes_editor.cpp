// The editable canvas: drawing, dragging, inserting and deleting points, panning and zooming.
#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

#include "app/session/undo_history.h"
#include "app/ui/shapes/shapes_panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {
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
