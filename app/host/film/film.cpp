#include "app/host/film/film.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "app/host/files/model_file.h"
#include "app/host/files/session_files.h"
#include "app/record/pending_file.h"
#include "app/record/png.h"
#include "app/record/recorder.h"
#include "app/view/model_matrices.h"

namespace app {
namespace {

constexpr double kRoundOff = 1e-9;  // of a part
constexpr double kHistory = 10;  // seconds before the first frame that are played at its rate, to fill the weight plot
constexpr double kMaxParts = 1e5;  // an hour in quarters of a second takes 14,400

}  // namespace

int partsOf(double seconds, const Session& session) {
  const crossfade::ClockSettings& clock = session.clock().settings;
  if (session.scene() != SceneKind::Character || clock.kind == crossfade::ClockKind::FrameBased) return 1;
  double longest = clock.longestFrame;
  if (clock.kind == crossfade::ClockKind::FixedStep && clock.speed != 0)  // a step may be due from before
    longest = std::min(longest, (clock.maxSteps - 1) * clock.rate.stepSeconds() / std::abs(clock.speed));
  if (!(longest > 0) || !(seconds > longest)) return 1;
  return static_cast<int>(std::min(std::ceil(seconds / longest - kRoundOff), kMaxParts));
}

void FrameParts::begin(double seconds, const Session& session) {
  left_ = partsOf(seconds, session);
  seconds_ = seconds / left_;
}

std::optional<double> FrameParts::next() {
  if (left_ == 0) return std::nullopt;
  --left_;
  return seconds_;
}

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

namespace {

constexpr std::size_t kMaxVerticesMeasured = 200'000;
constexpr double kMeasuredEvery = 0.05;  // seconds of the film

/// Adds what the picture shows now, seen from where the camera has gone.
void addShown(const Session& session, const std::vector<bool>& instances, Bounds& bounds) {
  const glm::vec3 way = session.shownCamera().target - session.camera().target;
  const auto add = [&](const PosedModel& pose) {
    const Bounds shown = boundsOf(session.model(), pose, instances);
    if (shown.empty) return;
    bounds.add(shown.min - way);
    bounds.add(shown.max - way);
  };
  const FadeComparison& comparison = session.character().comparison();
  if (!session.character().isComparing()) return add(session.posed());
  for (int lane = 0; lane < comparison.laneCount(); ++lane) add(comparison.posed(lane));
}

}  // namespace

CharacterBounds boundsInFilm(Session& session, Script script, const FilmTimes& times) {
  const Model& model = session.model();
  CharacterBounds bounds = session.character().bounds();
  if (vertexCountOf(model) > kMaxVerticesMeasured) return bounds;
  const int opening = openingClip(model);
  const std::vector<bool> instances =
      framedInstances(model, session.posed(), opening < 0 ? nullptr : &model.clips[static_cast<std::size_t>(opening)]);
  ScriptPlayer player(std::move(script));
  FrameProfiler unused;
  double due = times.timeOf(0);
  for (int frame = 0; frame < times.frames; ++frame) {
    const double now = times.timeOf(frame);
    if (!player.advanceTo(now, session, unused)) break;
    if (now < due && frame + 1 < times.frames) continue;
    due = now + kMeasuredEvery;
    if (session.scene() == SceneKind::Character) addShown(session, instances, bounds.framed);
  }
  return bounds;
}

namespace {

constexpr PictureSize kSize{1280, 720};
constexpr FilmTimes kTimes{.rate = {25, 1}, .frames = 160};
constexpr double kFadeSeconds = 0.6;
constexpr int kStillFrame = 46;  // in the middle of the first fade
const char* const kFilm = "out/demo.gif";
const char* const kStill = "out/demo.png";

}  // namespace

ExitCode runDemo(const std::string& path, const std::string& shaderDir) {
  auto model = loadModel(path);
  if (!model) return fail(model.error().message);
  auto stage = HeadlessStage::make(kSize, true);
  if (!stage)
    return fail("there is no display, and no OpenGL without one: " + stage.error().message, ExitCode::NoOpenGl);
  if (auto loaded = stage->useShaders(shaderDir); !loaded) return fail(loaded.error().message);
  const SessionSettings settings{.character = {.fade = {.seconds = kFadeSeconds}}, .aspect = stage->aspect()};
  const Script script = demoScript(*model, kTimes.rate.timeOf(kTimes.frames), kFadeSeconds);
  const CharacterBounds bounds = [&] {
    Session rehearsal(*model, settings);
    return boundsInFilm(rehearsal, script, kTimes);
  }();
  Session session(std::move(*model), settings, bounds);
  openProjectOf(session);

  const auto folder = ResultFolder::make("out");
  if (!folder) return fail(folder.error().message);
  auto film = openFrameSink(kFilm, {.width = kSize.width, .height = kSize.height, .rate = kTimes.rate});
  if (!film) return fail(film.error().message);
  Recorder recorder(std::move(*film), OverflowPolicy::Wait);
  auto shot =
      shootFilm(session, script, kTimes, *stage, [&](int frame, FilmPicture& picture) -> crossfade::Result<void> {
        if (frame == kStillFrame)
          if (auto written = writePng(kStill, picture.view()); !written) return written;
        return recorder.add(picture.size.width, picture.size.height, *picture.pixels, frame);
      });
  if (shot) shot = recorder.finish(kTimes.frames);
  if (!shot) return fail(shot.error().message);
  std::printf("%s\n%s\n", kFilm, kStill);
  printTiming(stage->history(), stage->driverName());
  return ExitCode::Done;
}

}  // namespace app
