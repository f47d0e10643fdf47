// Labels left of and above the cells.
#include <algorithm>
#include <array>

#include "app/ui/timing/timing_paint.h"

namespace app {
namespace {

using crossfade::ClockKind;

constexpr std::array<const char*, 3> kNames = {"Frame-based", "Time-based", "Fixed steps"};
constexpr double kStripSeconds = 0.5;  // of past frames shown

}  // namespace

void drawTimingLabel(const Canvas& canvas, const TimingView& view, int row, const UiRect& rect) {
  const DisplayRate& display = view.settings().rows[static_cast<std::size_t>(row)].display;
  TimingText text;
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

void drawGraphLabel(const Canvas& canvas, const UiRect& label, const UiRect& graph) {
  TimingText text;
  const float line = canvas.px(14);
  const UiRect rect{label.x, graph.bottom() - line, label.width, line};
  if (rect.y >= label.y + canvas.px(19 + 14 + 8))
    canvasText(canvas, rect, write(text, "last %d s", kGraphSeconds), faintTextColor(canvas), 1, TextStyle::Small);
}

void drawSharedLabel(const Canvas& canvas, const UiRect& rect) {
  if (rect.empty()) return;
  TimingText text;
  const float line = canvas.px(14), top = rect.centerY() - line;
  canvasText(canvas, {rect.x, top, rect.width, line}, "all rows", faintTextColor(canvas), 1, TextStyle::Small);
  canvasText(canvas, {rect.x, top + line, rect.width, line}, write(text, "last %d s", kGraphSeconds),
             faintTextColor(canvas), 1, TextStyle::Small);
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
  TimingText text;
  const char* const what = writeRange(text, range);
  const float name =
      canvas.px(15) + canvasTextSize(canvas, kNames[static_cast<std::size_t>(clock)], TextStyle::Strong).x;
  const float width = canvasTextSize(canvas, what, TextStyle::Small).x;
  if (name + canvas.px(12) + width > head.width) return false;
  canvasText(canvas, {head.x, head.y, head.width, canvas.px(22)}, what, faintTextColor(canvas), 1, TextStyle::Small);
  return true;
}

void drawTimingHead(const Canvas& canvas, const TimingView& view, int clock, const UiRect& rect) {
  const UiRect name{rect.x, rect.y, rect.width, canvas.px(22)};
  const float dot = canvas.px(4);
  canvas.list.AddCircleFilled({rect.x + dot, name.centerY()}, dot, clockColorOf(clock, canvas.dark));
  canvasText(canvas, {rect.x + canvas.px(15), name.y, rect.width, name.height}, kNames[static_cast<std::size_t>(clock)],
             inkColor(canvas), 0, TextStyle::Strong);
  const bool narrow = rect.width < canvas.px(200);
  TimingText text;
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

}  // namespace app
