// Where the cells of the transition matrix are on screen.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "app/ui/character/transition_panel.h"

namespace app {

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
