// Saves what was recorded.
#include <cmath>
#include <cstdio>

#include "app/ui/profiler/profiler_parts.h"
#include "app/ui/widgets/written_file.h"

namespace app {

void drawSaving(const Session& session, const FrameLog& log, Commands& out) {
  char text[160] = "No frames yet.";
  if (log.size() > 0)
    std::snprintf(
        text, sizeof text,
        "The last %d frames (%.0f s): every stage and GPU pass, the weights of clips, and what happened. Open "
        "a trace in ui.perfetto.dev.",
        log.size(), log.newest().begin + log.newest().cost.total - log[0].begin);
  paragraph(text, colors().textDim);
  ImGui::Dummy({0, px(4)});
  const float half = std::floor((ImGui::GetContentRegionAvail().x - px(6)) / 2);
  if (button("profiler.trace", "Save trace", {half, 0},
             "Chrome trace event JSON, under a new name in the folder 'out'.",
             {.accent = true, .enabled = log.size() > 0}))
    out.push_back(SaveTrace{"out/trace.json"});
  ImGui::SameLine(0, px(6));
  if (button("profiler.csv", "Save CSV", {half, 0}, "A line per frame, under a new name in the folder 'out'.",
             {.enabled = log.size() > 0}))
    out.push_back(SaveTrace{"out/trace.csv"});
  if (session.files().trace.empty()) return;
  ImGui::Dummy({0, px(8)});
  drawWrittenFile("profiler", session.files().trace, ImGui::GetContentRegionAvail().x, out);
}

}  // namespace app
