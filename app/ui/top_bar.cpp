// The file menu, the scenes, the frame time, and what the view shows.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/character/timeline/timeline.h"
#include "app/ui/character/track_view.h"
#include "app/ui/input_actions.h"
#include "app/ui/panels.h"
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
void drawRecordToggle(const Session& session, ExportSheet& exports) {
  const bool running = session.recording().running, open = exports.open && exports.row == ExportRow::Film;
  const char* const sentence = open      ? ""  // it would cover the sheet
                               : running ? "Recording progress."
                                         : "Record a video or save a picture.";
  if (!iconButton("view.record", Icon::Record, sentence,
                  {.on = open, .quiet = true, .ink = running ? colors().error : 0}))
    return;
  exports.show(ExportRow::Film);
  exports.open = !open;
}

constexpr std::array<const char*, 5> kSceneHints = {
    "A model with its clips and fades (Ctrl+1).", "Morphs between drawn shapes (Ctrl+2).",
    "How the clock affects motion (Ctrl+3).", "Many characters and what they cost (Ctrl+4).",
    "How values get from key to key (Ctrl+5)."};
constexpr float kSceneTabs = 360, kSceneTabsNarrow = 290;
constexpr float kFileMenu = 190, kFileMenuReadable = 100, kFileMenuNarrow = 44;
constexpr float kRoomForToggles = 720, kRoomForDocument = 830;  // width of the bar; menus have all of them

void drawScenes(const Session& session, float width, Commands& out) {
  const int pressed = segments("scene", kSceneNames, static_cast<int>(session.scene()), width, kSceneHints);
  if (pressed >= 0) out.push_back(ShowScene{static_cast<SceneKind>(pressed)});
}

// ---- Menus: what keys do as well, by name.

constexpr float kMenuLines = 264;  // width
constexpr float kMenuEdge = 4;     // below it, to the edge of the window

struct MenuLine {
  const char* id;
  const char* text;
  BoundAction action;
  int amount = 0;
  bool ViewOptions::*option = nullptr;
};

constexpr std::array<MenuLine, 7> kFileLines = {{
    {"file.open", "Open...", BoundAction::OpenFile},
    {"file.addClips", "Add the clips of a file...", BoundAction::AddClipFile},
    {"file.save", "Save the project", BoundAction::SaveProject},
    {"file.saveAs", "Save the project as...", BoundAction::SaveProject, 1},
    {"file.reload", "Read the files again", BoundAction::Reload},
    {"file.next", "Next model in the folder", BoundAction::OpenNeighbor, 1},
    {"file.export", "Export...", BoundAction::ToggleExport},
}};
constexpr std::array<MenuLine, 1> kLastFileLine = {{{"file.quit", "Quit", BoundAction::Quit}}};

constexpr std::array<MenuLine, 15> kViewLines = {{
    {"viewMenu.frame", "Frame the model", BoundAction::FrameModel},
    {"viewMenu.mesh", "Meshes", BoundAction::ToggleOption, 0, &ViewOptions::meshes},
    {"viewMenu.skeleton", "Skeleton", BoundAction::ToggleOption, 0, &ViewOptions::skeleton},
    {"viewMenu.names", "Joint names", BoundAction::ToggleOption, 0, &ViewOptions::jointNames},
    {"viewMenu.ghosts", "Onion skin", BoundAction::ToggleGhosts},
    {"viewMenu.grid", "Ground grid", BoundAction::ToggleOption, 0, &ViewOptions::grid},
    {"viewMenu.keepInView", "Keep the character in view", BoundAction::ToggleOption, 0, &ViewOptions::keepInView},
    {"viewMenu.travel", "In file, treadmill, travel", BoundAction::ChangeTravel},
    {"viewMenu.background", "Dark background", BoundAction::ToggleOption, 0, &ViewOptions::darkBackground},
    {"viewMenu.timeline", "Timeline", BoundAction::ToggleTimeline},
    {"viewMenu.transitions", "Transition set", BoundAction::ToggleTransitions},
    {"viewMenu.joints", "Joints of added clips", BoundAction::ToggleRetarget},
    {"viewMenu.column", "Right column", BoundAction::ToggleColumn},
    {"viewMenu.find", "Find anything...", BoundAction::OpenCommandPalette},
    {"viewMenu.help", "Keyboard and mouse", BoundAction::ToggleHelp},
}};

const KeyBinding* bindingOf(const MenuLine& line) {
  for (const KeyBinding& binding : keyBindings())
    if (binding.action == line.action && binding.amount == line.amount && binding.option == line.option)
      return &binding;
  return nullptr;
}

bool isOn(const Session& session, const Workspace& workspace, const MenuLine& line) {
  switch (line.action) {
    case BoundAction::ToggleOption:
      return session.view().*line.option;
    case BoundAction::ToggleGhosts:
      return session.view().ghosts > 0;
    case BoundAction::ToggleTimeline:
      return workspace.panelSizes.timeline;
    case BoundAction::ToggleTransitions:
      return workspace.panelSizes.side == SidePanel::Transitions;
    case BoundAction::ToggleRetarget:
      return workspace.panelSizes.side == SidePanel::Retarget;
    case BoundAction::ToggleColumn:
      return workspace.columnOpen;
    default:
      return false;
  }
}

/// Of a line in a menu below `opener`: lower where the window has no room for all of them.
float menuLineHeight(const UiRect& opener, std::size_t lines) {
  const float room =
      ImGui::GetIO().DisplaySize.y - opener.bottom() - px(4 + kMenuEdge) - 2 * ImGui::GetStyle().WindowPadding.y;
  return std::clamp(std::floor(room / static_cast<float>(lines)), px(20), px(24));
}

/// True when chosen.
bool menuLine(const char* id, const char* text, const char* keys, float height, bool on = false) {
  const bool pressed = menuArea(id, {px(kMenuLines), height});
  const UiRect row = itemRect();
  const float beside = std::ceil(sizeOf(*ui().fonts.small, keys).x) + px(10);
  textIn({row.x + px(8), row.y, row.width - beside - px(16), row.height}, text, on ? colors().accent : colors().text);
  textIn({row.right() - beside, row.y, beside - px(8), row.height}, keys, colors().textDim, 1, ui().fonts.small);
  return pressed;
}

void drawLines(std::span<const MenuLine> lines, float height, const Session& session, Workspace& workspace,
               Commands& out) {
  for (const MenuLine& line : lines) {
    const KeyBinding* const binding = bindingOf(line);
    if (binding == nullptr || !worksIn(*binding, session.scene())) continue;
    if (menuLine(line.id, line.text, binding->keys, height, isOn(session, workspace, line)))
      perform(*binding, binding->key, session, workspace, out);
  }
}

/// Below its button, to the left or right of it. What does not fit into the window scrolls.
bool beginMenu(const char* name, const UiRect& opener, float align) {
  ImGui::SetNextWindowPos({align > 0 ? opener.right() : opener.x, opener.bottom() + px(4)}, ImGuiCond_Appearing,
                          {align, 0});
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowSizeConstraints({0, 0},
                                      {screen.x, std::max(px(40), screen.y - opener.bottom() - px(4 + kMenuEdge))});
  if (!ImGui::BeginPopup(name)) return false;
  closeOnEscape();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  return true;
}

void endMenu() {
  ImGui::PopStyleVar();
  endPopup();
}

/// Paths of files, the last one first.
struct Recents {
  std::array<const std::string*, 7> paths{};
  std::size_t count = 0;

  std::span<const std::string* const> all() const { return std::span(paths).first(count); }
};

/// The files opened last, without the one that is open, and the bundled character, whose path is empty.
Recents recentsOf(const Session& session) {
  static const std::string kBundledPath;
  const std::string& project = session.project().path;
  const std::string& now = project.empty() ? session.model().path : project;
  Recents recents;
  for (const RecentFile& recent : session.files().recents)
    if (recents.count + 1 < recents.paths.size() && recent.path != now) recents.paths[recents.count++] = &recent.path;
  if (!now.empty()) recents.paths[recents.count++] = &kBundledPath;
  return recents;
}

void drawRecents(std::span<const std::string* const> recents, float height, Commands& out) {
  if (recents.empty()) return;
  ImGui::Dummy({px(kMenuLines), px(22)});
  textIn({itemRect().x + px(8), itemRect().y, px(200), px(22)}, "Recent", colors().textDim, 0, ui().fonts.small);
  for (std::size_t i = 0; i < recents.size(); ++i) {
    const std::string& path = *recents[i];
    const char* const name = path.empty() ? "The bundled character" : path.c_str() + path.find_last_of('/') + 1;
    if (menuLine(WidgetId("file.recent.%d", static_cast<int>(i)), name, "", height)) out.push_back(RequestOpen{path});
  }
}

/// The project, or the model; with a dot while changes are not saved. Opens the file menu.
void drawFileMenu(const Session& session, Workspace& workspace, UiRect rect, Commands& out) {
  const std::string& project = session.project().path;
  const char* name = project.c_str() + (project.find_last_of('/') + 1);
  if (project.empty()) name = session.scene() == SceneKind::Character ? session.model().name.c_str() : "File";
  if (session.hasUnsavedChanges()) {
    const UiRect dot{rect.x + px(4), rect.centerY() - px(2), px(6), px(6)};
    ImGui::GetWindowDrawList()->AddCircleFilled({dot.centerX(), dot.centerY()}, px(3), colors().accent);
    ui().log.add("project.unsaved", dot);
    rect = {dot.right() + px(1), rect.y, rect.right() - dot.right() - px(1), rect.height};
  }
  if (hitAreaIn("file.menu", rect)) ImGui::OpenPopup("fileMenu");
  const bool over = ImGui::IsItemHovered();
  hint("Open, save, add clips, export.");
  const ImU32 ink = over ? colors().text : colors().textDim;
  if (over) fillRect(rect, colors().control, px(5));
  const float left = rect.x + px(8);
  const float room = rect.right() - left - px(20);
  textIn({left, rect.y, room, rect.height}, name, ink);
  const float arrow = std::min(room, std::ceil(ImGui::CalcTextSize(name).x));
  textIn({left + arrow + px(4), rect.y, px(14), rect.height}, icon(Icon::Fold), ink, 0.5f);
  if (!beginMenu("fileMenu", rect, 0)) return;
  const FocusGroup group("lines", GroupLayout::Column);
  const Recents recents = recentsOf(session);
  const float height = menuLineHeight(rect, kFileLines.size() + 2 + (recents.count == 0 ? 0 : 1 + recents.count));
  drawLines(kFileLines, height, session, workspace, out);
  if (menuLine("file.history", "Changes that can be undone...", "", height)) workspace.history.open = true;
  drawRecents(recents.all(), height, out);
  drawLines(kLastFileLine, height, session, workspace, out);
  endMenu();
}

void drawViewMenu(const Session& session, Workspace& workspace, Commands& out) {
  if (button("view.menu", "View", {px(52), rowHeight()}, "What is shown, by name, with its keys.", {.quiet = true}))
    ImGui::OpenPopup("viewMenu");
  const UiRect opener = itemRect();
  if (!beginMenu("viewMenu", opener, 1)) return;
  const FocusGroup group("lines", GroupLayout::Column);
  drawLines(kViewLines, menuLineHeight(opener, kViewLines.size()), session, workspace, out);
  endMenu();
}

// ---- The settings of the window itself, which it keeps.

constexpr std::array<float, 6> kScales = {0.75f, 1, 1.25f, 1.5f, 1.75f, 2};
constexpr float kSettingsWidth = 292;

/// A heading, and a row of choices below it. Returns the one that was pressed, or -1.
template <std::size_t count>
int settingRow(const char* id, const char* name, const std::array<const char*, count>& choices, int chosen,
               const char* sentence) {
  label({px(kSettingsWidth), px(20)}, name, colors().textDim, 0, ui().fonts.small);
  return segments(id, choices, chosen, px(kSettingsWidth), sentence);
}

void drawSettings(const Session& session, Workspace& workspace, Commands& out) {
  const int theme = settingRow<2>("settings.theme", "Theme", {"Dark", "Light"}, session.view().darkBackground ? 0 : 1,
                                  "Of the picture and the panels (D).");
  if (theme >= 0) out.push_back(SetViewOptions{&ViewOptions::darkBackground, theme == 0});
  const auto scale = std::find(kScales.begin(), kScales.end(), workspace.scale);
  const int scaled = settingRow<6>(
      "settings.scale", "Size of the interface", {"75 %", "100 %", "125 %", "150 %", "175 %", "200 %"},
      static_cast<int>(scale - kScales.begin()), "Of what the screen asks for; no larger than fits into the window.");
  if (scaled >= 0) workspace.scale = nth(kScales, scaled);
  const int quality =
      settingRow<5>("settings.quality", "Picture while it moves", {"Auto", "Full", "High", "Medium", "Low"},
                    session.quality() ? static_cast<int>(*session.quality()) + 1 : 0,
                    "A still picture, films and saved pictures are always full. Auto: as fine as can be "
                    "drawn 30 times a second.");
  if (quality == 0) out.push_back(SetQuality{});
  if (quality > 0) out.push_back(SetQuality{static_cast<PictureQuality>(quality - 1)});
  const bool offered = session.files().dialog.offered;
  checkbox("settings.dialog", "Open files in the system's dialog", workspace.files.usesSystemDialog,
           offered ? "Off: in Crossfade's own browser." : "This desktop has none; Crossfade's own browser opens.",
           offered);
}

void drawSettingsMenu(const Session& session, Workspace& workspace, Commands& out) {
  if (iconButton("view.settings", Icon::Settings, "Settings: theme, size, quality, file dialog.", {.quiet = true}))
    ImGui::OpenPopup("settings");
  const UiRect opener = itemRect();
  ImGui::SetNextWindowPos({opener.right(), opener.bottom() + px(4)}, ImGuiCond_Always, {1, 0});
  if (!ImGui::BeginPopup("settings")) return;
  closeOnEscape();
  drawSettings(session, workspace, out);
  endPopup();
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
  if (changed) out.push_back(SetViewOptions{options});
  ImGui::SameLine(0, px(2));
  if (roomForTravel) {
    drawTravelButton(session, out);
    ImGui::SameLine(0, px(2));
  }
  if (iconButton("view.frame", Icon::Frame, "Frame the model (F).", {.quiet = true})) frameModel(session, out);
  ImGui::SameLine(0, px(10));
}

void drawViewToggles(const Session& session, Workspace& workspace, bool roomForToggles, bool roomForDocument,
                     Commands& out) {
  if (roomForToggles && session.scene() == SceneKind::Character) drawModelToggles(session, roomForDocument, out);
  if (roomForDocument) {
    toggle("view.history", Icon::History, workspace.history.open, "Changes that can be undone (Ctrl+Z, Ctrl+Y).");
    ImGui::SameLine(0, px(2));
  }
  drawRecordToggle(session, workspace.exports);
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
  ImGui::SameLine(0, px(2));
  drawSettingsMenu(session, workspace, out);
  ImGui::SameLine(0, px(2));
  drawViewMenu(session, workspace, out);
}

void drawFrameTime(const FrameHistory& frames, Workspace& workspace, const UiRect& rect, Commands& out) {
  const Summary& total = frames.totalSummary();
  if (total.count == 0 || !(total.mean > 0)) return;
  if (hitAreaIn("view.profiler", rect)) {
    out.push_back(ShowScene{SceneKind::Character});
    workspace.columnOpen = true;
    workspace.tab = ColumnTab::Profiler;
  }
  hint("Average frame time. Click for the profiler.");
  const Text text("%.1f ms \u00b7 %.0f fps", total.mean, 1000 / total.mean);
  textIn(rect, text, ImGui::IsItemHovered() ? colors().text : colors().textFaint, 1, ui().fonts.small);
}

}  // namespace

void drawTopBar(const Session& session, const FrameHistory& frames, Workspace& workspace, const UiRect& bar,
                Commands& out) {
  beginPanel("panel.topBar", bar, colors().bar, {px(12), px(6)});
  panelEdge(bar, true);
  const bool character = session.scene() == SceneKind::Character;
  const bool roomForDocument = bar.width >= px(kRoomForDocument);
  const float square = rowHeight() + px(2);
  const bool roomForToggles = bar.width >= px(kRoomForToggles);
  const float always = px(52) + 4 * square + (character && roomForToggles ? 4 * square + px(8) : 0);
  const float document = square + (character ? 2 * square : 0);
  const float right = bar.right() - px(12) - always - (roomForDocument ? document : 0);
  const float timing = px(112);
  const float mark = px(40 + 90 + 12) + px(kFileMenu) + px(kSceneTabs) + px(24) < right ? px(90) : 0;
  const float fileLeft = drawMarkAndName(bar, mark > 0) - px(mark > 0 ? 6 : 2);
  const float room = right - px(10) - fileLeft;
  const float spare = room - px(kSceneTabsNarrow) - px(12), besideTiming = spare - timing - px(14);
  const float file =
      std::clamp(besideTiming >= px(kFileMenuReadable) ? besideTiming : spare, px(kFileMenuNarrow), px(kFileMenu));
  drawFileMenu(session, workspace, {fileLeft, bar.y + px(6), file, rowHeight()}, out);
  const float scenesLeft = fileLeft + file + px(10), beside = right - px(10) - scenesLeft;
  const bool roomForTiming = beside - timing - px(14) >= px(kSceneTabsNarrow);
  const float scenes = std::clamp(beside - (roomForTiming ? timing + px(14) : 0), px(kSceneTabsNarrow), px(kSceneTabs));
  ImGui::SetCursorScreenPos({scenesLeft, bar.y + px(6)});
  drawScenes(session, scenes, out);
  if (roomForTiming)
    drawFrameTime(frames, workspace, {right - px(10) - timing, bar.y + px(6), timing, rowHeight()}, out);
  ImGui::SetCursorScreenPos({right, bar.y + px(6)});
  drawViewToggles(session, workspace, roomForToggles, roomForDocument, out);
  endPanel();
}

}  // namespace app
