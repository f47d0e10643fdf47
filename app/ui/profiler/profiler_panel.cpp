#include "app/ui/profiler/profiler_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
           nth(held ? kOfFrame : kOverTime, i), colors().textFaint, 1, ui().fonts.small);
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

namespace {

constexpr float kPlotFraction = 0.3f;  // of the panel's height
constexpr float kMinPlot = 60, kMaxPlot = 190;
constexpr float kStatusRow = 26;

bool isInside(FrameWindow window, int index) { return index >= window.first && index < window.first + window.count; }

/// Follows the keys; a frame that is gone is released.
void updateHeld(const FrameHistory& history, ProfilerView& view) {
  const int steps = std::exchange(view.steps, 0);
  if (!view.isHolding()) return;
  const int index = history.log().indexOf(view.held);
  if (index < 0)
    view.held = -1;
  else if (steps != 0)
    holdFrame(history, std::clamp(index + steps, 0, history.log().size() - 1), view);
}

ProfiledFrames framesOf(const FrameHistory& history, const ProfilerView& view) {
  const FrameLog& log = history.log();
  if (!view.isHolding()) return {.history = history, .window = windowUpTo(log, log.size() - 1)};
  return {.history = history, .window = windowUpTo(log, log.indexOf(view.lastInPlot)), .held = log.indexOf(view.held)};
}

void drawStatus(const ProfiledFrames& frames, ProfilerView& view) {
  const FrameRecord* held = frames.heldFrame();
  const float width = ImGui::GetContentRegionAvail().x, release = held ? px(70) : 0;
  ImGui::Dummy({width - release - px(6), px(kStatusRow)});
  const UiRect row = itemRect();
  const Text text = held ? Text("%.1f ms \u00b7 frame %lld \u00b7 %.1f s ago", held->cost.total * 1000,
                                static_cast<long long>(held->number), frames.log().newest().begin - held->begin)
                         : Text("Click a frame to hold it.");
  textIn(row, text, held ? colors().text : colors().textFaint, 0, held ? ui().fonts.strong : ui().fonts.small);
  logItem("profiler.status");
  if (!held) return;
  ImGui::SameLine(0, px(6));
  if (button("profiler.release", "Release", {release, px(kStatusRow - 2)},
             "Go on recording (Esc). Left and Right show the frame before and after."))
    view.held = -1;
}

void drawSections(const FrameLog& log, ProfilerView& view) {
  const Text hitches = log.hitchCount() > 0 ? Text("Hitches %d", log.hitchCount()) : Text("Hitches");
  const std::array<const char*, 3> names = {"Costs", hitches, "Histogram"};
  constexpr std::array<const char*, 3> kSentences = {"Every stage and pass.",
                                                     "Frames that took much longer than the others; a click holds one.",
                                                     "How many frames took how long."};
  const int pressed = segments("profiler.section", names, static_cast<int>(view.section),
                               ImGui::GetContentRegionAvail().x - rowHeight() - px(6), kSentences);
  if (pressed >= 0) view.section = static_cast<ProfilerSection>(pressed);
  ImGui::SameLine(0, px(6));
  view.asksForTrace |= iconButton("profiler.save", Icon::Save, "Save the frames as a trace or a table: see Export.");
}

void drawQuality(const Session& session, Commands& out) {
  constexpr std::array<const char*, kQualityCount + 1> kChoices = {"Auto", "Full", "High", "Medium", "Low"};
  constexpr std::array<const char*, kQualityCount + 1> kSentences = {
      "As fine as the GPU can draw 30 times a second while the scene moves; in full when it stands still. Saved "
      "pictures and films are always full.",
      "Every pixel, four samples each.", "75 % of each side, enlarged.",
      "60 % of each side, enlarged; a smaller shadow map.", "Half of each side, enlarged; a smaller shadow map."};
  const UiRect row = profilerRow(20);
  const auto drawn = static_cast<std::size_t>(session.drawnQuality());
  const Text text = drawn > 0
                        ? Text("%.0f %% of each side while it moves", static_cast<double>(kQualityScales[drawn]) * 100)
                        : Text("all pixels");
  textIn(row, "Picture", colors().text, 0, ui().fonts.strong);
  textIn(row, text, drawn > 0 ? colors().text : colors().textFaint, 1, ui().fonts.small);
  logItem("picture.words");
  const int chosen = session.quality() ? static_cast<int>(*session.quality()) + 1 : 0;
  const int pressed = segments("picture.quality", kChoices, chosen, ImGui::GetContentRegionAvail().x, kSentences);
  if (pressed == 0) out.push_back(SetQuality{});
  if (pressed > 0) out.push_back(SetQuality{static_cast<PictureQuality>(pressed - 1)});
}

void drawSection(const Session& session, const ProfiledFrames& frames, ProfilerView& view, Commands& out) {
  switch (view.section) {
    case ProfilerSection::Costs:
      drawFrameStory(session, frames, view);
      drawCostTables(frames, view);
      ImGui::Dummy({0, px(6)});
      return drawQuality(session, out);
    case ProfilerSection::Hitches:
      return drawHitches(session, frames, view);
    case ProfilerSection::Histogram:
      return drawHistogram(frames);
  }
}

}  // namespace

void holdFrame(const FrameHistory& history, int index, ProfilerView& view) {
  const FrameLog& log = history.log();
  if (index < 0 || index >= log.size()) return;
  if (!view.isHolding()) {
    view.lastInPlot = -1;
    view.top = plotTop(history);
  }
  const int last = view.lastInPlot < 0 ? log.size() - 1 : log.indexOf(view.lastInPlot);
  FrameWindow window = windowUpTo(log, last);
  if (!isInside(window, index)) window = windowUpTo(log, std::min(index + kMaxWindow / 2, log.size() - 1));
  const std::int64_t lastInPlot = log[window.first + window.count - 1].number;
  if (lastInPlot != view.lastInPlot) view.statistics = statisticsOf(log, window);
  view.lastInPlot = lastInPlot;
  view.held = log[index].number;
}

void releaseUnseen(ProfilerView& view) {
  if (!view.isDrawn) view.held = -1;
  view.isDrawn = false;
}

Text eventText(const Session& session, const FrameLog& log, FrameEvent event, const FrameRecord& frame) {
  std::array<char, 64> scratch{}, name{};
  std::array<char, 128> text;
  const int clip = frame.notes.fadeTo;
  if (log.isOfModel(frame) && clip >= 0 && clip < session.clipCount())
    shortened(clipLabel(nth(session.model().clips, clip).name(), clip, scratch), 40, name);
  return Text("%s", describe(event, frame.notes, name.data(), text));
}

void drawProfilerPanel(const Session& session, const FrameHistory& history, ProfilerView& view, Commands& out) {
  view.isDrawn = true;
  updateHeld(history, view);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), 0});
  const float plot =
      std::clamp(std::floor(ImGui::GetContentRegionAvail().y * kPlotFraction), px(kMinPlot), px(kMaxPlot));
  drawFramePlot(framesOf(history, view), plot, view);
  drawStatus(framesOf(history, view), view);
  ImGui::Dummy({0, px(2)});
  drawSections(history.log(), view);
  ImGui::Dummy({0, px(6)});
  ImGui::BeginChild("section", ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  drawSection(session, framesOf(history, view), view, out);
  endScrollingPart();
  ImGui::PopStyleVar();
}

}  // namespace app
