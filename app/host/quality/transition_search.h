// Finds the least noticeable transition between two clips: kind, length, sync, and where it leaves and enters.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/comparison/seam_map.h"
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

struct FoundTransition {
  int from = 0, to = 0;
  FadeChoice settings;
  TransitionFigures before, after;  // with the default transition, and with these settings
};

/// For one thread. The model must outlive it and not change.
class TransitionSearch {
 public:
  /// Samples these clips.
  TransitionSearch(const Model& model, std::vector<int> clips, const SearchBounds& bounds, const FadeChoice& defaults);
  ~TransitionSearch();
  TransitionSearch(const TransitionSearch&) = delete;
  TransitionSearch& operator=(const TransitionSearch&) = delete;

  /// `from` and `to`: two different ones of the clips, which have a length. What it finds costs no more than the
  /// default transition.
  FoundTransition find(int from, int to);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The searches for all `pairs`, in their order, on `threads` threads. `report` hears on the caller's thread how many
/// are done, and returns whether to go on; if it says no, nothing is found.
std::vector<FoundTransition> findTransitions(const Model& model, std::span<const CellIndex> pairs,
                                             const SearchBounds& bounds, const FadeChoice& defaults, int threads,
                                             const std::function<bool(int done)>& report);

/// The 95th percentile of each value; of the slide, of the pairs that walk.
struct TransitionSummary {
  TransitionFigures before, after;
};
TransitionSummary summaryOf(std::span<const FoundTransition> found);

}  // namespace app
