#include "app/host/stage/headless_stage.h"

namespace app {
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
  stage_->runPanels(session, {}, size, delta, profiler, [](const Command&) {});
  stage_->draw(session, size, target_->framebuffer(), profiler);
  const FrameProfiler::Scope scope(profiler, FrameStage::Swap);  // requesting the pixels stands in for a swap
  readback_->request(target_->framebuffer(), size, frame);
  premultiplied_.push_back(stage_->isPremultiplied(session, session.view()));
}

FilmPicture HeadlessStage::fetch(FrameProfiler& profiler) {
  const FrameProfiler::Scope scope(profiler, FrameStage::Swap);
  const FilmPicture picture{readback_->fetchNow()};
  if (premultiplied_.front()) makeAlphaStraight(*picture.pixels);
  premultiplied_.pop_front();
  return picture;
}

}  // namespace app
