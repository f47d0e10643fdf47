// The picture: a plane with its grid, lines through keys, the cursor, and a row of values.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/session/curves/curves_scene.h"
#include "app/ui/curves/curves_workspace.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/text.h"
#include "app/ui/widgets/theme.h"

namespace app {
namespace {

constexpr std::array kNames{"Step", "Linear", "Smooth", "Hermite", "Bezier"};
constexpr std::array kStyles{LineStyle::Solid, LineStyle::Solid, LineStyle::Solid, LineStyle::Dashed,
                             LineStyle::DashDotted};
static_assert(kNames.size() == kPlotLines && kStyles.size() == kPlotLines);
constexpr std::size_t kMaxPoints = 4096;
constexpr float kPointSpacing = 3;  // pixels along the plot
constexpr int kGridLines = 8;
constexpr std::size_t kMaxKeysDrawn = 500;  // more could not be told apart

ImU32 lineColor(std::size_t line, bool dark) { return clipColorOf(static_cast<int>(line), dark); }
ImU32 exactColor(const Canvas& canvas) { return faded(dimInkColor(canvas), 0.35f); }

Text numberText(double value) { return Text("%.4g", value == 0 ? 0.0 : value); }

void clipTo(const Canvas& canvas, const UiRect& rect) { canvas.list.PushClipRect(rect.min(), rect.max(), true); }

/// Grid, frame, and numbers left of and below the plane.
void drawPlane(const Canvas& canvas, const CurveAxes& axes, bool numbersBelow, const char* format) {
  const UiRect& area = axes.area;
  const CurvePlane& plane = axes.plane;
  const double across = niceStep(plane.end - plane.begin, kGridLines);
  for (int i = 0; i <= kGridLines; ++i) {
    const double x = (std::ceil(plane.begin / across) + i) * across;
    if (x > plane.end) break;
    const float at = std::round(axes.x(x));
    canvas.list.AddLine({at, area.y}, {at, area.bottom()}, faintInkColor(canvas), std::max(1.0f, canvas.px(1)));
    if (numbersBelow)
      canvasText(canvas, {at - canvas.px(30), area.bottom() + canvas.px(3), canvas.px(60), canvas.px(16)},
                 numberText(std::abs(x) < across * 1e-6 ? 0 : x), dimInkColor(canvas), 0.5f, TextStyle::Small);
  }
  const int rows = std::clamp(static_cast<int>(area.height / canvas.px(26)), 1, kGridLines);
  const double up = gridStep(plane.minValue, plane.maxValue, rows);
  for (int i = 0; i <= 2 * rows; ++i) {
    const double y = (std::ceil(plane.minValue / up) + i) * up;
    if (y > plane.maxValue) break;
    const float at = std::round(axes.y(y));
    canvas.list.AddLine({area.x, at}, {area.right(), at}, faintInkColor(canvas), std::max(1.0f, canvas.px(1)));
    canvasText(canvas, {canvas.rect.x, at - canvas.px(8), area.x - canvas.rect.x - canvas.px(6), canvas.px(16)},
               std::abs(y) < up * 1e-6 ? Text("0") : Text(format, y), dimInkColor(canvas), 1, TextStyle::Small);
  }
  canvas.list.AddRect(area.min(), area.max(), faintInkColor(canvas), 0, 0, std::max(1.0f, canvas.px(1)));
}

/// A line from the left edge of the plane to the right, with every jump at a key.
class LinePoints {
 public:
  void add(ImVec2 point) {
    if (count_ < points_.size()) points_[count_++] = point;
  }
  std::span<const ImVec2> all() const { return std::span(points_).first(count_); }

 private:
  std::array<ImVec2, kMaxPoints> points_;
  std::size_t count_ = 0;
};

/// Adds `valueOf` from `from` to `to`; at `to` as it is just before it.
template <class ValueOf>
void addPiece(LinePoints& line, const CurveAxes& axes, double from, double to, ValueOf&& valueOf) {
  if (!(to > from)) return;
  const int parts = std::clamp(static_cast<int>((axes.x(to) - axes.x(from)) / kPointSpacing), 1, 512);
  for (int i = 0; i <= parts; ++i) {
    const double u = double(i) / parts;
    const double x = i == parts ? std::nextafter(to, from) : from * (1 - u) + to * u;
    line.add({axes.x(x), axes.y(valueOf(x))});
  }
}

void drawLine(const Canvas& canvas, const CurvesScene& scene, const CurveAxes& axes, std::size_t index) {
  const auto valueOf = [&](double x) { return scene.valueAt(static_cast<PlotLine>(index), x); };
  LinePoints line;
  double from = axes.plane.begin;
  for (const PlotKey& key : scene.settings().keys) {
    addPiece(line, axes, from, key.x, valueOf);
    from = key.x;
  }
  addPiece(line, axes, from, axes.plane.end, valueOf);
  styledLine(canvas.list, line.all(), lineColor(index, canvas.dark), canvas.px(index < 3 ? 1.75f : 2.25f),
             kStyles[index], canvas.scale);
}

/// y = x^2, wide and faint behind the lines.
void drawExact(const Canvas& canvas, const CurveAxes& axes) {
  LinePoints line;
  addPiece(line, axes, axes.plane.begin, axes.plane.end, [](double x) { return x * x; });
  styledLine(canvas.list, line.all(), exactColor(canvas), canvas.px(7), LineStyle::Solid, canvas.scale);
}

/// A handle of the selected key.
void drawHandle(const Canvas& canvas, const PlotKey& key, int side, const CurveAxes& axes, bool hot) {
  const ImVec2 end = slopeHandle(key, side, axes, canvas.px(kSlopeReach));
  canvas.list.AddLine({axes.x(key.x), axes.y(key.y)}, end, dimInkColor(canvas), canvas.px(1.25f));
  canvas.list.AddCircleFilled(end, canvas.px(hot ? 5.5f : 4.5f), groundColor(canvas));
  canvas.list.AddCircleFilled(end, canvas.px(hot ? 4.5f : 3.5f), hot ? inkColor(canvas) : dimInkColor(canvas));
}

void drawKeys(const Canvas& canvas, const CurvesScene& scene, const CurveAxes& axes, const CurvesMarks& marks) {
  const auto& keys = scene.settings().keys;
  for (int i = 0; i < static_cast<int>(keys.size()); ++i) {
    const PlotKey& key = nth(keys, i);
    for (const int side : {-1, 1})
      if (i == marks.selected && hasHandle(scene, i, side))
        drawHandle(canvas, key, side, axes, marks.hovered == PlotHit{i, side});
    const bool selected = i == marks.selected, hot = marks.hovered == PlotHit{i, 0};
    const ImVec2 at{axes.x(key.x), axes.y(key.y)};
    const ImU32 ink = selected ? paletteOf(canvas.dark).accent : inkColor(canvas);
    if (hot || selected) canvas.list.AddCircleFilled(at, canvas.px(9), faded(ink, 0.25f));
    canvas.list.AddCircleFilled(at, canvas.px(6), groundColor(canvas));
    canvas.list.AddCircleFilled(at, canvas.px(4.5f), ink);
  }
}

/// A vertical line; the dots are drawn by the pictures.
void drawCursor(const Canvas& canvas, const CurveAxes& axes, double x) {
  const float at = std::round(axes.x(x));
  if (at < axes.area.x || at > axes.area.right()) return;
  canvas.list.AddLine({at, axes.area.y}, {at, axes.area.bottom()}, faded(inkColor(canvas), 0.45f),
                      std::max(1.0f, canvas.px(1)));
}

void drawDot(const Canvas& canvas, const CurveAxes& axes, double x, double y, ImU32 tint) {
  canvas.list.AddCircleFilled({axes.x(x), axes.y(y)}, canvas.px(5), groundColor(canvas));
  canvas.list.AddCircleFilled({axes.x(x), axes.y(y)}, canvas.px(3.75f), tint);
}

struct Cell {
  const char* name = "";
  const char* value = "";
  const char* below = "";  // small, where there is room
  ImU32 tint = 0;          // of the bar above; 0: none
  LineStyle style = LineStyle::Solid;
  float thickness = 2.5f;
  bool on = true;
};

void drawCell(const Canvas& canvas, const UiRect& rect, const Cell& cell, bool hot) {
  const ImVec2 low{rect.x, rect.y}, high{rect.right(), rect.bottom()};
  canvas.list.AddRectFilled(low, high, faded(faintInkColor(canvas), hot ? 1.0f : 0.6f), canvas.px(5));
  canvas.list.PushClipRect(low, high, true);
  const float inset = canvas.px(6), top = rect.y + canvas.px(5);
  if (cell.tint != 0) {
    const std::array<ImVec2, 2> bar{ImVec2{rect.x + inset, top}, ImVec2{rect.right() - inset, top}};
    styledLine(canvas.list, bar, faded(cell.tint, cell.on ? 1.0f : 0.35f), canvas.px(cell.thickness), cell.style,
               canvas.scale);
  }
  const float width = rect.width - 2 * inset;
  canvasText(canvas, {rect.x + inset, top + canvas.px(3), width, canvas.px(15)}, cell.name,
             cell.on ? dimInkColor(canvas) : faded(dimInkColor(canvas), 0.75f), 0, TextStyle::Small);
  canvasText(canvas, {rect.x + inset, top + canvas.px(17), width, canvas.px(18)}, cell.value,
             cell.on ? inkColor(canvas) : dimInkColor(canvas), 0, cell.on ? TextStyle::Strong : TextStyle::Small);
  if (rect.height >= canvas.px(54))
    canvasText(canvas, {rect.x + inset, top + canvas.px(36), width, canvas.px(15)}, cell.below, dimInkColor(canvas), 0,
               TextStyle::Small);
  canvas.list.PopClipRect();
}

void drawLineCells(const Canvas& canvas, const CurvesScene& scene, const CurvesLayout& layout,
                   const CurvesMarks& marks) {
  const double x = scene.cursor(), exact = x * x;
  drawCell(canvas, layout.cells[0], {.name = "x", .value = numberText(x), .below = "cursor"}, false);
  for (std::size_t line = 0; line < kPlotLines; ++line) {
    const bool on = scene.settings().shown[line];
    const double y = scene.valueAt(static_cast<PlotLine>(line), x);
    const Text below = !scene.isLesson() || !on ? Text() : isExact(y, exact) ? Text("exact") : Text("%+.3g", y - exact);
    drawCell(canvas, layout.cells[line + 1],
             {.name = kNames[line],
              .value = on ? numberText(y) : Text("hidden"),
              .below = below,
              .tint = lineColor(line, canvas.dark),
              .style = kStyles[line],
              .on = on},
             marks.hoveredCell == static_cast<int>(line) + 1);
  }
  if (scene.isLesson())
    drawCell(
        canvas, layout.cells[kPlotLines + 1],
        {.name = "y = x\u00b2", .value = numberText(exact), .below = "", .tint = exactColor(canvas), .thickness = 5},
        false);
}

void drawInterpolation(const Canvas& canvas, const CurvesScene& scene, const CurvesLayout& layout,
                       const CurvesMarks& marks) {
  const CurveAxes axes{.area = layout.plot, .plane = marks.plane ? *marks.plane : curvesPlane(scene)};
  drawPlane(canvas, axes, true, "%.4g");
  clipTo(canvas, axes.area);
  if (scene.isLesson()) drawExact(canvas, axes);
  for (std::size_t line = 0; line < kPlotLines; ++line)
    if (scene.settings().shown[line]) drawLine(canvas, scene, axes, line);
  drawCursor(canvas, axes, scene.cursor());
  for (std::size_t line = 0; line < kPlotLines; ++line)
    if (scene.settings().shown[line])
      drawDot(canvas, axes, scene.cursor(), scene.valueAt(static_cast<PlotLine>(line), scene.cursor()),
              lineColor(line, canvas.dark));
  drawKeys(canvas, scene, axes, marks);
  canvas.list.PopClipRect();
  drawLineCells(canvas, scene, layout, marks);
}

void drawPolynomialCells(const Canvas& canvas, const CurvesScene& scene, const CurvesLayout& layout) {
  const auto& curve = scene.settings().curve;
  const double x = scene.cursor(), value = curve.evaluate(x), polynomial = polynomialAt(curve, x).at(x);
  const PolynomialCheck check = checkPolynomial(curve);
  const Text time = numberText(x), curveValue = numberText(value), exact = numberText(polynomial);
  const Text here("%.2g", value - polynomial), largest("%.2g", check.difference), where("at %.3g", check.time);
  const std::array<Cell, 5> cells{
      Cell{.name = "time", .value = time, .below = "cursor"},
      Cell{.name = "Curve", .value = curveValue, .tint = lineColor(0, canvas.dark), .thickness = 5},
      Cell{.name = "Polynomial", .value = exact, .tint = lineColor(1, canvas.dark), .style = LineStyle::Dashed},
      Cell{.name = "difference", .value = here, .below = "at cursor", .tint = lineColor(5, canvas.dark)},
      Cell{.name = "largest", .value = largest, .below = where, .tint = lineColor(5, canvas.dark)}};
  for (std::size_t i = 0; i < cells.size(); ++i) drawCell(canvas, layout.cells[i], cells[i], false);
}

void drawPolynomial(const Canvas& canvas, const CurvesScene& scene, const CurvesLayout& layout) {
  const auto& curve = scene.settings().curve;
  const CurveAxes axes{.area = layout.plot, .plane = curvesPlane(scene)};
  const CurveAxes differences{.area = layout.difference, .plane = differencePlane(scene)};
  drawPlane(canvas, axes, true, "%.4g");
  drawPlane(canvas, differences, false, "%.0e");
  canvasText(canvas, {layout.plot.x, layout.difference.y - canvas.px(18), layout.plot.width, canvas.px(16)},
             Text("curve minus polynomial, %d samples", kComparedSamples), dimInkColor(canvas), 0, TextStyle::Small);
  if (!curve.keys().empty()) {
    clipTo(canvas, axes.area);
    LinePoints line, polynomial, difference;
    addPiece(line, axes, axes.plane.begin, axes.plane.end, [&](double t) { return curve.evaluate(t); });
    addPiece(polynomial, axes, axes.plane.begin, axes.plane.end,
             [&](double t) { return polynomialAt(curve, t).at(t); });
    styledLine(canvas.list, line.all(), faded(lineColor(0, canvas.dark), 0.8f), canvas.px(5), LineStyle::Solid,
               canvas.scale);
    styledLine(canvas.list, polynomial.all(), lineColor(1, canvas.dark), canvas.px(2), LineStyle::Dashed, canvas.scale);
    drawCursor(canvas, axes, scene.cursor());
    if (curve.keys().size() <= kMaxKeysDrawn)
      for (const crossfade::CurveKey& key : curve.keys()) drawDot(canvas, axes, key.time, key.value, inkColor(canvas));
    canvas.list.PopClipRect();
    clipTo(canvas, differences.area);
    for (int i = 0; i < kComparedSamples; ++i) {
      const double time = comparedTime(curve, i);
      difference.add({differences.x(time), differences.y(polynomialDifference(curve, time))});
    }
    styledLine(canvas.list, difference.all(), lineColor(5, canvas.dark), canvas.px(1.5f), LineStyle::Solid,
               canvas.scale);
    drawCursor(canvas, differences, scene.cursor());
    canvas.list.PopClipRect();
  }
  drawPolynomialCells(canvas, scene, layout);
}

}  // namespace

void drawCurvesCanvas(const Session& session, const Canvas& canvas, const CurvesMarks& marks) {
  canvasGround(canvas);
  const CurvesScene& scene = session.curves();
  const CurvesLayout layout = curvesLayout(canvas.rect, scene, canvas.scale);
  switch (scene.settings().picture) {
    case CurvesPicture::Interpolation:
      return drawInterpolation(canvas, scene, layout, marks);
    case CurvesPicture::Polynomial:
      return drawPolynomial(canvas, scene, layout);
  }
}

}  // namespace app
