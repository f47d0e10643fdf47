// The list of clips: search, sorting, a compact row each, and the details of those that are open.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/ui/character/character_panels.h"
#include "app/ui/character/clip_row.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kHeading = 26, kRowGap = 2;
constexpr int kFewClips = 12;  // up to so many, the opening clip's card is open

ClipCard& cardOf(ClipsPanelState& state, int clip) { return state.cards[static_cast<std::size_t>(clip)]; }

int playingClip(const Session& session) {
  return session.runningFade() ? session.runningFade()->to : session.dominantClip();
}

void drawNoClips() {
  ImGui::PushTextWrapPos(0);
  ImGui::PushStyleColor(ImGuiCol_Text, colors().textDim);
  ImGui::TextUnformatted("This file has no clips.");
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

/// FNV-1a.
void mix(std::uint64_t& hash, std::string_view bytes) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
}
template <class Value>
void mix(std::uint64_t& hash, const Value& value) {
  mix(hash, std::string_view(reinterpret_cast<const char*>(&value), sizeof value));
}

/// Everything that the order of the list depends on.
std::uint64_t hashOf(const ClipsPanelState& state) {
  std::uint64_t hash = 0xcbf29ce484222325;
  mix(hash, state.search.query());
  mix(hash, state.sort);
  mix(hash, state.grouped);
  for (const ClipFacts& clip : state.facts) {
    mix(hash, clip.name);
    mix(hash, clip.length);
    mix(hash, clip.lastUse);
    mix(hash, clip.favorite);
    mix(hash, clip.folded);
  }
  return hash;
}

void orderRows(const Session& session, const ClipNames& names, ClipsPanelState& state) {
  state.facts.clear();
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    const crossfade::AnimationClip& source = session.model().clips[static_cast<std::size_t>(clip)];
    const ClipCard& card = cardOf(state, clip);
    std::array<char, 24> unused;
    state.facts.push_back({.name = source.name().empty() ? std::string_view() : names.shown(clip, unused),
                           .length = source.duration(),
                           .lastUse = state.sort == ClipSort::LastUsed ? card.lastUse : 0,
                           .favorite = session.isFavorite(clip),
                           .folded = card.groupFolded});
  }
  const std::uint64_t hash = hashOf(state);
  if (std::exchange(state.rowsMadeFrom, hash) == hash) return;
  orderClips(state.facts, state.sort, state.grouped, state.search, state.rows);
  state.rowsAreNew = true;
}

void drawSearch(const Session& session, const ClipNames& names, ClipsPanelState& state, float width, Commands& out) {
  const int before = chosenClip(state);
  const bool entered = searchField("clips.search", "Search clips (Ctrl+F)", state.search, width);
  hint(
      "Some letters of a name: sfi finds Sit_Floor_Idle. Enter fades to the first match, Up and Down choose "
      "another, Esc clears.");
  orderRows(session, names, state);
  const int chosen = chosenClip(state);
  if (entered && chosen >= 0) {
    out.push_back(FadeTo{chosen});
    state.search.clear();
    orderRows(session, names, state);
  } else if (entered) {
    keepKeyboard(state.search);
  } else if (chosen != before) {
    state.revealRow = chosen;
  }
}

void drawSorting(ClipsPanelState& state, bool hasClipFiles, float width) {
  constexpr std::array<const char*, 4> kSorts = {"File order", "Name", "Length", "Last used"};
  const float group = hasClipFiles ? 2 * rowHeight() + px(6) : rowHeight();
  const auto chosen = static_cast<std::size_t>(state.sort);
  if (beginDropDown("clips.sort", kSorts[chosen], colors().text, width - group - px(6), "The order of this list.")) {
    const FocusGroup sorts("sorts", GroupLayout::Column);
    for (std::size_t i = 0; i < kSorts.size(); ++i) {
      if (ImGui::Selectable(kSorts[i], i == chosen)) {
        state.sort = static_cast<ClipSort>(i);
        state.revealRow = state.playing;
      }
      ui().focus.nextIsChosen(i == chosen);
      logItem("clips.sort.%zu", i);
    }
    endCombo();
  }
  ImGui::SameLine(0, px(6));
  if (iconButton("clips.group", Icon::Group, "Group clips by the first word of their names.", {.on = state.grouped})) {
    state.grouped = !state.grouped;
    state.revealRow = state.playing;
  }
  if (!hasClipFiles) return;
  ImGui::SameLine(0, px(6));
  if (iconButton("clips.joints", Icon::Skeleton,
                 "How the clips of other files are fitted: which joint moves which (K)."))
    state.asksForJoints = true;
}

void drawHeading(const ClipNames& names, const ClipListRow& row, ClipsPanelState& state) {
  ClipCard& first = cardOf(state, row.clip);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  if (hitArea(WidgetId("clips.group.%d", row.clip), {ImGui::GetContentRegionAvail().x, px(kHeading)}))
    first.groupFolded = !first.groupFolded;
  const UiRect rect = itemRect();
  logItem("clips.group.%d", row.clip);
  const ImU32 ink = ImGui::IsItemHovered() ? colors().text : colors().textDim;
  textIn({rect.x + px(4), rect.y, px(14), rect.height}, icon(first.groupFolded ? Icon::Expand : Icon::Fold), ink, 0.5f);
  std::array<char, 24> scratch;
  std::array<char, 200> text;
  const std::string_view word = firstWord(names.shown(row.clip, scratch));
  std::snprintf(text.data(), text.size(), "%.*s", static_cast<int>(std::min<std::size_t>(word.size(), 150)),
                word.data());
  nameIn({rect.x + px(22), rect.y, rect.width - px(64), rect.height}, text.data(), ink, 0, ui().fonts.strong);
  std::snprintf(text.data(), text.size(), "%d", row.count);
  textIn({rect.x, rect.y, rect.width - px(8), rect.height}, text.data(), colors().textFaint, 1, ui().fonts.small);
  ImGui::SetCursorScreenPos({start.x, start.y + px(kHeading)});
}

/// The details on a card of their own. Scrolls as far as needed to show all of the card that starts out open.
void drawCard(const Session& session, int clip, ClipsPanelState& state, float rowTop, Commands& out) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({start.x + px(10), start.y + px(4)});
  ImGui::BeginGroup();
  ImGui::PushItemWidth(width - px(20));
  drawClipDetails(session, clip, cardOf(state, clip).lengths, out);
  ImGui::PopItemWidth();
  endGroup();
  const float bottom = ImGui::GetItemRectMax().y + px(10);
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(start, {start.x + width, bottom}, colors().card, px(6), ImDrawFlags_RoundCornersBottom);
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos({start.x, bottom + px(6)});
  if (state.revealCard != clip) return;
  const float top = ImGui::GetWindowPos().y, below = bottom - (top + ImGui::GetWindowHeight());
  if (below > 0) ImGui::SetScrollY(ImGui::GetScrollY() + std::min(below, rowTop - top));
  state.revealCard = -1;
}

void drawClip(const Session& session, const ClipNames& names, int clip, ClipsPanelState& state, Commands& out) {
  ClipCard& card = cardOf(state, clip);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
  if (state.revealRow == clip) {
    if (start.y < top || start.y + clipRowHeight() > bottom)
      ImGui::SetScrollY(ImGui::GetScrollY() + start.y - top - (bottom - top) * 0.3f);
  }
  const bool open = card.open;
  if (start.y + clipRowHeight() < top || start.y > bottom) {  // scrolled away
    ImGui::Dummy({1, clipRowHeight()});
    ui().focus.addHidden(WidgetId("clip.%d.row", clip),
                         {start.x, start.y, ImGui::GetContentRegionAvail().x, clipRowHeight()});
    ImGui::SetCursorScreenPos({start.x, start.y + clipRowHeight()});
  } else if (drawClipRow(
                 session, names, clip, card.lengths,
                 {.open = open, .chosen = clip == chosenClip(state), .showLength = state.sort == ClipSort::Length},
                 out)) {
    card.open = !open;
  }
  if (open) return drawCard(session, clip, state, start.y, out);
  const ImVec2 end = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({end.x, end.y + px(kRowGap)});
}

/// Keeps the scroll position when a card closes, so that the row you clicked stays under the pointer. The extra room
/// disappears as you scroll up.
void keepRoomToScroll() {
  const float end = ImGui::GetCursorScreenPos().y, bottom = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
  if (ImGui::GetScrollY() > 0 && end < bottom) ImGui::Dummy({1, bottom - end});
}

void drawRows(const Session& session, const ClipNames& names, ClipsPanelState& state, Commands& out) {
  ImGui::BeginChild("list", ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  if (state.rows.empty())
    textIn({ImGui::GetCursorScreenPos().x + px(4), ImGui::GetCursorScreenPos().y, px(200), rowHeight()},
           "No clip matches.", colors().textDim);
  const FocusGroup group("rows", GroupLayout::Column, true);
  for (std::size_t i = 0; i < state.rows.size(); ++i) {
    const ClipListRow row = state.rows[i];
    focusMember();
    if (row.count > 0)
      drawHeading(names, row, state);
    else
      drawClip(session, names, row.clip, state, out);
  }
  state.revealRow = -1;  // done, or not in the list
  if (!std::exchange(state.rowsAreNew, false)) keepRoomToScroll();
  endScrollingPart();
}

}  // namespace

int chosenClip(const ClipsPanelState& state) {
  if (state.search.isEmpty() || state.rows.empty()) return -1;
  const std::size_t last = state.rows.size() - 1;
  return state.rows[std::min(static_cast<std::size_t>(std::max(state.search.chosen, 0)), last)].clip;
}

void updateClips(const Session& session, ClipsPanelState& state) {
  const auto count = static_cast<std::size_t>(session.clipCount());
  const int playing = playingClip(session);
  if (state.cards.size() != count) {  // another model
    state.cards.assign(count, {});
    state.playing = -1;
    if (count > 0 && count <= kFewClips) {
      state.revealCard = std::max(playing, 0);
      cardOf(state, state.revealCard).open = true;
    }
  }
  if (state.playing != playing && playing >= 0) {
    cardOf(state, playing).lastUse = ++state.uses;
    if (!ImGui::IsAnyMouseDown()) state.revealRow = playing;
  }
  state.playing = playing;
  state.listShown = false;
}

void drawClipsPanel(const Session& session, ClipsPanelState& state, Commands& out) {
  if (session.clipCount() == 0) return drawNoClips();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  state.listShown = true;
  const ClipNames names(session.model());
  const bool hasClipFiles = !session.model().clipFiles.empty();
  const float width = ImGui::GetContentRegionAvail().x;
  const float sorting = px(132) + (hasClipFiles ? rowHeight() + px(6) : 0);
  drawSearch(session, names, state, width - sorting - px(6), out);
  ImGui::SameLine(0, px(6));
  drawSorting(state, hasClipFiles, sorting);
  orderRows(session, names, state);
  drawRows(session, names, state, out);
  ImGui::PopStyleVar();
}

void drawClipSearchOverlay(const Session& session, ClipsPanelState& state, const UiRect& chips, Commands& out) {
  const bool used = state.search.focus || state.search.active || !state.search.isEmpty();
  if (!used || state.listShown || session.clipCount() == 0) return;
  const float width = std::min(px(300), chips.width), height = rowHeight() + px(16);
  beginOverlay("panel.clipSearch", {chips.x, chips.y - height, width, height}, colors().bar, {px(12), px(8)});
  const ClipNames names(session.model());
  drawSearch(session, names, state, ImGui::GetContentRegionAvail().x, out);
  endPanel();
}

}  // namespace app
