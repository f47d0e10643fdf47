// How many frames took how long, and frames as columns: stages stacked from the bottom, in the order of the table.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <span>
#include <utility>

#include "app/ui/profiler/profiler_panel.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/imgui_version.h"

namespace app {

int FrameHistogram::binOf(double milliseconds) const {
  return static_cast<int>(std::clamp(std::floor(milliseconds / width), 0.0, kBins - 1.0));
}

FrameHistogram histogramOf(const FrameLog& log, FrameWindow window) {
  assert(window.count <= kMaxWindow && window.first >= 0 && window.first + window.count <= log.size());
  std::array<double, kMaxWindow> lengths;
  const auto milliseconds = std::span(lengths).first(static_cast<std::size_t>(window.count));
  for (std::size_t i = 0; i < milliseconds.size(); ++i)
    milliseconds[i] = log[window.first + static_cast<int>(i)].cost.total * 1000;
  FrameHistogram histogram{.total = summarize(milliseconds)};
  const double reach = std::max({histogram.total.p99 * 1.15, histogram.total.p50 * 1.5, 0.1});
  histogram.width = niceStep(reach, FrameHistogram::kBins);
  for (const double each : milliseconds) {
    int& frames = nth(histogram.frames, histogram.binOf(each));
    histogram.largest = std::max(histogram.largest, ++frames);
  }
  return histogram;
}

namespace {

constexpr float kTicks = 5;  // below the columns: what happened
constexpr float kSnap = 3;   // a click takes the longest frame this near

struct PlotArea {
  UiRect columns;
  FrameWindow window;
  double top = 1;  // milliseconds

  float each() const { return columns.width / static_cast<float>(kMaxWindow); }
  float right(int index) const {
    return columns.right() - static_cast<float>(window.first + window.count - 1 - index) * each();
  }
  float y(double milliseconds) const {
    return columns.bottom() - static_cast<float>(milliseconds / top) * columns.height;
  }
  /// The index of the column at `x`; may be outside the window.
  int indexAt(float x) const {
    return window.first + window.count - 1 - static_cast<int>(std::floor((columns.right() - x) / each()));
  }
};

/// Text on a plate of the plot's own color: legible on every column.
void drawTag(ImDrawList& list, const UiRect& rect, const char* text, ImU32 tint) {
  ImFont* const font = ui().fonts.small;
  const float width = sizeOf(*font, text).x + px(6);
  list.AddRectFilled({rect.x, rect.y}, {rect.x + width, rect.bottom()}, faded(colors().well, 0.85f), px(3));
  textIn({rect.x + px(3), rect.y, width, rect.height}, text, tint, 0, font);
}

void drawScale(ImDrawList& list, const PlotArea& plot) {
  const UiRect& area = plot.columns;
  const double step = niceStep(plot.top, 4);
  float labeled = area.bottom();  // the height of the last label
  for (double at = step; at <= plot.top * 1.0001; at += step) {
    const float y = plot.y(at);
    list.AddLine({area.x, y}, {area.right(), y}, faded(colors().line, 0.55f));
    if (labeled - y < px(13)) continue;  // no room for another one
    labeled = y;
    const Text text(step < 1 ? "%.1f" : "%.0f", at);
    textIn({area.x - px(34), y - px(8), px(29), px(16)}, text, colors().textFaint, 1, ui().fonts.small);
  }
  textIn({area.x - px(34), area.bottom() - px(9), px(29), px(16)}, "ms", colors().textFaint, 1, ui().fonts.small);
  const double budget = kFrameBudget * 1000;
  if (budget >= plot.top) return;
  const float y = plot.y(budget);
  const std::array<ImVec2, 2> line = {ImVec2{area.x, y}, ImVec2{area.right(), y}};
  styledLine(list, line, faded(colors().good, 0.8f), px(1), LineStyle::Dashed, ui().scale);
  const float above = y - px(16), label = above < area.y ? y + px(2) : above;
  drawTag(list, {area.x + px(3), label, 0, px(14)}, "60 fps", colors().good);
}

void drawColumn(ImDrawList& list, const PlotArea& plot, const FrameRecord& frame, float right) {
  const float left = right - plot.each();
  float y = plot.columns.bottom();
  for (int cost = 0; cost < kCostCount; ++cost) {
    const float height = static_cast<float>(frame.cost.cost(cost) * 1000 / plot.top) * plot.columns.height;
    if (!(height > 0)) continue;
    list.AddRectFilled({left, y - height}, {right, y}, stageColor(cost));
    y -= height;
  }
  const float wide = std::max(right, left + px(1));
  if (y < plot.columns.y)  // longer than the plot is high
    list.AddRectFilled({left, plot.columns.y}, {wide, plot.columns.y + px(2)}, colors().error);
  if (frame.notes.events.hasMoment())
    list.AddRectFilled({left, plot.columns.bottom() + px(1)}, {wide, plot.columns.bottom() + px(kTicks)},
                       colors().accent);
}

/// A frame around the held column, down to its mark.
void drawHeld(ImDrawList& list, const PlotArea& plot, int held) {
  const float middle = plot.right(held) - plot.each() / 2, half = std::max(plot.each() / 2, px(1.5f));
  const float bottom = plot.columns.bottom() + px(kTicks);
  list.AddRect({middle - half - px(1), plot.columns.y}, {middle + half + px(1), bottom}, colors().text, px(2), 0,
               px(1.5f));
}

int longestFrame(const FrameWindow& window, const FrameLog& log) {
  int longest = -1;
  for (int index = window.first; index < window.first + window.count; ++index)
    if (longest < 0 || log[index].cost.total > log[longest].cost.total) longest = index;
  return longest;
}

/// The longest frame near the pointer; below the columns, the one with the nearest mark.
int pickedFrame(const PlotArea& plot, const FrameLog& log, ImVec2 pointer) {
  const int reach = static_cast<int>(std::ceil(px(kSnap) / plot.each())), middle = plot.indexAt(pointer.x);
  const int first = std::max(middle - reach, plot.window.first);
  const int last = std::min(middle + reach, plot.window.first + plot.window.count - 1);
  int picked = -1;
  if (pointer.y > plot.columns.bottom())
    for (int index = first; index <= last; ++index)
      if (log[index].notes.events.hasMoment() && (picked < 0 || std::abs(index - middle) < std::abs(picked - middle)))
        picked = index;
  if (picked >= 0) return picked;
  for (int index = first; index <= last; ++index)
    if (picked < 0 || log[index].cost.total > log[picked].cost.total) picked = index;
  return picked;
}

void hintAt(const FrameLog& log, int index) {
  if (index < 0)
    return hint(
        "One column per frame, stages stacked from the bottom in the order of the table. Marks below: something "
        "happened.");
  if (!hintIsDue()) return;
  hint(Text("%.1f ms, frame %lld. Click to hold it. Left and Right step through frames, Esc releases it.",
            log[index].cost.total * 1000, static_cast<long long>(log[index].number)));
}

}  // namespace

double plotTop(const FrameHistory& history) { return std::max(history.totalSummary().p99 * 1.25, 1.0); }

void drawFramePlot(const ProfiledFrames& frames, float height, ProfilerView& view) {
  const bool pressed = hitArea("profiler.plot", {ImGui::GetContentRegionAvail().x, height});
  const UiRect rect = itemRect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(rect.min(), rect.max(), colors().well, px(6));
  const PlotArea plot{
      .columns = {rect.x + px(38), rect.y + px(8), rect.width - px(46), rect.height - px(16) - px(kTicks)},
      .window = frames.window,
      .top = view.isHolding() ? view.top : plotTop(frames.history)};
  if (plot.columns.width < px(20) || plot.columns.height < px(10)) return;
  const FrameLog& log = frames.log();
  const int picked = ui().focus.pressesItem() ? longestFrame(plot.window, log)
                     : ImGui::IsItemHovered() ? pickedFrame(plot, log, ImGui::GetIO().MousePos)
                                              : -1;
  hintAt(log, picked);

  list.PushClipRect({plot.columns.x, plot.columns.y}, {plot.columns.right(), rect.bottom()}, true);
  for (int index = plot.window.first; index < plot.window.first + plot.window.count; ++index)
    drawColumn(list, plot, log[index], plot.right(index));
  if (picked >= 0 && picked != frames.held)
    list.AddRectFilled({plot.right(picked) - std::max(plot.each(), px(1)), plot.columns.y},
                       {plot.right(picked), plot.columns.bottom()}, faded(colors().text, 0.5f));
  list.PopClipRect();
  drawScale(list, plot);
  if (frames.held >= 0) drawHeld(list, plot, frames.held);
  if (pressed && picked >= 0) holdFrame(frames.history, picked, view);
}

// ---- How many of the frames in the plot took how long.

namespace {

constexpr float kMinHeight = 70, kMaxHeight = 240;
constexpr float kLabels = 16;

struct Bars {
  UiRect area;
  const FrameHistogram& histogram;

  float each() const { return area.width / FrameHistogram::kBins; }
  float x(double milliseconds) const {
    const double bins = std::min(milliseconds / histogram.width, static_cast<double>(FrameHistogram::kBins));
    return area.x + static_cast<float>(bins) * each();
  }
  /// Grows with the square root, so that a single long frame is visible.
  float heightOf(int frames) const {
    return frames == 0
               ? 0
               : std::max(px(2),
                          area.height * std::sqrt(static_cast<float>(frames) / static_cast<float>(histogram.largest)));
  }
};

void drawNumbers(const Summary& total) {
  const UiRect row = profilerRow(20);
  const std::array<std::pair<const char*, double>, 4> numbers{
      {{"p50", total.p50}, {"p95", total.p95}, {"p99", total.p99}, {"max", total.max}}};
  const float each = row.width / static_cast<float>(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const float x = row.x + static_cast<float>(i) * each;
    const Text text("%.1f", numbers[i].second);
    textIn({x, row.y, px(28), row.height}, numbers[i].first, colors().textFaint, 0, ui().fonts.small);
    textIn({x + px(28), row.y, each - px(30), row.height}, text, colors().text);
  }
}

void drawScale(ImDrawList& list, const Bars& bars) {
  const double top = bars.histogram.width * FrameHistogram::kBins;
  const double step = niceStep(top, std::max(2, static_cast<int>(bars.area.width / px(56))));
  for (double at = 0; at <= top * 1.0001; at += step) {
    const float x = bars.x(at), width = px(50);
    const Text text(step < 1 ? "%.1f" : "%.0f", at);
    const float left = std::clamp(x - width / 2, bars.area.x, bars.area.right() - width);
    const float align = left > x - width / 2 ? 0 : left < x - width / 2 ? 1 : 0.5f;
    list.AddLine({x, bars.area.bottom()}, {x, bars.area.bottom() + px(3)}, colors().line);
    textIn({left, bars.area.bottom() + px(2), width, px(kLabels)}, text, colors().textFaint, align, ui().fonts.small);
  }
}

void drawMark(ImDrawList& list, const Bars& bars, double milliseconds, const char* name, int level) {
  const float x = std::round(bars.x(milliseconds)), y = bars.area.y - px(kLabels) * static_cast<float>(3 - level);
  list.AddLine({x, y + px(2)}, {x, bars.area.bottom()}, faded(colors().text, 0.75f), px(1));
  const float width = px(30);
  const bool atLeft = x + width > bars.area.right();
  textIn({atLeft ? x - width - px(3) : x + px(3), y, width, px(kLabels)}, name, colors().textDim, atLeft ? 1 : 0,
         ui().fonts.small);
}

void hintAt(const Bars& bars) {
  const float pointer = ImGui::GetIO().MousePos.x;
  if (!hintIsDue() || pointer < bars.area.x || pointer >= bars.area.right()) return;
  const int bin = static_cast<int>((pointer - bars.area.x) / bars.each());
  const double from = bin * bars.histogram.width;
  const int frames = nth(bars.histogram.frames, std::clamp(bin, 0, FrameHistogram::kBins - 1));
  const Text text = bin >= FrameHistogram::kBins - 1 ? Text("%.4g ms and longer: %d frames", from, frames)
                                                     : Text("%.4g to %.4g ms: %d %s", from, from + bars.histogram.width,
                                                            frames, frames == 1 ? "frame" : "frames");
  hint(text);
}

}  // namespace

void drawHistogram(const ProfiledFrames& frames) {
  if (frames.window.count == 0) return paragraph("No frames yet.", colors().textDim);
  const FrameHistogram histogram = histogramOf(frames.log(), frames.window);
  const Summary& total = histogram.total;
  drawNumbers(total);
  ImGui::Dummy({0, px(4)});
  const float room = ImGui::GetContentRegionAvail().y - px(20);
  ui().focus.nextTakes(0);
  hitArea("profiler.histogram", {ImGui::GetContentRegionAvail().x, std::clamp(room, px(kMinHeight), px(kMaxHeight))});
  const UiRect rect = itemRect();
  const Bars bars{
      .area = {rect.x + px(8), rect.y + px(3 * kLabels + 4), rect.width - px(16), rect.height - px(4 * kLabels + 8)},
      .histogram = histogram};
  hintAt(bars);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(rect.min(), rect.max(), colors().well, px(6));
  const FrameRecord* held = frames.heldFrame();
  const int heldBin = held ? histogram.binOf(held->cost.total * 1000) : -1;
  for (int bin = 0; bin < FrameHistogram::kBins; ++bin) {
    const float height = bars.heightOf(nth(histogram.frames, bin));
    const float left = bars.area.x + static_cast<float>(bin) * bars.each();
    const ImU32 tint = bin == heldBin ? colors().text : colors().accent;
    if (height > 0)
      list.AddRectFilled({left, bars.area.bottom() - height}, {left + bars.each() - px(1), bars.area.bottom()}, tint);
  }
  drawScale(list, bars);
  drawMark(list, bars, total.p50, "p50", 0);
  drawMark(list, bars, total.p95, "p95", 1);
  drawMark(list, bars, total.p99, "p99", 2);
  textIn(profilerRow(18), Text("ms, last %d frames", frames.window.count), colors().textFaint, 0.5f, ui().fonts.small);
}

}  // namespace app
