// The timeline: its rows, and the settings of a fade that was picked.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "app/session/character/settings/fade_limits.h"
#include "app/session/character/timeline/timeline.h"
#include "app/ui/character/character_panels.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/event_marks.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

/// From mixer time to pixels.
struct TimeAxis {
  UiRect area;
  double begin = 0, end = 1;

  float x(double time) const { return area.x + static_cast<float>((time - begin) / (end - begin)) * area.width; }
  double time(float x) const { return begin + static_cast<double>((x - area.x) / area.width) * (end - begin); }
  double secondsOf(float pixels) const { return static_cast<double>(pixels / area.width) * (end - begin); }
};

constexpr int kMaxLanes = 12;
constexpr float kMinLane = 11;  // interface units
constexpr float kMeasured = 15, kMeasuredGap = 2;
constexpr std::size_t kMaxPoints = 512;
constexpr double kJumpShown = 8;              // at the top of its row, on a logarithmic scale
constexpr double kFrameShown = 0.05;          // seconds, at the top of its row unless a frame took longer
constexpr double kSlow = 1.8, kVerySlow = 3;  // times the mean of the frames in sight

/// Clips with a weight somewhere on the axis, the first `kMaxLanes` of them.
int lanesOf(const Session& session, const TimeAxis& axis, std::array<int, kMaxLanes>& lanes) {
  const WeightHistory& history = session.weightHistory();
  const int begin = history.rowAt(axis.begin), end = history.rowAt(axis.end);
  int count = 0;
  for (int clip = 0; clip < session.clipCount() && count < kMaxLanes; ++clip)
    for (int row = begin; row < end; ++row)
      if (history.weight(row, clip) > 0) {
        nth(lanes, count++) = clip;
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

bool holdsEvent(const TimelineView& view, int clip, const crossfade::ClipEvents::Boundary& each) {
  const EventView& events = view.events;
  return events.held && events.clip == clip && events.event == each.event && events.isEnd == each.isEnd;
}

/// Where a clip begins another loop, and where it passes its markers and events.
void drawLoopStarts(const Session& session, TimelineView& view, const TimeAxis& axis, int clip, const UiRect& lane) {
  const WeightHistory& history = session.weightHistory();
  const crossfade::ClipEvents* const events = eventsOf(session, clip);
  const auto& markers = nth(session.character().clipSettings(), clip).markers;
  const double duration = nth(session.model().clips, clip).duration();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int begin = std::max(1, history.rowAt(axis.begin));
  const int end = std::min(history.size(), history.rowAt(axis.end) + 1);
  for (int row = begin; row < end; ++row) {
    if (!(history.weight(row, clip) > 0) || !(history.weight(row - 1, clip) > 0)) continue;
    const float before = history.phase(row - 1, clip), now = history.phase(row, clip);
    const float x = axis.x(history.time(row));
    const bool wraps = std::abs(now - before) > 0.5f;
    if (wraps) list.AddLine({x, lane.y + px(2)}, {x, lane.bottom()}, faded(colors().text, 0.55f));
    const auto passes = [&](double time) {
      const auto phase = static_cast<float>(duration > 0 ? time / duration : 0);
      return wraps ? phase > std::max(before, now) || phase <= std::min(before, now)
                   : phase > std::min(before, now) && phase <= std::max(before, now);
    };
    for (const crossfade::SyncMarker& marker : markers)
      if (passes(marker.time))
        list.AddTriangleFilled({x - px(3), lane.y}, {x + px(3), lane.y}, {x, lane.y + px(5)}, colors().text);
    if (events != nullptr)
      for (const crossfade::ClipEvents::Boundary& each : events->boundaries())
        if (passes(each.time)) {
          const double passed = history.time(row) - history.time(row - 1);
          const double moved = static_cast<double>(now - before) * duration;
          const double rate = !wraps && passed > 0 && moved != 0 ? moved / passed : session.action(clip).timeScale;
          view.marks.push_back({.clip = clip, .boundary = each, .x = x, .y = lane.y, .rate = rate});
          drawEventMark(list, x, lane.y, holdsEvent(view, clip, each));
        }
  }
}

/// When the feet of the clip are down, along the bottom of its lane.
void drawFeet(const Session& session, const TimeAxis& axis, int clip, const UiRect& lane) {
  const crossfade::GroundContacts* const contacts = contactsOf(session, clip);
  if (!contacts) return;
  const WeightHistory& history = session.weightHistory();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int begin = std::max(0, history.rowAt(axis.begin) - 1);
  const int end = std::min(history.size(), history.rowAt(axis.end) + 1);
  const auto isDown = [&](int row, std::size_t foot) {
    return history.weight(row, clip) > 0 &&
           contacts->isInContact(foot, static_cast<double>(history.phase(row, clip)) * contacts->duration);
  };
  float top = topOfFootBars(*contacts, lane);
  for (std::size_t foot = 0; foot < contacts->feet.size(); ++foot, top += px(kFootBar + 1))
    for (int row = begin; row + 1 < end; ++row) {
      if (!isDown(row, foot)) continue;
      const int first = row;
      while (row + 1 < end && isDown(row + 1, foot)) ++row;
      drawFootBar(list, foot, axis.x(history.time(first)), axis.x(history.time(std::min(row + 1, end - 1))), top);
    }
}

void drawLane(const Session& session, TimelineView& view, const ClipNames& names, const TimeAxis& axis, int clip,
              const UiRect& lane, float nameWidth) {
  view.lanes.push_back({clip, {axis.area.x, lane.y, axis.area.width, lane.height}});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({axis.area.x, lane.y}, {axis.area.right(), lane.bottom()}, faded(colors().card, 0.6f), px(3));
  list.PushClipRect({axis.area.x, lane.y}, {axis.area.right(), lane.bottom()}, true);
  drawStrip(session, axis, clip, lane);
  drawLoopStarts(session, view, axis, clip, lane);
  drawFeet(session, axis, clip, lane);
  list.PopClipRect();
  const float tag = std::min(px(14), lane.height - px(1));
  clipTag(list, {lane.x, std::floor(lane.centerY() - tag / 2)}, tag, clip);
  std::array<char, 24> scratch;
  nameIn({lane.x + tag + px(5), lane.y, nameWidth - tag - px(9), lane.height}, names.shown(clip, scratch),
         colors().textDim, 0, ui().fonts.small);
}

void drawClips(const Session& session, TimelineView& view, const TimeAxis& axis, const UiRect& area, float nameWidth) {
  std::array<int, kMaxLanes> lanes{};
  const int count = lanesOf(session, axis, lanes);
  if (count == 0) return;
  const ClipNames names(session.model());
  const float gap = px(2);
  const int room = std::max(1, static_cast<int>((area.height + gap) / (px(kMinLane) + gap)));
  const int rows = std::min(count, room);
  const float height = std::floor(std::min((area.height + gap) / static_cast<float>(rows) - gap, px(20)));
  const auto row = [&](int i) {
    return UiRect{area.x, area.y + static_cast<float>(i) * (height + gap), area.width, height};
  };
  const int shown = count > room ? room - 1 : count;  // the last row says how many are left out
  for (int i = 0; i < shown; ++i) drawLane(session, view, names, axis, nth(lanes, i), row(i), nameWidth);
  if (shown == count) return;
  textIn(row(shown), Text("+%d more", count - shown), colors().textFaint, 0, ui().fonts.small);
}

/// The largest value in each of kMaxPoints columns.
struct Columns {
  std::array<float, kMaxPoints> values;
  float width;

  explicit Columns(const TimeAxis& axis) : width(axis.area.width / static_cast<float>(kMaxPoints)) { values.fill(-1); }
  void add(const TimeAxis& axis, double from, double to, float value) {
    const auto column = [&](double time) { return static_cast<int>(std::floor((axis.x(time) - axis.area.x) / width)); };
    const int last = std::min(column(to), static_cast<int>(kMaxPoints) - 1);
    for (int i = std::max(column(from), 0); i <= last; ++i) nth(values, i) = std::max(nth(values, i), value);
  }
};

void drawName(const UiRect& row, float nameWidth, const char* name, const char* value) {
  const UiRect text{row.x, row.y, nameWidth - px(8), row.height};
  textIn(text, name, colors().textDim, 0, ui().fonts.small);
  textIn(text, value, colors().text, 1, ui().fonts.small);
}

UiRect plotOf(const TimeAxis& axis, const UiRect& row) {
  ImGui::GetWindowDrawList()->AddRectFilled({axis.area.x, row.y}, {axis.area.right(), row.bottom()},
                                            faded(colors().card, 0.6f), px(3));
  return {axis.area.x, row.y, axis.area.width, row.height};
}

void drawBars(const TimeAxis& axis, const Columns& columns, const UiRect& plot, double top, double warn, double bad) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < kMaxPoints; ++i) {
    const auto value = static_cast<double>(columns.values[i]);
    if (!(value > 0)) continue;
    const double height = std::min(std::log2(1 + value) / std::log2(1 + top), 1.0);
    const ImU32 tint = value >= bad ? colors().error : value >= warn ? colors().warning : colors().accent;
    const float x = axis.area.x + static_cast<float>(i) * columns.width;
    list.AddRectFilled({x, plot.bottom() - std::max(px(1), static_cast<float>(height) * plot.height)},
                       {x + std::max(columns.width, 1.0f), plot.bottom()}, tint);
  }
}

/// Calls `each` for the frames of the log on the axis.
template <class Each>
void forFrames(const Take& take, const TimeAxis& axis, Each each) {
  const std::int64_t end = std::min(take.endFrame(), take.framesUntil(axis.end) + 1);
  for (std::int64_t i = std::max(take.firstFrame(), take.framesUntil(axis.begin)); i < end; ++i) each(take.frame(i));
}

/// The frame that ends at the moment on screen, or contains it; nullptr: none.
const TakeFrame* frameShown(const Timeline& timeline) {
  const Take& take = timeline.take();
  const std::int64_t index = std::min(take.framesUntil(timeline.now()), take.endFrame()) - 1;
  return index >= take.firstFrame() ? &take.frame(index) : nullptr;
}

void drawSum(const Session& session, const TimeAxis& axis, const UiRect& row, float nameWidth) {
  constexpr double kShown = 1.5;  // at the top
  const WeightHistory& history = session.weightHistory();
  const UiRect plot = plotOf(axis, row);
  const int begin = std::max(0, history.rowAt(axis.begin) - 1);
  const int end = std::min(history.size(), history.rowAt(axis.end) + 1);
  const int stride = 1 + (end - begin) / static_cast<int>(kMaxPoints);
  const auto sumOf = [&](int at) {
    double sum = 0;
    for (int clip = 0; clip < session.clipCount(); ++clip) sum += static_cast<double>(history.weight(at, clip));
    return sum;
  };
  const auto y = [&](double sum) {
    return plot.bottom() - static_cast<float>(std::min(sum, kShown) / kShown) * (plot.height - px(1));
  };
  std::array<ImVec2, kMaxPoints + 2> points;
  std::size_t count = 0;
  for (int at = begin; at < end && count < points.size(); ++at)
    if (at % stride == 0 || at == end - 1) points[count++] = {axis.x(history.time(at)), y(sumOf(at))};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(plot.min(), plot.max(), true);
  list.AddLine({plot.x, y(1)}, {plot.right(), y(1)}, faded(colors().text, 0.25f));
  if (count > 1) styledLine(list, {points.data(), count}, colors().text, px(1.5f), LineStyle::Solid, ui().scale);
  list.PopClipRect();
  const int now = std::min(history.rowAt(session.character().timeline().now()), history.size() - 1);
  const Text text = now >= 0 ? Text("%.2f", sumOf(now)) : Text();
  drawName(row, nameWidth, "Sum", text);
}

void drawJumps(const Timeline& timeline, const TimeAxis& axis, const UiRect& row, float nameWidth) {
  Columns columns(axis);
  forFrames(timeline.take(), axis, [&](const TakeFrame& frame) {
    if (!std::isnan(frame.jump)) columns.add(axis, frame.begin, frame.end, frame.jump);
  });
  drawBars(axis, columns, plotOf(axis, row), kJumpShown, kPops, kPopsBadly);
  const TakeFrame* const shown = frameShown(timeline);
  const Text text = shown && !std::isnan(shown->jump) ? Text(shown->jump < 1000 ? "%.1f \u00d7" : "> 999 \u00d7",
                                                             static_cast<double>(shown->jump))
                                                      : Text();  // a replay that starts over is no motion
  drawName(row, nameWidth, "Jump", text);
}

void drawFrameTimes(const Timeline& timeline, const TimeAxis& axis, const UiRect& row, float nameWidth) {
  Columns columns(axis);
  double sum = 0, longest = kFrameShown;
  int count = 0;
  forFrames(timeline.take(), axis, [&](const TakeFrame& frame) {
    columns.add(axis, frame.begin, frame.end, static_cast<float>(frame.input.delta));
    sum += frame.input.delta;
    longest = std::max(longest, frame.input.delta);
    ++count;
  });
  const double mean = count > 0 ? sum / count : 0;
  drawBars(axis, columns, plotOf(axis, row), longest, kSlow * mean, kVerySlow * mean);
  const TakeFrame* const shown = frameShown(timeline);
  const Text text = shown && shown->input.delta > 0 ? Text("%.1f ms", shown->input.delta * 1000) : Text();
  drawName(row, nameWidth, "Frame", text);
}

/// In the current ImGui window. `area` includes the names on the left, `nameWidth` wide. The lowest rows are the sum of
/// weights, the velocity jump and the frame time, as many as fit below three clips. Fills `marks` and `lanes` of the
/// view.
void drawTimelineLanes(const Session& session, TimelineView& view, const TimeAxis& axis, const UiRect& area,
                       float nameWidth) {
  view.marks.clear();
  view.lanes.clear();
  const Timeline& timeline = session.character().timeline();
  const float height = px(kMeasured), gap = px(kMeasuredGap);
  const int room = static_cast<int>((area.height - 3 * (px(kMinLane) + gap)) / (height + gap));
  const int rows = std::clamp(room, 0, 3);
  const float measured = static_cast<float>(rows) * (height + gap);
  drawClips(session, view, axis, {area.x, area.y, area.width, area.height - measured}, nameWidth);
  UiRect row{area.x, area.bottom() - measured + gap, area.width, height};
  const auto next = [&] { return std::exchange(row, UiRect{row.x, row.bottom() + gap, row.width, row.height}); };
  if (rows > 2) drawSum(session, axis, next(), nameWidth);
  if (rows > 0) drawJumps(timeline, axis, next(), nameWidth);
  if (rows > 1) drawFrameTimes(timeline, axis, next(), nameWidth);
}

// ---- A fade of the last 30 seconds: when it begins, how long it takes, and its kind.

constexpr float kWidth = 400;
constexpr double kShortest = 0.02, kLongest = 4;  // seconds of a fade, by slider

/// Of a clip, or of a blend space.
std::string_view nameOf(const Session& session, int source, std::span<char> scratch) {
  if (const auto* const space = findBlendSpace(session.character().blendSpaces(), source)) return space->name;
  return source < 0 || isBlendSpace(source) ? "nothing" : ClipNames(session.model()).shown(source, scratch);
}

/// "Walk to Run", and the buttons that take back changes and close the card.
void drawTitle(const Session& session, TimelineView& view, const LoggedFade& fade, float width, Commands& out) {
  std::array<char, 24> from, to;
  std::array<char, 128> one, two;
  const Text text("%s to %s", shortened(nameOf(session, fade.from, from), 120, one).data(),
                  shortened(nameOf(session, fade.to, to), 120, two).data());
  ImGui::Dummy({width - 2 * (rowHeight() + px(6)), rowHeight()});
  const UiRect row = itemRect();
  const float arrow = px(24), half = (row.width - arrow) / 2;
  nameIn({row.x, row.y, half, row.height}, nameOf(session, fade.from, from), colors().text, 0, ui().fonts.strong);
  textIn({row.x + half, row.y, arrow, row.height}, icon(Icon::Arrow), colors().textDim, 0.5f);
  nameIn({row.x + half + arrow, row.y, half, row.height}, nameOf(session, fade.to, to), colors().text, 0,
         ui().fonts.strong);
  hint(text);
  ImGui::SameLine(0, px(6));
  const LoggedFade& before = view.asPicked;
  const bool isChanged = fade.begin != before.begin || fade.seconds != before.seconds || fade.kind != before.kind;
  if (iconButton("timeline.fade.restore", Icon::Undo, "As it was when you picked it.",
                 {.quiet = true, .enabled = isChanged}))
    out.push_back(EditFade{.fade = fade.id, .begin = before.begin, .seconds = before.seconds, .kind = before.kind});
  ImGui::SameLine(0, px(6));
  if (iconButton("timeline.fade.close", Icon::Close, "Close.", {.quiet = true})) view.pickedFade = -1;
}

/// The settings of a fade of the log, above the timeline. Closing it picks no fade.
void drawPickedFade(const Session& session, TimelineView& view, const LoggedFade& fade, const TimeAxis& axis,
                    Commands& out) {
  const Timeline& timeline = session.character().timeline();
  const float width = std::min(px(kWidth), axis.area.width), height = px(20) + 3 * rowHeight() + px(12);
  const float left =
      std::clamp(axis.x(fade.begin + fade.seconds / 2) - width / 2, axis.area.x, axis.area.right() - width);
  const UiRect card{std::floor(left), std::floor(axis.area.y - height - px(12)), width, height};
  beginCard("timeline.fade", card, colors().overlay, {px(12), px(10)});
  if (ui().focus.dismissible()) view.pickedFade = -1;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  const float room = fullWidth();
  if (view.asPicked.id != fade.id) view.asPicked = fade;
  drawTitle(session, view, fade, room, out);
  if (const auto kind =
          kindSegments("timeline.fade.kind", fade.kind, room, "How this fade took over. What follows it changes, too."))
    out.push_back(EditFade{.fade = fade.id, .kind = *kind});
  const float half = std::floor((room - px(6)) / 2);
  double begin = fade.begin - timeline.end(), seconds = fade.seconds;
  const SliderLook start{.label = "begins",
                         .min = timeline.begin() - timeline.end(),
                         .max = 0,
                         .origin = timeline.begin() - timeline.end(),
                         .format = "%.2f s",
                         .resets = false};
  if (slider("timeline.fade.begin", begin, start, half, "When it begins, counted back from now like the ruler."))
    out.push_back(EditFade{.fade = fade.id, .begin = timeline.end() + begin});
  ImGui::SameLine(0, px(6));
  const SliderLook length{.label = "length",
                          .min = kShortest,
                          .max = kLongest,
                          .defaultValue = FadeSettings{}.seconds,
                          .format = "%.2f s",
                          .fill = clipColor(std::max(fade.to, 0)),
                          .sqrtScale = true,
                          .typedMin = 0,
                          .typedMax = kMaxFadeSeconds};
  if (slider("timeline.fade.length", seconds, length, half, "How long it takes."))
    out.push_back(EditFade{.fade = fade.id, .seconds = seconds});
  ImGui::PopStyleVar();
  endPanel();
}

// ---- The last 30 seconds: strips of weights, fades, and the moment on screen.

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
  const Text text("%.2f s", fade.seconds);
  if (to - from > px(40))
    textIn(list, {from + px(5), bar.y, to - from - px(8), bar.height}, text, colors().text, 0, ui().fonts.small);
}

/// Counted back from the end of the log.
void drawScale(const TimeAxis& axis, const UiRect& row, const Timeline& timeline) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double step = niceStep(axis.end - axis.begin, std::max(2, static_cast<int>(axis.area.width / px(70))));
  for (int i = 0;; ++i) {
    const double back = i * step, time = timeline.end() - back;
    if (!(time >= std::max(0.0, axis.begin))) break;
    if (time > axis.end) continue;
    const float x = axis.x(time);
    list.AddLine({x, row.bottom()}, {x, axis.area.bottom()}, faded(colors().line, 0.5f));
    const Text text = i > 0 ? Text(step < 0.1 ? "-%.2f s" : step < 1 ? "-%.1f s" : "-%.0f s", back) : Text("now");
    const bool hasRoom = x - px(20) >= axis.area.x;  // beside the names
    if (hasRoom && std::abs(x - axis.x(timeline.now())) > px(timeline.isLive() ? 64 : 88))
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
  const Text text(timeline.isLive() ? "now" : "-%.2f s", timeline.end() - timeline.now());
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

/// Of those of the last frame.
const TimelineView::Mark* markUnderPointer(const TimelineView& view) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const TimelineView::Mark& mark : view.marks)
    if (std::abs(mouse.x - mark.x) <= px(kHandle) && mouse.y >= mark.y - px(2) && mouse.y <= mark.y + px(10))
      return &mark;
  return nullptr;
}

/// The clip time that a lane shows under the pointer.
void openMenuOfLane(const Session& session, TimelineView& view, const TimeAxis& axis) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (const TimelineView::Mark* const mark = markUnderPointer(view))
    return openEventMenu(session, view.events, mark->clip, mark->boundary.event, mark->boundary.time);
  const WeightHistory& history = session.weightHistory();
  const int row = std::min(history.rowAt(axis.time(mouse.x)), history.size() - 1);
  for (const TimelineView::Lane& lane : view.lanes) {
    if (row < 0 || !contains(lane.rect, UiRect{mouse.x, mouse.y, 0, 0}) || !(history.weight(row, lane.clip) > 0))
      continue;
    const double duration = nth(session.model().clips, lane.clip).duration();
    openEventMenu(session, view.events, lane.clip, -1, static_cast<double>(history.phase(row, lane.clip)) * duration);
  }
}

/// Below the pointer, with its time in the clip.
void drawHeldEvent(const Session& session, const TimelineView& view) {
  const EventView& held = view.events;
  const crossfade::ClipEvents* const events = held.held ? eventsOf(session, held.clip) : nullptr;
  if (!events || held.event >= static_cast<int>(events->events().size())) return;
  for (const TimelineView::Lane& lane : view.lanes) {
    if (lane.clip != held.clip) continue;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float x = std::clamp(ImGui::GetIO().MousePos.x, lane.rect.x, lane.rect.right());
    drawEventMark(list, x, lane.rect.y, true);
    const Text text("%.64s %.2f s", nth(events->events(), held.event).name.c_str(), held.heldTime);
    ImFont& font = *ui().fonts.small;
    const float width = sizeOf(font, text).x + px(10);
    const float left = std::clamp(x + px(8), lane.rect.x, std::max(lane.rect.x, lane.rect.right() - width));
    const UiRect plate{left, lane.rect.y, width, px(16)};
    fillRect(plate, colors().overlay, px(3));
    textIn(list, plate, text, colors().text, 0.5f, &font);
  }
}

void grab(const Session& session, TimelineView& view, const TimeAxis& axis, const UiRect& fades, Commands& out) {
  const Timeline& timeline = session.character().timeline();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (const TimelineView::Mark* const mark = markUnderPointer(view)) {
    view.held = Held::Event;
    view.eventTime = mark->boundary.time;
    view.eventRate = mark->rate;
    view.grabbedAt = axis.time(mouse.x);
    holdEvent(session, view.events, mark->clip, mark->boundary.event, mark->boundary.isEnd);
    if (!session.paused()) out.push_back(SetPaused{true});
    return;
  }
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
  if (view.held == Held::Event) {
    if (!view.events.held) return;
    const double duration = nth(session.model().clips, view.events.clip).duration();
    view.events.heldTime =
        std::clamp(view.eventTime + (time - view.grabbedAt) * view.eventRate, 0.0, std::max(0.0, duration));
  } else if (view.held == Held::Moment) {
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
  ImGui::SetCursorScreenPos({area.x, area.bottom() - px(16)});
  ImGui::Dummy({area.width, px(15)});
  textIn(itemRect(),
         Text("%.0f s, %.1f MB", timeline.end() - timeline.begin(), static_cast<double>(timeline.bytes()) / 1e6),
         colors().textFaint, 0, ui().fonts.small);
  hint("The log holds at most 30 seconds, in a fixed amount of memory.");
}

void hintOfTimeline(const Session& session, const TimelineView& view) {
  if (!hintIsDue()) return;
  const TimelineView::Mark* const mark = markUnderPointer(view);
  const crossfade::ClipEvents* const events = mark ? eventsOf(session, mark->clip) : nullptr;
  if (!events || mark->boundary.event >= static_cast<int>(events->events().size()))
    return hint(
        "Drag to look back. Click a fade to change it, drag it to move it, drag its end to change its length. Wheel: "
        "zoom, Shift+wheel: pan. Bars below a clip show when its left and right foot are down. Diamonds are events: "
        "drag one, or right-click to add, rename or delete one.",
        "Enter opens the last fade that has begun, and closes it again.");
  const crossfade::ClipEvent& event = nth(events->events(), mark->boundary.event);
  hint(Text("%.120s, %.2f s. Drag to move; double-click for its name.", event.name.c_str(), mark->boundary.time));
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
    ui().focus.nextTakes(kTakesEnter);
    hitAreaIn("timeline.area", plot);
    if (ui().focus.keysOfItem().enter) pickAtMoment(timeline, view);
    if (ImGui::IsItemHovered()) zoomAndPan(timeline, view, axis);
    hintOfTimeline(session, view);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) openMenuOfLane(session, view, axis);
    if (ImGui::IsItemActivated()) grab(session, view, axis, fades, out);
    if (ImGui::IsItemActive()) drag(session, view, axis, out);
    if (ImGui::IsItemDeactivated()) {
      if (view.held == Held::Event) releaseEvent(session, view.events, out);
      view.held = Held::Nothing;
    }
    axis = axisOf(timeline, view, plot);
    drawScale(axis, scale, timeline);
    drawTimelineLanes(session, view, axis, lanes, nameWidth);
    drawHeldEvent(session, view);
    drawEventMenu(session, view.events, out);
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
    view.asPicked.id = -1;
  }
  endPanel();
}

}  // namespace app
