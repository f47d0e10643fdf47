#include "app/host/film/film.h"

#include <algorithm>
#include <optional>

namespace app {
namespace {

constexpr double kHistory = 10;  // seconds before the first frame that are played at its rate, to fill the weight plot

}  // namespace

crossfade::Result<void> shootFilm(Session& session, Script script, const FilmTimes& times, HeadlessStage& stage,
                                  const std::function<crossfade::Result<void>(int, FilmPicture&)>& show,
                                  const std::function<crossfade::Result<void>(int)>& drawn) {
  FrameProfiler profiler;
  ScriptPlayer player(std::move(script));
  stage.showModel(session.model());
  const double step = times.rate.timeOf(1);
  const auto before = static_cast<int>(std::ceil(std::min(times.start, kHistory) / step));
  for (int frame = before; frame > 0; --frame)
    if (auto advanced = player.advanceTo(std::max(0.0, times.start - frame * step), session, profiler); !advanced)
      return advanced;

  for (int frame = 0; frame < times.frames; ++frame) {
    profiler.beginFrame();
    std::optional<FilmPicture> finished;
    if (!stage.hasRoom()) finished = stage.fetch(profiler);
    if (auto advanced = player.advanceTo(times.timeOf(frame), session, profiler); !advanced) return advanced;
    session.finishMeasuring();
    stage.draw(session, step, profiler, frame);
    stage.remember(session, profiler.endFrame());
    if (auto done = drawn(frame); !done) return done;
    if (finished)
      if (auto shown = show(finished->tag, *finished); !shown) return shown;
  }
  while (stage.hasPictures()) {
    FilmPicture finished = stage.fetch(profiler);
    if (auto shown = show(finished.tag, finished); !shown) return shown;
  }
  return {};
}

}  // namespace app
