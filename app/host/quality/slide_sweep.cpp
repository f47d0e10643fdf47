#include "app/host/quality/slide_sweep.h"

#include <algorithm>

#include "app/view/model_matrices.h"

namespace app {
namespace {

using crossfade::FootSlide;
using crossfade::SlideReport;
using crossfade::Sync;

constexpr double kSlideStarts[] = {0.1, 0.35, 0.6, 0.85};  // of the first clip

void addTo(FootSlide& sum, const FootSlide& more) {
  sum.distance += more.distance;
  sum.steps += more.steps;
  sum.zhang += more.zhang;
}

SlideRow slideRow(crossfade::SlideBench& bench, const Model& model, const std::vector<int>& clips,
                  const crossfade::TransitionOptions& options) {
  SlideRow row{.sync = options.sync, .kind = options.kind};
  for (const auto& [from, to] : orderedPairs(clips))
    for (const double fraction : kSlideStarts) {
      const double start = fraction * model.clips[static_cast<std::size_t>(from)].duration();
      const crossfade::SeamCase fade{.from = from, .to = to, .start = start, .options = options};
      const SlideReport free = bench.measure(fade), locked = bench.measure(fade, true);
      addTo(row.slide, free.slide);
      addTo(row.locked, locked.slide);
      row.velocityRatio = std::max(row.velocityRatio, free.velocityRatio);
      row.lockedVelocityRatio = std::max(row.lockedVelocityRatio, locked.velocityRatio);
      ++row.cases;
    }
  return row;
}

}  // namespace

crossfade::SlideBench slideBenchOf(const Model& model, const crossfade::Feet& feet, const crossfade::SeamBench& seams) {
  return {model.skeleton, feet, channelLayoutOf(model), restPoseOf(model), model.clips, seams};
}

SweptClips walkingClips(const crossfade::SlideBench& bench, const Model& model, int most) {
  std::vector<int> walking;
  for (int i = 0; i < static_cast<int>(model.clips.size()); ++i)
    if (bench.walks(i)) walking.push_back(i);
  return SweptClips(walking, most);
}

std::vector<SlideRow> sweepSlides(crossfade::SlideBench& bench, const Model& model, const std::vector<int>& clips,
                                  double seconds) {
  std::vector<SlideRow> rows;
  for (const Sync sync : {Sync::None, Sync::Phase, Sync::Markers})
    for (const crossfade::TransitionKind kind : crossfade::kTransitionKinds)
      rows.push_back(slideRow(bench, model, clips, {.seconds = seconds, .kind = kind, .sync = sync}));
  return rows;
}

FadeFault faultOf(const SweepRow& row, const FadeLimits& limits, bool isOnlyKind) {
  using crossfade::TransitionKind;
  const bool staysNear = isOnlyKind || row.kind == TransitionKind::Curve;
  const bool isSmooth = staysNear || row.kind == TransitionKind::Inertial || row.kind == TransitionKind::DeadBlending;
  const crossfade::SeamExcess excess{
      .overshoot = row.overshoot.p95, .tilt = row.tilt.p95, .sink = row.sink.p95, .outside = row.outside.p95};
  return faultOf(isSmooth ? row.velocityRatio.max : 0, row.kind != TransitionKind::Classic ? row.positionRatio.max : 0,
                 staysNear ? excess : crossfade::SeamExcess{}, limits);
}

FadeFault faultOf(const ScriptSeams& seams, const FadeLimits& limits) {
  const crossfade::SeamJoint& worst = seams.report.worst;
  return faultOf(worst.velocityRatio, worst.positionRatio, seams.report.excess, limits);
}

}  // namespace app
