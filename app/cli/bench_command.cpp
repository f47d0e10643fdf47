// crossfade bench: what posing a crowd costs, batched and exact; what a frame costs; what the interface costs.
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/frame_trace.h"
#include "app/format/visible_text.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/host/film/film.h"
#include "app/host/terminal/messages.h"
#include "app/model/model.h"
#include "app/profile/frame_profiler.h"
#include "app/profile/frame_statistics.h"
#include "app/record/pending_file.h"
#include "app/render/offscreen_target.h"
#include "app/session/crowd/crowd.h"
#include "app/session/session.h"
#include "app/session/undo_history.h"
#include "app/ui/interface.h"

namespace app {
namespace {

using crossfade::Result;
using Json = nlohmann::json;

// What a frame costs, and what the interface costs.

struct TraceBench {
  std::string out;     // .csv: a table, else a Chrome trace
  std::string script;  // empty: a tour of all clips
  PictureSize size;
  int frames = 1;  // at 60 a second
};

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

/// Draws frames with the interface, writes the last of them (FrameLog::kFrames), and prints a table.
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
  if (auto written = writeTextFile(bench.out, traceText(trace, bench.out)); !written)
    return fail(written.error().message);
  std::printf("%s\n", visible(bench.out).c_str());
  printTiming(stage->history(), stage->driverName());
  return ExitCode::Done;
}

/// Prints what the interface costs on the CPU, without OpenGL, for several sets of open panels.
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
  if (json) printJson({{"model", session.model().name}, {"clips", session.clipCount()}, {"rows", rows}});
  return ExitCode::Done;
}

// What posing a crowd costs.

constexpr double kStep = 1.0 / 60;
constexpr int kMaxExactFrames = 8;

struct Row {
  int characters = 0;
  Summary mixer, batched, exact;  // microseconds per character
  Summary frame;                  // milliseconds: mixer and batched poses of all characters
  double difference = 0;          // the largest between two elements of matrices
};

Row measure(Crowd& crowd, int characters, int frames) {
  crowd.resize(characters);
  for (int i = 0; i < 30; ++i) crowd.mix(kStep);  // so that fades are running
  Row row{.characters = characters};
  const double perCharacter = 1e6 / characters;
  std::vector<double> mixer, batched, exact, frame;
  for (int i = 0; i < frames; ++i) {
    const double begin = steadySeconds();
    crowd.mix(kStep);
    const double mixed = steadySeconds() - begin, posed = crowd.measurePose(CrowdPath::Batched);
    mixer.push_back(mixed * perCharacter);
    batched.push_back(posed * perCharacter);
    frame.push_back((mixed + posed) * 1e3);
    row.difference = std::max(row.difference, crowd.difference(i * 16, 16));
  }
  for (int i = 0; i < std::min(frames, kMaxExactFrames); ++i)
    exact.push_back(crowd.measurePose(CrowdPath::Exact) * perCharacter);
  row.mixer = summarize(mixer);
  row.batched = summarize(batched);
  row.exact = summarize(exact);
  row.frame = summarize(frame);
  return row;
}

Json jsonOf(const Summary& summary) { return {{"p50", summary.p50}, {"p99", summary.p99}}; }

void printRows(const Model& model, const Crowd& crowd, const std::vector<Row>& rows) {
  Json all = Json::array();
  for (const Row& row : rows)
    all.push_back({{"characters", row.characters},
                   {"mixerMicroseconds", jsonOf(row.mixer)},
                   {"batchedMicroseconds", jsonOf(row.batched)},
                   {"exactMicroseconds", jsonOf(row.exact)},
                   {"frameMilliseconds", jsonOf(row.frame)},
                   {"largestDifference", row.difference}});
  printJson({{"model", model.name},
             {"joints", model.skeleton.jointCount()},
             {"matrices", crowd.layout().matrixCount},
             {"threads", crowd.threads()},
             {"rows", all},
             {"instructionSet", crowd.instructionSet()},
             {"clipBytes", crowd.clipBytes()}});
}

void printTable(const Model& model, const Crowd& crowd, const std::vector<Row>& rows) {
  std::printf("%s: %d joints, %d matrices each, %s, %d %s\n\n", visible(model.name).c_str(),
              model.skeleton.jointCount(), crowd.layout().matrixCount, crowd.instructionSet(), crowd.threads(),
              crowd.threads() == 1 ? "thread" : "threads");
  std::printf("             microseconds per character       |  all together   | largest\n");
  std::printf("characters   mixer   batched     exact  ratio | p50 ms   p99 ms | difference\n");
  for (const Row& row : rows)
    std::printf("%10d %7.3f %9.3f %9.2f %5.1fx | %6.2f %8.2f | %.1e\n", row.characters, row.mixer.p50, row.batched.p50,
                row.exact.p50, row.exact.p50 / row.batched.p50, row.frame.p50, row.frame.p99, row.difference);
}

class BenchCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser =
        program.add_subcommand("bench", "Measure what posing a crowd costs, batched and exact, or what frames cost");
    parser->add_option("MODEL", opened_.model, optionalModelHelp());
    CLI::Option* const characters =
        addNumber(*parser, "--characters", characters_, "Crowd sizes, separated by commas", 1, kMaxCharacters)
            ->delimiter(',')
            ->capture_default_str();
    CLI::Option* const threads =
        addNumber(*parser, "--threads", threads_, "Number of threads", 1, 64)->capture_default_str();
    addNumber(*parser, "--frames", frames_,
              "Frames to measure: per crowd size, in the trace, or per row of --interface", 1, 100000)
        ->capture_default_str();
    CLI::Option* const json = parser->add_flag("--json", json_, "Print JSON");
    CLI::Option* const trace =
        parser
            ->add_option("--trace", trace_.out,
                         "Instead of a crowd: draw frames of the character with the interface and write what they "
                         "cost, as a Chrome trace (.json, for ui.perfetto.dev) or a table (.csv)")
            ->excludes(json);
    parser->add_option("--script", trace_.script, "With --trace: a script file; default: a tour of all clips")
        ->needs(trace);
    CLI::Option* const interface =
        parser->add_flag("--interface", interface_, "Instead of a crowd: measure the interface alone, without OpenGL")
            ->excludes(trace);
    for (CLI::Option* const ofCrowds : {characters, threads}) ofCrowds->excludes(trace)->excludes(interface);
    addSize(*parser, size_, "WIDTHxHEIGHT of the window, for --trace and --interface");
    addClipFiles(*parser, opened_.clipFiles);
    addReading(*parser, opened_.reading);
    return parser;
  }

  void check() const override {
    if (trace_.out.empty()) return;
    if (const auto ok = checkTracePath(trace_.out); !ok) throw CLI::ValidationError("--trace", ok.error().message);
  }

  ExitCode run() const override {
    auto model = openModel(opened_.model, opened_);
    if (!model) return fail(model.error().message);
    if (!trace_.out.empty()) {
      TraceBench bench = trace_;
      bench.size = size_;
      bench.frames = frames_;
      return benchTrace(std::move(*model), bench);
    }
    if (interface_) return benchInterface(std::move(*model), size_, frames_, json_);
    const Session session(std::move(*model));  // measures the model
    Crowd crowd(session.model(), session.restBounds(), threads_);
    std::vector<Row> rows;
    for (const int characters : characters_) rows.push_back(measure(crowd, characters, frames_));
    if (json_)
      printRows(session.model(), crowd, rows);
    else
      printTable(session.model(), crowd, rows);
    return ExitCode::Done;
  }

 private:
  SessionOptions opened_;
  std::vector<int> characters_{1, 100, 1000, 10'000};
  int threads_ = 1;
  int frames_ = 120;
  bool json_ = false;
  TraceBench trace_;  // `out` and `script`; run() fills in the rest
  bool interface_ = false;
  PictureSize size_{1280, 720};
};

}  // namespace

std::unique_ptr<Subcommand> makeBenchCommand() { return std::make_unique<BenchCommand>(); }

}  // namespace app
