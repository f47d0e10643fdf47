#include <cmath>
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/film.h"
#include "app/cli/loading.h"
#include "app/record/frame_sink.h"

namespace app {
namespace {

constexpr double kFilmSeconds = 4;

bool isSinglePicture(const std::string& path) { return path.ends_with(".png") && numberedName(path, 0) == path; }

FilmTimes timesOf(const RenderOptions& options) {
  const double seconds = options.seconds > 0 ? options.seconds : kFilmSeconds;
  const int frames = isSinglePicture(options.out) ? 1 : static_cast<int>(std::max(1.0, std::round(seconds * options.fps)));
  return {.start = options.start, .fps = options.fps, .frames = frames};
}

/// Without a script the opening clip, which already plays, goes on.
engine::Result<Script> scriptOf(const RenderOptions& options, Session& session) {
  Script script;
  if (!options.script.empty()) {
    auto loaded = loadScript(options.script, session.model());
    if (!loaded) return loaded;
    script.push_back({.at = 0, .command = StopAll{}});
    script.insert(script.end(), loaded->begin(), loaded->end());
  }
  return script;
}

}  // namespace

ExitCode runRender(const RenderOptions& options) {
  auto model = loadModel(options.model, {.allInfluences = options.allInfluences});
  if (!model) return fail(model.error().message);
  auto stage = HeadlessStage::make({options.width, options.height}, options.interface);
  if (!stage) return fail(stage.error().message, ExitCode::NoOpenGl);
  if (auto loaded = stage->useShaders(options.shaderDir); !loaded) return fail(loaded.error().message);

  const ViewOptions view{.skeleton = options.skeleton, .darkBackground = !options.light};
  Session session(std::move(*model), {.view = view, .aspect = stage->aspect()});
  auto script = scriptOf(options, session);
  if (!script) return fail(script.error().message);
  const FilmTimes times = timesOf(options);
  auto sink = openFrameSink(options.out, {.width = options.width, .height = options.height, .framesPerSecond = static_cast<int>(std::lround(options.fps))});
  if (!sink) return fail(sink.error().message);

  auto shot = shootFilm(session, std::move(*script), times, *stage, [&](int, const ImageView& picture) { return (*sink)->add(picture); });
  if (shot) shot = (*sink)->finish();
  if (!shot) return fail(shot.error().message);
  std::printf("%s\n", options.out.c_str());
  if (options.timing) printTiming(stage->history(), stage->driverName());
  return ExitCode::Done;
}

}  // namespace app
