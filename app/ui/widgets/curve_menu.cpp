#include "app/ui/widgets/curve_editor.h"

#include <array>
#include <cmath>
#include <utility>

#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

using crossfade::AnimationCurve;
using crossfade::CurveKey;

constexpr const char* kMenu = "curve menu";
constexpr const char* kNumbers = "curve numbers";
constexpr float kMenuWidth = 196;
constexpr float kField = 132;      // a number
constexpr double kTyped = 1e6;     // bound of typed values and slopes
constexpr double kSteepDrag = 10;  // of a dragged slope: plane heights per plane width

bool menuItem(const char* id, const char* text, bool enabled = true, const char* keys = "") {
  const bool pressed = menuArea(id, {px(kMenuWidth), px(24)}, false, enabled ? 0 : ImGuiSelectableFlags_Disabled);
  const UiRect rect = itemRect();
  const UiRect inner{rect.x + px(4), rect.y, rect.width - px(8), rect.height};
  textIn(inner, text, enabled ? colors().text : colors().textOff);
  textIn(inner, keys, colors().textDim, 1, ui().fonts.small);
  return pressed;
}

void menuCaption(const char* text) {
  ImGui::Dummy({px(kMenuWidth), px(18)});
  const UiRect rect = itemRect();
  textIn({rect.x + px(4), rect.y, rect.width, rect.height}, text, colors().textDim, 0, ui().fonts.small);
}

std::optional<AnimationCurve> drawKeyItems(const AnimationCurve& curve, CurveEditorState& state,
                                           const CurvePlane& shown) {
  constexpr std::array<std::pair<const char*, const char*>, 4> kShapes = {{{"curve.menu.smooth", "Smooth"},
                                                                           {"curve.menu.flat", "Flat"},
                                                                           {"curve.menu.straight", "Straight"},
                                                                           {"curve.menu.step", "Step"}}};
  std::optional<AnimationCurve> edited;
  if (state.selected.size() == 1 && menuItem("curve.menu.numbers", "Numbers...", true, "double-click"))
    state.opensNumbers = true;
  for (std::size_t i = 0; i < kShapes.size(); ++i)
    if (menuItem(kShapes[i].first, kShapes[i].second))
      edited = withKeysShaped(curve, state.selected, static_cast<TangentShape>(i), shown);
  const bool weighted = keyOf(curve, state.selected.front()).weightedMode != crossfade::WeightedMode::None;
  if (menuItem("curve.menu.weighted", weighted ? "Tangents without weights" : "Weighted tangents"))
    edited = withKeysWeighted(curve, state.selected, !weighted);
  ImGui::Separator();
  auto without = withKeysRemoved(curve, state.selected, shown);
  if (menuItem("curve.menu.remove", state.selected.size() > 1 ? "Remove keys" : "Remove key", without.has_value(),
               "Delete")) {
    edited = std::move(without);
    state.selected.clear();
  }
  return edited;
}

std::optional<AnimationCurve> drawWraps(const AnimationCurve& curve) {
  constexpr std::array<const char*, 3> kTexts = {"Hold", "Loop", "Ping-pong"};
  std::optional<AnimationCurve> edited;
  const auto choose = [&](const char* id, const char* text, crossfade::CurveWrap AnimationCurve::*wrap) {
    menuCaption(text);
    const int pressed =
        segments(id, kTexts, static_cast<int>(curve.*wrap), px(kMenuWidth), "How the curve goes on beyond its keys.");
    if (pressed < 0) return;
    edited = curve;
    (*edited).*wrap = static_cast<crossfade::CurveWrap>(pressed);
  };
  choose("curve.menu.before", "Before the first key", &AnimationCurve::before);
  choose("curve.menu.after", "After the last key", &AnimationCurve::after);
  return edited;
}

/// What the curve is compared with.
void drawComparisons(const AnimationCurve& curve, CurveEditorState& state, const CurveLook& look) {
  ImGui::Separator();
  menuCaption("Compare with");
  const float count = static_cast<float>(look.presets.size()), gap = px(3);
  const float each = std::floor((px(kMenuWidth) - gap * (count - 1)) / std::max(count, 1.0f));
  for (std::size_t i = 0; i < look.presets.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    if (curveButton(WidgetId("curve.menu.preset.%d", static_cast<int>(i)), look.presets[i],
                    {std::min(each, px(44)), px(26)}, state.compared == look.presets[i],
                    "Draw this curve behind yours."))
      state.compared = look.presets[i];
  }
  if (menuItem("curve.menu.snapshot", "This curve as it is now")) state.compared = curve;
  if (ui().curveText.works() && menuItem("curve.menu.copied", "The copied curve"))
    if (auto copied = copiedCurve(state)) state.compared = std::move(copied);
  if (menuItem("curve.menu.alone", "Nothing", state.compared.has_value())) state.compared.reset();
}

std::optional<AnimationCurve> drawCurveItems(const AnimationCurve& curve, CurveEditorState& state,
                                             const CurveLook& look, const CurvePlane& shown) {
  std::optional<AnimationCurve> edited;
  auto with = withKeyAdded(curve, state.menuTime, shown);
  if (menuItem("curve.menu.add", "Add key", with.has_value(), "double-click")) {
    state.selected.assign(1, with->key);
    edited = std::move(with->curve);
  }
  if (look.defaultCurve && menuItem("curve.menu.reset", "Reset curve", curve != *look.defaultCurve))
    edited = *look.defaultCurve;
  if (ui().curveText.works()) {
    ImGui::Separator();
    if (menuItem("curve.menu.copy", "Copy curve", true, "Ctrl+C")) copyCurve(curve);
    if (menuItem("curve.menu.paste", "Paste curve", true, "Ctrl+V")) edited = copiedCurve(state);
  }
  if (!look.plane.endsFixed)
    if (auto wrapped = drawWraps(curve)) edited = std::move(wrapped);
  drawComparisons(curve, state, look);
  return edited;
}

/// The slope and the weight of a tangent, beside those of the other one.
void drawTangentFields(const AnimationCurve& curve, int key, TangentSide side, const CurvePlane& shown,
                       std::optional<AnimationCurve>& edited) {
  const bool in = side == TangentSide::In;
  const CurveKey& at = keyOf(curve, key);
  const double steep = kSteepDrag * (shown.maxValue - shown.minValue) / std::max(shown.end - shown.begin, 1e-9);
  double slope = in ? at.inTangent : at.outTangent, weight = in ? at.inWeight : at.outWeight;
  const bool steps = std::isinf(slope);
  if (steps) slope = 0;
  const SliderLook slopes{.label = in ? "slope in" : "slope out",
                          .min = -steep,
                          .max = steep,
                          .format = "%.3g",
                          .typedMin = -kTyped,
                          .typedMax = kTyped,
                          .unset = steps ? "step" : nullptr,
                          .resets = false};
  const SliderLook weights{.label = in ? "weight in" : "weight out",
                           .defaultValue = 1.0 / 3,
                           .format = "%.2f",
                           .unset = isWeighted(at, side) ? nullptr : "off"};
  if (slider(in ? "curve.in" : "curve.out", slope, slopes, px(kField), "Value per time at the key, on this side."))
    edited = withTangentTurned(curve, key, side, slope, false, shown);
  if (slider(in ? "curve.inWeight" : "curve.outWeight", weight, weights, px(kField),
             "Length of the tangent, as a fraction of the way to the next key. Off: a third."))
    edited = withWeight(curve, key, side, weight == weights.defaultValue ? std::nullopt : std::optional(weight));
}

void drawPositionFields(const AnimationCurve& curve, int key, const CurvePlane& shown,
                        std::optional<AnimationCurve>& edited) {
  const CurveKey& at = keyOf(curve, key);
  double time = at.time, value = at.value;
  const bool open = !shown.bounded;
  const SliderLook times{.label = "time",
                         .min = shown.begin,
                         .max = shown.end,
                         .origin = shown.begin,
                         .format = "%.3f",
                         .typedMin = open ? -kTyped : shown.begin,
                         .typedMax = open ? kTyped : shown.end,
                         .resets = false};
  const SliderLook values{.label = "value",
                          .min = shown.minValue,
                          .max = shown.maxValue,
                          .format = "%.3f",
                          .typedMin = open ? -kTyped : shown.minValue,
                          .typedMax = open ? kTyped : shown.maxValue,
                          .resets = false};
  bool changed = slider("curve.time", time, times, px(kField), "Stays between the neighboring keys.");
  ImGui::SameLine(0, px(6));
  changed |= slider("curve.value", value, values, px(kField), "Value of the curve at this key.");
  if (changed) edited = withKeyMoved(curve, key, time, value, shown);
}

}  // namespace

void copyCurve(const AnimationCurve& curve) {
  if (ui().curveText.works()) ImGui::SetClipboardText(ui().curveText.write(curve).c_str());
}

std::optional<AnimationCurve> copiedCurve(CurveEditorState& state) {
  if (!ui().curveText.works()) return std::nullopt;
  const char* text = ImGui::GetClipboardText();
  auto curve = ui().curveText.read(text ? text : "");
  if (curve) return *std::move(curve);
  state.note = "clipboard: " + curve.error().message;
  return std::nullopt;
}

void openCurveMenu(CurveEditorState& state, const CurveHit& over, double time) {
  if (over.key < 0)
    state.selected.clear();
  else if (!isSelected(state.selected, over.key))
    state.selected.assign(1, over.key);
  state.menuTime = time;
  state.menuByKeys = false;
  ImGui::OpenPopup(kMenu);
}

void openCurveMenuByKeys(const AnimationCurve& curve, CurveEditorState& state, const CurvePlane& shown) {
  const auto keys = std::span(curve.keys());
  const auto length = [&](std::size_t i) { return keys[i + 1].time - keys[i].time; };
  std::size_t segment = 0;
  for (std::size_t i = 0; i + 1 < keys.size(); ++i)
    if (length(i) > length(segment)) segment = i;
  if (const int key = soleKey(state); key >= 0 && key + 1 < static_cast<int>(keys.size()))
    segment = static_cast<std::size_t>(key);
  const bool hasSegment = segment + 1 < keys.size();
  state.menuTime = hasSegment ? keys[segment].time + length(segment) / 2 : (shown.begin + shown.end) / 2;
  state.menuByKeys = true;
  ImGui::OpenPopup(kMenu);
}

void openCurveNumbers() { ImGui::OpenPopup(kNumbers); }

std::optional<AnimationCurve> drawCurveMenu(const AnimationCurve& curve, CurveEditorState& state, const CurveLook& look,
                                            const CurvePlane& shown) {
  std::optional<AnimationCurve> edited;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(6), px(6)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(4), px(1)});
  if (ImGui::BeginPopup(kMenu)) {
    closeOnEscape();
    const FocusGroup group("items", GroupLayout::Column);
    const bool ofKeys = !state.selected.empty();
    if (ofKeys) edited = drawKeyItems(curve, state, shown);
    if (ofKeys && state.menuByKeys) ImGui::Separator();
    if (!ofKeys || state.menuByKeys)
      if (auto changed = drawCurveItems(curve, state, look, shown)) edited = std::move(changed);
    endPopup();
  }
  ImGui::PopStyleVar(2);
  return edited;
}

std::optional<AnimationCurve> drawCurveNumbers(const AnimationCurve& curve, CurveEditorState& state,
                                               const CurvePlane& shown) {
  std::optional<AnimationCurve> edited;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(8), px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  if (ImGui::BeginPopup(kNumbers)) {
    if (!ImGui::GetIO().WantTextInput) closeOnEscape();
    if (state.selected.size() != 1) {
      ImGui::CloseCurrentPopup();
    } else {
      const int key = state.selected.front(), last = static_cast<int>(curve.keys().size()) - 1;
      const bool fixed = isFixed(curve, key, shown);
      caption(Text(fixed ? "Key %d of %d, fixed" : "Key %d of %d", key + 1, last + 1));
      if (!fixed) drawPositionFields(curve, key, shown, edited);
      const ImVec2 start = ImGui::GetCursorPos();
      if (key > 0) drawTangentFields(curve, key, TangentSide::In, shown, edited);
      if (key > 0 && key < last) ImGui::SetCursorPos({start.x + px(kField) + px(6), start.y});
      ImGui::BeginGroup();
      if (key < last) drawTangentFields(curve, key, TangentSide::Out, shown, edited);
      endGroup();
    }
    endPopup();
  }
  ImGui::PopStyleVar(2);
  return edited;
}

}  // namespace app
