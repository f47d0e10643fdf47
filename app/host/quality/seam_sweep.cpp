#include "app/host/quality/seam_sweep.h"

#include <algorithm>
#include <cmath>

#include "app/view/model_matrices.h"

namespace app {
namespace {

using crossfade::TransitionKind;

constexpr double kStarts[] = {0.2, 0.6};  // of the first clip

SweepRow sweepRow(crossfade::SeamBench& bench, const Model& model, const std::vector<int>& clips,
                  const crossfade::TransitionOptions& options, bool interrupted) {
  SweepRow row{.kind = options.kind, .interrupted = interrupted};
  std::vector<double> velocities, positions, overshoots;
  double maxRatio = -1;
  for (const int from : clips)
    for (const int to : clips) {
      if (from == to) continue;
      for (const double fraction : kStarts) {
        const double start = fraction * model.clips[static_cast<std::size_t>(from)].duration();
        const crossfade::SeamReport report =
            bench.measure({.from = from, .to = to, .start = start, .options = options, .interrupted = interrupted});
        velocities.push_back(report.worst.velocityRatio);
        positions.push_back(report.worst.positionRatio);
        overshoots.push_back(report.worst.rotationOvershoot);
        row.rotationAtEnd = std::max(row.rotationAtEnd, report.worst.rotationAtEnd);
        row.translationAtEnd = std::max(row.translationAtEnd, report.worst.translationAtEnd);
        row.weightHole = std::max(row.weightHole, report.weightHole);
        if (report.worst.velocityRatio > maxRatio) {
          maxRatio = report.worst.velocityRatio;
          row.worst = {.from = from, .to = to, .start = start, .joint = report.worstJoint};
        }
      }
    }
  row.cases = velocities.size();
  row.velocityRatio = percentilesOf(std::move(velocities));
  row.positionRatio = percentilesOf(std::move(positions));
  row.rotationOvershoot = percentilesOf(std::move(overshoots));
  return row;
}

/// How long a script is to be watched.
double lengthOf(const Script& script, const Session& session) {
  double end = 0;
  for (const TimedCommand& timed : script) {
    double lasts = 0;
    if (const auto* fade = std::get_if<FadeTo>(&timed.command))
      lasts = fade->seconds.value_or(session.fadeSettings().seconds);
    if (const auto* settings = std::get_if<SetFadeSettings>(&timed.command)) lasts = settings->settings.seconds;
    if (const auto* fade = std::get_if<ClassicCrossFade>(&timed.command)) lasts = fade->seconds;
    if (const auto* fade = std::get_if<FadeIn>(&timed.command)) lasts = fade->seconds;
    if (const auto* fade = std::get_if<FadeOut>(&timed.command)) lasts = fade->seconds;
    end = std::max(end, timed.at + lasts);
  }
  return end + 1;
}

}  // namespace

Percentiles percentilesOf(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](double fraction) {
    return values[static_cast<std::size_t>(std::lround(fraction * static_cast<double>(values.size() - 1)))];
  };
  return {.median = at(0.5), .p95 = at(0.95), .max = values.back()};
}

bool passes(const SweepRow& row, double maxRatio, bool askedFor) {
  const bool smooth = row.kind == TransitionKind::Inertial || row.kind == TransitionKind::DeadBlending;
  if ((smooth || askedFor) && !(row.velocityRatio.max <= maxRatio)) return false;
  return row.kind == TransitionKind::Classic || row.positionRatio.max <= 1;
}

std::vector<int> sweptClips(const Model& model) {
  std::vector<int> moving, chosen;
  for (std::size_t i = 0; i < model.clips.size(); ++i)
    if (model.clips[i].duration() > 0) moving.push_back(static_cast<int>(i));
  const std::size_t count = std::min<std::size_t>(moving.size(), kMaxSweptClips);
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(moving[i * moving.size() / count]);
  return chosen;
}

crossfade::SeamBench benchOf(const Model& model) {
  return {model.skeleton, crossfade::ChannelLayout(model.skeleton.jointCount(), morphChannelsOf(model)),
          restPoseOf(model), model.clips};
}

std::vector<SweepRow> sweep(crossfade::SeamBench& bench, const Model& model, const std::vector<int>& clips,
                            double seconds, std::optional<TransitionKind> only) {
  std::vector<SweepRow> rows;
  for (const bool interrupted : {false, true})
    for (const TransitionKind kind : crossfade::kTransitionKinds)
      if (!only || kind == *only)
        rows.push_back(sweepRow(bench, model, clips, {.seconds = seconds, .kind = kind}, interrupted));
  return rows;
}

crossfade::Result<ScriptSeams> measureScript(const crossfade::SeamBench& bench, Session& session,
                                             const Script& script) {
  constexpr double kFrame = 1 / crossfade::kSeamRate;
  FrameProfiler unused;
  crossfade::MotionMeter meter(session.pose().locals.size(), kFrame);
  ScriptSeams found;
  found.seconds = lengthOf(script, session);
  ScriptPlayer player(script);
  const auto clipCount = static_cast<std::size_t>(session.clipCount());
  std::vector<double> times(clipCount);
  std::vector<bool> played(clipCount);
  std::vector<int> all;
  std::vector<std::pair<const crossfade::JointMask*, double>> sums;  // of the shares, per mask
  double maxRatio = -1;
  const auto frames = static_cast<long>(found.seconds / kFrame);
  for (long frame = 0; frame <= frames; ++frame) {
    const double time = static_cast<double>(frame) * kFrame;
    if (auto moved = player.advanceTo(time, session, unused); !moved) return moved.error();
    bool anew = false;
    sums.clear();
    for (std::size_t i = 0; i < clipCount; ++i) {
      const crossfade::AnimationAction& action = session.action(static_cast<int>(i));
      const bool shows = action.isScheduled() && action.getEffectiveWeight() > 0;
      const double way = (action.time - times[i]) * action.getEffectiveTimeScale() *
                         session.speed();  // below 0 where a clip begins anew
      anew = anew || (shows && played[i] && way < 0);
      times[i] = action.time;
      if (shows && !played[i]) all.push_back(static_cast<int>(i));
      played[i] = played[i] || shows;
      if (!shows) continue;
      const auto layer =
          std::find_if(sums.begin(), sums.end(), [&](const auto& each) { return each.first == action.mask; });
      if (layer == sums.end())
        sums.emplace_back(action.mask, action.getEffectiveWeight());
      else
        layer->second += action.getEffectiveWeight();
    }
    for (const auto& [mask, sum] : sums)
      if (!mask || sum > 1)
        found.weightHole = std::max(found.weightHole, std::abs(sum - 1));  // a masked layer may show what is below
    meter.add(session.pose(), !anew);
    bench.compare(meter.joints(), all, found.report);
    if (found.report.worst.velocityRatio > maxRatio) {
      maxRatio = found.report.worst.velocityRatio;
      found.worstTime = time;
    }
  }
  return found;
}

}  // namespace app
