// crossfade check: measures the transitions of a model, or those that a script plays.
#include <algorithm>
#include <cstdio>

#include <glm/trigonometric.hpp>
#include <nlohmann/json.hpp>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/command_words.h"
#include "app/format/json_text.h"
#include "app/host/files/model_file.h"
#include "app/host/files/script_file.h"
#include "app/host/files/set_file.h"
#include "app/host/quality/quality_limit.h"
#include "app/host/quality/seam_sweep.h"
#include "app/host/quality/slide_sweep.h"
#include "app/host/terminal/messages.h"
#include "app/model/standing.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::formatNumber;
using crossfade::Result;
using Json = nlohmann::json;

constexpr double kDegree = glm::degrees(1.0);  // of a radian

std::string word(crossfade::TransitionKind kind) {
  return std::string(kTransitionNames[static_cast<std::size_t>(kind)]);
}

std::string clipName(const Model& model, int clip) {
  return clip < 0 ? "" : model.clips[static_cast<std::size_t>(clip)].name();
}
std::string jointName(const Model& model, int joint) { return joint < 0 ? "" : model.skeleton.name(joint); }

Json jsonOf(const Percentiles& spread, double unit = 1) {
  return {{"median", spread.median * unit}, {"p95", spread.p95 * unit}, {"max", spread.max * unit}};
}

Json jsonOf(const SweepRow& row, const Model& model, bool passed) {
  return {{"kind", word(row.kind)},
          {"interrupted", row.interrupted},
          {"cases", row.cases},
          {"velocityRatio", jsonOf(row.velocityRatio)},
          {"positionRatio", jsonOf(row.positionRatio)},
          {"overshootDegrees", jsonOf(row.rotationOvershoot, kDegree)},
          {"fromTargetAtEnd", {{"degrees", row.rotationAtEnd * kDegree}, {"length", row.translationAtEnd}}},
          {"weightHole", row.weightHole},
          {"worst",
           {{"from", clipName(model, row.worst.from)},
            {"to", clipName(model, row.worst.to)},
            {"start", row.worst.start},
            {"joint", jointName(model, row.worst.joint)}}},
          {"passed", passed}};
}

Json loopsOf(const crossfade::SeamBench& bench, const Model& model) {
  Json loops = Json::array();
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const crossfade::LoopSeam& seam = bench.loopSeamOf(static_cast<int>(i));
    loops.push_back({{"clip", model.clips[i].name()},
                     {"degrees", seam.rotation * kDegree},
                     {"length", seam.translation},
                     {"ratio", std::max(seam.rotationRatio, seam.translationRatio)}});
  }
  return loops;
}

void printRow(const SweepRow& row, const Model& model, bool passed) {
  std::printf("  %-9s %-11s %8.2f %8.2f %8.2f   %8.2f   %7.1f %8.4f %8.1e  %s%s -> %s at %.2f s, %s\n",
              word(row.kind).c_str(), row.interrupted ? "interrupted" : "straight", row.velocityRatio.median,
              row.velocityRatio.p95, row.velocityRatio.max, row.positionRatio.max, row.rotationOvershoot.p95 * kDegree,
              row.rotationAtEnd * kDegree, row.weightHole,
              passed ? "" : "PAST THE LIMIT: ", clipName(model, row.worst.from).c_str(),
              clipName(model, row.worst.to).c_str(), row.worst.start, jointName(model, row.worst.joint).c_str());
}

void printLoops(const crossfade::SeamBench& bench, const Model& model) {
  std::printf("  loops that do not close:");
  int count = 0;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const crossfade::LoopSeam& seam = bench.loopSeamOf(static_cast<int>(i));
    if (std::max(seam.rotationRatio, seam.translationRatio) <= 1) continue;
    std::printf("%s %s (%.1f degrees)", count++ == 0 ? "" : ",", model.clips[i].name().c_str(),
                seam.rotation * kDegree);
  }
  std::printf("%s\n", count == 0 ? " none" : "");
}

std::string word(crossfade::Sync sync) { return std::string(kSyncNames[static_cast<std::size_t>(sync)]); }

/// Slides in leg lengths, per step.
Json jsonOf(const SlideRow& row, double legLength) {
  const auto figures = [legLength](const crossfade::FootSlide& slide, double velocityRatio) {
    return Json{{"perStep", slide.perStep() / legLength},
                {"zhang", zhangPerStep(slide) / legLength},
                {"velocityRatio", velocityRatio}};
  };
  return {{"sync", word(row.sync)},
          {"kind", word(row.kind)},
          {"cases", row.cases},
          {"free", figures(row.slide, row.velocityRatio)},
          {"locked", figures(row.locked, row.lockedVelocityRatio)},
          {"reduction", row.reduction()}};
}

void printRow(const SlideRow& row, double legLength) {
  const double percent = 100 / legLength;
  std::printf("  %-8s %-9s %8.1f %8.1f %9.2f   %8.1f %8.1f %9.2f   %7.0f %%\n", word(row.sync).c_str(),
              word(row.kind).c_str(), percent * row.slide.perStep(), percent * zhangPerStep(row.slide),
              row.velocityRatio, percent * row.locked.perStep(), percent * zhangPerStep(row.locked),
              row.lockedVelocityRatio, 100 * row.reduction());
}

void print(const Json& json) { std::printf("%s\n", jsonText(json, 2).c_str()); }

class CheckCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand("check",
                                              "Measure transitions: every pair of clips with every kind, or those of a "
                                              "script; exit code 4 when a limit is exceeded");
    parser->add_option("MODEL", model_, modelHelp())->required();
    auto* script = parser->add_option("--script", script_, "Measure what this script file plays");
    parser->add_option("--kind", kind_, "Measure only this kind")
        ->check(CLI::IsMember(std::vector<std::string>(kTransitionNames.begin(), kTransitionNames.end())))
        ->excludes(script);
    parser->add_option("--seconds", seconds_, "Length of the fades")
        ->check(finite)
        ->check(CLI::Range(0.0, 60.0))
        ->capture_default_str()
        ->excludes(script);
    auto* limit = addMaxRatio(*parser, limit_.maxVelocityRatio);
    parser
        ->add_flag(
            "--feet", feet_,
            "Measure how far feet slide in fades between the clips that walk in place, with every sync and kind, "
            "with and without foot lock")
        ->excludes(script)
        ->excludes(limit)
        ->excludes("--kind");
    parser->add_flag("--json", json_, "Print JSON");
    addClipFiles(*parser, clipFiles_);
    addTransitionSet(*parser, set_);
    parser->get_option("--set")->needs(script);
    return parser;
  }

  ExitCode run() const override {
    auto model = loadModel(model_, {}, clipFiles_);
    if (!model) return fail(model.error().message);
    const auto passed = feet_ ? measureFeet(*model) : script_.empty() ? checkPairs(*model) : checkScript(*model);
    if (!passed) return fail(passed.error().message);
    return *passed ? ExitCode::Done : ExitCode::LimitExceeded;
  }

 private:
  /// The kind given by --kind; nothing: every kind.
  std::optional<crossfade::TransitionKind> onlyKind() const {
    const auto found = std::find(kTransitionNames.begin(), kTransitionNames.end(), kind_);
    if (found == kTransitionNames.end()) return std::nullopt;
    return static_cast<crossfade::TransitionKind>(found - kTransitionNames.begin());
  }

  static void warnIfIncomplete(const SweptClips& swept, const std::string& more) {
    if (!swept.isComplete())
      warn("measuring " + std::to_string(swept.clips.size()) + " of " + std::to_string(swept.candidates) + " clips" +
           more);
  }

  // All print what they measured and return whether it is within the limit.

  Result<bool> checkPairs(const Model& model) const {
    const SweptClips swept = sweptClips(model);
    const std::vector<int>& clips = swept.clips;
    if (clips.size() < 2) return Error{model.name + ": a fade needs two clips that have a length"};
    warnIfIncomplete(swept, ", spread evenly over the file; a script can measure the others");
    crossfade::SeamBench bench = benchOf(model);
    const auto only = onlyKind();
    const std::vector<SweepRow> rows = sweep(bench, model, clips, seconds_, only);
    const auto rowPasses = [&](const SweepRow& row) { return !exceedsLimit(row, limit_, only.has_value()); };
    const bool passed = std::all_of(rows.begin(), rows.end(), rowPasses);
    if (json_) {
      Json json = {{"model", model.name},   {"rate", crossfade::kSeamRate},
                   {"seconds", seconds_},   {"maxRatio", limit_.maxVelocityRatio},
                   {"clips", clips.size()}, {"passed", passed},
                   {"rows", Json::array()}, {"loops", loopsOf(bench, model)}};
      for (const SweepRow& row : rows) json["rows"].push_back(jsonOf(row, model, rowPasses(row)));
      print(json);
      return passed;
    }
    std::printf("%s: %zu clips, %zu fades of %s s for each kind; values of the worst joint\n", model.name.c_str(),
                clips.size(), rows.front().cases, formatNumber(seconds_).c_str());
    std::printf("                          change of velocity         jump of   over-    at the    gap in\n");
    std::printf("                        median      p95      max   position   shoot p95  end  weights   roughest\n");
    for (const SweepRow& row : rows) printRow(row, model, rowPasses(row));
    std::printf("  ratios to the largest in the clips themselves, at %.0f Hz; angles in degrees\n",
                crossfade::kSeamRate);
    printLoops(bench, model);
    return passed;
  }

  Result<bool> checkScript(const Model& model) const {
    auto script = loadScript(script_, model);
    if (!script) return script.error();
    const crossfade::SeamBench bench = benchOf(model);
    Session session(model);
    if (auto opened = openTransitionSet(set_, session); !opened) return opened.error();
    if (auto stopped = session.apply(StopAll{}); !stopped) return stopped.error();  // only the script plays
    const auto found = measureScript(bench, session, *script);
    if (!found) return Error{script_ + ": " + found.error().message};
    const crossfade::SeamJoint& worst = found->report.worst;
    const std::string joint = jointName(model, found->report.worstJoint);
    const bool passed = !exceedsLimit(*found, limit_);
    if (json_) {
      print({{"model", model.name},
             {"script", script_},
             {"rate", crossfade::kSeamRate},
             {"seconds", found->seconds},
             {"maxRatio", limit_.maxVelocityRatio},
             {"velocityRatio", worst.velocityRatio},
             {"positionRatio", worst.positionRatio},
             {"weightHole", found->weightHole},
             {"worst", {{"time", found->worstTime}, {"joint", joint}}},
             {"passed", passed},
             {"loops", loopsOf(bench, model)}});
      return passed;
    }
    std::printf("%s, %s: %.2f s\n", model.name.c_str(), script_.c_str(), found->seconds);
    std::printf("  change of velocity  %8.2f times the largest in the clips themselves, at %.3f s, %s\n",
                worst.velocityRatio, found->worstTime, joint.c_str());
    std::printf("  jump of position    %8.2f (above 1: a jump)\n  gap in weights      %8.1e\n", worst.positionRatio,
                found->weightHole);
    if (!passed) std::printf("  ABOVE THE LIMIT of %s\n", formatNumber(limit_.maxVelocityRatio).c_str());
    return passed;
  }

  /// Has no limit.
  Result<bool> measureFeet(const Model& model) const {
    const crossfade::SeamBench seams = benchOf(model);
    const crossfade::Feet feet = standingFeetOf(model);
    crossfade::SlideBench bench = slideBenchOf(model, feet, seams);
    const SweptClips swept = walkingClips(bench, model);
    const std::vector<int>& clips = swept.clips;
    if (clips.size() < 2)
      return Error{model.name + ": needs a human body and two clips that walk in place to measure feet, and has " +
                   std::to_string(clips.size())};
    warnIfIncomplete(swept, " that walk in place, spread evenly over the file");
    const double legLength = feet.legLength;
    const std::vector<SlideRow> rows = sweepSlides(bench, model, clips, seconds_);
    if (json_) {
      Json json = {{"model", model.name},    {"rate", crossfade::kSeamRate}, {"seconds", seconds_},
                   {"legLength", legLength}, {"clips", Json::array()},       {"rows", Json::array()}};
      for (const int clip : clips) json["clips"].push_back(clipName(model, clip));
      for (const SlideRow& row : rows) json["rows"].push_back(jsonOf(row, legLength));
      print(json);
      return true;
    }
    std::printf("%s: %zu clips that walk in place, %zu fades of %s s for each row; slides per step in %% of a leg\n",
                model.name.c_str(), clips.size(), rows.front().cases, formatNumber(seconds_).c_str());
    std::printf("                        without foot lock              with foot lock\n");
    std::printf("  sync     kind       slide    Zhang  velocity      slide    Zhang  velocity    less by\n");
    for (const SlideRow& row : rows) printRow(row, legLength);
    return true;
  }

  std::string model_;
  std::vector<std::string> clipFiles_;
  std::string set_;       // a file; empty: none
  std::string script_;    // a file; empty: every pair of clips
  std::string kind_;      // empty: every kind
  double seconds_ = 0.4;  // of the fades between pairs
  QualityLimit limit_;
  bool feet_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> makeCheckCommand() { return std::make_unique<CheckCommand>(); }

}  // namespace app
