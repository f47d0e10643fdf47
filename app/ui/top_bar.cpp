// Which model is open, how fast frames come, what is to be seen; and the tabs of the right column.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

#include "app/ui/panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr std::array<ColumnTab, 5> kTabs = {ColumnTab::Clips, ColumnTab::CrossFade, ColumnTab::Timing, ColumnTab::Pose,
                                            ColumnTab::Model};

const char* nameOf(ColumnTab tab) {
  switch (tab) {
    case ColumnTab::Clips:
      return "Clips";
    case ColumnTab::CrossFade:
      return "Fade";
    case ColumnTab::Timing:
      return "Timing";
    case ColumnTab::Pose:
      return "Pose";
    case ColumnTab::Model:
      return "Model";
  }
  return "";
}

void drawMark(ImDrawList& list, const UiRect& bar) {
  const float x = bar.x + px(12);
  const float half = px(7);
  const float y = bar.centerY();
  const ImVec2 falling[] = {{x, y - half}, {x + px(6), y - half}, {x + px(12), y + half}, {x + px(18), y + half}};
  const ImVec2 rising[] = {{x, y + half}, {x + px(6), y + half}, {x + px(12), y - half}, {x + px(18), y - half}};
  list.AddPolyline(falling, 4, color::kTextFaint, 0, px(2));
  list.AddPolyline(rising, 4, color::kAccent, 0, px(2));
}

/// Returns where the names end.
float drawMarkAndName(const UiRect& bar, bool withWord) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  drawMark(list, bar);
  const float left = bar.x + px(40);
  if (!withWord) return left;
  ImFont* strong = ui().fonts.strong;
  const float mark = strong->CalcTextSizeA(strong->FontSize, FLT_MAX, 0, "Crossfade").x;
  textIn({left, bar.y, mark + px(2), bar.height}, "Crossfade", color::kText, 0, strong);
  return left + mark + px(16);
}

bool toggle(const char* id, Icon which, bool& value, const char* sentence) {
  if (!iconButton(id, which, sentence, {.on = value, .quiet = true})) return false;
  value = !value;
  return true;
}

/// Red while a recording runs.
void drawRecordToggle(const Session& session) {
  const bool running = session.recording().running;
  bool& open = ui().workspace.recordOpen;
  const char* const sentence = running ? "How far the recording is." : "Record a film or save a picture.";
  if (iconButton("view.record", Icon::Record, sentence,
                 {.on = open, .quiet = true, .ink = running ? color::kError : 0}))
    open = !open;
}

constexpr std::array<const char*, 4> kScenes = {"Character", "Shapes", "Timing", "Crowd"};
constexpr std::array<const char*, 4> kSceneHints = {
    "The model: its clips and their fades (Ctrl 1).", "Drawn shapes that become one another (Ctrl 2).",
    "What a clock does to movement (Ctrl 3).", "Many characters, and what they cost (Ctrl 4)."};
constexpr float kSceneTabs = 300;

void drawScenes(const Session& session, Commands& out) {
  const int pressed = segments("scene", kScenes, static_cast<int>(session.scene()), px(kSceneTabs), kSceneHints);
  if (pressed >= 0) out.push_back(ShowScene{static_cast<SceneKind>(pressed)});
}

void drawModelToggles(const Session& session, Commands& out) {
  ViewOptions options = session.view();
  bool changed = toggle("view.mesh", Icon::Mesh, options.meshes, "Show the meshes (M).");
  ImGui::SameLine(0, px(2));
  changed |= toggle("view.skeleton", Icon::Skeleton, options.skeleton, "Show the skeleton (B).");
  ImGui::SameLine(0, px(2));
  changed |= toggle("view.grid", Icon::Grid, options.grid, "Show the ground with its grid (G).");
  ImGui::SameLine(0, px(2));
  changed |=
      toggle("view.background", Icon::Background, options.darkBackground, "A dark background, or a light one (D).");
  if (changed) out.push_back(SetViewOptions{options});
  ImGui::SameLine(0, px(2));
  if (iconButton("view.frame", Icon::Frame, "Frame the model (F).", {.quiet = true})) out.push_back(FrameCamera{});
  ImGui::SameLine(0, px(10));
}

void drawViewToggles(const Session& session, Commands& out) {
  if (session.scene() == SceneKind::Character) drawModelToggles(session, out);
  drawRecordToggle(session);
  ImGui::SameLine(0, px(2));
  toggle("view.help", Icon::Help, ui().workspace.helpOpen, "Keys and mouse (H).");
  ImGui::SameLine(0, px(2));
  toggle("view.column", Icon::Column, ui().workspace.columnOpen, "Show the panels on the right (Tab).");
}

void drawFrameTime(const FrameHistory& frames, const UiRect& rect, Commands& out) {
  const Summary& total = frames.totalSummary();
  if (total.count == 0 || !(total.mean > 0)) return;
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  if (ImGui::InvisibleButton("view.timing", {rect.width, rect.height})) {
    out.push_back(ShowScene{SceneKind::Character});
    ui().workspace.columnOpen = true;
    ui().workspace.tab = ColumnTab::Timing;
  }
  logItem("view.timing");
  hint("What a frame takes on average; click for all stages.");
  char text[40];
  std::snprintf(text, sizeof text, "%.1f ms \u00b7 %.0f fps", total.mean, 1000 / total.mean);
  textIn(rect, text, ImGui::IsItemHovered() ? color::kText : color::kTextFaint, 1, ui().fonts.small);
}

/// Whether what the tab shows has no panel of its own.
bool isOffered(ColumnTab tab, const Layout& layout) {
  if (tab == ColumnTab::CrossFade) return layout.crossFade.empty();
  if (tab == ColumnTab::Timing) return layout.timing.empty();
  return true;
}

}  // namespace

void drawTopBar(const Session& session, const FrameHistory& frames, Commands& out) {
  const UiRect& bar = ui().layout.topBar;
  beginPanel("panel.topBar", bar, color::kBar, {px(12), px(6)});
  panelEdge(bar, true);
  const bool character = session.scene() == SceneKind::Character;
  const float buttons = character ? 8 * rowHeight() + px(6 * 2 + 10) : 3 * rowHeight() + px(4);
  const float left = bar.right() - px(12) - buttons;
  const float timing = px(112), names = px(40 + 90 + 12), scenes = px(kSceneTabs);
  const float scenesLeft = drawMarkAndName(bar, names + scenes + px(14) < left);
  ImGui::SetCursorScreenPos({scenesLeft, bar.y + px(6)});
  drawScenes(session, out);
  const float nameLeft = scenesLeft + scenes + px(16);
  const bool roomForTiming = left - px(14) - timing >= nameLeft;
  if (roomForTiming) drawFrameTime(frames, {left - px(14) - timing, bar.y + px(6), timing, rowHeight()}, out);
  const float nameRight = roomForTiming ? left - px(28) - timing : left - px(14);
  if (character && nameRight - nameLeft > px(40))
    textIn({nameLeft, bar.y, nameRight - nameLeft, bar.height}, session.model().name.c_str(), color::kTextDim);
  ImGui::SetCursorScreenPos({left, bar.y + px(6)});
  drawViewToggles(session, out);
  endPanel();
}

void drawTabsPanel(const Session& session, const FrameHistory& frames, Commands& out) {
  const Layout& layout = ui().layout;
  ColumnTab& tab = ui().workspace.tab;
  const ColumnTab shown = isOffered(tab, layout) ? tab : ColumnTab::Clips;
  beginPanel("panel.tabs", layout.tabs, color::kPanel);
  std::array<const char*, kTabs.size()> texts{};
  std::array<ColumnTab, kTabs.size()> tabs{};
  std::size_t count = 0;
  int chosen = 0;
  for (const ColumnTab offered : kTabs) {
    if (!isOffered(offered, layout)) continue;
    if (offered == shown) chosen = static_cast<int>(count);
    texts[count] = nameOf(offered);
    tabs[count++] = offered;
  }
  const int pressed = segments("tabs", std::span(texts).first(count), chosen, ImGui::GetContentRegionAvail().x, "");
  if (pressed >= 0) tab = tabs[static_cast<std::size_t>(pressed)];
  ImGui::BeginChild(nameOf(shown), ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  switch (shown) {
    case ColumnTab::Clips:
      drawClipsPanel(session, out);
      break;
    case ColumnTab::CrossFade:
      drawCrossFadePanel(session, out);
      break;
    case ColumnTab::Timing:
      drawTimingPanel(session, frames, out);
      break;
    case ColumnTab::Pose:
      drawPosePanel(session, out);
      break;
    case ColumnTab::Model:
      drawModelPanel(session.model());
      break;
  }
  ImGui::EndChild();
  endPanel();
}

}  // namespace app
