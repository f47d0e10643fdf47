#include "app/ui/curves/curves_layout.h"

#include <algorithm>
#include <cmath>

#include "app/session/curves/key_polynomial.h"

namespace app {
namespace {

// Interface units.
constexpr float kEdge = 14, kNumbersLeft = 44, kNumbersBelow = 20, kTop = 16;
constexpr float kCells = 62, kCellsLow = 42;
constexpr float kLowCanvas = 330;
constexpr float kCellGap = 4, kNarrowestCell = 46;  // narrower ones are in two rows
constexpr float kDifferenceShare = 0.34f;           // of the height for plots

constexpr double kMargin = 0.07;
constexpr int kSamples = 128;  // per line, to find its range

int cellCount(const CurvesScene& scene) {
  if (scene.settings().picture == CurvesPicture::Polynomial) return 5;
  return 1 + static_cast<int>(kPlotLines) + (scene.isLesson() ? 1 : 0);
}

struct Range {
  double low, high;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// Wider by a margin; 1 either way if it has no length.
  Range widened() const {
    const double margin = high > low ? kMargin * (high - low) : 1;
    return {low - margin, high + margin};
  }
};

CurvePlane planeOf(const Range& x, const Range& y) {
  const Range across = x.widened(), up = y.widened();
  return {.begin = across.low, .end = across.high, .minValue = up.low, .maxValue = up.high};
}

float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

}  // namespace

CurvesLayout curvesLayout(const UiRect& canvas, const CurvesScene& scene, float scale) {
  const auto px = [scale](float units) { return std::round(units * scale); };
  CurvesLayout layout;
  layout.cellCount = cellCount(scene);
  const bool lines = scene.settings().picture == CurvesPicture::Interpolation;
  const float gap = px(kCellGap), all = std::max(1.0f, canvas.width - 2 * px(kEdge));
  const auto widthOf = [&](int count) {
    return std::max(1.0f, std::floor((all - gap * static_cast<float>(count - 1)) / static_cast<float>(count)));
  };
  int perRow = lines ? static_cast<int>(kMaxCells) : layout.cellCount;
  const int rows = widthOf(perRow) < px(kNarrowestCell) ? 2 : 1;
  perRow = (perRow + rows - 1) / rows;
  const float each = widthOf(perRow), cellHeight = px(canvas.height < kLowCanvas * scale ? kCellsLow : kCells);
  const float cells = static_cast<float>(rows) * (cellHeight + gap) - gap;
  const float left = canvas.x + px(kNumbersLeft), width = std::max(1.0f, canvas.width - px(kNumbersLeft + kEdge));
  const float top = canvas.y + px(kTop), cellTop = canvas.bottom() - px(kEdge) - cells;
  const float room = std::max(1.0f, cellTop - px(kNumbersBelow + 6) - top);
  layout.plot = {left, top, width, room};
  if (scene.settings().picture == CurvesPicture::Polynomial) {
    const float difference = std::floor(room * kDifferenceShare), between = px(kNumbersBelow + 18);
    layout.plot.height = std::max(1.0f, room - difference - between);
    layout.difference = {left, layout.plot.bottom() + between, width, std::max(1.0f, difference)};
  }
  for (int i = 0; i < layout.cellCount; ++i)
    layout.cells[static_cast<std::size_t>(i)] = {canvas.x + px(kEdge) + static_cast<float>(i % perRow) * (each + gap),
                                                 cellTop + static_cast<float>(i / perRow) * (cellHeight + gap), each,
                                                 cellHeight};
  return layout;
}

CurvePlane curvesPlane(const CurvesScene& scene) {
  const bool lines = scene.settings().picture == CurvesPicture::Interpolation;
  const auto& keys = scene.settings().keys;
  const auto curveKeys = scene.settings().curve.keys();
  if (!lines && curveKeys.empty()) return {};
  const Range x = lines ? Range{keys.front().x, keys.back().x} : Range{curveKeys.front().time, curveKeys.back().time};
  Range y = lines ? Range{keys.front().y, keys.front().y} : Range{curveKeys.front().value, curveKeys.front().value};
  for (const PlotKey& key : keys)
    if (lines) y.add(key.y);
  for (int i = 0; i <= kSamples; ++i) {
    const double u = double(i) / kSamples, at = x.low * (1 - u) + x.high * u;
    if (!lines) {
      y.add(scene.settings().curve.evaluate(at));
      y.add(polynomialAt(scene.settings().curve, at).at(at));
    }
    for (std::size_t line = 0; line < kPlotLines && lines; ++line)
      if (scene.settings().shown[line]) y.add(scene.valueAt(static_cast<PlotLine>(line), at));
  }
  return planeOf(x, y);
}

CurvePlane differencePlane(const CurvesScene& scene) {
  CurvePlane plane = curvesPlane(scene);
  const double most = checkPolynomial(scene.settings().curve).difference;
  plane.maxValue = most > 0 && std::isfinite(most) ? 1.15 * most : 1;
  plane.minValue = -plane.maxValue;
  return plane;
}

bool isExact(double value, double exact) {
  constexpr double kRounding = 1e-12;
  return std::abs(value - exact) <= kRounding * std::max(1.0, std::abs(exact));
}

ImVec2 slopeHandle(const PlotKey& key, int side, const CurveAxes& axes, float reach) {
  const float dx = axes.x(key.x + 1) - axes.x(key.x), dy = axes.y(key.y + key.slope) - axes.y(key.y);
  const float length = std::hypot(dx, dy), along = length > 0 ? static_cast<float>(side) * reach / length : 0;
  return {axes.x(key.x) + dx * along, axes.y(key.y) + dy * along};
}

bool showsSlopes(const CurvesScene& scene) {
  return scene.isShown(PlotLine::Hermite) || scene.isShown(PlotLine::Bezier);
}

bool hasHandle(const CurvesScene& scene, int key, int side) {
  const int neighbor = key + side;
  return showsSlopes(scene) && neighbor >= 0 && neighbor < static_cast<int>(scene.settings().keys.size());
}

PlotHit hitPlot(const CurvesScene& scene, int selected, const CurveAxes& axes, ImVec2 pointer, float handle,
                float reach) {
  PlotHit nearest;
  const auto offer = [&](PlotHit hit, ImVec2 at) {
    const float away = distance(at, pointer);
    if (away > reach) return;
    reach = away;
    nearest = hit;
  };
  const auto& keys = scene.settings().keys;
  for (int i = 0; i < static_cast<int>(keys.size()); ++i) {
    const PlotKey& key = keys[static_cast<std::size_t>(i)];
    offer({i, 0}, {axes.x(key.x), axes.y(key.y)});
    for (const int side : {-1, 1})
      if (i == selected && hasHandle(scene, i, side)) offer({i, side}, slopeHandle(key, side, axes, handle));
  }
  return nearest;
}

}  // namespace app
