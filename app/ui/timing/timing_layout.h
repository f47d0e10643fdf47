// The layout of the timing canvas: a column per clock, a row per display. Pure functions.
#pragma once

#include <array>

#include "app/session/timing/timing_scene.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// Columns are the same in all rows, so blocks that agree line up.
struct TimingGrid {
  UiRect labelHead;
  std::array<UiRect, 3> heads;
  UiRect labels;                  // left of all rows
  std::array<UiRect, 3> columns;  // all rows
  UiRect labelGraph;
  std::array<UiRect, 3> graphs;  // one for all rows, where rows are too low for their own; else empty
  UiRect labelSum;
  std::array<UiRect, 3> sums;  // empty if the canvas is too low
  float rowPitch = 0;          // from one row to the next
  float rowHeight = 0;
};
/// A character needs taller rows than a block.
TimingGrid timingGrid(const UiRect& canvas, int rows, bool character, float scale);

/// One clock on one display, from top to bottom. An empty rectangle: not shown.
struct TimingCell {
  UiRect track;
  UiRect text;
  UiRect graph;
};
/// `row` counts visible rows. `character` as in timingGrid.
TimingCell timingCell(const TimingGrid& grid, int row, int clock, bool character, float scale);
/// The label of a row, down to the next row.
UiRect timingLabel(const TimingGrid& grid, int row);

/// The center of a block `width` pixels wide at `position` units. At both ends, the block is still inside the track.
float xOnTrack(const UiRect& track, double position, double length, float width);

/// A graph's value. Lag: ahead is positive, behind negative. Gap: positive is to the right.
double graphValue(const TimingLane& lane, TimingGraph graph, int sample);

/// The range of a clock's graphs over all visible displays, in round numbers: `low` <= 0 <= `high`.
struct GraphRange {
  double low = -2;
  double high = 0;
  double fraction(double value) const { return (value - low) / (high - low); }  // 0 at the bottom
};
GraphRange graphRange(const TimingScene& scene, crossfade::ClockKind kind);
/// `size` rounded up to 1, 1.5, 2, 3, 4, 5, 6, or 8 times a power of ten; 0 if not positive.
double roundUp(double size);

/// The time span of the graphs.
inline constexpr int kGraphSeconds = 10;
inline constexpr int kGraphSamples = kGraphSeconds * kTimingSamplesPerSecond;

}  // namespace app
