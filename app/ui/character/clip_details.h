// The controls of one clip.
#ifndef APP_UI_CHARACTER_CLIP_DETAILS_H
#define APP_UI_CHARACTER_CLIP_DETAILS_H

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

/// What a clip's own buttons use, in seconds, set by the sliders beside them.
struct ClipLengths {
  static constexpr double kDefaultFade = 0.3, kDefaultHalt = 0.5, kDefaultDelay = 1, kDefaultWarp = 0.5;
  double fade = kDefaultFade;
  double halt = kDefaultHalt;
  double delay = kDefaultDelay;
  double warp = kDefaultWarp;
  double warpTo = 1;         // a time scale
  bool carriesOver = false;  // what is set by hand fades in
};

/// Inside the clips panel.
void drawClipDetails(const Session& session, int clip, ClipLengths& lengths, Commands& out);

}  // namespace app

#endif  // APP_UI_CHARACTER_CLIP_DETAILS_H
