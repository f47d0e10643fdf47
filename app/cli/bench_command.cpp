// crossfade bench: what posing a crowd costs, batched and exact; what a frame costs; what the interface costs.
#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "app/cli/bench_frames.h"
#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/json_text.h"
#include "app/format/visible_text.h"
#include "app/host/files/model_file.h"
#include "app/host/terminal/messages.h"
#include "app/profile/frame_profiler.h"
#include "app/profile/frame_statistics.h"
#include "app/session/crowd/crowd.h"
#include "app/session/session.h"

namespace app {
namespace {

using Json = nlohmann::json;

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

void printJson(const Model& model, const Crowd& crowd, const std::vector<Row>& rows) {
  Json all = Json::array();
  for (const Row& row : rows)
    all.push_back({{"characters", row.characters},
                   {"mixerMicroseconds", jsonOf(row.mixer)},
                   {"batchedMicroseconds", jsonOf(row.batched)},
                   {"exactMicroseconds", jsonOf(row.exact)},
                   {"frameMilliseconds", jsonOf(row.frame)},
                   {"largestDifference", row.difference}});
  const Json out{{"model", model.name},
                 {"joints", model.skeleton.jointCount()},
                 {"matrices", crowd.layout().matrixCount},
                 {"threads", crowd.threads()},
                 {"rows", all},
                 {"instructionSet", crowd.instructionSet()},
                 {"clipBytes", crowd.clipBytes()}};
  std::printf("%s\n", visibleJson(jsonText(out)).c_str());
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
    parser->add_option("MODEL", model_, optionalModelHelp());
    CLI::Option* const characters = parser->add_option("--characters", characters_, "Crowd sizes, separated by commas")
                                        ->delimiter(',')
                                        ->check(CLI::Range(1, kMaxCharacters))
                                        ->capture_default_str();
    CLI::Option* const threads =
        parser->add_option("--threads", threads_, "Number of threads")->check(CLI::Range(1, 64))->capture_default_str();
    parser
        ->add_option("--frames", frames_, "Frames to measure: per crowd size, in the trace, or per row of --interface")
        ->check(CLI::Range(1, 100000))
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
    addClipFiles(*parser, clipFiles_);
    addReading(*parser, reading_);
    return parser;
  }

  void check() const override {
    if (trace_.out.empty()) return;
    if (const auto ok = checkTracePath(trace_.out); !ok) throw CLI::ValidationError("--trace", ok.error().message);
  }

  ExitCode run() const override {
    auto model = loadModel(model_, {.importer = reading_.importer, .space = reading_.space}, clipFiles_);
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
      printJson(session.model(), crowd, rows);
    else
      printTable(session.model(), crowd, rows);
    return ExitCode::Done;
  }

 private:
  std::string model_;  // empty: the bundled character
  std::vector<std::string> clipFiles_;
  ReadingOptions reading_;
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
