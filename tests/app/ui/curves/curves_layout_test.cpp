#include "app/ui/curves/curves_layout.h"

#include <gtest/gtest.h>

#include <cmath>

namespace app {
namespace {

const UiRect kCanvas{0, 40, 920, 634};

CurvesScene scene(const std::vector<CurvesCommand>& commands) {
  CurvesScene made;
  for (const CurvesCommand& command : commands) EXPECT_TRUE(made.apply(command));
  return made;
}

TEST(CurvesLayout, KeepsEverythingInsideAndApart) {
  for (const UiRect& canvas : {kCanvas, UiRect{0, 40, 488, 414}, UiRect{0, 40, 1540, 994}, UiRect{0, 0, 640, 360}})
    for (const CurvesPicture picture : {CurvesPicture::Interpolation, CurvesPicture::Polynomial}) {
      const CurvesLayout layout = curvesLayout(canvas, scene({SetCurves{&CurvesSettings::picture, picture}}), 1);
      EXPECT_TRUE(contains(canvas, layout.plot));
      EXPECT_GT(layout.plot.height, 90);
      EXPECT_EQ(layout.difference.empty(), picture == CurvesPicture::Interpolation);
      if (!layout.difference.empty()) {
        EXPECT_FALSE(overlap(layout.plot, layout.difference));
        EXPECT_GT(layout.difference.height, 50);
      }
      for (int i = 0; i < layout.cellCount; ++i) {
        const UiRect& cell = layout.cells[static_cast<std::size_t>(i)];
        EXPECT_TRUE(contains(canvas, cell));
        EXPECT_FALSE(overlap(cell, layout.plot));
        EXPECT_FALSE(overlap(cell, layout.difference));
        EXPECT_GE(cell.width, 60) << "room for 'Hermite'";
      }
    }
}

TEST(CurvesLayout, HasACellForTheParabolaWhileTheExampleIsUntouched) {
  EXPECT_EQ(curvesLayout(kCanvas, scene({}), 1).cellCount, 7);
  EXPECT_EQ(curvesLayout(kCanvas, scene({curves::SetSlope{1, 0}}), 1).cellCount, 6);
  EXPECT_EQ(curvesLayout(kCanvas, scene({SetCurves{&CurvesSettings::picture, CurvesPicture::Polynomial}}), 1).cellCount,
            5);
}

TEST(CurvesLayout, ThePlaneHoldsKeysAndOvershoots) {
  const CurvePlane squares = curvesPlane(scene({}));
  EXPECT_LT(squares.begin, -2);
  EXPECT_GT(squares.end, 2);
  EXPECT_LT(squares.minValue, 0);
  EXPECT_GT(squares.maxValue, 4);
  const CurvesScene steep = scene({SetCurves{&CurvesSettings::keys, std::vector<PlotKey>{{0, 0, 20}, {1, 0, 20}}}});
  EXPECT_GT(curvesPlane(steep).maxValue, steep.valueAt(PlotLine::Hermite, 0.25));
  const CurvesScene hidden =
      scene({SetCurves{&CurvesSettings::keys, std::vector<PlotKey>{{0, 0, 20}, {1, 0, 20}}},
             curves::ShowLine{PlotLine::Hermite, false}, curves::ShowLine{PlotLine::Bezier, false}});
  EXPECT_LT(curvesPlane(hidden).maxValue, 1.01) << "hidden lines need no room";
  const CurvePlane one = curvesPlane(scene({SetCurves{&CurvesSettings::keys, std::vector<PlotKey>{{5, 7, 0}}}}));
  EXPECT_TRUE(one.begin < 5 && 5 < one.end && one.minValue < 7 && 7 < one.maxValue);
  const CurvePlane none = curvesPlane(scene({SetCurves{&CurvesSettings::picture, CurvesPicture::Polynomial},
                                             SetCurves{&CurvesSettings::curve, crossfade::AnimationCurve{}}}));
  EXPECT_TRUE(none.begin < none.end && none.minValue < none.maxValue);
}

TEST(CurvesLayout, HandlesPointAlongTheSlopeAndOnlyTheSelectedKeysAreHit) {
  const CurvesScene squares = scene({});
  const CurveAxes axes{.area = {0, 0, 400, 400}, .plane = curvesPlane(squares)};
  const PlotKey key = squares.settings().keys[3];  // (1, 1) with slope 2
  const ImVec2 at{axes.x(1), axes.y(1)}, handle = slopeHandle(key, 1, axes, 46);
  EXPECT_NEAR(std::hypot(handle.x - at.x, handle.y - at.y), 46, 1e-3);
  EXPECT_NEAR((axes.value(handle.y) - 1) / (axes.time(handle.x) - 1), 2, 1e-4);
  EXPECT_EQ(hitPlot(squares, 3, axes, handle, 46, 10), (PlotHit{3, 1}));
  EXPECT_EQ(hitPlot(squares, 2, axes, handle, 46, 10), PlotHit{});
  EXPECT_EQ(hitPlot(squares, 2, axes, {at.x + 5, at.y - 5}, 46, 10), (PlotHit{3, 0}));
  EXPECT_FALSE(hasHandle(squares, 0, -1)) << "nothing is before the first key";
  EXPECT_FALSE(
      hasHandle(scene({curves::ShowLine{PlotLine::Hermite, false}, curves::ShowLine{PlotLine::Bezier, false}}), 2, 1))
      << "no line reads the slope";
}

TEST(CurvesLayout, RoundingCountsAsExact) {
  const CurvesScene scene;
  for (int i = -200; i < 200; ++i) {
    const double x = i / 100.0 + 0.0016;
    EXPECT_TRUE(isExact(scene.valueAt(PlotLine::Hermite, x), x * x)) << x;
  }
  EXPECT_FALSE(isExact(scene.valueAt(PlotLine::Bezier, 0.5), 0.25));
  EXPECT_FALSE(isExact(1 + 1e-9, 1));
}

}  // namespace
}  // namespace app
