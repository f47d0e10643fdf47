// The last 30 seconds: strips of weights, fades, and the moment on screen.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "app/ui/character/character_panels.h"
#include "app/ui/character/contact_bars.h"
#include "app/ui/character/timeline_lanes.h"
#include "app/ui/widgets/plot_lines.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr double kMinSpan = 0.5, kMaxSpan = 40;  // seconds
constexpr double kMinFade = 0.02;
constexpr float kHandle = 5;  // interface units to either side of a fade's end
using Held = TimelineView::Held;

TimeAxis axisOf(const Timeline& timeline, const TimelineView& view, const UiRect& area) {
  const double end = timeline.end() - view.later;
  return {.area = area, .begin = end - view.span, .end = end};
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
  for (auto i = static_cast<std::int64_t>(std::ceil(std::max(0.0, axis.begin) / step));; ++i) {
    const double time = static_cast<double>(i) * step;
    if (!(time <= axis.end)) break;
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
  view.heldFade = view.pickedFade = fade == nullptr ? -1 : fade->id;
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

const LoggedFade* pickedFade(const Timeline& timeline, const TimelineView& view) {
  for (const LoggedFade& fade : timeline.fades())
    if (fade.id == view.pickedFade) return &fade;
  return nullptr;
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

/// Picks the last fade that had begun at the moment on screen, else the first; again: none.
void pickAtMoment(const Timeline& timeline, TimelineView& view) {
  std::int64_t wanted = -1;
  for (const LoggedFade& fade : timeline.fades())
    if (fade.begin <= timeline.now() || wanted < 0) wanted = fade.id;
  view.pickedFade = wanted == view.pickedFade ? -1 : wanted;
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

/// Above the names: back to the latest moment, and the log as a script; below, how large the log is.
void drawHeader(const Session& session, const UiRect& area, Commands& out) {
  const Timeline& timeline = session.character().timeline();
  const bool live = timeline.isLive();
  const float save = rowHeight() - px(4);
  ImGui::SetCursorScreenPos({area.x, area.y});
  if (button("timeline.live", live ? "Live" : "Back to live", {area.width - save - px(4), save - px(4)},
             live ? "The picture shows the latest moment. Drag the line to look back up to 30 seconds."
                  : "Show the latest moment again.",
             {.accent = !live, .enabled = !live}))
    out.push_back(ReturnToLive{});
  ImGui::SetCursorScreenPos({area.right() - save, area.y});
  if (iconButton(
          "timeline.save", Icon::Save,
          "Save the last 30 seconds as a script in the folder out. It shows the same poses again: drop it on the "
          "window, or render it with 'crossfade render --script'.",
          {.quiet = true, .enabled = timeline.end() > timeline.begin()}))
    out.push_back(SaveTakeScript{});
  char text[40];
  std::snprintf(text, sizeof text, "%.0f s, %.1f MB", timeline.end() - timeline.begin(),
                static_cast<double>(timeline.bytes()) / 1e6);
  ImGui::SetCursorScreenPos({area.x, area.bottom() - px(16)});
  ImGui::Dummy({area.width, px(15)});
  textIn(itemRect(), text, colors().textFaint, 0, ui().fonts.small);
  hint("The log holds at most 30 seconds, in a fixed amount of memory.");
}

}  // namespace

void drawTimelinePanel(const Session& session, TimelineView& view, const UiRect& area, Commands& out) {
  if (area.empty()) return;
  const Timeline& timeline = session.character().timeline();
  wantContacts(session, out);
  beginPanel("panel.timeline", area, colors().bar);
  panelEdge(area);
  const float nameWidth = px(116), edge = px(10);
  const UiRect plot{area.x + edge + nameWidth, area.y + px(4), area.width - nameWidth - 2 * edge, area.height - px(8)};
  if (plot.width > px(60) && plot.height > px(30)) {
    const UiRect scale{plot.x, plot.y, plot.width, px(22)};
    const UiRect fades{plot.x, scale.bottom(), plot.width, px(16)};
    const UiRect lanes{area.x + edge, fades.bottom() + px(3), area.width - 2 * edge,
                       plot.bottom() - fades.bottom() - px(3)};
    TimeAxis axis = axisOf(timeline, view, plot);
    ImGui::SetCursorScreenPos({plot.x, plot.y});
    hitArea("timeline.area", {plot.width, plot.height});
    ui().focus.nextTakes(kTakesEnter);
    logItem("timeline.area");
    if (ui().focus.keysOfItem().enter) pickAtMoment(timeline, view);
    if (ImGui::IsItemHovered()) zoomAndPan(timeline, view, axis);
    hint(
        "Drag to look back. Click a fade to change it, drag it to move it, drag its end to change its length. Wheel: "
        "zoom, Shift+wheel: pan. Bars below a clip show when its left and right foot are down.",
        "Enter opens the last fade that has begun, and closes it again.");
    if (ImGui::IsItemActivated()) grab(session, view, axis, fades, out);
    if (ImGui::IsItemActive()) drag(session, view, axis, out);
    if (ImGui::IsItemDeactivated()) view.held = Held::Nothing;
    axis = axisOf(timeline, view, plot);
    drawScale(axis, scale, timeline.now());
    drawTimelineLanes(session, axis, lanes, nameWidth);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({plot.x, fades.y}, {plot.right(), fades.bottom()}, true);
    for (const LoggedFade& fade : timeline.fades()) drawFade(axis, fade, fades, fade.id == view.pickedFade);
    list.PopClipRect();
    drawMoment(axis, scale, timeline);
    drawHeader(session, {area.x + edge, area.y + px(5), nameWidth - px(8), fades.bottom() - area.y - px(5)}, out);
    if (const LoggedFade* const picked = pickedFade(timeline, view)) {
      endPanel();
      return drawPickedFade(session, view, *picked, axis, out);
    }
  }
  endPanel();
}

}  // namespace app
