#include <algorithm>

#include "app/ui/shapes/shape_painter.h"
#include "app/ui/shapes/shapes_panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {

// ---- The row of key shapes: hold times, morph times, and how points are matched.

namespace {

constexpr float kCard = 104;
constexpr float kBetween = 92;
constexpr float kGap = 6;
constexpr const char* kUnset = "\u2013";  // of seconds, by pictures
constexpr double kMaxSliderSeconds = 3;   // slider range; more can be typed

bool bySeconds(const ShapeScene& scene) { return scene.settings().pace == ShapePace::Seconds; }
/// Of a shape or a morph. Disabled while the animation goes by pictures.
bool secondsSlider(const ShapeScene& scene, const char* id, double& seconds, SliderLook look, ImU32 fill, float width,
                   const char* sentence) {
  const bool counts = bySeconds(scene);
  look.max = kMaxSliderSeconds;
  look.format = "%.2f s";
  look.fill = counts ? fill : colors().line;
  look.step = 0.05;
  look.sqrtScale = true;
  look.typedMax = 3600;
  look.unset = counts ? nullptr : kUnset;
  ImGui::BeginDisabled(!counts);
  const bool changed =
      slider(id, seconds, look, width, counts ? sentence : "Has no effect while the animation goes by pictures.");
  ImGui::EndDisabled();
  return changed;
}

void drawCardGround(const UiRect& rect, bool hovered, bool held) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fillRect(rect, hovered || held ? colors().control : colors().card, px(6));
  if (held) list.AddRect(rect.min(), rect.max(), colors().accent, px(6), 0, px(1.5f));
}

/// Dragging a card over its neighbor swaps them.
void dragCard(const ShapeScene& scene, ShapesWorkspace& state, int key, const UiRect& rect, Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool begins = state.draggedKey < 0 && ImGui::IsItemActive() && ImGui::IsMouseDragging(0, px(4));
  if (begins) state.draggedKey = key;  // from then on it follows the card; the pressed item stays where it was
  if (state.draggedKey != key || !io.MouseDown[ImGuiMouseButton_Left]) return;
  const float pitch = px(kCard + kBetween + 2 * kGap), away = io.MousePos.x - rect.centerX();
  const int to = away > pitch * 0.6f ? key + 1 : away < -pitch * 0.6f ? key - 1 : key;
  if (to == key || to < 0 || static_cast<std::size_t>(to) >= scene.keys().size()) return;
  out.push_back(shapes::MoveKey{key, to});
  state.draggedKey = to;
}

/// Left and Right move the card with the ring, Delete deletes it.
void moveByKeys(const ShapeScene& scene, int key, Commands& out) {
  const FocusKeys keys = ui().focus.keysOfItem();
  if (keys.remove) out.push_back(shapes::RemoveKey{key});
  const int to = std::clamp(key + keys.right, 0, static_cast<int>(scene.keys().size()) - 1);
  if (to == key) return;
  out.push_back(shapes::MoveKey{key, to});
  ui().focus.follow(WidgetId("strip.%d", to));
}

/// Small buttons on the card under the pointer.
void drawCardButtons(const ShapeScene& scene, int key, const UiRect& rect, Commands& out) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!contains(rect, {mouse.x, mouse.y, 0, 0})) return;
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const float size = px(20);
  const auto small = [&](const char* id, float x, const char* text, const char* sentence, bool enabled) {
    ImGui::SetCursorScreenPos({x, rect.y + px(3)});
    return button(WidgetId("strip.%d.%s", key, id), text, {size, size}, sentence, {.quiet = true, .enabled = enabled});
  };
  if (small("left", rect.x + px(3), "<", "Move left. You can also drag the card.", key > 0))
    out.push_back(shapes::MoveKey{key, key - 1});
  if (small("right", rect.x + px(3) + size, ">", "Move right. You can also drag the card.",
            static_cast<std::size_t>(key) + 1 < scene.keys().size()))
    out.push_back(shapes::MoveKey{key, key + 1});
  if (small("remove", rect.right() - px(3) - size, icon(Icon::Close), "Delete this shape.", true))
    out.push_back(shapes::RemoveKey{key});
  ImGui::SetCursorScreenPos(after);
}

void drawCard(const ShapeScene& scene, ShapesWorkspace& state, int key, ImVec2 at, float thumb, Commands& out) {
  const KeyShape& shape = nth(scene.keys(), key);
  ImGui::SetCursorScreenPos(at);
  allowOverlapOfNext();
  ui().focus.nextTakes(kTakesAcross | kTakesDelete);
  hitArea(WidgetId("strip.%d", key), {px(kCard), thumb});
  allowOverlapOfLast();
  const UiRect rect = itemRect();
  drawCardGround(rect, ImGui::IsItemHovered(), state.draggedKey == key);
  dragCard(scene, state, key, rect, out);
  moveByKeys(scene, key, out);
  const Canvas canvas{.list = *ImGui::GetWindowDrawList(),
                      .rect = {rect.x + px(22), rect.y + px(8), rect.width - px(44), rect.height - px(16)},
                      .scale = ui().scale};
  state.painter.paintThumbnail(canvas, shape.shape.points(), shape.shape.closed(), shapeColor(key));
  if (state.draggedKey < 0) drawCardButtons(scene, key, rect, out);

  ImGui::SetCursorScreenPos({at.x, at.y + thumb + px(5)});
  double hold = shape.hold;
  if (secondsSlider(scene, WidgetId("strip.%d.hold", key), hold, {.label = "hold", .defaultValue = 0.5},
                    shapeColor(key), px(kCard), "How long this shape holds."))
    out.push_back(shapes::SetHold{key, hold});
}

void drawCorrespondenceMenu(const ShapeScene& scene, int key, Commands& out) {
  if (!ImGui::BeginPopup("correspondence")) return;
  closeOnEscape();
  const KeyShape& shape = nth(scene.keys(), key);
  PairCorrespondence pair = shape.toNext;
  caption("Point matching");
  constexpr std::array<const char*, 2> kWays = {"Automatic", "By hand"};
  constexpr std::array<const char*, 2> kWayHints = {"The start point and direction with the least motion.",
                                                    "As drawn. You choose the start point and direction."};
  bool changed = false;
  const int way = segments("pair.way", kWays, pair.automatic ? 0 : 1, px(230), kWayHints);
  if (way >= 0 && pair.automatic != (way == 0)) {
    const crossfade::Correspondence& inUse = scene.correspondence(key);  // by hand starts from the automatic result
    pair = way == 0 ? PairCorrespondence{}
                    : PairCorrespondence{.automatic = false, .rotation = inUse.rotation, .reversed = inUse.reversed};
    changed = true;
  }
  if (pair.automatic) {  // as high as the other, so that the popup stays in the window when it changes
    ImGui::Dummy({px(230), 2 * rowHeight() + ImGui::GetStyle().ItemSpacing.y});
  } else {
    if (button("pair.less", "-", {rowHeight(), rowHeight()}, "Rotate by one point less."))
      --pair.rotation, changed = true;
    ImGui::SameLine(0, px(6));
    label({px(230) - 2 * rowHeight() - px(12), rowHeight()}, Text("rotate by %d", pair.rotation), colors().text, 0.5f);
    ImGui::SameLine(0, px(6));
    if (button("pair.more", "+", {rowHeight(), rowHeight()}, "Rotate by one point more."))
      ++pair.rotation, changed = true;
    changed |= checkbox("pair.reversed", "Reversed", pair.reversed, "Count the next shape's points backward.");
  }
  if (changed) out.push_back(shapes::SetCorrespondence{key, pair});
  endPopup();
}

Text textOf(const PairCorrespondence& pair) {
  if (pair.automatic) return Text("auto");
  return pair == kAsDrawn ? Text("as drawn") : Text(pair.reversed ? "%+d rev." : "%+d", pair.rotation);
}

/// Between a key shape and the next one.
void drawBetween(const ShapeScene& scene, int key, ImVec2 at, float thumb, Commands& out) {
  const KeyShape& shape = nth(scene.keys(), key);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushID(key);
  const float top = at.y + std::floor((thumb - rowHeight()) / 2) + px(8);
  const float y = top - px(9), from = at.x + px(8), to = at.x + px(kBetween - 8);
  list.AddLine({from, y}, {to, y}, colors().textFaint, px(1.5f));
  list.AddTriangleFilled({to + px(2), y}, {to - px(5), y - px(4)}, {to - px(5), y + px(4)}, colors().textFaint);
  ImGui::SetCursorScreenPos({at.x, top});
  if (button(WidgetId("strip.%d.pair", key), textOf(shape.toNext), {px(kBetween), rowHeight()},
             "How points are matched.", {.quiet = true}))
    ImGui::OpenPopup("correspondence");
  drawCorrespondenceMenu(scene, key, out);
  ImGui::PopID();
  ImGui::SetCursorScreenPos({at.x, at.y + thumb + px(5)});
  double morph = shape.morph;
  if (secondsSlider(scene, WidgetId("strip.%d.morph", key), morph, {.defaultValue = 1}, colors().textFaint,
                    px(kBetween), "Duration of the morph to the next shape."))
    out.push_back(shapes::SetMorphSeconds{key, morph});
}

void drawAdd(ShapesWorkspace& state, ImVec2 at, float height, Commands& out) {
  ImGui::SetCursorScreenPos(at);
  if (button("strip.add", "+", {px(48), height}, "Add a ready-made shape. You can also draw one on the canvas."))
    ImGui::OpenPopup("presets");
  if (!ImGui::BeginPopup("presets")) return;
  closeOnEscape();
  ShapePreset preset = ShapePreset::Apple;
  if (choosePreset("strip.preset", state.painter, preset)) {
    out.push_back(shapes::AddKey{.preset = preset});
    state.newCardFrames = kNewCardFrames;
    ImGui::CloseCurrentPopup();
  }
  endPopup();
}

}  // namespace

void drawShapesStrip(const Session& session, ShapesWorkspace& state, const UiRect& area, Commands& out) {
  const ShapeScene& scene = session.shapes();
  beginPanel("panel.strip", area, colors().bar, {0, 0});
  panelEdge(area);
  ImGui::SetCursorScreenPos({area.x + px(12), area.y + px(8)});
  ImGui::BeginChild("row", {area.width - px(24), area.height - px(8)}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_HorizontalScrollbar);
  if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0)
    ImGui::SetScrollX(ImGui::GetScrollX() - ImGui::GetIO().MouseWheel * px(60));
  if (!ImGui::GetIO().MouseDown[ImGuiMouseButton_Left]) state.draggedKey = -1;
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float thumb = area.height - px(8 + 10 + 5) - rowHeight();
  const int count = static_cast<int>(scene.keys().size());
  for (int key = 0; key < count; ++key) {
    drawCard(scene, state, key, at, thumb, out);
    at.x += px(kCard + kGap);
    if (key + 1 == count) break;
    drawBetween(scene, key, at, thumb, out);
    at.x += px(kBetween + kGap);
  }
  drawAdd(state, at, thumb, out);
  if (state.newCardFrames > 0) {
    ImGui::SetScrollHereX(1);
    --state.newCardFrames;
  }
  endChild();
  endPanel();
}

// ---- Playback of the shapes animation.

namespace {

void play(const ShapeScene& scene, bool playing, Commands& out) {
  if (playing && scene.settings().mode == ShapeMode::Picture)
    out.push_back(SetShapes{&ShapeSettings::mode, ShapeMode::Animation});
  out.push_back(shapes::SetPlaying{playing});
}

void step(const ShapeScene& scene, int frames, Commands& out) {
  if (scene.settings().mode == ShapeMode::Picture) out.push_back(SetShapes{&ShapeSettings::mode, ShapeMode::Animation});
  if (scene.playing()) out.push_back(shapes::SetPlaying{false});
  out.push_back(shapes::SetTime{scene.shownTime() + frames / scene.settings().fps});
}

/// Seconds from the first key shape. Runs backward on the way back of a ping-pong.
double timelineTime(const ShapeScene& scene) {
  const double length = scene.length();
  return scene.time() > length ? std::max(0.0, 2 * length - scene.time()) : scene.time();
}

/// A thin band under the bar shows where key shapes hold.
void drawTimeline(const ShapeScene& scene, const UiRect& bar) {
  const double length = scene.length();
  if (!(length > 0)) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = bar.centerY() + px(9);
  double at = 0;
  const auto timeline = scene.timeline();
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    const float from = bar.x + static_cast<float>(at / length) * bar.width;
    at += timeline[i].hold;
    const float to = bar.x + static_cast<float>(at / length) * bar.width;
    list.AddRectFilled({from, y}, {std::max(to, from + px(2)), y + px(2)}, shapeColor(static_cast<int>(i)), px(1));
    if (i + 1 < timeline.size()) at += timeline[i].morph;
  }
}

void drawScrubber(const ShapeScene& scene, ShapesWorkspace& state, float width, Commands& out) {
  const double length = scene.length();
  double fraction = length > 0 ? timelineTime(scene) / length : 0;
  const bool held =
      scrubber("transport.scrub", fraction, {width, rowHeight()}, colors().accent, "Position in the animation.");
  drawTimeline(scene, itemRect());
  if (held && !state.scrubbing) {
    state.wasPlaying = scene.playing();
    if (scene.playing()) out.push_back(shapes::SetPlaying{false});
    if (scene.settings().mode == ShapeMode::Picture)
      out.push_back(SetShapes{&ShapeSettings::mode, ShapeMode::Animation});
  }
  if (held && fraction * length != timelineTime(scene)) out.push_back(shapes::SetTime{fraction * length});
  if (!held && state.scrubbing && state.wasPlaying) out.push_back(shapes::SetPlaying{true});
  state.scrubbing = held;
}

}  // namespace

void drawShapesTransport(const Session& session, ShapesWorkspace& state, const UiRect& area, Commands& out) {
  const ShapeScene& scene = session.shapes();
  beginPanel("panel.transport", area, colors().bar, {px(12), px(6)});
  panelEdge(area);
  const bool movable = scene.length() > 0, playing = scene.playing() && scene.settings().mode == ShapeMode::Animation;
  if (iconButton("transport.back", Icon::StepBack, "Pause and step back one frame (Left).", {.enabled = movable}))
    step(scene, -1, out);
  ImGui::SameLine(0, px(4));
  if (button("transport.pause", icon(playing ? Icon::Pause : Icon::Play), {px(44), rowHeight()},
             playing ? "Pause (Space)." : "Play (Space).", {.accent = !playing, .enabled = movable}))
    play(scene, !playing, out);
  ImGui::SameLine(0, px(4));
  if (iconButton("transport.forward", Icon::StepForward, "Pause and step forward one frame (Right).",
                 {.enabled = movable}))
    step(scene, 1, out);
  ImGui::SameLine(0, px(4));
  if (iconButton("transport.stop", Icon::Stop, "Stop and rewind.", {.enabled = movable})) {
    out.push_back(shapes::SetPlaying{false});
    out.push_back(shapes::SetTime{0});
  }
  ImGui::SameLine(0, px(14));
  const float clock = px(96), room = area.right() - px(12) - ImGui::GetCursorScreenPos().x;
  drawScrubber(scene, state, std::max(px(24), room - clock - px(8)), out);
  ImGui::SameLine(0, px(8));
  ui().focus.nextTakes(0);
  hitArea("transport.time", {clock, rowHeight()});
  textIn(itemRect(), Text("%.2f / %.2f s", timelineTime(scene), scene.length()), colors().textDim, 1);
  endPanel();
}

}  // namespace app
