// crossfade tune: the best transition for each pair of clips, as a transition set.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <glm/trigonometric.hpp>
#include <nlohmann/json.hpp>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/field_json.h"
#include "app/format/model_words.h"
#include "app/format/transition_json.h"
#include "app/format/visible_text.h"
#include "app/host/files/text_file.h"
#include "app/host/quality/seam_sweep.h"
#include "app/host/quality/transition_search.h"
#include "app/host/terminal/messages.h"
#include "app/session/session.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::formatNumber;
using crossfade::Result;
using Json = nlohmann::json;

/// What the panel says, for what the set leaves open.
FadeChoice defaultsOf(const Session& session) { return wholeChoice(session.fadeSettings(), session.fadeCurve()); }

const std::string& nameOf(const Model& model, int clip) { return model.clips[static_cast<std::size_t>(clip)].name(); }

std::string settingsText(const FadeChoice& settings) {
  if (settings == FadeChoice{}) return "as they are";
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (settings.kind) add(std::string(app::wordOf(*settings.kind)));
  if (settings.seconds) add(formatNumber(*settings.seconds) + " s");
  if (settings.sync && *settings.sync != crossfade::Sync::None) add(std::string(app::wordOf(*settings.sync)));
  if (settings.fromPhase) add("leaves at " + formatNumber(std::round(100 * *settings.fromPhase)) + " %");
  if (settings.toPhase) add("enters at " + formatNumber(std::round(100 * *settings.toPhase)) + " %");
  return text;
}

class TuneCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand(
        "tune",
        "Find the least noticeable transition between every two clips, and write a transition set. What the project or "
        "--set says of a pair stays unless something better is found");
    parser->add_option("--pair,--pairs", pairs_, "FROM,TO: only between these clips; may be repeated");
    parser->add_option("--out", out_, "Write the set to this file, for the viewer or --set");
    addMaxRatio(*parser, bounds_.maxRatio);
    addNumber(*parser, "--min-seconds", bounds_.minSeconds, "Shortest fade", 0, 1)->capture_default_str();
    addNumber(*parser, "--max-seconds", bounds_.maxSeconds, "Longest fade", 0.1, 1)->capture_default_str();
    parser->add_flag("--wait", bounds_.waits,
                     "Also choose when to leave the first clip; the game must wait for that moment");
    parser->add_flag("!--no-sync", bounds_.sync, "Never sync two loops");
    addMostClips(*parser, mostClips_);
    addJobs(*parser, jobs_);
    parser->add_flag("--json", json_, "Print JSON");
    addSessionOptions(*parser, options_, true);
    return parser;
  }

  void check() const override {
    if (bounds_.minSeconds > bounds_.maxSeconds) refuse("tune", "--min-seconds is above --max-seconds");
    refuseReplacing("--out", out_, {options_.model, options_.set}, options_.clipFiles);
  }

  ExitCode run() const override {
    if (auto ok = checkWritable(out_); !ok) return fail(ok.error().message);
    auto opened = openSession(options_, {.imageHeadersOnly = true});
    if (!opened) return fail(opened.error().message);
    Session& session = **opened;
    const auto pairs = pairsOf(session.model());
    if (!pairs) return fail(options_.model + ": " + pairs.error().message);
    std::vector<SearchedPair> searched;
    for (const CellIndex pair : *pairs)
      searched.push_back(searchedPair(session.character().transitions(), defaultsOf(session), pair));
    Progress progress(static_cast<int>(searched.size()), "pairs");
    const std::vector<FoundTransition> found =
        findTransitions(session.model(), searched, bounds_, jobs_, [&](int done) {
          progress.show(done);
          return true;
        });
    if (auto written = writeSet(session, found); !written) return fail(written.error().message);
    json_ ? printJson(session.model(), found) : printTable(session.model(), found);
    return ExitCode::Done;
  }

 private:
  Result<std::vector<CellIndex>> pairsOf(const Model& model) const;
  Result<void> writeSet(Session& session, const std::vector<FoundTransition>& found) const;
  void printTable(const Model& model, const std::vector<FoundTransition>& found) const;
  void printJson(const Model& model, const std::vector<FoundTransition>& found) const;

  SessionOptions options_;
  std::vector<std::string> pairs_;
  std::string out_;
  SearchBounds bounds_;
  int mostClips_ = kMaxSweptClips;
  int jobs_ = usualJobs();
  bool json_ = false;
};

Result<std::vector<CellIndex>> TuneCommand::pairsOf(const Model& model) const {
  std::vector<CellIndex> pairs;
  if (pairs_.empty()) {
    const SweptClips swept = sweptClips(model, mostClips_);
    if (!swept.isComplete())
      warn("tuning transitions between " + std::to_string(swept.clips.size()) + " of " +
           std::to_string(swept.candidates) + " clips, spread evenly over the file; --most-clips " +
           std::to_string(swept.candidates) + " tunes all, --pair names others");
    if (swept.clips.size() < 2) return Error{"a transition needs two clips that have a length"};
    return orderedPairs(swept.clips);
  }
  for (const std::string& text : pairs_) {
    const auto pair = findPair(model, text);
    if (!pair) return Error{"--pair: " + pair.error().message};
    for (const int clip : {pair->from, pair->to})
      if (!(model.clips[static_cast<std::size_t>(clip)].duration() > 0))
        return Error{"--pair: clip '" + nameOf(model, clip) + "' has no length"};
    pairs.push_back(*pair);
  }
  return pairs;
}

/// The whole set: pairs for which nothing better was found stay as they are.
Result<void> TuneCommand::writeSet(Session& session, const std::vector<FoundTransition>& found) const {
  if (out_.empty()) return {};
  for (const FoundTransition& each : found) {
    if (each.settings == FadeChoice{}) continue;
    if (auto set = session.apply(cellOf(session.character().transitions(), each)); !set) return set;
  }
  return writeTextFile(out_, transitionSetText(session.character().transitions(), session));
}

void TuneCommand::printTable(const Model& model, const std::vector<FoundTransition>& found) const {
  std::printf("%s: %zu pairs of clips; each value is the worst of a pair's fades, straight and interrupted\n",
              visible(model.name).c_str(), found.size());
  std::printf(
      "                                              change of velocity   overshoot       tilt          sink          "
      "slide\n");
  std::printf(
      "  from -> to                                    before   after   before  after  before after  before after  "
      "before  after   settings\n");
  const auto row = [](const std::string& name, const TransitionFigures& before, const TransitionFigures& after,
                      const std::string& settings) {
    const auto slide = [&](const TransitionFigures& of) {
      return of.slide ? crossfade::formatNumber(100 * *of.slide, 1) : "-";
    };
    std::printf("  %-44s %7.2f %7.2f  %7.1f %6.1f  %6.1f %5.1f  %6.1f %5.1f  %6s %6s   %s\n", visible(name).c_str(),
                before.velocityRatio, after.velocityRatio, glm::degrees(before.excess.overshoot),
                glm::degrees(after.excess.overshoot), glm::degrees(before.excess.tilt), glm::degrees(after.excess.tilt),
                100 * before.excess.sink, 100 * after.excess.sink, slide(before).c_str(), slide(after).c_str(),
                settings.c_str());
  };
  for (const FoundTransition& each : found)
    row(nameOf(model, each.pair.from) + " -> " + nameOf(model, each.pair.to), each.before, each.after,
        settingsText(each.settings));
  const TransitionSummary summary = summaryOf(found);
  row("95th percentile", summary.before, summary.after, "");
  std::printf(
      "  ratios to the largest in the clips themselves, at %.0f Hz; degrees; sink in %% of the body's size; slide per "
      "step in %% of a leg\n",
      crossfade::kSeamRate);
}

void TuneCommand::printJson(const Model& model, const std::vector<FoundTransition>& found) const {
  const auto figures = [](const TransitionFigures& of) {
    Json json = {{"velocityRatio", of.velocityRatio},
                 {"overshootDegrees", glm::degrees(of.excess.overshoot)},
                 {"tiltDegrees", glm::degrees(of.excess.tilt)},
                 {"sink", of.excess.sink}};
    if (of.slide) json["slide"] = *of.slide;
    return json;
  };
  Json json = {{"model", model.name}, {"maxRatio", bounds_.maxRatio}, {"pairs", Json::array()}};
  const FadeChoice unchanged;
  for (const FoundTransition& each : found) {
    Json entry = {{"from", nameOf(model, each.pair.from)}, {"to", nameOf(model, each.pair.to)}};
    entry.update(Json(fieldsJson(each.settings, &unchanged, [](Reference, int) { return OrderedJson(); })));
    entry["before"] = figures(each.before);
    entry["after"] = figures(each.after);
    json["pairs"].push_back(std::move(entry));
  }
  const TransitionSummary summary = summaryOf(found);
  json["p95"] = {{"before", figures(summary.before)}, {"after", figures(summary.after)}};
  app::printJson(json, 1);
}

}  // namespace

std::unique_ptr<Subcommand> makeTuneCommand() { return std::make_unique<TuneCommand>(); }

}  // namespace app
