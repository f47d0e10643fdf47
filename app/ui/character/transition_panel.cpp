// The transition set: search, matrix and editor.
#include "app/ui/character/transition_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/ui/character/clip_names.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kBesideWidth = 312;  // of an editor beside the matrix
constexpr float kRoomBeside = 780;   // width of the panel
constexpr float kRoomForTwoColumns = 380;
constexpr float kRoomForZoom = 280;  // else only Ctrl+wheel zooms

void findClips(const ClipNames& names, int count, SearchList& search, std::vector<int>& clips) {
  std::array<char, 24> scratch;
  clips.clear();
  rankMatches(
      search, count, [&](int clip) { return std::string_view(names.shown(clip, scratch)); }, clips);
  search.matches = static_cast<int>(clips.size());
}

void drawHead(const Session& session, TransitionPanelState& state, const UiRect& line, Commands& out) {
  const float gap = px(6), square = rowHeight();
  const bool zooms = line.width >= px(kRoomForZoom);
  const float buttons = square * (zooms ? 4 : 2) + gap * (zooms ? 2 : 1) + (zooms ? px(2) : 0);
  const float field = std::min(px(200), std::floor((line.width - buttons - 3 * gap) / 2));
  ImGui::SetCursorScreenPos({line.x, line.y});
  (void)searchField("transitions.from", "From", state.fromSearch, field);
  ImGui::SameLine(0, gap);
  (void)searchField("transitions.to", "To", state.toSearch, field);
  ImGui::SetCursorScreenPos({line.right() - buttons, line.y});
  if (zooms) {
    if (button("transitions.smaller", "-", {square, square}, "Smaller cells (Ctrl+wheel).",
               {.quiet = true, .enabled = state.zoom > 0}))
      --state.zoom;
    ImGui::SameLine(0, px(2));
    if (button("transitions.larger", "+", {square, square}, "Larger cells (Ctrl+wheel).",
               {.quiet = true, .enabled = state.zoom + 1 < kCellSizeCount}))
      ++state.zoom;
    ImGui::SameLine(0, gap);
  }
  if (iconButton("transitions.clear", Icon::Undo, "Clear the whole set.",
                 {.quiet = true, .enabled = !session.character().transitions().empty()}))
    out.push_back(ClearTransitions{});
  ImGui::SameLine(0, gap);
  drawTransitionExport(session, state, out);
}

}  // namespace

void drawTransitionPanel(const Session& session, TransitionPanelState& state, const UiRect& area, Commands& out) {
  if (area.empty()) {
    if (session.character().seams().isOn()) out.push_back(MeasureTransitions{.on = false, .from = {}, .to = {}});
    return;
  }
  beginPanel("panel.transitions", area, colors().panel, {px(10), px(8)});
  const ClipNames names(session.model());
  findClips(names, session.clipCount(), state.fromSearch, state.rows);
  findClips(names, session.clipCount(), state.toSearch, state.columns);
  const auto exists = [&](CellIndex cell) { return std::max(cell.from, cell.to) < session.clipCount(); };
  if (!exists(state.selection.anchor) || !exists(state.selection.head)) state.selection = {};  // another model
  const UiRect inner{area.x + px(10), area.y + px(8), area.width - px(20), area.height - px(16)};
  const UiRect head{inner.x, inner.y, inner.width, rowHeight()};
  const float top = head.bottom() + px(6), height = inner.bottom() - top;
  const bool beside = inner.width >= px(kRoomBeside);
  const bool twoColumns = !beside && inner.width >= px(kRoomForTwoColumns);
  const float editorHeight = beside ? height : std::min(transitionEditorHeight(twoColumns), std::floor(height / 2));
  const float editorWidth = beside ? px(kBesideWidth) : inner.width;
  const UiRect matrix{inner.x, top, beside ? inner.width - editorWidth - px(12) : inner.width,
                      beside ? height : height - editorHeight - px(8)};
  const UiRect editor{inner.right() - editorWidth, beside ? top : inner.bottom() - editorHeight, editorWidth,
                      editorHeight};
  drawHead(session, state, head, out);
  drawTransitionMatrix(session, state, matrix, out);
  drawTransitionEditor(session, state, editor, twoColumns, out);
  endPanel();
}

}  // namespace app
