#include "app/host/stage/headless_stage.h"

#include <algorithm>

namespace app {
namespace {

/// From premultiplied alpha, as canvases are drawn, to the straight alpha of pictures.
void makeAlphaStraight(std::vector<std::uint8_t>& rgba) {
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
  result.readback_ = std::make_unique<PixelReadback>();
  return result;
}

void HeadlessStage::draw(const Session& session, double delta, FrameProfiler& profiler, int frame) {
  const PictureSize size = target_->size();
  Commands nobodyListens;
  stage_->runPanels(session, {}, size, delta, profiler, nobodyListens);
  stage_->draw(session, size, target_->framebuffer(), profiler);
  const FrameProfiler::Scope scope(profiler, FrameStage::Swap);  // requesting the pixels stands in for a swap
  readback_->ask(target_->framebuffer(), size, frame);
  premultiplied_.push_back(session.view().transparent && session.scene() != SceneKind::Character);
}

FilmPicture HeadlessStage::fetch(FrameProfiler& profiler) {
  const FrameProfiler::Scope scope(profiler, FrameStage::Swap);
  const FilmPicture picture{readback_->fetchNow()};
  if (premultiplied_.front()) makeAlphaStraight(*picture.pixels);
  premultiplied_.pop_front();
  return picture;
}

}  // namespace app
