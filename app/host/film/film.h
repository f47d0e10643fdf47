// Pictures of a session over time, at exact frame times: what `render` and the demo share.
#pragma once

#include <functional>
#include <string>

#include "app/format/script.h"
#include "app/host/stage/headless_stage.h"
#include "app/record/frame_rate.h"

namespace app {

struct FilmTimes {
  double start = 0;  // script time of the first frame
  FrameRate rate;
  int frames = 1;
  double spread =
      0;  // above 0: the frames lie evenly over this many seconds, the last one at its end, instead of at their rate
  double timeOf(int frame) const {
    if (spread > 0) return start + (frames > 1 ? spread * frame / (frames - 1) : 0);
    return start + rate.timeOf(frame);
  }
};

/// Calls `show` with each frame's picture. Stops at the first error, of the script or of `show`.
crossfade::Result<void> shootFilm(Session& session, Script script, const FilmTimes& times, HeadlessStage& stage,
                                  const std::function<crossfade::Result<void>(int frame, const ImageView&)>& show);

}  // namespace app
