#include "app/cli/bench_frames.h"

#include <array>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"
#include "app/format/visible_text.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/host/film/film.h"
#include "app/host/terminal/messages.h"
#include "app/record/pending_file.h"
#include "app/ui/interface.h"

namespace app {
namespace {

using crossfade::Result;
using Json = nlohmann::json;

constexpr double kRate = 60;  // frames per second
constexpr double kFadeSeconds = 0.4;
constexpr int kWarmUp = 120;  // frames

Result<Script> scriptOf(const TraceBench& bench, const Model& model) {
  if (bench.script.empty()) return demoScript(model, bench.frames / kRate, kFadeSeconds);
  auto loaded = loadScript(bench.script, model);
  return loaded ? Result<Script>(fromNothing(*std::move(loaded))) : loaded;
}

/// Something of the interface to open.
struct OpenedView {
  const char* name;
  std::function<void(Workspace&, const FrameHistory&)> open;
};

const std::array<OpenedView, 4>& openedViews() {
  static const std::array<OpenedView, 4> views{{
      {"clips", [](Workspace& workspace, const FrameHistory&) { workspace.tab = ColumnTab::Clips; }},
      {"profiler", [](Workspace& workspace, const FrameHistory&) { workspace.tab = ColumnTab::Profiler; }},
      {"profiler, a frame held",
       [](Workspace& workspace, const FrameHistory& history) {
         workspace.tab = ColumnTab::Profiler;
         workspace.profiler.held = workspace.profiler.lastInPlot = history.log().newest().number;
         workspace.profiler.top = 20;
       }},
      {"everything open",
       [](Workspace& workspace, const FrameHistory&) {
         workspace.tab = ColumnTab::Clips;
         workspace.panelSizes.timeline = true;
         workspace.panelSizes.side = SidePanel::Transitions;
         workspace.exports.show(ExportRow::Film);
         workspace.history.open = true;
       }},
  }};
  return views;
}

/// The milliseconds of each frame, while clips fade into each other.
Summary measureInterface(Session& session, const OpenedView& view, PictureSize size, int frames) {
  const auto interface = std::move(*Interface::make(1, Interface::Output::Nothing));
  const auto history = std::make_unique<FrameHistory>();
  FrameProfiler profiler;
  InputFrame input;
  Commands commands;
  std::vector<double> milliseconds;
  for (int frame = 0; frame < kWarmUp + frames; ++frame) {
    profiler.beginFrame();
    if (frame % 60 == 0 && session.clipCount() > 0) commands.push_back(FadeTo{frame / 60 % session.clipCount()});
    for (const Command& command : commands) (void)session.apply(command);
    commands.clear();
    (void)session.takeRequests();
    session.advance(1 / kRate, profiler);
    if (frame == kWarmUp / 2) view.open(interface->workspace(), *history);
    const double begin = steadySeconds();
    interface->beginFrame(input, size.width, size.height, 1 / kRate);
    interface->draw(session, *history, commands);
    interface->endFrame();
    if (frame >= kWarmUp) milliseconds.push_back((steadySeconds() - begin) * 1000);
    history->pauseLog(interface->workspace().profiler.isHolding());
    history->add(profiler.endFrame(), {});
  }
  return summarize(milliseconds);
}

}  // namespace

ExitCode benchTrace(Model model, const TraceBench& bench) {
  if (auto ok = checkTarget(bench.out); !ok) return fail(ok.error().message);
  auto stage = HeadlessStage::make(bench.size, true);
  if (!stage) return fail(stage.error().message, ExitCode::NoOpenGl);
  Session session(std::move(model), {.aspect = stage->aspect()});
  auto script = scriptOf(bench, session.model());
  if (!script) return fail(script.error().message);
  const auto ignore = [](int, FilmPicture&) { return Result<void>(); };
  const FilmTimes times{.rate = frameRateOf(kRate), .frames = bench.frames};
  if (auto shot = shootFilm(session, *std::move(script), times, *stage, ignore); !shot)
    return fail(shot.error().message);
  const FrameTrace trace = traceOf(stage->history().log(), session.model(), stage->driverName());
  if (auto written = writeTrace(trace, bench.out); !written) return fail(written.error().message);
  std::printf("%s\n", visible(bench.out).c_str());
  printTiming(stage->history(), stage->driverName());
  return ExitCode::Done;
}

ExitCode benchInterface(Model model, PictureSize size, int frames, bool json) {
  Session session(std::move(model));
  Json rows = Json::array();
  if (!json)
    std::printf("%s: %d clips, %d x %d\n\n%-24s  ms of CPU: p50      p99\n", visible(session.model().name).c_str(),
                session.clipCount(), size.width, size.height, "interface");
  for (const OpenedView& view : openedViews()) {
    const Summary cost = measureInterface(session, view, size, frames);
    if (json)
      rows.push_back({{"view", view.name}, {"milliseconds", {{"p50", cost.p50}, {"p99", cost.p99}}}});
    else
      std::printf("%-24s %15.3f %8.3f\n", view.name, cost.p50, cost.p99);
  }
  if (json)
    std::printf(
        "%s\n",
        visibleJson(jsonText(Json{{"model", session.model().name}, {"clips", session.clipCount()}, {"rows", rows}}))
            .c_str());
  return ExitCode::Done;
}

}  // namespace app
