#include "app/ui/character/transition_panel.h"

#include <array>
#include <cmath>
#include <utility>

#include "app/session/character/settings/fade_limits.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

struct CellSize {
  float width, height;
};
constexpr std::array<CellSize, kCellSizeCount> kCellSizes = {{{14, 14}, {32, 18}, {46, 20}, {62, 24}}};
constexpr float kRowNames = 150, kMaxRowNames = 0.31f;        // of the width
constexpr float kColumnNames = 140, kMaxColumnNames = 0.24f;  // of the height
constexpr float kFewestColumnNames = 54, kMaxFewest = 0.45f;  // in low windows: room for "every clip"

}  // namespace

TransitionGrid gridOf(TransitionPanelState& state, const UiRect& area) {
  const CellSize size = nth(kCellSizes, state.zoom);
  TransitionGrid grid{.width = px(size.width), .height = px(size.height)};
  grid.rows = static_cast<int>(state.rows.size());
  grid.columns = static_cast<int>(state.columns.size());
  const float names = std::min(px(kRowNames), std::floor(area.width * kMaxRowNames));
  const float upright = std::max(std::min(px(kColumnNames), std::floor(area.height * kMaxColumnNames)),
                                 std::min(px(kFewestColumnNames), std::floor(area.height * kMaxFewest)));
  const float left = area.x + names + grid.width, top = area.y + upright + grid.height;
  const float roomX = std::max(0.0f, area.right() - px(kScrollBar) - left);
  const float roomY = std::max(0.0f, area.bottom() - px(kScrollBar) - top);
  grid.shownColumns = std::min(grid.columns, static_cast<int>(roomX / grid.width));
  grid.shownRows = std::min(grid.rows, static_cast<int>(roomY / grid.height));
  grid.cells = {left, top, static_cast<float>(grid.shownColumns) * grid.width,
                static_cast<float>(grid.shownRows) * grid.height};
  grid.firstRow = state.firstRow = std::clamp(state.firstRow, 0, grid.rows - grid.shownRows);
  grid.firstColumn = state.firstColumn = std::clamp(state.firstColumn, 0, grid.columns - grid.shownColumns);
  return grid;
}

std::string_view rowName(const Session& session, const ClipNames& names, int source, std::span<char> scratch) {
  if (source < 0) return "every clip";
  if (!isBlendSpace(source)) return names.shown(source, scratch);
  const BlendSpaceSettings* const space = findBlendSpace(session.character().blendSpaces(), source);
  return space ? std::string_view(space->name) : "";
}

std::optional<int> positionOf(const std::vector<int>& clips, int clip) {
  if (clip < 0) return -1;
  const auto found = std::find(clips.begin(), clips.end(), clip);
  return found == clips.end() ? std::nullopt : std::optional(static_cast<int>(found - clips.begin()));
}

int clipAt(const std::vector<int>& clips, int position) { return position < 0 ? -1 : nth(clips, position); }

LineRange rangeOf(const std::vector<int>& clips, int anchor, int head) {
  const auto a = positionOf(clips, anchor), b = positionOf(clips, head);
  if (!a || !b) return {};
  return {std::min(*a, *b), std::max(*a, *b)};
}

// ---- The cells: drawing those in sight, selecting, scrolling.

namespace {

constexpr float kRoomForSeconds = 28, kRoomForKind = 56;
constexpr float kInfo = 18;
constexpr std::array<const char*, 6> kKindMarks = {"Cl", "Li", "Cu", "Fr", "In", "De"};
using SeamColors = std::array<ImU32, kSeamLevels>;
constexpr SeamColors kOnDark = {rgb(0x1F4E4A), rgb(0x41491F), rgb(0x63401A), rgb(0x742A1C), rgb(0x86203F)};
constexpr SeamColors kOnLight = {rgb(0xCBE6DF), rgb(0xE4E7BE), rgb(0xF6DDB8), rgb(0xF6CBBE), rgb(0xF2BACA)};
ImU32 seamColor(int level) { return seamColorOf(level, ui().dark); }
constexpr std::array<double, kSeamLevels - 1> kSeamLimits = {1.5, 4, 7, 15};  // velocity ratios

/// Of cells that the search hides, only the anchor stays selected.
void collectSelected(TransitionPanelState& state) {
  const auto [anchor, head] = state.selection;
  const LineRange rows = rangeOf(state.rows, anchor.from, head.from);
  const LineRange columns = rangeOf(state.columns, anchor.to, head.to);
  state.selected.clear();
  for (int row = rows.first; row <= rows.last; ++row)
    for (int column = columns.first; column <= columns.last; ++column)
      state.selected.push_back({clipAt(state.rows, row), clipAt(state.columns, column)});
  if (!state.selected.empty()) return;
  state.selection.head = anchor;
  state.selected.push_back(anchor);
}

/// Two digits after the point, without zeros at the end.
Text secondsText(double seconds) {
  if (seconds >= 100) return Text("%.0f", seconds);
  const double cents = std::round(seconds * 100);
  return Text(std::fmod(cents, 10) != 0 ? "%.2f" : std::fmod(cents, 100) != 0 ? "%.1f" : "%.0f", seconds);
}

/// Whether the seam of its fade is measured: from one clip to another.
bool hasSeam(CellIndex cell) {
  return cell.from >= 0 && cell.to >= 0 && cell.from != cell.to && !isBlendSpace(cell.from) && !isBlendSpace(cell.to);
}

/// What the cells inherit from, looked up once for a row.
class Inherited {
 public:
  explicit Inherited(const Session& session)
      : cells_(session.character().transitions()), panel_(session.fadeSettings()), all_(cells_.at(pairOf({}))) {}

  void beginRow(int from) { row_ = from < 0 ? nullptr : cells_.at(pairOf({from, -1})); }
  template <class Value>
  const Value& value(const FadeChoice* own, const FadeChoice* column, std::optional<Value> FadeChoice::*field,
                     const Value& otherwise) const {
    for (const FadeChoice* const level : {own, row_, column, all_})
      if (level != nullptr && level->*field) return *(level->*field);
    return otherwise;
  }
  const TransitionCells& cells() const { return cells_; }
  const FadeSettings& panel() const { return panel_; }

 private:
  const TransitionCells& cells_;
  const FadeSettings& panel_;
  const FadeChoice* all_;
  const FadeChoice* row_ = nullptr;
};

void drawCell(const Inherited& inherited, const SeamMap& seams, CellIndex cell, const UiRect& rect) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const FadeChoice* const own = inherited.cells().at(pairOf(cell));
  const FadeChoice* const column = cell.to < 0 ? nullptr : inherited.cells().at(pairOf({-1, cell.to}));
  const bool isDefault = cell.from < 0 || cell.to < 0, toItself = !isDefault && cell.from == cell.to;
  const FadeFigures* const seam = hasSeam(cell) ? seams.at(cell.from, cell.to) : nullptr;
  fillRect(rect, seam        ? seamColor(seamLevel(seam->velocityRatio, seam->positionRatio, seam->excess))
                 : isDefault ? colors().control
                 : toItself  ? colors().well
                             : colors().card);
  const ImU32 dim = seam ? colors().textDim : colors().textFaint;
  if (own != nullptr) {
    const float corner = std::min(px(6), rect.width / 2);
    list.AddTriangleFilled({rect.right() - corner, rect.y}, {rect.right(), rect.y}, {rect.right(), rect.y + corner},
                           colors().accent);
  }
  if (rect.width < px(kRoomForSeconds)) return;
  const Text text = secondsText(inherited.value(own, column, &FadeChoice::seconds, inherited.panel().seconds));
  const bool withKind = rect.width >= px(kRoomForKind);
  const float pad = px(5);
  textIn({rect.x + (withKind ? pad : 0), rect.y, rect.width - (withKind ? pad : 0), rect.height}, text,
         own != nullptr && own->seconds ? colors().text : dim, withKind ? 0 : 0.5f, ui().fonts.small);
  if (!withKind) return;
  const auto kind = inherited.value(own, column, &FadeChoice::kind, inherited.panel().kind);
  textIn({rect.x, rect.y, rect.width - px(7), rect.height}, nth(kKindMarks, kind),
         own != nullptr && own->kind ? colors().text : dim, 1, ui().fonts.small);
}

void drawCells(const Session& session, const TransitionPanelState& state, const TransitionGrid& grid) {
  Inherited inherited(session);
  for (int row = -1; row < grid.lastRow(); row = row < 0 ? grid.firstRow : row + 1) {
    inherited.beginRow(clipAt(state.rows, row));
    for (int column = -1; column < grid.lastColumn(); column = column < 0 ? grid.firstColumn : column + 1)
      drawCell(inherited, session.character().seams(), {clipAt(state.rows, row), clipAt(state.columns, column)},
               grid.at(row, column));
  }
}

/// The long text if it fits into `width` in small letters, otherwise the short one.
const char* longOrShort(const char* longText, const char* shortText, float width) {
  return sizeOf(*ui().fonts.small, longText).x <= width ? longText : shortText;
}

/// A name that runs upward from the bottom of the rectangle.
void upwardName(ImDrawList& list, const UiRect& rect, std::string_view name, ImU32 tint) {
  const ImVec2 origin = ImGui::GetWindowPos();  // on screen, or the letters would be left out
  const int first = list.VtxBuffer.Size;
  list.PushClipRectFullScreen();
  nameIn(list, {origin.x, origin.y, rect.height, rect.width}, name, tint, 0, ui().fonts.small);
  list.PopClipRect();
  for (int i = first; i < list.VtxBuffer.Size; ++i) {
    ImVec2& at = list.VtxBuffer[i].pos;
    at = {rect.x + at.y - origin.y, rect.bottom() - (at.x - origin.x)};
  }
}

void drawNames(const Session& session, const TransitionPanelState& state, const TransitionGrid& grid,
               const UiRect& area, CellIndex hovered) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ClipNames names(session.model());
  std::array<char, 24> scratch;
  const float left = area.x + px(2), right = grid.left(-1) - px(4);
  const float tag = std::min(px(16), grid.height - px(2));
  for (int row = grid.firstRow; row < grid.lastRow(); ++row) {
    const int clip = clipAt(state.rows, row);
    const UiRect cell = grid.at(row, -1);
    if (!isBlendSpace(clip)) clipTag(list, {left, std::floor(cell.centerY() - tag / 2)}, tag, clip);
    nameIn({left + tag + px(5), cell.y, right - left - tag - px(5), cell.height},
           rowName(session, names, clip, scratch), clip == hovered.from ? colors().text : colors().textDim, 0,
           ui().fonts.small);
  }
  for (int column = grid.firstColumn; column < grid.lastColumn(); ++column) {
    const int clip = clipAt(state.columns, column);
    const UiRect cell = grid.at(-1, column);
    upwardName(list, {cell.x, area.y, cell.width, cell.y - area.y - px(4)}, rowName(session, names, clip, scratch),
               clip == hovered.to ? colors().text : colors().textDim);
  }
  const UiRect corner = grid.at(-1, -1);
  textIn({left, corner.y, right - left, corner.height}, "every clip", colors().textDim, 0, ui().fonts.small);
  const UiRect top{corner.x, area.y, corner.width, corner.y - area.y - px(4)};
  upwardName(list, top, longOrShort("every clip", "every", top.height), colors().textDim);
  const UiRect above{left, area.y, corner.x - left, px(18)};
  textIn(above, longOrShort("rows fade to columns", "row to column", above.width), colors().textFaint, 0,
         ui().fonts.small);
}

void outline(const UiRect& from, const UiRect& to, ImU32 tint, float thickness) {
  ImGui::GetWindowDrawList()->AddRect({from.x - 1, from.y - 1}, {to.right() + 1, to.bottom() + 1}, tint, px(2), 0,
                                      thickness);
}

/// The selection, and the pair that is chosen in the cross-fade panel.
void drawMarks(const Session& session, const TransitionPanelState& state, const TransitionGrid& grid) {
  const FadeSettings& fade = session.fadeSettings();
  const auto row = positionOf(state.rows, fade.from), column = positionOf(state.columns, fade.to);
  if (fade.from >= 0 && fade.to >= 0 && row && column && grid.shows(*row, *column))
    outline(grid.at(*row, *column), grid.at(*row, *column), colors().text, px(1));
  LineRange rows = rangeOf(state.rows, state.selection.anchor.from, state.selection.head.from);
  LineRange columns = rangeOf(state.columns, state.selection.anchor.to, state.selection.head.to);
  if (rows.last < rows.first || columns.last < columns.first) return;
  if (rows.first >= 0) rows = {std::max(rows.first, grid.firstRow), std::min(rows.last, grid.lastRow() - 1)};
  if (columns.first >= 0)
    columns = {std::max(columns.first, grid.firstColumn), std::min(columns.last, grid.lastColumn() - 1)};
  if (rows.last < rows.first || columns.last < columns.first) return;
  outline(grid.at(rows.first, columns.first), grid.at(rows.last, columns.last), colors().accent, px(2));
}

/// A bar that shows and moves which of `count` lines are in sight.
void scrollBar(const char* id, const UiRect& track, bool upright, int count, int shown, int& first) {
  if (shown >= count || track.empty()) return;
  ui().focus.nextTakes(0);
  hitAreaIn(id, track);
  const float length = upright ? track.height : track.width;
  const float part = std::max(px(16), length * static_cast<float>(shown) / static_cast<float>(count));
  const float travel = std::max(1.0f, length - part);
  const auto hidden = static_cast<float>(count - shown);
  if (ImGui::IsItemActive()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float at = (upright ? mouse.y - track.y : mouse.x - track.x) - part / 2;
    first = static_cast<int>(std::lround(std::clamp(at / travel, 0.0f, 1.0f) * hidden));
  }
  const float start = travel * static_cast<float>(first) / hidden;
  const float inset = px(2);
  const UiRect thumb = upright ? UiRect{track.x + inset, track.y + start, track.width - inset, part}
                               : UiRect{track.x + start, track.y + inset, part, track.height - inset};
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  fillRect(thumb, hot ? colors().grabActive : colors().grab, px(3));
}

/// The wheel scrolls, with Shift sideways, and with Ctrl changes the size of cells.
void useWheel(TransitionPanelState& state) {
  const ImGuiIO& io = ImGui::GetIO();
  const int notches = static_cast<int>(io.MouseWheel > 0 ? std::ceil(io.MouseWheel) : std::floor(io.MouseWheel));
  if (io.KeyCtrl) {
    state.zoom = std::clamp(state.zoom + notches, 0, kCellSizeCount - 1);
  } else {
    (io.KeyShift ? state.firstColumn : state.firstRow) -= 3 * notches;
    state.firstColumn -= static_cast<int>(3 * io.MouseWheelH);
  }
}

/// What a drag selects: cells with cells, defaults with defaults. Beyond the edge it scrolls.
void dragSelection(TransitionPanelState& state, const TransitionGrid& grid) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const CellIndex anchor = state.selection.anchor;
  const auto along = [](int anchorClip, const std::vector<int>& clips, float at, float begin, float end, int at0,
                        int& first) {
    if (anchorClip < 0 || clips.empty()) return -1;
    if (at < begin) --first;
    if (at >= end) ++first;
    const int last = static_cast<int>(clips.size()) - 1;
    return nth(clips, std::clamp(at0, 0, last));
  };
  state.selection.head = {along(anchor.from, state.rows, mouse.y, grid.cells.y, grid.cells.bottom() + px(kScrollBar),
                                grid.rowAt(mouse.y), state.firstRow),
                          along(anchor.to, state.columns, mouse.x, grid.cells.x, grid.cells.right() + px(kScrollBar),
                                grid.columnAt(mouse.x), state.firstColumn)};
}

void extendTo(CellSelection& selection, CellIndex cell) {
  const bool alike = (cell.from < 0) == (selection.anchor.from < 0) && (cell.to < 0) == (selection.anchor.to < 0);
  selection = {alike ? selection.anchor : cell, cell};
}

/// Loops the pair of the cell that alone is selected; with a blend space it plays once.
void playSelected(const Session& session, const TransitionPanelState& state, Commands& out) {
  const CellIndex cell = state.selection.anchor;
  if (cell != state.selection.head || cell.from < 0 || cell.to < 0 || cell.from == cell.to) return;
  if (isBlendSpace(cell.from) || isBlendSpace(cell.to)) {
    out.push_back(EnterClip{.fade = {.clip = cell.from, .how = {.seconds = 0}}});
    return out.push_back(FadeTo{.clip = cell.to});
  }
  FadeSettings settings = session.fadeSettings();
  settings.from = cell.from;
  settings.to = cell.to;
  out.push_back(SetFadeSettings{settings});
  FadePair pair = session.character().program().pair();
  const bool hasPhases = pair.fromPhase || pair.toPhase;
  pair.fromPhase = pair.toPhase = std::nullopt;
  if (hasPhases) out.push_back(SetPair{pair});  // the cell decides
  out.push_back(LoopFade{.on = true, .thereAndBack = pair.thereAndBack});
  out.push_back(ReplayFade{});
}

/// The arrows move the selection, with Shift they extend it; Enter plays its pair.
void useKeys(const Session& session, TransitionPanelState& state, const TransitionGrid& grid, Commands& out) {
  const FocusKeys keys = ui().focus.keysOfItem();
  if (keys.enter) playSelected(session, state, out);
  if (keys.right == 0 && keys.up == 0) return;
  const CellIndex head = state.selection.head;
  const int row = std::clamp(positionOf(state.rows, head.from).value_or(0) - keys.up, -1, grid.rows - 1);
  const int column = std::clamp(positionOf(state.columns, head.to).value_or(0) + keys.right, -1, grid.columns - 1);
  const CellIndex cell{clipAt(state.rows, row), clipAt(state.columns, column)};
  if (keys.shift)
    extendTo(state.selection, cell);
  else
    state.selection = {cell, cell};
  const auto reveal = [](int position, int shown, int& first) {
    if (position >= 0) first = std::clamp(first, position - std::max(shown, 1) + 1, position);
  };
  reveal(row, grid.shownRows, state.firstRow);
  reveal(column, grid.shownColumns, state.firstColumn);
}

/// A click selects a cell and plays its pair; a drag, or Shift, selects a rectangle.
void select(const Session& session, TransitionPanelState& state, const TransitionGrid& grid,
            std::optional<CellIndex> under, Commands& out) {
  const bool extends = ImGui::GetIO().KeyShift;
  if (ImGui::IsItemActivated()) {
    state.selecting = under.has_value();
    if (under && extends)
      extendTo(state.selection, *under);
    else if (under)
      state.selection = {*under, *under};
  } else if (state.selecting && ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    dragSelection(state, grid);
  }
  if (ImGui::IsItemDeactivated() && std::exchange(state.selecting, false) && !extends)
    playSelected(session, state, out);
}

/// Asks for the seams of the cells in sight.
void watchSeams(const Session& session, const TransitionPanelState& state, const TransitionGrid& grid, Commands& out) {
  const SeamMap& seams = session.character().seams();
  const auto clipsOf = [](const std::vector<int>& all, int first, int count) {
    const auto shown = std::span(all).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    return std::span(shown.begin(), std::ranges::find_if(shown, isBlendSpace));
  };
  const std::span rows = clipsOf(state.rows, grid.firstRow, grid.shownRows);
  const std::span columns = clipsOf(state.columns, grid.firstColumn, grid.shownColumns);
  if (seams.isOn() && std::ranges::equal(rows, seams.watchedFrom()) && std::ranges::equal(columns, seams.watchedTo()))
    return;
  out.push_back(
      MeasureTransitions{.on = true, .from = {rows.begin(), rows.end()}, .to = {columns.begin(), columns.end()}});
}

void drawLegend(const SeamMap& seams, const UiRect& line) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float x = line.x;
  const auto word = [&](const char* text, ImU32 tint) {
    ImFont* font = ui().fonts.small;
    const float width = std::ceil(sizeOf(*font, text).x);
    textIn({x, line.y, width + 1, line.height}, text, tint, 0, font);
    x += width + px(8);
  };
  word("seam", colors().textDim);
  for (int level = 0; level < kSeamLevels; ++level) {
    const float side = px(10);
    list.AddRectFilled({x, line.centerY() - side / 2}, {x + side, line.centerY() + side / 2}, seamColor(level), px(2));
    list.AddRect({x, line.centerY() - side / 2}, {x + side, line.centerY() + side / 2}, colors().controlActive, px(2));
    x += side + px(4);
    const Text limit = level < kSeamLevels - 1 ? Text("%g", nth(kSeamLimits, level)) : Text("more");
    word(limit, colors().textFaint);
  }
  if (seams.measuredCount() == seams.fadeCount()) return;
  textIn({x, line.y, line.right() - x, line.height},
         longOrShort(Text("%d of %d measured", seams.measuredCount(), seams.fadeCount()),
                     Text("%d/%d", seams.measuredCount(), seams.fadeCount()), line.right() - x),
         colors().textFaint, 1, ui().fonts.small);
}

/// The cell under the pointer in words.
void drawInfo(const Session& session, CellIndex cell, const UiRect& line) {
  const ClipNames names(session.model());
  std::array<char, 24> one, two;
  std::array<char, 104> fromName, toName;
  const TransitionCells& cells = session.character().transitions();
  const auto [from, to] = pairOf(cell);
  const FadeSettings& panel = session.fadeSettings();
  const double* const seconds = cells.find(from, to, &FadeChoice::seconds);
  const auto* const kind = cells.find(from, to, &FadeChoice::kind);
  const FadeFigures* const seam = hasSeam(cell) ? session.character().seams().at(cell.from, cell.to) : nullptr;
  Text found;
  if (seam) {
    const char* const note = textOf(faultOf(seam->velocityRatio, seam->positionRatio, seam->excess)).note;
    found = Text("seam %.1f at %.60s%s%s, ", seam->velocityRatio,
                 seam->joint < 0 ? "-" : session.model().skeleton.name(seam->joint).c_str(), *note ? ", " : "", note);
  }
  textIn(line,
         Text("%s%.3g s, %s: %s to %s", found.text(), seconds ? *seconds : panel.seconds,
              nth(kKindTexts, kind ? *kind : panel.kind),
              shortened(rowName(session, names, cell.from, one), 100, fromName).data(),
              shortened(rowName(session, names, cell.to, two), 100, toName).data()),
         colors().textDim, 0, ui().fonts.small);
}

}  // namespace

int seamLevel(double velocityRatio, double positionRatio, const crossfade::SeamExcess& excess) {
  const FadeLimits limits;
  if (positionRatio > limits.positionRatio) return kSeamLevels - 1;
  velocityRatio = std::max(velocityRatio, shareOfLimit(excess, limits) * limits.velocityRatio);
  int level = 0;
  while (level < kSeamLevels - 1 && velocityRatio > nth(kSeamLimits, level)) ++level;
  return level;
}

ImU32 seamColorOf(int level, bool dark) { return nth(dark ? kOnDark : kOnLight, level); }

void drawTransitionMatrix(const Session& session, TransitionPanelState& state, const UiRect& area, Commands& out) {
  const UiRect info{area.x, area.y, area.width, px(kInfo)};
  const UiRect table{area.x, info.bottom() + px(2), area.width, area.height - px(kInfo + 2)};
  if (table.width < px(80) || table.height < px(60)) return;
  ImGui::SetCursorScreenPos({table.x, table.y});
  TransitionGrid grid = gridOf(state, table);
  ui().focus.nextTakes(kTakesEnter | kTakesAcross | kTakesUpDown);
  hitArea("transitions.table", {table.width - px(kScrollBar), table.height - px(kScrollBar)});
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::optional<CellIndex> under;
  if (hovered && mouse.x < grid.cells.right() && mouse.y < grid.cells.bottom())
    under = {clipAt(state.rows, grid.rowAt(mouse.y)), clipAt(state.columns, grid.columnAt(mouse.x))};
  useKeys(session, state, grid, out);
  if (hovered) useWheel(state);
  select(session, state, grid, under, out);
  grid = gridOf(state, table);
  collectSelected(state);
  const auto shown = ui().focus.isOnItem() ? std::optional(state.selection.head) : under;
  ui().log.add("transitions.cells", grid.cells);
  drawNames(session, state, grid, table, shown.value_or(CellIndex{}));
  drawCells(session, state, grid);
  drawMarks(session, state, grid);
  scrollBar("transitions.scrollRows", {table.right() - px(kScrollBar), grid.cells.y, px(kScrollBar), grid.cells.height},
            true, grid.rows, grid.shownRows, state.firstRow);
  scrollBar("transitions.scrollColumns",
            {grid.cells.x, table.bottom() - px(kScrollBar), grid.cells.width, px(kScrollBar)}, false, grid.columns,
            grid.shownColumns, state.firstColumn);
  if (shown)
    drawInfo(session, *shown, info);
  else
    drawLegend(session.character().seams(), info);
  watchSeams(session, state, grid, out);
}

}  // namespace app
