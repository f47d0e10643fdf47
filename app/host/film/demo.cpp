#include "app/host/film/demo.h"

#include <cstdio>
#include <filesystem>

#include "app/host/files/model_file.h"
#include "app/host/files/project_file.h"
#include "app/host/film/film.h"
#include "app/host/terminal/messages.h"
#include "app/host/terminal/timing_table.h"
#include "app/record/frame_sink.h"
#include "app/record/png.h"
#include "app/record/recorder.h"

namespace app {
namespace {

constexpr PictureSize kSize{960, 540};
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
  Session session(std::move(*model), {.character = {.fade = {.seconds = kFadeSeconds}}, .aspect = stage->aspect()});
  openProjectOf(session);
  Script script = demoScript(session.model(), kTimes.rate.timeOf(kTimes.frames), kFadeSeconds);

  std::error_code failed;
  std::filesystem::create_directories("out", failed);
  if (failed) return fail("out: " + failed.message());
  auto film = openFrameSink(kFilm, {.width = kSize.width, .height = kSize.height, .rate = kTimes.rate});
  if (!film) return fail(film.error().message);
  Recorder recorder(std::move(*film), OverflowPolicy::Wait);
  auto shot = shootFilm(session, std::move(script), kTimes, *stage,
                        [&](int frame, FilmPicture& picture) -> crossfade::Result<void> {
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
