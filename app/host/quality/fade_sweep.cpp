#include "app/host/quality/fade_sweep.h"

#include <cassert>
#include <iterator>
#include <span>
#include <utility>

#include "app/host/quality/seam_sweep.h"
#include "app/model/upright.h"
#include "app/view/measured_body.h"
#include "app/view/model_matrices.h"

namespace app {
FadeSweep::FadeSweep(const Model& model, std::vector<int> clips)
    : clips_(model, std::move(clips)),
      seams_(model.skeleton, channelLayoutOf(model), restPoseOf(model), clips_.clips(), measuredBodyOf(model)),
      feet_(standingFeetOf(model)),
      slides_(model.skeleton, feet_, channelLayoutOf(model), restPoseOf(model), clips_.clips(), seams_) {}

int FadeSweep::indexOf(int clip) const {
  const int position = clips_.positionOf(clip);
  assert(position >= 0);
  return position;
}

crossfade::SeamCase FadeSweep::caseOf(CellIndex pair, const CellSettings& settings) const {
  crossfade::SeamCase fade{.from = indexOf(pair.from), .to = indexOf(pair.to)};
  fade.options.seconds = settings.seconds.value_or(fade.options.seconds);
  fade.options.kind = settings.kind.value_or(fade.options.kind);
  fade.options.sync = settings.sync.value_or(fade.options.sync);
  fade.curve = settings.curve ? &*settings.curve : nullptr;
  if (settings.toPhase) fade.entry = *settings.toPhase * clips_[fade.to].duration();
  return fade;
}

SweptFade FadeSweep::worstOf(CellIndex pair, const CellSettings& settings) {
  crossfade::SeamCase fade = caseOf(pair, settings);
  const std::span<const double> starts =
      settings.fromPhase ? std::span<const double>(&*settings.fromPhase, 1) : std::span<const double>(kSweptStarts);
  SweptFade worst;
  for (const double phase : starts) {
    fade.start = phase * clips_[fade.from].duration();
    for (const bool interrupted : {false, true}) {
      fade.interruptions.assign(interrupted ? 1 : 0, 0.5);
      const crossfade::SeamReport found = seams_.measure(fade);
      if (found.worst.velocityRatio > worst.ratio()) {
        worst.start = fade.start;
        worst.joint = found.worstJoint;
        worst.value = found.worstValue;
      }
      double& part = interrupted ? worst.interrupted : worst.straight;
      part = std::max(part, found.worst.velocityRatio);
      worst.excess.raise(found.excess);
    }
    if (!slides_.walks(fade.from) || !slides_.walks(fade.to)) continue;
    fade.interruptions.clear();
    const crossfade::SlideReport report = slides_.measure(fade);
    if (report.legLength > 0)
      worst.slide = std::max(worst.slide.value_or(0), report.slide.perStep() / report.legLength);
  }
  return worst;
}

}  // namespace app
