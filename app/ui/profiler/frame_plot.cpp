// Frames as columns: stages stacked from the bottom, in the order of the table.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/ui/profiler/profiler_parts.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/imgui_version.h"

namespace app {
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
  char text[16];
  for (double at = step; at <= plot.top * 1.0001; at += step) {
    const float y = plot.y(at);
    list.AddLine({area.x, y}, {area.right(), y}, faded(colors().line, 0.55f));
    if (labeled - y < px(13)) continue;  // no room for another one
    labeled = y;
    std::snprintf(text, sizeof text, step < 1 ? "%.1f" : "%.0f", at);
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
  logItem("profiler.plot");
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

}  // namespace app
