// Pictures of a session over time, at exact frame times: what `render` and the demo share.
#pragma once

#include <functional>
#include <string>

#include "app/cli/headless_stage.h"
#include "app/session/script.h"

namespace app {

struct FilmTimes {
  double start = 0;  // script time of the first frame
  double fps = 50;
  int frames = 1;
};

/// Calls `show` with each frame's picture. Stops at the first error, of the script or of `show`.
engine::Result<void> shootFilm(Session& session, Script script, const FilmTimes& times, HeadlessStage& stage,
                               const std::function<engine::Result<void>(int frame, const ImageView&)>& show);

}  // namespace app
