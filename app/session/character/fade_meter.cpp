#include "app/session/character/fade_meter.h"

#include <algorithm>
#include <utility>

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
      curve_(bench_.addCurve({})) {}

int FadeMeter::indexOf(int clip) const {
  return static_cast<int>(std::find(indices_.begin(), indices_.end(), clip) - indices_.begin());
}

FadeFigures FadeMeter::measure(const FadeSettings& how, const crossfade::AnimationCurve& curve,
                               const crossfade::JointMask* mask, double fromTime, std::optional<double> toTime) {
  bench_.setCurve(curve_, curve);
  const crossfade::SeamReport report = bench_.measure({.from = indexOf(how.from),
                                                       .to = indexOf(how.to),
                                                       .start = fromTime,
                                                       .entry = toTime,
                                                       .options = {.seconds = std::min(how.seconds, kLongestFade),
                                                                   .kind = how.kind,
                                                                   .shape = crossfade::alongCurve(curve_),
                                                                   .sync = how.sync,
                                                                   .mask = mask}});
  return {.velocityRatio = report.worst.velocityRatio,
          .positionRatio = report.worst.positionRatio,
          .overshoot = report.worst.rotationOvershoot,
          .joint = report.worstJoint};
}

}  // namespace app
