#include "app/session/character/fade_meter.h"

#include <algorithm>
#include <utility>

#include "app/model/standing.h"
#include "app/view/model_matrices.h"

namespace app {
namespace {

crossfade::ClipSet clipsOf(const Model& model, const std::vector<int>& indices) {
  crossfade::ClipSet clips;
  for (const int clip : indices) clips.add(model.clips[static_cast<std::size_t>(clip)]);
  return clips;
}

}  // namespace

FadeMeter::FadeMeter(const Model& model, std::vector<int> clips)
    : indices_(std::move(clips)),
      clips_(clipsOf(model, indices_)),
      bench_(model.skeleton, channelLayoutOf(model), restPoseOf(model), clips_),
      model_(model) {}

int FadeMeter::indexOf(int clip) const {
  return static_cast<int>(std::find(indices_.begin(), indices_.end(), clip) - indices_.begin());
}

FadeFigures FadeMeter::measure(const FadeSettings& how, const crossfade::AnimationCurve& curve,
                               const crossfade::JointMask* mask, double fromTime, std::optional<double> toTime,
                               MeasuredFeet feet) {
  const crossfade::SeamCase fade{
      .from = indexOf(how.from),
      .to = indexOf(how.to),
      .start = fromTime,
      .entry = toTime,
      .options = {.seconds = std::min(how.seconds, kLongestFade), .kind = how.kind, .sync = how.sync, .mask = mask},
      .curve = &curve};
  const crossfade::SeamReport report = bench_.measure(fade);
  FadeFigures figures{.velocityRatio = report.worst.velocityRatio,
                      .positionRatio = report.worst.positionRatio,
                      .overshoot = report.worst.rotationOvershoot,
                      .joint = report.worstJoint};
  if (feet != MeasuredFeet::None && !mask) measureFeet(fade, feet == MeasuredFeet::Locked, figures);
  return figures;
}

/// Of clips that both walk in place: others stand on no ground that moves under both.
void FadeMeter::measureFeet(const crossfade::SeamCase& fade, bool locked, FadeFigures& figures) {
  if (!slides_)
    slides_ = std::make_unique<crossfade::SlideBench>(model_.skeleton, standingFeetOf(model_), channelLayoutOf(model_),
                                                      restPoseOf(model_), clips_, bench_);
  if (!slides_->walks(fade.from) || !slides_->walks(fade.to)) return;
  const crossfade::SlideReport report = slides_->measure(fade, locked);
  figures.slide = report.slide.perStep();
  if (report.legLength > 0) figures.slideInLegs = report.slide.perStep() / report.legLength;
  figures.zhang = report.slide.zhang;
}

}  // namespace app
