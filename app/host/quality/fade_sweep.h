// Measures the fade between two clips as it shows at its worst: from several moments, straight and interrupted.
#ifndef APP_HOST_QUALITY_FADE_SWEEP_H
#define APP_HOST_QUALITY_FADE_SWEEP_H

#include <algorithm>
#include <optional>
#include <vector>

#include "app/model/clip_choice.h"
#include "app/model/model.h"
#include "app/session/character/transition_cells.h"
#include "crossfade/ground/slide_bench.h"
#include "crossfade/quality/seam.h"

namespace app {

/// The worst of all fades with the same settings.
struct SweptFade {
  double straight = 0, interrupted = 0;  // velocity ratios, as in SeamJoint
  crossfade::SeamExcess excess;
  std::optional<double> slide;  // leg lengths per step, of straight fades; none unless both clips walk
  int joint = -1, value = -1;   // where the velocity changes most
  double start = 0;             // seconds in the first clip, where that is

  double ratio() const { return std::max(straight, interrupted); }
};

/// For one thread.
class FadeSweep {
 public:
  /// Samples these clips of the model. The model must outlive it.
  FadeSweep(const Model& model, std::vector<int> clips);
  FadeSweep(const FadeSweep&) = delete;
  FadeSweep& operator=(const FadeSweep&) = delete;

  /// `pair`: two of the clips, by their index in the model. `settings` have a kind, a length and a sync; masks are left
  /// out. The fades begin at kSweptStarts of the first clip, or where the settings say, and are played straight and
  /// interrupted halfway.
  SweptFade worstOf(CellIndex pair, const CellSettings& settings);

  /// The clips alone, by their position in the list.
  const crossfade::ClipSet& clips() const { return clips_.clips(); }
  const crossfade::Feet& feet() const { return feet_; }
  /// Such a fade as a case of clips(). It refers to `settings`.
  crossfade::SeamCase caseOf(CellIndex pair, const CellSettings& settings) const;
  // Of a clip, by its index in the model:
  const crossfade::LoopSeam& loopSeamOf(int clip) const { return seams_.loopSeamOf(indexOf(clip)); }
  const crossfade::GroundContacts& contactsOf(int clip) const { return slides_.contactsOf(indexOf(clip)); }
  bool walks(int clip) const { return slides_.walks(indexOf(clip)); }

 private:
  int indexOf(int clip) const;

  const ClipChoice clips_;
  crossfade::SeamBench seams_;
  const crossfade::Feet feet_;
  crossfade::SlideBench slides_;
};

}  // namespace app

#endif  // APP_HOST_QUALITY_FADE_SWEEP_H
