#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <imgui_internal.h>

#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kSlideReach = 3;  // interface units that the pointer may move during a click
constexpr float kResetWidth = 20;
constexpr int kStepsWithShift = 10;
constexpr unsigned int kSliderTakes = kTakesNumber | kTakesAcross | kTakesUpDown | kTakesDelete;
constexpr float kRoomBesideReset = 48;  // to click for typing without a reset by accident

double fractionOf(double value, const SliderLook& look) {
  if (!(look.max > look.min)) return 0;
  const double fraction = std::clamp((value - look.min) / (look.max - look.min), 0.0, 1.0);
  return look.sqrtScale ? std::sqrt(fraction) : fraction;
}

double valueAtFraction(double fraction, const SliderLook& look) {
  fraction = std::clamp(fraction, 0.0, 1.0);
  const double value = look.min + (look.sqrtScale ? fraction * fraction : fraction) * (look.max - look.min);
  return look.step > 0 ? std::round(value / look.step) * look.step : value;
}

double fractionUnderPointer(const UiRect& rect) {
  return static_cast<double>((ImGui::GetIO().MousePos.x - rect.x) / rect.width);
}

struct TypedRange {
  double min, max;
};
TypedRange typedRange(const SliderLook& look) {
  const bool own = look.typedMin == 0 && look.typedMax == 0;
  return own ? TypedRange{look.min, look.max} : TypedRange{look.typedMin, look.typedMax};
}

NumberEdit::Text printed(double value, const SliderLook& look) {
  NumberEdit::Text text{};
  if (look.unset)
    std::snprintf(text.data(), text.size(), "%s", look.unset);
  else
    std::snprintf(text.data(), text.size(), look.format, value);
  return text;
}

/// The sign that resets a changed value, left of the number; empty when the value is the default or room is scarce.
UiRect resetSign(const UiRect& rect, const NumberEdit::Text& number, const SliderLook& look) {
  if (!look.resets || number == printed(look.defaultValue, look)) return {};
  const float right = rect.right() - px(8) - ImGui::CalcTextSize(number.data()).x;
  const UiRect sign{right - px(kResetWidth), rect.y, px(kResetWidth), rect.height};
  const float room = sign.x - rect.x - px(8) - ImGui::CalcTextSize(look.label).x;
  return room >= px(kRoomBesideReset) ? sign : UiRect{};
}

bool isUnderPointer(const UiRect& rect) { return !rect.empty() && ImGui::IsMouseHoveringRect(rect.min(), rect.max()); }

/// A thin line at the value; short where it would cut through the label or the number.
void drawHandle(ImDrawList& list, const UiRect& rect, float at, float labelRight, float numberLeft, ImU32 fill) {
  const float x = std::clamp(at, rect.x + px(1), rect.right() - px(1)), reach = px(3);
  const bool underText = (x > rect.x + px(8) - reach && x < labelRight + reach) ||
                         (x > numberLeft - reach && x < rect.right() - px(8) + reach);
  list.AddRectFilled({x - px(1), underText ? rect.bottom() - px(6) : rect.y + px(3)},
                     {x + px(1), rect.bottom() - px(underText ? 1 : 3)}, fill, px(1));
}

void drawSlider(const UiRect& rect, double value, const SliderLook& look) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const float round = px(5), pad = px(8);
  fillRect(rect, hot ? colors().controlHovered : colors().control, round);
  const auto xOf = [&](double at) { return rect.x + static_cast<float>(fractionOf(at, look)) * rect.width; };
  const float from = std::min(xOf(look.origin), xOf(value));
  const float to = std::max(xOf(look.origin), xOf(value));
  if (to > from) {
    list.PushClipRect({from, rect.y}, {to, rect.bottom()}, true);
    fillRect(rect, faded(look.fill, kFillUnderText), round);
    list.PopClipRect();
  }
  const NumberEdit::Text number = printed(value, look);
  const float numberLeft = rect.right() - pad - ImGui::CalcTextSize(number.data()).x;
  const UiRect sign = resetSign(rect, number, look);
  const float labelRoom = (sign.empty() ? numberLeft - pad : sign.x) - rect.x - pad;
  const float labelRight = rect.x + pad + std::min(ImGui::CalcTextSize(look.label).x, std::max(labelRoom, 0.0f));
  drawHandle(list, rect, xOf(value), labelRight, sign.empty() ? numberLeft : sign.x, look.fill);
  if (std::isfinite(look.marker)) {
    const float x = std::clamp(xOf(look.marker), rect.x + px(1), rect.right() - px(1));
    list.AddRectFilled({std::min(xOf(look.origin), x), rect.bottom() - px(3)},
                       {std::max(xOf(look.origin), x), rect.bottom()}, look.fill);
  }
  textIn({rect.x + pad, rect.y, labelRoom, rect.height}, look.label, colors().text);
  textIn({rect.x + pad, rect.y, rect.width - 2 * pad, rect.height}, number.data(), colors().text, 1);
  if (!sign.empty())
    textIn(sign, icon(Icon::Undo), isUnderPointer(sign) && hot ? colors().text : colors().textDim, 0.5f);
}

/// What the slider does, its range and default, and the keys or gestures that work on it.
void hintOfSlider(const SliderLook& look, const char* sentence) {
  if (!hintIsDue()) return;
  const TypedRange range = typedRange(look);
  const std::string_view unit = unitOf(look.format);
  char text[400], reset[64] = "";
  if (look.resets) std::snprintf(reset, sizeof reset, "; default %s", printed(look.defaultValue, look).data());
  const bool byKeys = ui().focus.hidesPointerHints();
  const char* const use = byKeys ? "Arrow keys change it, Shift+arrow by ten steps; type a digit to enter a value."
                                 : "Drag, or click and type. Tab: next number.";
  const char* const resets = !look.resets ? "" : byKeys ? " Delete resets." : " Double-click resets.";
  std::snprintf(text, sizeof text, "%s%s%.6g to %.6g%s%.*s%s.\n%s%s", sentence, *sentence == 0 ? "" : "\n", range.min,
                range.max, unit.empty() ? "" : " ", static_cast<int>(unit.size()), unit.data(), reset, use, resets);
  hint(text);
}

/// The text field opens with as many digits as matter, without the unit.
void open(NumberEdit& edit, ImGuiID field, ImGuiID before, double value) {
  edit.field = field;
  edit.before = before;
  edit.wanted = 0;
  edit.wantsNext = false;
  edit.text.fill(0);
  std::snprintf(edit.text.data(), edit.text.size(), "%.6g", value);
  edit.opened = edit.text;
}

/// Whether a click or Tab asked for this slider's text field.
bool isWanted(const NumberEdit& edit, ImGuiID field) {
  if (ImGui::GetFrameCount() > edit.wantedIn) return false;
  return edit.wantsNext || (edit.wanted == field && ImGui::GetFrameCount() == edit.wantedIn);
}

/// Takes what was typed. True when the value changed.
bool accept(NumberEdit& edit, double& value, const SliderLook& look) {
  edit.field = 0;
  if (edit.text == edit.opened) return false;
  const auto typed = parseNumber(edit.text.data(), unitOf(look.format));
  if (!typed) return false;
  const TypedRange range = typedRange(look);
  const double before = std::exchange(value, std::clamp(*typed, range.min, range.max));
  return value != before;
}

/// Tab and Shift+Tab leave for another slider, except in the frame in which they brought us here; a double click that
/// began with the opening click resets.
bool leave(NumberEdit& edit, double& value, const SliderLook& look, const UiRect& rect, bool opens) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!opens && isKeyPressed(ImGuiKey_Tab)) {
    ImGui::ClearActiveID();
    edit.wantsNext = !io.KeyShift;
    edit.wanted = io.KeyShift ? edit.before : 0;
    edit.wantedIn = ImGui::GetFrameCount() + 1;
    edit.byLastClick = false;
    return accept(edit, value, look);
  }
  if (!io.MouseClicked[0]) return false;
  if (look.resets && edit.byLastClick && io.MouseClickedCount[0] == 2 && isUnderPointer(rect)) {
    ImGui::ClearActiveID();
    edit.field = 0;
    const double before = std::exchange(value, look.defaultValue);
    return value != before;
  }
  edit.byLastClick = false;
  return false;
}

/// The slider as a text field. True when the value changed.
bool typeNumber(const char* label, const UiRect& rect, double& value, const SliderLook& look, bool opens) {
  NumberEdit& edit = ui().numberEdit;
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const bool valid = parseNumber(edit.text.data(), unitOf(look.format)).has_value();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, rowPadding());
  ImGui::PushStyleColor(ImGuiCol_FrameBg, colors().well);
  // Not TempInputText(): it asserts that the field opens, which fails in a window that has just become too small.
  if (opens) ImGui::ClearActiveID();
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InputTextEx(label, nullptr, edit.text.data(), static_cast<int>(edit.text.size()), {rect.width, rect.height},
                     ImGuiInputTextFlags_AutoSelectAll | int{ImGuiInputTextFlags_MergedItem});
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::GetWindowDrawList()->AddRect(rect.min(), rect.max(), valid ? colors().accent : colors().error, px(5));
  textIn({rect.x, rect.y, rect.width - px(8), rect.height}, unitOf(look.format).data(), colors().textDim, 1);
  ImGui::SetCursorScreenPos(after);
  if (ImGui::GetActiveID() == edit.field) return leave(edit, value, look, rect, opens);
  return accept(edit, value, look);  // after Escape the text is as it was opened
}

/// A drag sets the value, a click opens the text field or resets.
void handlePointer(ImGuiID field, bool clicked, const UiRect& rect, double& value, const SliderLook& look) {
  NumberEdit& edit = ui().numberEdit;
  const bool dragged = ImGui::GetIO().MouseDragMaxDistanceSqr[0] >= px(kSlideReach) * px(kSlideReach);
  if (ImGui::IsItemActive() && dragged && ImGui::GetIO().MouseDelta.x != 0)
    value = valueAtFraction(fractionUnderPointer(rect), look);
  if (!clicked || dragged) return;
  if (isUnderPointer(resetSign(rect, printed(value, look), look))) {
    value = look.defaultValue;
    return;
  }
  edit.wanted = field;
  edit.wantedIn = ImGui::GetFrameCount() + 1;
  edit.byLastClick = true;
}

/// The arrows change the value by a step, with Shift by ten, and leave it on a whole step; Delete resets it.
void handleKeys(double& value, const SliderLook& look) {
  const FocusKeys keys = ui().focus.keysOfItem();
  if (keys.remove && look.resets) value = look.defaultValue;
  const int steps = (keys.right + keys.up) * (keys.shift ? kStepsWithShift : 1);
  const double step = look.step > 0 ? look.step : (look.max - look.min) / 100;
  if (steps == 0 || !(step > 0)) return;
  constexpr double kOnStep = 1e-6;  // steps: so near is on one
  const double at = value / step, passed = steps > 0 ? std::floor(at + kOnStep) : std::ceil(at - kOnStep);
  const TypedRange range = typedRange(look);
  value = std::clamp((passed + steps) * step, range.min, range.max);
}

}  // namespace

SliderLook speedLook(const char* label, double typedLimit) {
  return {.label = label,
          .min = -2,
          .max = 2,
          .defaultValue = 1,
          .origin = 1,
          .format = "%.2f \u00d7",
          .fill = colors().textDim,
          .step = 0.05,
          .typedMin = -typedLimit,
          .typedMax = typedLimit};
}

std::optional<double> speedPresets(const char* id, double now) {
  constexpr std::array<double, 5> kSpeeds = {0.1, 0.25, 0.5, 1, 2};
  constexpr std::array<const char*, 5> kSpeedTexts = {"0.1", "\u00bc", "\u00bd", "1\u00d7", "2\u00d7"};
  const auto chosen = std::find(kSpeeds.begin(), kSpeeds.end(), now);
  const int pressed =
      segments(id, kSpeedTexts, chosen == kSpeeds.end() ? -1 : static_cast<int>(chosen - kSpeeds.begin()),
               px(kSpeedPresets), "Set this speed.");
  return pressed < 0 ? std::nullopt : std::optional(nth(kSpeeds, pressed));
}

bool slider(const char* id, double& value, const SliderLook& look, float width, const char* sentence) {
  NumberEdit& edit = ui().numberEdit;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const UiRect rect{at.x, at.y, std::max(width, px(24)), rowHeight()};
  const WidgetId label("##%s", id);
  const ImGuiID field = ImGui::GetID(label);
  const ImGuiID before = std::exchange(edit.lastDrawn, field);
  const bool opens = edit.field != field && isWanted(edit, field);
  if (opens) {
    open(edit, field, before, value);
    openTextField(field);
  }
  bool typed = false;
  if (edit.field == field && !opens && ImGui::GetActiveID() != field) {  // another control was pressed
    typed = edit.drawnIn == ImGui::GetFrameCount() - 1 && accept(edit, value, look);
    edit.field = 0;
  }
  if (edit.field == field) {
    edit.drawnIn = ImGui::GetFrameCount();
    ImGui::ItemSize(ImVec2(rect.width, rect.height));
    ImGui::ItemAdd(ImRect(rect.min(), rect.max()), field);
    if (opens && !ImGui::IsItemVisible()) ImGui::SetScrollHereY();
    ui().focus.nextTakes(kSliderTakes);
    logItem("%s", id);
    return typeNumber(label, rect, value, look, opens);
  }
  const double old = value;
  const bool clicked = unloggedArea(label, {rect.width, rect.height});
  handlePointer(field, clicked, rect, value, look);
  handleKeys(value, look);
  drawSlider(rect, value, look);
  ui().focus.nextTakes(kSliderTakes);
  logItem("%s", id);
  hintOfSlider(look, sentence);
  return typed || value != old;
}

bool scrubber(const char* id, double& fraction, ImVec2 size, ImU32 fill, const char* sentence) {
  ui().focus.nextTakes(kTakesAcross);
  hitArea(id, size);
  const UiRect rect = itemRect();
  const KeyboardFocus& focus = ui().focus;
  const FocusKeys keys = focus.keysOfItem();
  const bool held = ImGui::IsItemActive(), steps = keys.right != 0;
  const bool keyIsDown = focus.isOnItem() && (focus.isHolding(Key::Left) || focus.isHolding(Key::Right));
  if (held) fraction = std::clamp(fractionUnderPointer(rect), 0.0, 1.0);
  if (steps) fraction = std::clamp(fraction + barStep(keys), 0.0, 1.0);
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float half = px(hot ? 4 : 3);
  const float x = rect.x + static_cast<float>(std::clamp(fraction, 0.0, 1.0)) * rect.width;
  list.AddRectFilled({rect.x, rect.centerY() - half}, {rect.right(), rect.centerY() + half}, colors().control, half);
  if (x > rect.x)
    list.AddRectFilled({rect.x, rect.centerY() - half}, {x, rect.centerY() + half}, faded(fill, 0.75f), half);
  const float left = rect.x + half, right = std::max(left, rect.right() - half);
  list.AddCircleFilled({std::clamp(x, left, right), rect.centerY()}, px(hot ? 7 : 6), fill);
  if (sentence[0] != 0 && hintIsDue()) {
    hint(Text("%s %s", sentence,
              focus.hidesPointerHints() ? "Left and Right move it, with Shift by a tenth." : "Drag to scrub."));
  }
  return held || steps || keyIsDown;
}

}  // namespace app
