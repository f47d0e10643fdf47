#include "app/ui/character/transition_panel.h"

#include <gtest/gtest.h>

namespace app {
namespace {

/// Cells of 32 x 18 pixels from (100, 50) on: 4 of 10 columns and 3 of 8 rows, scrolled.
TransitionGrid scrolled() {
  return {.cells = {100, 50, 4 * 32, 3 * 18},
          .width = 32,
          .height = 18,
          .firstRow = 2,
          .firstColumn = 5,
          .rows = 8,
          .columns = 10,
          .shownRows = 3,
          .shownColumns = 4};
}

TEST(TransitionGrid, FindsTheCellAtAPixel) {
  const TransitionGrid grid = scrolled();
  EXPECT_EQ(grid.columnAt(100), 5) << "the first pixel of the first cell";
  EXPECT_EQ(grid.columnAt(131.9f), 5);
  EXPECT_EQ(grid.columnAt(132), 6);
  EXPECT_EQ(grid.rowAt(50), 2);
  EXPECT_EQ(grid.rowAt(67.9f), 2);
  EXPECT_EQ(grid.rowAt(68), 3);
}

TEST(TransitionGrid, NamesCountAsTheDefaultsBesideThem) {
  const TransitionGrid grid = scrolled();
  for (const float x : {99.9f, 70.0f, 0.0f, -50.0f}) EXPECT_EQ(grid.columnAt(x), -1) << x;
  for (const float y : {49.9f, 40.0f, 0.0f, -50.0f}) EXPECT_EQ(grid.rowAt(y), -1) << y;
}

TEST(TransitionGrid, BeyondTheLastCellIsTheLastOne) {
  const TransitionGrid grid = scrolled();
  EXPECT_EQ(grid.columnAt(100 + 5 * 32), 9);
  EXPECT_EQ(grid.columnAt(100 + 6 * 32), 9);
  EXPECT_EQ(grid.columnAt(4000), 9);
  EXPECT_EQ(grid.rowAt(4000), 7);
}

TEST(TransitionGrid, ACellIsAtThePixelsThatFindIt) {
  const TransitionGrid grid = scrolled();
  for (int row = -1; row < grid.rows; ++row)
    for (int column = -1; column < grid.columns; ++column) {
      if (!grid.shows(row, column)) continue;
      const UiRect cell = grid.at(row, column);
      EXPECT_EQ(grid.rowAt(cell.y), row);
      EXPECT_EQ(grid.rowAt(cell.bottom()), row);
      EXPECT_EQ(grid.columnAt(cell.x), column);
      EXPECT_EQ(grid.columnAt(cell.right()), column);
    }
  EXPECT_TRUE(grid.shows(-1, 8) && grid.shows(4, -1));
  EXPECT_FALSE(grid.shows(1, 5) || grid.shows(5, 5) || grid.shows(2, 4) || grid.shows(2, 9));
}

TEST(TransitionGrid, AnEmptySearchHasOnlyDefaults) {
  const TransitionGrid grid{.cells = {100, 50, 0, 0}, .width = 32, .height = 18};
  for (const float at : {0.0f, 100.0f, 400.0f}) {
    EXPECT_EQ(grid.columnAt(at), -1) << at;
    EXPECT_EQ(grid.rowAt(at), -1) << at;
  }
  EXPECT_EQ(grid.lastRow(), 0);
  EXPECT_EQ(grid.lastColumn(), 0);
  EXPECT_TRUE(grid.shows(-1, -1));
  EXPECT_FALSE(grid.shows(0, 0));
}

TEST(TransitionGrid, FindsClipsByPosition) {
  const std::vector<int> clips{7, 3, 5};
  EXPECT_EQ(positionOf(clips, 3), 1);
  EXPECT_EQ(positionOf(clips, -1), -1);
  EXPECT_EQ(positionOf(clips, 4), std::nullopt) << "the search hides it";
  EXPECT_EQ(clipAt(clips, 2), 5);
  EXPECT_EQ(clipAt({}, -1), -1);
}

TEST(TransitionGrid, ARangeGoesEitherWayAndNeedsBothEnds) {
  const std::vector<int> clips{7, 3, 5};
  const LineRange back = rangeOf(clips, 5, 7), defaults = rangeOf(clips, -1, -1);
  EXPECT_EQ(back.first, 0);
  EXPECT_EQ(back.last, 2);
  EXPECT_EQ(defaults.first, -1);
  EXPECT_EQ(defaults.last, -1);
  const LineRange hidden = rangeOf(clips, 7, 4);
  EXPECT_GT(hidden.first, hidden.last);
  const LineRange none = rangeOf({}, 7, 7);
  EXPECT_GT(none.first, none.last);
}

}  // namespace
}  // namespace app
