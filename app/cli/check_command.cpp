// crossfade check: measures the transitions of a model, or those that a script plays.
#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include <glm/trigonometric.hpp>
#include <nlohmann/json.hpp>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/fields/engine_words.h"
#include "app/format/visible_text.h"
#include "app/host/files/session_files.h"
#include "app/host/quality/seam_sweep.h"
#include "app/host/quality/slide_sweep.h"
#include "app/host/terminal/messages.h"
#include "app/model/pose_value_names.h"
#include "app/model/upright.h"
#include "app/session/character/settings/fade_limits.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::formatNumber;
using crossfade::Result;
using Json = nlohmann::json;

constexpr double kDegree = glm::degrees(1.0);  // of a radian

std::string word(crossfade::TransitionKind kind) { return std::string(wordOf(kind)); }

std::string clipName(const Model& model, int clip) {
  return clip < 0 ? "" : model.clips[static_cast<std::size_t>(clip)].name();
}

Json jsonOf(const Percentiles& spread, double unit = 1) {
  return {{"median", spread.median * unit}, {"p95", spread.p95 * unit}, {"max", spread.max * unit}};
}

/// In the order of Interruption.
struct InterruptionWords {
  const char* name;
  int count;
};
constexpr std::array<InterruptionWords, 3> kInterruptions{{{"straight", 0}, {"interrupted", 1}, {"three times", 3}}};
const InterruptionWords& wordsOf(Interruption interruption) {
  return kInterruptions[static_cast<std::size_t>(interruption)];
}

Json jsonOf(const SeamLocation& location, const Model& model) {
  return {{"from", clipName(model, location.from)},
          {"to", clipName(model, location.to)},
          {"start", location.start},
          {"seconds", location.seconds}};
}

/// "Walk -> Run at 0.20 s in 0.4 s"
std::string textOf(const SeamLocation& location, const Model& model) {
  return clipName(model, location.from) + " -> " + clipName(model, location.to) + " at " +
         formatNumber(location.start, 2) + " s in " + formatNumber(location.seconds) + " s";
}

Json jsonOf(const SweepRow& row, const Model& model, FadeFault fault) {
  Json worst = jsonOf(row.worstOf(FadeFault::Velocity), model);
  worst["joint"] = nameOfJointOrValue(model, row.worstJoint, row.worstValue);
  worst["overshoot"] = jsonOf(row.worstOf(FadeFault::Overshoot), model);
  worst["tilt"] = jsonOf(row.worstOf(FadeFault::Tilt), model);
  worst["sink"] = jsonOf(row.worstOf(FadeFault::Sink), model);
  return {{"kind", word(row.kind)},
          {"interrupted", row.interruption != Interruption::Never},
          {"interruptions", wordsOf(row.interruption).count},
          {"cases", row.cases},
          {"velocityRatio", jsonOf(row.velocityRatio)},
          {"modelVelocityRatio", jsonOf(row.modelVelocityRatio)},
          {"positionRatio", jsonOf(row.positionRatio)},
          {"overshootDegrees", jsonOf(row.overshoot, kDegree)},
          {"tiltDegrees", jsonOf(row.tilt, kDegree)},
          {"sink", jsonOf(row.sink)},
          {"outside", jsonOf(row.outside)},
          {"fromTargetAtEnd", {{"degrees", row.rotationAtEnd * kDegree}, {"length", row.translationAtEnd}}},
          {"weightHole", row.weightHole},
          {"worst", std::move(worst)},
          {"passed", fault == FadeFault::None},
          {"fault", textOf(fault).sentence},
          {"worstOfFault", fault == FadeFault::None ? Json() : jsonOf(row.worstOf(fault), model)}};
}

Json loopsOf(const crossfade::SeamBench& bench, const Model& model) {
  Json loops = Json::array();
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const crossfade::LoopSeam& seam = bench.loopSeamOf(static_cast<int>(i));
    loops.push_back({{"clip", model.clips[i].name()},
                     {"degrees", seam.rotation * kDegree},
                     {"length", seam.translation},
                     {"scale", seam.scale},
                     {"value", seam.value},
                     {"ratio", seam.ratio()}});
  }
  return loops;
}

void printRow(const SweepRow& row, const Model& model, FadeFault fault) {
  std::printf("  %-9s %-11s %7.2f %7.2f %7.2f %7.2f %8.2f  %6.1f %5.1f %6.1f %7.1f  %7.3f %8.1e  %s, %s\n",
              word(row.kind).c_str(), wordsOf(row.interruption).name, row.velocityRatio.median, row.velocityRatio.p95,
              row.velocityRatio.max, row.modelVelocityRatio.p95, row.positionRatio.max, row.overshoot.p95 * kDegree,
              row.tilt.p95 * kDegree, 100 * row.sink.p95, 100 * row.outside.p95, row.rotationAtEnd * kDegree,
              row.weightHole, visible(textOf(row.worstOf(FadeFault::Velocity), model)).c_str(),
              visible(nameOfJointOrValue(model, row.worstJoint, row.worstValue)).c_str());
  if (fault != FadeFault::None)
    std::printf("  %-9s PAST THE LIMIT: %s, most in %s.\n", "", textOf(fault).sentence,
                visible(textOf(row.worstOf(fault), model)).c_str());
}

/// "30.0 degrees", "0.85 units": what jumps at a loop's seam.
std::string seamText(const crossfade::LoopSeam& seam) {
  std::string text;
  const auto add = [&text](double ratio, double value, const char* unit) {
    if (ratio > 1) text += (text.empty() ? "" : ", ") + formatNumber(value, 2) + " " + unit;
  };
  add(seam.rotationRatio, seam.rotation * kDegree, "degrees");
  add(seam.translationRatio, seam.translation, "units");
  add(seam.scaleRatio, seam.scale, "of scale");
  add(seam.valueRatio, seam.value, "of a morph weight or value");
  return text;
}

void printLoops(const crossfade::SeamBench& bench, const Model& model) {
  std::printf("  loops that do not close:");
  int count = 0;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const std::string text = seamText(bench.loopSeamOf(static_cast<int>(i)));
    if (!text.empty())
      std::printf("%s %s (%s)", count++ == 0 ? "" : ",", visible(model.clips[i].name()).c_str(), text.c_str());
  }
  std::printf("%s\n", count == 0 ? " none" : "");
}

std::string word(crossfade::Sync sync) { return std::string(wordOf(sync)); }

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
          {"reduction", row.reduction()},
          {"zhangReduction", row.zhangReduction()}};
}

void printRow(const SlideRow& row, double legLength) {
  const double percent = 100 / legLength;
  std::printf("  %-8s %-9s %8.1f %8.1f %9.2f   %8.1f %8.1f %9.2f   %5.0f %% %5.0f %%\n", word(row.sync).c_str(),
              word(row.kind).c_str(), percent * row.slide.perStep(), percent * zhangPerStep(row.slide),
              row.velocityRatio, percent * row.locked.perStep(), percent * zhangPerStep(row.locked),
              row.lockedVelocityRatio, 100 * row.reduction(), 100 * row.zhangReduction());
}

class CheckCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand("check",
                                              "Measure transitions: every pair of clips with every kind, or those of a "
                                              "script; exit code 4 when a limit is exceeded");
    parser->add_option("MODEL", models_, modelHelp() + "; several")->required();
    auto* script = parser->add_option("--script", script_, "Measure what this script file plays");
    parser->add_option("--kind", kind_, "Measure only this kind")
        ->check(CLI::IsMember(std::vector<std::string>(kWords<crossfade::TransitionKind>.begin(),
                                                       kWords<crossfade::TransitionKind>.end())))
        ->excludes(script);
    addNumber(*parser, "--seconds", seconds_, "Length of the fades", 0, 60)->capture_default_str()->excludes(script);
    parser
        ->add_flag("--thorough", thorough_,
                   "Measure fades of 0.2, 0.3, 0.4 and 0.6 s: uninterrupted, interrupted halfway, and interrupted "
                   "three times at random moments")
        ->excludes(script)
        ->excludes("--seconds");
    const auto addLimit = [parser](const char* name, double& value, const char* help) {
      return addNumber(*parser, name, value, help, 0, 1e6)->capture_default_str();
    };
    const auto limits = {
        addMaxRatio(*parser, limits_.velocityRatio),
        addLimit("--max-overshoot", maxOvershoot_,
                 "Largest allowed swing of a joint past both clips, in degrees; not measured in scripts")
            ->excludes(script),
        addLimit("--max-tilt", maxTilt_, "Largest allowed lean of the trunk past both clips, in degrees"),
        addLimit("--max-sink", maxSink_, "Largest allowed depth of a joint below both clips, in % of the body's size")};
    addMostClips(*parser, mostClips_)->excludes(script);
    auto* feet =
        parser
            ->add_flag(
                "--feet", feet_,
                "Measure how far feet slide in fades between the clips that walk in place, with every sync and kind, "
                "with and without foot lock")
            ->excludes(script)
            ->excludes("--kind")
            ->excludes("--thorough");
    for (CLI::Option* limit : limits) feet->excludes(limit);
    parser->add_flag("--json", json_, "Print JSON; of several models a list");
    addOpeningOptions(*parser, opened_);
    parser->get_option("--set")->needs(script);
    return parser;
  }

  ExitCode run() const override {
    ExitCode code = ExitCode::Done;
    Json all = Json::array();
    for (const std::string& model : models_) code = worse(code, checkModel(model, all));
    const bool isOne = models_.size() == 1;
    if (json_ && !(isOne && all.empty())) printJson(isOne ? all.front() : all, 2);
    return code;
  }

 private:
  /// Adds the results to `all` if they are JSON, else prints them.
  ExitCode checkModel(const std::string& path, Json& all) const {
    auto model = openModel(path, opened_);
    if (!model) return fail(model.error().message);
    const auto passed = feet_             ? measureFeet(*model, all)
                        : script_.empty() ? checkPairs(*model, all)
                                          : checkScript(*model, all);
    if (!passed) return fail(passed.error().message);
    return *passed ? ExitCode::Done : ExitCode::LimitExceeded;
  }

  /// The kind given by --kind; nothing: every kind.
  std::optional<crossfade::TransitionKind> onlyKind() const {
    return enumeratorNamed<crossfade::TransitionKind>(kind_);
  }

  static void warnIfIncomplete(const SweptClips& swept, const std::string& which) {
    const std::string all = std::to_string(swept.candidates);
    if (!swept.isComplete())
      warn("measuring " + std::to_string(swept.clips.size()) + " of " + all + " clips" + which +
           ", spread evenly over the file; --most-clips " + all + " measures all");
  }

  FadeLimits limits() const {
    FadeLimits limits = limits_;
    limits.overshoot = glm::radians(maxOvershoot_);
    limits.tilt = glm::radians(maxTilt_);
    limits.sink = maxSink_ / 100;
    return limits;
  }

  // Each prints its measurements, or adds them to `all`, and returns whether they are within the limits.

  Result<bool> checkPairs(const Model& model, Json& all) const {
    const SweptClips swept = sweptClips(model, mostClips_);
    const std::vector<int>& clips = swept.clips;
    if (clips.size() < 2) return Error{model.name + ": a fade needs two clips that have a length"};
    warnIfIncomplete(swept, "");
    crossfade::SeamBench bench = benchOf(model);
    const auto only = onlyKind();
    SweepPlan plan = thorough_ ? SweepPlan::thorough() : SweepPlan{.seconds = {seconds_}};
    plan.kind = only;
    const std::vector<SweepRow> rows = sweep(bench, model, clips, plan);
    const auto faultIn = [&](const SweepRow& row) { return faultOf(row, limits(), only.has_value()); };
    const bool passed =
        std::all_of(rows.begin(), rows.end(), [&](const SweepRow& row) { return faultIn(row) == FadeFault::None; });
    if (json_) {
      Json json = {{"model", model.name},
                   {"rate", crossfade::kSeamRate},
                   {"seconds", thorough_ ? Json(plan.seconds) : Json(seconds_)},
                   {"maxRatio", limits_.velocityRatio},
                   {"clips", clips.size()},
                   {"passed", passed},
                   {"rows", Json::array()},
                   {"loops", loopsOf(bench, model)}};
      for (const SweepRow& row : rows) json["rows"].push_back(jsonOf(row, model, faultIn(row)));
      all.push_back(std::move(json));
      return passed;
    }
    std::printf("%s: %zu clips, %zu fades of %s s for each row; values of the worst joint\n",
                visible(model.name).c_str(), clips.size(), rows.front().cases,
                thorough_ ? "0.2 to 0.6" : formatNumber(seconds_).c_str());
    std::printf(
        "                         change of velocity     in model  jump of   past both clips, p95         at the   gap "
        "in\n");
    std::printf(
        "                         median     p95     max space p95 position   swing  tilt   sink outside     end  "
        "weights  roughest\n");
    for (const SweepRow& row : rows) printRow(row, model, faultIn(row));
    std::printf(
        "  ratios to the largest in the clips themselves, at %.0f Hz; angles in degrees; sink (of the lowest joint) "
        "and outside (of the box around both clips) in %% of the body's size\n",
        crossfade::kSeamRate);
    printLoops(bench, model);
    return passed;
  }

  Result<bool> checkScript(const Model& model, Json& all) const {
    auto script = loadScript(script_, model);
    if (!script) return script.error();
    const crossfade::SeamBench bench = benchOf(model);
    Session session(model);
    if (auto opened = openTransitionSet(opened_.set, session); !opened) return opened.error();
    if (auto stopped = session.apply(StopAll{}); !stopped) return stopped.error();  // only the script plays
    const auto found = measureScript(bench, session, *script);
    if (!found) return Error{script_ + ": " + found.error().message};
    const crossfade::SeamJoint& worst = found->report.worst;
    const std::string joint = nameOfJointOrValue(model, found->report.worstJoint, found->report.worstValue);
    const crossfade::SeamExcess& excess = found->report.excess;
    const FadeFault fault = faultOf(*found, limits());
    const bool passed = fault == FadeFault::None;
    if (json_) {
      all.push_back({{"model", model.name},
                     {"script", script_},
                     {"rate", crossfade::kSeamRate},
                     {"seconds", found->seconds},
                     {"maxRatio", limits_.velocityRatio},
                     {"velocityRatio", worst.velocityRatio},
                     {"modelVelocityRatio", worst.modelVelocityRatio},
                     {"positionRatio", worst.positionRatio},
                     {"tilt", {{"degrees", excess.tilt * kDegree}, {"time", found->tiltTime}}},
                     {"sink", {{"size", excess.sink}, {"time", found->sinkTime}}},
                     {"weightHole", found->weightHole},
                     {"worst", {{"time", found->worstTime}, {"joint", joint}}},
                     {"passed", passed},
                     {"fault", textOf(fault).sentence},
                     {"loops", loopsOf(bench, model)}});
      return passed;
    }
    std::printf("%s, %s: %.2f s\n", visible(model.name).c_str(), visible(script_).c_str(), found->seconds);
    std::printf("  change of velocity  %8.2f times the largest in the clips themselves, at %.3f s, %s\n",
                worst.velocityRatio, found->worstTime, visible(joint).c_str());
    std::printf("  in model space      %8.2f\n", worst.modelVelocityRatio);
    std::printf("  jump of position    %8.2f (above 1: a jump)\n  gap in weights      %8.1e\n", worst.positionRatio,
                found->weightHole);
    std::printf("  tilt of the trunk   %8.1f degrees past all clips, at %.3f s\n", excess.tilt * kDegree,
                found->tiltTime);
    std::printf("  lowest joint        %8.1f %% of the body's size below all clips, at %.3f s\n", 100 * excess.sink,
                found->sinkTime);
    if (!passed) std::printf("  PAST THE LIMIT: %s.\n", textOf(fault).sentence);
    return passed;
  }

  /// Has no limit.
  Result<bool> measureFeet(const Model& model, Json& all) const {
    const crossfade::SeamBench seams = benchOf(model);
    const crossfade::Feet feet = standingFeetOf(model);
    crossfade::SlideBench bench = slideBenchOf(model, feet, seams);
    const SweptClips swept = walkingClips(bench, model, mostClips_);
    const std::vector<int>& clips = swept.clips;
    if (clips.size() < 2)
      return Error{model.name + ": needs a human body and two clips that walk in place to measure feet, and has " +
                   std::to_string(clips.size())};
    warnIfIncomplete(swept, " that walk in place");
    const double legLength = feet.legLength;
    const std::vector<SlideRow> rows = sweepSlides(bench, model, clips, seconds_);
    if (json_) {
      Json json = {{"model", model.name},    {"rate", crossfade::kSeamRate}, {"seconds", seconds_},
                   {"legLength", legLength}, {"clips", Json::array()},       {"rows", Json::array()}};
      for (const int clip : clips) json["clips"].push_back(clipName(model, clip));
      for (const SlideRow& row : rows) json["rows"].push_back(jsonOf(row, legLength));
      all.push_back(std::move(json));
      return true;
    }
    std::printf("%s: %zu clips that walk in place, %zu fades of %s s for each row; slides per step in %% of a leg\n",
                visible(model.name).c_str(), clips.size(), rows.front().cases, formatNumber(seconds_).c_str());
    std::printf("                        without foot lock              with foot lock\n");
    std::printf("  sync     kind       slide    Zhang  velocity      slide    Zhang  velocity   less by Zhang by\n");
    for (const SlideRow& row : rows) printRow(row, legLength);
    return true;
  }

  std::vector<std::string> models_;
  SessionOptions opened_;
  std::string script_;    // a file; empty: every pair of clips
  std::string kind_;      // empty: every kind
  double seconds_ = 0.4;  // of the fades between pairs
  int mostClips_ = kMaxSweptClips;
  FadeLimits limits_;
  double maxOvershoot_ = glm::degrees(limits_.overshoot), maxTilt_ = glm::degrees(limits_.tilt);
  double maxSink_ = 100 * limits_.sink;  // %
  bool feet_ = false;
  bool thorough_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> makeCheckCommand() { return std::make_unique<CheckCommand>(); }

}  // namespace app
