// What happened in a frame, and how finely the next one is drawn.
#pragma once

#include "app/profile/frame_record.h"
#include "app/render/offscreen_target.h"
#include "app/render/render_quality.h"
#include "app/session/session.h"
#include "app/view/view_options.h"

namespace app {

// ---- Notices what happened in a frame (FrameEvent, profile/frame_record.h) by comparing what it showed with the frame
// before. Which stage made a frame long: faultOf, profile/frame_record.h.

class FrameWatch {
 public:
  /// What no comparison shows, for the frame that look() is called for next.
  void note(FrameEvent event) { noted_.add(event); }
  /// Once per frame, when it is drawn. Does not allocate.
  FrameNotes look(const Session& session, PictureSize size, PictureQuality quality);

 private:
  struct Seen {
    PictureSize size;
    PictureQuality quality = PictureQuality::Full;
    SceneKind scene = SceneKind::Character;
    bool recording = false;
    int fadeTo = -1;  // of the running fade; -1: none runs
    double fadeBegin = 0;
  };

  FrameEvents noted_;
  Seen seen_;
  bool hasSeen_ = false;
};

// ---- Chooses how finely a moving scene is drawn, so that a slow GPU keeps up.

RenderQuality renderQuality(PictureQuality quality);

/// Multisampling stays at every step, because jagged edges are more visible than missing pixels. Steps down after a few
/// frames that took too long, and up when the finer quality would surely be fast enough for a
/// while: its pixels at the present cost of a pixel take less than kSlowFrame. Plain arithmetic: no clock, no OpenGL.
class AdaptiveQuality {
 public:
  static constexpr double kSlowFrame = 0.028;  // seconds for drawing, which leaves some of 1/30 s to the rest
  static constexpr int kFramesDown = 3;
  static constexpr int kFramesUp = 45;       // twice as many after each time that a finer quality was too slow at once,
  static constexpr int kMaxFramesUp = 2880;  // up to this

  /// For the next frame that shows something new.
  PictureQuality quality() const { return quality_; }
  /// What drawing one frame took, in seconds, in frames that were drawn at quality() and showed something new. Values
  /// that are not above 0 are ignored.
  void add(double seconds);

 private:
  void change(int by);

  PictureQuality quality_ = PictureQuality::Full;
  int slowFrames_ = 0;
  int fastFrames_ = 0;
  int framesUp_ = kFramesUp;
  int framesSinceUp_ = kFramesUp;  // at most kFramesUp
};

}  // namespace app
