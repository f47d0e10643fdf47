#include "app/host/stage/headless_stage.h"

#include <algorithm>

namespace app {
namespace {

/// Canvases are drawn over nothing as premultiplied colours; pictures have straight ones.
void makeStraight(std::vector<std::uint8_t>& rgba) {
  for (std::size_t i = 0; i + 3 < rgba.size(); i += 4)
    if (const unsigned int alpha = rgba[i + 3]; alpha > 0 && alpha < 255)
      for (std::size_t channel = i; channel < i + 3; ++channel)
        rgba[channel] = static_cast<std::uint8_t>(std::min(255u, (rgba[channel] * 255u + alpha / 2) / alpha));
}

}  // namespace

crossfade::Result<HeadlessStage> HeadlessStage::make(PictureSize size, bool interface) {
  auto context = HeadlessContext::make();
  if (!context) return context.error();
  HeadlessStage result(std::move(*context));
  auto stage = PictureStage::make({.loader = HeadlessContext::getProcAddress, .interface = interface});
  if (!stage) return stage.error();
  result.stage_ = std::make_unique<PictureStage>(std::move(*stage));
  auto target = OffscreenTarget::make(size);  // after the renderer, which loads OpenGL
  if (!target) return target.error();
  result.target_ = std::make_unique<OffscreenTarget>(std::move(*target));
  return result;
}

ImageView HeadlessStage::drawFrame(const Session& session, double delta, FrameProfiler& profiler) {
  const PictureSize size = target_->size();
  Commands nobodyListens;
  stage_->runPanels(session, {}, size, delta, profiler, nobodyListens);
  stage_->draw(session, size, target_->framebuffer(), profiler);
  const FrameProfiler::Scope scope(profiler, FrameStage::Swap);  // reading back is what a swap is here
  pixels_ = target_->readPixels();
  if (session.view().transparent && session.scene() != SceneKind::Character) makeStraight(pixels_);
  return {size.width, size.height, pixels_};
}

}  // namespace app
