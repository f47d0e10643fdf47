// Transition settings as code or assets of other engines. Each begins with a comment that says how it is used and what
// of the settings its engine lacks.
#pragma once

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
/// Whether any cell is not.
bool hasClipCells(const SettingsExport& settings);

/// The ordered pairs of different clips that a row, a column or a cell says something about; all, if there is no cell
/// of clips.
std::vector<CellIndex> affectedPairs(const SettingsExport& settings);

/// All ordered pairs of different clips, for targets that fade only where there is a transition.
std::vector<CellIndex> allPairs(const SettingsExport& settings);

/// What is not as usual of a clip's loop, end, speed and weight: lines that begin with its action. `loop`: what comes
/// before the name of a loop, such as "Loop::".
std::string clipChanges(const ClipSettings& own, const std::string& action, std::string_view loop,
                        std::string_view lineEnd);

/// A name for each clip, then for each blend space, in which any of the characters `replaced` is an underscore; equal
/// ones are numbered from 2, as Godot does on import.
std::vector<std::string> uniqueNames(const SettingsExport& settings, std::string_view replaced);

/// The fields that any fade of it sets to something else than a new session does.
FieldSet usedFields(const SettingsExport& settings);
/// Whether a fade or a blend space syncs by markers.
bool usesMarkers(const SettingsExport& settings);

/// What code and packs say of a fade, or have a sentence for where their target lacks it. A field that is not here is
/// lost everywhere but in Json, and the comments say so.
inline constexpr FieldSet kCodedFields = bitOf(&FadeChoice::seconds) | bitOf(&FadeChoice::kind) |
                                         bitOf(&FadeChoice::sync) | kMaskFields | bitOf(&FadeChoice::layers) |
                                         bitOf(&FadeChoice::curve) | bitOf(&FadeChoice::fromPhase) |
                                         bitOf(&FadeChoice::toPhase);
/// A sentence with "LOST:" for each field that is used and not among `carried`.
std::vector<std::string> lostFields(const SettingsExport& settings, FieldSet carried = kCodedFields);

/// What the comment of a target says about what carries over. Sentences with "LOST:" are about what it lacks; Json,
/// which loses nothing, has none.
std::vector<std::string> settingsNotes(SettingsTarget target, const SettingsExport& settings);
/// How Unity's or Godot's code names and moves the point of the first blend space, for its note.
std::string movedPoint(SettingsTarget target, const SettingsExport& settings);

std::string threeCode(const SettingsExport& settings);            // an ES module
std::string packageCode(const SettingsExport& settings);          // an ES module for the package in web/
std::string reactThreeFiberCode(const SettingsExport& settings);  // the same and a hook
std::string babylonCode(const SettingsExport& settings);          // an ES module
std::string godotStateMachine(const SettingsExport& settings);    // a .tres of Godot 4
std::string godotPlayerCode(const SettingsExport& settings);      // GDScript
std::string unityCode(const SettingsExport& settings);            // an editor script in C#
std::string unrealTable(const SettingsExport& settings);          // steps, and a table
std::string cppCode(const SettingsExport& settings);              // a header for Crossfade's own library

/// Any of the code. Json is a transition set file instead (transition_json.h), for which this returns nothing.
std::string settingsCode(SettingsTarget target, const SettingsExport& settings);

}  // namespace app
