#include "app/ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <imgui_internal.h>

namespace app {
namespace {

constexpr float kHintDelay = 0.45f;  // seconds
constexpr float kScrollFade = 28;
constexpr float kNarrowestList = 200;  // that words open
constexpr float kHintWidth = 280;
constexpr float kRowDragReach = 4;    // interface units that the pointer may move during a click
constexpr float kHintReach = 220;     // from its control to a tooltip
constexpr float kRoomBesideText = 8;  // in a segment; below that, text is small

bool pressArea(const char* id, ImVec2 size, bool enabled) {
  if (!enabled) ImGui::BeginDisabled();
  const bool pressed = hitArea(id, size);
  if (!enabled) ImGui::EndDisabled();
  return pressed && enabled;
}

ImU32 groundOf(const ButtonLook& look) {
  const bool over = look.enabled && ImGui::IsItemHovered();
  const bool down = look.enabled && ImGui::IsItemActive();
  if (look.accent) return look.enabled ? (over ? colors().accentHovered : colors().accent) : colors().control;
  if (look.on) return over ? colors().controlActive : colors().controlHovered;
  if (down) return colors().controlActive;
  if (over) return colors().controlHovered;
  return look.quiet ? 0 : colors().control;
}

ImU32 inkOf(const ButtonLook& look) {
  if (look.ink != 0) return look.ink;
  if (!look.enabled) return colors().textOff;
  if (look.accent) return colors().onAccent;
  if (look.on) return colors().accent;
  return look.quiet && !ImGui::IsItemHovered() ? colors().textDim : colors().text;
}

void drawButton(const char* text, const ButtonLook& look, ImFont* font) {
  const UiRect rect = itemRect();
  fillRect(rect, groundOf(look), px(5));
  textIn(rect, text, inkOf(look), 0.5f, font);
}

void drawField(ImDrawList& list, const UiRect& rect, const char* text, ImU32 tint) {
  const float arrow = px(20), room = rect.width - px(8) - arrow;
  const bool narrow = ImGui::CalcTextSize(text).x > room;
  nameIn(list, {rect.x + px(8), rect.y, room, rect.height}, text, tint, 0, narrow ? ui().fonts.small : nullptr);
  textIn(list, {rect.right() - arrow, rect.y, arrow - px(4), rect.height}, icon(Icon::Fold), colors().textDim, 0.5f);
}

void drawLinkedWords(ImDrawList& list, const UiRect& rect, const char* text, ImU32 tint, bool open) {
  const bool hot = open || ImGui::IsItemHovered();
  const float line = std::floor(rect.centerY() + ImGui::GetFontSize() / 2 + px(1));
  nameIn(list, rect, text, hot ? colors().accent : tint);
  list.AddRectFilled({rect.x, line}, {rect.right(), line + std::max(1.0f, px(1))},
                     hot ? colors().accent : colors().controlActive);
}

void beginWindow(const char* id, const UiRect& rect, ImU32 background, ImVec2 padding, ImGuiWindowFlags flags) {
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.width, rect.height});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding.x < 0 ? ImGui::GetStyle().WindowPadding : padding);
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse | flags);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace

bool unloggedArea(const char* id, ImVec2 size, ImGuiButtonFlags flags) {
  return ImGui::InvisibleButton(id, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)}, flags);
}

bool hitArea(const char* id, ImVec2 size, ImGuiButtonFlags flags) {
  const bool pressed = unloggedArea(id, size, flags);
  logItem("%s", id);
  return pressed;
}

bool hitAreaIn(const char* id, const UiRect& rect) {
  ImGui::SetCursorScreenPos(rect.min());
  return hitArea(id, {rect.width, rect.height});
}

void logItem(const char* format, ...) {
  const bool isControl = ui().focus.addItem(), hasFocus = ui().focus.isOnItem();
  const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
  ImRect rect = GImGui->LastItemData.Rect;
  rect.ClipWith(window->ClipRect);
  const bool isHidden = rect.GetWidth() <= 0 || rect.GetHeight() <= 0;
  if (isHidden && !hasFocus) return;
  char id[48];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(id, sizeof id, format, arguments);
  va_end(arguments);
  if (hasFocus) ui().log.setFocus(id);
  if (!isHidden) ui().log.add(id, {rect.Min.x, rect.Min.y, rect.GetWidth(), rect.GetHeight()}, isControl);
}

bool hintIsDue() {
  if (ui().focus.hintIsDue(kHintDelay)) return true;
  if (ui().focus.hidesPointerHints()) return false;
  const double sinceClick = GImGui->Time - ImGui::GetIO().MouseClickedTime[ImGuiMouseButton_Left];
  return ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) && GImGui->HoveredIdTimer >= kHintDelay &&
         sinceClick > static_cast<double>(GImGui->HoveredIdTimer) &&  // a click says that you know
         !ImGui::IsItemActive() && !ImGui::IsAnyMouseDown();
}

void hint(const char* sentence, const char* forKeys) { hint(ui().focus.hidesPointerHints() ? forKeys : sentence); }

namespace {

/// What of the last frame a tooltip would cover.
struct Covered {
  int controls = 0;
  int others = 0;  // that show something
  auto operator<=>(const Covered&) const = default;
};

Covered coveredBy(const UiRect& tooltip, const UiRect& of) {
  Covered covered;
  for (const LoggedWidget& widget : ui().log.before()) {
    if (!overlap(widget.rect, tooltip)) continue;
    const bool isArea = widget.id().starts_with("panel.") || widget.id().starts_with("cut.");
    if (widget.isControl) ++covered.controls;
    if (!widget.isControl && !isArea && !contains(widget.rect, of)) ++covered.others;
  }
  return covered;
}

/// The gap between two rectangles, both directions added.
float gapBetween(const UiRect& a, const UiRect& b) {
  return std::max({b.x - a.right(), a.x - b.right(), 0.0f}) + std::max({b.y - a.bottom(), a.y - b.bottom(), 0.0f});
}

/// The position nearest to its control at which a tooltip covers less than `most`; `best` if there is none within
/// kHintReach.
UiRect freePosition(const UiRect& of, const UiRect& best, Covered most) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float edge = px(4), step = px(8), gap = px(6);
  UiRect found = best;
  float nearest = 0;  // so far, nothing is as good as `best`
  const auto consider = [&](float x, float y) {
    const UiRect tooltip{std::clamp(x, edge, std::max(edge, screen.x - edge - best.width)),
                         std::clamp(y, edge, std::max(edge, screen.y - edge - best.height)), best.width, best.height};
    const float away = gapBetween(of, tooltip);
    if (overlap(of, tooltip) || away > px(kHintReach)) return;
    const Covered covered = coveredBy(tooltip, of);
    if (covered < most || (covered == most && away < nearest)) found = tooltip, most = covered, nearest = away;
  };
  for (float away = gap; away <= px(kHintReach); away += step)
    for (const float x : {of.x, of.right() - best.width, of.x - gap - best.width, of.right() + gap}) {
      consider(x, of.y - away - best.height);
      consider(x, of.bottom() + away);
    }
  for (float away = gap; away <= px(kHintReach); away += step)
    for (const float y : {of.y, of.bottom() - best.height}) {
      consider(of.x - away - best.width, y);
      consider(of.right() + away, y);
    }
  return found;
}

/// Below the control, or above it in the lower half of the window, or else beside it or beside its panel, or where
/// there is room near it: where a tooltip covers the fewest controls of the last frame, and never its own.
UiRect placeOfHint(const UiRect& of, ImVec2 size) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float gap = px(6), edge = px(4);
  const auto within = [edge](float at, float extent, float room) {
    return std::clamp(at, edge, std::max(edge, room - edge - extent));
  };
  const float x = within(of.x, size.x, screen.x), y = within(of.y, size.y, screen.y);
  const UiRect below{x, of.bottom() + gap, size.x, size.y}, above{x, of.y - gap - size.y, size.x, size.y};
  const bool inLowerHalf = of.centerY() > screen.y / 2;
  const ImRect panel = ImGui::GetCurrentWindowRead()->RootWindow->Rect();
  const float raised = within(of.bottom() - size.y, size.y, screen.y);
  const std::array<UiRect, 10> places{inLowerHalf ? above : below,
                                      inLowerHalf ? below : above,
                                      UiRect{of.x - gap - size.x, y, size.x, size.y},
                                      UiRect{of.right() + gap, y, size.x, size.y},
                                      UiRect{panel.Min.x - gap - size.x, y, size.x, size.y},
                                      UiRect{panel.Max.x + gap, y, size.x, size.y},
                                      UiRect{panel.Min.x - gap - size.x, raised, size.x, size.y},
                                      UiRect{panel.Max.x + gap, raised, size.x, size.y},
                                      UiRect{x, panel.Min.y - gap - size.y, size.x, size.y},
                                      UiRect{x, panel.Max.y + gap, size.x, size.y}};
  UiRect best = places[0];
  Covered least{.controls = std::numeric_limits<int>::max()};
  for (const UiRect& place : places) {
    if (!contains({0, 0, screen.x, screen.y}, place)) continue;
    const Covered covered = coveredBy(place, of);
    if (covered < least) best = place, least = covered;
  }
  return least == Covered{} ? best : freePosition(of, best, least);
}

}  // namespace

void hint(const char* sentence) {
  if (sentence == nullptr || *sentence == 0 || !hintIsDue()) return;
  const ImVec2 pad{px(10), px(7)};
  ImGui::PushFont(ui().fonts.body);  // the control may use another font
  const std::string& lines = wrapped(sentence, px(kHintWidth), *ui().fonts.body);
  const ImVec2 text = ImGui::CalcTextSize(lines.c_str());
  const UiRect place = placeOfHint(itemRect(), {text.x + 2 * pad.x, text.y + 2 * pad.y});
  ImGui::SetNextWindowPos({place.x, place.y}, ImGuiCond_Always);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, pad);
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(lines.c_str());
  endTooltip();
  ui().log.setHint(sentence, place);
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

namespace {

void fillClip(const ImDrawList*, const ImDrawCmd* command) {
  const ImVec4& clip = command->ClipRect;
  const auto packed = static_cast<ImU32>(reinterpret_cast<std::uintptr_t>(command->UserCallbackData));
  ui().fill(static_cast<int>(clip.x), static_cast<int>(ImGui::GetDrawData()->DisplaySize.y - clip.w),
            static_cast<int>(clip.z - clip.x), static_cast<int>(clip.w - clip.y),
            ImGui::ColorConvertU32ToFloat4(packed));
}

/// Of the current window, which has no background yet.
void fillWindow(ImU32 color) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 least = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  list.PushClipRect(least, {least.x + size.x, least.y + size.y});
  list.AddCallback(fillClip, reinterpret_cast<void*>(static_cast<std::uintptr_t>(color)));
  list.PopClipRect();
}

}  // namespace

void beginPanel(const char* id, const UiRect& rect, ImU32 background, ImVec2 padding) {
  const bool fills = ui().fill != nullptr && background >> IM_COL32_A_SHIFT == 255;
  beginWindow(id, rect, fills ? 0 : background, padding, ImGuiWindowFlags_NoBringToFrontOnFocus);
  if (fills) fillWindow(background);
  ui().log.add(id, rect);
}

void beginOverlay(const char* id, const UiRect& rect, ImU32 background, ImVec2 padding) {
  beginWindow(id, rect, background, padding, ImGuiWindowFlags_NoFocusOnAppearing);  // does not interrupt a drag
}

void beginCard(const char* id, const UiRect& rect, ImU32 background, ImVec2 padding) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  beginOverlay(id, rect, background, padding);
  ImGui::PopStyleVar();
  ui().log.add(id, rect);
}

void endPanel() { endWindow(); }

void endScrollingPart() {
  const ImVec2 position = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float scroll = ImGui::GetScrollY(), end = ImGui::GetScrollMaxY();
  const float right = position.x + size.x - (end > 0 ? ImGui::GetStyle().ScrollbarSize : 0);
  const ImU32 solid = colors().panel, clear = solid & ~IM_COL32_A_MASK;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto fade = [&](float outer, float inner) {
    const bool above = outer < inner;
    list.AddRectFilledMultiColor({position.x, std::min(outer, inner)}, {right, std::max(outer, inner)},
                                 above ? solid : clear, above ? solid : clear, above ? clear : solid,
                                 above ? clear : solid);
  };
  if (scroll > 0) fade(position.y, position.y + std::min(scroll, px(kScrollFade)));
  if (scroll < end) fade(position.y + size.y, position.y + size.y - std::min(end - scroll, px(kScrollFade)));
  endChild();
}

bool button(const char* id, const char* text, ImVec2 size, const char* sentence, const ButtonLook& look) {
  if (size.x <= 0) size.x = ImGui::CalcTextSize(text).x + px(20);
  if (size.y <= 0) size.y = rowHeight();
  const bool pressed = pressArea(id, size, look.enabled);
  drawButton(text, look, look.accent ? ui().fonts.strong : nullptr);
  hint(sentence);
  return pressed;
}

bool iconButton(const char* id, Icon which, const char* sentence, const ButtonLook& look) {
  return button(id, icon(which), {rowHeight(), rowHeight()}, sentence, look);
}

bool checkbox(const char* id, const char* text, bool& value, const char* sentence, bool enabled) {
  const float box = px(16);
  const ImVec2 size{box + px(8) + ImGui::CalcTextSize(text).x, rowHeight()};
  const bool pressed = enabled && hitArea(id, size);
  if (!enabled) ImGui::Dummy(size);
  const UiRect rect = itemRect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at{rect.x, rect.centerY() - box / 2};
  const bool over = enabled && ImGui::IsItemHovered();
  if (pressed) value = !value;
  list.AddRectFilled(at, {at.x + box, at.y + box},
                     value  ? faded(colors().accent, enabled ? 1 : 0.4f)
                     : over ? colors().controlHovered
                            : colors().control,
                     px(4));
  if (!value) list.AddRect(at, {at.x + box, at.y + box}, colors().controlActive, px(4));
  if (value) {
    const ImVec2 tick[] = {{at.x + box * 0.22f, at.y + box * 0.52f},
                           {at.x + box * 0.43f, at.y + box * 0.72f},
                           {at.x + box * 0.78f, at.y + box * 0.3f}};
    list.AddPolyline(tick, 3, colors().onAccent, 0, px(2));
  }
  textIn({at.x + box + px(8), rect.y, rect.width, rect.height}, text,
         !enabled ? colors().textFaint
         : over   ? colors().text
                  : colors().textDim);
  hint(sentence);
  return pressed;
}

int segments(const char* id, std::span<const char* const> texts, int chosen, float width, const char* sentence) {
  return segments(id, texts, chosen, width, std::span(&sentence, 1));
}

int segments(const char* id, std::span<const char* const> texts, int chosen, float width,
             std::span<const char* const> sentences) {
  int pressed = -1;
  ImGui::PushID(id);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const auto widthOf = [](const char* text) { return ImGui::CalcTextSize(text).x; };
  const auto spareBeside = [&] {
    float used = 0;
    for (const char* text : texts) used += widthOf(text);
    return (width - used) / static_cast<float>(texts.size());
  };
  ImFont* const font = spareBeside() < px(kRoomBesideText) ? ui().fonts.small : ui().fonts.body;
  ImGui::PushFont(font);
  const float spare = spareBeside();
  ImGui::GetWindowDrawList()->AddRectFilled(start, {start.x + width, start.y + rowHeight()}, colors().well, px(5));
  const FocusGroup group("segments", GroupLayout::Row);
  float from = 0;  // of this segment, unrounded so that errors do not add up
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const float to = from + widthOf(texts[i]) + spare;
    if (i > 0) ImGui::SameLine(0, 0);
    ImGui::PushID(static_cast<int>(i));
    if (unloggedArea("segment", {std::round(to) - std::round(from), rowHeight()})) pressed = static_cast<int>(i);
    from = to;
    ImGui::PopID();
    drawButton(texts[i], {.on = static_cast<int>(i) == chosen, .quiet = true}, font);
    ui().focus.nextIsChosen(static_cast<int>(i) == chosen);
    logItem("%s.%d", id, static_cast<int>(i));
    hint(sentences[std::min(i, sentences.size() - 1)]);
  }
  ImGui::PopFont();
  ImGui::PopID();
  return pressed;
}

bool beginDropDown(const char* id, const char* text, ImU32 tint, float width, const char* sentence, DropDown how) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool isWords = how == DropDown::Words;
  if (isWords) width = std::min(width, std::ceil(ImGui::CalcTextSize(text).x) + 1);
  ImGui::SetNextItemWidth(width);
  ImGui::SetNextWindowSizeConstraints({isWords ? px(kNarrowestList) : width, 0}, {FLT_MAX, px(isWords ? 400 : 340)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), rowPadding().y});  // which becomes the list's margin
  for (const int part : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered})
    ImGui::PushStyleColor(part, isWords ? ImVec4() : ImGui::GetStyle().Colors[part]);
  const bool open = ImGui::BeginCombo(WidgetId("##%s", id), "", ImGuiComboFlags_NoArrowButton);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar();
  if (isWords)
    drawLinkedWords(list, {at.x, at.y, width, rowHeight()}, text, tint, open);
  else
    drawField(list, {at.x, at.y, width, rowHeight()}, text, tint);
  if (open) {
    closeOnEscape();
    return true;
  }
  logItem("%s", id);
  hint(sentence);
  return false;
}

bool textField(const char* id, std::span<char> typed, float width, const char* placeholder, ImGuiInputTextFlags flags,
               bool takesKeyboard) {
  const WidgetId label("##%s", id);
  if (takesKeyboard) takeKeyboard(label);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, rowPadding());
  ImGui::SetNextItemWidth(width);
  const bool changed = ImGui::InputTextWithHint(label, placeholder, typed.data(), typed.size(), flags);
  ImGui::PopStyleVar();
  logItem("%s", id);
  return changed;
}

bool nameField(const char* id, std::span<char> typed, float width, bool takesKeyboard, bool& escaped) {
  const bool entered = textField(
      id, typed, width, "", ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll, takesKeyboard);
  escaped = isKeyPressed(ImGuiKey_Escape);
  return entered || escaped || (!takesKeyboard && ImGui::IsItemDeactivated());
}

bool menuArea(const char* id, ImVec2 size, bool marked, ImGuiSelectableFlags flags) {
  const bool pressed = ImGui::Selectable(Text("##%s", id), marked, flags, size);
  ui().focus.nextIsChosen(marked);
  logItem("%s", id);
  return pressed;
}

bool menuText(const char* id, const char* text, bool marked, float width, bool enabled) {
  ImGui::PushID(id);
  const bool pressed = ImGui::Selectable(text, marked, enabled ? 0 : ImGuiSelectableFlags_Disabled, {width, 0});
  ImGui::PopID();
  ui().focus.nextIsChosen(marked);
  logItem("%s", id);
  return pressed;
}

void takeKeyboard(const char* label) {
  openTextField(ImGui::GetID(label));
  ui().fieldIsDue = true;
}

void closeOnEscape() {
  if (isKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
}

void OrderedRows::take(int row, bool pressed) {
  const bool moves = ImGui::IsItemActive() && std::abs(ImGui::GetMouseDragDelta(0, 0).y) > px(kRowDragReach);
  if (moves && dragged < 0) dragged = row;
  if (pressed && dragged < 0) open = open == row ? -1 : row;
}

int OrderedRows::follow(std::span<const float> middles) {
  const auto count = static_cast<int>(middles.size());
  if (!ImGui::IsMouseDown(0) || dragged >= count) dragged = -1;
  if (dragged < 0) return -1;
  const auto at = [&](int row) { return nth(middles, row); };
  for (const int to : {dragged - 1, dragged + 1}) {
    if (to < 0 || to >= count || !((ImGui::GetIO().MousePos.y - at(to)) * (at(to) - at(dragged)) > 0)) continue;
    if (open == dragged || open == to) open = open == to ? dragged : to;
    dragged = to;
    return to;
  }
  return -1;
}

void OrderedRows::forget(int removed) {
  if (open >= removed) open = open == removed ? -1 : open - 1;
}

void panelEdge(const UiRect& rect, bool lower) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = lower ? rect.bottom() - 1 : rect.y;
  list.PushClipRectFullScreen();
  list.AddRectFilled({rect.x, y}, {rect.right(), y + 1}, colors().line);
  list.PopClipRect();
}

void fillRect(const UiRect& rect, ImU32 tint, float round, ImDrawFlags corners) {
  ImGui::GetWindowDrawList()->AddRectFilled(rect.min(), rect.max(), tint, round, corners);
}

void textIn(const UiRect& rect, const char* text, ImU32 tint, float align, ImFont* font) {
  textIn(*ImGui::GetWindowDrawList(), rect, text, tint, align, font);
}

void textIn(ImDrawList& list, const UiRect& rect, const char* text, ImU32 tint, float align, ImFont* font) {
  if (font) ImGui::PushFont(font);
  const ImVec2 size = ImGui::CalcTextSize(text);
  const float y = rect.y + std::floor((rect.height - size.y) / 2);
  const float x = rect.x + std::max(0.0f, std::floor((rect.width - size.x) * align));
  if (size.x <= rect.width + 1) {
    list.AddText({x, y}, tint, text);
  } else if (rect.width > 0) {
    ui().log.add(static_cast<const char*>(WidgetId("cut.%.40s", text)), rect);  // so that tests see what does not fit
    ImGui::PushStyleColor(ImGuiCol_Text, tint);
    drawCutText(list, {x, y}, {rect.right(), rect.bottom()}, text, size);
    ImGui::PopStyleColor();
  }
  if (font) ImGui::PopFont();
}

namespace {

/// Whether a line may end behind this character.
bool endsPart(char c) { return c == ' ' || c == '/' || c == '\\' || c == '\n'; }

/// How many bytes of the text fit, at least one character.
std::size_t fitting(std::string_view text, float width, ImFont& font) {
  const auto isInside = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
  std::size_t fits = 0;
  for (std::size_t next = 1; next <= text.size(); ++next) {
    if (next < text.size() && isInside(next)) continue;
    if (fits > 0 && sizeOf(font, text.data(), text.data() + next).x > width) break;
    fits = next;
  }
  return fits;
}

}  // namespace

const std::string& wrapped(std::string_view text, float width, ImFont& font) {
  static std::string lines;
  lines.clear();
  float used = 0;  // of the last line
  const auto breakLine = [&] {
    while (!lines.empty() && lines.back() == ' ') lines.pop_back();
    lines += '\n';
    used = 0;
  };
  const auto widthOf = [&](std::string_view part) { return sizeOf(font, part.data(), part.data() + part.size()).x; };
  while (!text.empty()) {
    const auto end = static_cast<std::size_t>(std::find_if(text.begin(), text.end(), endsPart) - text.begin());
    std::string_view part = text.substr(0, std::min(end + 1, text.size()));
    text.remove_prefix(part.size());
    std::string_view shown = part.substr(0, part.find_last_not_of(" \n") + 1);  // spaces may hang over
    if (used > 0 && used + widthOf(shown) > width) breakLine();
    while (widthOf(shown) > width) {
      const std::size_t fits = fitting(shown, width, font);
      if (fits == shown.size()) break;
      lines += shown.substr(0, fits);
      shown.remove_prefix(fits);
      part.remove_prefix(fits);
      breakLine();
    }
    lines += part;
    used = part.ends_with('\n') ? 0 : used + widthOf(part);
  }
  return lines;
}

void label(ImVec2 size, const char* text, ImU32 tint, float align, ImFont* font) {
  ImGui::Dummy(size);
  textIn(itemRect(), text, tint, align, font);
}

void sentence(const char* text) {
  ImGui::PushStyleColor(ImGuiCol_Text, colors().textDim);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

void paragraph(const char* text, ImU32 tint) {
  ImFont* const font = ui().fonts.small;
  const float width = fullWidth();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string& lines = wrapped(text, width, *font);
  ImGui::GetWindowDrawList()->AddText(font, heightOf(*font), at, tint, lines.c_str());
  ImGui::Dummy({width, sizeOf(*font, lines.c_str()).y + px(3)});
}

void progressBar(const char* id, float fraction, float width) {
  ImGui::Dummy({width, px(8)});
  const UiRect bar = itemRect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fillRect(bar, colors().control, px(4));
  list.AddRectFilled({bar.x, bar.y}, {bar.x + bar.width * fraction, bar.bottom()}, colors().accent, px(4));
  logItem("%s", id);
}

void caption(const char* text) {
  ImGui::PushFont(ui().fonts.strong);
  ImGui::PushStyleColor(ImGuiCol_Text, colors().text);
  ImGui::TextUnformatted(text);
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void valueLine(const char* word, const char* text, const char* sentence) {
  ImGui::Dummy({fullWidth(), px(20)});
  const UiRect row = itemRect();
  hint(sentence);
  textIn(row, word, colors().textDim);
  textIn(row, text, colors().text, 1);
}

void clipTag(ImDrawList& list, ImVec2 at, float size, int clip, float strength) {
  const Text number("%d", clip + 1);
  list.AddRectFilled(at, {at.x + size, at.y + size}, faded(clipColor(clip), strength), px(4));
  ImFont* font = ui().fonts.small;
  const float wide = sizeOf(*font, number).x, room = size - px(2);
  const float height = wide > room ? std::floor(heightOf(*font) * room / wide) : heightOf(*font);
  const ImVec2 text = font->CalcTextSizeA(height, FLT_MAX, 0, number);
  list.AddText(font, height, {at.x + std::floor((size - text.x) / 2), at.y + std::floor((size - text.y) / 2)},
               kOnClipColor, number);
}

const char* clipLabel(const std::string& name, int clip, std::span<char> scratch) {
  if (!name.empty()) return name.c_str();
  std::snprintf(scratch.data(), scratch.size(), "(unnamed %d)", clip + 1);
  return scratch.data();
}

float writtenPathHeight(const std::string& path, float width) {
  ImFont* const font = ui().fonts.small;
  return sizeOf(*font, path.c_str(), nullptr, width).y;
}

void drawWrittenFile(const char* panel, const std::string& path, float width, Commands& out) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImFont* const font = ui().fonts.small;
  ImGui::GetWindowDrawList()->AddText(font, heightOf(*font), start, colors().textDim, path.c_str(), nullptr, width);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  ImGui::Dummy({width, writtenPathHeight(path, width)});
  logItem("%s.written", panel);
  const float half = std::floor((width - px(6)) / 2);
  if (button(WidgetId("%s.copy", panel), "Copy path", {half, 0}, "Put the path on the clipboard."))
    out.push_back(CopyText{path});
  ImGui::SameLine(0, px(6));
  if (button(WidgetId("%s.show", panel), "Show in folder", {half, 0}, "Open its folder in the file manager."))
    out.push_back(ShowInFolder{path});
  ImGui::PopStyleVar();
}

}  // namespace app
