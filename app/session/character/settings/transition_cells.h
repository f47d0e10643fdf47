// The transition set of a model as a user edits it: plain values, for commands, undo and project files. What a cell
// omits is inherited, in the end from FadeSettings.
#pragma once

#include <vector>

#include "app/session/character/settings/fade_settings.h"
#include "app/session/character/settings/playback_commands.h"
#include "crossfade/transition/transition_table.h"

namespace app {

using TransitionCells = crossfade::TransitionTable<FadeChoice>;

/// A cell by indices of clips, or by numbers of blend spaces (blendSpaceNumber); -1: every clip and space.
struct CellIndex {
  int from = -1;
  int to = -1;
  friend bool operator==(const CellIndex&, const CellIndex&) = default;
};

/// The clips of a model stay in it, so a clip's index is also that of its id. No clip has the number of a blend space.
constexpr crossfade::TransitionCell pairOf(CellIndex cell) {
  return {crossfade::ClipId{.index = cell.from}, crossfade::ClipId{.index = cell.to}};
}
constexpr CellIndex indexOf(const crossfade::TransitionCell& pair) {
  return {pair.from.clip.index, pair.to.clip.index};
}

/// Every fade between two different ones of these clips.
inline std::vector<CellIndex> orderedPairs(const std::vector<int>& clips) {
  std::vector<CellIndex> pairs;
  for (const int from : clips)
    for (const int to : clips)
      if (from != to) pairs.push_back({from, to});
  return pairs;
}

/// What applies to a fade between two clips or blend spaces. What the set leaves open is that of `defaults`.
inline FadeChoice resolved(const TransitionCells& set, const FadeChoice& defaults, CellIndex pair) {
  FadeChoice choice = set.resolve(pairOf(pair));
  choice.inherit(defaults);
  return choice;
}

/// Whether something in the set applies to fades between these clips.
inline bool appliesTo(const TransitionCells& set, int from, int to) {
  return set.at(pairOf({from, to})) || set.at(pairOf({from, -1})) || set.at(pairOf({-1, to})) || set.at(pairOf({}));
}

/// The command with what it omits taken from the set, for a fade from the clip or blend space `from` (-1: none).
inline FadeTo completed(FadeTo command, const TransitionCells& set, int from) {
  const FadeChoice bySet = set.resolve(pairOf({from, command.clip}));
  if (command.secondsAreDefault && bySet.seconds) command.how.seconds.reset();
  command.how.inherit(bySet);
  command.how.fromPhase.reset();  // it begins where its clip is
  command.usesSet = false;
  return command;
}

}  // namespace app
