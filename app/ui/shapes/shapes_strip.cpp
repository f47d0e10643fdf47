// The row of key shapes: how long each stands, how long it is on its way to the next, and which points belong together.
#include <algorithm>
#include <cstdio>

#include "app/input/ui_input.h"
#include "app/ui/shapes/shape_paint.h"
#include "app/ui/shapes/shapes_panels.h"
#include "app/ui/shapes/shapes_workspace.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kCard = 104;
constexpr float kBetween = 92;
constexpr float kGap = 6;
constexpr double kMaxSliderSeconds = 3;  // seconds on a slider; more can be typed

/// One undo for a whole drag of a slider.
bool continues(ShapesWorkspace& state) {
  const bool began = !state.sliding;
  state.sliding = true;
  return !began;
}

void drawCardGround(const UiRect& rect, bool hovered, bool held) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, hovered || held ? color::kControl : color::kCard,
                     px(6));
  if (held) list.AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, color::kAccent, px(6), 0, px(1.5f));
}

/// Drag a card over its neighbour, and they change places.
void dragCard(const ShapeScene& scene, ShapesWorkspace& state, int key, const UiRect& rect, Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, px(4))) state.draggedKey = key;
  if (state.draggedKey != key || !io.MouseDown[kLeftButton]) return;
  const float pitch = px(kCard + kBetween + 2 * kGap), away = io.MousePos.x - rect.centerX();
  const int to = away > pitch * 0.6f ? key + 1 : away < -pitch * 0.6f ? key - 1 : key;
  if (to == key || to < 0 || static_cast<std::size_t>(to) >= scene.keys().size()) return;
  out.push_back(shapes::MoveKey{key, to});
  state.draggedKey = to;
}

/// True when the pointer is over one of its own small buttons.
void drawCardButtons(const ShapeScene& scene, int key, const UiRect& rect, Commands& out) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!contains(rect, {mouse.x, mouse.y, 0, 0}) || ui().shapes.draggedKey >= 0) return;
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const float size = px(20);
  const auto small = [&](const char* id, float x, const char* text, const char* sentence, bool enabled) {
    ImGui::SetCursorScreenPos({x, rect.y + px(3)});
    return button(WidgetId("strip.%d.%s", key, id), text, {size, size}, sentence, {.quiet = true, .enabled = enabled});
  };
  if (small("left", rect.x + px(3), "<", "One place to the left; or drag the card.", key > 0))
    out.push_back(shapes::MoveKey{key, key - 1});
  if (small("right", rect.x + px(3) + size, ">", "One place to the right; or drag the card.",
            static_cast<std::size_t>(key) + 1 < scene.keys().size()))
    out.push_back(shapes::MoveKey{key, key + 1});
  if (small("remove", rect.right() - px(3) - size, icon(Icon::Close), "Take this shape away.", true))
    out.push_back(shapes::RemoveKey{key});
  ImGui::SetCursorScreenPos(after);
}

void drawCard(const ShapeScene& scene, ShapesWorkspace& state, int key, ImVec2 at, float thumb, Commands& out) {
  const KeyShape& shape = scene.keys()[static_cast<std::size_t>(key)];
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton(WidgetId("strip.%d", key), {px(kCard), thumb});
  ImGui::SetItemAllowOverlap();
  const UiRect rect = itemRect();
  drawCardGround(rect, ImGui::IsItemHovered(), state.draggedKey == key);
  logItem("strip.%d", key);
  dragCard(scene, state, key, rect, out);
  const Canvas canvas{.list = *ImGui::GetWindowDrawList(),
                      .rect = {rect.x + px(22), rect.y + px(8), rect.width - px(44), rect.height - px(16)},
                      .scale = ui().scale};
  paintThumbnail(canvas, shape.shape.points(), shape.shape.closed(), shapeColor(key));
  drawCardButtons(scene, key, rect, out);

  ImGui::SetCursorScreenPos({at.x, at.y + thumb + px(5)});
  double hold = shape.hold;
  const SliderLook look{.label = "hold",
                        .max = kMaxSliderSeconds,
                        .defaultValue = 0.5,
                        .format = "%.2f s",
                        .fill = shapeColor(key),
                        .step = 0.05,
                        .sqrtScale = true,
                        .typedMax = 3600};
  if (slider(WidgetId("strip.%d.hold", key), hold, look, px(kCard),
             "How long this shape stands. Ctrl and click: type."))
    out.push_back(shapes::SetHold{key, hold, continues(state)});
}

void drawCorrespondenceMenu(const ShapeScene& scene, int key, Commands& out) {
  if (!ImGui::BeginPopup("correspondence")) return;
  closeOnEscape();
  const KeyShape& shape = scene.keys()[static_cast<std::size_t>(key)];
  PairCorrespondence pair = shape.toNext;
  caption("Which points belong together");
  constexpr std::array<const char*, 2> kWays = {"Automatic", "By hand"};
  constexpr std::array<const char*, 2> kWayHints = {"The least motion of all rotations and both directions.",
                                                    "As they were drawn, turned and reversed as you like."};
  bool changed = false;
  const int way = segments("pair.way", kWays, pair.automatic ? 0 : 1, px(230), kWayHints);
  if (way >= 0 && pair.automatic != (way == 0)) {
    const crossfade::Correspondence& inUse = scene.correspondence(key);  // by hand begins with what there is
    pair = way == 0 ? PairCorrespondence{}
                    : PairCorrespondence{.automatic = false, .rotation = inUse.rotation, .reversed = inUse.reversed};
    changed = true;
  }
  if (!pair.automatic) {
    if (button("pair.less", "-", {rowHeight(), rowHeight()}, "Turn by one point less."))
      --pair.rotation, changed = true;
    ImGui::SameLine(0, px(6));
    char text[32];
    std::snprintf(text, sizeof text, "rotate by %d", pair.rotation);
    ImGui::InvisibleButton("pair.rotation", {px(230) - 2 * rowHeight() - px(12), rowHeight()});
    textIn(itemRect(), text, color::kText, 0.5f);
    ImGui::SameLine(0, px(6));
    if (button("pair.more", "+", {rowHeight(), rowHeight()}, "Turn by one point more."))
      ++pair.rotation, changed = true;
    changed |=
        checkbox("pair.reversed", "Reversed", pair.reversed, "The points of the next shape are counted backwards.");
  }
  if (changed) out.push_back(shapes::SetCorrespondence{key, pair});
  ImGui::EndPopup();
}

const char* textOf(const PairCorrespondence& pair, std::span<char> scratch) {
  if (pair.automatic) return "auto";
  if (pair == kAsDrawn) return "as drawn";
  std::snprintf(scratch.data(), scratch.size(), pair.reversed ? "%+d rev." : "%+d", pair.rotation);
  return scratch.data();
}

/// Between a key shape and the next one.
void drawBetween(const ShapeScene& scene, ShapesWorkspace& state, int key, ImVec2 at, float thumb, Commands& out) {
  const KeyShape& shape = scene.keys()[static_cast<std::size_t>(key)];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushID(key);
  std::array<char, 24> scratch;
  const float top = at.y + std::floor((thumb - rowHeight()) / 2) + px(8);
  const float y = top - px(9), from = at.x + px(8), to = at.x + px(kBetween - 8);
  list.AddLine({from, y}, {to, y}, color::kTextFaint, px(1.5f));
  list.AddTriangleFilled({to + px(2), y}, {to - px(5), y - px(4)}, {to - px(5), y + px(4)}, color::kTextFaint);
  ImGui::SetCursorScreenPos({at.x, top});
  if (button(WidgetId("strip.%d.pair", key), textOf(shape.toNext, scratch), {px(kBetween), rowHeight()},
             "Which points belong together.", {.quiet = true}))
    ImGui::OpenPopup("correspondence");
  drawCorrespondenceMenu(scene, key, out);
  ImGui::PopID();
  ImGui::SetCursorScreenPos({at.x, at.y + thumb + px(5)});
  double morph = shape.morph;
  const SliderLook look{.label = "",
                        .max = kMaxSliderSeconds,
                        .defaultValue = 1,
                        .format = "%.2f s",
                        .step = 0.05,
                        .sqrtScale = true,
                        .typedMax = 3600};
  if (slider(WidgetId("strip.%d.morph", key), morph, look, px(kBetween),
             "How long it is on its way to the next shape. Ctrl and click: type."))
    out.push_back(shapes::SetMorphSeconds{key, morph, continues(state)});
}

void drawAdd(ImVec2 at, float height, Commands& out) {
  ImGui::SetCursorScreenPos(at);
  if (button("strip.add", "+", {px(48), height}, "Add a ready-made shape; or draw one on the canvas."))
    ImGui::OpenPopup("presets");
  if (!ImGui::BeginPopup("presets")) return;
  closeOnEscape();
  ShapePreset preset = ShapePreset::Apple;
  if (choosePreset("strip.preset", preset)) {
    out.push_back(shapes::AddKey{.preset = preset});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace

void drawShapesStrip(const Session& session, Commands& out) {
  const ShapeScene& scene = session.shapes();
  ShapesWorkspace& state = ui().shapes;
  const UiRect& area = ui().layout.strip;
  beginPanel("panel.strip", area, color::kBar, {0, 0});
  panelEdge(area);
  ImGui::SetCursorScreenPos({area.x + px(12), area.y + px(8)});
  ImGui::BeginChild("row", {area.width - px(24), area.height - px(8)}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_HorizontalScrollbar);
  if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0)
    ImGui::SetScrollX(ImGui::GetScrollX() - ImGui::GetIO().MouseWheel * px(60));
  if (!ImGui::IsAnyItemActive()) state.sliding = false;
  if (!ImGui::GetIO().MouseDown[kLeftButton]) state.draggedKey = -1;
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float thumb = area.height - px(8 + 10 + 5) - rowHeight();
  const int count = static_cast<int>(scene.keys().size());
  for (int key = 0; key < count; ++key) {
    drawCard(scene, state, key, at, thumb, out);
    at.x += px(kCard + kGap);
    if (key + 1 == count) break;
    drawBetween(scene, state, key, at, thumb, out);
    at.x += px(kBetween + kGap);
  }
  drawAdd(at, thumb, out);
  ImGui::EndChild();
  endPanel();
}

}  // namespace app
