#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/host/files/loading.h"
#include "app/host/quality/seam_sweep.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::formatNumber;
using Json = nlohmann::json;

constexpr double kDegree = 180 / 3.14159265358979;

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
  std::printf("  loops whose end is not their beginning:");
  int count = 0;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const crossfade::LoopSeam& seam = bench.loopSeamOf(static_cast<int>(i));
    if (std::max(seam.rotationRatio, seam.translationRatio) <= 1) continue;
    std::printf("%s %s (%.1f degrees)", count++ == 0 ? "" : ",", model.clips[i].name().c_str(),
                seam.rotation * kDegree);
  }
  std::printf("%s\n", count == 0 ? " none" : "");
}

ExitCode checkPairs(const Model& model, const CheckOptions& options) {
  const std::vector<int> clips = sweptClips(model);
  if (clips.size() < 2) return fail(model.name + ": there are no two clips with a length to fade between");
  const auto moving =
      std::count_if(model.clips.begin(), model.clips.end(), [](const auto& clip) { return clip.duration() > 0; });
  if (static_cast<std::size_t>(moving) > clips.size())
    warn("of " + std::to_string(moving) + " clips " + std::to_string(clips.size()) +
         " are measured, spread evenly over the file; a script measures others");
  std::optional<crossfade::TransitionKind> only;
  const auto asked = std::find(kTransitionNames.begin(), kTransitionNames.end(), options.kind);
  if (asked != kTransitionNames.end()) only = static_cast<crossfade::TransitionKind>(asked - kTransitionNames.begin());

  crossfade::SeamBench bench = benchOf(model);
  const std::vector<SweepRow> rows = sweep(bench, model, clips, options.seconds, only);
  const auto rowPasses = [&](const SweepRow& row) { return passes(row, options.maxRatio, only.has_value()); };
  const bool passed = std::all_of(rows.begin(), rows.end(), rowPasses);
  if (options.json) {
    Json json = {{"model", model.name},          {"rate", crossfade::kSeamRate},  {"seconds", options.seconds},
                 {"maxRatio", options.maxRatio}, {"clips", clips.size()},         {"passed", passed},
                 {"rows", Json::array()},        {"loops", loopsOf(bench, model)}};
    for (const SweepRow& row : rows) json["rows"].push_back(jsonOf(row, model, rowPasses(row)));
    std::printf("%s\n", json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  } else {
    std::printf("%s: %zu clips, %zu fades of %s s for each kind, the worst joint of each\n", model.name.c_str(),
                clips.size(), rows.front().cases, formatNumber(options.seconds).c_str());
    std::printf("                          change of velocity         jump of   over-    at the   hole of\n");
    std::printf("                        median      p95      max   position   shoot p95  end  weights   roughest\n");
    for (const SweepRow& row : rows) printRow(row, model, rowPasses(row));
    std::printf("  ratios to what the clips do by themselves at %.0f Hz; angles in degrees\n", crossfade::kSeamRate);
    printLoops(bench, model);
  }
  return passed ? ExitCode::Done : ExitCode::LimitExceeded;
}

ExitCode checkScript(Model model, const CheckOptions& options) {
  auto script = loadScript(options.script, model);
  if (!script) return fail(script.error().message);
  const crossfade::SeamBench bench = benchOf(model);
  Session session(model);
  if (auto stopped = session.apply(StopAll{}); !stopped)
    return fail(stopped.error().message);  // with a script nothing plays before its first command
  const auto found = measureScript(bench, session, *script);
  if (!found) return fail(options.script + ": " + found.error().message);
  const crossfade::SeamJoint& most = found->report.worst;
  const std::string joint = jointName(model, found->report.worstJoint);
  const bool passed = most.velocityRatio <= options.maxRatio && most.positionRatio <= 1;
  if (options.json) {
    const Json json = {{"model", model.name},
                       {"script", options.script},
                       {"rate", crossfade::kSeamRate},
                       {"seconds", found->seconds},
                       {"maxRatio", options.maxRatio},
                       {"velocityRatio", most.velocityRatio},
                       {"positionRatio", most.positionRatio},
                       {"weightHole", found->weightHole},
                       {"worst", {{"time", found->worstTime}, {"joint", joint}}},
                       {"passed", passed},
                       {"loops", loopsOf(bench, model)}};
    std::printf("%s\n", json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  } else {
    std::printf("%s, %s: %.2f s\n", model.name.c_str(), options.script.c_str(), found->seconds);
    std::printf("  change of velocity  %8.2f times what the clips do by themselves, at %.3f s, %s\n",
                most.velocityRatio, found->worstTime, joint.c_str());
    std::printf("  jump of position    %8.2f (above 1 it is one)\n  hole of weights     %8.1e\n", most.positionRatio,
                found->weightHole);
    if (!passed) std::printf("  PAST THE LIMIT of %s\n", formatNumber(options.maxRatio).c_str());
  }
  return passed ? ExitCode::Done : ExitCode::LimitExceeded;
}

}  // namespace

ExitCode runCheck(const CheckOptions& options) {
  auto model = loadModel(options.model, {}, options.clipFiles);
  if (!model) return fail(model.error().message);
  return options.script.empty() ? checkPairs(*model, options) : checkScript(std::move(*model), options);
}

}  // namespace app
