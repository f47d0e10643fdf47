// Pictures of a session over time, at exact frame times and without a display: what `render` and the demo share.
#ifndef APP_HOST_FILM_FILM_H
#define APP_HOST_FILM_FILM_H

#include <functional>

#include "app/format/script.h"
#include "app/host/stage/headless_stage.h"
#include "app/record/frame_rate.h"

namespace app {

struct FilmTimes {
  double start = 0;  // script time of the first frame
  FrameRate rate;
  int frames = 1;
  double spread = 0;  // above 0, for contact sheets: the frames are spread evenly over this many seconds, the first at
                      // its start and the last at its end

  double timeOf(int frame) const {
    if (spread > 0) return start + (frames > 1 ? spread * frame / (frames - 1) : 0);
    return start + rate.timeOf(frame);
  }
};

/// Draws each frame and calls `drawn`, then `show` with its pixels, in order but some frames later. Stops at the first
/// error of the script or of a callback.
crossfade::Result<void> shootFilm(
    Session& session, Script script, const FilmTimes& times, HeadlessStage& stage,
    const std::function<crossfade::Result<void>(int frame, FilmPicture& picture)>& show,
    const std::function<crossfade::Result<void>(int frame)>& drawn = [](int) { return crossfade::Result<void>(); });

}  // namespace app

#endif  // APP_HOST_FILM_FILM_H
