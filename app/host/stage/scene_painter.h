// Draws the scene of each frame: as finely as the GPU can while it moves, in full when it stands still (a part in each
// frame, if that takes long), and not again if nothing has changed.
#pragma once

#include <cstdint>
#include <optional>

#include "app/host/stage/adaptive_quality.h"
#include "app/profile/frame_profiler.h"
#include "app/render/renderer.h"

namespace app {

class ScenePainter {
 public:
  /// The renderer must outlive it. Without a call of choose() everything is drawn in full.
  explicit ScenePainter(Renderer& renderer, ClockFunction clock = steadySeconds)
      : renderer_(&renderer), clock_(clock) {}

  /// To be filled before prepare().
  DrawList& list() { return list_; }
  /// Call it when the same list makes another picture: after another model, other shaders.
  void forget() { hasPicture_ = false; }
  /// The quality of the next frames; nothing: as the GPU can.
  void choose(std::optional<PictureQuality> quality);
  /// What moving scenes are drawn with.
  PictureQuality quality() const { return chosen_.value_or(adaptive_.quality()); }

  /// Whether the last picture has its final quality.
  bool isSettled() const {
    return step_ == Step::Again && drawnQuality_ == renderQuality(chosen_.value_or(PictureQuality::Full));
  }

  /// Uploads what has changed.
  void prepare(PictureSize size);
  /// Draws it into `framebuffer`, its lower left corner at `origin`.
  void draw(unsigned int framebuffer, PictureOrigin origin);
  /// Instead of both: in full, for a picture or film that is saved.
  void drawInFull(PictureSize size, unsigned int framebuffer);
  /// What the GPU measured, once per frame; frames may be missing.
  void measured(const GpuTimes& times);

 private:
  enum class Step {
    Again,     // the renderer's picture, as it is
    Whole,     // a new one
    NextPart,  // of the same one in full
  };
  Step nextStep(bool still) const;
  void drawWhole(PictureSize size, const RenderQuality& quality, unsigned int framebuffer, PictureOrigin origin);

  Renderer* renderer_;
  DrawList list_;
  DrawList drawn_;  // the one in the renderer's picture
  PictureSize size_;
  RenderQuality drawnQuality_;
  bool hasPicture_ = false;
  Step step_ = Step::Whole;
  bool hasParts_ = false;  // of drawn_ in full
  ClockFunction clock_;
  double stillSince_ = 0;    // by the clock
  double stillSeconds_ = 0;  // 0: it moves
  std::optional<PictureQuality> chosen_ = PictureQuality::Full;
  AdaptiveQuality adaptive_;
  std::int64_t firstTimedFrame_ = 0;  // of the GPU's frames: those before were drawn with another quality
};

}  // namespace app
