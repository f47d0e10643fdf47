#include "app/ui/timing/timing_paint.h"

#include <vector>

#include <gtest/gtest.h>

namespace app::test {
namespace {

constexpr UiRect kUsual{0, 40, 922, 634}, kSmall{0, 40, 588, 514}, kLow{0, 40, 488, 414};  // kLow: 800 x 500

/// Everything that the canvas has on it.
std::vector<UiRect> piecesOf(const TimingGrid& grid, int rows, bool character, float scale) {
  std::vector<UiRect> pieces{grid.labelHead, grid.labels};
  for (int clock = 0; clock < 3; ++clock) {
    pieces.push_back(grid.heads[static_cast<std::size_t>(clock)]);
    for (const auto& shared : {grid.graphs, grid.sums})
      if (!shared[static_cast<std::size_t>(clock)].empty()) pieces.push_back(shared[static_cast<std::size_t>(clock)]);
    for (int row = 0; row < rows; ++row) {
      const TimingCell cell = timingCell(grid, row, clock, character, scale);
      for (const UiRect& rect : {cell.track, cell.text, cell.graph})
        if (!rect.empty()) pieces.push_back(rect);
    }
  }
  return pieces;
}

TEST(TimingLayout, NothingOverlaps) {
  for (const float scale : {0.75f, 1.0f, 2.0f})
    for (const UiRect& canvas : {kUsual, kSmall, kLow, UiRect{0, 0, 1280, 720}, UiRect{0, 40, 2400, 1300}})
      for (const int rows : {1, 3, 6})
        for (const bool character : {false, true}) {
          const auto pieces = piecesOf(timingGrid(canvas, rows, character, scale), rows, character, scale);
          for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (pieces[i].empty()) continue;
            if (canvas.height >= 500 * scale && canvas.width >= 580 * scale) {
              EXPECT_TRUE(contains(canvas, pieces[i]))
                  << i << " of " << canvas.width << " x " << canvas.height << ", " << rows << " rows, scale " << scale;
            }
            for (std::size_t j = 0; j < i; ++j)
              EXPECT_FALSE(overlap(pieces[i], pieces[j]))
                  << i << ", " << j << " at " << canvas.width << " x " << canvas.height;
          }
        }
}

TEST(TimingLayout, ShowsEverythingInCommonWindowSizesWithAllDisplays) {
  for (const UiRect& canvas : {kUsual, kSmall}) {
    const TimingGrid grid = timingGrid(canvas, 6, false, 1);
    const TimingCell cell = timingCell(grid, 5, 2, false, 1);
    EXPECT_FALSE(cell.text.empty());
    EXPECT_GE(cell.graph.height, 14) << canvas.width;
    EXPECT_GE(cell.track.width, 140) << canvas.width;
    EXPECT_FALSE(grid.sums[0].empty());
    EXPECT_GE(timingCell(timingGrid(canvas, 6, true, 1), 0, 0, true, 1).track.height, 24)
        << "a character is recognizable";
  }
}

TEST(TimingLayout, RowsTooLowForGraphsShareOne) {
  for (const int rows : {6, 8}) {
    const TimingGrid grid = timingGrid(kLow, rows, false, 1);
    EXPECT_TRUE(timingCell(grid, 0, 0, false, 1).graph.empty());
    EXPECT_FALSE(timingCell(grid, rows - 1, 2, false, 1).text.empty());
    for (const UiRect& graph : grid.graphs) EXPECT_GE(graph.height, 36) << rows;
    EXPECT_GE(timingLabel(grid, 0).height, 34) << "room for the rate and how even it is";
  }
  EXPECT_FALSE(timingGrid(kLow, 6, false, 1).sums[0].empty());
  EXPECT_TRUE(timingGrid(kLow, 3, false, 1).graphs[0].empty()) << "each row has its own";
  EXPECT_TRUE(timingGrid(kUsual, 6, false, 1).graphs[0].empty());
  EXPECT_FALSE(timingGrid(kUsual, 6, true, 1).graphs[0].empty()) << "characters leave no room in their rows";
}

TEST(TimingLayout, InALowWindowCharactersShareAGraphAboveShortSums) {
  const TimingGrid grid = timingGrid(kLow, 6, true, 1);
  for (const UiRect& graph : grid.graphs) EXPECT_GE(graph.height, 36);
  EXPECT_FALSE(grid.sums[0].empty());
  EXPECT_LT(grid.sums[0].height, timingGrid(kLow, 6, false, 1).sums[0].height);
  EXPECT_GE(timingCell(grid, 0, 0, true, 1).track.height, 16);
  EXPECT_GE(timingLabel(grid, 0).height, 34) << "room for the rate and how even it is";
}

TEST(TimingLayout, HandlesAnEmptyWindow) {
  for (const int rows : {0, 1, 6}) {
    const TimingGrid grid = timingGrid({0, 0, 1, 1}, rows, true, 1);
    for (int row = 0; row < rows; ++row) EXPECT_GE(timingCell(grid, row, 0, true, 1).track.height, 0);
  }
}

TEST(TimingLayout, ABlockStaysInsideItsTrackAtBothEnds) {
  const UiRect track{100, 0, 200, 20};
  EXPECT_EQ(xOnTrack(track, 0, 300, 16), 108);
  EXPECT_EQ(xOnTrack(track, 300, 300, 16), 292);
  EXPECT_EQ(xOnTrack(track, 150, 300, 16), 200);
  EXPECT_EQ(xOnTrack(track, 150, 0, 16), 108) << "a track of no length";
}

TEST(TimingLayout, ScalesAreRoundNumbersThatFitTheirValues) {
  EXPECT_EQ(roundUp(0), 0);
  EXPECT_EQ(roundUp(1), 1);
  EXPECT_EQ(roundUp(7), 8);
  EXPECT_EQ(roundUp(9), 10);
  EXPECT_EQ(roundUp(0.012), 0.015);
  TimingScene scene;
  for (int i = 0; i < 1500; ++i) scene.advance(0.02);
  for (const TimingGraph graph : {TimingGraph::Lag, TimingGraph::Gap}) {
    ASSERT_TRUE(scene.apply(SetTiming{&TimingSettings::graph, graph}));
    for (const crossfade::ClockKind kind : kClockKinds) {
      const GraphRange range = graphRange(scene, kind);
      EXPECT_LE(range.low, 0);
      EXPECT_GE(range.high, 0);
      for (int row = 0; row < scene.rowCount(); ++row)
        for (int sample = scene.lane(row, kind).lags().size() - kGraphSamples;
             sample < scene.lane(row, kind).lags().size(); ++sample) {
          const double fraction = range.fraction(graphValue(scene.lane(row, kind), graph, sample));
          ASSERT_GE(fraction, -0.06) << "but for what is next to nothing";
          ASSERT_LE(fraction, 1.06);
        }
    }
  }
}

TEST(TimingLayout, AllDisplaysOfAClockShareOneScale) {
  TimingScene scene;
  for (int i = 0; i < 1500; ++i) scene.advance(0.02);
  const GraphRange all = graphRange(scene, crossfade::ClockKind::TimeBased);
  ASSERT_TRUE(scene.apply(ShowRow{0, false}));
  EXPECT_GT(graphRange(scene, crossfade::ClockKind::TimeBased).low, all.low)
      << "without the slowest display the scale may be finer";
}

}  // namespace
}  // namespace app::test
