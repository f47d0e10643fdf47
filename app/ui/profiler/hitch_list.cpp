// Frames that took much longer than the others, the newest first.
#include <array>
#include <cstdio>

#include "app/ui/profiler/profiler_parts.h"
#include "app/ui/widgets/widget_id.h"

namespace app {
namespace {

constexpr float kHitchRow = 24, kAgo = 52, kLength = 74;

/// The first thing that happened; empty: nothing.
const char* firstEvent(const Session& session, const FrameLog& log, const FrameRecord& frame, std::span<char> text) {
  for (int i = 0; i < kFrameEventCount; ++i)
    if (frame.notes.events.has(static_cast<FrameEvent>(i)))
      return eventText(session, log, static_cast<FrameEvent>(i), frame, text);
  return "";
}

/// When, how long, which cost is at fault, and what happened. True when pressed.
bool drawHitch(const Session& session, const FrameLog& log, int hitch, bool held) {
  const WidgetId id("profiler.hitch.%d", hitch);
  const bool pressed = hitArea(id, {ImGui::GetContentRegionAvail().x, px(kHitchRow)});
  const UiRect row = itemRect();
  logItem("%s", static_cast<const char*>(id));
  const Hitch& entry = log.hitch(hitch);
  const FrameRecord& frame = log[log.indexOf(entry.number)];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (held || ImGui::IsItemHovered())
    list.AddRectFilled({row.x, row.y}, {row.right(), row.bottom()},
                       held ? colors().controlActive : colors().controlHovered, px(5));
  std::array<char, 128> text;
  std::snprintf(text.data(), text.size(), "%.0f s ago", log.newest().begin - frame.begin);
  textIn({row.x, row.y, px(kAgo), row.height}, text.data(), colors().textFaint, 1, ui().fonts.small);
  std::snprintf(text.data(), text.size(), "%.1f ms", frame.cost.total * 1000);
  textIn({row.x + px(kAgo), row.y, px(kLength), row.height}, text.data(), colors().text, 1);
  float x = row.x + px(kAgo + kLength + 12);
  if (entry.fault.cost >= 0) {
    list.AddRectFilled({x, row.centerY() - px(5)}, {x + px(10), row.centerY() + px(5)}, stageColor(entry.fault.cost),
                       px(2));
    x += px(16);
  }
  const char* const event = firstEvent(session, log, frame, text);
  const char* const what = *event != 0 ? event : entry.fault.cost >= 0 ? costName(entry.fault.cost).data() : "";
  textIn({x, row.y, row.right() - px(4) - x, row.height}, what, colors().textDim);
  return pressed;
}

}  // namespace

void drawHitches(const Session& session, const ProfiledFrames& frames, ProfilerView& view) {
  const FrameLog& log = frames.log();
  if (log.hitchCount() == 0) {
    char text[128];
    std::snprintf(
        text, sizeof text,
        "No hitches: none of the recorded frames took more than %.0f ms and more than twice as long as usual.",
        kHitchBudgets * kFrameBudget * 1000);
    static_assert(kHitchMedians == 2);
    return paragraph(text, colors().textDim);
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
