#include "app/ui/character/weight_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/ui/character/clip_names.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kDefaultCursor = 0.66f;
constexpr float kDefaultSpan = 3.5f;
constexpr float kFadeEnds = 0.88f;  // fraction of the window within which a fade should end
constexpr std::size_t kMaxPlotPoints = 192;
constexpr std::size_t kMaxLabels = 8;
constexpr int kCurveSegments = 96;  // of a fade that follows a curve

/// From mixer time and weight to pixels.
struct Axes {
  UiRect area;
  TimeWindow window;
  double maxWeight = 1;  // at the top

  float x(double time) const {
    return area.x + static_cast<float>((time - window.begin) / (window.end - window.begin)) * area.width;
  }
  float y(double weight) const {
    return area.bottom() - static_cast<float>(std::clamp(weight / maxWeight, 0.0, 1.0)) * area.height;
  }
};

struct Curve {
  std::array<ImVec2, kMaxPlotPoints> points;
  std::size_t count = 0;
  double maxWeight = 0;

  void add(const Axes& axes, double time, double weight) {
    maxWeight = std::max(maxWeight, weight);
    const ImVec2 point{axes.x(time), axes.y(weight)};
    const bool separate =
        count == 0 || std::hypot(point.x - points[count - 1].x, point.y - points[count - 1].y) > 0.75f;
    if (separate && count < kMaxPlotPoints) points[count++] = point;  // near-zero segments draw as blots
  }
  std::span<const ImVec2> line() const { return {points.data(), count}; }
};

void fillPast(const Session& session, int clip, const Axes& axes, double now, Curve& curve) {
  const WeightHistory& history = session.weightHistory();
  curve.count = 0;
  curve.maxWeight = 0;
  const int begin = std::max(0, history.rowAt(axes.window.begin) - 1);
  const int end = history.rowAt(now);
  const int stride = 1 + (end - begin) / static_cast<int>(kMaxPlotPoints - 2);
  // Rows are chosen by their own index, not from the window's edge, so that the line does not flicker as it moves.
  for (int row = begin; row < end; ++row)
    if (row == begin || row % stride == 0)
      curve.add(axes, history.time(row), static_cast<double>(history.weight(row, clip)));
  const int last = std::min(end, history.size() - 1);
  if (last >= 0) curve.add(axes, now, static_cast<double>(history.weight(last, clip)));
}

void fillFuture(const Session& session, int clip, const Axes& axes, double now, Curve& curve) {
  curve.count = 0;
  curve.maxWeight = 0;
  const auto& fade = session.action(clip).fadeRamp();
  curve.add(axes, now, projectedWeight(session, clip, now));
  if (fade) {
    const int segments = fade->shape.kind != crossfade::FadeShape::Kind::Straight ? kCurveSegments : 1;
    for (int segment = 0; segment <= segments; ++segment) {
      const double time = fade->begin + (fade->end - fade->begin) * segment / segments;
      if (time > now && time < axes.window.end) curve.add(axes, time, projectedWeight(session, clip, time));
    }
  }
  curve.add(axes, axes.window.end, projectedWeight(session, clip, axes.window.end));
}

double maxShownWeight(const Session& session, const TimeWindow& window) {
  double maxWeight = 1;
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    const WeightHistory& history = session.weightHistory();
    for (int row = history.rowAt(window.begin); row < history.size(); ++row)
      maxWeight = std::max(maxWeight, static_cast<double>(history.weight(row, clip)));
    maxWeight = std::max(maxWeight, projectedWeight(session, clip, window.end));
  }
  return maxWeight;
}

void axisText(const UiRect& rect, const char* text, float align, ImU32 tint = colors().textFaint) {
  textIn(rect, text, tint, align, ui().fonts.small);
}

void drawAxes(ImDrawList& list, const Axes& axes, double now) {
  char text[24];
  for (const double fraction : {0.0, 0.5, 1.0}) {
    const float y = axes.y(fraction * axes.maxWeight);
    list.AddLine({axes.area.x, y}, {axes.area.right(), y}, faded(colors().line, fraction == 0 ? 1.0f : 0.55f));
    std::snprintf(text, sizeof text, axes.maxWeight > 9.9 ? "%.0f" : "%.1f", fraction * axes.maxWeight);
    axisText({axes.area.x - px(30), y - px(8), px(25), px(16)}, text, 1);
  }
  const double step =
      niceStep(axes.window.end - axes.window.begin, std::max(2, static_cast<int>(axes.area.width / px(44))));
  const double first = std::ceil((axes.window.begin - now) / step) * step;
  for (double offset = first; now + offset <= axes.window.end + step * 1e-6; offset += step) {
    const float x = axes.x(now + offset);
    list.AddLine({x, axes.area.y}, {x, axes.area.bottom()}, faded(colors().line, 0.4f));
    const bool here = std::abs(offset) < step * 1e-6;
    std::snprintf(text, sizeof text, here ? "now" : step < 0.1 ? "%+.2f s" : step < 1 ? "%+.1f s" : "%+.0f s", offset);
    const float half = px(28);
    const float middle = std::clamp(x, axes.area.x + (here ? 0 : px(12)), axes.area.right() - px(12));
    axisText({middle - half, axes.area.bottom() + px(3), 2 * half, px(14)}, text, 0.5f,
             here ? colors().textDim : colors().textFaint);
  }
}

void drawFadeSpan(ImDrawList& list, const Axes& axes, const RunningFade& fade) {
  const float from = std::clamp(axes.x(fade.begin), axes.area.x, axes.area.right());
  const float to = std::clamp(axes.x(fade.end), axes.area.x, axes.area.right());
  list.AddRectFilled({from, axes.area.y}, {to, axes.area.bottom()}, faded(colors().accent, 0.07f));
  for (const float x : {from, to})
    if (x > axes.area.x && x < axes.area.right())
      list.AddLine({x, axes.area.y}, {x, axes.area.bottom()}, faded(colors().accent, 0.5f));
}

struct Label {
  int clip = 0;
  float y = 0;
};

/// Sorted from top to bottom. Labels beyond the maximum are dropped.
struct Labels {
  std::array<Label, kMaxLabels> sorted;
  std::size_t count = 0;

  void add(Label label) {
    if (count == kMaxLabels) return;
    std::size_t slot = count++;
    for (; slot > 0 && sorted[slot - 1].y > label.y; --slot) sorted[slot] = sorted[slot - 1];
    sorted[slot] = label;
  }
};

/// To the right of the curves' ends, moved apart so that none overlap.
void drawLabels(ImDrawList& list, const Session& session, std::span<Label> labels, const UiRect& area) {
  const float height = px(17);
  for (std::size_t i = 1; i < labels.size(); ++i) labels[i].y = std::max(labels[i].y, labels[i - 1].y + height);
  float limit = area.bottom() - height / 2;
  for (std::size_t i = labels.size(); i-- > 0; limit = labels[i].y - height) labels[i].y = std::min(labels[i].y, limit);
  const ClipNames names(session.model());
  for (const Label& label : labels) {
    const float tag = px(15);
    clipTag(list, {area.right() + px(5), std::floor(label.y - tag / 2)}, tag, label.clip);
    std::array<char, 24> scratch;
    const float left = area.right() + px(5) + tag + px(4);
    nameIn({left, label.y - height / 2, px(60) - tag, height}, names.shown(label.clip, scratch), colors().textDim, 0,
           ui().fonts.small);
  }
}

}  // namespace

PlotView follow(const PlotView& view, const Session& session, double delta, double played) {
  const auto& fade = session.runningFade();
  const bool usable = std::isfinite(view.span) && view.span > 0.01f && std::isfinite(view.cursor);
  PlotView next = usable ? view : PlotView{kDefaultSpan, kDefaultCursor};
  const float ease = 1 - std::exp(-8.0f * static_cast<float>(std::clamp(delta, 0.0, 1.0)));
  const float spanWanted = fade ? std::clamp(static_cast<float>(fade->seconds) * 3.0f, kDefaultSpan * 0.7f, 120.0f)
                                : std::min(next.span, kDefaultSpan);
  next.span += (std::max(spanWanted, 0.2f) - next.span) * ease;
  if (!fade) {
    const float slow = 1 - std::exp(-1.5f * static_cast<float>(std::clamp(delta, 0.0, 1.0)));
    next.cursor += (kDefaultCursor - next.cursor) * slow;
  } else {
    const float remaining = static_cast<float>(std::max(0.0, fade->end - session.mixerTime())) / next.span;
    next.cursor += static_cast<float>(std::clamp(played, 0.0, 1.0)) / next.span;
    if (next.cursor + remaining > kFadeEnds)
      next.cursor += (std::max(0.1f, kFadeEnds - remaining) - next.cursor) * ease;
  }
  next.cursor = std::clamp(next.cursor, 0.05f, 0.95f);
  return next;
}

TimeWindow windowOf(const PlotView& view, double now) {
  const double span = static_cast<double>(view.span);
  const double begin = now - static_cast<double>(view.cursor) * span;
  return {begin, begin + span};
}

double projectedWeight(const Session& session, int clip, double time) {
  const crossfade::AnimationAction& action = session.action(clip);
  return action.weight * action.fadeValueAt(time);
}

void drawWeightPlot(const Session& session, const UiRect& rect, const TimeWindow& window) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(rect.min(), rect.max(), colors().well, px(6));
  const Axes axes{.area = {rect.x + px(34), rect.y + px(10), rect.width - px(34) - px(74), rect.height - px(31)},
                  .window = window,
                  .maxWeight = maxShownWeight(session, window)};
  if (axes.area.empty()) return;
  const double now = session.mixerTime();
  if (session.runningFade()) drawFadeSpan(list, axes, *session.runningFade());
  drawAxes(list, axes, now);

  Labels labels;
  Curve curve;
  list.PushClipRect({axes.area.x, axes.area.y - px(2)}, {axes.area.right(), axes.area.bottom() + px(2)}, true);
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    fillPast(session, clip, axes, now, curve);
    const double maxPastWeight = curve.maxWeight;
    if (maxPastWeight > 0) {
      fillUnder(list, curve.line(), axes.area.bottom(), faded(clipColor(clip), 0.13f));
      styledLine(list, curve.line(), clipColor(clip), px(2), clipLineStyle(clip), ui().scale);
    }
    fillFuture(session, clip, axes, now, curve);
    if (curve.maxWeight > 0)
      styledLine(list, curve.line(), faded(clipColor(clip), 0.55f), px(2), clipLineStyle(clip), ui().scale);
    if (maxPastWeight > 0.005 || curve.maxWeight > 0.005) labels.add({clip, curve.points[curve.count - 1].y});
  }
  const float cursor = axes.x(now);
  list.AddLine({cursor, axes.area.y - px(2)}, {cursor, axes.area.bottom()}, colors().text, px(1));
  list.PopClipRect();
  for (int clip = 0; clip < session.clipCount(); ++clip)
    if (const double weight = projectedWeight(session, clip, now); weight > 0) {
      list.AddCircleFilled({cursor, axes.y(weight)}, px(4), colors().well);
      list.AddCircleFilled({cursor, axes.y(weight)}, px(3), clipColor(clip));
    }
  drawLabels(list, session, std::span(labels.sorted).first(labels.count), axes.area);
}

}  // namespace app
