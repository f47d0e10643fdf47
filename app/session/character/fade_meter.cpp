#include "app/session/character/fade_meter.h"

#include <utility>

#include "app/view/model_matrices.h"

namespace app {
namespace {

crossfade::ClipSet clipsOf(const Model& model, int from, int to) {
  crossfade::ClipSet clips;
  for (const int clip : {from, to}) clips.add(model.clips[static_cast<std::size_t>(clip)]);
  return clips;
}

}  // namespace

FadeMeter::FadeMeter(const Model& model, int from, int to) : FadeMeter(model, clipsOf(model, from, to), from, to) {}

FadeMeter::FadeMeter(const Model& model) : FadeMeter(model, model.clips, -1, -1) {}

FadeMeter::FadeMeter(const Model& model, crossfade::ClipSet clips, int from, int to)
    : from_(from),
      to_(to),
      clips_(std::move(clips)),
      bench_(model.skeleton, crossfade::ChannelLayout(model.skeleton.jointCount(), morphChannelsOf(model)),
             restPoseOf(model), clips_),
      curve_(bench_.addCurve({})) {}

FadeFigures FadeMeter::measure(int from, int to, const FadeSettings& how, const crossfade::AnimationCurve& curve,
                               const crossfade::JointMask* mask, double fromTime, std::optional<double> toTime) {
  bench_.setCurve(curve_, curve);
  const crossfade::SeamReport report = bench_.measure({.from = positionOf(from),
                                                       .to = positionOf(to),
                                                       .start = fromTime,
                                                       .entry = toTime,
                                                       .options = {.seconds = how.seconds,
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
