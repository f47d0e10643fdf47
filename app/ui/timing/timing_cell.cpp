#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/timing/timing_scene.h"
#include "app/ui/timing/timing_paint.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/ui_context.h"

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
  const double rate = nth(view.settings().rows, row).display.framesPerSecond;
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

Text errorText(const TimingLane& lane, TimingGraph graph) {
  const LaneStatistics statistics = lane.statistics();
  if (graph == TimingGraph::Gap)
    return Text(std::abs(statistics.error) < kExactUnits ? "gap 0.0" : "gap %+.1f", statistics.error);
  if (std::abs(statistics.lag) < kExactUnits) return Text("on time");
  return Text(statistics.lag > 0 ? "%s behind" : "%s ahead", unitsText(std::abs(statistics.lag)).text());
}

void drawStatistics(const Canvas& canvas, const TimingView& view, const TimingLane& lane, const UiRect& rect) {
  const Text error = errorText(lane, view.settings().graph);
  canvasText(canvas, rect, error, inkColor(canvas), 0, TextStyle::Small);
  const float room = rect.width - widthOf(canvas, error) - canvas.px(10);
  const double dropped = lane.clock().droppedSeconds;
  if (dropped > 0) {
    canvasText(canvas, rect, Text("dropped %.2f s", dropped), paletteOf(canvas.dark).warning, 1, TextStyle::Small);
    return;
  }
  // All lanes show the same; the widest text decides.
  const float left = widthOf(canvas, "20000 behind") + canvas.px(10);
  const auto fits = [&](const char* widest) { return rect.width >= left + widthOf(canvas, widest); };
  const ProgressDetail detail = fits("12000 of 12000 \u00b7 10.00\u00d7 \u00b7 100 bounces") ? ProgressDetail::Bounces
                                : fits("12000 of 12000 \u00b7 10.00\u00d7")                  ? ProgressDetail::Speed
                                                                                             : ProgressDetail::Distance;
  if (const Text text = progressText(lane, detail); widthOf(canvas, text) <= room)
    canvasText(canvas, rect, text, dimInkColor(canvas), 1, TextStyle::Small);
}

struct Points {
  std::array<ImVec2, kMaxPoints> at;
  int count = 0;
  void add(ImVec2 point) {
    if (count >= 2 && at[static_cast<std::size_t>(count) - 1].y == point.y &&
        at[static_cast<std::size_t>(count) - 2].y == point.y)
      --count;  // on a straight line
    if (count < kMaxPoints) nth(at, count++) = point;
  }
};

/// In the corner that losses reach last, for columns too narrow to say it beside the name of the clock.
void drawRange(const Canvas& canvas, const GraphRange& range, const UiRect& rect) {
  const Text what = rangeText(range);
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
  canvas.list.PushClipRect(rect.min(), rect.max(), true);
  canvas.list.AddPolyline(points.at.data(), points.count, tint, 0, canvas.px(1.5f));
  canvas.list.PopClipRect();
}

}  // namespace

void drawTimingCell(const Canvas& canvas, const TimingView& view, int row, int clock, const TimingCell& cell,
                    const GraphRange& range, bool saysRange) {
  const TimingLane& lane = view.scene.lane(row, nth(kClockKinds, clock));
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
    if (nth(view.settings().rows, row).shown)
      drawGraphLine(canvas, view, view.scene.lane(row, nth(kClockKinds, clock)), range, graph,
                    clockColorOf(clock, canvas.dark));
  if (saysRange)
    canvasText(canvas, {rect.x, graph.bottom(), rect.width, line}, rangeText(range), faintTextColor(canvas), 0,
               TextStyle::Small);
}

Text progressText(const TimingLane& lane, ProgressDetail detail) {
  const auto whole = [](double units) { return static_cast<long long>(std::llround(units)); };
  const long long made = whole(lane.shown().traveled), due = whole(lane.shown().traveled + lane.statistics().lag);
  const long long reversals = static_cast<long long>(lane.reversals());
  switch (detail) {
    case ProgressDetail::Distance:
      return Text("%lld", made);
    case ProgressDetail::Speed:
      return Text("%lld of %lld \u00b7 %.2f\u00d7", made, due, relativeSpeed(lane));
    case ProgressDetail::Bounces:
      return Text("%lld of %lld \u00b7 %.2f\u00d7 \u00b7 %lld %s", made, due, relativeSpeed(lane), reversals,
                  reversals == 1 ? "bounce" : "bounces");
  }
  return {};
}

// ---- Labels left of and above the cells.

namespace {

using crossfade::ClockKind;

constexpr std::array<const char*, 3> kNames = {"Frame-based", "Time-based", "Fixed steps"};
constexpr std::array<const char*, 3> kShortNames = {"Frames", "Time", "Steps"};  // in the narrowest columns
constexpr float kNarrowHead = 110;
constexpr double kStripSeconds = 0.5;  // of past frames shown

}  // namespace

void drawTimingLabel(const Canvas& canvas, const TimingView& view, int row, const UiRect& rect) {
  const DisplayRate& display = nth(view.settings().rows, row).display;
  const float line = canvas.px(19);
  canvasText(canvas, {rect.x, rect.y - canvas.px(1), rect.width, line}, Text("%.4g fps", display.framesPerSecond),
             inkColor(canvas), 0, TextStyle::Strong);
  if (rect.height < canvas.px(34)) return;
  const bool narrow = rect.width < canvas.px(80);
  const Text text = display.hitches ? Text(narrow ? "gaps %.1f s" : "gaps of %.1f s", view.settings().hitches.seconds)
                    : display.jitter > 0 ? Text(narrow ? "\u00b1 %.0f %%" : "jitter %.0f %%", display.jitter * 100)
                                         : Text("even");
  canvasText(canvas, {rect.x, rect.y + line - canvas.px(2), rect.width, canvas.px(15)}, text, dimInkColor(canvas), 0,
             TextStyle::Small);
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

void drawGraphLabel(const Canvas& canvas, const UiRect& label, const UiRect& graph) {
  const float line = canvas.px(14);
  const UiRect rect{label.x, graph.bottom() - line, label.width, line};
  if (rect.y >= label.y + canvas.px(19 + 14 + 8))
    canvasText(canvas, rect, Text("last %d s", kGraphSeconds), faintTextColor(canvas), 1, TextStyle::Small);
}

void drawSharedLabel(const Canvas& canvas, const UiRect& rect) {
  if (rect.empty()) return;
  const float line = canvas.px(14), top = rect.centerY() - line;
  canvasText(canvas, {rect.x, top, rect.width, line}, "all rows", faintTextColor(canvas), 1, TextStyle::Small);
  canvasText(canvas, {rect.x, top + line, rect.width, line}, Text("last %d s", kGraphSeconds), faintTextColor(canvas),
             1, TextStyle::Small);
}

void drawTimingLegend(const Canvas& canvas, const UiRect& rect) {
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

bool drawTimingRange(const Canvas& canvas, int clock, const GraphRange& range, const UiRect& head) {
  const Text what = rangeText(range);
  const float name = canvas.px(15) + canvasTextSize(canvas, nth(kNames, clock), TextStyle::Strong).x;
  const float width = canvasTextSize(canvas, what, TextStyle::Small).x;
  if (name + canvas.px(12) + width > head.width) return false;
  canvasText(canvas, {head.x, head.y, head.width, canvas.px(22)}, what, faintTextColor(canvas), 1, TextStyle::Small);
  return true;
}

namespace {

/// How the clock turns frames into time. `step`: milliseconds of the fixed step.
Text headSentence(ClockKind kind, bool narrow, bool narrowest, double step) {
  switch (kind) {
    case ClockKind::FrameBased:
      return Text(narrowest ? "1/60 s each" : narrow ? "a frame is 1/60 s" : "every frame counts as 1/60 s");
    case ClockKind::TimeBased:
      return Text(narrowest ? "measured" : narrow ? "one step per frame" : "one step per frame, as long as the frame");
    case ClockKind::FixedStep:
      return Text(narrowest ? "%.3g ms each"
                  : narrow  ? "steps of %.3g ms"
                            : "steps of %.3g ms, rest carried over",
                  step);
  }
  return {};
}

}  // namespace

void drawTimingHead(const Canvas& canvas, const TimingView& view, int clock, const UiRect& rect) {
  const UiRect name{rect.x, rect.y, rect.width, canvas.px(22)};
  const float dot = canvas.px(4);
  canvas.list.AddCircleFilled({rect.x + dot, name.centerY()}, dot, clockColorOf(clock, canvas.dark));
  const bool narrow = rect.width < canvas.px(200), narrowest = rect.width < canvas.px(kNarrowHead);
  canvasText(canvas, {rect.x + canvas.px(15), name.y, rect.width, name.height},
             nth(narrowest ? kShortNames : kNames, clock), inkColor(canvas), 0, TextStyle::Strong);
  const double step = 1000 / view.settings().stepsPerSecond;
  const Text text = headSentence(static_cast<ClockKind>(clock), narrow, narrowest, step);
  canvasText(canvas, {rect.x, name.bottom() - canvas.px(2), rect.width, canvas.px(16)}, text, dimInkColor(canvas), 0,
             TextStyle::Small);
}

// ---- The summary below each clock's column.

namespace {

ImU32 cardColor(const Canvas& canvas) { return paletteOf(canvas.dark).panel; }

/// Breaks lines at spaces only; ImGui would also break at a decimal point. Lines that do not fit are left out.
void wrapped(const Canvas& canvas, const UiRect& rect, const char* text, ImU32 tint) {
  ImFont* const font = ui().fonts.small;
  const float size = std::round(heightOf(*font) / ui().scale * canvas.scale);
  const auto width = [&](const char* from, const char* to) {
    return font->CalcTextSizeA(size, FLT_MAX, 0, from, to).x;
  };
  const auto wordEnd = [](const char* at) {
    while (*at == ' ') ++at;
    while (*at != 0 && *at != ' ') ++at;
    return at;
  };
  for (float y = rect.y; *text != 0 && y + size <= rect.bottom(); y += size + canvas.px(1)) {
    const char* end = wordEnd(text);
    while (*end != 0 && width(text, wordEnd(end)) <= rect.width) end = wordEnd(end);
    canvas.list.AddText(font, size, {rect.x, std::floor(y)}, tint, text, end);
    text = *end == ' ' ? end + 1 : end;
  }
}

Text frameSentence(const TimingView& view, const RateExtremes& ends, bool narrow) {
  const auto speed = [&](int row) { return relativeSpeed(view.scene.lane(row, ClockKind::FrameBased)); };
  const auto rate = [&](int row) { return nth(view.settings().rows, row).display.framesPerSecond; };
  if (rate(ends.slowest) == rate(ends.fastest))
    return Text(narrow ? "%.2f\u00d7 at %.4g fps" : "Runs at the display's speed: %.2f\u00d7 at %.4g fps.",
                speed(ends.slowest), rate(ends.slowest));
  return Text(narrow ? "%.2f\u00d7 at %.4g fps, %.2f\u00d7 at %.4g"
                     : "Runs at the display's speed: %.2f\u00d7 at %.4g fps, %.2f\u00d7 at %.4g.",
              speed(ends.slowest), rate(ends.slowest), speed(ends.fastest), rate(ends.fastest));
}

/// The visible display that dropped the most time; -1: none did.
int droppedMost(const TimingView& view, ClockKind kind) {
  int worst = -1;
  const auto dropped = [&](int row) { return view.scene.lane(row, kind).clock().droppedSeconds; };
  for (int row = 0; row < view.scene.rowCount(); ++row)
    if (nth(view.settings().rows, row).shown && dropped(row) > 0 && (worst < 0 || dropped(row) > dropped(worst)))
      worst = row;
  return worst;
}

Text droppedSentence(const TimingView& view, ClockKind kind, int row, bool narrow) {
  const TimingSettings& settings = view.settings();
  const double dropped = view.scene.lane(row, kind).clock().droppedSeconds;
  if (narrow) return Text("%.2f s dropped on one display", dropped);
  return Text("A frame advances at most %.3g s; the rest is dropped. One display is %.2f s late.",
              settings.maxSteps / settings.stepsPerSecond, dropped);
}

Text timeSentence(const TimingView& view, const RateExtremes& ends, bool narrow) {
  if (view.settings().edges == Edges::Reflect)
    return Text(narrow ? "Nothing is lost at the ends." : "Nothing is lost at the ends: correct on every display.");
  const auto lost = [&](int row) { return view.scene.lane(row, ClockKind::TimeBased).statistics().lostPerReversal; };
  const auto rate = [&](int row) { return nth(view.settings().rows, row).display.framesPerSecond; };
  const auto turned = [&](int row) { return view.scene.lane(row, ClockKind::TimeBased).reversals() > 0; };
  if (!turned(ends.slowest) || !turned(ends.fastest)) return Text("No losses before the first bounce.");
  const double slow = lost(ends.slowest), fast = lost(ends.fastest);
  if (slow < kExactUnits && fast < kExactUnits)
    return Text(narrow ? "Nothing is lost so far." : "Frames that end exactly at the ends lose nothing there.");
  const bool past = view.settings().edges == Edges::ClampPast;
  if (rate(ends.slowest) == rate(ends.fastest))
    return Text(narrow ? "%.1f per bounce lost at %.4g fps"
                : past ? "A block turns only past an end: %.1f per bounce lost at %.4g fps."
                       : "A frame that passes an end stops there: %.1f per bounce lost at %.4g fps.",
                slow, rate(ends.slowest));
  if (narrow)
    return Text("%.1f per bounce lost at %.4g fps, %.1f at %.4g", slow, rate(ends.slowest), fast, rate(ends.fastest));
  if (past)
    return Text("A block turns only past an end: %.1f per bounce lost at %.4g fps, %.1f at %.4g.", slow,
                rate(ends.slowest), fast, rate(ends.fastest));
  if (slow <= fast)
    return Text("A frame that passes an end stops there: %.1f per bounce lost at %.4g fps, %.1f at %.4g.", slow,
                rate(ends.slowest), fast, rate(ends.fastest));
  return Text("Longer frames lose more at an end: %.1f per bounce at %.4g fps, %.1f at %.4g.", slow, rate(ends.slowest),
              fast, rate(ends.fastest));
}

Text fixedSentence(const TimingView& view, const RateExtremes& ends, bool narrow) {
  const double late = view.settings().unitsPerSecond / view.settings().stepsPerSecond;
  const double lost = view.scene.lane(ends.slowest, ClockKind::FixedStep).statistics().lostPerReversal;
  const char* const lag = view.settings().interpolates ? "one step late" : "up to one step late";
  if (view.settings().edges == Edges::Reflect || lost < kExactUnits)
    return narrow ? Text("Nothing is lost, %s", lag)
                  : Text("The same on every display: %s (%.2f units), nothing lost so far.", lag, late);
  if (narrow) return Text("%.2f per bounce lost everywhere, %s", lost, lag);
  return Text("All steps are equal, so every display loses %.2f per bounce. The picture is %s (%.2f).", lost, lag,
              late);
}

}  // namespace

void drawTimingSum(const Canvas& canvas, const TimingView& view, int clock, const UiRect& rect) {
  const RateExtremes ends = rateExtremes(view.scene);
  if (rect.empty() || ends.slowest < 0) return;
  fillRect(canvas, rect, cardColor(canvas), canvas.px(6));
  fillRect(canvas, {rect.x, rect.y + canvas.px(8), canvas.px(3), canvas.px(16)}, clockColorOf(clock, canvas.dark),
           canvas.px(1));
  const auto kind = static_cast<ClockKind>(clock);
  const UiRect inside{rect.x + canvas.px(11), rect.y + canvas.px(6), rect.width - canvas.px(20), canvas.px(20)};
  canvasText(canvas, inside, unitsText(spreadAcrossDisplays(view.scene, kind)), inkColor(canvas), 0, TextStyle::Strong);
  const bool narrow = rect.width < canvas.px(200);
  canvasText(canvas, inside, narrow ? "spread" : "spread across displays", dimInkColor(canvas), 1, TextStyle::Small);
  const int late = droppedMost(view, kind);  // dropped time explains the spread best
  const Text sentence = late >= 0                       ? droppedSentence(view, kind, late, narrow)
                        : kind == ClockKind::FrameBased ? frameSentence(view, ends, narrow)
                        : kind == ClockKind::TimeBased  ? timeSentence(view, ends, narrow)
                                                        : fixedSentence(view, ends, narrow);
  const float top = inside.bottom() + canvas.px(3);
  if (rect.bottom() - top < canvas.px(18)) return;  // a short sum
  wrapped(canvas, {inside.x, top, inside.width, rect.bottom() - canvas.px(4) - top}, sentence, dimInkColor(canvas));
}

}  // namespace app
