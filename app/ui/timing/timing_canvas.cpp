// The block under every clock on every display: tracks with a ghost at the correct position, errors as values and
// graphs, and a summary.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

#include "app/session/timing/timing_summary.h"
#include "app/ui/timing/timing_layout.h"
#include "app/ui/timing/timing_workspace.h"
#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/ui_context.h"

namespace app {
namespace {

using crossfade::ClockKind;

constexpr std::array<const char*, 3> kNames = {"Frame-based", "Time-based", "Fixed steps"};
constexpr double kMarkSeconds = 0.4;   // of past positions shown on tracks
constexpr double kStripSeconds = 0.5;  // of past frames shown in labels
constexpr double kExact = 0.05;        // units; smaller values read 0.0
constexpr int kMaxPoints = kGraphSamples + 2;

using Text = std::array<char, 160>;

template <class... Values>
const char* write(Text& text, const char* format, Values... values) {
  if constexpr (sizeof...(values) == 0)
    std::snprintf(text.data(), text.size(), "%s", format);
  else
    std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

ImU32 wellColor(const Canvas& canvas) { return canvas.dark ? rgb(0x1C1F25) : rgb(0xE6E9EE); }
ImU32 cardColor(const Canvas& canvas) { return canvas.dark ? color::kPanel : rgb(0xEBEDF1); }
ImU32 faintText(const Canvas& canvas) { return canvas.dark ? color::kTextFaint : rgb(0x8A919C); }
ImU32 lineColor(const Canvas& canvas) { return canvas.dark ? color::kLine : rgb(0xCDD2DA); }

void fill(const Canvas& canvas, const UiRect& rect, ImU32 tint, float round) {
  canvas.list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, tint, round);
}

/// Breaks lines at spaces only. ImGui would break numbers at the decimal point.
void wrapped(const Canvas& canvas, const UiRect& rect, const char* text, ImU32 tint) {
  ImFont* const font = ui().fonts.small;
  const float size = std::round(font->FontSize / ui().scale * canvas.scale);
  const auto width = [&](const char* from, const char* to) {
    return font->CalcTextSizeA(size, FLT_MAX, 0, from, to).x;
  };
  const auto wordEnd = [](const char* at) {
    while (*at == ' ') ++at;
    while (*at != 0 && *at != ' ') ++at;
    return at;
  };
  for (float y = rect.y; *text != 0; y += size + canvas.px(1)) {
    const char* end = wordEnd(text);
    while (*end != 0 && width(text, wordEnd(end)) <= rect.width) end = wordEnd(end);
    canvas.list.AddText(font, size, {rect.x, std::floor(y)}, tint, text, end);
    text = *end == ' ' ? end + 1 : end;
  }
}

float widthOf(const Canvas& canvas, const char* text, TextStyle style) { return canvasTextSize(canvas, text, style).x; }

const char* number(Text& text, double units) {
  if (std::abs(units) < kExact) units = 0;
  return write(text, std::abs(units) >= 1000 ? "%.0f" : "%.1f", units);
}

/// What all drawing functions of a frame need.
struct View {
  const TimingScene& scene;
  const WalkFigure& figure;
  TimingGrid grid;
  Block ghost;
  bool character = false;

  const TimingSettings& settings() const { return scene.settings(); }
  double length() const { return scene.path().length; }
};

// The track.

float bodyWidth(const View& view, const UiRect& track) {
  return view.character ? std::round(track.height * 0.5f) : std::round(track.height * 0.8f);
}

void drawFigure(const Canvas& canvas, const View& view, const UiRect& track, const Block& block, ImU32 tint,
                float strength) {
  const float height = track.height - canvas.px(3), floor = track.bottom() - canvas.px(1.5f);
  const float middle = xOnTrack(track, block.position, view.length(), bodyWidth(view, track));
  const double unitsOfHeight = static_cast<double>(height) * view.length() /
                               static_cast<double>(std::max(track.width - bodyWidth(view, track), 1.0f));
  const auto bones = view.figure.pose(block.travelled / unitsOfHeight);
  const float facing = block.direction < 0 ? -1.0f : 1.0f, thickness = std::max(canvas.px(1.6f), height * 0.06f);
  const auto toScreen = [&](const glm::vec2& at) {
    return ImVec2{middle + facing * at.x * height, floor - at.y * height};
  };
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const ImU32 shade = faded(tint, view.figure.isFar[i] ? strength * 0.5f : strength);
    canvas.list.AddLine(toScreen(bones[i].from), toScreen(bones[i].to), shade, thickness);
  }
}

void drawGhost(const Canvas& canvas, const View& view, const UiRect& track) {
  if (view.character) return drawFigure(canvas, view, track, view.ghost, dimInkColor(canvas), 0.4f);
  const float width = bodyWidth(view, track), x = xOnTrack(track, view.ghost.position, view.length(), width);
  const float inset = canvas.px(1.5f);
  canvas.list.AddRect({x - width / 2 + 0.5f, track.y + inset}, {x + width / 2 - 0.5f, track.bottom() - inset},
                      dimInkColor(canvas), canvas.px(3), 0, canvas.px(1.2f));
}

/// Past positions of the block, one mark per frame.
void drawMarks(const Canvas& canvas, const View& view, const TimingLane& lane, int row, const UiRect& track,
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

void drawTrack(const Canvas& canvas, const View& view, const TimingLane& lane, int row, const UiRect& track,
               ImU32 tint) {
  const float width = bodyWidth(view, track);
  if (view.character) {
    fill(canvas, {track.x, track.bottom() - canvas.px(1), track.width, canvas.px(1)}, lineColor(canvas), 0);
  } else {
    fill(canvas, track, wellColor(canvas), canvas.px(4));
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
    fill(canvas, {x - width / 2, track.y + canvas.px(1.5f), width, track.height - canvas.px(3)}, tint, canvas.px(3));
  canvas.list.PopClipRect();
}

// Values.

const char* errorText(Text& text, const TimingLane& lane, TimingGraph graph) {
  const LaneStatistics statistics = lane.statistics();
  if (graph == TimingGraph::Gap)
    return write(text, std::abs(statistics.error) < kExact ? "gap 0.0" : "gap %+.1f", statistics.error);
  if (std::abs(statistics.lag) < kExact) return "on time";
  Text size;
  return write(text, statistics.lag > 0 ? "%s behind" : "%s ahead", number(size, std::abs(statistics.lag)));
}

void drawStatistics(const Canvas& canvas, const View& view, const TimingLane& lane, const UiRect& rect) {
  Text text;
  const char* const error = errorText(text, lane, view.settings().graph);
  canvasText(canvas, rect, error, inkColor(canvas), 0, TextStyle::Small);
  const float room = rect.width - widthOf(canvas, error, TextStyle::Small) - canvas.px(10);
  const double dropped = lane.clock().droppedSeconds;
  const long long reversals = static_cast<long long>(lane.reversals());
  const char* const reversalText = reversals == 1 ? "bounce" : "bounces";
  if (dropped > 0) {
    canvasText(canvas, rect, write(text, "dropped %.2f s", dropped), canvas.dark ? color::kWarning : rgb(0x9A6B00), 1,
               TextStyle::Small);
    return;
  }
  const double speed = relativeSpeed(lane);
  write(text, "%.2f\u00d7 \u00b7 %lld %s", speed, reversals, reversalText);
  if (widthOf(canvas, text.data(), TextStyle::Small) > room) write(text, "%.2f\u00d7", speed);
  if (widthOf(canvas, text.data(), TextStyle::Small) <= room)
    canvasText(canvas, rect, text.data(), dimInkColor(canvas), 1, TextStyle::Small);
}

// Graphs.

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

void drawRange(const Canvas& canvas, const GraphRange& range, const UiRect& rect) {
  Text text;
  const float line = canvas.px(13);
  const bool both = rect.height > 2.3f * line;
  const UiRect below{rect.x + canvas.px(4), rect.bottom() - line - canvas.px(1), rect.width, line},
      above{below.x, rect.y, rect.width, line};
  const auto say = [&](const UiRect& labelRect, const char* what) {
    fill(canvas,
         {labelRect.x - canvas.px(2), labelRect.y, widthOf(canvas, what, TextStyle::Small) + canvas.px(4),
          labelRect.height},
         faded(wellColor(canvas), 0.85f), canvas.px(3));
    canvasText(canvas, labelRect, what, faintText(canvas), 0, TextStyle::Small);
  };
  if (range.low < 0 && (both || -range.low >= range.high)) say(below, write(text, "%.4g", range.low));
  if (range.high > 0 && (both || range.high > -range.low)) say(above, write(text, "+%.4g", range.high));
}

void drawGraph(const Canvas& canvas, const View& view, const TimingLane& lane, const GraphRange& range,
               const UiRect& rect, ImU32 tint, bool first) {
  fill(canvas, rect, wellColor(canvas), canvas.px(4));
  const UiRect area{rect.x, rect.y + canvas.px(3), rect.width, rect.height - canvas.px(6)};
  const auto y = [&](double value) { return area.bottom() - static_cast<float>(range.fraction(value)) * area.height; };
  canvas.list.PushClipRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, true);
  canvas.list.AddLine({rect.x, y(0)}, {rect.right(), y(0)}, lineColor(canvas), canvas.px(1));

  // Values are sampled at a fixed rate; the picture scrolls smoothly between samples.
  const int size = lane.lags().size();
  const double newest = std::floor(view.scene.wallSeconds() * kTimingSamplesPerSecond) / kTimingSamplesPerSecond;
  Points points;
  for (int i = std::max(0, size - kGraphSamples); i < size; ++i) {
    const double age = view.scene.wallSeconds() - newest + static_cast<double>(size - 1 - i) / kTimingSamplesPerSecond;
    points.add({rect.right() - static_cast<float>(age / kGraphSeconds) * rect.width,
                y(graphValue(lane, view.settings().graph, i))});
  }
  if (size > 0) points.add({rect.right(), y(graphValue(lane, view.settings().graph, size - 1))});
  canvas.list.AddPolyline(points.at.data(), points.count, tint, 0, canvas.px(1.5f));
  if (first) drawRange(canvas, range, rect);
  canvas.list.PopClipRect();
}

// Labels left of and above the cells.

void drawLabel(const Canvas& canvas, const View& view, int row, const UiRect& rect) {
  const DisplayRate& display = view.settings().rows[static_cast<std::size_t>(row)].display;
  Text text;
  const float line = canvas.px(19);
  canvasText(canvas, {rect.x, rect.y - canvas.px(1), rect.width, line},
             write(text, "%.4g fps", display.framesPerSecond), inkColor(canvas), 0, TextStyle::Strong);
  if (rect.height < canvas.px(34)) return;
  const bool narrow = rect.width < canvas.px(80);
  if (display.hitches)
    write(text, narrow ? "gaps %.1f s" : "gaps of %.1f s", view.settings().hitches.seconds);
  else if (display.jitter > 0)
    write(text, narrow ? "\u00b1 %.0f %%" : "jitter %.0f %%", display.jitter * 100);
  else
    write(text, "even");
  canvasText(canvas, {rect.x, rect.y + line - canvas.px(2), rect.width, canvas.px(15)}, text.data(),
             dimInkColor(canvas), 0, TextStyle::Small);
  if (rect.height < canvas.px(50)) return;
  // The times of the last frames.
  const float top = rect.y + line + canvas.px(14);
  const ValueHistory& times = view.scene.frameTimes(row);
  for (int i = times.size() - 1; i >= 0; --i) {
    const double age = view.scene.wallSeconds() - times[i];
    if (age > kStripSeconds) break;
    const float x = rect.right() - static_cast<float>(age / kStripSeconds) * rect.width;
    canvas.list.AddLine({x, top}, {x, top + canvas.px(6)}, faded(dimInkColor(canvas), 0.75f),
                        std::max(1.0f, canvas.px(1)));
  }
}

/// The time span of all graphs, written beside the first.
void drawGraphLabel(const Canvas& canvas, const UiRect& label, const UiRect& graph) {
  Text text;
  const float line = canvas.px(14);
  const UiRect rect{label.x, graph.bottom() - line, label.width, line};
  if (rect.y >= label.y + canvas.px(19 + 14 + 8))
    canvasText(canvas, rect, write(text, "last %d s", kGraphSeconds), faintText(canvas), 1, TextStyle::Small);
}

void drawLegend(const Canvas& canvas, const UiRect& rect) {
  const float box = canvas.px(9), row = canvas.px(16), x = rect.x, gap = canvas.px(6);
  const float top = rect.y + canvas.px(3);
  const auto entry = [&](float y, const char* text, bool hollow) {
    const ImVec2 low{x, y + (row - box) / 2}, high{x + box, y + (row + box) / 2};
    if (hollow)
      canvas.list.AddRect(low, high, dimInkColor(canvas), canvas.px(2), 0, canvas.px(1.2f));
    else
      canvas.list.AddRectFilled(low, high, dimInkColor(canvas), canvas.px(2));
    canvasText(canvas, {x + box + gap, y, rect.width, row}, text, dimInkColor(canvas), 0, TextStyle::Small);
  };
  entry(top, "shown", false);
  entry(top + row, rect.width < canvas.px(80) ? "due" : "where it should be", true);
}

void drawHead(const Canvas& canvas, const View& view, int clock, const UiRect& rect) {
  const UiRect name{rect.x, rect.y, rect.width, canvas.px(22)};
  const float dot = canvas.px(4);
  canvas.list.AddCircleFilled({rect.x + dot, name.centerY()}, dot, clockColor(clock));
  canvasText(canvas, {rect.x + canvas.px(15), name.y, rect.width, name.height}, kNames[static_cast<std::size_t>(clock)],
             inkColor(canvas), 0, TextStyle::Strong);
  const bool narrow = rect.width < canvas.px(200);
  Text text;
  const double step = 1000 / view.settings().stepsPerSecond;
  switch (static_cast<ClockKind>(clock)) {
    case ClockKind::FrameBased:
      write(text, narrow ? "a frame is 1/60 s" : "every frame counts as 1/60 s");
      break;
    case ClockKind::TimeBased:
      write(text, narrow ? "one step per frame" : "one step per frame, as long as the frame");
      break;
    case ClockKind::FixedStep:
      write(text, narrow ? "steps of %.3g ms" : "steps of %.3g ms, rest carried over", step);
      break;
  }
  canvasText(canvas, {rect.x, name.bottom() - canvas.px(2), rect.width, canvas.px(16)}, text.data(),
             dimInkColor(canvas), 0, TextStyle::Small);
}

// Summary.

const char* frameSentence(Text& text, const View& view, const RateExtremes& ends) {
  const auto speed = [&](int row) { return relativeSpeed(view.scene.lane(row, ClockKind::FrameBased)); };
  const auto rate = [&](int row) {
    return view.settings().rows[static_cast<std::size_t>(row)].display.framesPerSecond;
  };
  return write(text, "Runs at the display's speed: %.2f\u00d7 at %.4g fps, %.2f\u00d7 at %.4g.", speed(ends.slowest),
               rate(ends.slowest), speed(ends.fastest), rate(ends.fastest));
}

/// The visible display that dropped the most time; -1: none did.
int droppedMost(const View& view, ClockKind kind) {
  int most = -1;
  const auto dropped = [&](int row) { return view.scene.lane(row, kind).clock().droppedSeconds; };
  for (int row = 0; row < view.scene.rowCount(); ++row)
    if (view.settings().rows[static_cast<std::size_t>(row)].shown && dropped(row) > 0 &&
        (most < 0 || dropped(row) > dropped(most)))
      most = row;
  return most;
}

const char* droppedSentence(Text& text, const View& view, ClockKind kind, int row) {
  const TimingSettings& settings = view.settings();
  return write(text, "A frame advances at most %.3g s; the rest is dropped. One display is %.2f s late.",
               settings.maxSteps / settings.stepsPerSecond, view.scene.lane(row, kind).clock().droppedSeconds);
}

const char* timeSentence(Text& text, const View& view, const RateExtremes& ends) {
  if (view.settings().edges == Edges::Reflect) return "Nothing is lost at the ends: correct on every display.";
  const auto lost = [&](int row) { return view.scene.lane(row, ClockKind::TimeBased).statistics().lostPerReversal; };
  const auto rate = [&](int row) {
    return view.settings().rows[static_cast<std::size_t>(row)].display.framesPerSecond;
  };
  return write(text, "Longer frames lose more at an end: %.1f per bounce at %.4g fps, %.1f at %.4g.",
               lost(ends.slowest), rate(ends.slowest), lost(ends.fastest), rate(ends.fastest));
}

const char* fixedSentence(Text& text, const View& view, const RateExtremes& ends) {
  const double late = view.settings().unitsPerSecond / view.settings().stepsPerSecond;
  const double lost = view.scene.lane(ends.slowest, ClockKind::FixedStep).statistics().lostPerReversal;
  const char* const way = view.settings().interpolates ? "one step late" : "up to one step late";
  if (view.settings().edges == Edges::Reflect)
    return write(text, "The same on every display: %s (%.2f units), nothing lost at the ends.", way, late);
  return write(text, "All steps are equal, so every display loses %.2f per bounce. The picture is %s (%.2f).", lost,
               way, late);
}

void drawSum(const Canvas& canvas, const View& view, int clock, const UiRect& rect) {
  const RateExtremes ends = rateExtremes(view.scene);
  if (rect.empty() || ends.slowest < 0) return;
  fill(canvas, rect, cardColor(canvas), canvas.px(6));
  fill(canvas, {rect.x, rect.y + canvas.px(8), canvas.px(3), canvas.px(16)}, clockColor(clock), canvas.px(1));
  const auto kind = static_cast<ClockKind>(clock);
  Text text;
  const UiRect inside{rect.x + canvas.px(11), rect.y + canvas.px(6), rect.width - canvas.px(20), canvas.px(20)};
  canvasText(canvas, inside, number(text, spreadAcrossDisplays(view.scene, kind)), inkColor(canvas), 0,
             TextStyle::Strong);
  const bool narrow = rect.width < canvas.px(200);
  canvasText(canvas, inside, narrow ? "spread" : "spread across displays", dimInkColor(canvas), 1, TextStyle::Small);
  const int late = droppedMost(view, kind);  // dropped time explains the spread best
  const char* const sentence = late >= 0                       ? droppedSentence(text, view, kind, late)
                               : kind == ClockKind::FrameBased ? frameSentence(text, view, ends)
                               : kind == ClockKind::TimeBased  ? timeSentence(text, view, ends)
                                                               : fixedSentence(text, view, ends);
  wrapped(canvas, {inside.x, inside.bottom() + canvas.px(3), inside.width, 0}, sentence, dimInkColor(canvas));
}

}  // namespace

void drawTimingCanvas(const Session& session, const Canvas& canvas) {
  canvasGround(canvas);
  const TimingScene& scene = session.timing();
  const std::vector<TimingRowSettings>& rows = scene.settings().rows;
  const int shown =
      static_cast<int>(std::count_if(rows.begin(), rows.end(), [](const TimingRowSettings& row) { return row.shown; }));
  const View view{.scene = scene,
                  .figure = session.walkFigure(),
                  .grid = timingGrid(canvas.rect, shown, canvas.scale),
                  .ghost = scene.ghost(),
                  .character = scene.settings().showsCharacter && !session.walkFigure().empty()};
  if (shown == 0)
    return canvasText(canvas, canvas.rect, "No display is shown. Turn one on.", dimInkColor(canvas), 0.5f);

  drawLegend(canvas, view.grid.labelHead);
  for (int clock = 0; clock < 3; ++clock) {
    const auto index = static_cast<std::size_t>(clock);
    drawHead(canvas, view, clock, view.grid.heads[index]);
    drawSum(canvas, view, clock, view.grid.sums[index]);
    const GraphRange range = graphRange(scene, kClockKinds[index]);
    int shownRow = 0;
    for (int row = 0; row < scene.rowCount(); ++row) {
      if (!rows[static_cast<std::size_t>(row)].shown) continue;
      const TimingCell cell = timingCell(view.grid, shownRow, clock, view.character, canvas.scale);
      if (clock == 0) drawLabel(canvas, view, row, timingLabel(view.grid, shownRow));
      if (clock == 0 && shownRow == 0 && !cell.graph.empty())
        drawGraphLabel(canvas, timingLabel(view.grid, 0), cell.graph);
      const TimingLane& lane = scene.lane(row, kClockKinds[index]);
      drawTrack(canvas, view, lane, row, cell.track, clockColor(clock));
      if (!cell.text.empty()) drawStatistics(canvas, view, lane, cell.text);
      if (!cell.graph.empty()) drawGraph(canvas, view, lane, range, cell.graph, clockColor(clock), shownRow == 0);
      ++shownRow;
    }
  }
}

}  // namespace app
