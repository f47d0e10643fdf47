#include "app/session/character/fade_meter.h"

#include <algorithm>
#include <utility>

#include "app/model/standing.h"
#include "app/view/model_matrices.h"

namespace app {
FadeMeter::FadeMeter(const Model& model, const crossfade::MeasuredBody& body, std::vector<int> clips)
    : clips_(model, std::move(clips)),
      bench_(model.skeleton, channelLayoutOf(model), restPoseOf(model), clips_.clips(), body),
      model_(model) {}

FadeFigures FadeMeter::measure(const FadeSettings& how, const crossfade::AnimationCurve& curve,
                               const crossfade::JointMask* mask, double fromTime, std::optional<double> toTime,
                               MeasuredFeet feet) {
  const crossfade::SeamCase fade{
      .from = clips_.positionOf(how.from),
      .to = clips_.positionOf(how.to),
      .start = fromTime,
      .entry = toTime,
      .options = {.seconds = std::min(how.seconds, kLongestFade), .kind = how.kind, .sync = how.sync, .mask = mask},
      .curve = &curve};
  const crossfade::SeamReport report = bench_.measure(fade);
  FadeFigures figures{.velocityRatio = report.worst.velocityRatio,
                      .positionRatio = report.worst.positionRatio,
                      .excess = report.excess,
                      .value = report.worstValue,
                      .joint = report.worstJoint};
  if (feet != MeasuredFeet::None && !mask) measureFeet(fade, feet == MeasuredFeet::Locked, figures);
  return figures;
}

/// Of clips that both walk in place: others stand on no ground that moves under both.
void FadeMeter::measureFeet(const crossfade::SeamCase& fade, bool locked, FadeFigures& figures) {
  if (!slides_)
    slides_ = std::make_unique<crossfade::SlideBench>(model_.skeleton, standingFeetOf(model_), channelLayoutOf(model_),
                                                      restPoseOf(model_), clips_.clips(), bench_);
  if (!slides_->walks(fade.from) || !slides_->walks(fade.to)) return;
  const crossfade::SlideReport report = slides_->measure(fade, locked);
  figures.slide = report.slide.perStep();
  if (report.legLength > 0) figures.slideInLegs = report.slide.perStep() / report.legLength;
  figures.zhang = report.slide.zhang;
}

}  // namespace app
