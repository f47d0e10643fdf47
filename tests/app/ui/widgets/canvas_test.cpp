#include "app/ui/widgets/canvas.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "app/ui/widgets/theme.h"

namespace app {
namespace {

TEST(CanvasColors, DotsAreSeenAndStayBehindTheDrawing) {
  ImDrawList list(nullptr);
  for (const bool dark : {true, false}) {
    const Canvas canvas{.list = list, .dark = dark};
    const double dots = contrast(gridDotColor(canvas), groundColor(canvas));
    EXPECT_GE(dots, 2);
    EXPECT_LT(dots, contrast(dimInkColor(canvas), groundColor(canvas)) / 2);
  }
}

}  // namespace

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
