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
      bench_(model.skeleton, crossfade::ChannelLayout(model.skeleton.jointCount(), morphChannelsOf(model)),
             restPoseOf(model), clips_),
      curve_(bench_.addCurve({})),
      model_(model) {}

int FadeMeter::indexOf(int clip) const {
  return static_cast<int>(std::find(indices_.begin(), indices_.end(), clip) - indices_.begin());
}

FadeFigures FadeMeter::measure(const FadeSettings& how, const crossfade::AnimationCurve& curve,
                               const crossfade::JointMask* mask, double fromTime, std::optional<double> toTime,
                               MeasuredFeet feet) {
  bench_.setCurve(curve_, curve);
  const crossfade::SeamCase fade{.from = indexOf(how.from),
                                 .to = indexOf(how.to),
                                 .start = fromTime,
                                 .entry = toTime,
                                 .options = {.seconds = std::min(how.seconds, kLongestFade),
                                             .kind = how.kind,
                                             .shape = crossfade::alongCurve(curve_),
                                             .sync = how.sync,
                                             .mask = mask}};
  const crossfade::SeamReport report = bench_.measure(fade);
  FadeFigures figures{.velocityRatio = report.worst.velocityRatio,
                      .positionRatio = report.worst.positionRatio,
                      .overshoot = report.worst.rotationOvershoot,
                      .joint = report.worstJoint};
  if (feet != MeasuredFeet::None && !mask) measureFeet(fade, curve, feet == MeasuredFeet::Locked, figures);
  return figures;
}

/// Of clips that both walk in place: others stand on no ground that moves under both.
void FadeMeter::measureFeet(const crossfade::SeamCase& fade, const crossfade::AnimationCurve& curve, bool locked,
                            FadeFigures& figures) {
  if (!slides_) {
    slides_ = std::make_unique<crossfade::SlideBench>(
        model_.skeleton, standingFeetOf(model_),
        crossfade::ChannelLayout(model_.skeleton.jointCount(), morphChannelsOf(model_)), restPoseOf(model_), clips_,
        bench_);
    slideCurve_ = slides_->addCurve({});
  }
  if (!slides_->walks(fade.from) || !slides_->walks(fade.to)) return;
  slides_->setCurve(slideCurve_, curve);
  crossfade::SeamCase measured = fade;
  measured.options.shape = crossfade::alongCurve(slideCurve_);
  const crossfade::SlideReport report = slides_->measure(measured, locked);
  figures.slide = report.slide.perStep();
  if (report.legLength > 0) figures.slideInLegs = report.slide.perStep() / report.legLength;
  figures.zhang = report.slide.zhang;
}

}  // namespace app
