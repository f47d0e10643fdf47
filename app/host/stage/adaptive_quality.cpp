#include "app/host/stage/adaptive_quality.h"

#include <algorithm>
#include <array>

namespace app {
namespace {

constexpr std::array<int, kQualityCount> kShadowTexels{1024, 1024, 512, 512};

/// Pixels of one quality relative to those of another: what a finer one costs at most.
double pixelRatio(PictureQuality finer, PictureQuality coarser) {
  const auto scaleOf = [](PictureQuality quality) {
    return static_cast<double>(kQualityScales[static_cast<std::size_t>(quality)]);
  };
  const double ratio = scaleOf(finer) / scaleOf(coarser);
  return ratio * ratio;
}

PictureQuality stepped(PictureQuality quality, int by) {
  return static_cast<PictureQuality>(static_cast<int>(quality) + by);
}

}  // namespace

/// Multisampling stays: edges show more than pixels do.
RenderQuality renderQuality(PictureQuality quality) {
  const auto index = static_cast<std::size_t>(quality);
  return {.scale = kQualityScales[index],
          .shadowTexels = kShadowTexels[index],
          .coarseCopies = quality != PictureQuality::Full};
}

void AdaptiveQuality::add(double seconds) {
  if (!(seconds > 0)) return;
  if (framesSinceUp_ < kFramesUp && ++framesSinceUp_ == kFramesUp) framesUp_ = kFramesUp;
  slowFrames_ = seconds > kSlowFrame ? slowFrames_ + 1 : 0;
  if (slowFrames_ >= kFramesDown && quality_ != PictureQuality::Low) return change(1);
  if (quality_ == PictureQuality::Full) return;
  const bool fits = seconds * pixelRatio(stepped(quality_, -1), quality_) < kSlowFrame;
  fastFrames_ = fits ? fastFrames_ + 1 : 0;
  if (fastFrames_ >= framesUp_) change(-1);
}

void AdaptiveQuality::change(int by) {
  if (by > 0 && framesSinceUp_ < kFramesUp) framesUp_ = std::min(2 * framesUp_, kMaxFramesUp);
  framesSinceUp_ = by > 0 ? kFramesUp : 0;
  quality_ = stepped(quality_, by);
  slowFrames_ = fastFrames_ = 0;
}

}  // namespace app
