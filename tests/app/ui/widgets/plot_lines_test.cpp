#include "app/ui/widgets/plot_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace app {
namespace {

int linesSeen(double low, double high, int maxParts) {
  const double step = gridStep(low, high, maxParts);
  return static_cast<int>(std::floor(high / step) - std::ceil(low / step)) + 1;
}

TEST(PlotLines, AGridHasAtLeastTwoLines) {
  for (const int parts : {2, 3, 8})
    for (const double high : {1.0, 3.2, 4.9, 5.1, 9.9})
      for (const double size : {1e-16, 1.0, 1e6}) {
        EXPECT_GE(linesSeen(-high * size, high * size, parts), 2) << high * size << ", " << parts;
        EXPECT_LE(linesSeen(-high * size, high * size, parts), std::max(parts + 1, 5)) << high * size << ", " << parts;
      }
  EXPECT_EQ(gridStep(-1, 1, 4), niceStep(2, 4)) << "where these are enough";
  EXPECT_EQ(gridStep(1, 1, 4), 1) << "of no height";
}

}  // namespace
}  // namespace app
