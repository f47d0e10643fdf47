// Where everything lies on the timing workspace's canvas: a column for each clock, a row for each display. Functions of
// values.
#pragma once

#include <array>

#include "app/session/timing/timing_scene.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// The same columns from top to bottom: so blocks that agree stand under one another.
struct TimingGrid {
  UiRect labelHead;
  std::array<UiRect, 3> heads;
  UiRect labels;                  // left of all rows
  std::array<UiRect, 3> columns;  // all rows
  UiRect labelSum;
  std::array<UiRect, 3> sums;  // empty where the canvas is too low for them
  float rowPitch = 0;          // from one row to the next
  float rowHeight = 0;
};
TimingGrid timingGrid(const UiRect& canvas, int rows, float scale);

/// One clock on one display, from top to bottom. An empty rectangle: no room.
struct TimingCell {
  UiRect track;
  UiRect text;
  UiRect graph;
};
/// `row` counts the rows that are shown. A character needs a higher track than a block.
TimingCell timingCell(const TimingGrid& grid, int row, int clock, bool character, float scale);
/// The part of the labels that belongs to a row.
UiRect timingLabel(const TimingGrid& grid, int row);

/// The middle of what stands at `position` units on a track, if it is so wide; at both ends it stands inside.
float xOnTrack(const UiRect& track, double position, double length, float width);

/// What a graph shows, upwards: ahead is above 0, behind below; or the gap, to the right above 0.
double graphValue(const TimingLane& lane, TimingGraph graph, int sample);

/// From `low`, at most 0, to `high`, at least 0: round numbers that hold all that was remembered of one clock on the
/// displays that are shown.
struct GraphRange {
  double low = -2;
  double high = 0;
  double fraction(double value) const { return (value - low) / (high - low); }  // 0 at the bottom
};
GraphRange graphRange(const TimingScene& scene, crossfade::ClockKind kind);
/// 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten: the least that is not below `size`; 0 for none.
double roundUp(double size);

/// How many of the last values the graphs show.
inline constexpr int kGraphSeconds = 10;
inline constexpr int kGraphSamples = kGraphSeconds * kTimingSamplesPerSecond;

}  // namespace app
