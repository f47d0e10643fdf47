#include "app/ui/curves/curves_layout.h"

#include <algorithm>
#include <cmath>

#include "app/ui/curves/curves_workspace.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

// Interface units.
constexpr float kEdge = 14, kNumbersLeft = 44, kNumbersBelow = 20, kPlotTop = 16;
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
  const float top = canvas.y + px(kPlotTop), cellTop = canvas.bottom() - px(kEdge) - cells;
  const float room = std::max(1.0f, cellTop - px(kNumbersBelow + 6) - top);
  layout.plot = {left, top, width, room};
  if (scene.settings().picture == CurvesPicture::Polynomial) {
    const float difference = std::floor(room * kDifferenceShare), between = px(kNumbersBelow + 18);
    layout.plot.height = std::max(1.0f, room - difference - between);
    layout.difference = {left, layout.plot.bottom() + between, width, std::max(1.0f, difference)};
  }
  for (int i = 0; i < layout.cellCount; ++i)
    nth(layout.cells, i) = {canvas.x + px(kEdge) + static_cast<float>(i % perRow) * (each + gap),
                            cellTop + static_cast<float>(i / perRow) * (cellHeight + gap), each, cellHeight};
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
    const PlotKey& key = nth(keys, i);
    offer({i, 0}, {axes.x(key.x), axes.y(key.y)});
    for (const int side : {-1, 1})
      if (i == selected && hasHandle(scene, i, side)) offer({i, side}, slopeHandle(key, side, axes, handle));
  }
  return nearest;
}

// ---- Dragging keys, tangents and the cursor in the plot.

namespace {

using Held = CurvesWorkspace::Held;

constexpr float kKeyReach = 10;    // interface units from a key
constexpr double kSnaps = 20;      // with Shift, per plane
constexpr int kFineSteps = 100;    // of the arrow keys, per plane
constexpr float kMinRun = 3;       // pixels from a key that a handle keeps
constexpr double kMaxSlope = 100;  // of a dragged handle: plane heights per plane width

double width(const CurvePlane& plane) { return plane.end - plane.begin; }
double height(const CurvePlane& plane) { return plane.maxValue - plane.minValue; }
double xStep(const CurvePlane& plane) { return niceStep(width(plane), static_cast<int>(kSnaps)); }
double yStep(const CurvePlane& plane) { return niceStep(height(plane), static_cast<int>(kSnaps)); }

/// A value that the pointer may give: at most as far beyond the plane as the plane reaches.
double reachable(double at, double low, double high) {
  return std::clamp(std::clamp(at, 2 * low - high, 2 * high - low), -kPlotLimit, kPlotLimit);
}

/// Between its neighbors.
void moveKey(const CurvesScene& scene, int key, double x, double y, Commands& out) {
  const auto& keys = scene.settings().keys;
  const auto index = static_cast<std::size_t>(key);
  const double low = index > 0 ? keys[index - 1].x : -kPlotLimit;
  const double high = index + 1 < keys.size() ? keys[index + 1].x : kPlotLimit;
  const curves::MoveKey move{key, std::clamp(x, low, high), std::clamp(y, -kPlotLimit, kPlotLimit)};
  if (move.x != keys[index].x || move.y != keys[index].y) out.push_back(CurvesCommand{move});
}

void turn(const PlotKey& key, int index, int side, const CurveAxes& axes, ImVec2 to, Commands& out) {
  const CurvePlane& plane = axes.plane;
  const float run = std::max(static_cast<float>(side) * (to.x - axes.x(key.x)), kMinRun);
  const double along = axes.time(axes.x(key.x) + static_cast<float>(side) * run) - key.x;
  const double limit = std::min(kMaxSlope * height(plane) / width(plane), kPlotLimit);
  double slope = std::clamp((axes.value(to.y) - key.y) / along, -limit, limit);
  if (ImGui::GetIO().KeyShift) slope = snapped(slope, 2 * yStep(plane) / xStep(plane) / kSnaps);
  if (slope != key.slope) out.push_back(CurvesCommand{curves::SetSlope{index, slope}});
}

void drag(const CurvesScene& scene, const CurvesWorkspace& state, const CurveAxes& axes, Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 to{io.MousePos.x + state.offset.x, io.MousePos.y + state.offset.y};
  const CurvePlane& plane = axes.plane;
  double x = reachable(axes.time(to.x), plane.begin, plane.end);
  double y = reachable(axes.value(to.y), plane.minValue, plane.maxValue);
  if (io.KeyShift) {
    x = snapped(x, xStep(plane));
    y = snapped(y, yStep(plane));
  }
  switch (state.held) {
    case Held::Nothing:
      break;
    case Held::Cursor:
      x = std::clamp(x, plane.begin, plane.end);
      if (x != scene.cursor()) out.push_back(CurvesCommand{curves::SetCursor{x}});
      break;
    case Held::Key:
      moveKey(scene, state.selected, x, y, out);
      break;
    case Held::Slope:
      turn(nth(scene.settings().keys, state.selected), state.selected, state.side, axes, to, out);
      break;
  }
}

/// Where a key added at `x` comes to be.
int indexOfAdded(const std::vector<PlotKey>& keys, double x) {
  const auto at =
      std::upper_bound(keys.begin(), keys.end(), x, [](double value, const PlotKey& key) { return value < key.x; });
  return static_cast<int>(at - keys.begin());
}

/// On a press: takes a key or a handle, adds a key on a double click, or takes the cursor.
void grab(const CurvesScene& scene, CurvesWorkspace& state, const CurveAxes& axes, const PlotHit& over, Commands& out) {
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const auto& keys = scene.settings().keys;
  state.was = axes.plane;
  state.offset = {0, 0};
  if (over.key >= 0) {
    const PlotKey& key = nth(keys, over.key);
    const ImVec2 at =
        over.side == 0 ? ImVec2{axes.x(key.x), axes.y(key.y)} : slopeHandle(key, over.side, axes, px(kSlopeReach));
    state.selected = over.key;
    state.side = over.side;
    state.held = over.side == 0 ? Held::Key : Held::Slope;
    state.offset = {at.x - pointer.x, at.y - pointer.y};
    return;
  }
  const double x = axes.time(pointer.x), y = axes.value(pointer.y);
  if (ImGui::IsMouseDoubleClicked(0) && scene.settings().picture == CurvesPicture::Interpolation) {
    out.push_back(CurvesCommand{curves::AddKey{x, y}});
    state.selected = indexOfAdded(keys, x);
    state.held = Held::Nothing;  // the key exists from the next frame on
    return;
  }
  state.held = Held::Cursor;
  out.push_back(CurvesCommand{curves::SetCursor{std::clamp(x, axes.plane.begin, axes.plane.end)}});
}

void removeSelected(const CurvesScene& scene, CurvesWorkspace& state, Commands& out) {
  if (state.selected < 0 || scene.settings().keys.size() < 2) return;
  out.push_back(CurvesCommand{curves::RemoveKey{state.selected}});
  state.selected = -1;
  state.held = Held::Nothing;
}

/// With the ring: Left and Right choose a key, Up and Down change its value, with Shift the arrows move it by larger
/// steps; Enter adds a key at the cursor. In the second picture Left and Right move the cursor.
void useFocus(const CurvesScene& scene, CurvesWorkspace& state, const CurveAxes& axes, Commands& out) {
  const FocusKeys keys = ui().focus.keysOfItem();
  const int count = static_cast<int>(scene.settings().keys.size());
  const CurvePlane& plane = axes.plane;
  if (scene.settings().picture == CurvesPicture::Polynomial) {
    const double x = scene.cursor() + keys.right * width(plane) / (keys.shift ? kSnaps : kFineSteps);
    if (keys.right != 0) out.push_back(CurvesCommand{curves::SetCursor{std::clamp(x, plane.begin, plane.end)}});
    return;
  }
  if (keys.enter && scene.settings().keys.size() < kMaxPlotKeys) {
    const double x = scene.cursor();
    out.push_back(CurvesCommand{curves::AddKey{x, scene.valueAt(PlotLine::Linear, x)}});
    state.selected = indexOfAdded(scene.settings().keys, x);
    return;  // the key exists from the next frame on
  }
  if (keys.right != 0 && !keys.shift)
    state.selected =
        state.selected < 0 ? (keys.right > 0 ? 0 : count - 1) : std::clamp(state.selected + keys.right, 0, count - 1);
  const int across = keys.shift ? keys.right : 0;
  if (state.selected < 0 || (across == 0 && keys.up == 0)) return;
  const PlotKey& key = nth(scene.settings().keys, state.selected);
  moveKey(scene, state.selected, key.x + across * xStep(plane),
          key.y + keys.up * (keys.shift ? yStep(plane) : height(plane) / kFineSteps), out);
}

}  // namespace

PlotHit editPlot(const CurvesScene& scene, CurvesWorkspace& state, const CurveAxes& axes, Commands& out) {
  const bool edits = scene.settings().picture == CurvesPicture::Interpolation;
  ui().focus.nextTakes(edits ? kTakesEnter | kTakesAcross | kTakesUpDown : kTakesAcross);
  ui().focus.addItem();
  if (ui().focus.isOnItem()) ui().log.setFocus("curves.plot");
  ui().log.add("curves.plot", axes.area, true);
  const ImGuiIO& io = ImGui::GetIO();
  const bool hovers = ImGui::IsItemHovered() && edits;
  PlotHit over = hovers ? hitPlot(scene, state.selected, axes, io.MousePos, px(kSlopeReach), px(kKeyReach)) : PlotHit{};
  if (ImGui::IsItemActivated()) {
    grab(scene, state, axes, over, out);
  } else if (!ImGui::IsItemActive()) {
    state.held = Held::Nothing;
    state.was.reset();
  } else if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) {
    drag(scene, state, axes, out);
  }
  if (state.held == Held::Key || state.held == Held::Slope) over = {state.selected, state.side};
  useFocus(scene, state, axes, out);
  const bool deletes = edits && !io.WantTextInput && isKeyPressed(ImGuiKey_Delete);
  if (deletes) removeSelected(scene, state, out);
  return over;
}

}  // namespace app
