// How many of the frames in the plot took how long.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/ui/profiler/frame_lengths.h"
#include "app/ui/profiler/profiler_parts.h"
#include "app/ui/widgets/canvas.h"

namespace app {
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
  char text[16];
  for (double at = 0; at <= top * 1.0001; at += step) {
    const float x = bars.x(at), width = px(50);
    std::snprintf(text, sizeof text, step < 1 ? "%.1f" : "%.0f", at);
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
  const int frames = bars.histogram.frames[static_cast<std::size_t>(std::clamp(bin, 0, FrameHistogram::kBins - 1))];
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
  hitArea("profiler.histogram", {ImGui::GetContentRegionAvail().x, std::clamp(room, px(kMinHeight), px(kMaxHeight))});
  ui().focus.nextTakes(0);
  logItem("profiler.histogram");
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
    const float height = bars.heightOf(histogram.frames[static_cast<std::size_t>(bin)]);
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
