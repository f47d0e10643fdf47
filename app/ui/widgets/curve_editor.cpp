#include "app/ui/widgets/curve_editor.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <imgui_internal.h>

#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

using crossfade::AnimationCurve;

constexpr float kReach = 10;        // pixels from a key
constexpr float kDragReach = 3;     // interface units that the pointer may move during a click
constexpr float kEdgeReach = 8;     // an overshoot smaller than this stays at the edge
constexpr double kSnaps = 20;       // with Shift, per plane width and height
constexpr double kFineSteps = 100;  // of the arrow keys, per plane height

/// The curve may have been replaced since the last frame.
void forgetWhatIsGone(CurveEditorState& state, const AnimationCurve& curve) {
  const int count = static_cast<int>(curve.keys().size());
  std::erase_if(state.selected, [&](int key) { return key >= count; });
  std::erase_if(state.bandKeeps, [&](int key) { return key >= count; });
  if (state.held.key >= count) state.held = {};
}

bool isDragged() { return ImGui::GetIO().MouseDragMaxDistanceSqr[0] >= px(kDragReach) * px(kDragReach); }

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

/// Where a held key goes: beyond the plane only if that is meant, and at most as far again as it reaches.
double kept(double at, double low, double high, double shownLow, double shownHigh, double near) {
  if (at < low && at > low - near) return low;
  if (at > high && at < high + near) return high;
  return std::clamp(at, 2 * shownLow - shownHigh, 2 * shownHigh - shownLow);
}

/// The curve with the held key, and all that are selected with it, moved to `to`.
AnimationCurve withKeysDragged(const AnimationCurve& curve, const CurveEditorState& state, const CurveAxes& axes,
                               const CurvePlane& nominal, ImVec2 to) {
  const CurvePlane& plane = axes.plane;
  double time = axes.time(to.x), value = axes.value(to.y);
  if (ImGui::GetIO().KeyShift) {
    time = snapped(time - nominal.begin, (nominal.end - nominal.begin) / kSnaps) + nominal.begin;
    value = snapped(value - nominal.minValue, (nominal.maxValue - nominal.minValue) / kSnaps) + nominal.minValue;
  }
  if (!plane.bounded) {
    const double wide = axes.time(px(kEdgeReach)) - axes.time(0), high = axes.value(0) - axes.value(px(kEdgeReach));
    time = kept(time, nominal.begin, nominal.end, plane.begin, plane.end, wide);
    value = kept(value, nominal.minValue, nominal.maxValue, plane.minValue, plane.maxValue, high);
  }
  if (state.selected.size() < 2) return withKeyMoved(curve, state.held.key, time, value, plane);
  const crossfade::CurveKey& held = keyOf(curve, state.held.key);
  return withKeysMoved(curve, state.selected, time - held.time, value - held.value, plane);
}

/// The curve with what is held moved to the pointer.
AnimationCurve dragged(const AnimationCurve& curve, const CurveEditorState& state, const CurveAxes& axes,
                       const CurvePlane& nominal) {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 to{io.MousePos.x + state.offset.x, io.MousePos.y + state.offset.y};
  const int key = state.held.key;
  if (state.held.element == CurveElement::Key) return withKeysDragged(curve, state, axes, nominal, to);
  const TangentSide side = state.held.element == CurveElement::InTangent ? TangentSide::In : TangentSide::Out;
  double slope = slopeTowards(keyOf(curve, key), side, axes, to);
  if (io.KeyShift) slope = snapped(slope, (nominal.maxValue - nominal.minValue) / (nominal.end - nominal.begin) / 4);
  AnimationCurve turned = withTangentTurned(curve, key, side, slope, io.KeyAlt, axes.plane);
  if (!isWeighted(keyOf(curve, key), side)) return turned;
  const double weight = weightTowards(curve, key, side, axes, to);
  return withWeight(std::move(turned), key, side, weight);
}

UiRect bandOf(const CurveEditorState& state) {
  const ImVec2 to = ImGui::GetIO().MousePos, from = state.bandFrom;
  return {std::min(from.x, to.x), std::min(from.y, to.y), std::abs(to.x - from.x), std::abs(to.y - from.y)};
}

/// What a press on a key or tangent selects.
void select(CurveEditorState& state, const CurveHit& over) {
  const bool shift = ImGui::GetIO().KeyShift, was = isSelected(state.selected, over.key);
  if (over.element != CurveElement::Key) {
    state.selected.assign(1, over.key);
  } else if (!was) {
    if (!shift) state.selected.clear();
    toggle(state.selected, over.key);
  } else {
    state.togglesKey = shift && state.selected.size() > 1;
    state.narrows = !shift && state.selected.size() > 1;
  }
  state.opensNumbers = over.element == CurveElement::Key && ImGui::IsMouseDoubleClicked(0);
}

/// On a press: grabs a key or tangent, opens a rubber band on an empty spot, or adds a key on a double click there.
std::optional<AddedKey> grab(const AnimationCurve& curve, CurveEditorState& state, const CurveAxes& axes,
                             const CurveHit& over) {
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const bool empty = over.element == CurveElement::Nothing || over.element == CurveElement::Line;
  state.held = {};
  state.was = axes.plane;
  state.togglesKey = state.narrows = state.opensNumbers = state.bands = false;
  state.note.clear();
  const auto hold = [&](const CurveHit& what, ImVec2 at) {
    state.held = what;
    state.offset = {at.x - pointer.x, at.y - pointer.y};
  };
  if (!empty) {
    select(state, over);
    hold(over, *positionOf(curve, over, axes));
    return std::nullopt;
  }
  if (!ImGui::GetIO().KeyShift) state.selected.clear();
  if (!ImGui::IsMouseDoubleClicked(0)) {
    state.bands = true;
    state.bandFrom = pointer;
    state.bandKeeps = state.selected;
    return std::nullopt;
  }
  auto added = withKeyAdded(curve, axes.time(pointer.x), axes.plane);
  if (!added) return std::nullopt;
  state.selected.assign(1, added->key);
  hold({CurveElement::Key, added->key}, axes.point(keyOf(added->curve, added->key)));
  return added;
}

/// When the button is up again: what a press without a drag meant.
void letGo(CurveEditorState& state) {
  if (state.was && !isDragged() && state.held.key >= 0) {  // what was held may be gone
    if (state.togglesKey) toggle(state.selected, state.held.key);
    if (state.narrows) state.selected.assign(1, state.held.key);
    if (state.opensNumbers) {
      state.selected.assign(1, state.held.key);
      openCurveNumbers();
    }
  }
  state.held = {};
  state.was.reset();
  state.bands = state.togglesKey = state.narrows = state.opensNumbers = false;
}

std::optional<AnimationCurve> removeSelected(const AnimationCurve& curve, CurveEditorState& state,
                                             const CurvePlane& plane) {
  if (state.selected.empty()) return std::nullopt;
  auto without = withKeysRemoved(curve, state.selected, plane);
  if (without) {
    state.selected.clear();
    state.held = {};
  }
  return without;
}

/// Delete without the ring, and what Ctrl does with the curve that has the ring or is under the pointer. ImGui's last
/// item must be the whole editor.
std::optional<AnimationCurve> handleKeys(const AnimationCurve& curve, CurveEditorState& state,
                                         const CurvePlane& plane) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || ui().focus.isElsewhere(ImGui::GetItemID())) return std::nullopt;
  const auto pressed = [](ImGuiKey key) { return isKeyPressed(key); };
  if (pressed(ImGuiKey_Delete)) return removeSelected(curve, state, plane);
  const bool isMeant = ImGui::IsItemHovered() || ui().focus.isOnItem();
  if (!isMeant || !io.KeyCtrl || io.KeyShift || io.KeyAlt) return std::nullopt;
  if (pressed(ImGuiKey_A)) {
    ui().selection = ImGui::GetItemID();
    state.selected.clear();
    for (int key = 0; key < static_cast<int>(curve.keys().size()); ++key) state.selected.push_back(key);
  }
  if (pressed(ImGuiKey_C)) copyCurve(curve);
  if (!pressed(ImGuiKey_V)) return std::nullopt;
  state.note.clear();
  return copiedCurve(state);
}

/// With the ring: Left and Right choose a key, Up and Down change its value; with Shift the arrows move what is
/// selected by a snap. Enter opens the numbers, Delete removes what is selected. ImGui's last item must be the whole
/// editor.
std::optional<AnimationCurve> handleFocus(const AnimationCurve& curve, CurveEditorState& state, const CurveAxes& axes,
                                          const CurvePlane& nominal) {
  const FocusKeys keys = ui().focus.keysOfItem();
  const int count = static_cast<int>(curve.keys().size()), sole = soleKey(state);
  if (keys.remove) return removeSelected(curve, state, axes.plane);
  if (keys.menu) openCurveMenuByKeys(curve, state, axes.plane);
  if (keys.enter && sole < 0 && count > 0) state.selected.assign(1, 0);
  if (keys.enter && count > 0) openCurveNumbers();
  if (keys.right != 0 && !keys.shift && count > 0)
    state.selected.assign(1, sole < 0 ? (keys.right > 0 ? 0 : count - 1) : std::clamp(sole + keys.right, 0, count - 1));
  const int across = keys.shift ? keys.right : 0;
  if ((across == 0 && keys.up == 0) || state.selected.empty()) return std::nullopt;
  const double steps = keys.shift ? kSnaps : kFineSteps;
  AnimationCurve moved = withKeysMoved(curve, state.selected, across * (nominal.end - nominal.begin) / kSnaps,
                                       keys.up * (nominal.maxValue - nominal.minValue) / steps, axes.plane);
  return moved != curve ? std::optional(std::move(moved)) : std::nullopt;
}

/// Keys are selected in one place at a time, so that Delete removes one thing. ImGui's last item must be the whole
/// editor.
void followSelection(CurveEditorState& state) {
  ImGuiID& selection = ui().selection;
  const ImGuiID editor = ImGui::GetItemID();
  if (ImGui::IsItemActivated() || (ImGui::IsItemHovered() && ImGui::IsMouseReleased(1)) ||
      ui().focus.keysOfItem() != FocusKeys{})
    selection = editor;
  if (selection != 0 && selection != editor) state.selected.clear();
}

/// Handles the mouse and keys. ImGui's last item must be the whole editor.
std::optional<AnimationCurve> handleInput(const AnimationCurve& curve, CurveEditorState& state, const CurveAxes& axes,
                                          const CurvePlane& nominal, const CurveHit& over) {
  const ImGuiIO& io = ImGui::GetIO();
  followSelection(state);
  if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(1)) {
    state.note.clear();
    openCurveMenu(state, over, axes.time(io.MousePos.x));
  }
  if (ImGui::IsItemActivated()) {
    if (auto added = grab(curve, state, axes, over)) return std::move(added->curve);
  } else if (!ImGui::IsItemActive()) {
    if (state.was) letGo(state);
  } else if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) {
    if (state.bands) selectInside(curve, axes, bandOf(state), state.bandKeeps, state.selected);
    if (state.held.element != CurveElement::Nothing) {
      AnimationCurve moved = dragged(curve, state, axes, nominal);
      if (moved != curve) return moved;
    }
  }
  if (auto moved = handleFocus(curve, state, axes, nominal)) return moved;
  return handleKeys(curve, state, axes.plane);
}

void drawBand(ImDrawList& list, const CurveEditorState& state) {
  if (!state.bands || !isDragged()) return;
  const UiRect band = bandOf(state);
  list.AddRectFilled(band.min(), band.max(), faded(colors().accent, 0.15f));
  list.AddRect(band.min(), band.max(), faded(colors().accent, 0.8f));
}

CurveAxes axesOf(const UiRect& whole, const AnimationCurve& curve, const CurveEditorState& state,
                 const CurveLook& look) {
  return {.area = {whole.x + px(12), whole.y + px(12), std::max(whole.width - px(24), 1.0f),
                   std::max(whole.height - px(12 + 24), 1.0f)},
          .plane = state.was ? *state.was : fitted(look.plane, curve),
          .handle = std::min(px(34), whole.height * 0.28f)};
}

/// The part of it that is not scrolled away.
void logPlane(const char* id, const UiRect& area) {
  ImRect shown(area.x, area.y, area.right(), area.bottom());
  shown.ClipWith(ImGui::GetCurrentWindowRead()->ClipRect);
  if (shown.GetWidth() <= 0 || shown.GetHeight() <= 0) return;
  ui().log.add(static_cast<const char*>(WidgetId("%s.plane", id)),
               {shown.Min.x, shown.Min.y, shown.GetWidth(), shown.GetHeight()}, true);
}

// ---- Drawing: grid, curve, keys and tangents, a curve to compare with, and values as text.

constexpr float kKeySize = 4.5f;
constexpr std::size_t kMaxPoints = 512;
constexpr std::size_t kMaxKeysDrawn = 500;

/// Quarters of the nominal plane, or round steps of one that the curve widened.
void drawGrid(ImDrawList& list, const CurveAxes& axes, const CurveLook& look) {
  const UiRect& area = axes.area;
  const CurvePlane &plane = axes.plane, &nominal = look.plane;
  list.AddRectFilled(area.min(), area.max(), colors().well);
  const auto lines = [&](double from, double to, double low, double high, auto&& line) {
    const bool same = from == low && to == high;
    const double step = same ? (high - low) / 4 : niceStep(to - from, 8);
    for (int i = 0; i <= 8; ++i) {
      const double at = same ? low + i * step : (std::ceil(from / step) + i) * step;
      const double rounding = 1e-9 * step;
      if (at > to + rounding) break;
      const bool edge = std::abs(at - low) < rounding || std::abs(at - high) < rounding;
      line(at, faded(colors().line, edge ? 1.0f : same && i == 2 ? 0.7f : 0.4f));
    }
  };
  lines(plane.begin, plane.end, nominal.begin, nominal.end, [&](double time, ImU32 tint) {
    const float x = std::round(axes.x(time));
    list.AddLine({x, area.y}, {x, area.bottom()}, tint);
  });
  lines(plane.minValue, plane.maxValue, nominal.minValue, nominal.maxValue, [&](double value, ImU32 tint) {
    const float y = std::round(axes.y(value));
    list.AddLine({area.x, y}, {area.right(), y}, tint);
  });
  if (plane.minValue == nominal.minValue && plane.maxValue == nominal.maxValue) return;
  const float top = axes.y(nominal.maxValue), bottom = axes.y(nominal.minValue);
  if (look.clamped) {
    list.AddRectFilled({area.x, area.y}, {area.right(), top}, faded(colors().line, 0.35f));
    list.AddRectFilled({area.x, bottom}, {area.right(), area.bottom()}, faded(colors().line, 0.35f));
  }
  for (const double value : {nominal.minValue, nominal.maxValue}) {
    textIn(list, {area.x + px(3), axes.y(value) - px(15), px(40), px(14)}, Text("%g", value), colors().textDim, 0,
           ui().fonts.small);
  }
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
    if (showsHandles(curve, key, soleKey(state))) {
      drawTangent(list, curve, key, TangentSide::In, axes, hot == CurveHit{CurveElement::InTangent, key});
      drawTangent(list, curve, key, TangentSide::Out, axes, hot == CurveHit{CurveElement::OutTangent, key});
    }
  for (int key = 0; key < count; ++key) {
    const bool selected = isSelected(state.selected, key);
    const bool over = hot == CurveHit{CurveElement::Key, key};
    ImVec2 at = axes.point(keyOf(curve, key));
    at.x = std::clamp(at.x, axes.area.x - px(8), axes.area.right() + px(8));
    at.y = std::clamp(at.y, axes.area.y - px(8), axes.area.bottom() + px(8));
    drawDiamond(list, at, px(kKeySize) + px(over ? 3 : 2), colors().well);
    drawDiamond(list, at, px(kKeySize) + px(over ? 1 : 0),
                selected || over ? colors().text
                : look.faint     ? colors().textFaint
                                 : look.tint);
    if (selected) drawDiamond(list, at, px(kKeySize) - px(2), look.tint);
  }
}

/// What is under the pointer: its values, or what can be done there.
Text footerText(const AnimationCurve& curve, const CurveEditorState& state, const CurveHit& hot) {
  if (hot.key < 0 && hot.element == CurveElement::Line) return Text("double-click: add key");
  if (hot.key < 0) return state.selected.size() > 1 ? Text("%zu keys", state.selected.size()) : Text();
  const crossfade::CurveKey& key = keyOf(curve, hot.key);
  if (hot.element == CurveElement::Key) return Text("%.2f, %.2f", key.time, key.value);
  const TangentSide side = hot.element == CurveElement::InTangent ? TangentSide::In : TangentSide::Out;
  const double slope = side == TangentSide::In ? key.inTangent : key.outTangent;
  if (!isWeighted(key, side)) return Text("slope %.2f", slope);
  return Text("slope %.2f, weight %.2f", slope, side == TangentSide::In ? key.inWeight : key.outWeight);
}

/// The values of what is under the pointer, and the labels of the plane's corners.
void drawFooter(const AnimationCurve& curve, const CurveAxes& axes, const CurveEditorState& state, const CurveHit& hot,
                const CurveLook& look) {
  const UiRect row{axes.area.x, axes.area.bottom() + px(5), axes.area.width, px(14)};
  ImFont* font = ui().fonts.small;
  if (!state.note.empty()) {
    textIn(row, state.note.c_str(), colors().error, 0, font);
    return;
  }
  textIn(row, look.beginText, colors().textDim, 0, font);
  textIn(row, look.endText, colors().textDim, 1, font);
  textIn(row, footerText(curve, state, hot), colors().textDim, 0.5f, font);
}

/// The curve that is compared, behind, with the largest difference as a number where it is.
void drawCompared(ImDrawList& list, const AnimationCurve& curve, const AnimationCurve& other, const CurveAxes& axes,
                  const char* id) {
  std::array<ImVec2, kMaxPoints> points;
  const std::span<ImVec2> line = std::span(points).first(lineOf(other, axes, points));
  for (ImVec2& point : line) point.y = std::clamp(point.y, axes.area.y, axes.area.bottom());
  styledLine(list, line, colors().textDim, px(1.5f), LineStyle::Dashed, ui().scale);
  const CurveDifference difference = largestDifference(curve, other, axes.plane.begin, axes.plane.end);
  const bool isSame = std::abs(difference.value) < 5e-4;
  const Text text =
      isSame ? Text("the same curve") : Text("differs by %.3g at %.2f", std::abs(difference.value), difference.time);
  if (!isSame) {
    const float x = axes.x(difference.time);
    const auto at = [&](const AnimationCurve& of) {
      return std::clamp(axes.y(of.evaluate(difference.time)), axes.area.y, axes.area.bottom());
    };
    list.AddLine({x, at(curve)}, {x, at(other)}, colors().warning, px(2));
  }
  ImFont* font = ui().fonts.small;
  const float width = sizeOf(*font, text).x + px(8);
  const UiRect plate{axes.area.x + px(4), axes.area.y + px(2), std::min(width, axes.area.width - px(8)), px(16)};
  list.AddRectFilled(plate.min(), plate.max(), faded(colors().well, 0.85f), px(4));
  textIn(list, plate, text, colors().text, 0.5f, font);
  ui().log.add(static_cast<const char*>(WidgetId("%s.difference", id)), plate);
}

void drawMarker(ImDrawList& list, const AnimationCurve& curve, const CurveAxes& axes, const CurveLook& look) {
  if (!std::isfinite(look.marker)) return;
  const CurvePlane& range = look.clamped ? look.plane : axes.plane;
  const double value = std::clamp(curve.evaluate(look.marker), range.minValue, range.maxValue);
  const ImVec2 at{axes.x(look.marker), axes.y(value)};
  const ImU32 tint = look.faint ? colors().textDim : colors().text;
  list.AddLine({at.x, axes.area.y}, {at.x, axes.area.bottom()}, faded(tint, 0.35f));
  list.AddCircleFilled(at, px(6), colors().well);
  list.AddCircleFilled(at, px(4.5f), tint);
  const Text number("%.2f", value);
  ImFont* font = ui().fonts.small;
  const float width = sizeOf(*font, number).x + px(8);
  const float left = at.x + px(8) + width > axes.area.right() ? at.x - px(8) - width : at.x + px(8);
  const float top = std::clamp(at.y - px(8), axes.area.y, axes.area.bottom() - px(16));
  list.AddRectFilled({left, top}, {left + width, top + px(16)}, faded(colors().well, 0.85f), px(4));
  textIn(list, {left, top, width, px(16)}, number, tint, 0.5f, font);
}

/// The curve alone. `ground`: opacity of the area below it.
void paintCurveLine(ImDrawList& list, const AnimationCurve& curve, const CurveAxes& axes, ImU32 tint, float thickness,
                    float ground = 0) {
  std::array<ImVec2, kMaxPoints> points;
  const std::span<ImVec2> line = std::span(points).first(lineOf(curve, axes, points));
  for (ImVec2& point : line) point.y = std::clamp(point.y, axes.area.y, axes.area.bottom());
  if (ground > 0) fillUnder(list, line, axes.area.bottom(), faded(tint, ground));
  list.AddPolyline(line.data(), static_cast<int>(line.size()), tint, 0, thickness);
}

/// `hot`: under the pointer, or held.
void paintCurve(ImDrawList& list, const char* id, const AnimationCurve& curve, const CurveAxes& axes,
                const CurveEditorState& state, const CurveHit& hot, const CurveLook& look) {
  drawGrid(list, axes, look);
  if (state.compared) drawCompared(list, curve, *state.compared, axes, id);
  paintCurveLine(list, curve, axes, look.faint ? faded(colors().textFaint, 0.8f) : look.tint, px(2),
                 look.faint ? 0 : 0.10f);
  drawKeys(list, curve, axes, state, hot, look);
  drawMarker(list, curve, axes, look);
  drawFooter(curve, axes, state, hot, look);
}

}  // namespace

std::optional<AnimationCurve> curveEditor(const char* id, const AnimationCurve& curve, CurveEditorState& state,
                                          ImVec2 size, const CurveLook& look) {
  ImGui::PushID(id);
  forgetWhatIsGone(state, curve);
  unloggedArea("editor", size);
  const UiRect whole = itemRect();
  const CurveAxes axes = axesOf(whole, curve, state, look);
  ui().focus.nextTakes(kTakesEnter | kTakesAcross | kTakesUpDown | kTakesDelete);
  ui().focus.addItem();
  if (ui().focus.isOnItem()) ui().log.setFocus(static_cast<const char*>(WidgetId("%s.plane", id)));
  logPlane(id, axes.area);

  const bool busy = state.was && ImGui::IsItemActive();
  const CurveHit over = busy ? state.held
                        : ImGui::IsItemHovered()
                            ? hitCurve(curve, soleKey(state), axes, ImGui::GetIO().MousePos, px(kReach))
                            : CurveHit{};
  std::optional<AnimationCurve> edited = handleInput(curve, state, axes, look.plane, over);
  hint("",
       "Left and Right choose a key, Up and Down change its value; with Shift, the arrows move it. Enter: its numbers. "
       "Delete removes it. Menu key: more.");

  ImDrawList& list = *ImGui::GetWindowDrawList();
  fillRect(whole, colors().well, px(6));
  list.PushClipRect(whole.min(), whole.max(), true);
  const AnimationCurve& shown = edited ? *edited : curve;
  const CurveHit hot = edited ? state.held : over;
  paintCurve(list, id, shown, axes, state, hot, look);
  drawBand(list, state);
  list.PopClipRect();
  if (auto chosen = drawCurveMenu(curve, state, look, axes.plane)) edited = std::move(chosen);
  if (state.opensNumbers && !state.was) {  // the menu asked for them
    openCurveNumbers();
    state.opensNumbers = false;
  }
  if (auto typed = drawCurveNumbers(curve, state, axes.plane)) edited = std::move(typed);
  ImGui::PopID();
  return edited;
}

bool curveButton(const char* id, const AnimationCurve& curve, ImVec2 size, bool on, const char* sentence) {
  const bool pressed = button(id, "", size, sentence, {.on = on});
  const UiRect rect = itemRect();
  const float pad = std::floor(std::min(rect.width, rect.height) * 0.24f);
  const CurveAxes axes{.area = {rect.x + pad, rect.y + pad, rect.width - 2 * pad, rect.height - 2 * pad}};
  paintCurveLine(*ImGui::GetWindowDrawList(), curve, axes,
                 on                       ? colors().accent
                 : ImGui::IsItemHovered() ? colors().text
                                          : colors().textDim,
                 px(1.5f));
  return pressed;
}

}  // namespace app
