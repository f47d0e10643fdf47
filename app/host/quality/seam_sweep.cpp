#include "app/host/quality/seam_sweep.h"

#include <algorithm>
#include <cmath>

#include "app/view/model_matrices.h"

namespace app {
namespace {

using crossfade::TransitionKind;

SweepRow sweepRow(crossfade::SeamBench& bench, const Model& model, const std::vector<int>& clips,
                  const crossfade::TransitionOptions& options, bool interrupted) {
  SweepRow row{.kind = options.kind, .interrupted = interrupted};
  std::vector<double> velocities, positions, overshoots;
  double maxRatio = -1;
  for (const int from : clips)
    for (const int to : clips) {
      if (from == to) continue;
      for (const double fraction : kSweptStarts) {
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

/// Seconds until the last fade has ended, and one more.
double lengthOf(const Script& script, const Session& session) {
  double end = 0;
  for (const TimedCommand& timed : script) {
    double lasts = 0;
    if (const auto* fade = timed.command.as<FadeTo>()) lasts = fade->seconds.value_or(session.fadeSettings().seconds);
    if (const auto* settings = timed.command.as<SetFadeSettings>()) lasts = settings->settings.seconds;
    if (const auto* fade = timed.command.as<ClassicCrossFade>()) lasts = fade->seconds;
    if (const auto* fade = timed.command.as<FadeIn>()) lasts = fade->seconds;
    if (const auto* fade = timed.command.as<FadeOut>()) lasts = fade->seconds;
    end = std::max(end, timed.at + lasts);
  }
  return end + 1;
}

/// Which clips a script has shown so far, and how their weights add up now.
class PlayedClips {
 public:
  explicit PlayedClips(const Session& session)
      : times_(static_cast<std::size_t>(session.clipCount())), played_(times_.size()) {}

  /// Returns whether a visible clip jumped back, as at the end of a loop: that change of pose is no seam.
  bool update(const Session& session) {
    bool restarted = false;
    sums_.clear();
    for (std::size_t i = 0; i < times_.size(); ++i) {
      const crossfade::AnimationAction& action = session.action(static_cast<int>(i));
      const bool shows = action.isScheduled() && action.getEffectiveWeight() > 0;
      const double forward = (action.time - times_[i]) * action.getEffectiveTimeScale() * session.speed();
      restarted = restarted || (shows && played_[i] && forward < 0);
      times_[i] = action.time;
      if (!shows) continue;
      if (!played_[i]) all_.push_back(static_cast<int>(i));
      played_[i] = true;
      addWeight(action);
    }
    return restarted;
  }

  /// How far the weights of a layer are from a sum of 1; a masked layer may let the one below show through.
  double weightHole() const {
    double hole = 0;
    for (const auto& [mask, sum] : sums_)
      if (!mask || sum > 1) hole = std::max(hole, std::abs(sum - 1));
    return hole;
  }
  const std::vector<int>& all() const { return all_; }

 private:
  void addWeight(const crossfade::AnimationAction& action) {
    const auto layer =
        std::find_if(sums_.begin(), sums_.end(), [&](const auto& each) { return each.first == action.mask; });
    if (layer == sums_.end())
      sums_.emplace_back(action.mask, action.getEffectiveWeight());
    else
      layer->second += action.getEffectiveWeight();
  }

  std::vector<double> times_;
  std::vector<bool> played_;
  std::vector<int> all_;
  std::vector<std::pair<const crossfade::JointMask*, double>> sums_;  // of the weights, per mask
};

}  // namespace

Percentiles percentilesOf(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](double fraction) {
    return values[static_cast<std::size_t>(std::lround(fraction * static_cast<double>(values.size() - 1)))];
  };
  return {.median = at(0.5), .p95 = at(0.95), .max = values.back()};
}

SweptClips::SweptClips(const std::vector<int>& all, int most) : candidates(all.size()) {
  const std::size_t count = std::min<std::size_t>(all.size(), static_cast<std::size_t>(most));
  for (std::size_t i = 0; i < count; ++i) clips.push_back(all[i * all.size() / count]);
}

SweptClips sweptClips(const Model& model, int most) {
  std::vector<int> moving;
  for (std::size_t i = 0; i < model.clips.size(); ++i)
    if (model.clips[i].duration() > 0) moving.push_back(static_cast<int>(i));
  return SweptClips(moving, most);
}

crossfade::SeamBench benchOf(const Model& model) {
  return {model.skeleton, channelLayoutOf(model), restPoseOf(model), model.clips};
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
  ScriptSeams found{.seconds = lengthOf(script, session), .report = {}};
  ScriptPlayer player(script);
  PlayedClips clips(session);
  double maxRatio = -1;
  const auto frames = static_cast<long>(found.seconds / kFrame);
  for (long frame = 0; frame <= frames; ++frame) {
    const double time = static_cast<double>(frame) * kFrame;
    if (auto advanced = player.advanceTo(time, session, unused); !advanced) return advanced.error();
    const bool restarted = clips.update(session);
    found.weightHole = std::max(found.weightHole, clips.weightHole());
    meter.add(session.pose(), !restarted);
    bench.compare(meter.joints(), clips.all(), found.report);
    if (found.report.worst.velocityRatio > maxRatio) {
      maxRatio = found.report.worst.velocityRatio;
      found.worstTime = time;
    }
  }
  return found;
}

}  // namespace app
