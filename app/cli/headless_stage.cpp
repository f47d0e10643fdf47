#include "app/cli/headless_stage.h"

namespace app {

engine::Result<HeadlessStage> HeadlessStage::make(PictureSize size, bool interface) {
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

ImageView HeadlessStage::drawFrame(const Session& session, double delta, engine::FrameProfiler& profiler) {
  const PictureSize size = target_->size();
  Commands nobodyListens;
  stage_->runPanels(session, {}, size, delta, profiler, nobodyListens);
  stage_->draw(session, size, target_->framebuffer(), profiler);
  const engine::FrameProfiler::Scope scope(profiler, engine::Stage::Swap);  // reading back is what a swap is here
  pixels_ = target_->readPixels();
  return {size.width, size.height, pixels_};
}

}  // namespace app
