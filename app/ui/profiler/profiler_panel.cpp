#include "app/ui/profiler/profiler_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/text.h"

namespace app {
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
