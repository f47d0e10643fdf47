// Measures the transitions of a model: between its clips, or as a script plays them.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "app/format/script.h"
#include "app/model/clip_choice.h"
#include "app/model/model.h"
#include "app/session/character/settings/fade_limits.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/session/character/settings/transition_cells.h"
#include "crossfade/ground/slide_bench.h"
#include "crossfade/quality/seam.h"

namespace app {

struct Percentiles {
  double median = 0;
  double p95 = 0;
  double max = 0;
};
Percentiles percentilesOf(std::vector<double> values);

struct SeamLocation {
  int from = -1;
  int to = -1;
  double start = 0;    // seconds in the first clip
  double seconds = 0;  // length of the fade
};

enum class Interruption { Never, Halfway, ThreeTimes };  // at random moments, the same ones each time

/// All pairs of clips with one kind. Each value is that of the worst joint.
struct SweepRow {
  crossfade::TransitionKind kind = crossfade::kDefaultTransitionKind;
  Interruption interruption = Interruption::Never;
  std::size_t cases = 0;
  Percentiles velocityRatio;
  Percentiles modelVelocityRatio;
  Percentiles positionRatio;
  Percentiles overshoot, tilt, sink, outside;  // as in SeamExcess
  double rotationAtEnd = 0;                    // the largest, radians
  double translationAtEnd = 0;                 // length units
  double weightHole = 0;
  std::array<SeamLocation, kFadeFaultTexts.size()> worst;  // by FadeFault: where its figure is largest

  int worstJoint = -1, worstValue = -1;  // what has the largest velocity ratio: one of them is -1

  const SeamLocation& worstOf(FadeFault fault) const { return worst[static_cast<std::size_t>(fault)]; }
};

inline constexpr int kMaxSweptClips = 12;  // unless asked for more: their pairs take seconds per model

/// The clips a sweep measures: at most `most` of `candidates`, spread evenly.
struct SweptClips {
  std::vector<int> clips;
  std::size_t candidates = 0;

  explicit SweptClips(const std::vector<int>& all, int most = kMaxSweptClips);
  bool isComplete() const { return clips.size() == candidates; }
};

/// Of those that have a length.
SweptClips sweptClips(const Model& model, int most = kMaxSweptClips);

crossfade::SeamBench benchOf(const Model& model);

/// What a sweep fades.
struct SweepPlan {
  std::vector<double> seconds = {0.4};
  std::vector<Interruption> interruptions = {Interruption::Never, Interruption::Halfway};
  std::optional<crossfade::TransitionKind> kind = std::nullopt;  // none: every kind

  /// Short and long fades, and fades that are interrupted again and again.
  static SweepPlan thorough() {
    return {.seconds = {0.2, 0.3, 0.4, 0.6},
            .interruptions = {Interruption::Never, Interruption::Halfway, Interruption::ThreeTimes}};
  }
};

/// Fades every ordered pair of `clips`, starting at 20 % and at 60 % of the first. A row has all lengths.
std::vector<SweepRow> sweep(crossfade::SeamBench& bench, const Model& model, const std::vector<int>& clips,
                            const SweepPlan& plan);

/// What a script shows, sampled at 240 Hz until one second after its last fade.
struct ScriptSeams {
  double seconds = 0;
  crossfade::SeamReport report;
  double worstTime = 0;               // script time of the largest change of velocity
  double tiltTime = 0, sinkTime = 0;  // and of the largest tilt and sink; overshoot is not measured
  double weightHole = 0;              // how far the sum of the weights got from 1
};
crossfade::Result<ScriptSeams> measureScript(const crossfade::SeamBench& bench, Session& session, const Script& script);

// Measures the fade between two clips as it shows at its worst: from several moments, straight and interrupted.

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
  /// out. The fades begin at kMeasuredStarts of the first clip, or where the settings say, and are played straight and
  /// interrupted halfway.
  SweptFade worstOf(CellIndex pair, const FadeChoice& settings);

  /// The clips alone, by their position in the list.
  const crossfade::ClipSet& clips() const { return clips_.clips(); }
  const crossfade::Feet& feet() const { return feet_; }
  /// Such a fade as a case of clips(). It refers to `settings`.
  crossfade::SeamCase caseOf(CellIndex pair, const FadeChoice& settings) const;
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
