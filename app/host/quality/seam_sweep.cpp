#include "app/host/quality/seam_sweep.h"

#include <cassert>
#include <cmath>
#include <random>
#include <utility>

#include "app/model/upright.h"
#include "app/view/model_matrices.h"

namespace app {
namespace {

using crossfade::TransitionKind;

std::vector<double> interruptionsOf(const crossfade::SeamCase& fade, Interruption interruption) {
  switch (interruption) {
    case Interruption::Never:
      return {};
    case Interruption::Halfway:
      return {0.5};
    case Interruption::ThreeTimes:
      break;
  }
  const double phase = fade.from * 7 + fade.to * 31 + fade.start * 13 + fade.options.seconds * 101;
  std::minstd_rand random(static_cast<unsigned>(std::lround(1000 * phase) + 1));
  std::vector<double> moments(3);
  for (double& moment : moments) moment = 0.08 + 0.82 * static_cast<double>(random() % 1000) / 1000;
  return moments;
}

/// The spread of each figure.
void fill(SweepRow& row, const std::vector<crossfade::SeamReport>& reports) {
  using Report = const crossfade::SeamReport&;
  const auto spreadOf = [&reports](const auto& valueOf) {
    std::vector<double> values;
    for (Report report : reports) values.push_back(valueOf(report));
    return percentilesOf(std::move(values));
  };
  row.cases = reports.size();
  row.velocityRatio = spreadOf([](Report report) { return report.worst.velocityRatio; });
  row.modelVelocityRatio = spreadOf([](Report report) { return report.worst.modelVelocityRatio; });
  row.positionRatio = spreadOf([](Report report) { return report.worst.positionRatio; });
  row.overshoot = spreadOf([](Report report) { return report.excess.overshoot; });
  row.tilt = spreadOf([](Report report) { return report.excess.tilt; });
  row.sink = spreadOf([](Report report) { return report.excess.sink; });
  row.outside = spreadOf([](Report report) { return report.excess.outside; });
  for (Report report : reports) {
    row.rotationAtEnd = std::max(row.rotationAtEnd, report.worst.rotationAtEnd);
    row.translationAtEnd = std::max(row.translationAtEnd, report.worst.translationAtEnd);
    row.weightHole = std::max(row.weightHole, report.weightHole);
  }
}

/// The fades of one row.
std::vector<crossfade::SeamCase> casesOf(const Model& model, const std::vector<int>& clips, TransitionKind kind,
                                         Interruption interruption, const std::vector<double>& lengths) {
  std::vector<crossfade::SeamCase> cases;
  for (const auto& [from, to] : orderedPairs(clips))
    for (const double fraction : kMeasuredStarts)
      for (const double seconds : lengths) {
        crossfade::SeamCase& fade = cases.emplace_back();
        fade = {.from = from,
                .to = to,
                .start = fraction * model.clips[static_cast<std::size_t>(from)].duration(),
                .options = {.seconds = seconds, .kind = kind}};
        fade.interruptions = interruptionsOf(fade, interruption);
      }
  return cases;
}

SweepRow sweepRow(crossfade::SeamBench& bench, const std::vector<crossfade::SeamCase>& cases, TransitionKind kind,
                  Interruption interruption) {
  SweepRow row{.kind = kind, .interruption = interruption};
  std::vector<crossfade::SeamReport> reports;
  std::array<double, kFadeFaultTexts.size()> largest;
  largest.fill(-1);
  for (const crossfade::SeamCase& fade : cases) {
    crossfade::SeamReport& report = reports.emplace_back(bench.measure(fade));
    report.joints.clear();  // only the worst one is needed
    for (std::size_t i = 0; i < largest.size(); ++i) {
      const double figure =
          figureOf(static_cast<FadeFault>(i), report.worst.velocityRatio, report.worst.positionRatio, report.excess);
      if (!(figure > largest[i])) continue;
      largest[i] = figure;
      row.worst[i] = {.from = fade.from, .to = fade.to, .start = fade.start, .seconds = fade.options.seconds};
      if (static_cast<FadeFault>(i) != FadeFault::Velocity) continue;
      row.worstJoint = report.worstJoint;
      row.worstValue = report.worstValue;
    }
  }
  fill(row, reports);
  return row;
}

/// Seconds until the last fade has ended, and one more.
double lengthOf(const Script& script, const Session& session) {
  double end = 0;
  for (const TimedCommand& timed : script) {
    double lasts = 0;
    if (const auto* fade = timed.command.as<FadeTo>())
      lasts = fade->how.seconds.value_or(session.fadeSettings().seconds);
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
  return {model.skeleton, channelLayoutOf(model), restPoseOf(model), model.clips, measuredBodyOf(model)};
}

std::vector<SweepRow> sweep(crossfade::SeamBench& bench, const Model& model, const std::vector<int>& clips,
                            const SweepPlan& plan) {
  std::vector<SweepRow> rows;
  for (const Interruption interruption : plan.interruptions)
    for (const TransitionKind kind : crossfade::kTransitionKinds)
      if (!plan.kind || kind == *plan.kind)
        rows.push_back(sweepRow(bench, casesOf(model, clips, kind, interruption, plan.seconds), kind, interruption));
  return rows;
}

crossfade::Result<ScriptSeams> measureScript(const crossfade::SeamBench& bench, Session& session,
                                             const Script& script) {
  constexpr double kFrame = 1 / crossfade::kSeamRate;
  FrameProfiler unused;
  crossfade::MotionMeter meter(session.pose().locals.size(), kFrame, session.pose().morphWeights.size());
  crossfade::BodyMeter seen(session.model().skeleton, bench.body(), kFrame);
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
    seen.add(session.pose(), !restarted);
    const crossfade::SeamExcess before = found.report.excess;
    bench.compare(meter, seen, clips.all(), found.report);
    if (found.report.worst.velocityRatio > maxRatio) {
      maxRatio = found.report.worst.velocityRatio;
      found.worstTime = time;
    }
    if (found.report.excess.tilt > before.tilt) found.tiltTime = time;
    if (found.report.excess.sink > before.sink) found.sinkTime = time;
  }
  return found;
}

FadeSweep::FadeSweep(const Model& model, std::vector<int> clips)
    : clips_(model, std::move(clips)),
      seams_(model.skeleton, channelLayoutOf(model), restPoseOf(model), clips_.clips(), measuredBodyOf(model)),
      feet_(standingFeetOf(model)),
      slides_(model.skeleton, feet_, channelLayoutOf(model), restPoseOf(model), clips_.clips(), seams_) {}

int FadeSweep::indexOf(int clip) const {
  const int position = clips_.positionOf(clip);
  assert(position >= 0);
  return position;
}

crossfade::SeamCase FadeSweep::caseOf(CellIndex pair, const FadeChoice& settings) const {
  crossfade::SeamCase fade{.from = indexOf(pair.from), .to = indexOf(pair.to)};
  fade.options = transitionSettingsOf(settings).options(fade.options);
  fade.curve = settings.curve ? &*settings.curve : nullptr;
  if (settings.toPhase) fade.entry = *settings.toPhase * clips_[fade.to].duration();
  return fade;
}

SweptFade FadeSweep::worstOf(CellIndex pair, const FadeChoice& settings) {
  crossfade::SeamCase fade = caseOf(pair, settings);
  SweptFade worst;
  for (const double phase : measuredStarts(settings.fromPhase)) {
    fade.start = phase * clips_[fade.from].duration();
    for (const bool interrupted : {false, true}) {
      fade.interruptions.assign(interrupted ? 1 : 0, 0.5);
      const crossfade::SeamReport found = seams_.measure(fade);
      if (found.worst.velocityRatio > worst.ratio()) {
        worst.start = fade.start;
        worst.joint = found.worstJoint;
        worst.value = found.worstValue;
      }
      double& part = interrupted ? worst.interrupted : worst.straight;
      part = std::max(part, found.worst.velocityRatio);
      worst.excess.raise(found.excess);
    }
    if (!slides_.walks(fade.from) || !slides_.walks(fade.to)) continue;
    fade.interruptions.clear();
    const crossfade::SlideReport report = slides_.measure(fade);
    if (report.legLength > 0)
      worst.slide = std::max(worst.slide.value_or(0), report.slide.perStep() / report.legLength);
  }
  return worst;
}

}  // namespace app
