// Measures the transitions of a model: between its clips, or as a script plays them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/format/script.h"
#include "crossfade/quality/seam.h"

namespace app {

/// Of many numbers.
struct Percentiles {
  double median = 0;
  double p95 = 0;
  double max = 0;
};
Percentiles percentilesOf(std::vector<double> values);

struct SeamLocation {
  int from = -1;
  int to = -1;
  double start = 0;  // seconds in the first clip
  int joint = -1;
};

/// All pairs with one kind. Each number is of the joint where it is worst.
struct SweepRow {
  crossfade::TransitionKind kind = crossfade::TransitionKind::Inertial;
  bool interrupted = false;
  std::size_t cases = 0;
  Percentiles velocityRatio;
  Percentiles positionRatio;
  Percentiles rotationOvershoot;  // radians
  double rotationAtEnd = 0;       // the largest, radians
  double translationAtEnd = 0;    // length units
  double weightHole = 0;
  SeamLocation worst;  // where the velocity ratio is largest
};

/// Judged are the kinds that promise it: inertial and dead by their velocity, all but classic by their position. When
/// one kind was asked for, it is judged whatever it is.
bool passes(const SweepRow& row, double maxRatio, bool askedFor);

inline constexpr int kMaxSweptClips = 12;

/// The clips a sweep takes: those with a length, at most kMaxSweptClips, spread evenly over the file.
std::vector<int> sweptClips(const Model& model);

crossfade::SeamBench benchOf(const Model& model);

/// Every ordered pair of `clips`, begun at 20 % and at 60 % of the first, straight and interrupted, with every kind or
/// only one.
std::vector<SweepRow> sweep(crossfade::SeamBench& bench, const Model& model, const std::vector<int>& clips,
                            double seconds, std::optional<crossfade::TransitionKind> only);

/// What a script shows, at 240 Hz until a second after its last fade.
struct ScriptSeams {
  double seconds = 0;
  crossfade::SeamReport report;
  double worstTime = 0;   // script time of the largest change of velocity
  double weightHole = 0;  // while anything plays
};
crossfade::Result<ScriptSeams> measureScript(const crossfade::SeamBench& bench, Session& session, const Script& script);

}  // namespace app
