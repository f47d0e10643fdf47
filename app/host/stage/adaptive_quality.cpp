#include "app/host/stage/adaptive_quality.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace app {
namespace {

void noteWeights(const Session& session, FrameNotes& notes) {
  if (session.scene() != SceneKind::Character) return;
  for (int clip = 0; clip < session.clipCount() && notes.weightCount < FrameNotes::kMaxWeights; ++clip) {
    const double weight = session.character().player().effectiveWeight(clip);
    if (weight > 0) notes.weights[static_cast<std::size_t>(notes.weightCount++)] = {clip, static_cast<float>(weight)};
  }
}

}  // namespace

FrameNotes FrameWatch::look(const Session& session, PictureSize size, PictureQuality quality) {
  FrameNotes notes{.events = std::exchange(noted_, {}),
                   .width = size.width,
                   .height = size.height,
                   .percent = static_cast<int>(std::lround(100 * kQualityScales[static_cast<std::size_t>(quality)]))};
  Seen now{.size = size, .quality = quality, .scene = session.scene(), .recording = session.recording().running};
  if (const auto fade = session.runningFade()) {
    const auto space = session.character().player().playingSpace();
    now.fadeTo = isBlendSpace(fade->to) ? (space ? space->clip : -1) : fade->to;
    now.fadeBegin = fade->begin;
  }
  noteWeights(session, notes);
  if (session.loading().running) notes.events.add(FrameEvent::Loading);
  if (std::exchange(hasSeen_, true)) {
    const auto noteIf = [&notes](bool happened, FrameEvent event) {
      if (happened) notes.events.add(event);
    };
    noteIf(now.size != seen_.size, FrameEvent::Resized);
    noteIf(now.quality != seen_.quality, FrameEvent::QualityChanged);
    noteIf(now.scene != seen_.scene, FrameEvent::SceneShown);
    noteIf(now.recording && !seen_.recording, FrameEvent::RecordingBegan);
    noteIf(!now.recording && seen_.recording, FrameEvent::RecordingEnded);
    const bool isAnother = now.fadeTo != seen_.fadeTo || now.fadeBegin != seen_.fadeBegin;
    noteIf(now.fadeTo >= 0 && isAnother, FrameEvent::FadeBegan);
    noteIf(now.fadeTo < 0 && seen_.fadeTo >= 0, FrameEvent::FadeEnded);
  }
  if (notes.events.has(FrameEvent::FadeBegan)) notes.fadeTo = now.fadeTo;
  seen_ = now;
  return notes;
}

namespace {

constexpr std::array<int, kQualityCount> kShadowTexels{1024, 768, 512, 512};

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
          .lessDetail = quality != PictureQuality::Full};
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
