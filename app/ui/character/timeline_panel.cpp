// The last 30 seconds: strips of weights, fades, and the moment on screen.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/ui/character/character_panels.h"
#include "app/ui/widgets/plot_lines.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr double kMinSpan = 0.5, kMaxSpan = 40;  // seconds
constexpr double kMinFade = 0.02;
constexpr int kMaxLanes = 12;
constexpr float kMinLane = 11;  // interface units
constexpr float kHandle = 5;    // interface units to either side of a fade's end
constexpr std::size_t kMaxPoints = 512;
using Held = TimelineView::Held;

/// From mixer time to pixels.
struct TimeAxis {
  UiRect area;
  double begin = 0, end = 1;

  float x(double time) const { return area.x + static_cast<float>((time - begin) / (end - begin)) * area.width; }
  double time(float x) const { return begin + static_cast<double>((x - area.x) / area.width) * (end - begin); }
  double secondsOf(float pixels) const { return static_cast<double>(pixels / area.width) * (end - begin); }
};

TimeAxis axisOf(const Timeline& timeline, const TimelineView& view, const UiRect& area) {
  const double end = timeline.end() - view.later;
  return {.area = area, .begin = end - view.span, .end = end};
}

/// Clips with a weight somewhere on the axis, the first `kMaxLanes` of them.
int lanesOf(const Session& session, const TimeAxis& axis, std::array<int, kMaxLanes>& lanes) {
  const WeightHistory& history = session.weightHistory();
  const int begin = history.rowAt(axis.begin), end = history.rowAt(axis.end);
  int count = 0;
  for (int clip = 0; clip < session.clipCount() && count < kMaxLanes; ++clip)
    for (int row = begin; row < end; ++row)
      if (history.weight(row, clip) > 0) {
        lanes[static_cast<std::size_t>(count++)] = clip;
        break;
      }
  return count;
}

/// The weight as height; at most one point per two pixels.
void drawStrip(const Session& session, const TimeAxis& axis, int clip, const UiRect& lane) {
  const WeightHistory& history = session.weightHistory();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int begin = std::max(0, history.rowAt(axis.begin) - 1);
  const int end = std::min(history.size(), history.rowAt(axis.end) + 1);
  const int stride = 1 + (end - begin) / static_cast<int>(kMaxPoints);
  std::array<ImVec2, kMaxPoints + 2> points;
  std::size_t count = 0;
  const auto flush = [&] {
    if (count > 1) {
      fillUnder(list, {points.data(), count}, lane.bottom(), faded(clipColor(clip), 0.45f));
      styledLine(list, {points.data(), count}, clipColor(clip), px(1.5f), LineStyle::Solid, ui().scale);
    }
    count = 0;
  };
  for (int row = begin; row < end; ++row) {
    if (row % stride != 0 && row != end - 1) continue;
    const double weight = std::clamp(static_cast<double>(history.weight(row, clip)), 0.0, 1.0);
    if (weight > 0 && count < points.size())
      points[count++] = {axis.x(history.time(row)), lane.bottom() - static_cast<float>(weight) * (lane.height - px(2))};
    else
      flush();
  }
  flush();
}

void drawLane(const Session& session, const TimeAxis& axis, int clip, const UiRect& lane, float nameWidth) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({axis.area.x, lane.y}, {axis.area.right(), lane.bottom()}, faded(colors().card, 0.6f), px(3));
  list.PushClipRect({axis.area.x, lane.y}, {axis.area.right(), lane.bottom()}, true);
  drawStrip(session, axis, clip, lane);
  list.PopClipRect();
  const float tag = std::min(px(14), lane.height - px(1));
  clipTag(list, {lane.x, std::floor(lane.centerY() - tag / 2)}, tag, clip);
  std::array<char, 24> scratch;
  textIn({lane.x + tag + px(5), lane.y, nameWidth - tag - px(9), lane.height},
         clipLabel(session.model().clips[static_cast<std::size_t>(clip)].name(), clip, scratch), colors().textDim, 0,
         ui().fonts.small);
}

void drawLanes(const Session& session, const TimeAxis& axis, const UiRect& area, float nameWidth) {
  std::array<int, kMaxLanes> lanes{};
  const int count = lanesOf(session, axis, lanes);
  if (count == 0) return;
  const float gap = px(2);
  const int room = std::max(1, static_cast<int>((area.height + gap) / (px(kMinLane) + gap)));
  const int rows = std::min(count, room);
  const float height = std::floor(std::min((area.height + gap) / static_cast<float>(rows) - gap, px(20)));
  const auto row = [&](int i) {
    return UiRect{area.x, area.y + static_cast<float>(i) * (height + gap), area.width, height};
  };
  const int shown = count > room ? room - 1 : count;  // the last row says how many are left out
  for (int i = 0; i < shown; ++i) drawLane(session, axis, lanes[static_cast<std::size_t>(i)], row(i), nameWidth);
  if (shown == count) return;
  std::array<char, 24> text;
  std::snprintf(text.data(), text.size(), "+%d more", count - shown);
  textIn(row(shown), text.data(), colors().textFaint, 0, ui().fonts.small);
}

/// A bar from the begin of each fade to its end, in the color of its target.
void drawFade(const TimeAxis& axis, const LoggedFade& fade, const UiRect& bar, bool held) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float from = axis.x(fade.begin), to = std::max(from + px(3), axis.x(fade.begin + fade.seconds));
  const ImU32 tint = clipColor(std::max(fade.to, 0));
  list.AddRectFilled({from, bar.y}, {to, bar.bottom()}, faded(tint, held ? 0.75f : 0.4f), px(3));
  list.AddRect({from, bar.y}, {to, bar.bottom()}, held ? colors().text : tint, px(3));
  char text[48];
  std::snprintf(text, sizeof text, "%.2f s", fade.seconds);
  if (to - from > px(40))
    textIn(list, {from + px(5), bar.y, to - from - px(8), bar.height}, text, colors().text, 0, ui().fonts.small);
}

void drawScale(const TimeAxis& axis, const UiRect& row, double now) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double step = niceStep(axis.end - axis.begin, std::max(2, static_cast<int>(axis.area.width / px(70))));
  for (double time = std::ceil(axis.begin / step) * step; time <= axis.end; time += step) {
    if (time < 0) continue;
    const float x = axis.x(time);
    list.AddLine({x, row.bottom()}, {x, axis.area.bottom()}, faded(colors().line, 0.5f));
    char text[24];
    std::snprintf(text, sizeof text, step < 0.1 ? "%.2f s" : step < 1 ? "%.1f s" : "%.0f s", time);
    if (std::abs(x - axis.x(now)) > px(88))
      textIn({x - px(30), row.y, px(60), row.height}, text, colors().textFaint, 0.5f, ui().fonts.small);
  }
}

void drawMoment(const TimeAxis& axis, const UiRect& row, const Timeline& timeline) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = std::floor(axis.x(timeline.now()));
  if (x < axis.area.x - 1 || x > axis.area.right() + 1) return;
  const ImU32 tint = timeline.isLive() ? colors().text : colors().accent;
  list.AddLine({x, row.y + px(2)}, {x, axis.area.bottom()}, tint, px(1.5f));
  list.AddTriangleFilled({x - px(5), row.y + px(2)}, {x + px(5), row.y + px(2)}, {x, row.y + px(9)}, tint);
  char text[32];
  std::snprintf(text, sizeof text, "%.2f s", timeline.now());
  const float width = px(52);
  const float left = x + px(8) + width > axis.area.right() ? x - px(8) - width : x + px(8);
  textIn({left, row.y, width, row.height}, text, tint, left < x ? 1 : 0, ui().fonts.small);
}

const LoggedFade* fadeUnder(const TimeAxis& axis, const Timeline& timeline, float x, bool& atEnd) {
  for (std::size_t i = timeline.fades().size(); i-- > 0;) {
    const LoggedFade& fade = timeline.fades()[i];
    const float from = axis.x(fade.begin), to = axis.x(fade.begin + fade.seconds);
    if (x < from - px(kHandle) || x > to + px(kHandle)) continue;
    atEnd = x > to - px(kHandle);
    return &fade;
  }
  return nullptr;
}

void grab(const Session& session, TimelineView& view, const TimeAxis& axis, const UiRect& fades, Commands& out) {
  const Timeline& timeline = session.character().timeline();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  bool atEnd = false;
  const LoggedFade* const fade =
      contains(fades, UiRect{mouse.x, mouse.y, 0, 0}) ? fadeUnder(axis, timeline, mouse.x, atEnd) : nullptr;
  view.held = fade == nullptr ? Held::Moment : atEnd ? Held::FadeEnd : Held::Fade;
  view.heldFade = fade == nullptr ? -1 : fade->id;
  if (fade != nullptr) view.grabbedAt = fade->begin + (atEnd ? fade->seconds : 0) - axis.time(mouse.x);
  if (!session.paused()) out.push_back(SetPaused{true});
}

const LoggedFade* heldFade(const Timeline& timeline, const TimelineView& view) {
  for (const LoggedFade& fade : timeline.fades())
    if (fade.id == view.heldFade) return &fade;
  return nullptr;
}

void dragFade(const Timeline& timeline, const TimelineView& view, const LoggedFade& fade, double time, Commands& out) {
  const double wanted = time + view.grabbedAt;
  if (view.held == Held::Fade) {
    const double begin = std::clamp(wanted, timeline.begin(), timeline.end());
    if (std::abs(begin - fade.begin) > 1e-4) out.push_back(EditFade{.fade = fade.id, .begin = begin});
  } else {
    const double seconds = std::max(kMinFade, wanted - fade.begin);
    if (std::abs(seconds - fade.seconds) > 1e-4) out.push_back(EditFade{.fade = fade.id, .seconds = seconds});
  }
}

void drag(const Session& session, TimelineView& view, const TimeAxis& axis, Commands& out) {
  const Timeline& timeline = session.character().timeline();
  const double time = axis.time(ImGui::GetIO().MousePos.x);
  if (view.held == Held::Moment) {
    if (std::abs(time - timeline.now()) > 1e-6) out.push_back(ShowMoment{time});
  } else if (const LoggedFade* const fade = heldFade(timeline, view)) {
    dragFade(timeline, view, *fade, time, out);
  }
}

/// The wheel zooms at the pointer; Shift and the wheel, or a horizontal wheel, pan.
void zoomAndPan(const Timeline& timeline, TimelineView& view, const TimeAxis& axis) {
  const ImGuiIO& io = ImGui::GetIO();
  const double available = std::max(0.0, timeline.end() - timeline.begin());
  const float sideways = io.MouseWheelH + (io.KeyShift ? io.MouseWheel : 0);
  if (sideways != 0) view.later += static_cast<double>(sideways) * view.span * 0.1;
  if (io.MouseWheel != 0 && !io.KeyShift) {
    const double at = axis.time(io.MousePos.x);
    const double span = std::clamp(view.span * std::pow(0.85, static_cast<double>(io.MouseWheel)), kMinSpan, kMaxSpan);
    const double end = at + (axis.end - at) * span / view.span;
    view.span = span;
    view.later = timeline.end() - end;
  }
  view.later = std::clamp(view.later, 0.0, std::max(0.0, available - view.span * 0.5));
}

void drawHeader(const Session& session, const UiRect& area, Commands& out) {
  const Timeline& timeline = session.character().timeline();
  ImGui::SetCursorScreenPos({area.x, area.y});
  const bool live = timeline.isLive();
  if (button("timeline.live", live ? "Live" : "Back to live", {area.width, px(22)},
             live ? "The picture shows the latest moment. Drag the line to look back up to 30 seconds."
                  : "Show the latest moment again.",
             {.accent = !live, .enabled = !live}))
    out.push_back(ReturnToLive{});
}

}  // namespace

void drawTimelinePanel(const Session& session, TimelineView& view, const UiRect& area, Commands& out) {
  if (area.empty()) return;
  const Timeline& timeline = session.character().timeline();
  beginPanel("panel.timeline", area, colors().bar);
  panelEdge(area);
  const float nameWidth = px(104), edge = px(10);
  const UiRect plot{area.x + edge + nameWidth, area.y + px(4), area.width - nameWidth - 2 * edge, area.height - px(8)};
  if (plot.width > px(60) && plot.height > px(30)) {
    const UiRect scale{plot.x, plot.y, plot.width, px(18)};
    const UiRect fades{plot.x, scale.bottom(), plot.width, px(16)};
    const UiRect lanes{area.x + edge, fades.bottom() + px(3), area.width - 2 * edge,
                       plot.bottom() - fades.bottom() - px(3)};
    TimeAxis axis = axisOf(timeline, view, plot);
    ImGui::SetCursorScreenPos({plot.x, plot.y});
    hitArea("timeline.area", {plot.width, plot.height});
    logItem("timeline.area");
    if (ImGui::IsItemHovered()) zoomAndPan(timeline, view, axis);
    if (ImGui::IsItemHovered() && !ImGui::IsMouseDown(0))
      hint("Drag to look back, on a fade to move it, at its end to change its length. Wheel: zoom, Shift+wheel: pan.");
    if (ImGui::IsItemActivated()) grab(session, view, axis, fades, out);
    if (ImGui::IsItemActive()) drag(session, view, axis, out);
    if (ImGui::IsItemDeactivated()) view.held = Held::Nothing;
    axis = axisOf(timeline, view, plot);
    drawScale(axis, scale, timeline.now());
    drawLanes(session, axis, lanes, nameWidth);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({plot.x, fades.y}, {plot.right(), fades.bottom()}, true);
    for (const LoggedFade& fade : timeline.fades())
      drawFade(axis, fade, fades, fade.id == view.heldFade && view.held != Held::Nothing);
    list.PopClipRect();
    drawMoment(axis, scale, timeline);
    drawHeader(session, {area.x + edge, area.y + px(6), nameWidth - px(12), px(22)}, out);
  }
  endPanel();
}

}  // namespace app
