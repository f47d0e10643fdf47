// Measures the transitions of a model: between its clips, or as a script plays them.
#ifndef APP_HOST_QUALITY_SEAM_SWEEP_H
#define APP_HOST_QUALITY_SEAM_SWEEP_H

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/format/script.h"
#include "app/session/character/fade_limits.h"
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
/// Phases of the first clip at which fades start.
inline constexpr double kSweptStarts[] = {0.2, 0.6};

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

}  // namespace app

#endif  // APP_HOST_QUALITY_SEAM_SWEEP_H
