// The scenes, the open model, the frame time, and what the view shows.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/ui/character/root_view.h"
#include "app/ui/input_actions.h"
#include "app/ui/panels.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

void drawMark(ImDrawList& list, const UiRect& bar) {
  const float x = bar.x + px(12);
  const float half = px(7);
  const float y = bar.centerY();
  const ImVec2 falling[] = {{x, y - half}, {x + px(6), y - half}, {x + px(12), y + half}, {x + px(18), y + half}};
  const ImVec2 rising[] = {{x, y + half}, {x + px(6), y + half}, {x + px(12), y - half}, {x + px(18), y - half}};
  list.AddPolyline(falling, 4, colors().textFaint, 0, px(2));
  list.AddPolyline(rising, 4, colors().accent, 0, px(2));
}

/// Returns the right end, in pixels.
float drawMarkAndName(const UiRect& bar, bool withWord) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  drawMark(list, bar);
  const float left = bar.x + px(40);
  if (!withWord) return left;
  ImFont* strong = ui().fonts.strong;
  const float mark = sizeOf(*strong, "Crossfade").x;
  textIn({left, bar.y, mark + px(2), bar.height}, "Crossfade", colors().text, 0, strong);
  return left + mark + px(16);
}

bool toggle(const char* id, Icon which, bool& value, const char* sentence) {
  if (!iconButton(id, which, sentence, {.on = value, .quiet = true})) return false;
  value = !value;
  return true;
}

/// Red while recording.
void drawRecordToggle(const Session& session, bool& open) {
  const bool running = session.recording().running;
  const char* const sentence = open      ? ""  // it would cover the panel
                               : running ? "Recording progress."
                                         : "Record a video or save a picture.";
  if (iconButton("view.record", Icon::Record, sentence,
                 {.on = open, .quiet = true, .ink = running ? colors().error : 0}))
    open = !open;
}

constexpr std::array<const char*, 5> kScenes = {"Character", "Shapes", "Timing", "Crowd", "Curves"};
constexpr std::array<const char*, 5> kSceneHints = {
    "A model with its clips and fades (Ctrl+1).", "Morphs between drawn shapes (Ctrl+2).",
    "How the clock affects motion (Ctrl+3).", "Many characters and what they cost (Ctrl+4).",
    "How values get from key to key (Ctrl+5)."};
constexpr float kSceneTabs = 360, kSceneTabsNarrow = 290;
constexpr float kRoomForDocument = 720;  // width of the bar

void drawScenes(const Session& session, float width, Commands& out) {
  const int pressed = segments("scene", kScenes, static_cast<int>(session.scene()), width, kSceneHints);
  if (pressed >= 0) out.push_back(ShowScene{static_cast<SceneKind>(pressed)});
}

/// A folder: the icon font of the interface has none.
void drawFolder(const UiRect& rect, ImU32 ink) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float left = rect.centerX() - px(7), top = rect.centerY() - px(5);
  list.AddRectFilled({left, top - px(2)}, {left + px(6), top + px(2)}, ink, px(1));
  list.AddRectFilled({left, top}, {left + px(14), top + px(10)}, ink, px(1));
}

void drawOpenButton(const Session& session, Workspace& workspace, Commands& out) {
  if (button("view.open", "", {rowHeight(), rowHeight()}, "Open a model or shapes (Ctrl+O).", {.quiet = true}))
    chooseFile(session, workspace.files, BrowsePurpose::Open, out);
  drawFolder(itemRect(), ImGui::IsItemHovered() ? colors().text : colors().textDim);
}

/// In file, treadmill, travel.
void drawTravelButton(const Session& session, Commands& out) {
  const TravelMode mode = session.character().ground().travel();
  if (iconButton("view.travel", Icon::Road, sentenceOf(mode), {.on = mode != TravelMode::InFile, .quiet = true}))
    out.push_back(SetTravel{nextMode(mode)});
}

void drawModelToggles(const Session& session, bool roomForTravel, Commands& out) {
  ViewOptions options = session.view();
  bool changed = toggle("view.mesh", Icon::Mesh, options.meshes, "Show meshes (M).");
  ImGui::SameLine(0, px(2));
  changed |= toggle("view.skeleton", Icon::Skeleton, options.skeleton, "Show the skeleton (B).");
  ImGui::SameLine(0, px(2));
  changed |= toggle("view.grid", Icon::Grid, options.grid, "Show the ground grid (G).");
  ImGui::SameLine(0, px(2));
  changed |= toggle("view.background", Icon::Background, options.darkBackground, "Dark or light (D).");
  if (changed) out.push_back(SetViewOptions{options});
  ImGui::SameLine(0, px(2));
  if (roomForTravel) {
    drawTravelButton(session, out);
    ImGui::SameLine(0, px(2));
  }
  if (iconButton("view.frame", Icon::Frame, "Frame the model (F).", {.quiet = true})) frameModel(session, out);
  ImGui::SameLine(0, px(10));
}

/// What is saved, and what can be undone.
void drawDocumentButtons(const Session& session, Workspace& workspace, Commands& out) {
  if (iconButton("project.save", Icon::Save, "Save the project (Ctrl+S).",
                 {.quiet = true, .ink = session.hasUnsavedChanges() ? 0 : colors().textFaint}))
    saveProject(session, workspace, false, out);
  ImGui::SameLine(0, px(2));
  toggle("view.history", Icon::History, workspace.history.open, "Changes that can be undone (Ctrl+Z, Ctrl+Y).");
  ImGui::SameLine(0, px(10));
}

void drawViewToggles(const Session& session, Workspace& workspace, bool roomForDocument, Commands& out) {
  if (session.scene() == SceneKind::Character) drawModelToggles(session, roomForDocument, out);
  drawOpenButton(session, workspace, out);
  ImGui::SameLine(0, px(2));
  if (roomForDocument) drawDocumentButtons(session, workspace, out);
  drawRecordToggle(session, workspace.recordOpen);
  ImGui::SameLine(0, px(2));
  if (roomForDocument && session.scene() == SceneKind::Character) {
    if (iconButton("view.transitions", Icon::Table, "The transition set (X).",
                   {.on = workspace.panelSizes.side == SidePanel::Transitions, .quiet = true}))
      workspace.panelSizes.toggle(SidePanel::Transitions);
    ImGui::SameLine(0, px(2));
  }
  toggle("view.help", Icon::Help, workspace.helpOpen, "Keyboard and mouse (H).");
  ImGui::SameLine(0, px(2));
  toggle("view.column", Icon::Column, workspace.columnOpen, "Show the right column (\\).");
}

/// The project, or the model; after a dot while changes are not saved.
void drawName(const Session& session, UiRect rect) {
  const std::string& project = session.project().path;
  if (session.hasUnsavedChanges()) {
    ImGui::GetWindowDrawList()->AddCircleFilled({rect.x + px(3), rect.centerY() + px(1)}, px(3), colors().accent);
    ui().log.add("project.unsaved", {rect.x, rect.y, px(6), rect.height});
    rect = {rect.x + px(12), rect.y, rect.width - px(12), rect.height};
  }
  const char* name = project.c_str() + (project.find_last_of('/') + 1);
  if (project.empty()) name = session.scene() == SceneKind::Character ? session.model().name.c_str() : "";
  textIn(rect, name, colors().textDim);
}

void drawFrameTime(const FrameHistory& frames, Workspace& workspace, const UiRect& rect, Commands& out) {
  const Summary& total = frames.totalSummary();
  if (total.count == 0 || !(total.mean > 0)) return;
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  if (hitArea("view.profiler", {rect.width, rect.height})) {
    out.push_back(ShowScene{SceneKind::Character});
    workspace.columnOpen = true;
    workspace.tab = ColumnTab::Profiler;
  }
  logItem("view.profiler");
  hint("Average frame time. Click for the profiler.");
  char text[40];
  std::snprintf(text, sizeof text, "%.1f ms \u00b7 %.0f fps", total.mean, 1000 / total.mean);
  textIn(rect, text, ImGui::IsItemHovered() ? colors().text : colors().textFaint, 1, ui().fonts.small);
}

}  // namespace

void drawTopBar(const Session& session, const FrameHistory& frames, Workspace& workspace, const UiRect& bar,
                Commands& out) {
  beginPanel("panel.topBar", bar, colors().bar, {px(12), px(6)});
  panelEdge(bar, true);
  const bool character = session.scene() == SceneKind::Character;
  const bool roomForDocument = bar.width >= px(kRoomForDocument);
  const float always = character ? 9 * rowHeight() + px(7 * 2 + 10) : 4 * rowHeight() + px(3 * 2);
  const float document = 2 * rowHeight() + px(2 + 10) + (character ? 2 * (rowHeight() + px(2)) : 0);
  const float buttons = always + (roomForDocument ? document : 0);
  const float left = bar.right() - px(12) - buttons;
  const float timing = px(112), names = px(40 + 90 + 12);
  const float scenesLeft = drawMarkAndName(bar, names + px(kSceneTabs) + px(14) < left);
  const float room = left - px(10) - scenesLeft, besideTiming = room - timing - px(20);
  const float scenes =
      std::clamp(besideTiming >= px(kSceneTabsNarrow) ? besideTiming : room, px(kSceneTabsNarrow), px(kSceneTabs));
  ImGui::SetCursorScreenPos({scenesLeft, bar.y + px(6)});
  drawScenes(session, scenes, out);
  const float nameLeft = scenesLeft + scenes + px(16);
  const bool roomForTiming = left - px(14) - timing >= nameLeft;
  if (roomForTiming)
    drawFrameTime(frames, workspace, {left - px(14) - timing, bar.y + px(6), timing, rowHeight()}, out);
  const float nameRight = roomForTiming ? left - px(20) - timing : left - px(14);
  if (nameRight - nameLeft > px(40)) drawName(session, {nameLeft, bar.y, nameRight - nameLeft, bar.height});
  ImGui::SetCursorScreenPos({left, bar.y + px(6)});
  drawViewToggles(session, workspace, roomForDocument, out);
  endPanel();
}

}  // namespace app
