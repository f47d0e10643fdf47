// Notices what happened in a frame (FrameEvent, profile/frame_record.h) by comparing what it showed with the frame
// before. Which stage made a frame long: faultOf, profile/hitch.h.
#ifndef APP_HOST_STAGE_FRAME_WATCH_H
#define APP_HOST_STAGE_FRAME_WATCH_H

#include "app/profile/frame_record.h"
#include "app/render/picture_size.h"
#include "app/session/session.h"

namespace app {

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

}  // namespace app

#endif  // APP_HOST_STAGE_FRAME_WATCH_H
