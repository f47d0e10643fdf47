// The timing workspace: where things are on its canvas, and what its drawing functions share.
#pragma once

#include <array>
#include <cmath>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/session/timing/timing_scene.h"
#include "app/session/timing/walk_figure.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/text.h"
#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

// ---- The layout of the timing canvas: a column per clock, a row per display. Pure functions.

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

/// What all drawing functions of a frame need.
struct TimingView {
  const TimingScene& scene;
  const WalkFigure& figure;
  TimingGrid grid;
  Block ghost;  // where the block should be
  bool character = false;

  const TimingSettings& settings() const { return scene.settings(); }
  double length() const { return scene.path().length; }
};

/// One clock on one display: track, values, and graph. `saysRange`: with the range of the graph.
void drawTimingCell(const Canvas& canvas, const TimingView& view, int row, int clock, const TimingCell& cell,
                    const GraphRange& range, bool saysRange);
/// One clock on all displays, where rows are too low for graphs of their own.
void drawSharedGraph(const Canvas& canvas, const TimingView& view, int clock, const UiRect& rect,
                     const GraphRange& range, bool saysRange);
void drawTimingLegend(const Canvas& canvas, const UiRect& rect);
/// The name of a clock and what it does.
void drawTimingHead(const Canvas& canvas, const TimingView& view, int clock, const UiRect& rect);
/// The range of a clock's graphs, beside its name. False: there is no room.
bool drawTimingRange(const Canvas& canvas, int clock, const GraphRange& range, const UiRect& head);
/// A display's rate and the times of its last frames.
void drawTimingLabel(const Canvas& canvas, const TimingView& view, int row, const UiRect& rect);
/// The time span of all graphs, beside the first.
void drawGraphLabel(const Canvas& canvas, const UiRect& label, const UiRect& graph);
void drawSharedLabel(const Canvas& canvas, const UiRect& rect);
/// How far a clock's displays disagree, and why.
void drawTimingSum(const Canvas& canvas, const TimingView& view, int clock, const UiRect& rect);

inline constexpr double kExactUnits = 0.05;  // smaller values read 0.0

inline Text unitsText(double units) {
  if (std::abs(units) < kExactUnits) units = 0;
  return Text(std::abs(units) >= 1000 ? "%.0f" : "%.1f", units);
}

/// How much of a lane's progress there is room for.
enum class ProgressDetail { Distance, Speed, Bounces };
/// "1188", "1188 of 1200 \u00b7 0.99\u00d7" or "1188 of 1200 \u00b7 0.99\u00d7 \u00b7 3 bounces".
Text progressText(const TimingLane& lane, ProgressDetail detail);

inline Text rangeText(const GraphRange& range) {
  return Text("%.6g to %s%.6g", range.low, range.high > 0 ? "+" : "", range.high);
}

inline ImU32 wellColor(const Canvas& canvas) { return canvas.dark ? rgb(0x1C1F25) : rgb(0xE6E9EE); }
inline ImU32 faintTextColor(const Canvas& canvas) { return paletteOf(canvas.dark).textFaint; }

inline void fillRect(const Canvas& canvas, const UiRect& rect, ImU32 tint, float round) {
  canvas.list.AddRectFilled(rect.min(), rect.max(), tint, round);
}

// ---- The timing workspace: the same block under three kinds of clocks.

void drawTimingWorkspace(const Session& session, const WorkspaceLayout& layout, Commands& out);
/// The canvas alone. Depends on nothing but session and canvas.
void drawTimingCanvas(const Session& session, const Canvas& canvas);

}  // namespace app
