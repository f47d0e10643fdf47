#include "app/ui/widgets/canvas.h"

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
}  // namespace app
