#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/timing/timing_scene.h"
#include "app/ui/timing/timing_paint.h"

namespace app {
namespace {

constexpr double kMarkSeconds = 0.4;  // of past positions shown on tracks
constexpr int kMaxPoints = kGraphSamples + 2;

ImU32 lineColor(const Canvas& canvas) { return paletteOf(canvas.dark).line; }

float widthOf(const Canvas& canvas, const char* text) { return canvasTextSize(canvas, text, TextStyle::Small).x; }

float bodyWidth(const TimingView& view, const UiRect& track) {
  return view.character ? std::round(track.height * 0.5f) : std::round(track.height * 0.8f);
}

void drawFigure(const Canvas& canvas, const TimingView& view, const UiRect& track, const Block& block, ImU32 tint,
                float strength) {
  const float height = track.height - canvas.px(3), floor = track.bottom() - canvas.px(1.5f);
  const float middle = xOnTrack(track, block.position, view.length(), bodyWidth(view, track));
  const double unitsOfHeight = static_cast<double>(height) * view.length() /
                               static_cast<double>(std::max(track.width - bodyWidth(view, track), 1.0f));
  const auto bones = view.figure.pose(block.traveled / unitsOfHeight);
  const float facing = block.direction < 0 ? -1.0f : 1.0f, thickness = std::max(canvas.px(1.6f), height * 0.06f);
  const auto toScreen = [&](const glm::vec2& at) {
    return ImVec2{middle + facing * at.x * height, floor - at.y * height};
  };
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const ImU32 shade = faded(tint, view.figure.isFar[i] ? strength * 0.5f : strength);
    canvas.list.AddLine(toScreen(bones[i].from), toScreen(bones[i].to), shade, thickness);
  }
}

void drawGhost(const Canvas& canvas, const TimingView& view, const UiRect& track) {
  if (view.character) return drawFigure(canvas, view, track, view.ghost, dimInkColor(canvas), 0.4f);
  const float width = bodyWidth(view, track), x = xOnTrack(track, view.ghost.position, view.length(), width);
  const float inset = canvas.px(1.5f);
  canvas.list.AddRect({x - width / 2 + 0.5f, track.y + inset}, {x + width / 2 - 0.5f, track.bottom() - inset},
                      dimInkColor(canvas), canvas.px(3), 0, canvas.px(1.2f));
}

/// Past positions of the block, one mark per frame.
void drawMarks(const Canvas& canvas, const TimingView& view, const TimingLane& lane, int row, const UiRect& track,
               ImU32 tint) {
  const ValueHistory& marks = lane.marks();
  const double rate = view.settings().rows[static_cast<std::size_t>(row)].display.framesPerSecond;
  const int count = std::clamp(static_cast<int>(std::ceil(kMarkSeconds * rate)), 1, std::max(1, marks.size() - 1));
  const float width = bodyWidth(view, track), round = canvas.px(1);
  for (int age = std::min(count, marks.size() - 1); age > 0; --age) {
    const float x = xOnTrack(track, marks[marks.size() - 1 - age], view.length(), width);
    const float strength = 0.55f * (1 - static_cast<float>(age) / static_cast<float>(count + 1));
    const float high = view.character ? track.bottom() - canvas.px(4) : track.y + canvas.px(2.5f);
    canvas.list.AddRectFilled({x - canvas.px(0.75f), high},
                              {x + canvas.px(0.75f), track.bottom() - canvas.px(view.character ? 0 : 2.5f)},
                              faded(tint, strength), round);
  }
}

void drawTrack(const Canvas& canvas, const TimingView& view, const TimingLane& lane, int row, const UiRect& track,
               ImU32 tint) {
  const float width = bodyWidth(view, track);
  if (view.character) {
    fillRect(canvas, {track.x, track.bottom() - canvas.px(1), track.width, canvas.px(1)}, lineColor(canvas), 0);
  } else {
    fillRect(canvas, track, wellColor(canvas), canvas.px(4));
  }
  canvas.list.PushClipRect({track.x - canvas.px(8), track.y}, {track.right() + canvas.px(8), track.bottom()}, true);
  drawMarks(canvas, view, lane, row, track, tint);
  drawGhost(canvas, view, track);
  const float x = xOnTrack(track, lane.shown().position, view.length(), width);
  const float due = xOnTrack(track, view.ghost.position, view.length(), width);
  if (!view.character && std::abs(x - due) > width)
    canvas.list.AddLine({std::min(x, due) + width / 2, track.centerY()},
                        {std::max(x, due) - width / 2, track.centerY()}, faded(tint, 0.5f), canvas.px(1.2f));
  if (view.character)
    drawFigure(canvas, view, track, lane.shown(), tint, 1);
  else
    fillRect(canvas, {x - width / 2, track.y + canvas.px(1.5f), width, track.height - canvas.px(3)}, tint,
             canvas.px(3));
  canvas.list.PopClipRect();
}

const char* errorText(TimingText& text, const TimingLane& lane, TimingGraph graph) {
  const LaneStatistics statistics = lane.statistics();
  if (graph == TimingGraph::Gap)
    return write(text, std::abs(statistics.error) < kExactUnits ? "gap 0.0" : "gap %+.1f", statistics.error);
  if (std::abs(statistics.lag) < kExactUnits) return "on time";
  TimingText size;
  return write(text, statistics.lag > 0 ? "%s behind" : "%s ahead", writeUnits(size, std::abs(statistics.lag)));
}

void drawStatistics(const Canvas& canvas, const TimingView& view, const TimingLane& lane, const UiRect& rect) {
  TimingText text;
  const char* const error = errorText(text, lane, view.settings().graph);
  canvasText(canvas, rect, error, inkColor(canvas), 0, TextStyle::Small);
  const float room = rect.width - widthOf(canvas, error) - canvas.px(10);
  const double dropped = lane.clock().droppedSeconds;
  if (dropped > 0) {
    canvasText(canvas, rect, write(text, "dropped %.2f s", dropped), paletteOf(canvas.dark).warning, 1,
               TextStyle::Small);
    return;
  }
  // All lanes show the same; the widest text decides.
  const float left = widthOf(canvas, "20000 behind") + canvas.px(10);
  const auto fits = [&](const char* widest) { return rect.width >= left + widthOf(canvas, widest); };
  const ProgressDetail detail = fits("12000 of 12000 \u00b7 10.00\u00d7 \u00b7 100 bounces") ? ProgressDetail::Bounces
                                : fits("12000 of 12000 \u00b7 10.00\u00d7")                  ? ProgressDetail::Speed
                                                                                             : ProgressDetail::Distance;
  if (widthOf(canvas, writeProgress(text, lane, detail)) <= room)
    canvasText(canvas, rect, text.data(), dimInkColor(canvas), 1, TextStyle::Small);
}

struct Points {
  std::array<ImVec2, kMaxPoints> at;
  int count = 0;
  void add(ImVec2 point) {
    if (count >= 2 && at[static_cast<std::size_t>(count) - 1].y == point.y &&
        at[static_cast<std::size_t>(count) - 2].y == point.y)
      --count;  // on a straight line
    if (count < kMaxPoints) at[static_cast<std::size_t>(count++)] = point;
  }
};

/// In the corner that losses reach last, for columns too narrow to say it beside the name of the clock.
void drawRange(const Canvas& canvas, const GraphRange& range, const UiRect& rect) {
  TimingText text;
  const char* const what = writeRange(text, range);
  const UiRect label{rect.x + canvas.px(4), rect.bottom() - canvas.px(13), rect.width, canvas.px(13)};
  fillRect(canvas, {label.x - canvas.px(2), label.y, widthOf(canvas, what) + canvas.px(4), label.height},
           faded(wellColor(canvas), 0.85f), canvas.px(3));
  canvasText(canvas, label, what, faintTextColor(canvas), 0, TextStyle::Small);
}

float graphY(const UiRect& rect, const Canvas& canvas, const GraphRange& range, double value) {
  const float inset = canvas.px(3), height = rect.height - 2 * inset;
  return rect.bottom() - inset - static_cast<float>(range.fraction(value)) * height;
}

void drawGraphGround(const Canvas& canvas, const GraphRange& range, const UiRect& rect) {
  fillRect(canvas, rect, wellColor(canvas), canvas.px(4));
  const float zero = graphY(rect, canvas, range, 0);
  canvas.list.AddLine({rect.x, zero}, {rect.right(), zero}, lineColor(canvas), canvas.px(1));
}

/// Values are sampled at a fixed rate; the picture scrolls smoothly between samples.
void drawGraphLine(const Canvas& canvas, const TimingView& view, const TimingLane& lane, const GraphRange& range,
                   const UiRect& rect, ImU32 tint) {
  const auto y = [&](int sample) {
    return graphY(rect, canvas, range, graphValue(lane, view.settings().graph, sample));
  };
  const int size = lane.lags().size();
  const double newest = std::floor(view.scene.wallSeconds() * kTimingSamplesPerSecond) / kTimingSamplesPerSecond;
  Points points;
  for (int i = std::max(0, size - kGraphSamples); i < size; ++i) {
    const double age = view.scene.wallSeconds() - newest + static_cast<double>(size - 1 - i) / kTimingSamplesPerSecond;
    points.add({rect.right() - static_cast<float>(age / kGraphSeconds) * rect.width, y(i)});
  }
  if (size > 0) points.add({rect.right(), y(size - 1)});
  canvas.list.PushClipRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, true);
  canvas.list.AddPolyline(points.at.data(), points.count, tint, 0, canvas.px(1.5f));
  canvas.list.PopClipRect();
}

}  // namespace

void drawTimingCell(const Canvas& canvas, const TimingView& view, int row, int clock, const TimingCell& cell,
                    const GraphRange& range, bool saysRange) {
  const TimingLane& lane = view.scene.lane(row, kClockKinds[static_cast<std::size_t>(clock)]);
  drawTrack(canvas, view, lane, row, cell.track, clockColorOf(clock, canvas.dark));
  if (!cell.text.empty()) drawStatistics(canvas, view, lane, cell.text);
  if (cell.graph.empty()) return;
  drawGraphGround(canvas, range, cell.graph);
  drawGraphLine(canvas, view, lane, range, cell.graph, clockColorOf(clock, canvas.dark));
  if (saysRange) drawRange(canvas, range, cell.graph);
}

void drawSharedGraph(const Canvas& canvas, const TimingView& view, int clock, const UiRect& rect,
                     const GraphRange& range, bool saysRange) {
  if (rect.empty()) return;
  const float line = saysRange ? canvas.px(13) : 0;  // below the graph: lines may be anywhere on it
  const UiRect graph{rect.x, rect.y, rect.width, rect.height - line};
  drawGraphGround(canvas, range, graph);
  for (int row = 0; row < view.scene.rowCount(); ++row)
    if (view.settings().rows[static_cast<std::size_t>(row)].shown)
      drawGraphLine(canvas, view, view.scene.lane(row, kClockKinds[static_cast<std::size_t>(clock)]), range, graph,
                    clockColorOf(clock, canvas.dark));
  TimingText text;
  if (saysRange)
    canvasText(canvas, {rect.x, graph.bottom(), rect.width, line}, writeRange(text, range), faintTextColor(canvas), 0,
               TextStyle::Small);
}

const char* writeProgress(TimingText& text, const TimingLane& lane, ProgressDetail detail) {
  const auto whole = [](double units) { return static_cast<long long>(std::llround(units)); };
  const long long made = whole(lane.shown().traveled), due = whole(lane.shown().traveled + lane.statistics().lag);
  const long long reversals = static_cast<long long>(lane.reversals());
  switch (detail) {
    case ProgressDetail::Distance:
      return write(text, "%lld", made);
    case ProgressDetail::Speed:
      return write(text, "%lld of %lld \u00b7 %.2f\u00d7", made, due, relativeSpeed(lane));
    case ProgressDetail::Bounces:
      return write(text, "%lld of %lld \u00b7 %.2f\u00d7 \u00b7 %lld %s", made, due, relativeSpeed(lane), reversals,
                   reversals == 1 ? "bounce" : "bounces");
  }
  return "";
}

}  // namespace app
