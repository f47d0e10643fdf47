#include "app/cli/film.h"

namespace app {

engine::Result<void> shootFilm(Session& session, Script script, const FilmTimes& times, HeadlessStage& stage,
                               const std::function<engine::Result<void>(int frame, const ImageView&)>& show) {
  engine::FrameProfiler profiler;
  ScriptPlayer player(std::move(script));
  stage.showModel(session.model());
  for (int step = 0; step / times.fps < times.start; ++step)  // frame by frame, so that the history of weights is there too
    if (auto moved = player.advanceTo(step / times.fps, session, profiler); !moved) return moved;
  for (int frame = 0; frame < times.frames; ++frame) {
    profiler.beginFrame();
    if (auto moved = player.advanceTo(times.start + frame / times.fps, session, profiler); !moved) return moved;
    const ImageView picture = stage.drawFrame(session, 1 / times.fps, profiler);
    stage.remember(profiler.endFrame());
    if (auto shown = show(frame, picture); !shown) return shown;
  }
  return {};
}

}  // namespace app
