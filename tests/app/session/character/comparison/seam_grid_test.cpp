#include "app/session/character/comparison/seam_map.h"

#include <gtest/gtest.h>

namespace app {
namespace {

/// Measures each cell once, as its time in the first clip.
int measureAll(SeamGrid& grid) {
  int count = 0;
  do {
    while (const auto cell = grid.next()) {
      grid.set(*cell, {.velocityRatio = cell->row * grid.rows().step()});
      ++count;
    }
  } while (grid.refine());
  return count;
}

TEST(SeamGrid, MeasuresEveryMomentOfTheFinestGridOnce) {
  SeamGrid grid(5, false, 4, true);
  EXPECT_EQ(grid.rows().count(), 13) << "both ends";
  EXPECT_EQ(grid.columns().count(), 12) << "the end is the beginning";
  EXPECT_EQ(measureAll(grid), 49 * 48);
  EXPECT_EQ(grid.progress(), 1);
  for (int row = 0; row < 49; ++row)
    for (int column = 0; column < 48; ++column)
      EXPECT_NEAR(grid.figures()[static_cast<std::size_t>(row * 48 + column)].velocityRatio, row * 5.0 / 48, 1e-12);
}

TEST(SeamGrid, RefinedItShowsTheCoarserCellsUntilTheFinerAreMeasured) {
  SeamGrid grid(1, true, 1, true);
  while (const auto cell = grid.next()) grid.set(*cell, {.slide = 100.0 * cell->row + cell->column});
  EXPECT_TRUE(grid.isCoarsest());
  ASSERT_TRUE(grid.refine());
  EXPECT_FALSE(grid.isCoarsest());
  ASSERT_EQ(grid.figures().size(), 24u * 24);
  EXPECT_EQ(grid.figures()[5 * 24 + 7].slide, 203);
  ASSERT_TRUE(grid.next());
  EXPECT_EQ(grid.next()->row, 0);
  EXPECT_EQ(grid.next()->column, 1) << "(0, 0) is known";
}

TEST(SeamGrid, OfShortClipsIsNoFinerThanTheirFrames) {
  SeamGrid brief(0.1, false, 0, false);
  EXPECT_EQ(brief.rows().count(), 4);
  EXPECT_EQ(brief.columns().count(), 1);
  EXPECT_EQ(brief.columns().step(), 0);
  EXPECT_EQ(measureAll(brief), 4);
  SeamGrid run(0.7, true, 0.7, true);
  EXPECT_EQ(measureAll(run), 24 * 24) << "1/34 s";
}

TEST(SeamGrid, KeyTimesThatAreRoundedUpAddNoInterval) {
  for (const int frames : {3, 6, 12, 24, 48}) {  // the nearest floats are longer
    const double duration = static_cast<double>(static_cast<float>(frames) / 30);
    ASSERT_GT(duration, frames / 30.0);
    SeamGrid grid(duration, false, 0, false);
    EXPECT_EQ(measureAll(grid), frames + 1);
  }
}

TEST(SeamGrid, RefinesALongClipBesideAShortOne) {
  SeamGrid down(5, false, 0.1, false), across(0.1, false, 5, false);
  EXPECT_EQ(measureAll(down), 49 * 4);
  EXPECT_EQ(measureAll(across), 49 * 4);
  EXPECT_EQ(down.progress(), 1);
  EXPECT_EQ(across.progress(), 1);
}

TEST(SeamGrid, ItsCostIsWhatTuneCompares) {
  EXPECT_NEAR(seamCost({.velocityRatio = 0.5, .excess = {.overshoot = 0.1}, .slide = 0.2}, 2), 0.9, 1e-12);
  EXPECT_NEAR(seamCost({.velocityRatio = 1, .excess = {.tilt = 0.1, .sink = 0.05, .outside = 1}}, 2), 0.9, 1e-12);
  EXPECT_NEAR(seamCost({.velocityRatio = 2.5, .slide = 0}, 2), 1.5 + 5, 1e-12);
}

}  // namespace
}  // namespace app
