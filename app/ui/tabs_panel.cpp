#include <array>
#include <span>

#include "app/ui/panels.h"
#include "app/ui/profiler/profiler_panel.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr std::array<ColumnTab, kColumnTabs> kTabs = {ColumnTab::Clips, ColumnTab::Layers,    ColumnTab::Queue,
                                                      ColumnTab::Blend, ColumnTab::CrossFade, ColumnTab::Profiler,
                                                      ColumnTab::Pose,  ColumnTab::Model};

/// In the order of ColumnTab.
constexpr std::array<const char*, kColumnTabs> kTabHints = {"All clips, with what can be set for each.",
                                                            "Clips on a part of the body, over what plays.",
                                                            "Clips in order, with a fade into each.",
                                                            "Walks and runs, blended by speed and turn.",
                                                            "The cross-fade.",
                                                            "What a frame costs, stage by stage.",
                                                            "Joints, their values and morph targets.",
                                                            "What is in the file, and what was repaired or ignored."};

/// Not if its panel is shown on its own below.
bool isOffered(ColumnTab tab, const Layout& layout) {
  if (tab == ColumnTab::CrossFade) return layout.crossFade.empty();
  if (tab == ColumnTab::Profiler) return layout.profiler.empty();
  return true;
}

}  // namespace

void drawTabsPanel(const Session& session, const FrameHistory& frames, Workspace& workspace, const Layout& layout,
                   Commands& out) {
  ColumnTab& tab = workspace.tab;
  const ColumnTab shown = isOffered(tab, layout) ? tab : ColumnTab::Clips;
  beginPanel("panel.tabs", layout.tabs, colors().panel);
  std::array<const char*, kTabs.size()> texts{}, hints{};
  std::array<ColumnTab, kTabs.size()> tabs{};
  std::size_t count = 0;
  int chosen = 0;
  for (const ColumnTab offered : kTabs) {
    if (!isOffered(offered, layout)) continue;
    if (offered == shown) chosen = static_cast<int>(count);
    texts[count] = nameOf(offered);
    hints[count] = kTabHints[static_cast<std::size_t>(offered)];
    tabs[count++] = offered;
  }
  const int pressed = segments("tabs", std::span(texts).first(count), chosen, ImGui::GetContentRegionAvail().x,
                               std::span(hints).first(count));
  if (pressed >= 0) tab = tabs[static_cast<std::size_t>(pressed)];
  ImGui::BeginChild(nameOf(shown), ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  switch (shown) {
    case ColumnTab::Clips:
      drawClipsPanel(session, workspace.character.clips, out);
      break;
    case ColumnTab::Layers:
      drawLayersPanel(session, workspace.character.layers, out);
      break;
    case ColumnTab::Queue:
      drawQueuePanel(session, workspace.character.queue, out);
      break;
    case ColumnTab::Blend:
      drawBlendPanel(session, workspace.character.blend, out);
      break;
    case ColumnTab::CrossFade:
      drawCrossFadePanel(session, workspace.character, true, out);
      break;
    case ColumnTab::Profiler:
      drawProfilerPanel(session, frames, workspace.profiler, out);
      break;
    case ColumnTab::Pose:
      drawPosePanel(session, workspace.character, out);
      break;
    case ColumnTab::Model:
      drawModelPanel(session, out);
      break;
  }
  endScrollingPart();
  endPanel();
}

}  // namespace app
