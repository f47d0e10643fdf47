#include "app/ui/character/timeline_lanes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/ui/character/clip_names.h"
#include "app/ui/character/contact_bars.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/plot_lines.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr int kMaxLanes = 12;
constexpr float kMinLane = 11;  // interface units
constexpr float kMeasured = 15, kMeasuredGap = 2;
constexpr std::size_t kMaxPoints = 512;
constexpr double kJumpShown = 8;              // at the top of its row, on a logarithmic scale
constexpr double kFrameShown = 0.05;          // seconds, at the top of its row unless a frame took longer
constexpr double kPops = 2, kPopsBadly = 4;   // times what the clips do on their own
constexpr double kSlow = 1.8, kVerySlow = 3;  // times the mean of the frames in sight

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

/// Where a clip begins another loop, and where it passes its markers.
void drawLoopStarts(const Session& session, const TimeAxis& axis, int clip, const UiRect& lane) {
  const WeightHistory& history = session.weightHistory();
  const auto& markers = session.character().clipSettings()[static_cast<std::size_t>(clip)].markers;
  const double duration = session.model().clips[static_cast<std::size_t>(clip)].duration();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int begin = std::max(1, history.rowAt(axis.begin));
  const int end = std::min(history.size(), history.rowAt(axis.end) + 1);
  for (int row = begin; row < end; ++row) {
    if (!(history.weight(row, clip) > 0) || !(history.weight(row - 1, clip) > 0)) continue;
    const float before = history.phase(row - 1, clip), now = history.phase(row, clip);
    const float x = axis.x(history.time(row));
    const bool wraps = std::abs(now - before) > 0.5f;
    if (wraps) list.AddLine({x, lane.y + px(2)}, {x, lane.bottom()}, faded(colors().text, 0.55f));
    for (const crossfade::SyncMarker& marker : markers) {
      const auto phase = static_cast<float>(duration > 0 ? marker.time / duration : 0);
      const bool passes = wraps ? phase > std::max(before, now) || phase <= std::min(before, now)
                                : phase > std::min(before, now) && phase <= std::max(before, now);
      if (passes) list.AddTriangleFilled({x - px(3), lane.y}, {x + px(3), lane.y}, {x, lane.y + px(5)}, colors().text);
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

void drawLane(const Session& session, const ClipNames& names, const TimeAxis& axis, int clip, const UiRect& lane,
              float nameWidth) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({axis.area.x, lane.y}, {axis.area.right(), lane.bottom()}, faded(colors().card, 0.6f), px(3));
  list.PushClipRect({axis.area.x, lane.y}, {axis.area.right(), lane.bottom()}, true);
  drawStrip(session, axis, clip, lane);
  drawLoopStarts(session, axis, clip, lane);
  drawFeet(session, axis, clip, lane);
  list.PopClipRect();
  const float tag = std::min(px(14), lane.height - px(1));
  clipTag(list, {lane.x, std::floor(lane.centerY() - tag / 2)}, tag, clip);
  std::array<char, 24> scratch;
  nameIn({lane.x + tag + px(5), lane.y, nameWidth - tag - px(9), lane.height}, names.shown(clip, scratch),
         colors().textDim, 0, ui().fonts.small);
}

void drawClips(const Session& session, const TimeAxis& axis, const UiRect& area, float nameWidth) {
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
  for (int i = 0; i < shown; ++i) drawLane(session, names, axis, lanes[static_cast<std::size_t>(i)], row(i), nameWidth);
  if (shown == count) return;
  std::array<char, 24> text;
  std::snprintf(text.data(), text.size(), "+%d more", count - shown);
  textIn(row(shown), text.data(), colors().textFaint, 0, ui().fonts.small);
}

/// The largest value in each of kMaxPoints columns.
struct Columns {
  std::array<float, kMaxPoints> values;
  float width;

  explicit Columns(const TimeAxis& axis) : width(axis.area.width / static_cast<float>(kMaxPoints)) { values.fill(-1); }
  void add(const TimeAxis& axis, double from, double to, float value) {
    const auto column = [&](double time) { return static_cast<int>(std::floor((axis.x(time) - axis.area.x) / width)); };
    const int last = std::min(column(to), static_cast<int>(kMaxPoints) - 1);
    for (int i = std::max(column(from), 0); i <= last; ++i)
      values[static_cast<std::size_t>(i)] = std::max(values[static_cast<std::size_t>(i)], value);
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
  list.PushClipRect({plot.x, plot.y}, {plot.right(), plot.bottom()}, true);
  list.AddLine({plot.x, y(1)}, {plot.right(), y(1)}, faded(colors().text, 0.25f));
  if (count > 1) styledLine(list, {points.data(), count}, colors().text, px(1.5f), LineStyle::Solid, ui().scale);
  list.PopClipRect();
  char text[24] = "";
  const int now = std::min(history.rowAt(session.character().timeline().now()), history.size() - 1);
  if (now >= 0) std::snprintf(text, sizeof text, "%.2f", sumOf(now));
  drawName(row, nameWidth, "Sum", text);
}

void drawJumps(const Timeline& timeline, const TimeAxis& axis, const UiRect& row, float nameWidth) {
  Columns columns(axis);
  forFrames(timeline.take(), axis, [&](const TakeFrame& frame) {
    if (!std::isnan(frame.jump)) columns.add(axis, frame.begin, frame.end, frame.jump);
  });
  drawBars(axis, columns, plotOf(axis, row), kJumpShown, kPops, kPopsBadly);
  char text[24] = "";
  const TakeFrame* const shown = frameShown(timeline);
  if (shown && !std::isnan(shown->jump))
    std::snprintf(text, sizeof text, "%.1f \u00d7", static_cast<double>(shown->jump));
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
  char text[24] = "";
  const TakeFrame* const shown = frameShown(timeline);
  if (shown && shown->input.delta > 0) std::snprintf(text, sizeof text, "%.1f ms", shown->input.delta * 1000);
  drawName(row, nameWidth, "Frame", text);
}

}  // namespace

void drawTimelineLanes(const Session& session, const TimeAxis& axis, const UiRect& area, float nameWidth) {
  const Timeline& timeline = session.character().timeline();
  const float height = px(kMeasured), gap = px(kMeasuredGap);
  const int room = static_cast<int>((area.height - 3 * (px(kMinLane) + gap)) / (height + gap));
  const int rows = std::clamp(room, 0, 3);
  const float measured = static_cast<float>(rows) * (height + gap);
  drawClips(session, axis, {area.x, area.y, area.width, area.height - measured}, nameWidth);
  UiRect row{area.x, area.bottom() - measured + gap, area.width, height};
  const auto next = [&] { return std::exchange(row, UiRect{row.x, row.bottom() + gap, row.width, row.height}); };
  if (rows > 2) drawSum(session, axis, next(), nameWidth);
  if (rows > 0) drawJumps(timeline, axis, next(), nameWidth);
  if (rows > 1) drawFrameTimes(timeline, axis, next(), nameWidth);
}

}  // namespace app
