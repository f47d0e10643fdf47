// One big chip per clip: a click fades to it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <utility>

#include "app/ui/character/character_panels.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/clip_names.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kMinChipWidth = 116;      // in one row
constexpr float kMinSmallChipWidth = 88;  // in two
constexpr float kRoomForWeight = 108;
constexpr float kMaxChipWidth = 236;
constexpr float kTwoLines = 44;
constexpr int kKeyedClips = 9;

const char* emptyStateOf(const Model& model) {
  const auto isMorphed = [](const MeshInstance& instance) { return instance.morphCount > 0; };
  if (std::any_of(model.instances.begin(), model.instances.end(), isMorphed))
    return "This file has no clips. Its morph targets are in the Pose tab.";
  if (!model.skins.empty())
    return "This file has no clips. Drop a motion file here: its clips are fitted to this skeleton.";
  return "This file has no clips. Drop another model here.";
}

void drawEmptyState(const Model& model, const UiRect& area) {
  textIn({area.x + px(16), area.y, area.width - px(32), area.height}, emptyStateOf(model), colors().textDim);
}

const char* stateOf(const Session& session, int clip, double weight, std::span<char> scratch) {
  const auto& fade = session.action(clip).fadeRamp();
  if (session.runningFade() && session.runningFade()->to == clip) return "fading in";
  if (weight > 0 && fade && fade->to == 0) return "fading out";
  const auto mask = session.character().fade().choiceOf(session.action(clip).mask);
  if (weight > 0 && mask) {
    std::array<char, 96> text;
    std::snprintf(scratch.data(), scratch.size(), "on %s", maskSentence(session, *mask, text));
    return scratch.data();
  }
  if (weight > 0) return "playing";
  return "click to fade";
}

void drawGround(const UiRect& rect, int clip, double weight, bool aimed) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool over = ImGui::IsItemHovered();
  const float round = px(8);
  const ImVec2 min{rect.x, rect.y}, max{rect.right(), rect.bottom()};
  list.AddRectFilled(min, max, over ? colors().controlHovered : colors().card, round);
  const float level = rect.x + rect.width * static_cast<float>(std::clamp(weight, 0.0, 1.0));
  if (level > rect.x) {
    list.PushClipRect(min, {level, rect.bottom()}, true);
    list.AddRectFilled(min, max, faded(clipColor(clip), kFillUnderText), round);
    list.AddRectFilled({rect.x, rect.bottom() - px(3)}, max, clipColor(clip), round, ImDrawFlags_RoundCornersBottom);
    list.PopClipRect();
  }
  if (aimed || over)
    list.AddRect(min, max, aimed ? colors().accent : colors().controlActive, round, 0, px(aimed ? 2 : 1));
}

/// Two lines if there is room, the name and what the clip is doing; otherwise one.
void drawChip(const Session& session, const ClipNames& names, int clip, const UiRect& rect) {
  const bool aimed = session.runningFade() && session.runningFade()->to == clip;
  const double weight = session.action(clip).isScheduled() ? session.action(clip).getEffectiveWeight() : 0;
  drawGround(rect, clip, weight, aimed);

  const bool twoLines = rect.height >= px(kTwoLines);
  const float tag = px(twoLines ? 20 : 17);
  const float left = rect.x + px(twoLines ? 10 : 7);
  const float right = rect.right() - px(twoLines ? 10 : 7);
  const UiRect first{left, rect.y + px(twoLines ? 4 : 0), right - left,
                     twoLines ? rect.height / 2 : rect.height - px(1)};
  clipTag(*ImGui::GetWindowDrawList(), {left, std::floor(first.centerY() - tag / 2)}, tag, clip);
  std::array<char, 24> scratch;
  char weightText[16] = "";
  const bool roomForWeight = twoLines || rect.width >= px(kRoomForWeight);
  if (weight > 0 && roomForWeight) std::snprintf(weightText, sizeof weightText, "%.0f %%", weight * 100);
  const float weightWidth = twoLines || weightText[0] == 0 ? 0 : px(36);
  const float nameLeft = left + tag + px(twoLines ? 8 : 6);
  nameIn({nameLeft, first.y, right - nameLeft - weightWidth, first.height}, names.shown(clip, scratch), colors().text,
         0, ui().fonts.strong);
  const UiRect second =
      twoLines ? UiRect{left, first.bottom(), right - left, rect.bottom() - first.bottom() - px(5)} : first;
  textIn(second, weightText, colors().text, 1, ui().fonts.small);
  std::array<char, 112> state;
  if (twoLines)
    textIn(second, stateOf(session, clip, weight, state), weight > 0 || aimed ? colors().text : colors().textFaint, 0,
           ui().fonts.small);
}

void hintOf(const ClipNames& names, int clip) {
  if (!hintIsDue()) return;
  std::array<char, 24> scratch;
  char sentence[400];
  const char* const name = names.full(clip, scratch);
  if (clip < kKeyedClips)
    std::snprintf(sentence, sizeof sentence, "Fade from the current pose to %.300s (key %d).", name, clip + 1);
  else
    std::snprintf(sentence, sizeof sentence, "Fade from the current pose to %.300s.", name);
  hint(sentence);
}

/// During a search: dark unless it matches, and framed if Enter takes it.
void drawMatch(const ClipNames& names, const SearchList& search, int clip, int chosen, const UiRect& rect) {
  if (search.isEmpty()) return;
  std::array<char, 24> scratch;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 min{rect.x, rect.y}, max{rect.right(), rect.bottom()};
  if (!fuzzyScore(search.query(), names.shown(clip, scratch)))
    list.AddRectFilled(min, max, faded(colors().bar, 0.7f), px(8));
  else if (clip == chosen)
    list.AddRect(min, max, colors().accent, px(8), 0, px(2));
}

/// One row of large chips, or two rows of small ones that scroll sideways if needed.
struct Arrangement {
  int columns = 1;
  ImVec2 chip;
  float gap = 0;
  bool scrolls = false;
  float pitch() const { return chip.x + gap; }
};

/// The width at which a small chip shows the longest name.
float widthOfNames(const Session& session, const ClipNames& names) {
  std::array<char, 24> scratch;
  float widest = 0;
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    const char* const name = names.shown(clip, scratch);
    ImFont* const font = ui().fonts.strong;
    widest = std::max(widest, sizeOf(*font, name).x);
  }
  return std::ceil(widest + px(40));
}

Arrangement arrange(const Session& session, const ClipNames& names, ImVec2 room) {
  const int count = session.clipCount();
  Arrangement result{.columns = count, .gap = px(6)};
  const auto widthFor = [&](int columns) {
    return std::floor((room.x + result.gap) / static_cast<float>(columns) - result.gap);
  };
  const bool oneRow = widthFor(count) >= px(kMinChipWidth);
  if (!oneRow) result.columns = (count + 1) / 2;
  result.chip = {
      std::clamp(widthFor(result.columns), px(oneRow ? kMinChipWidth : kMinSmallChipWidth), px(kMaxChipWidth)), room.y};
  result.scrolls = result.pitch() * static_cast<float>(result.columns) - result.gap > room.x + 1;
  if (result.scrolls)
    result.chip.x = std::clamp(widthOfNames(session, names), result.chip.x,
                               px(kMaxChipWidth));  // it scrolls anyway, so make names readable
  if (result.scrolls) result.chip.y -= px(5);
  if (!oneRow) result.chip.y = std::floor((result.chip.y - result.gap) / 2);
  return result;
}

/// A thin scroll bar without interaction.
void drawScrollIndicator(const UiRect& area, float content) {
  const float shown = area.width / content;
  const float from = area.x + ImGui::GetScrollX() / content * area.width;
  ImGui::GetWindowDrawList()->AddRectFilled({from, area.bottom() - px(2)}, {from + shown * area.width, area.bottom()},
                                            colors().controlActive, px(1));
}

/// Scrolls once to the target of a new fade, which a key may have started, or to the match that Enter takes.
void follow(const Session& session, int chosen, int& chipInView, const Arrangement& chips, float width) {
  const int aim = chosen >= 0 ? chosen : session.runningFade() ? session.runningFade()->to : -1;
  if (std::exchange(chipInView, aim) == aim || aim < 0) return;
  const float left = static_cast<float>(aim % chips.columns) * chips.pitch();
  if (left < ImGui::GetScrollX() || left + chips.pitch() > ImGui::GetScrollX() + width)
    ImGui::SetScrollX(std::max(0.0f, left - (width - chips.pitch()) / 2));
}

}  // namespace

void drawFadeChipsPanel(const Session& session, CharacterPanels& state, const UiRect& area, Commands& out) {
  beginPanel("panel.chips", area, colors().bar, {px(12), px(8)});
  const int count = session.clipCount();
  if (count == 0) {
    drawEmptyState(session.model(), area);
    endPanel();
    return;
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const UiRect row{ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y, room.x, room.y};
  const ClipNames names(session.model());
  const Arrangement chips = arrange(session, names, room);
  const int chosen = chosenClip(state.clips);
  ImGui::BeginChild("chips", room, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_HorizontalScrollbar |
                        ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  if (chips.scrolls && ImGui::IsWindowHovered())
    ImGui::SetScrollX(ImGui::GetScrollX() - (ImGui::GetIO().MouseWheel + ImGui::GetIO().MouseWheelH) * chips.pitch());
  follow(session, chosen, state.chipInView, chips, room.x);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {chips.gap, chips.gap});
  const FocusGroup group("chips", GroupLayout::Grid);
  for (int clip = 0; clip < count; ++clip) {
    if (clip % chips.columns > 0) ImGui::SameLine();
    if (hitArea(WidgetId("chip.%d", clip), chips.chip)) out.push_back(FadeTo{clip});
    if (ImGui::IsItemVisible()) {
      drawChip(session, names, clip, itemRect());
      drawMatch(names, state.clips.search, clip, chosen, itemRect());
    }
    ui().focus.nextIsChosen(clip == session.dominantClip());
    logItem("chip.%d", clip);
    hintOf(names, clip);
  }
  ImGui::PopStyleVar();
  if (chips.scrolls) drawScrollIndicator(row, chips.pitch() * static_cast<float>(chips.columns));
  endChild();
  endPanel();
}

}  // namespace app
