// crossfade pose: poses as JSON, in the format of the golden traces.
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/json_text.h"
#include "app/format/model_words.h"
#include "app/format/pose_json.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/host/terminal/messages.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Json = nlohmann::json;

Result<Json> posesLike(Session& session, const std::string& path) {
  const auto text = readTextFile(path);
  if (!text) return text.error();
  const Json trace = parsedJson(*text);
  const bool isTrace = trace.is_object() && trace.value("format", "") == "oracle-pose-1" && trace.contains("entries") &&
                       trace.contains("primitives");
  if (!isTrace) return Error{path + ": is not a pose trace (format oracle-pose-1)"};
  auto poses = tracePosesLike(session, trace);
  if (!poses) return Error{path + ": " + poses.error().message};
  return poses;
}

class PoseCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand("pose", "Print poses as JSON, in the format of the golden traces");
    auto* clip = parser->add_option("--clip", clip_, "A clip's name, or #3");
    auto* script = parser->add_option("--script", script_, "A script file");
    auto* like = parser->add_option("--like", like_, "Repeat a golden trace: the same entries, clips, times and fades");
    auto* times = parser->add_option("--times", times_, "Seconds, separated by commas")->delimiter(',');
    clip->excludes(script)->excludes(like)->needs(times);
    script->excludes(like)->needs(times);
    parser->add_flag("--json", json_, "Print JSON (always on)");
    addInfluences(*parser, allInfluences_);
    addSessionOptions(*parser, options_, true);
    return parser;
  }

  void check() const override {
    if (clip_.empty() && script_.empty() && like_.empty() && !(isProjectFile(options_.model) && !times_.empty()))
      throw CLI::RequiredError("--clip, --script or --like");
  }

  ExitCode run() const override {
    if (auto ok = checkTimes(); !ok) return fail(ok.error().message, ExitCode::WrongUsage);
    const auto session = openSession(options_, {.allInfluences = allInfluences_, .imageHeadersOnly = true});
    if (!session) return fail(session.error().message);
    const auto poses = posesOf(**session);
    if (!poses) return fail(poses.error().message);
    printJson(*poses);
    return ExitCode::Done;
  }

 private:
  /// Times are at least 0; those of a script must not decrease.
  Result<void> checkTimes() const {
    double before = 0;
    for (const double time : times_) {
      if (!std::isfinite(time) || time < 0 || time < before)
        return Error{"--times: " + crossfade::formatNumber(time) +
                     " is not a time, or is negative or earlier than the one before"};
      if (clip_.empty()) before = time;
    }
    return {};
  }

  Result<Json> posesOf(Session& session) const {
    if (!like_.empty()) return posesLike(session, like_);
    if (clip_.empty() && script_.empty()) {  // what the project plays
      Script script;
      if (const int clip = session.dominantClip(); clip >= 0) script.push_back({.at = 0, .command = PlayClip{clip}});
      return tracePosesOfScript(session, std::move(script), times_);
    }
    if (!script_.empty()) {
      auto script = loadScript(script_, session.model());
      if (!script) return script.error();
      return tracePosesOfScript(session, fromNothing(*std::move(script)), times_);
    }
    const auto clip = findClip(session.model(), clip_);
    if (!clip) return clip.error();
    return tracePosesOfClip(session, *clip, times_);
  }

  SessionOptions options_;
  std::string clip_;           // name or #index
  std::string script_;         // a file
  std::string like_;           // a trace
  std::vector<double> times_;  // seconds
  bool json_ = true;
  bool allInfluences_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> makePoseCommand() { return std::make_unique<PoseCommand>(); }

}  // namespace app
