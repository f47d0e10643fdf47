#include <cmath>
#include <cstdio>
#include <fstream>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/host/files/loading.h"
#include "app/host/film/film.h"
#include "app/host/terminal/progress.h"
#include "app/record/contact_sheet.h"
#include "app/record/recorder.h"

namespace app {
namespace {

constexpr double kFilmSeconds = 4;

bool isStill(const RenderOptions& options) { return options.sheet == 0 && isSinglePicture(options.out); }

/// Shapes come back to their beginning after a while of their own.
double filmSeconds(const RenderOptions& options, const Session& session) {
  if (options.seconds > 0) return options.seconds;
  const double period = timelinePeriod(session.shapes().length(), session.shapes().settings().ending);
  return session.scene() == SceneKind::Shapes && period > 0 ? period : kFilmSeconds;
}

FilmTimes timesOf(const RenderOptions& options, const Session& session) {
  const FrameRate rate = frameRateOf(options.fps);
  const double seconds = filmSeconds(options, session);
  if (options.sheet > 0) return {.start = options.start, .rate = rate, .frames = options.sheet, .spread = seconds};
  const int frames = isStill(options) ? 1 : static_cast<int>(std::max(1.0, std::round(seconds * rate.perSecond())));
  return {.start = options.start, .rate = rate, .frames = frames};
}

crossfade::Result<std::unique_ptr<FrameSink>> openSink(const RenderOptions& options, const PictureRegion& region) {
  const SinkOptions sink{.width = region.width, .height = region.height, .rate = frameRateOf(options.fps)};
  return options.sheet > 0 ? openContactSheet(options.out, sink, options.sheet) : openFrameSink(options.out, sink);
}

/// Without a script the opening clip, which already plays, goes on.
crossfade::Result<Script> scriptOf(const RenderOptions& options, Session& session) {
  Script script;
  if (!options.script.empty()) {
    auto loaded = loadScript(options.script, session.model());
    if (!loaded) return loaded;
    script.push_back({.at = 0, .command = StopAll{}});
    script.insert(script.end(), loaded->begin(), loaded->end());
  }
  return script;
}

nlohmann::json elementsOf(const glm::mat4& matrix) {  // column after column
  nlohmann::json elements = nlohmann::json::array();
  for (int i = 0; i < 16; ++i) elements.push_back(matrix[i / 4][i % 4]);
  return elements;
}

crossfade::Result<void> writeCamera(const Camera& camera, float aspect, const std::string& path) {
  const nlohmann::json file = {{"view", elementsOf(viewMatrix(camera))},
                               {"projection", elementsOf(projectionMatrix(camera, aspect))}};
  std::ofstream out(path);
  out << file.dump(2) << '\n';
  out.close();
  return out ? crossfade::Result<void>() : crossfade::Error{"'" + path + "' cannot be written"};
}

crossfade::Result<void> record(const RenderOptions& options, Session& session, Script script, HeadlessStage& stage) {
  const PictureRegion region = options.region.value_or(PictureRegion{0, 0, options.width, options.height});
  auto sink = openSink(options, region);
  if (!sink) return sink.error();
  Recorder recorder(std::move(*sink), OverflowPolicy::Wait);
  const FilmTimes times = timesOf(options, session);
  Progress progress(times.frames);
  const CancelRequest cancel;
  std::vector<std::uint8_t> regionPixels;
  auto shot = shootFilm(
      session, std::move(script), times, stage, [&](int frame, const ImageView& picture) -> crossfade::Result<void> {
        if (cancel.asked()) return crossfade::Error{"given up; " + options.out + " was not written"};
        progress.show(frame);
        if (frame == 0 && !options.cameraOut.empty())
          if (auto written = writeCamera(session.camera(), stage.aspect(), options.cameraOut); !written) return written;
        return recorder.add(options.region ? cropped(picture, region, regionPixels) : picture, frame);
      });
  return shot ? recorder.finish(times.frames) : shot;
}

/// "crowd" or "crowd:500".
crossfade::Result<void> showCrowd(const RenderOptions& options, Session& session) {
  if (const std::size_t colon = options.scene.find(':'); colon != std::string::npos)
    if (auto set = session.apply(CrowdCommand{SetCharacters{std::atoi(options.scene.c_str() + colon + 1)}}); !set)
      return set;
  if (auto set = session.apply(CrowdCommand{SetDrawLimit{options.drawLimit}}); !set) return set;
  return session.apply(ShowScene{SceneKind::Crowd});
}

/// The scene that --scene names, with the shapes of its file. A film of shapes moves; a still that is asked for no
/// moment shows all in-betweens at once.
crossfade::Result<void> showScene(const RenderOptions& options, Session& session) {
  if (options.scene.empty()) return {};
  if (options.scene.starts_with("crowd")) return showCrowd(options, session);
  const bool isTiming = options.scene == "timing";
  if (auto shown = session.apply(ShowScene{isTiming ? SceneKind::Timing : SceneKind::Shapes}); !shown || isTiming)
    return shown;
  if (const std::size_t colon = options.scene.find(':'); colon != std::string::npos) {
    auto loaded = loadShapes(options.scene.substr(colon + 1));
    if (!loaded) return loaded.error();
    if (auto imported = session.apply(ShapeCommand{*std::move(loaded)}); !imported) return imported;
  }
  const bool allAtOnce = isStill(options) && options.start == 0 && options.script.empty();
  if (auto set = session.apply(shapes::SetMode{allAtOnce ? ShapeMode::Picture : ShapeMode::Animation}); !set)
    return set;
  return session.apply(shapes::SetPlaying{});
}

/// A workspace needs no model; one that is named is there nevertheless.
crossfade::Result<Model> modelOf(const RenderOptions& options) {
  if (options.scene.starts_with("shapes") && options.model.empty())
    return Model{};  // in the timing scene a character may take the block's place
  return loadModel(options.model, {.allInfluences = options.allInfluences}, options.clipFiles);
}

}  // namespace

ExitCode runRender(const RenderOptions& options) {
  auto model = modelOf(options);
  if (!model) return fail(model.error().message);
  auto stage = HeadlessStage::make({options.width, options.height}, options.interface);
  if (!stage) return fail(stage.error().message, ExitCode::NoOpenGl);
  if (auto loaded = stage->useShaders(options.shaderDir); !loaded) return fail(loaded.error().message);

  const ViewOptions view{.skeleton = options.skeleton,
                         .darkBackground = !options.light,
                         .mode = options.view,
                         .transparent = options.transparent};
  Session session(std::move(*model), {.view = view, .aspect = stage->aspect()});
  if (auto shown = showScene(options, session); !shown) return fail(shown.error().message);
  auto script = scriptOf(options, session);
  if (!script) return fail(script.error().message);
  if (auto shot = record(options, session, std::move(*script), *stage); !shot) return fail(shot.error().message);
  std::printf("%s\n", options.out.c_str());
  if (options.timing) printTiming(stage->history(), stage->driverName());
  return ExitCode::Done;
}

}  // namespace app
