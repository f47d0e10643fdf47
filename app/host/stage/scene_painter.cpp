#include "app/host/stage/scene_painter.h"

#include <utility>

namespace app {
namespace {

constexpr double kSecondsUntilStill = 0.1;

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

ScenePainter::Step ScenePainter::nextStep(bool still) const {
  if (!still) return Step::Whole;
  const bool inFull = !chosen_ && stillSeconds_ >= kSecondsUntilStill;
  if (drawnQuality_ == renderQuality(inFull ? PictureQuality::Full : quality())) return Step::Again;
  return inFull ? Step::NextPart : Step::Whole;
}

void ScenePainter::prepare(PictureSize size) {
  const bool still = hasPicture_ && size == size_ && list_ == drawn_;
  const double now = clock_();
  if (!still) stillSince_ = now;
  stillSeconds_ = now - stillSince_;
  size_ = size;
  step_ = nextStep(still);
  const bool goesOn = step_ == Step::NextPart && hasParts_;
  hasParts_ = step_ == Step::NextPart;
  if (step_ == Step::Again || goesOn) return;
  renderer_->setQuality(renderQuality(hasParts_ ? PictureQuality::Full : quality()));
  renderer_->upload(list_);
}

void ScenePainter::draw(unsigned int framebuffer, PictureOrigin origin) {
  switch (step_) {
    case Step::Again:
      return renderer_->drawAgain(size_, framebuffer, origin);
    case Step::Whole:
      drawWhole(size_, renderQuality(quality()), framebuffer, origin);
      break;
    case Step::NextPart:
      if (renderer_->drawNextPart(list_, size_, framebuffer, origin))
        drawnQuality_ = renderQuality(PictureQuality::Full);
      break;
  }
  if (stillSeconds_ > 0) firstTimedFrame_ = renderer_->gpuTimer().frame() + 1;
}

void ScenePainter::drawInFull(PictureSize size, unsigned int framebuffer) {
  renderer_->setQuality({});
  renderer_->upload(list_);
  drawWhole(size, {}, framebuffer, {});
  firstTimedFrame_ = renderer_->gpuTimer().frame() + 1;
}

void ScenePainter::drawWhole(PictureSize size, const RenderQuality& quality, unsigned int framebuffer,
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
