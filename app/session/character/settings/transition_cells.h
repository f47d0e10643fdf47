// The transition set of a model as a user edits it: plain values, for commands, undo and project files.
#ifndef APP_SESSION_CHARACTER_SETTINGS_TRANSITION_CELLS_H
#define APP_SESSION_CHARACTER_SETTINGS_TRANSITION_CELLS_H

#include <array>
#include <optional>

#include "app/session/character/settings/fade_settings.h"
#include "app/session/character/settings/playback_commands.h"
#include "crossfade/transition/transition_table.h"

namespace app {

/// The joints that a fade takes over; see FadeSettings.
struct FadeMask {
  int joint = -1;  // -1: whole body; or a mask with a name, see named_masks.h
  int feather = 2;
  friend bool operator==(const FadeMask&, const FadeMask&) = default;
};

/// Fields without a value are inherited, in the end from FadeSettings.
struct CellSettings {
  std::optional<double> seconds = std::nullopt;
  std::optional<crossfade::TransitionKind> kind = std::nullopt;
  std::optional<crossfade::Sync> sync = std::nullopt;
  std::optional<FadeMask> mask = std::nullopt;
  std::optional<crossfade::AnimationCurve> curve = std::nullopt;  // from (0, 0) to (1, 1)
  std::optional<double> fromPhase = std::nullopt;  // of the first clip when the fade begins, where that can be chosen
  std::optional<double> toPhase = std::nullopt;    // of the second when it comes in, unless it is visible

  void inherit(const CellSettings& from);
  friend bool operator==(const CellSettings&, const CellSettings&) = default;
};

/// Without the mask, which is a joint and its feather.
constexpr auto fieldsOf(const CellSettings*) {
  return std::tuple{
      fade_fields::seconds(&CellSettings::seconds),
      fade_fields::kind(&CellSettings::kind),
      fade_fields::sync(&CellSettings::sync),
      fade_fields::curve(&CellSettings::curve),
      Field{"fromPhase", "Phase of From", &CellSettings::fromPhase, {0, 1}},
      Field{"toPhase", "Phase of To", &CellSettings::toPhase, {0, 1}},
  };
}

enum class CellField { Seconds, Kind, Sync, Mask, Curve, FromPhase, ToPhase };
template <>
inline constexpr std::array<std::string_view, 7> kWords<CellField>{"seconds", "kind",      "sync",   "mask",
                                                                   "curve",   "fromPhase", "toPhase"};
inline constexpr int kCellFields = static_cast<int>(kWords<CellField>.size());

bool isSet(const CellSettings& settings, CellField field);
void unset(CellSettings& settings, CellField field);

using TransitionCells = crossfade::TransitionTable<CellSettings>;

/// A cell by indices of clips; -1: every clip.
struct CellIndex {
  int from = -1;
  int to = -1;
  friend bool operator==(const CellIndex&, const CellIndex&) = default;
};

/// The clips of a model stay in it, so a clip's index is also that of its id.
constexpr crossfade::ClipPair pairOf(CellIndex cell) { return {{.index = cell.from}, {.index = cell.to}}; }
constexpr CellIndex indexOf(const crossfade::ClipPair& pair) { return {pair.from.index, pair.to.index}; }

/// What a cell inherits in the end: from the panel, everything but the phases.
CellSettings settingsOf(const FadeSettings& panel, const crossfade::AnimationCurve& curve);
/// What applies to a fade between two clips. Fields that the set leaves open are those of `defaults`.
CellSettings resolved(const TransitionCells& set, const CellSettings& defaults, CellIndex pair);

/// Whether something in the set applies to fades between these clips.
bool appliesTo(const TransitionCells& set, int from, int to);

/// The command with what it omits taken from the set, for a fade from the clip `from` (-1: none).
FadeTo completed(FadeTo command, const TransitionCells& set, int from);

}  // namespace app

#endif  // APP_SESSION_CHARACTER_SETTINGS_TRANSITION_CELLS_H
