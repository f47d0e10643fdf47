#include "app/ui/widgets/curve_paint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/curve_edit.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

using crossfade::AnimationCurve;

constexpr float kKeySize = 4.5f;
constexpr std::size_t kMaxPoints = 512;
constexpr std::size_t kMaxKeysDrawn = 500;

/// Quarters of the nominal plane, or round steps of one that the curve widened.
void drawGrid(ImDrawList& list, const CurveAxes& axes, const CurveLook& look) {
  const UiRect& area = axes.area;
  const CurvePlane &plane = axes.plane, &nominal = look.plane;
  list.AddRectFilled({area.x, area.y}, {area.right(), area.bottom()}, colors().well);
  const auto lines = [&](double from, double to, double low, double high, auto&& line) {
    const bool same = from == low && to == high;
    const double step = same ? (high - low) / 4 : niceStep(to - from, 8);
    for (int i = 0; i <= 8; ++i) {
      const double at = same ? low + i * step : (std::ceil(from / step) + i) * step;
      const double rounding = 1e-9 * step;
      if (at > to + rounding) break;
      const bool edge = std::abs(at - low) < rounding || std::abs(at - high) < rounding;
      line(at, faded(colors().line, edge ? 1.0f : same && i == 2 ? 0.7f : 0.4f));
    }
  };
  lines(plane.begin, plane.end, nominal.begin, nominal.end, [&](double time, ImU32 tint) {
    const float x = std::round(axes.x(time));
    list.AddLine({x, area.y}, {x, area.bottom()}, tint);
  });
  lines(plane.minValue, plane.maxValue, nominal.minValue, nominal.maxValue, [&](double value, ImU32 tint) {
    const float y = std::round(axes.y(value));
    list.AddLine({area.x, y}, {area.right(), y}, tint);
  });
  if (plane.minValue == nominal.minValue && plane.maxValue == nominal.maxValue) return;
  const float top = axes.y(nominal.maxValue), bottom = axes.y(nominal.minValue);
  if (look.clamped) {
    list.AddRectFilled({area.x, area.y}, {area.right(), top}, faded(colors().line, 0.35f));
    list.AddRectFilled({area.x, bottom}, {area.right(), area.bottom()}, faded(colors().line, 0.35f));
  }
  for (const double value : {nominal.minValue, nominal.maxValue}) {
    char text[24];
    std::snprintf(text, sizeof text, "%g", value);
    textIn(list, {area.x + px(3), axes.y(value) - px(15), px(40), px(14)}, text, colors().textDim, 0, ui().fonts.small);
  }
}

void drawDiamond(ImDrawList& list, ImVec2 at, float size, ImU32 tint) {
  const ImVec2 corners[] = {{at.x, at.y - size}, {at.x + size, at.y}, {at.x, at.y + size}, {at.x - size, at.y}};
  list.AddConvexPolyFilled(corners, 4, tint);
}

void drawTangent(ImDrawList& list, const AnimationCurve& curve, int key, TangentSide side, const CurveAxes& axes,
                 bool hot) {
  const auto end = handleOf(curve, key, side, axes);
  if (!end) return;
  const ImU32 tint = hot ? colors().text : colors().textDim;
  list.AddLine(axes.point(keyOf(curve, key)), *end, faded(tint, 0.8f), px(1));
  list.AddCircleFilled(*end, px(hot ? 4.5f : 3.5f), colors().well);
  list.AddCircleFilled(*end, px(hot ? 3.5f : 2.5f), tint);
}

void drawKeys(ImDrawList& list, const AnimationCurve& curve, const CurveAxes& axes, const CurveEditorState& state,
              const CurveHit& hot, const CurveLook& look) {
  if (curve.keys().size() > kMaxKeysDrawn) return;  // they could not be told apart
  const int count = static_cast<int>(curve.keys().size());
  for (int key = 0; key < count; ++key)
    if (showsHandles(curve, key, soleKey(state))) {
      drawTangent(list, curve, key, TangentSide::In, axes, hot == CurveHit{CurveElement::InTangent, key});
      drawTangent(list, curve, key, TangentSide::Out, axes, hot == CurveHit{CurveElement::OutTangent, key});
    }
  for (int key = 0; key < count; ++key) {
    const bool selected = isSelected(state.selected, key);
    const bool over = hot == CurveHit{CurveElement::Key, key};
    ImVec2 at = axes.point(keyOf(curve, key));
    at.x = std::clamp(at.x, axes.area.x - px(8), axes.area.right() + px(8));
    at.y = std::clamp(at.y, axes.area.y - px(8), axes.area.bottom() + px(8));
    drawDiamond(list, at, px(kKeySize) + px(over ? 3 : 2), colors().well);
    drawDiamond(list, at, px(kKeySize) + px(over ? 1 : 0),
                selected || over ? colors().text
                : look.faint     ? colors().textFaint
                                 : look.tint);
    if (selected) drawDiamond(list, at, px(kKeySize) - px(2), look.tint);
  }
}

/// What is under the pointer: its values, or what can be done there.
void footerText(const AnimationCurve& curve, const CurveHit& hot, std::span<char> out) {
  out[0] = 0;
  if (hot.key < 0) {
    if (hot.element == CurveElement::Line) std::snprintf(out.data(), out.size(), "double-click: add key");
    return;
  }
  const crossfade::CurveKey& key = keyOf(curve, hot.key);
  if (hot.element == CurveElement::Key) {
    std::snprintf(out.data(), out.size(), "%.2f, %.2f", key.time, key.value);
    return;
  }
  const TangentSide side = hot.element == CurveElement::InTangent ? TangentSide::In : TangentSide::Out;
  const double slope = side == TangentSide::In ? key.inTangent : key.outTangent;
  if (isWeighted(key, side))
    std::snprintf(out.data(), out.size(), "slope %.2f, weight %.2f", slope,
                  side == TangentSide::In ? key.inWeight : key.outWeight);
  else
    std::snprintf(out.data(), out.size(), "slope %.2f", slope);
}

/// The values of what is under the pointer, and the labels of the plane's corners.
void drawFooter(const AnimationCurve& curve, const CurveAxes& axes, const CurveEditorState& state, const CurveHit& hot,
                const CurveLook& look) {
  const UiRect row{axes.area.x, axes.area.bottom() + px(5), axes.area.width, px(14)};
  ImFont* font = ui().fonts.small;
  if (!state.note.empty()) {
    textIn(row, state.note.c_str(), colors().error, 0, font);
    return;
  }
  textIn(row, look.beginText, colors().textDim, 0, font);
  textIn(row, look.endText, colors().textDim, 1, font);
  char text[64];
  footerText(curve, hot, text);
  if (text[0] == 0 && state.selected.size() > 1) std::snprintf(text, sizeof text, "%zu keys", state.selected.size());
  textIn(row, text, colors().textDim, 0.5f, font);
}

/// The curve that is compared, behind, with the largest difference as a number where it is.
void drawCompared(ImDrawList& list, const AnimationCurve& curve, const AnimationCurve& other, const CurveAxes& axes,
                  const char* id) {
  std::array<ImVec2, kMaxPoints> points;
  const std::span<ImVec2> line = std::span(points).first(lineOf(other, axes, points));
  for (ImVec2& point : line) point.y = std::clamp(point.y, axes.area.y, axes.area.bottom());
  styledLine(list, line, colors().textDim, px(1.5f), LineStyle::Dashed, ui().scale);
  const CurveDifference difference = largestDifference(curve, other, axes.plane.begin, axes.plane.end);
  char text[64];
  std::snprintf(text, sizeof text, "differs by %.3g at %.2f", std::abs(difference.value), difference.time);
  if (std::abs(difference.value) < 5e-4) {
    std::snprintf(text, sizeof text, "the same curve");
  } else {
    const float x = axes.x(difference.time);
    const auto at = [&](const AnimationCurve& of) {
      return std::clamp(axes.y(of.evaluate(difference.time)), axes.area.y, axes.area.bottom());
    };
    list.AddLine({x, at(curve)}, {x, at(other)}, colors().warning, px(2));
  }
  ImFont* font = ui().fonts.small;
  const float width = sizeOf(*font, text).x + px(8);
  const UiRect plate{axes.area.x + px(4), axes.area.y + px(2), std::min(width, axes.area.width - px(8)), px(16)};
  list.AddRectFilled({plate.x, plate.y}, {plate.right(), plate.bottom()}, faded(colors().well, 0.85f), px(4));
  textIn(list, plate, text, colors().text, 0.5f, font);
  ui().log.add(static_cast<const char*>(WidgetId("%s.difference", id)), plate);
}

void drawMarker(ImDrawList& list, const AnimationCurve& curve, const CurveAxes& axes, const CurveLook& look) {
  if (!std::isfinite(look.marker)) return;
  const CurvePlane& range = look.clamped ? look.plane : axes.plane;
  const double value = std::clamp(curve.evaluate(look.marker), range.minValue, range.maxValue);
  const ImVec2 at{axes.x(look.marker), axes.y(value)};
  const ImU32 tint = look.faint ? colors().textDim : colors().text;
  list.AddLine({at.x, axes.area.y}, {at.x, axes.area.bottom()}, faded(tint, 0.35f));
  list.AddCircleFilled(at, px(6), colors().well);
  list.AddCircleFilled(at, px(4.5f), tint);
  char number[16];
  std::snprintf(number, sizeof number, "%.2f", value);
  ImFont* font = ui().fonts.small;
  const float width = sizeOf(*font, number).x + px(8);
  const float left = at.x + px(8) + width > axes.area.right() ? at.x - px(8) - width : at.x + px(8);
  const float top = std::clamp(at.y - px(8), axes.area.y, axes.area.bottom() - px(16));
  list.AddRectFilled({left, top}, {left + width, top + px(16)}, faded(colors().well, 0.85f), px(4));
  textIn(list, {left, top, width, px(16)}, number, tint, 0.5f, font);
}

}  // namespace

void paintCurveLine(ImDrawList& list, const AnimationCurve& curve, const CurveAxes& axes, ImU32 tint, float thickness,
                    float ground) {
  std::array<ImVec2, kMaxPoints> points;
  const std::span<ImVec2> line = std::span(points).first(lineOf(curve, axes, points));
  for (ImVec2& point : line) point.y = std::clamp(point.y, axes.area.y, axes.area.bottom());
  if (ground > 0) fillUnder(list, line, axes.area.bottom(), faded(tint, ground));
  list.AddPolyline(line.data(), static_cast<int>(line.size()), tint, 0, thickness);
}

void paintCurve(ImDrawList& list, const char* id, const PaintedCurve& painted) {
  const auto& [curve, axes, state, hot, look] = painted;
  drawGrid(list, axes, look);
  if (state.compared) drawCompared(list, curve, *state.compared, axes, id);
  paintCurveLine(list, curve, axes, look.faint ? faded(colors().textFaint, 0.8f) : look.tint, px(2),
                 look.faint ? 0 : 0.10f);
  drawKeys(list, curve, axes, state, hot, look);
  drawMarker(list, curve, axes, look);
  drawFooter(curve, axes, state, hot, look);
}

}  // namespace app
