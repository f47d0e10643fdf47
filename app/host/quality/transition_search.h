// Finds the least noticeable transition between two clips: kind, length, sync, and where it leaves and enters.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/character_commands.h"
#include "app/session/character/comparison/seam_map.h"
#include "app/session/character/settings/fade_limits.h"
#include "app/session/character/settings/transition_cells.h"

namespace app {

/// What a search may choose from.
struct SearchBounds {
  double minSeconds = 0.1, maxSeconds = 0.5;
  std::vector<crossfade::TransitionKind> kinds{crossfade::TransitionKind::Curve, crossfade::TransitionKind::Inertial,
                                               crossfade::TransitionKind::DeadBlending};
  bool sync = true;    // phases or markers in step, between two loops
  bool waits = false;  // may choose when to leave the first clip, which makes a game wait for that moment
  double maxRatio =
      kUsualMaxRatio;  // of a velocity's change to what the clips do by themselves; above, a transition pops
};

/// The worst of all fades with the same settings: from two times in the first clip (one if it waits), uninterrupted and
/// interrupted halfway. Sliding is measured only in the uninterrupted ones.
using TransitionFigures = SeamFigures;

/// A pair of clips, and what a search starts from.
struct SearchedPair {
  CellIndex pair;
  FadeChoice now;   // all that applies to it; to be beaten
  FadeChoice base;  // what the search leaves alone: masks and the curve, when to leave the first clip unless it may
                    // choose that, and what the pair inherits
};

/// The pair as the set has it. `defaults`: all fields but the phases.
SearchedPair searchedPair(const TransitionCells& set, const FadeChoice& defaults, CellIndex pair);

struct FoundTransition {
  CellIndex pair;
  FadeChoice settings;              // of what is searched; empty: nothing is better than what is there
  TransitionFigures before, after;  // as it is, and with these settings
};

/// The cell of a pair with what was found for it; what is not searched stays.
SetTransitionCell cellOf(const TransitionCells& set, const FoundTransition& found);

/// Which figure of a fade takes most of its limit (fade_limits.h). The velocity counts once it is above `maxRatio`.
FadeFault worstFigure(const TransitionFigures& figures, double maxRatio);

/// For one thread. The model must outlive it and not change.
class TransitionSearch {
 public:
  /// Samples these clips.
  TransitionSearch(const Model& model, std::vector<int> clips, const SearchBounds& bounds);
  ~TransitionSearch();
  TransitionSearch(const TransitionSearch&) = delete;
  TransitionSearch& operator=(const TransitionSearch&) = delete;

  /// Of two different ones of the clips, which have a length. The worst figure decides, as a share of its limit; among
  /// fades that are no worse in that than what is there, and far from every limit, the least sum of all figures
  /// (seamCost). So what it finds is never worse in its worst figure than what is there, unless that is less than a
  /// tenth of its limit.
  FoundTransition find(const SearchedPair& searched);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The searches for all `pairs`, in their order, on `threads` threads. `report` hears on the caller's thread how many
/// are done, and returns whether to go on; if it says no, nothing is found.
std::vector<FoundTransition> findTransitions(const Model& model, std::span<const SearchedPair> pairs,
                                             const SearchBounds& bounds, int threads,
                                             const std::function<bool(int done)>& report);

/// The 95th percentile of each value; of the slide, of the pairs that walk.
struct TransitionSummary {
  TransitionFigures before, after;
};
TransitionSummary summaryOf(std::span<const FoundTransition> found);

}  // namespace app
