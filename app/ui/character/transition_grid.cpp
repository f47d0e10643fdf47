#include "app/ui/character/transition_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

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
  const CellSize size = kCellSizes[static_cast<std::size_t>(state.zoom)];
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

std::optional<int> positionOf(const std::vector<int>& clips, int clip) {
  if (clip < 0) return -1;
  const auto found = std::find(clips.begin(), clips.end(), clip);
  return found == clips.end() ? std::nullopt : std::optional(static_cast<int>(found - clips.begin()));
}

int clipAt(const std::vector<int>& clips, int position) {
  return position < 0 ? -1 : clips[static_cast<std::size_t>(position)];
}

LineRange rangeOf(const std::vector<int>& clips, int anchor, int head) {
  const auto a = positionOf(clips, anchor), b = positionOf(clips, head);
  if (!a || !b) return {};
  return {std::min(*a, *b), std::max(*a, *b)};
}

}  // namespace app
