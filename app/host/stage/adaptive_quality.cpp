#include "app/host/stage/adaptive_quality.h"

#include <array>

namespace app {
namespace {

constexpr std::array<RenderQuality, kQualityCount> kQualities{{
    {},
    {.scale = 0.75f},  // multisampling stays: edges show more than pixels do
    {.scale = 0.6f, .shadowTexels = 512},
    {.scale = 0.5f, .shadowTexels = 512},
}};

/// Pixels of one quality relative to those of another: what a finer one costs at most.
double pixelRatio(PictureQuality finer, PictureQuality coarser) {
  const double ratio =
      static_cast<double>(renderQuality(finer).scale) / static_cast<double>(renderQuality(coarser).scale);
  return ratio * ratio;
}

PictureQuality stepped(PictureQuality quality, int by) {
  return static_cast<PictureQuality>(static_cast<int>(quality) + by);
}

}  // namespace

RenderQuality renderQuality(PictureQuality quality) { return kQualities[static_cast<std::size_t>(quality)]; }

void AdaptiveQuality::add(double seconds) {
  if (!(seconds > 0)) return;
  slowFrames_ = seconds > kSlowFrame ? slowFrames_ + 1 : 0;
  if (slowFrames_ >= kFramesDown && quality_ != PictureQuality::Low) return change(1);
  if (quality_ == PictureQuality::Full) return;
  const bool fits = seconds * pixelRatio(stepped(quality_, -1), quality_) < kSlowFrame;
  fastFrames_ = fits ? fastFrames_ + 1 : 0;
  if (fastFrames_ >= kFramesUp) change(-1);
}

void AdaptiveQuality::change(int by) {
  quality_ = stepped(quality_, by);
  slowFrames_ = fastFrames_ = 0;
}

}  // namespace app
