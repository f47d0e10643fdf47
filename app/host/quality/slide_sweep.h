// Measures how far feet slide in the transitions of a model, with and without foot lock.
#pragma once

#include <cstddef>
#include <vector>

#include "app/host/quality/seam_sweep.h"
#include "app/model/model.h"
#include "app/session/character/settings/fade_limits.h"
#include "app/session/character/settings/fade_settings.h"
#include "crossfade/ground/slide_bench.h"

namespace app {

/// All measured fades of one kind with one sync.
struct SlideRow {
  crossfade::Sync sync = crossfade::Sync::None;
  crossfade::TransitionKind kind = crossfade::kDefaultTransitionKind;
  std::size_t cases = 0;
  crossfade::FootSlide slide, locked;                 // sums
  double velocityRatio = 0, lockedVelocityRatio = 0;  // the largest

  /// The fraction of the slide that the lock takes away; and of the slide by Zhang's measure.
  double reduction() const { return slide.distance > 0 ? 1 - locked.distance / slide.distance : 0; }
  double zhangReduction() const { return slide.zhang > 0 ? 1 - locked.zhang / slide.zhang : 0; }
};

crossfade::SlideBench slideBenchOf(const Model& model, const crossfade::Feet& feet, const crossfade::SeamBench& seams);

/// Of the clips that walk in place (SlideBench::walks).
SweptClips walkingClips(const crossfade::SlideBench& bench, const Model& model, int most = kMaxSweptClips);

/// FootSlide::zhang, by the same rule as FootSlide::perStep.
inline double zhangPerStep(const crossfade::FootSlide& slide) {
  return slide.steps > 0 ? slide.zhang / slide.steps : slide.zhang;
}

/// Fades every ordered pair of `clips`, starting at 10, 35, 60 and 85 % of the first, with every sync and kind.
std::vector<SlideRow> sweepSlides(crossfade::SlideBench& bench, const Model& model, const std::vector<int>& clips,
                                  double seconds);

// Which of the limits (fade_limits.h) measured transitions must keep, and so when `crossfade check` returns exit
// code 4.

/// For all pairs of clips with one kind. `curve`, `inertial` and `dead` promise a smooth velocity; all but `classic` a
/// position without jumps; only `curve` that the body stays near what its clips do, in 95 of 100 fades. `isOnlyKind`:
/// you asked for this kind by name, so the limits apply to it whatever it promises.
FadeFault faultOf(const SweepRow& row, const FadeLimits& limits, bool isOnlyKind);

FadeFault faultOf(const ScriptSeams& seams, const FadeLimits& limits);

}  // namespace app
