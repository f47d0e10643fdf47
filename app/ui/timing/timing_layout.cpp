#include "app/ui/timing/timing_paint.h"

#include <algorithm>

namespace app {
namespace {

// Interface units.
constexpr float kNarrow = 720;
constexpr float kLabel = 96, kLabelNarrow = 62;
constexpr float kColumnGap = 26, kColumnGapNarrow = 14;
constexpr float kEdge = 22, kEdgeNarrow = 12;
constexpr float kHead = 52, kHeadNarrow = 46;
constexpr float kSum = 76, kSumNarrow = 88, kShortSum = 30;  // a short one has no sentence
constexpr float kMinRowHeight = 34;
constexpr float kRowGap = 11, kRowGapNarrow = 8;
constexpr float kTextHeight = 16;
constexpr float kMinGraphHeight = 12;
constexpr float kRowForBoth = 84;  // for a character and a graph; below that, no graph
constexpr float kLowRowGap = 6;    // of rows that share a graph
constexpr float kCharacterRow = 50, kMinCharacterRow = 42;
constexpr float kMinSharedGraph = 42, kMaxSharedGraph = 110;  // with its range and the gap below

constexpr double kMinRange = 2;               // units; smaller errors are not magnified further
constexpr double kNegligibleFraction = 0.05;  // of the other side; less is ignored, so that the scale stays stable

/// What is in a row, from its top.
TimingCell cellIn(const UiRect& row, bool character, float scale) {
  const auto px = [scale](float units) { return std::round(units * scale); };
  const float height = row.height;
  TimingCell cell;
  const float whole = std::max(px(16), height - px(kTextHeight + 2)), half = std::round(height * 0.56f);
  const float track = !character                 ? std::clamp(std::round(height * 0.28f), px(10), px(22))
                      : height < px(kRowForBoth) ? whole
                                                 : std::min(half, px(72));
  cell.track = {row.x, row.y, row.width, std::min(track, height)};
  const float text = std::min(px(kTextHeight), height - cell.track.height - px(2));
  if (text < px(kTextHeight)) return cell;
  cell.text = {row.x, cell.track.bottom() + px(2), row.width, text};
  const float graph = row.bottom() - cell.text.bottom() - px(2);
  if (graph >= px(kMinGraphHeight)) cell.graph = {row.x, cell.text.bottom() + px(2), row.width, graph};
  return cell;
}

struct SharedGraph {
  float height = 0;  // with its range and the gap below; 0: no room
  float sum = 0;     // height of the sums below it
};

/// One graph for all rows, beside sums of this height if they fit, otherwise short ones.
SharedGraph sharedGraph(float middle, float sum, int rows, bool character, float scale) {
  const auto px = [scale](float units) { return std::round(units * scale); };
  const auto with = [&](float sumHeight, float row) {
    const float spare = middle - (sumHeight > 0 ? sumHeight + px(4) : 0) - static_cast<float>(rows) * px(row);
    return SharedGraph{spare >= px(kMinSharedGraph) ? std::min(spare, px(kMaxSharedGraph)) : 0, sumHeight};
  };
  const float shortSum = std::min(sum, px(kShortSum));
  SharedGraph graph = with(sum, character ? kCharacterRow : kMinRowHeight);
  if (graph.height == 0) graph = with(shortSum, character ? kCharacterRow : kMinRowHeight);
  if (graph.height == 0 && character) graph = with(shortSum, kMinCharacterRow);
  return graph;
}

}  // namespace

TimingGrid timingGrid(const UiRect& canvas, int rows, bool character, float scale) {
  TimingGrid grid;
  const bool narrow = canvas.width < kNarrow * scale;
  const auto px = [scale](float units) { return std::round(units * scale); };
  const float edge = px(narrow ? kEdgeNarrow : kEdge), gap = px(narrow ? kColumnGapNarrow : kColumnGap);
  const float label = px(narrow ? kLabelNarrow : kLabel), head = px(narrow ? kHeadNarrow : kHead);
  const float width = std::max(0.0f, std::floor((canvas.width - 2 * edge - label - 3 * gap) / 3));
  const int count = std::max(rows, 1);

  float sum = px(narrow ? kSumNarrow : kSum);
  const float middle = canvas.height - head - 2 * edge;
  if (middle - sum - edge < static_cast<float>(count) * px(kMinRowHeight)) sum = 0;
  float graph = 0;
  const auto divide = [&](float between) {
    const float room = std::max(0.0f, middle - (sum > 0 ? sum + px(4) : 0) - graph);
    grid.rowPitch = std::floor(room / static_cast<float>(count));
    grid.rowHeight = std::max(0.0f, grid.rowPitch - between);
  };
  divide(px(narrow ? kRowGapNarrow : kRowGap));
  if (rows > 0 && cellIn({0, 0, width, grid.rowHeight}, character, scale).graph.empty()) {
    const SharedGraph shared = sharedGraph(middle, sum, count, character, scale);
    if (shared.height > 0) {
      graph = shared.height;
      sum = shared.sum;
      divide(px(kLowRowGap));
    }
  }

  const float top = canvas.y + edge - px(4), rowsTop = top + head,
              rowsHeight = grid.rowPitch * static_cast<float>(rows);
  const float sumTop = canvas.bottom() - edge - sum;
  const float left = canvas.x + edge;
  grid.labelHead = {left, top, label, head};
  grid.labels = {left, rowsTop, label, rowsHeight};
  const float graphHeight = graph - px(kLowRowGap), graphTop = rowsTop + rowsHeight;
  if (graph > 0) grid.labelGraph = {left, graphTop, label, graphHeight};
  if (sum > 0) grid.labelSum = {left, sumTop, label, sum};
  for (std::size_t clock = 0; clock < 3; ++clock) {
    const float x = left + label + gap + static_cast<float>(clock) * (width + gap);
    grid.heads[clock] = {x, top, width, head};
    grid.columns[clock] = {x, rowsTop, width, rowsHeight};
    if (graph > 0) grid.graphs[clock] = {x, graphTop, width, graphHeight};
    if (sum > 0) grid.sums[clock] = {x, sumTop, width, sum};
  }
  return grid;
}

TimingCell timingCell(const TimingGrid& grid, int row, int clock, bool character, float scale) {
  const UiRect& column = nth(grid.columns, clock);
  const float top = column.y + static_cast<float>(row) * grid.rowPitch;
  return cellIn({column.x, top, column.width, grid.rowHeight}, character, scale);
}

UiRect timingLabel(const TimingGrid& grid, int row) {
  return {grid.labels.x, grid.labels.y + static_cast<float>(row) * grid.rowPitch, grid.labels.width, grid.rowPitch};
}

float xOnTrack(const UiRect& track, double position, double length, float width) {
  const double fraction = length > 0 ? std::clamp(position / length, 0.0, 1.0) : 0;
  return track.x + width / 2 + static_cast<float>(fraction) * std::max(0.0f, track.width - width);
}

double graphValue(const TimingLane& lane, TimingGraph graph, int sample) {
  switch (graph) {
    case TimingGraph::Lag:
      return -lane.lags()[sample];
    case TimingGraph::Gap:
      return lane.errors()[sample];
  }
  return 0;
}

double roundUp(double size) {
  if (!(size > 0) || !std::isfinite(size)) return 0;
  const double power = std::pow(10.0, std::floor(std::log10(size)));
  for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
    if (factor * power >= size * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

GraphRange graphRange(const TimingScene& scene, crossfade::ClockKind kind) {
  double low = 0, high = 0;
  for (int row = 0; row < scene.rowCount(); ++row) {
    if (!nth(scene.settings().rows, row).shown) continue;
    const TimingLane& lane = scene.lane(row, kind);
    const int size = lane.lags().size();
    for (int sample = std::max(0, size - kGraphSamples); sample < size; ++sample) {
      const double value = graphValue(lane, scene.settings().graph, sample);
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  const double maxAbs = std::max(-low, high);
  if (maxAbs < kMinRange)
    return scene.settings().graph == TimingGraph::Gap || high > -low ? GraphRange{-kMinRange, kMinRange} : GraphRange{};
  const double below = -low < kNegligibleFraction * maxAbs ? 0 : roundUp(-low),
               above = high < kNegligibleFraction * maxAbs ? 0 : roundUp(high);
  return {-below, above};
}

}  // namespace app
