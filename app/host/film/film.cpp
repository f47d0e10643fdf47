#include "app/host/film/film.h"

#include <algorithm>

namespace app {

crossfade::Result<void> shootFilm(Session& session, Script script, const FilmTimes& times, HeadlessStage& stage,
                                  const std::function<crossfade::Result<void>(int frame, const ImageView&)>& show) {
  FrameProfiler profiler;
  ScriptPlayer player(std::move(script));
  stage.showModel(session.model());
  constexpr double kHistory =
      10;  // seconds before the first frame that are played frame by frame, so that the plot has a past
  const double step = times.rate.timeOf(1);
  for (double time = std::max(0.0, times.start - kHistory); time < times.start; time += step)
    if (auto moved = player.advanceTo(time, session, profiler); !moved) return moved;
  for (int frame = 0; frame < times.frames; ++frame) {
    profiler.beginFrame();
    if (auto moved = player.advanceTo(times.timeOf(frame), session, profiler); !moved) return moved;
    const ImageView picture = stage.drawFrame(session, step, profiler);
    stage.remember(profiler.endFrame());
    if (auto shown = show(frame, picture); !shown) return shown;
  }
  return {};
}

}  // namespace app
