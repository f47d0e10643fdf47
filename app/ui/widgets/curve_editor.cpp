#include "app/ui/widgets/curve_editor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/ui/widgets/plot_lines.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

using crossfade::AnimationCurve;

constexpr float kReach = 10;  // pixels from a key
constexpr float kKeySize = 4.5f;
constexpr double kSnaps = 20;  // with Shift, per plane width and height
constexpr std::size_t kMaxPoints = 512;
constexpr std::size_t kMaxKeysDrawn = 500;

/// The curve may have been replaced since the last frame.
void forgetWhatIsGone(CurveEditorState& state, const AnimationCurve& curve) {
  const int count = static_cast<int>(curve.keys().size());
  if (state.selected >= count) state.selected = -1;
  if (state.held.key >= count) state.held = {};
}

const crossfade::CurveKey& keyOf(const AnimationCurve& curve, int key) {
  return curve.keys()[static_cast<std::size_t>(key)];
}

std::optional<ImVec2> positionOf(const AnimationCurve& curve, const CurveHit& hit, const CurveAxes& axes) {
  switch (hit.element) {
    case CurveElement::Key:
      return axes.point(keyOf(curve, hit.key));
    case CurveElement::InTangent:
      return handleOf(curve, hit.key, TangentSide::In, axes);
    case CurveElement::OutTangent:
      return handleOf(curve, hit.key, TangentSide::Out, axes);
    case CurveElement::Nothing:
    case CurveElement::Line:
      return std::nullopt;
  }
  return std::nullopt;
}

/// The curve with what is held moved to the pointer.
AnimationCurve dragged(const AnimationCurve& curve, const CurveEditorState& state, const CurveAxes& axes) {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 to{io.MousePos.x + state.offset.x, io.MousePos.y + state.offset.y};
  const CurvePlane& plane = axes.plane;
  if (state.held.element == CurveElement::Key) {
    double time = axes.time(to.x), value = axes.value(to.y);
    if (io.KeyShift) {
      time = snapped(time - plane.begin, (plane.end - plane.begin) / kSnaps) + plane.begin;
      value = snapped(value - plane.minValue, (plane.maxValue - plane.minValue) / kSnaps) + plane.minValue;
    }
    return withKeyMoved(curve, state.held.key, time, value, plane);
  }
  const TangentSide side = state.held.element == CurveElement::InTangent ? TangentSide::In : TangentSide::Out;
  double slope = slopeTowards(keyOf(curve, state.held.key), side, axes, to);
  if (io.KeyShift) slope = snapped(slope, (plane.maxValue - plane.minValue) / (plane.end - plane.begin) / 4);
  return withTangentTurned(curve, state.held.key, side, slope, io.KeyAlt, plane);
}

bool menuItem(const char* id, const char* text, bool enabled = true) {
  const float height = px(24);
  const bool pressed =
      ImGui::Selectable(WidgetId("##%s", id), false, enabled ? 0 : ImGuiSelectableFlags_Disabled, {px(132), height});
  logItem("%s", id);
  const UiRect rect = itemRect();
  textIn({rect.x + px(4), rect.y, rect.width - px(8), rect.height}, text, enabled ? colors().text : colors().textFaint);
  return pressed;
}

/// The menu of the selected key, or of an empty spot.
std::optional<AnimationCurve> drawMenu(const AnimationCurve& curve, CurveEditorState& state, const CurveLook& look) {
  std::optional<AnimationCurve> edited;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(6), px(6)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(4), px(1)});
  if (ImGui::BeginPopup("curve menu")) {
    closeOnEscape();
    if (state.selected >= 0) {
      constexpr std::array<std::pair<const char*, const char*>, 4> kShapes = {{{"curve.menu.smooth", "Smooth"},
                                                                               {"curve.menu.flat", "Flat"},
                                                                               {"curve.menu.straight", "Straight"},
                                                                               {"curve.menu.step", "Step"}}};
      for (std::size_t i = 0; i < kShapes.size(); ++i)
        if (menuItem(kShapes[i].first, kShapes[i].second))
          edited = withKeyShaped(curve, state.selected, static_cast<TangentShape>(i), look.plane);
      ImGui::Separator();
      auto without = withKeyRemoved(curve, state.selected, look.plane);
      if (menuItem("curve.menu.remove", "Remove key", without.has_value())) {
        edited = std::move(without);
        state.selected = -1;
      }
    } else {
      auto with = withKeyAdded(curve, state.menuTime, look.plane);
      if (menuItem("curve.menu.add", "Add key", with.has_value())) {
        state.selected = with->key;
        edited = std::move(with->curve);
      }
      if (look.defaultCurve && menuItem("curve.menu.reset", "Reset curve", curve != *look.defaultCurve))
        edited = *look.defaultCurve;
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
  return edited;
}

void drawGrid(ImDrawList& list, const CurveAxes& axes) {
  const UiRect& area = axes.area;
  list.AddRectFilled({area.x, area.y}, {area.right(), area.bottom()}, colors().well);
  for (int i = 0; i <= 4; ++i) {
    const float fraction = static_cast<float>(i) / 4;
    const ImU32 tint = faded(colors().line, i % 4 == 0 ? 1.0f : i == 2 ? 0.7f : 0.4f);
    const float x = std::round(area.x + fraction * area.width), y = std::round(area.y + fraction * area.height);
    list.AddLine({x, area.y}, {x, area.bottom()}, tint);
    list.AddLine({area.x, y}, {area.right(), y}, tint);
  }
}

void drawLine(ImDrawList& list, const AnimationCurve& curve, const CurveAxes& axes, ImU32 tint, float thickness,
              float ground) {
  std::array<ImVec2, kMaxPoints> points;
  const std::span<ImVec2> line = std::span(points).first(lineOf(curve, axes, points));
  for (ImVec2& point : line) point.y = std::clamp(point.y, axes.area.y, axes.area.bottom());
  if (ground > 0) fillUnder(list, line, axes.area.bottom(), faded(tint, ground));
  list.AddPolyline(line.data(), static_cast<int>(line.size()), tint, 0, thickness);
}

void drawDiamond(ImDrawList& list, ImVec2 at, float size, ImU32 tint) {
  const ImVec2 corners[] = {{at.x, at.y - size}, {at.x + size, at.y}, {at.x, at.y + size}, {at.x - size, at.y}};
  list.AddConvexPolyFilled(corners, 4, tint);
}

void drawTangent(ImDrawList& list, const AnimationCurve& curve, int key, TangentSide side, const CurveAxes& axes,
                 bool hot) {
  const auto end = handleOf(curve, key, side, axes);
  if (!end) return;
  const ImU32 tint = hot ? colors().text : colors().textDim;
  list.AddLine(axes.point(keyOf(curve, key)), *end, faded(tint, 0.8f), px(1));
  list.AddCircleFilled(*end, px(hot ? 4.5f : 3.5f), colors().well);
  list.AddCircleFilled(*end, px(hot ? 3.5f : 2.5f), tint);
}

void drawKeys(ImDrawList& list, const AnimationCurve& curve, const CurveAxes& axes, const CurveEditorState& state,
              const CurveHit& hot, const CurveLook& look) {
  if (curve.keys().size() > kMaxKeysDrawn) return;  // they could not be told apart
  const int count = static_cast<int>(curve.keys().size());
  for (int key = 0; key < count; ++key)
    if (showsHandles(curve, key, state.selected)) {
      drawTangent(list, curve, key, TangentSide::In, axes, hot == CurveHit{CurveElement::InTangent, key});
      drawTangent(list, curve, key, TangentSide::Out, axes, hot == CurveHit{CurveElement::OutTangent, key});
    }
  for (int key = 0; key < count; ++key) {
    const bool selected = key == state.selected;
    const bool over = hot == CurveHit{CurveElement::Key, key};
    const ImVec2 at = axes.point(keyOf(curve, key));
    drawDiamond(list, at, px(kKeySize) + px(over ? 3 : 2), colors().well);
    drawDiamond(list, at, px(kKeySize) + px(over ? 1 : 0),
                selected || over ? colors().text
                : look.faint     ? colors().textFaint
                                 : look.tint);
    if (selected) drawDiamond(list, at, px(kKeySize) - px(2), look.tint);
  }
}

/// The values of what is under the pointer, and the labels of the plane's corners.
void drawFooter(const AnimationCurve& curve, const CurveAxes& axes, const CurveHit& hot, const CurveLook& look) {
  const UiRect row{axes.area.x, axes.area.bottom() + px(5), axes.area.width, px(14)};
  ImFont* font = ui().fonts.small;
  textIn(row, look.beginText, colors().textFaint, 0, font);
  textIn(row, look.endText, colors().textFaint, 1, font);
  char text[64] = "";
  if (hot.element == CurveElement::Key) {
    const crossfade::CurveKey& key = keyOf(curve, hot.key);
    std::snprintf(text, sizeof text, "%.2f, %.2f", key.time, key.value);
  } else if (hot.element == CurveElement::InTangent || hot.element == CurveElement::OutTangent) {
    const crossfade::CurveKey& key = keyOf(curve, hot.key);
    std::snprintf(text, sizeof text, "slope %.2f",
                  hot.element == CurveElement::InTangent ? key.inTangent : key.outTangent);
  } else if (hot.element == CurveElement::Line) {
    std::snprintf(text, sizeof text, "double-click: add key");
  }
  textIn(row, text, colors().textDim, 0.5f, font);
}

void drawMarker(ImDrawList& list, const AnimationCurve& curve, const CurveAxes& axes, const CurveLook& look) {
  if (!std::isfinite(look.marker)) return;
  const double value = std::clamp(curve.evaluate(look.marker), axes.plane.minValue, axes.plane.maxValue);
  const ImVec2 at{axes.x(look.marker), axes.y(value)};
  const ImU32 tint = look.faint ? colors().textDim : colors().text;
  list.AddLine({at.x, axes.area.y}, {at.x, axes.area.bottom()}, faded(tint, 0.35f));
  list.AddCircleFilled(at, px(6), colors().well);
  list.AddCircleFilled(at, px(4.5f), tint);
  char number[16];
  std::snprintf(number, sizeof number, "%.2f", value);
  ImFont* font = ui().fonts.small;
  const float width = font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, number).x + px(8);
  const float left = at.x + px(8) + width > axes.area.right() ? at.x - px(8) - width : at.x + px(8);
  const float top = std::clamp(at.y - px(8), axes.area.y, axes.area.bottom() - px(16));
  list.AddRectFilled({left, top}, {left + width, top + px(16)}, faded(colors().well, 0.85f), px(4));
  textIn(list, {left, top, width, px(16)}, number, tint, 0.5f, font);
}

/// On a press: grabs a key or tangent, or adds a key on a double click on an empty spot.
std::optional<AddedKey> grab(const AnimationCurve& curve, CurveEditorState& state, const CurveAxes& axes,
                             const CurveHit& over) {
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const bool empty = over.element == CurveElement::Nothing || over.element == CurveElement::Line;
  state.held = {};
  state.selected = over.key;
  if (!empty) {
    const ImVec2 at = *positionOf(curve, over, axes);
    state.held = over;
    state.offset = {at.x - pointer.x, at.y - pointer.y};
    return std::nullopt;
  }
  if (!ImGui::IsMouseDoubleClicked(0)) return std::nullopt;
  auto added = withKeyAdded(curve, axes.time(pointer.x), axes.plane);
  if (!added) return std::nullopt;
  const ImVec2 at = axes.point(keyOf(added->curve, added->key));
  state.selected = added->key;
  state.held = {CurveElement::Key, added->key};
  state.offset = {at.x - pointer.x, at.y - pointer.y};
  return added;
}

/// Handles the mouse and the Delete key. ImGui's last item must be the whole editor.
std::optional<AnimationCurve> handleInput(const AnimationCurve& curve, CurveEditorState& state, const CurveAxes& axes,
                                          const CurveHit& over) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(1)) {
    state.selected = over.key;
    state.menuTime = axes.time(io.MousePos.x);
    ImGui::OpenPopup("curve menu");
  }
  if (ImGui::IsItemActivated()) {
    if (auto added = grab(curve, state, axes, over)) return std::move(added->curve);
  } else if (!ImGui::IsItemActive()) {
    state.held = {};
  } else if (state.held.element != CurveElement::Nothing && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
    AnimationCurve moved = dragged(curve, state, axes);
    if (moved != curve) return moved;
  }
  if (state.selected >= 0 && !io.WantTextInput && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete), false)) {
    auto without = withKeyRemoved(curve, state.selected, axes.plane);
    if (without) {
      state.selected = -1;
      state.held = {};
    }
    return without;
  }
  return std::nullopt;
}

}  // namespace

std::optional<AnimationCurve> curveEditor(const char* id, const AnimationCurve& curve, CurveEditorState& state,
                                          ImVec2 size, const CurveLook& look) {
  ImGui::PushID(id);
  forgetWhatIsGone(state, curve);
  hitArea("editor", size);
  const UiRect whole = itemRect();
  const CurveAxes axes{.area = {whole.x + px(12), whole.y + px(12), std::max(whole.width - px(24), 1.0f),
                                std::max(whole.height - px(12 + 24), 1.0f)},
                       .plane = look.plane,
                       .handle = std::min(px(34), whole.height * 0.28f)};
  ui().log.add(static_cast<const char*>(WidgetId("%s.plane", id)), axes.area);

  const bool busy = state.held.element != CurveElement::Nothing && ImGui::IsItemActive();
  const CurveHit over = busy ? state.held
                        : ImGui::IsItemHovered()
                            ? hitCurve(curve, state.selected, axes, ImGui::GetIO().MousePos, px(kReach))
                            : CurveHit{};
  std::optional<AnimationCurve> edited = handleInput(curve, state, axes, over);

  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({whole.x, whole.y}, {whole.right(), whole.bottom()}, colors().well, px(6));
  list.PushClipRect({whole.x, whole.y}, {whole.right(), whole.bottom()}, true);
  const AnimationCurve& shown = edited ? *edited : curve;
  const CurveHit hot = edited ? state.held : over;
  drawGrid(list, axes);
  drawLine(list, shown, axes, look.faint ? faded(colors().textFaint, 0.8f) : look.tint, px(2), look.faint ? 0 : 0.10f);
  drawKeys(list, shown, axes, state, hot, look);
  drawMarker(list, shown, axes, look);
  drawFooter(shown, axes, hot, look);
  list.PopClipRect();
  if (auto chosen = drawMenu(curve, state, look)) edited = std::move(chosen);
  ImGui::PopID();
  return edited;
}

bool curveButton(const char* id, const AnimationCurve& curve, ImVec2 size, bool on, const char* sentence) {
  const bool pressed = button(id, "", size, sentence, {.on = on});
  const UiRect rect = itemRect();
  const float pad = std::floor(std::min(rect.width, rect.height) * 0.24f);
  const CurveAxes axes{.area = {rect.x + pad, rect.y + pad, rect.width - 2 * pad, rect.height - 2 * pad}};
  drawLine(*ImGui::GetWindowDrawList(), curve, axes,
           on                       ? colors().accent
           : ImGui::IsItemHovered() ? colors().text
                                    : colors().textDim,
           px(1.5f), 0);
  return pressed;
}

}  // namespace app
