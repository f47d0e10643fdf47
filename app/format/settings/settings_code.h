// Transition settings as code or assets of other engines. Each begins with a comment that says how it is used and what
// of the settings its engine lacks.
#ifndef APP_FORMAT_SETTINGS_SETTINGS_CODE_H
#define APP_FORMAT_SETTINGS_SETTINGS_CODE_H

#include <string>
#include <string_view>
#include <vector>

#include "app/model/file_formats.h"
#include "app/model/settings_formats.h"
#include "app/session/session.h"

namespace app {

// What all exports of transition settings are made from: plain values, taken from a session once.

struct ExportedClip {
  std::string key;   // unique: the name, or "#3" if an earlier clip has it
  std::string name;  // as in the file
  int index = 0;     // in the model
  int nth = 0;       // earlier clips of the same name
  double seconds = 0;
  ClipSettings settings;
};

/// A blend space. Its clips are indices into SettingsExport::clips.
struct ExportedSpace {
  std::string key;                   // its name; numbered if a clip or another space has it
  BlendSpaceSettings settings;       // on a line, samples are in the order of their parameter
  std::vector<std::string> samples;  // a key for each: "Gaits/Walk"
  crossfade::BlendSpace shape;       // of the same samples

  /// Whether one parameter says it all, and which: 0 is x.
  bool isLine() const { return shape.triangles().empty(); }
  int axis() const;
};

struct SettingsExport {
  std::string model;  // the file's name
  std::vector<ExportedClip> clips;
  std::vector<ExportedSpace> spaces;
  FadeChoice defaults;    // for whatever no cell sets; everything but the phases has a value
  TransitionCells cells;  // by indices of `clips`, and after them of `spaces`
  const crossfade::Skeleton* skeleton = nullptr;
  std::vector<NamedMask> masks;
};

/// The whole set of the session, which must outlive it, and its blend spaces. The cell of the whole set is in
/// `defaults`.
SettingsExport exportOfSet(const Session& session);
/// The fade from From to To as a replay plays it: the settings of the pair, of the set, and of the panel for the rest.
/// Without From: from the clip that plays. The error says what is not chosen.
crossfade::Result<SettingsExport> exportOfPair(const Session& session);

/// What applies to a fade between two clips or spaces of it, by their indices in `cells`, defaults included.
FadeChoice resolved(const SettingsExport& settings, CellIndex pair);
/// Whether a cell is about a blend space, for targets that have none in their tables.
bool isOfSpace(const SettingsExport& settings, CellIndex cell);

/// The ordered pairs of different clips that a row, a column or a cell says something about; all, if there is no such
/// cell.
std::vector<CellIndex> affectedPairs(const SettingsExport& settings);

/// All ordered pairs of different clips, for targets that fade only where there is a transition.
std::vector<CellIndex> allPairs(const SettingsExport& settings);

/// A name for each clip, then for each blend space, in which any of the characters `replaced` is an underscore; equal
/// ones are numbered from 2, as Godot does on import.
std::vector<std::string> uniqueNames(const SettingsExport& settings, std::string_view replaced);

/// What appears anywhere in it, for the comments on what a target lacks.
struct UsedFeatures {
  bool poseKinds = false;  // Frozen, Inertial, Dead blending
  bool curves = false;     // other than the smooth one, in fades of the kind Curve
  bool phaseSync = false;
  bool markerSync = false;
  bool masks = false;
  bool fromPhase = false;
  bool toPhase = false;
  bool clipSettings = false;  // of speed, weight or repetitions
  bool phaseSpaces = false;   // blend spaces with a sync: by phase,
  bool markerSpaces = false;  // by markers,
  bool freeSpaces = false;    // without
  bool planes = false;        // blend spaces with two parameters
  bool ownSpeeds = false;     // of clips in blend spaces
  bool spaceCells = false;    // cells of the set that name a blend space
};
UsedFeatures featuresOf(const SettingsExport& settings);

// What the comment of each says about what carries over. Sentences with "LOST:" are about what the target lacks.
std::vector<std::string> webNotes(const SettingsExport& settings);  // of all JavaScript
std::vector<std::string> packageNotes(const SettingsExport& settings);
std::vector<std::string> godotStateMachineNotes(const SettingsExport& settings);
std::vector<std::string> godotPlayerNotes(const SettingsExport& settings);
std::vector<std::string> unityNotes(const SettingsExport& settings);
std::vector<std::string> unrealNotes(const SettingsExport& settings);
std::vector<std::string> cppNotes(const SettingsExport& settings);

std::string threeCode(const SettingsExport& settings);            // an ES module
std::string packageCode(const SettingsExport& settings);          // an ES module for the package in web/
std::string reactThreeFiberCode(const SettingsExport& settings);  // the same and a hook
std::string babylonCode(const SettingsExport& settings);          // an ES module
std::string godotStateMachine(const SettingsExport& settings);    // a .tres of Godot 4
std::string godotPlayerCode(const SettingsExport& settings);      // GDScript
std::string unityCode(const SettingsExport& settings);            // an editor script in C#
std::string unrealTable(const SettingsExport& settings);          // steps, and a table
std::string cppCode(const SettingsExport& settings);              // a header for Crossfade's own library

/// Any of the notes; Json, which loses nothing, has none.
std::vector<std::string> settingsNotes(SettingsTarget target, const SettingsExport& settings);
/// Any of the code. Json is a transition set file instead (transition_json.h), for which this returns nothing.
std::string settingsCode(SettingsTarget target, const SettingsExport& settings);

}  // namespace app

#endif  // APP_FORMAT_SETTINGS_SETTINGS_CODE_H
