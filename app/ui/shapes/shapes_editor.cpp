// The canvas under a person's hand: drawing, dragging, inserting and deleting points; moving and zooming the view.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/input/ui_input.h"
#include "app/ui/shapes/shapes_panels.h"
#include "app/ui/shapes/shapes_workspace.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kReach = 11;     // interface units from a point
constexpr double kNotch = 1.14;  // how much closer one notch of the wheel goes
constexpr std::size_t kMinPointsToClose = 3;

crossfade::MorphKind kindOfTile(const ShapeScene& scene, int tile) {
  return scene.settings().sideBySide ? static_cast<crossfade::MorphKind>(tile) : scene.settings().kind;
}

/// Looks at everything anew when that has changed, but not under the hand that changes it.
void followScene(const ShapeScene& scene, const UiRect& tile, ShapesWorkspace& state) {
  const bool changed = state.seenExtent != scene.extent() || state.seenRect != tile;
  const bool resized = state.seenRect != tile;
  if (state.fitted && changed && (resized || !state.edited)) state.view = fitting(scene.extent(), tile);
  state.seenExtent = scene.extent();
  state.seenRect = tile;
  state.edited = false;
}

/// What was grabbed or marked may be gone: undone, deleted, imported over.
void forgetWhatIsGone(const ShapeScene& scene, ShapesWorkspace& state) {
  const auto exists = [&scene](const ShapeHit& hit) {
    if (hit.shape == shapes::kDrawing) return static_cast<std::size_t>(hit.point) < scene.drawing().size();
    return hit.shape >= 0 && static_cast<std::size_t>(hit.shape) < scene.keys().size() &&
           hit.point < scene.keys()[static_cast<std::size_t>(hit.shape)].shape.pointCount();
  };
  if (!exists(state.selected)) state.selected = {}, state.held = false;
  if (!exists(state.hovered)) state.hovered = {};
}

void push(ShapesWorkspace& state, Commands& out, ShapeCommand command) {
  out.push_back(std::move(command));
  state.edited = true;
}

void finish(ShapesWorkspace& state, bool closed, Commands& out) {
  push(state, out, shapes::FinishShape{closed});
  state.selected = {};
  state.held = false;
}

void grab(ShapesWorkspace& state, const ShapeHit& hit, int tile, bool moved) {
  state.selected = hit;
  state.held = true;
  state.moved = moved;
  state.heldTile = tile;
}

void pressLeft(const ShapeScene& scene, ShapesWorkspace& state, int tile, glm::dvec2 at, bool twice, Commands& out) {
  const ShapeHit& over = state.hovered;
  if (over.shape == shapes::kDrawing && over.point == 0 && scene.drawing().size() >= kMinPointsToClose)
    return finish(state, true, out);
  if (over.isPoint()) return grab(state, over, tile, false);
  if (over.isEdge) {
    if (!twice) return void(state.selected = {});
    push(state, out, shapes::InsertPoint{.shape = over.shape, .before = over.point + 1, .at = at});
    return grab(state, {.shape = over.shape, .point = over.point + 1}, tile, true);
  }
  push(state, out, shapes::AddPoint{at});
  grab(state, {.shape = shapes::kDrawing, .point = static_cast<int>(scene.drawing().size())}, tile, true);
}

void deletePoint(ShapesWorkspace& state, const ShapeHit& hit, Commands& out) {
  push(state, out, shapes::DeletePoint{hit.shape, hit.point});
  state.selected = {};
  state.hovered = {};
  state.held = false;
}

void dragHeld(ShapesWorkspace& state, glm::dvec2 at, Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.MouseDown[kLeftButton]) return void(state.held = false);
  if (io.MouseDelta.x == 0 && io.MouseDelta.y == 0) return;
  push(state, out,
       shapes::MovePoint{
           .shape = state.selected.shape, .point = state.selected.point, .to = at, .continues = state.moved});
  state.moved = true;
}

void moveView(ShapesWorkspace& state, const UiRect& tile, bool hovered) {
  const ImGuiIO& io = ImGui::GetIO();
  if (hovered && io.MouseWheel != 0) {
    state.view = zoomedAt(state.view, tile, io.MousePos, std::pow(kNotch, static_cast<double>(io.MouseWheel)));
    state.fitted = false;
  }
  const bool onPoint = state.hovered.isPoint();
  if (hovered && (io.MouseClicked[kMiddleButton] || (io.MouseClicked[kRightButton] && !onPoint))) state.panning = true;
  if (!io.MouseDown[kMiddleButton] && !io.MouseDown[kRightButton]) state.panning = false;
  if (state.panning && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
    state.view = panned(state.view, io.MouseDelta);
    state.fitted = false;
  }
}

/// Everything that the mouse and the Delete key do in this frame.
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
  if (hovered && under >= 0 && io.MouseClicked[kLeftButton])
    pressLeft(scene, state, tile, at, io.MouseDoubleClicked[kLeftButton], out);
  else if (hovered && io.MouseClicked[kRightButton] && state.hovered.isPoint())
    deletePoint(state, state.hovered, out);
  else if (state.held)
    dragHeld(state, at, out);
  const ShapeHit& aimed = state.hovered.isPoint() ? state.hovered : state.selected;
  if (aimed.isPoint() && !io.WantTextInput && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete), false))
    deletePoint(state, aimed, out);
}

void drawTools(const ShapeScene& scene, ShapesWorkspace& state, const UiRect& canvasRect, Commands& out) {
  ImGui::SetCursorScreenPos({canvasRect.x + px(10), canvasRect.y + px(8)});
  if (button("canvas.undo", "Undo", {}, "Take the last change of the shapes back (Ctrl Z).",
             {.quiet = true, .enabled = scene.canUndo()}))
    out.push_back(shapes::Undo{});
  ImGui::SameLine(0, px(2));
  if (button("canvas.redo", "Redo", {}, "Do it again (Ctrl Y).", {.quiet = true, .enabled = scene.canRedo()}))
    out.push_back(shapes::Redo{});
  ImGui::SameLine(0, px(2));
  if (iconButton("canvas.fit", Icon::Frame, "Show everything.", {.on = state.fitted, .quiet = true})) {
    state.fitted = true;
    state.seenRect = {};
  }
  ImGui::SameLine(0, px(2));
  const bool anything = !scene.keys().empty() || !scene.drawing().empty();
  if (button("canvas.clear", "Clear", {}, "Take all shapes away.", {.quiet = true, .enabled = anything}))
    out.push_back(shapes::ClearCanvas{});
  if (scene.drawing().empty()) return;
  ImGui::SameLine(0, px(14));
  if (button("canvas.finish", "Finish", {}, "The drawing becomes a closed key shape (Enter, or click its first point).",
             {.accent = true}))
    finish(state, true, out);
  ImGui::SameLine(0, px(4));
  if (button("canvas.finishOpen", "As a line", {}, "The drawing becomes an open key shape.")) finish(state, false, out);
  ImGui::SameLine(0, px(4));
  if (button("canvas.clearPoints", "Clear points", {}, "Take back the drawing, not the key shapes."))
    push(state, out, shapes::ClearPoints{});
}

const char* adviceOf(const ShapeScene& scene, const ShapesWorkspace& state) {
  if (!scene.drawing().empty())
    return scene.drawing().size() < kMinPointsToClose ? "Click for the next point."
                                                      : "Click the first point, or press Enter, to finish the shape.";
  if (scene.keys().empty()) return "Click to draw a shape, or choose a pair on the right.";
  if (state.hovered.isEdge) return "Double click: a new point.";
  if (state.hovered.isPoint()) return "Drag to move, right click to delete.";
  if (scene.keys().size() == 1) return "One more shape, and it can move.";
  return "";
}

}  // namespace

void drawShapesEditor(const Session& session, Commands& out) {
  const ShapeScene& scene = session.shapes();
  const UiRect& canvasRect = ui().layout.viewport;
  ShapesWorkspace& state = ui().shapes;
  if (canvasRect.empty()) return;
  beginPanel("panel.canvas", canvasRect, color::kPanel, {0, 0});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Canvas canvas{.list = list, .rect = canvasRect, .scale = ui().scale, .dark = session.view().darkBackground};
  const CanvasTiles tiles = tilesOf(scene, canvasRect, ui().scale);
  followScene(scene, tiles.rects[0], state);
  forgetWhatIsGone(scene, state);

  ImGui::SetCursorScreenPos({canvasRect.x, canvasRect.y});
  ImGui::SetItemAllowOverlap();
  ImGui::InvisibleButton(
      "canvas", {canvasRect.width, canvasRect.height},
      ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
  ImGui::SetItemAllowOverlap();
  const bool hovered = ImGui::IsItemHovered();
  const UiRect tools{canvasRect.x, canvasRect.y, px(scene.drawing().empty() ? 230 : 520), px(42)};
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool overTools = contains(tools, {mouse.x, mouse.y, 0, 0});
  handleHand(scene, state, tiles, hovered && !overTools, out);

  canvasGround(canvas);
  for (int i = 0; i < tiles.count; ++i) {
    const Canvas tile{list, tiles.rects[i], canvas.scale, canvas.dark, false};
    const bool here = hovered && !overTools && !state.held && !state.hovered.isPoint() && tiles.under(mouse) == i;
    drawShapeTile(scene, kindOfTile(scene, i), tile, state.view,
                  {.editing = true,
                   .hovered = state.hovered,
                   .selected = state.selected,
                   .pointer = here ? mouse : ImVec2(-1, -1)});
  }
  if (tiles.count > 1) {
    list.AddRectFilled({tiles.rects[0].right(), canvasRect.y}, {tiles.rects[3].x, canvasRect.bottom()},
                       faintInkColor(canvas));
    list.AddRectFilled({canvasRect.x, tiles.rects[0].bottom()}, {canvasRect.right(), tiles.rects[3].y},
                       faintInkColor(canvas));
  }
  // Where (0, 0) and (100, 100) lie: so that tests and scripts find any point.
  const ImVec2 origin = toScreen(state.view, tiles.rects[0], {0, 0}),
               hundred = toScreen(state.view, tiles.rects[0], {100, 100});
  ui().log.add("canvas.units", {origin.x, origin.y, hundred.x - origin.x, hundred.y - origin.y});
  canvasText(canvas, {canvasRect.x + px(14), canvasRect.bottom() - px(30), canvasRect.width - px(28), px(20)},
             adviceOf(scene, state), dimInkColor(canvas), tiles.count > 1 ? 1.0f : 0.0f, TextStyle::Small);
  drawTools(scene, state, canvasRect, out);
  endPanel();
}

}  // namespace app
