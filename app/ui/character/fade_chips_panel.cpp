// The bar of clips: a tile is a button that fades to its clip.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/ui/character/character_panels.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/weight_plot.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kMinTileWidth = 116;      // in one row
constexpr float kMinSmallTileWidth = 88;  // in two
constexpr float kMaxSmallTileWidth = 170;
constexpr float kRoomForWeight = 108;
constexpr float kMaxTileWidth = 236;
constexpr float kDragged = 6;  // farther than the pointer moves in a click
constexpr double kSeenShare = 0.005;
constexpr float kTwoLines = 44;
constexpr int kKeyedClips = 9;
constexpr int kMoreGroups = 9999;  // of a tab, instead of a clip

const char* emptyStateOf(const Model& model) {
  const auto isMorphed = [](const MeshInstance& instance) { return instance.morphCount > 0; };
  if (std::any_of(model.instances.begin(), model.instances.end(), isMorphed))
    return "This file has no clips. Its morph targets are in the Pose tab.";
  if (!model.skins.empty())
    return "This file has no clips. Drop a motion file here: its clips are fitted to this skeleton.";
  return "This file has no clips. Drop another model here.";
}

void drawEmptyState(const Session& session, const UiRect& area) {
  textIn({area.x + px(16), area.y, area.width - px(32), area.height},
         noClipsText(session, emptyStateOf(session.model())), colors().textDim);
}

Text stateOf(const Session& session, int clip, double weight) {
  const auto& fade = session.action(clip).fadeRamp();
  if (session.runningFade() && session.runningFade()->to == clip) return Text("fading in");
  if (weight > 0 && fade && fade->to == 0) return Text("fading out");
  const auto mask = session.character().fade().choiceOf(session.action(clip).mask);
  if (weight > 0 && mask) return Text("on %s", maskSentence(session, *mask).text());
  if (weight > 0 && !session.action(clip).isScheduled()) return Text("in a blend space");
  if (const double rest = restShare(session); weight > 0 && rest > kSeenShare && clip == session.dominantClip())
    return Text("rest pose %.0f %%", rest * 100);
  return Text(weight > 0 ? "playing" : "click to fade");
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
  const double weight = shareOf(session, clip);
  drawGround(rect, clip, weight, aimed);

  const bool twoLines = rect.height >= px(kTwoLines);
  const float tag = px(twoLines ? 20 : 17);
  const float left = rect.x + px(twoLines ? 10 : 7);
  const float right = rect.right() - px(twoLines ? 10 : 7);
  const UiRect first{left, rect.y + px(twoLines ? 4 : 0), right - left,
                     twoLines ? rect.height / 2 : rect.height - px(1)};
  clipTag(*ImGui::GetWindowDrawList(), {left, std::floor(first.centerY() - tag / 2)}, tag, clip);
  std::array<char, 24> scratch;
  const bool roomForWeight = twoLines || rect.width >= px(kRoomForWeight);
  const Text weightText = weight > 0 && roomForWeight ? Text("%.0f %%", weight * 100) : Text();
  const float weightWidth = twoLines || weightText.isEmpty() ? 0 : px(36);
  float nameLeft = left + tag + px(twoLines ? 8 : 6);
  if (session.isFavorite(clip)) {
    textIn({nameLeft, first.y, px(14), first.height}, icon(Icon::Star), colors().warning, 0, ui().fonts.small);
    nameLeft += px(16);
  }
  nameIn({nameLeft, first.y, right - nameLeft - weightWidth, first.height}, names.shown(clip, scratch), colors().text,
         0, ui().fonts.strong);
  const UiRect second =
      twoLines ? UiRect{left, first.bottom(), right - left, rect.bottom() - first.bottom() - px(5)} : first;
  textIn(second, weightText, colors().text, 1, ui().fonts.small);
  if (twoLines)
    textIn(second, stateOf(session, clip, weight), weight > 0 || aimed ? colors().text : colors().textFaint, 0,
           ui().fonts.small);
}

void hintOf(const ClipNames& names, int clip) {
  if (!hintIsDue()) return;
  std::array<char, 24> scratch;
  const char* const name = names.full(clip, scratch);
  const Text sentence = clip < kKeyedClips
                            ? Text("Fade to %.300s (key %d). Shift+click: add it to the mix.", name, clip + 1)
                            : Text("Fade to %.300s. Shift+click: add it to the mix.", name);
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

/// One row of large tiles or two rows of small ones. If they do not fit, some clips and a tile that searches all.
struct Arrangement {
  int columns = 1;
  ImVec2 tile;
  float gap = 0;
  bool isSelection = false;
  /// Of a selection, besides the search.
  int capacity() const { return 2 * columns - 1; }
};

/// The width at which a small tile shows the longest name.
float widthOfNames(const Session& session, const ClipNames& names) {
  std::array<char, 24> scratch;
  float widest = 0;
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    const std::string_view name = names.shown(clip, scratch);
    widest = std::max(widest, sizeOf(*ui().fonts.strong, name.data(), name.data() + name.size()).x);
  }
  return std::ceil(widest + px(40));
}

Arrangement arrange(const Session& session, const ClipNames& names, ImVec2 room) {
  const int count = session.clipCount();
  Arrangement result{.columns = count, .gap = px(6)};
  const auto widthFor = [&](int columns) {
    return std::floor((room.x + result.gap) / static_cast<float>(columns) - result.gap);
  };
  const bool oneRow = widthFor(count) >= px(kMinTileWidth);
  if (!oneRow) result.columns = (count + 1) / 2;
  result.isSelection = !oneRow && (count > kFewClips || widthFor(result.columns) < px(kMinSmallTileWidth));
  if (result.isSelection) {
    const float wanted = std::clamp(widthOfNames(session, names), px(kMinSmallTileWidth), px(kMaxSmallTileWidth));
    result.columns = std::max(2, static_cast<int>((room.x + result.gap) / (wanted + result.gap)));
  }
  const float least = px(oneRow ? kMinTileWidth : result.isSelection ? 40 : kMinSmallTileWidth);
  result.tile = {std::clamp(widthFor(result.columns), least, px(kMaxTileWidth)), room.y};
  if (!oneRow) result.tile.y = std::floor((result.tile.y - result.gap) / 2);
  return result;
}

/// The slot whose clip can go: the one that was used the longest time ago, favorites last.
std::size_t leastUsed(const Session& session, const ClipsPanelState& clips, const std::vector<int>& shown) {
  const auto rank = [&](int clip) { return std::pair(session.isFavorite(clip), nth(clips.cards, clip).lastUse); };
  std::size_t found = shown.size() - 1;
  for (std::size_t i = shown.size(); i-- > 0;)
    if (rank(shown[i]) < rank(shown[found])) found = i;
  return found;
}

std::string_view groupOf(const ClipNames& names, int clip, std::span<char> scratch) {
  return firstWord(names.shown(clip, scratch));
}

/// The clips of a group, in their order.
void selectGroup(const ClipNames& names, int count, int group, std::size_t capacity, std::vector<int>& shown) {
  std::array<char, 24> one, other;
  shown.clear();
  for (int clip = group; clip < count && shown.size() < capacity; ++clip)
    if (groupOf(names, clip, one) == groupOf(names, group, other)) shown.push_back(clip);
}

void showClip(const Session& session, const ClipsPanelState& clips, int clip, std::size_t capacity,
              std::vector<int>& shown) {
  if (std::find(shown.begin(), shown.end(), clip) != shown.end()) return;
  if (shown.size() < capacity)
    shown.push_back(clip);
  else
    shown[leastUsed(session, clips, shown)] = clip;
}

/// Favorites and what was used last, each where it was; during a search what matches, the best first.
void selectClips(const Session& session, const ClipsPanelState& clips, std::size_t capacity, std::vector<int>& shown) {
  if (!clips.search.isEmpty()) {
    shown.clear();
    for (const ClipListRow& row : clips.rows)
      if (row.count == 0 && shown.size() < capacity) shown.push_back(row.clip);
    return;
  }
  std::erase_if(shown, [&](int clip) { return clip >= session.clipCount(); });
  while (shown.size() > capacity)
    shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(leastUsed(session, clips, shown)));
  for (int clip = 0; clip < session.clipCount(); ++clip)
    if (session.isFavorite(clip)) showClip(session, clips, clip, capacity, shown);
  if (clips.playing >= 0) showClip(session, clips, clips.playing, capacity, shown);
  for (int clip = 0; clip < session.clipCount() && shown.size() < capacity; ++clip)
    showClip(session, clips, clip, capacity, shown);
}

/// A click fades to the clip, with Shift beside what plays. The end of a drag is none.
void pressTile(const CharacterPanels& state, int clip, Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsMouseReleased(0) && io.MouseDragMaxDistanceSqr[0] > px(kDragged) * px(kDragged)) return;
  if (io.KeyShift)
    out.push_back(FadeIn{clip, nth(state.clips.cards, clip).lengths.fade});
  else
    out.push_back(FadeTo{clip});
}

/// What else a tile's clip can do.
void drawTileMenu(const Session& session, CharacterPanels& state, Commands& out) {
  if (!ImGui::BeginPopup("tileMenu")) return;
  closeOnEscape();
  const int clip = std::min(state.menuOfTile, session.clipCount() - 1);
  const double length = nth(state.clips.cards, clip).lengths.fade;
  FadeSettings from = session.fadeSettings(), to = from;
  from.from = clip;
  to.to = clip;
  const bool plays = isMixed(session.action(clip));
  struct Item {
    const char* text;
    Command command;
    bool enabled;
  };
  const std::array<Item, 7> items{{
      {"Fade to it", FadeTo{clip}, true},
      {"Add to the mix", FadeIn{clip, length}, true},
      {"Fade out", FadeOut{clip, length}, plays},
      {"Stop", StopClip{clip}, plays},
      {"Choose as From", SetFadeSettings{from}, true},
      {"Choose as To", SetFadeSettings{to}, true},
      {session.isFavorite(clip) ? "No favorite" : "Favorite",
       SetClip{clip, &ClipSettings::favorite, !session.isFavorite(clip)}, true},
  }};
  const FocusGroup group("choices", GroupLayout::Column);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (menuText(WidgetId("chip.menu.%d", static_cast<int>(i)), items[i].text, false, px(150), items[i].enabled))
      out.push_back(items[i].command);
  }
  endPopup();
}

void drawSearchTile(const Session& session, ClipsPanelState& clips, ImVec2 size) {
  if (hitArea("chip.search", size)) clips.search.focus = true;
  const UiRect rect = itemRect();
  const bool over = ImGui::IsItemHovered();
  ImGui::GetWindowDrawList()->AddRect(rect.min(), rect.max(), over ? colors().textDim : colors().controlActive, px(8));
  const Text text("%d clips...", session.clipCount());
  textIn(rect, text, over ? colors().text : colors().textDim, 0.5f);
  hint("Search all clips (Ctrl+F). Favorites and the clips used last are shown here.");
}

void drawTile(const Session& session, const ClipNames& names, CharacterPanels& state, int clip, ImVec2 size,
              Commands& out) {
  ui().focus.nextIsChosen(clip == session.dominantClip());
  if (hitArea(WidgetId("chip.%d", clip), size)) pressTile(state, clip, out);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right) || ui().focus.keysOfItem().menu) {
    state.menuOfTile = clip;
    state.opensTileMenu = true;
  }
  drawChip(session, names, clip, itemRect());
  drawMatch(names, state.clips.search, clip, chosenClip(state.clips), itemRect());
  hintOf(names, clip);
}

/// A tab for a group; -1: for the clips that were used. True when pressed.
bool drawClipTab(const char* name, int group, bool chosen, const UiRect& rect) {
  ui().focus.nextIsChosen(chosen);
  const bool pressed = hitAreaIn(WidgetId("clipTab.%d", group), rect);
  const bool over = ImGui::IsItemHovered();
  textIn(rect, name, chosen ? colors().accent : over ? colors().text : colors().textDim, 0.5f, ui().fonts.small);
  if (chosen)
    ImGui::GetWindowDrawList()->AddRectFilled({rect.x + px(8), rect.bottom() - px(2)},
                                              {rect.right() - px(8), rect.bottom()}, colors().accent, px(1));
  return pressed;
}

/// A menu of the groups whose tabs do not fit.
void drawMoreGroups(const ClipNames& names, std::span<const int> groups, int& chosen) {
  if (!ImGui::BeginPopup("moreGroups")) return;
  closeOnEscape();
  const FocusGroup group("choices", GroupLayout::Column);
  std::array<char, 24> scratch;
  for (const int first : groups) {
    const std::string_view word = groupOf(names, first, scratch);
    const Text text("%.*s", static_cast<int>(word.size()), word.data());
    if (menuText(WidgetId("clipTab.%d", first), text, first == chosen, px(150))) chosen = first;
  }
  endPopup();
}

}  // namespace

void drawClipTabs(const Session& session, CharacterPanels& state, const UiRect& area) {
  const std::vector<int>& groups = state.clips.groups;
  if (std::find(groups.begin(), groups.end(), state.tileGroup) == groups.end() || area.empty()) state.tileGroup = -1;
  if (area.empty() || groups.empty()) return;
  beginPanel("panel.clipTabs", area, colors().bar, {px(12), 0});
  const ClipNames names(session.model());
  const FocusGroup group("tabs", GroupLayout::Row);
  const float more = px(64);
  const auto widthOf = [](const char* text) { return std::ceil(sizeOf(*ui().fonts.small, text).x) + px(20); };
  UiRect tab{area.x + px(8), area.y + px(2), widthOf("Used"), area.height - px(2)};
  if (drawClipTab("Used", -1, state.tileGroup < 0, tab)) state.tileGroup = -1;
  std::size_t drawn = 0;
  for (; drawn < groups.size(); ++drawn) {
    std::array<char, 24> scratch;
    std::array<char, 48> text{};
    const std::string_view word = groupOf(names, groups[drawn], scratch);
    std::snprintf(text.data(), text.size(), "%.*s", static_cast<int>(word.size()), word.data());
    const UiRect next{tab.right(), tab.y, widthOf(text.data()), tab.height};
    if (next.right() > area.right() - more) break;
    tab = next;
    if (drawClipTab(text.data(), groups[drawn], state.tileGroup == groups[drawn], tab)) state.tileGroup = groups[drawn];
  }
  if (drawn < groups.size()) {
    const auto rest = std::span(groups).subspan(drawn);
    const bool chosen = std::find(rest.begin(), rest.end(), state.tileGroup) != rest.end();
    if (drawClipTab("More", kMoreGroups, chosen, {tab.right(), tab.y, more - px(8), tab.height}))
      ImGui::OpenPopup("moreGroups");
    drawMoreGroups(names, rest, state.tileGroup);
  }
  endPanel();
}

void drawFadeChipsPanel(const Session& session, CharacterPanels& state, const UiRect& area, Commands& out) {
  beginPanel("panel.chips", area, colors().bar, {px(12), px(8)});
  const int count = session.clipCount();
  if (count == 0) {
    drawEmptyState(session, area);
    endPanel();
    return;
  }
  const ClipNames names(session.model());
  const Arrangement tiles = arrange(session, names, ImGui::GetContentRegionAvail());
  const auto capacity = static_cast<std::size_t>(tiles.capacity());
  if (std::exchange(state.groupTiles, state.tileGroup) != state.tileGroup) state.tiles.clear();
  if (tiles.isSelection && state.tileGroup >= 0 && state.clips.search.isEmpty())
    selectGroup(names, count, state.tileGroup, capacity, state.tiles);
  else if (tiles.isSelection)
    selectClips(session, state.clips, capacity, state.tiles);
  const int shown = tiles.isSelection ? static_cast<int>(state.tiles.size()) : count;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {tiles.gap, tiles.gap});
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const auto moveTo = [&](int slot) {
    ImGui::SetCursorScreenPos({start.x + static_cast<float>(slot % tiles.columns) * (tiles.tile.x + tiles.gap),
                               start.y + static_cast<float>(slot / tiles.columns) * (tiles.tile.y + tiles.gap)});
  };
  {
    const FocusGroup group("chips", GroupLayout::Grid);
    for (int slot = 0; slot < shown; ++slot) {
      moveTo(slot);
      drawTile(session, names, state, tiles.isSelection ? nth(state.tiles, slot) : slot, tiles.tile, out);
    }
  }
  if (tiles.isSelection) {
    moveTo(tiles.capacity());
    drawSearchTile(session, state.clips, tiles.tile);
  }
  ImGui::PopStyleVar();
  if (std::exchange(state.opensTileMenu, false)) ImGui::OpenPopup("tileMenu");
  drawTileMenu(session, state, out);
  endPanel();
}

}  // namespace app
