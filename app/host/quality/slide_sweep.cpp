#include "app/host/quality/slide_sweep.h"

#include <algorithm>

#include "app/host/quality/seam_sweep.h"
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
  for (const int from : clips)
    for (const int to : clips) {
      if (from == to) continue;
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
    }
  return row;
}

}  // namespace

crossfade::SlideBench slideBenchOf(const Model& model, const crossfade::SeamBench& seams) {
  return {model.skeleton,
          crossfade::findFeet(model.skeleton),
          crossfade::ChannelLayout(model.skeleton.jointCount(), morphChannelsOf(model)),
          restPoseOf(model),
          model.clips,
          seams};
}

std::vector<int> walkingClips(const crossfade::SlideBench& bench, const Model& model) {
  std::vector<int> walking, chosen;
  for (int i = 0; i < static_cast<int>(model.clips.size()); ++i)
    if (bench.walks(i)) walking.push_back(i);
  const std::size_t count = std::min<std::size_t>(walking.size(), kMaxSweptClips);
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(walking[i * walking.size() / count]);
  return chosen;
}

std::vector<SlideRow> sweepSlides(crossfade::SlideBench& bench, const Model& model, const std::vector<int>& clips,
                                  double seconds) {
  std::vector<SlideRow> rows;
  for (const Sync sync : {Sync::None, Sync::Phase, Sync::Markers})
    for (const crossfade::TransitionKind kind : crossfade::kTransitionKinds)
      rows.push_back(slideRow(bench, model, clips, {.seconds = seconds, .kind = kind, .sync = sync}));
  return rows;
}

}  // namespace app
