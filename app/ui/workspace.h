// The user's choices for the interface, and what its panels remember between frames. Not part of the session.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/fields/field.h"
#include "app/session/recording.h"
#include "app/ui/character/character_panels.h"
#include "app/ui/command_palette.h"
#include "app/ui/curves/curves_workspace.h"
#include "app/ui/files/file_browser.h"
#include "app/ui/layout.h"
#include "app/ui/profiler/profiler_panel.h"
#include "app/ui/shapes/shapes_panels.h"

namespace app {

inline constexpr std::array kSceneNames{"Character", "Shapes", "Timing", "Crowd", "Curves"};
static_assert(kSceneNames.size() == kWords<SceneKind>.size());

enum class ColumnTab { Clips, Layers, Queue, Blend, CrossFade, Profiler, Pose, Model };
template <>
inline constexpr std::array<std::string_view, 8> kWords<ColumnTab>{"clips",     "layers",   "queue", "blend",
                                                                   "crossFade", "profiler", "pose",  "model"};
inline constexpr int kColumnTabs = static_cast<int>(kWords<ColumnTab>.size());
inline constexpr std::array kTabNames{"Clips", "Layers", "Queue", "Blend", "Fade", "Profiler", "Pose", "Model"};
static_assert(kTabNames.size() == kWords<ColumnTab>.size());
constexpr const char* nameOf(ColumnTab tab) { return nth(kTabNames, tab); }

struct TransportState {
  int heldClip = -1;          // whose scrubber is held
  bool resumesAfter = false;  // it was playing when the scrubber was grabbed
};

struct RecordPanelState {
  RecordingOptions options;
  RecordingOptions seen;  // the session's, in the last frame
  std::array<char, 512> typedPath{};
  std::string suggested;          // the path that was last taken over from the host
  bool asksForSuggestion = true;  // when it is drawn next
  RecordingOptions requested;     // of the last recording that was to begin; its file may be in the way
  bool fromStart = false;         // it films the fade, or one cycle
};

/// In the order of the sheet.
enum class ExportRow { Code, Clips, Film, Report, Tuning, Settings, Trace, None };
inline constexpr std::array<const char*, 7> kExportRowNames{
    "Transitions as code", "Clips in a copy of the model", "Film or picture",    "Report on every transition",
    "Better transitions",  "Settings and scripts",         "Trace of the frames"};

/// What the notes on code depend on.
struct DescribedCode {
  const CharacterScene* character = nullptr;
  std::uint64_t state = 0;  // of its history
  DescribeCode code;
  CellIndex pair;
  friend bool operator==(const DescribedCode&, const DescribedCode&) = default;
};

struct ExportSheet {
  bool open = false;
  bool scrolls = false;  // to the open row
  ExportRow row = ExportRow::Code;
  SettingsTarget target = SettingsTarget::Three;  // of what is copied and saved
  bool wholeSet = true;                           // of code
  BakeClips bake;
  ExportedPart tuned = ExportedPart::Fade;
  DescribedCode described;  // what the code's notes were last asked for
  float height = 0;         // of the rows, in the last frame

  void show(ExportRow which) {
    open = scrolls = true;
    row = which;
  }
};

/// A row of the list of changes: a state of the session, or the camera moves between two states.
struct HistoryRow {
  int step = 0;           // how many changes are made
  std::size_t move = 0;   // the first camera move
  std::size_t moves = 0;  // how many; 0: this row is a state
};

struct HistoryPanelState {
  bool open = false;
  int seenPosition = -1;         // that the list last scrolled to
  std::vector<HistoryRow> rows;  // scratch memory
};

struct SaveDialogState {
  bool open = false;
  bool takesFocus = false;
  bool thenLeaves = false;  // see LeaveProject
  std::array<char, 1024> path{};
};

/// How long the figure has been outside the picture, and how the camera keeps it in there.
struct OutOfView {
  double seconds = 0;
  const CharacterScene* seenOf = nullptr;  // it was in the picture
  const CharacterScene* toldOf = nullptr;  // once for each model
  const CharacterScene* keptOf = nullptr;  // of these:
  Bounds kept;                             // what the camera frames
  Camera placed;                           // where it was put; somewhere else: by the user, who is left alone
  Camera goal;                             // where it goes
  bool moves = false;
  bool saidThatItMoves = false;  // once
};

struct Workspace {
  bool columnOpen = true;
  PanelSizes panelSizes;
  ColumnTab tab = ColumnTab::Clips;
  bool helpOpen = false;
  float scale = 1;  // of the interface, times the screen's own
  ExportSheet exports;
  TransportState transport;
  RecordPanelState record;
  HistoryPanelState history;
  SaveDialogState save;
  CommandPalette commandPalette;
  FileBrowser files;
  bool startPage = false;  // offered until something is opened, or fades
  ProfilerView profiler;
  CharacterPanels character;
  OutOfView outOfView;
  ShapesWorkspace shapes;
  CurvesWorkspace curves;
};

}  // namespace app
