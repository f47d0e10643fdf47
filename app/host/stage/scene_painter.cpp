#include "app/host/stage/scene_painter.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

constexpr double kSecondsUntilFine = 0.1;
constexpr double kSecondsUntilFull = 1;  // it may take longer than a key should wait

/// Seconds; 0: not all passes were measured.
double sceneSeconds(const GpuTimes& times) {
  double milliseconds = 0;
  for (const GpuPass pass : {GpuPass::Shadow, GpuPass::Scene, GpuPass::Resolve}) {
    const auto& each = times.milliseconds[static_cast<std::size_t>(pass)];
    if (!each) return 0;
    milliseconds += *each;
  }
  return milliseconds / 1000;
}

}  // namespace

void ScenePainter::choose(std::optional<PictureQuality> quality) {
  if (chosen_ == quality) return;
  chosen_ = quality;
  adaptive_ = {};
  firstTimedFrame_ = renderer_->gpuTimer().frame() + 1;
}

RenderQuality ScenePainter::wantedQuality() const {
  const RenderQuality moving = renderQuality(quality());
  if (chosen_ || stillSeconds_ < kSecondsUntilFine) return moving;
  if (stillSeconds_ >= kSecondsUntilFull) return renderQuality(PictureQuality::Full);
  RenderQuality still = renderQuality(adaptive_.stillQuality());
  still.coarseCopies = moving.coarseCopies;  // what all triangles would cost is not known
  return still;
}

void ScenePainter::prepare(PictureSize size) {
  const bool still = hasPicture_ && size == size_ && list_ == drawn_;
  const double now = clock_();
  if (!still) stillSince_ = now;
  stillSeconds_ = now - stillSince_;
  size_ = size;
  isSame_ = still && wantedQuality() == drawnQuality_;
  if (isSame_) return;
  renderer_->setQuality(wantedQuality());
  renderer_->upload(list_);
}

void ScenePainter::draw(unsigned int framebuffer, PictureOrigin origin) {
  if (isSame_) return renderer_->drawAgain(size_, framebuffer, origin);
  draw(size_, wantedQuality(), framebuffer, origin);
  if (stillSeconds_ > 0) firstTimedFrame_ = renderer_->gpuTimer().frame() + 1;
}

void ScenePainter::drawInFull(PictureSize size, unsigned int framebuffer) {
  renderer_->setQuality({});
  renderer_->upload(list_);
  draw(size, {}, framebuffer, {});
  firstTimedFrame_ = renderer_->gpuTimer().frame() + 1;
}

void ScenePainter::draw(PictureSize size, const RenderQuality& quality, unsigned int framebuffer,
                        PictureOrigin origin) {
  renderer_->draw(list_, size, framebuffer, origin);
  std::swap(list_, drawn_);
  size_ = size;
  drawnQuality_ = quality;
  hasPicture_ = true;
}

void ScenePainter::measured(const GpuTimes& times) {
  if (chosen_ || times.frame < firstTimedFrame_) return;
  firstTimedFrame_ = times.frame + 1;
  const PictureQuality before = adaptive_.quality();
  adaptive_.add(sceneSeconds(times));
  if (adaptive_.quality() != before) firstTimedFrame_ = renderer_->gpuTimer().frame() + 1;
}

}  // namespace app
