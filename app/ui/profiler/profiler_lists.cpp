#include <array>
#include <cmath>
#include <limits>

#include "app/ui/profiler/profiler_parts.h"
#include "app/ui/widgets/text.h"

namespace app {

// ---- What each stage and pass costs: over the last frames, or in the held one.

namespace {

constexpr int kColumns = 3;
constexpr float kCostRow = 17, kNumber = 54;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::array<double, kColumns>;  // milliseconds; NaN: unknown

struct RowLook {
  std::string_view name;
  ImU32 swatch = 0;  // 0: none
  bool strong = false;
  bool atFault = false;
};

void drawTitles(const char* title, bool held) {
  static constexpr std::array<const char*, kColumns> kOverTime = {"mean", "p95", "p99"};
  static constexpr std::array<const char*, kColumns> kOfFrame = {"frame", "median", "over"};
  const UiRect row = profilerRow(kCostRow);
  textIn(row, title, colors().text, 0, ui().fonts.strong);
  for (int i = 0; i < kColumns; ++i)
    textIn({row.right() - static_cast<float>(kColumns - i) * px(kNumber), row.y, px(kNumber - 2), row.height},
           nth((held ? kOfFrame : kOverTime), i), colors().textFaint, 1, ui().fonts.small);
}

void drawRow(const RowLook& look, const Numbers& numbers, bool signsLast) {
  const UiRect row = profilerRow(kCostRow);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = look.atFault ? colors().warning : look.strong ? colors().text : colors().textDim;
  const float box = px(10);
  if (look.swatch != 0)
    list.AddRectFilled({row.x, row.centerY() - box / 2}, {row.x + box, row.centerY() + box / 2}, look.swatch, px(2));
  textIn({row.x + px(18), row.y, row.width - px(kColumns * kNumber + 18), row.height}, look.name.data(), ink, 0,
         look.strong || look.atFault ? ui().fonts.strong : nullptr);
  for (int i = 0; i < kColumns; ++i) {
    const double value = nth(numbers, i);
    const bool signs = signsLast && i == 2 && std::abs(value) >= 0.005;
    const Text text =
        std::isfinite(value) ? Text(signs ? "%+.2f" : "%.2f", signs ? value : std::abs(value)) : Text("n/a");
    textIn({row.right() - static_cast<float>(kColumns - i) * px(kNumber), row.y, px(kNumber - 2), row.height}, text,
           std::isfinite(value) ? ink : colors().textFaint, 1);
  }
}

Numbers overTime(const Summary& summary) {
  if (summary.count == 0) return {kUnknown, kUnknown, kUnknown};
  return {summary.mean, summary.p95, summary.p99};
}
Numbers ofFrame(double milliseconds, double median) { return {milliseconds, median, milliseconds - median}; }

void drawLive(const FrameHistory& history) {
  drawTitles("CPU, ms", false);
  for (int cost = 0; cost < kCostCount; ++cost)
    drawRow({costName(cost), stageColor(cost)}, overTime(history.costSummary(cost)), false);
  drawRow({.name = "whole frame", .strong = true}, overTime(history.totalSummary()), false);
  ImGui::Dummy({0, px(6)});
  drawTitles("GPU, ms", false);
  for (std::size_t pass = 0; pass < kTimedPassCount; ++pass)
    drawRow({kTimedPasses[pass]}, overTime(history.passSummary(pass)), false);
}

void drawHeldCosts(const FrameRecord& frame, const TypicalFrame& typical) {
  const int fault = faultOf(frame.cost, typical).cost;
  drawTitles("CPU, ms", true);
  for (int cost = 0; cost < kCostCount; ++cost)
    drawRow({.name = costName(cost), .swatch = stageColor(cost), .atFault = cost == fault},
            ofFrame(frame.cost.cost(cost) * 1000, nth(typical.costs, cost) * 1000), true);
  drawRow({.name = "whole frame", .strong = true}, ofFrame(frame.cost.total * 1000, typical.total * 1000), true);
  ImGui::Dummy({0, px(6)});
  drawTitles("GPU, ms", true);
  for (std::size_t pass = 0; pass < kTimedPassCount; ++pass)
    drawRow({kTimedPasses[pass]}, ofFrame(frame.gpuMilliseconds[pass], typical.milliseconds[pass]), true);
}

}  // namespace

void drawFrameStory(const Session& session, const ProfiledFrames& frames, const ProfilerView& view) {
  const FrameRecord* held = frames.heldFrame();
  if (held == nullptr) return;
  const Fault fault = faultOf(held->cost, view.statistics.typical);
  const Text text = fault.cost >= 0
                        ? Text("%s: %.1f ms more than usual", costName(fault.cost).data(), fault.excess * 1000)
                        : Text("No stage took longer than usual.");
  textIn(profilerRow(20), text, fault.cost >= 0 ? colors().warning : colors().textDim, 0, ui().fonts.strong);
  logItem("profiler.fault");
  for (int i = 0; i < kFrameEventCount; ++i) {
    if (!held->notes.events.has(static_cast<FrameEvent>(i))) continue;
    const UiRect row = profilerRow(18);
    ImGui::GetWindowDrawList()->AddCircleFilled({row.x + px(5), row.centerY()}, px(3), colors().accent);
    textIn({row.x + px(18), row.y, row.width - px(18), row.height},
           eventText(session, frames.log(), static_cast<FrameEvent>(i), *held), colors().text);
    logItem("profiler.event.%d", i);
  }
  if (held->notes.events.empty())
    textIn(profilerRow(18), "Nothing was loaded, faded, resized or recorded.", colors().textDim, 0, ui().fonts.small);
  ImGui::Dummy({0, px(6)});
}

void drawCostTables(const ProfiledFrames& frames, const ProfilerView& view) {
  if (const FrameRecord* held = frames.heldFrame())
    drawHeldCosts(*held, view.statistics.typical);
  else
    drawLive(frames.history);
}

// ---- Frames that took much longer than the others, the newest first.

namespace {

constexpr float kHitchRow = 24, kAgo = 52, kLength = 74;

/// The first thing that happened; empty: nothing.
Text firstEvent(const Session& session, const FrameLog& log, const FrameRecord& frame) {
  for (int i = 0; i < kFrameEventCount; ++i)
    if (frame.notes.events.has(static_cast<FrameEvent>(i)))
      return eventText(session, log, static_cast<FrameEvent>(i), frame);
  return Text();
}

/// When, how long, which cost is at fault, and what happened. True when pressed.
bool drawHitch(const Session& session, const FrameLog& log, int hitch, bool held) {
  const WidgetId id("profiler.hitch.%d", hitch);
  const bool pressed = hitArea(id, {ImGui::GetContentRegionAvail().x, px(kHitchRow)});
  const UiRect row = itemRect();
  const Hitch& entry = log.hitch(hitch);
  const FrameRecord& frame = log[log.indexOf(entry.number)];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (held || ImGui::IsItemHovered())
    list.AddRectFilled(row.min(), row.max(), held ? colors().controlActive : colors().controlHovered, px(5));
  textIn({row.x, row.y, px(kAgo), row.height}, Text("%.0f s ago", log.newest().begin - frame.begin), colors().textFaint,
         1, ui().fonts.small);
  textIn({row.x + px(kAgo), row.y, px(kLength), row.height}, Text("%.1f ms", frame.cost.total * 1000), colors().text,
         1);
  float x = row.x + px(kAgo + kLength + 12);
  if (entry.fault.cost >= 0) {
    list.AddRectFilled({x, row.centerY() - px(5)}, {x + px(10), row.centerY() + px(5)}, stageColor(entry.fault.cost),
                       px(2));
    x += px(16);
  }
  const Text event = firstEvent(session, log, frame);
  const char* const what = !event.isEmpty() ? event : entry.fault.cost >= 0 ? costName(entry.fault.cost).data() : "";
  textIn({x, row.y, row.right() - px(4) - x, row.height}, what, colors().textDim);
  return pressed;
}

}  // namespace

void drawHitches(const Session& session, const ProfiledFrames& frames, ProfilerView& view) {
  const FrameLog& log = frames.log();
  if (log.hitchCount() == 0) {
    static_assert(kHitchMedians == 2);
    return paragraph(
        Text("No hitches: none of the recorded frames took more than %.0f ms and more than twice as long as usual.",
             kHitchBudgets * kFrameBudget * 1000),
        colors().textDim);
  }
  ImGuiListClipper clipper;
  clipper.Begin(log.hitchCount(), px(kHitchRow));
  const FocusGroup group("hitches", GroupLayout::Column, true);
  drawReachableRows(clipper);
  while (clipper.Step()) {
    for (int hitch = clipper.DisplayStart; hitch < clipper.DisplayEnd; ++hitch) {
      focusMember(hitch);
      if (drawHitch(session, log, hitch, log.hitch(hitch).number == view.held))
        holdFrame(frames.history, log.indexOf(log.hitch(hitch).number), view);
    }
  }
}

}  // namespace app
