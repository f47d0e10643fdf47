// The clock of the character scene and a profiler: CPU stages over time, and a table of CPU stages and GPU passes.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/ui/panels.h"
#include "app/ui/widgets/plot_lines.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr double kSixtieth = 1000.0 / 60;  // milliseconds
constexpr int kColumns = 3;
constexpr float kRow = 17;
constexpr int kRows =
    kStageCount + static_cast<int>(kTimedPassCount) + 6;  // two titles, the whole frame, the quality's two lines

void drawScale(ImDrawList& list, const UiRect& area, double top) {
  const double step = niceStep(top, 4);
  char text[16];
  for (double at = step; at <= top * 1.0001; at += step) {
    const float y = area.bottom() - static_cast<float>(at / top) * area.height;
    list.AddLine({area.x, y}, {area.right(), y}, faded(colors().line, 0.55f));
    std::snprintf(text, sizeof text, step < 1 ? "%.1f" : "%.0f", at);
    textIn({area.x - px(34), y - px(8), px(29), px(16)}, text, colors().textFaint, 1, ui().fonts.small);
  }
  textIn({area.x - px(34), area.bottom() - px(9), px(29), px(16)}, "ms", colors().textFaint, 1, ui().fonts.small);
  if (kSixtieth < top) {
    const float y = area.bottom() - static_cast<float>(kSixtieth / top) * area.height;
    const std::array<ImVec2, 2> line = {ImVec2{area.x, y}, ImVec2{area.right(), y}};
    styledLine(list, line, faded(colors().good, 0.7f), px(1), LineStyle::Dashed, ui().scale);
    textIn({area.x + px(4), y - px(15), px(80), px(14)}, "60 fps", faded(colors().good, 0.8f), 0, ui().fonts.small);
  }
}

void drawGraph(const FrameHistory& frames, const UiRect& rect) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, colors().well, px(6));
  const UiRect area{rect.x + px(38), rect.y + px(8), rect.width - px(46), rect.height - px(16)};
  const double top = std::max(frames.totalSummary().p99 * 1.25, 1.0);
  const int count = frames.total().size();
  const float each = area.width / static_cast<float>(FrameHistory::kFrames);
  list.PushClipRect({area.x, area.y}, {area.right(), area.bottom()}, true);
  for (int frame = 0; frame < count; ++frame) {
    const float right = area.right() - static_cast<float>(count - 1 - frame) * each;
    float y = area.bottom();
    for (int stage = 0; stage < kStageCount; ++stage) {
      const float height = static_cast<float>(frames.stage(static_cast<std::size_t>(stage))[frame] / top) * area.height;
      if (!(height > 0)) continue;
      list.AddRectFilled({right - each, y - height}, {right, y}, stageColor(stage));
      y -= height;
    }
  }
  list.PopClipRect();
  drawScale(list, area, top);
}

struct Row {
  std::string_view name;
  ImU32 swatch = 0;  // 0: none
  bool strong = false;
};

void drawNumbers(const UiRect& row, const Summary& summary, bool strong) {
  const std::array<double, kColumns> values = {summary.mean, summary.p95, summary.p99};
  const float width = px(54);
  for (int i = 0; i < kColumns; ++i) {
    char number[24] = "n/a";
    if (summary.count > 0) std::snprintf(number, sizeof number, "%.2f", values[static_cast<std::size_t>(i)]);
    const ImU32 tint = summary.count == 0 ? colors().textFaint : strong ? colors().text : colors().textDim;
    textIn({row.right() - static_cast<float>(kColumns - i) * width, row.y, width - px(2), row.height}, number, tint, 1);
  }
}

UiRect beginRow(float height) {
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, height});
  return itemRect();
}

void drawRow(const Row& look, const Summary& summary) {
  const UiRect row = beginRow(px(kRow));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float box = px(10);
  if (look.swatch != 0)
    list.AddRectFilled({row.x, row.centerY() - box / 2}, {row.x + box, row.centerY() + box / 2}, look.swatch, px(2));
  textIn({row.x + px(18), row.y, row.width - px(3 * 54 + 18), row.height}, look.name.data(),
         look.strong ? colors().text : colors().textDim, 0, look.strong ? ui().fonts.strong : nullptr);
  drawNumbers(row, summary, look.strong);
}

void drawTitles(const char* title) {
  const UiRect row = beginRow(px(kRow));
  textIn(row, title, colors().text, 0, ui().fonts.strong);
  static constexpr std::array<const char*, kColumns> kTitles = {"mean", "p95", "p99"};
  for (int i = 0; i < kColumns; ++i)
    textIn({row.right() - static_cast<float>(kColumns - i) * px(54), row.y, px(52), row.height},
           kTitles[static_cast<std::size_t>(i)], colors().textFaint, 1, ui().fonts.small);
}

const char* clockText(const Session& session, std::span<char> text) {
  const crossfade::ClockStep& last = session.clockStep();
  const double dropped = session.clock().droppedSeconds;
  const char* const steps = last.steps == 1 ? "step" : "steps";
  if (dropped > 0)
    std::snprintf(text.data(), text.size(), "%d %s of %.1f ms in the last frame, %.2f s dropped", last.steps, steps,
                  last.stepSeconds * 1000, dropped);
  else
    std::snprintf(text.data(), text.size(), "%d %s of %.1f ms in the last frame, nothing dropped", last.steps, steps,
                  last.stepSeconds * 1000);
  return text.data();
}

void drawClock(const Session& session, Commands& out) {
  constexpr std::array<const char*, 3> kClocks = {"Frames", "Time", "Steps"};
  constexpr std::array<const char*, 3> kSentences = {
      "Frame-based: every frame advances by one fixed step, however long it took. Playback runs at the display's "
      "speed.",
      "Time-based: every frame advances by the time that passed. The usual clock for playback.",
      "Fixed steps: as many steps as fit into the time that passed, interpolated between the last two."};
  const crossfade::ClockSettings& clock = session.clock().settings;
  const float width = ImGui::GetContentRegionAvail().x, gap = px(6), choice = std::floor(width * 0.52f);
  const int pressed = segments("clock.kind", kClocks, static_cast<int>(clock.kind), choice, kSentences);
  if (pressed >= 0) out.push_back(SetClock{.kind = static_cast<crossfade::ClockKind>(pressed)});
  ImGui::SameLine(0, gap);
  double rate = static_cast<double>(clock.rate.steps) / clock.rate.seconds;
  const bool counts = clock.kind != crossfade::ClockKind::TimeBased;
  if (!counts) ImGui::BeginDisabled();
  if (slider("clock.rate", rate,
             {.label = "steps",
              .min = 5,
              .max = 240,
              .defaultValue = 60,
              .origin = 5,
              .format = "%.4g /s",
              .fill = counts ? clockColorOf(static_cast<int>(clock.kind), ui().dark) : colors().line,
              .step = 1,
              .sqrtScale = true,
              .typedMin = 1,
              .typedMax = 1000},
             width - choice - gap,
             counts ? "Steps per second." : "Steps per second, for Frames and Steps. Time needs none."))
    out.push_back(SetClock{.kind = clock.kind, .stepsPerSecond = rate});
  if (!counts) ImGui::EndDisabled();
  std::array<char, 96> text;
  ImGui::Dummy({width, px(kRow + 3)});
  textIn(itemRect(), clockText(session, text), colors().textFaint, 0, ui().fonts.small);
  logItem("clock.words");
  hint("What the clock did in the last frame. Very long frames are cut, so waking from sleep does not skip ahead.");
}

void drawQuality(const Session& session, Commands& out) {
  constexpr std::array<const char*, kQualityCount + 1> kChoices = {"Auto", "Full", "High", "Medium", "Low"};
  constexpr std::array<const char*, kQualityCount + 1> kSentences = {
      "As fine as the GPU can draw 30 times a second while the scene moves; in full when it stands still. Saved "
      "pictures and films are always full.",
      "Every pixel, four samples each.", "75 % of each side, enlarged.",
      "60 % of each side, enlarged; a smaller shadow map.", "Half of each side, enlarged; a smaller shadow map."};
  const UiRect row = beginRow(px(kRow));
  const auto drawn = static_cast<std::size_t>(session.drawnQuality());
  char text[48] = "all pixels";
  if (drawn > 0)
    std::snprintf(text, sizeof text, "%.0f %% of each side while it moves",
                  static_cast<double>(kQualityScales[drawn]) * 100);
  textIn(row, "Picture", colors().text, 0, ui().fonts.strong);
  textIn(row, text, drawn > 0 ? colors().text : colors().textFaint, 1, ui().fonts.small);
  logItem("picture.words");
  const int chosen = session.quality() ? static_cast<int>(*session.quality()) + 1 : 0;
  const int pressed = segments("picture.quality", kChoices, chosen, ImGui::GetContentRegionAvail().x, kSentences);
  if (pressed == 0) out.push_back(SetQuality{});
  if (pressed > 0) out.push_back(SetQuality{static_cast<PictureQuality>(pressed - 1)});
}

}  // namespace

void drawTimingPanel(const Session& session, const FrameHistory& frames, Commands& out) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), 0});
  drawClock(session, out);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  hitArea("timing.graph", {room.x, std::clamp(room.y - px(kRow) * kRows - px(14), px(64), px(150))});
  logItem("timing.graph");
  hint("One column per frame: CPU stages stacked from the bottom, in the order of the table.");
  drawGraph(frames, itemRect());
  ImGui::Dummy({0, px(6)});
  drawTitles("CPU, ms");
  for (int stage = 0; stage < kStageCount; ++stage) {
    const auto index = static_cast<std::size_t>(stage);
    drawRow({kStageNames[index], stageColor(stage)}, frames.stageSummary(index));
  }
  drawRow({"whole frame", 0, true}, frames.totalSummary());
  ImGui::Dummy({0, px(6)});
  drawTitles("GPU, ms");
  for (std::size_t pass = 0; pass < kTimedPassCount; ++pass) drawRow({kTimedPasses[pass]}, frames.passSummary(pass));
  ImGui::Dummy({0, px(6)});
  drawQuality(session, out);
  ImGui::PopStyleVar();
}

}  // namespace app
