// The transition set as a matrix: from each clip or blend space (rows) to each (columns), with an editor of what is
// selected.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/model/file_formats.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/character/character_text.h"
#include "app/ui/widgets/curve_editor.h"
#include "app/ui/widgets/search_list.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// A rectangle of cells, from one corner to the other in either direction. -1 is the row or column of defaults.
struct CellSelection {
  CellIndex anchor;  // what the editor shows
  CellIndex head;
};

struct TransitionPanelState {
  SearchList fromSearch, toSearch;
  std::vector<int> rows, columns;  // the clips on display, in order, then the numbers of the blend spaces
  int firstRow = 0, firstColumn = 0;
  int zoom = 1;  // 0 to kCellSizeCount - 1
  CellSelection selection;
  bool selecting = false;                           // while the button is down
  std::vector<CellIndex> selected;                  // the cells of the selection
  std::optional<CellIndex> asksFor = std::nullopt;  // in this frame: to be selected, with the panel shown
  CurveEditorState curve;
  SearchList maskSearch;
  bool asksForExport = false;  // in this frame
};

inline constexpr int kCellSizeCount = 4;
/// What a cell's color says about a measured seam, from as smooth as the clips to a pop.
inline constexpr int kSeamLevels = 5;
int seamLevel(double velocityRatio, double positionRatio, const crossfade::SeamExcess& excess = {});
ImU32 seamColorOf(int level, bool dark);

/// Fills `area`.
void drawTransitionPanel(const Session& session, TransitionPanelState& state, const UiRect& area, Commands& out);

// Its parts.
/// The name of a clip or blend space; "every clip" for -1.
std::string_view rowName(const Session& session, const ClipNames& names, int source, std::span<char> scratch);
void drawTransitionMatrix(const Session& session, TransitionPanelState& state, const UiRect& area, Commands& out);
/// In one or two columns. Returns the height that it needs in a panel of this width.
float transitionEditorHeight(bool inTwoColumns);
void drawTransitionEditor(const Session& session, TransitionPanelState& state, const UiRect& area, bool inTwoColumns,
                          Commands& out);

// ---- Where the cells of the transition matrix are on screen.

inline constexpr float kScrollBar = 8;  // unscaled width

/// Where the cells are. Position -1 is the row or column of defaults, which does not scroll.
struct TransitionGrid {
  UiRect cells;  // those that scroll
  float width = 1, height = 1;
  int firstRow = 0, firstColumn = 0;
  int rows = 0, columns = 0;            // in all
  int shownRows = 0, shownColumns = 0;  // whole ones in sight

  float left(int column) const { return cells.x + static_cast<float>(column < 0 ? -1 : column - firstColumn) * width; }
  float top(int row) const { return cells.y + static_cast<float>(row < 0 ? -1 : row - firstRow) * height; }
  UiRect at(int row, int column) const { return {left(column), top(row), width - 1, height - 1}; }
  int lastRow() const { return std::min(rows, firstRow + shownRows); }
  int lastColumn() const { return std::min(columns, firstColumn + shownColumns); }
  bool shows(int row, int column) const {
    return (row < 0 || (row >= firstRow && row < lastRow())) &&
           (column < 0 || (column >= firstColumn && column < lastColumn()));
  }
  /// Names count as the defaults beside them.
  int columnAt(float x) const {
    if (x < cells.x) return -1;
    return std::min(firstColumn + static_cast<int>((x - cells.x) / width), columns - 1);
  }
  int rowAt(float y) const {
    if (y < cells.y) return -1;
    return std::min(firstRow + static_cast<int>((y - cells.y) / height), rows - 1);
  }
};

/// For the size of cells and the scroll position of `state`, which it limits.
TransitionGrid gridOf(TransitionPanelState& state, const UiRect& area);

/// The position of a clip among those on display; -1 for the defaults, nothing when it is not there.
std::optional<int> positionOf(const std::vector<int>& clips, int clip);
int clipAt(const std::vector<int>& clips, int position);

/// Rows or columns; none if `last` is below `first`.
struct LineRange {
  int first = 0, last = -1;
};
LineRange rangeOf(const std::vector<int>& clips, int anchor, int head);

}  // namespace app
