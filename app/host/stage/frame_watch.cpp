#include "app/host/stage/frame_watch.h"

#include <cmath>
#include <utility>

namespace app {
namespace {

void noteWeights(const Session& session, FrameNotes& notes) {
  if (session.scene() != SceneKind::Character) return;
  for (int clip = 0; clip < session.clipCount() && notes.weightCount < FrameNotes::kMaxWeights; ++clip) {
    const crossfade::AnimationAction& action = session.action(clip);
    const double weight = action.isScheduled() ? action.getEffectiveWeight() : 0;
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
    now.fadeTo = fade->to;
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

}  // namespace app
