// crossfade render: pictures and films without a display.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>

#include <glm/ext/matrix_transform.hpp>
#include <glm/trigonometric.hpp>
#include <nlohmann/json.hpp>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/model_words.h"
#include "app/format/visible_text.h"
#include "app/host/files/model_file.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/host/film/film.h"
#include "app/host/terminal/messages.h"
#include "app/model/add_clips.h"
#include "app/model/counted.h"
#include "app/model/file_formats.h"
#include "app/model/pose_value_names.h"
#include "app/record/contact_sheet.h"
#include "app/record/frame_sink.h"
#include "app/record/pending_file.h"
#include "app/record/recorder.h"
#include "app/session/character/settings/fade_limits.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/view/camera.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

constexpr double kFilmSeconds = 4;
constexpr double kLongestFilm = 3600;

nlohmann::json elementsOf(const glm::mat4& matrix) {
  nlohmann::json elements = nlohmann::json::array();
  for (int i = 0; i < 16; ++i) elements.push_back(matrix[i / 4][i % 4]);
  return elements;
}

/// Writes the camera of a picture for programs that draw on top of it, in the space of the model, which the camera sees
/// relative to `origin` (Model::origin). As JSON: the matrices "view" and "projection" with 16 numbers each, column by
/// column. `aspect`: width / height.
Result<void> writeCamera(const Camera& camera, const glm::dvec3& origin, float aspect, const std::string& path) {
  const nlohmann::json file = {
      {"view", elementsOf(viewMatrix(camera) * glm::translate(glm::mat4(1), -glm::vec3(origin)))},
      {"projection", elementsOf(projectionMatrix(camera, aspect))}};
  return writeTextFile(path, file.dump(2) + '\n');
}

/// What the options say about the look, on top of the project or of the defaults.
struct Look {
  bool skeleton = false;
  bool light = false;
  bool transparent = false;
  std::optional<float> exposure;
  std::optional<ViewMode> mode;

  ViewOptions over(ViewOptions view) const {
    view.skeleton |= skeleton;
    view.darkBackground &= !light;
    view.transparent = transparent;
    view.exposure = exposure.value_or(view.exposure);
    view.mode = mode.value_or(view.mode);
    return view;
  }
};

struct RenderOptions {
  SessionOptions opened;
  bool allInfluences = false;
  std::vector<std::string> clips;  // names or "#3", played in turn; empty: as the script says
  bool together = false;           // all of them at once instead
  std::string script;
  std::string out;
  PictureSize size{1280, 720};
  double fps = 50;
  double seconds = 0;                   // 0: one picture for .png, else as long as --clip plays, or 4 s
  double start = 0;                     // script time of the first frame
  int sheet = 0;                        // above 0: one PNG of this many pictures
  std::optional<PictureRegion> region;  // none: the whole picture
  Look look;
  std::string variant;                // of the model's materials; empty: as the project says
  std::string camera;                 // of the file; empty: as the project says
  std::optional<LightSource> lights;  // none: as the project says
  bool interface = false;
  std::vector<crossfade::TransitionKind> compared;  // kinds, at once; none: one figure
  std::string pair;                                 // clips to fade between, in a loop; empty: as the script says
  int drawLimit = 100;                              // characters of the crowd
  std::string cameraOut;                            // JSON with the first frame's view and projection; empty: none
  bool timing = false;                              // prints the frame-timing table
  std::string shaderDir;

  bool isStill() const { return sheet == 0 && isSinglePicture(out); }
};

/// What --scene names.
struct SceneChoice {
  SceneKind kind = SceneKind::Character;
  std::string shapeFile;  // empty: the opening shapes
  std::optional<int> characters;
};

/// Reads "shapes", "shapes:FILE", "timing", "curves", "crowd" or "crowd:500"; nothing when it is none of these.
std::optional<SceneChoice> sceneChoiceOf(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  if (colon == std::string::npos) {
    for (const SceneKind kind : {SceneKind::Shapes, SceneKind::Timing, SceneKind::Crowd, SceneKind::Curves})
      if (name == wordOf(kind)) return SceneChoice{.kind = kind};
    return std::nullopt;
  }
  const std::string value = text.substr(colon + 1);
  if (name == "shapes" && !value.empty()) return SceneChoice{.kind = SceneKind::Shapes, .shapeFile = value};
  int characters = 0;
  char end = 0;
  if (name == "crowd" && std::sscanf(value.c_str(), "%d%c", &characters, &end) == 1 && characters >= 1 &&
      characters <= kMaxCharacters)
    return SceneChoice{.kind = SceneKind::Crowd, .characters = characters};
  return std::nullopt;
}

/// Reads "40,0,640x360".
PictureRegion regionOf(const std::string& text) {
  PictureRegion region;
  char end = 0;
  if (std::sscanf(text.c_str(), "%d,%d,%dx%d%c", &region.x, &region.y, &region.width, &region.height, &end) != 4)
    refuse("--region", "'" + text + "' is not a region like 40,0,640x360");
  return region;
}

/// When the shapes are back where they started, or stop, after the last command of the script, which is simulated here.
/// 0: they do not move, or are not shown at the end.
double shapesSeconds(const Session& session, const Script& script) {
  ShapeScene rehearsal({.keys = session.shapes().keys(), .settings = session.shapes().settings()});
  SceneKind shown = session.scene();
  double time = 0;
  for (const TimedCommand& each : script) {
    const auto* const command = each.command.as<ShapeCommand>();
    const auto* const scene = each.command.as<ShowScene>();
    if (!command && !scene) continue;
    if (shown == SceneKind::Shapes) rehearsal.advance(each.at - time);
    time = each.at;
    if (scene) shown = scene->scene;
    if (command) (void)rehearsal.apply(*command);  // a refused one ends the film itself, which says why
  }
  if (shown != SceneKind::Shapes) return 0;
  const double period = timelinePeriod(rehearsal.length(), rehearsal.settings().ending);
  return time + std::max(0.0, period - rehearsal.time());
}

/// How long each clip of --clip plays, in the same order; a clip of no length is shown for a second.
std::vector<double> clipSeconds(const RenderOptions& options, const Model& model) {
  constexpr double kStill = 1;
  std::vector<double> seconds;
  for (const std::string& name : options.clips)
    if (const auto clip = findClip(model, name)) {
      const double duration = model.clips[static_cast<std::size_t>(*clip)].duration();
      seconds.push_back(duration > 0 ? duration : kStill);
    }
  return seconds;
}

double filmSeconds(const RenderOptions& options, const Session& session, const Script& script) {
  if (options.seconds > 0) return options.seconds;
  if (const std::vector<double> each = clipSeconds(options, session.model()); !each.empty()) {
    const double all =
        options.together ? *std::max_element(each.begin(), each.end()) : std::accumulate(each.begin(), each.end(), 0.0);
    return std::min(all, kLongestFilm);
  }
  const double seconds = shapesSeconds(session, script);
  return seconds > 0 ? seconds : kFilmSeconds;
}

/// What a sheet of --pair shows: the first fade, and half its length before and after it. Nothing if the options say
/// when to begin or how long to go on, or name no pair.
std::optional<FilmTimes> timesOfFade(const RenderOptions& options, const Session& session) {
  constexpr double kLeastAround = 0.1;
  if (options.sheet == 0 || options.pair.empty() || options.seconds > 0 || options.start > 0) return std::nullopt;
  const auto clips = findPair(session.model(), options.pair);
  if (!clips) return std::nullopt;  // which is said elsewhere
  const FadeChoice panel = wholeChoice(session.fadeSettings(), session.fadeCurve());
  const double fade = *resolved(session.character().transitions(), panel, *clips).seconds;
  const FadePair& pair = session.character().program().pair();
  const double around = std::max(fade / 2, kLeastAround), begin = std::max(pair.leadIn, kShortestStep);
  const double first = std::max(0.0, begin - around), last = begin + fade + std::min(around, pair.leadOut);
  if (options.sheet == 1) return FilmTimes{.start = begin + fade / 2, .rate = frameRateOf(options.fps), .frames = 1};
  return FilmTimes{.start = first, .rate = frameRateOf(options.fps), .frames = options.sheet, .spread = last - first};
}

FilmTimes timesOf(const RenderOptions& options, const Session& session, const Script& script) {
  if (const auto fade = timesOfFade(options, session)) return *fade;
  const FrameRate rate = frameRateOf(options.fps);
  const double seconds = filmSeconds(options, session, script);
  if (options.sheet > 0) return {.start = options.start, .rate = rate, .frames = options.sheet, .spread = seconds};
  const int frames = options.isStill() ? 1 : static_cast<int>(std::max(1.0, std::round(seconds * rate.perSecond())));
  return {.start = options.start, .rate = rate, .frames = frames};
}

PictureRegion regionOf(const RenderOptions& options) {
  return options.region.value_or(PictureRegion{0, 0, options.size.width, options.size.height});
}

SinkOptions sinkOf(const RenderOptions& options, std::int64_t frames = 0) {
  const PictureRegion region = regionOf(options);
  return {.width = region.width, .height = region.height, .rate = frameRateOf(options.fps), .frames = frames};
}

/// How many pictures the options ask for, before the model is known; 0: as long as its clips or its script say.
std::int64_t statedFrames(const RenderOptions& options) {
  if (options.isStill() || options.sheet > 0 || !(options.seconds > 0)) return 0;
  return static_cast<std::int64_t>(std::max(1.0, std::round(options.seconds * frameRateOf(options.fps).perSecond())));
}

Result<std::unique_ptr<FrameSink>> openSink(const RenderOptions& options, std::int64_t frames) {
  const SinkOptions sink = sinkOf(options, frames);
  return options.sheet > 0 ? openContactSheet(options.out, sink, options.sheet) : openFrameSink(options.out, sink);
}

/// Adds the commands of --pair and --compare, after those of the script at time 0.
Result<void> addComparison(const RenderOptions& options, const Session& session, Script& script) {
  const auto add = [&script](const char* option, Command command) {
    script.push_back({.at = 0, .command = std::move(command), .location = option});
  };
  if (!options.pair.empty()) {
    FadeSettings settings = session.fadeSettings();
    const auto pair = findPair(session.model(), options.pair);
    if (!pair) return Error{"--pair: " + pair.error().message};
    settings.from = pair->from;
    settings.to = pair->to;
    add("--pair", SetFadeSettings{settings});
    add("--pair", LoopFade{});
  }
  if (!options.compared.empty()) {
    SetComparison comparison;
    for (const crossfade::TransitionKind kind : options.compared) comparison.variants.push_back({.kind = kind});
    add("--compare", std::move(comparison));
  }
  std::ranges::stable_sort(script, {}, &TimedCommand::at);
  return {};
}

/// The commands of --clip, at time 0.
Result<void> addClips(const RenderOptions& options, const Model& model, Script& script) {
  if (options.clips.empty()) return {};
  const auto add = [&script](Command command) {
    script.push_back({.at = 0, .command = std::move(command), .location = "--clip"});
  };
  SetQueue queue;
  const std::vector<double> seconds = clipSeconds(options, model);
  add(StopAll{});
  for (const std::string& name : options.clips) {
    const auto clip = findClip(model, name);
    if (!clip) return Error{"--clip: " + clip.error().message};
    if (options.together || options.clips.size() == 1)
      add(PlayClip{*clip});
    else
      queue.items.push_back({.fade = {.clip = *clip}, .plays = seconds[queue.items.size()]});
  }
  if (queue.items.empty()) return {};
  add(std::move(queue));
  add(PlayQueue{});
  return {};
}

/// Without a script the opening clip keeps playing.
Result<Script> scriptOf(const RenderOptions& options, const Session& session) {
  Script script;
  if (!options.script.empty()) {
    auto loaded = loadScript(options.script, session.model());
    if (!loaded) return loaded;
    script = fromNothing(*std::move(loaded));
  }
  if (auto added = addClips(options, session.model(), script); !added) return added.error();
  if (auto added = addComparison(options, session, script); !added) return added.error();
  return script;
}

/// The seam figures of a comparison, one line each.
void printComparison(const Session& session) {
  const FadeComparison& comparison = session.character().comparison();
  if (!comparison.isOn()) return;
  std::printf("%-10s %9s %9s %10s %6s %7s %8s  %s\n", "kind", "velocity", "position", "overshoot", "tilt", "sink",
              "slide", "joint");
  for (int lane = 0; lane < comparison.laneCount(); ++lane) {
    const auto& figures = comparison.figures(lane);
    const std::string kind(wordOf(comparison.settings(lane).kind));
    if (!figures) {
      std::printf("%-10s not measured: choose two different clips of at most 10 minutes together\n", kind.c_str());
      continue;
    }
    const std::string worst = nameOfJointOrValue(session.model(), figures->joint, figures->value);
    const std::string slide = figures->slide ? crossfade::formatNumber(*figures->slide, 3) + " m" : "-";
    std::printf("%-10s %9.2f %9.2f %8.1f\u00b0 %5.1f\u00b0 %5.1f %% %8s  %s\n", kind.c_str(), figures->velocityRatio,
                figures->positionRatio, glm::degrees(figures->excess.overshoot), glm::degrees(figures->excess.tilt),
                100 * figures->excess.sink, slide.c_str(), visible(worst).c_str());
    const char* const fault = textOf(faultOf(figures->velocityRatio, figures->positionRatio, figures->excess)).sentence;
    if (*fault) std::printf("%-10s %s.\n", "", fault);
  }
}

/// What a canceled film leaves behind: of a sequence, the pictures that are complete.
Error canceledAfter(int pictures, const std::string& out, Recorder& recorder) {
  const bool isSequence = numberedName(out, 0) != out;
  if (isSequence) (void)recorder.finish(pictures);  // those in its queue, too
  const int written = isSequence ? recorder.status().written : 0;
  if (written == 0) return Error{"canceled; " + out + " was not written"};
  const std::string first = numberedName(out, 0), last = numberedName(out, written - 1);
  return Error{"canceled; " +
               (written == 1 ? first + " is complete and stays" : first + " to " + last + " are complete and stay")};
}

/// `canceled`: becomes true if a signal asked for it.
Result<void> record(const RenderOptions& options, Session& session, Script script, HeadlessStage& stage,
                    bool& canceled) {
  const PictureRegion region = regionOf(options);
  const FilmTimes times = timesOf(options, session, script);
  const EndRequest end(SecondSignal::Ends);  // from here on, a signal is answered in words
  auto sink = openSink(options, times.frames);
  if (!sink) return sink.error();
  Recorder recorder(std::move(*sink), OverflowPolicy::Wait);
  Progress progress(times.frames);
  std::vector<std::uint8_t> cropPixels;
  int pictures = 0;
  const auto drawn = [&](int frame) -> Result<void> {
    if (EndRequest::received()) return Error{"canceled"};
    progress.show(frame);
    if (frame > 0 || options.cameraOut.empty()) return {};
    return writeCamera(session.shownCamera(), session.model().origin, stage.aspect(), options.cameraOut);
  };
  const auto show = [&](int frame, FilmPicture& picture) -> Result<void> {
    pictures = frame + 1;
    if (!options.region) return recorder.add(picture.size.width, picture.size.height, *picture.pixels, frame);
    return recorder.add(cropped(picture.view(), region, cropPixels), frame);
  };
  auto shot = shootFilm(session, std::move(script), times, stage, show, drawn);
  canceled = EndRequest::received();
  if (!shot && canceled) return canceledAfter(pictures, options.out, recorder);
  return shot ? recorder.finish(times.frames) : shot;
}

Result<void> showCrowd(const RenderOptions& options, const SceneChoice& scene, Session& session) {
  if (scene.characters)
    if (auto set = session.apply(CrowdCommand{SetCrowd{&CrowdSettings::characters, *scene.characters}}); !set)
      return set;
  return session.apply(CrowdCommand{SetCrowd{&CrowdSettings::drawLimit, options.drawLimit}});
}

/// A film of shapes plays; a still without time or script shows all in-betweens at once.
Result<void> showShapes(const RenderOptions& options, const SceneChoice& scene, Session& session) {
  if (!scene.shapeFile.empty()) {
    auto loaded = loadShapes(scene.shapeFile);
    if (!loaded) return loaded.error();
    if (auto imported = session.apply(ShapeCommand{*std::move(loaded)}); !imported) return imported;
  }
  const bool allAtOnce = options.isStill() && options.start == 0 && options.script.empty();
  if (auto set = session.apply(SetShapes{&ShapeSettings::mode, allAtOnce ? ShapeMode::Picture : ShapeMode::Animation});
      !set)
    return set;
  return session.apply(shapes::SetPlaying{});
}

Result<void> showScene(const RenderOptions& options, const SceneChoice& scene, Session& session) {
  if (auto shown = session.apply(ShowScene{scene.kind}); !shown) return shown;
  if (scene.kind == SceneKind::Crowd) return showCrowd(options, scene, session);
  if (scene.kind == SceneKind::Shapes) return showShapes(options, scene, session);
  return {};
}

Result<void> showProject(const RenderOptions& options, Session& session) {
  if (!session.model().project) return {};
  openProjectOf(session);
  return session.apply(SetViewOptions{options.look.over(session.view())});
}

/// Applies the variant, camera and lights that the options choose.
Result<void> showModelView(const RenderOptions& options, Session& session) {
  if (!options.variant.empty()) {
    const auto variant = findVariant(session.model(), options.variant);
    if (!variant) return Error{"--variant: " + variant.error().message};
    if (auto shown = session.apply(ShowVariant{*variant}); !shown) return shown;
  }
  if (!options.camera.empty()) {
    const auto camera = findCamera(session.model(), options.camera);
    if (!camera) return Error{"--camera: " + camera.error().message};
    if (auto shown = session.apply(LookThrough{*camera}); !shown) return shown;
  }
  return options.lights ? session.apply(SetLights{*options.lights}) : Result<void>();
}

/// Shapes and curves need no model; the timing scene does, for its character.
Result<Model> modelOf(const RenderOptions& options, const SceneChoice& scene) {
  const bool needsModel = scene.kind != SceneKind::Shapes && scene.kind != SceneKind::Curves;
  if (!needsModel && options.opened.model.empty()) return Model{};
  return openModel(options.opened.model, options.opened, {.allInfluences = options.allInfluences});
}

class RenderCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand("render", "Render pictures and films without a display");
    parser->add_option("MODEL", models_, optionalModelHelp() + "; several");
    parser
        ->add_option("--out", options_.out,
                     "FILE" + recordingEndings() +
                         ", or frame-%04d.png. {name} is the model's file name, which several models need")
        ->required();
    declareScene(*parser);
    declareFilm(*parser);
    declareLook(*parser);
    declareModelView(*parser);
    declareComparison(*parser);
    addInfluences(*parser, options_.allInfluences);
    addOpeningOptions(*parser, options_.opened);
    parser->add_option("--camera-out", options_.cameraOut,
                       "Write the first frame's view and projection matrices as JSON");
    parser->add_flag("--timing", options_.timing, "Print what a frame costs");
    parser->add_option("--shader-dir", options_.shaderDir, "Load the shaders from this folder");
    return parser;
  }

  void check() const override {
    const auto refuse = [](const std::string& why) { app::refuse("render", why); };
    const RecordingFormat* format = recordingFormatOf(options_.out);
    const bool hasAlpha = format && format->hasAlpha;
    refuseSharedOut("--out", options_.out, models_);
    if (!options_.cameraOut.empty()) refuseSharedOut("--camera-out", options_.cameraOut, models_);
    if (options_.together && options_.clips.empty()) refuse("--together needs --clip");
    if (options_.region && !options_.region->isInside(options_.size.width, options_.size.height))
      refuse("the region is not inside the picture");
    if (options_.sheet > 0 && !(format && format->isPicture)) refuse("--sheet writes a .png");
    if (options_.look.transparent && !hasAlpha) refuse("only a .png can be transparent");
    if (options_.look.transparent && options_.interface) refuse("--transparent and --ui exclude each other");
    if (auto ok = checkFrameRate(options_.out, options_.fps); !ok) refuse(ok.error().message);
    for (const std::string& model : models_.empty() ? std::vector<std::string>{""} : models_) {
      const RenderOptions each = optionsFor(model);
      for (const auto& [option, out] : {std::pair("--out", each.out), std::pair("--camera-out", each.cameraOut)})
        refuseReplacing(option, out, {options_.opened.set, options_.script}, options_.opened.clipFiles);
      refuseReplacing("--out", each.out, {}, models_);
      refuseReplacing("--camera-out", each.cameraOut, {}, models_);
      if (auto ok = checkSink(each.out, sinkOf(each, statedFrames(each))); !ok) refuse(ok.error().message);
    }
  }

  ExitCode run() const override {
    bool canceled = false;
    if (models_.empty()) return renderOne(options_, canceled);
    ExitCode code = ExitCode::Done;
    for (std::size_t i = 0; i < models_.size(); ++i) {
      const std::string rest = "canceled; of " + std::to_string(models_.size()) + " models, those from " + models_[i] +
                               " on were not rendered";
      if (canceled) return worse(code, fail(rest));
      if (i > 0) sayOnSignals(visible(rest));
      code = worse(code, renderOne(optionsFor(models_[i]), canceled));
    }
    return code;
  }

 private:
  RenderOptions optionsFor(const std::string& model) const {
    RenderOptions options = options_;
    options.opened.model = model;
    options.out = outFor(options_.out, model);
    options.cameraOut = outFor(options_.cameraOut, model);
    return options;
  }

  /// Brings a new session to the first frame; returns the script that the film plays.
  Result<Script> setUp(const RenderOptions& options, Session& session) const {
    if (auto opened = showProject(options, session); !opened) return opened.error();
    if (auto shown = showModelView(options, session); !shown) return shown.error();
    if (auto opened = openTransitionSet(options.opened.set, session); !opened) return opened.error();
    const bool asSaved = session.model().project && scene_.kind == SceneKind::Character;
    if (auto shown = asSaved ? Result<void>() : showScene(options, scene_, session); !shown) return shown.error();
    return scriptOf(options, session);
  }

  /// For a camera that keeps all of the motion in the picture, from playing the film once without drawing it. Nothing
  /// if the opening clip alone plays, which is what a session frames by itself, or if the user chose the camera.
  Session::KnownBounds boundsOfFilm(const RenderOptions& options, const Model& model,
                                    const SessionSettings& settings) const {
    if (scene_.kind != SceneKind::Character || model.project || !options.camera.empty()) return std::nullopt;
    if (options.script.empty() && options.clips.empty() && options.pair.empty()) return std::nullopt;
    Session rehearsal(model, settings);
    auto script = setUp(options, rehearsal);
    if (!script) return std::nullopt;  // the film itself says why
    const FilmTimes times = timesOf(options, rehearsal, *script);
    return boundsInFilm(rehearsal, *std::move(script), times);
  }

  ExitCode renderOne(const RenderOptions& options, bool& canceled) const {
    for (const std::string& out : {numberedName(options.out, 0), options.cameraOut})
      if (auto ok = checkWritable(out); !ok) return fail(ok.error().message);
    auto model = modelOf(options, scene_);
    if (!model) return fail(model.error().message);
    if (const auto missing = showsModel(scene_.kind) ? missingInPicture(*model) : std::string(); !missing.empty())
      warn(missing);
    auto stage = HeadlessStage::make(options.size, options.interface);
    if (!stage) return fail(stage.error().message, ExitCode::NoOpenGl);
    if (auto loaded = stage->useShaders(options.shaderDir); !loaded) return fail(loaded.error().message);

    const SessionSettings settings{.view = options.look.over({}), .aspect = stage->aspect()};
    const auto bounds = boundsOfFilm(options, *model, settings);
    Session session(std::move(*model), settings, bounds);
    auto script = setUp(options, session);
    if (!script) return fail(script.error().message);
    if (auto shot = record(options, session, std::move(*script), *stage, canceled); !shot)
      return fail(shot.error().message);
    std::printf("%s\n", visible(options.out).c_str());
    if (!options.isStill() && session.scene() == SceneKind::Shapes &&
        session.shapes().settings().mode == ShapeMode::Picture)
      warn("picture mode shows every in-between at once and does not move; use the mode \"animation\" for films");
    printComparison(session);
    if (options.timing) printTiming(stage->history(), stage->driverName());
    return ExitCode::Done;
  }

  void declareScene(CLI::App& parser) {
    parser.add_option_function<std::string>(
        "--scene",
        [this](const std::string& text) {
          const auto scene = sceneChoiceOf(text);
          if (!scene)
            throw CLI::ValidationError("--scene",
                                       "'" + text +
                                           "' is not shapes, shapes:FILE, timing, curves, crowd or crowd:NUMBER "
                                           "(1 to " +
                                           std::to_string(kMaxCharacters) + ")");
          scene_ = *scene;
        },
        "shapes, shapes:FILE (.json or .svg), timing, curves, crowd or crowd:NUMBER, instead of the character");
    addDrawLimit(parser, options_.drawLimit);
    auto* script = parser.add_option("--script", options_.script, "A script file; default: the opening clip plays");
    parser
        .add_option("--clip", options_.clips,
                    "Play this clip, by its name or as #3; may be repeated: then one after the other, with a fade in "
                    "between. Without --seconds, the film is as long as they are")
        ->allow_extra_args(false)
        ->excludes(script);
    parser.add_flag("--together", options_.together, "Play the clips of --clip all at once, with equal weights");
  }

  void declareFilm(CLI::App& parser) {
    addSize(parser, options_.size, "WIDTHxHEIGHT");
    addNumber(parser, "--fps", options_.fps, "Frames per second", 1, 1000)->capture_default_str();
    addNumber(parser, "--seconds", options_.seconds, "Length of the film in seconds (default: 4)", 0.001, 3600);
    addNumber(parser, "--start", options_.start, "Script time of the first frame, in seconds", 0, 86400);
    addNumber(parser, "--sheet", options_.sheet,
              "Write one PNG with this many pictures, spread evenly over the film; with --pair and without --seconds, "
              "over the fade and half its length before and after it",
              1, 1000);
    parser.add_option_function<std::string>(
        "--region", [this](const std::string& text) { options_.region = regionOf(text); },
        "X,Y,WIDTHxHEIGHT: only this region of the picture");
  }

  void declareComparison(CLI::App& parser) {
    parser.add_option("--pair", options_.pair, "FROM,TO: fade between these clips, in a loop");
    parser
        .add_option_function<std::vector<std::string>>(
            "--compare",
            [this](const std::vector<std::string>& names) {
              for (const std::string& name : names) {
                const auto kind = enumeratorNamed<crossfade::TransitionKind>(name);
                if (!kind) throw CLI::ValidationError("--compare", "there is no kind '" + name + "'");
                options_.compared.push_back(*kind);
              }
            },
            "KIND,KIND,...: show the fade with two to six kinds side by side, and print how much each pops")
        ->delimiter(',');
  }

  void declareLook(CLI::App& parser) {
    Look& look = options_.look;
    parser.add_flag("--transparent", look.transparent, "Transparent background, .png only");
    parser.add_flag("--ui", options_.interface, "Draw the interface, too");
    parser.add_flag("--skeleton", look.skeleton, "Draw the skeleton, too");
    parser.add_flag("--light", look.light, "Light background");
    addNumber(parser, "--exposure", look.exposure, "Brightness of the picture, in stops", -kMaxExposure, kMaxExposure);
    parser.add_option("--view", look.mode, "shaded, or unlit: base-color, normals (in view space), silhouette")
        ->transform(CLI::CheckedTransformer(std::map<std::string, ViewMode>{{"shaded", ViewMode::Shaded},
                                                                            {"base-color", ViewMode::BaseColor},
                                                                            {"normals", ViewMode::Normals},
                                                                            {"silhouette", ViewMode::Silhouette}}));
  }

  void declareModelView(CLI::App& parser) {
    parser.add_option("--variant", options_.variant, "NAME of a variant of the model's materials; see info");
    parser.add_option("--camera", options_.camera, "NAME of a camera in the file; see info");
    std::map<std::string, LightSource> sources;
    for (std::size_t i = 0; i < kWords<LightSource>.size(); ++i)
      sources[std::string(kWords<LightSource>[i])] = static_cast<LightSource>(i);
    parser.add_option("--lights", options_.lights, "Light source: studio, file or both")
        ->transform(CLI::CheckedTransformer(sources));
  }

  RenderOptions options_;  // without the model
  std::vector<std::string> models_;
  SceneChoice scene_;
};

}  // namespace

std::unique_ptr<Subcommand> makeRenderCommand() { return std::make_unique<RenderCommand>(); }

}  // namespace app
