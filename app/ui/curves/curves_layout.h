// The layout of the curves canvas: a plot, what else is plotted, and a row of values. Pure functions.
#pragma once

#include <array>

#include "app/session/curves/curves_scene.h"
#include "app/ui/widgets/curve_edit.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// The values below the plots: x and one per line, and y = x^2 while the keys are the lesson's; or x, the curve, the
/// polynomial, and their difference here and where it is largest.
inline constexpr int kMaxCells = 7;

struct CurvesLayout {
  UiRect plot;        // the plane itself, without the numbers beside and below it
  UiRect difference;  // second picture only
  std::array<UiRect, kMaxCells> cells{};
  int cellCount = 0;
};
CurvesLayout curvesLayout(const UiRect& canvas, const CurvesScene& scene, float scale);

/// The range that the picture shows: keys, lines and a margin.
CurvePlane curvesPlane(const CurvesScene& scene);
/// Symmetric around 0; a range of 1 if the curve is the polynomial exactly.
CurvePlane differencePlane(const CurvesScene& scene);

/// Whether a line's value is the exact one but for rounding.
bool isExact(double value, double exact);

/// The end of a key's tangent handle, `reach` pixels away; -1: the one before the key, 1: the one after it.
ImVec2 slopeHandle(const PlotKey& key, int side, const CurveAxes& axes, float reach);

/// What the pointer is on.
struct PlotHit {
  int key = -1;  // -1: nothing
  int side = 0;  // of its tangent handle: -1, 1; 0: the key itself
  friend bool operator==(const PlotHit&, const PlotHit&) = default;
};
/// The nearest key, or tangent handle of the selected one, within `reach` pixels.
PlotHit hitPlot(const CurvesScene& scene, int selected, const CurveAxes& axes, ImVec2 pointer, float handle,
                float reach);
/// Whether a tangent can be dragged: a line that reads it is shown.
bool showsSlopes(const CurvesScene& scene);
bool hasHandle(const CurvesScene& scene, int key, int side);

}  // namespace app
