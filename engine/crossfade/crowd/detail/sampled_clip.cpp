#include "crossfade/crowd/detail/sampled_clip.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/gtc/quaternion.hpp>

#include "crossfade/base/assert.h"
#include "crossfade/crowd/detail/clip_frames.h"
#include "crossfade/crowd/detail/pack_clip.h"
#include "crossfade/crowd/detail/shell_error.h"
#include "crossfade/math/transform.h"

namespace crossfade {
namespace {

constexpr double kUsualRates[] = {10, 15, 20, 24, 30, 40, 60, 80, 120, 160, 240, 480};
constexpr double kNearlyWhole = 1e-3;  // of an interval
constexpr int kProbes = 4;             // measurements per interval

/// The maximum number of intervals of a clip.
struct IntervalLimits {
  double byRate = 0;
  double byBytes = 0;
};

IntervalLimits intervalLimits(const SampleRig& rig, double duration, const SampleTolerance& tolerance) {
  const auto frameBytes = static_cast<double>(rig.lanes.paddedRotations() * kQuaternionSize * sizeof(std::int16_t) +
                                              rig.lanes.paddedLinears() * sizeof(float));
  constexpr double kMaxBytes = std::numeric_limits<std::uint32_t>::max();  // KeyGroup counts with 32 bits
  const double bytes = std::min(static_cast<double>(tolerance.maxBytes), kMaxBytes);
  return {.byRate = tolerance.maxRate * duration, .byBytes = std::max(1.0, std::floor(bytes / frameBytes) - 1)};
}

/// The number of equal intervals for which every key falls on a frame; 0: none that the limits allow.
int intervalsOfKeys(const std::vector<double>& times, double duration, double maxRate, const IntervalLimits& limits) {
  constexpr double kNear = 0.02;  // of an interval: times are floats, and exporters round them
  double shortest = duration;
  for (std::size_t i = 1; i < times.size(); ++i)
    if (const double step = times[i] - times[i - 1]; step > 0.5 / maxRate) shortest = std::min(shortest, step);
  const double count = std::round(duration / shortest);
  if (!(count >= 1) || count > std::min(limits.byRate + 1, limits.byBytes)) return 0;
  for (const double time : times) {
    const double frame = time / duration * count;
    if (time < duration && std::abs(frame - std::round(frame)) > kNear) return 0;
  }
  return static_cast<int>(count);
}

/// Numbers of intervals to try, ascending; at least one. All that fit into memory, or else the largest number that
/// does.
std::vector<int> candidates(const ClipFacts& facts, double duration, const SampleTolerance& tolerance,
                            const IntervalLimits& limits) {
  if (!facts.moves || !(duration > 0)) return {0};
  std::vector<int> counts;
  const auto add = [&](double count) { counts.push_back(static_cast<int>(std::clamp(count, 1.0, limits.byBytes))); };
  for (const double rate : kUsualRates)
    if (rate <= tolerance.maxRate) add(std::ceil(duration * rate - kNearlyWhole));
  if (counts.empty()) add(limits.byRate);
  if (const int ofKeys = intervalsOfKeys(facts.keyTimes, duration, tolerance.maxRate, limits); ofKeys > 0)
    counts.push_back(ofKeys);
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

/// Applies an additive clip's values to the rest pose.
void addToRest(std::span<const double> rest, std::size_t joints, std::vector<double>& values) {
  for (std::size_t joint = 0; joint < joints; ++joint) {
    double* added = &values[joint * kValuesPerJoint];
    const double* base = &rest[joint * kValuesPerJoint];
    for (std::size_t i = 0; i < 3; ++i) {
      added[kTranslationOffset + i] += base[kTranslationOffset + i];
      added[kScaleOffset + i] += base[kScaleOffset + i];
    }
    double* q = added + kRotationOffset;
    const double* r = base + kRotationOffset;
    const glm::dquat rotated =
        makeDoubleQuat(r[0], r[1], r[2], r[3]) * glm::normalize(makeDoubleQuat(q[0], q[1], q[2], q[3]));
    q[0] = rotated.x, q[1] = rotated.y, q[2] = rotated.z, q[3] = rotated.w;
  }
}

/// Measures the largest differences between a clip's tracks and its packed keys.
class ToleranceCheck {
 public:
  ToleranceCheck(const ClipUse& use, const SampleRig& rig, const ClipFacts& facts, const SampleTolerance& tolerance)
      : use_(use),
        rig_(rig),
        facts_(facts),
        tolerance_(tolerance),
        reader_(use, rig, tolerance.endings),
        meter_(rig.parents, 1) {
    sizeScale_ = toleranceScale(meter_.extent(rig.rest));
    meter_ = ShellMeter(rig.parents, tolerance.shell * sizeScale_);
  }
  /// Stops at the first difference that is too large, unless `toTheEnd`.
  SampleReport measure(const SampledClip& clip, bool toTheEnd) {
    SampleReport report{.bytes = clip.bytes(), .rate = clip.rate};
    const int moments = std::max(1, clip.intervals * kProbes);
    for (int moment = 0; moment < moments; ++moment) {
      const double fraction = double(moment % kProbes) / kProbes;
      measureAt(clip, moment / kProbes, fraction, report);
      report.withinTolerance = report.distance <= tolerance_.distance * sizeScale_ &&
                               report.angle <= tolerance_.angle && report.morph <= tolerance_.morph;
      if (!report.withinTolerance && !toTheEnd) break;
    }
    return report;
  }

 private:
  void measureAt(const SampledClip& clip, int frame, double fraction, SampleReport& report) {
    reader_.read(clip.intervals > 0 ? clip.duration * (frame + fraction) / clip.intervals : 0, exact_);
    sampled_ = exact_;
    unpackClip(clip, rig_, facts_, frame, fraction, sampled_);
    for (std::size_t i = rig_.parents.size() * kValuesPerJoint; i < exact_.size(); ++i)
      report.morph = std::max(report.morph, std::abs(exact_[i] - sampled_[i]) / std::max(1.0, std::abs(exact_[i])));
    if (use_.blendMode == BlendMode::Additive)
      for (auto* values : {&exact_, &sampled_}) addToRest(rig_.rest, rig_.parents.size(), *values);
    const ShellDifference found = meter_.difference(exact_, sampled_);
    report.distance = std::max(report.distance, found.distance);
    report.angle = std::max(report.angle, found.angle);
  }

  const ClipUse& use_;
  const SampleRig& rig_;
  const ClipFacts& facts_;
  const SampleTolerance& tolerance_;
  TrackReader reader_;
  ShellMeter meter_;
  double sizeScale_ = 1;
  std::vector<double> exact_, sampled_;
};

}  // namespace

std::size_t SampledClip::bytes() const {
  const auto size = [](const auto& all) { return all.size() * sizeof(all[0]); };
  std::size_t sum = sizeof(SampledClip) + size(rotationKeys) + size(rotationBases) + size(rotationGroups) +
                    size(rotationIdle) + size(linearKeys) + size(linearGroups) + size(rotationPresence) +
                    size(linearPresence) + size(steps);
  for (const StepTrack& step : steps) sum += (step.track.times().size() + step.track.values().size()) * sizeof(float);
  return sum;
}

ClipKeys SampledClip::keys() const {
  ClipKeys keys{.rotationKeys = rotationKeys.data(),
                .rotationGroups = rotationGroups.data(),
                .rotationBases = rotationBases.data(),
                .rotationIdle = rotationIdle.data(),
                .linearKeys = linearKeys.data(),
                .linearGroups = linearGroups.data(),
                .movesAll = movesAll,
                .hasSteps = !steps.empty(),
                .intervals = intervals,
                .rate = rate};
  const auto areAlike = [](const std::vector<KeyGroup>& groups) {
    return !groups.empty() &&
           std::all_of(groups.begin(), groups.end(), [&](KeyGroup g) { return g.stride == groups[0].stride; });
  };
  keys.rotationsDense = areAlike(rotationGroups);
  keys.linearsDense = areAlike(linearGroups);
  if (keys.rotationsDense) keys.rotationStride = rotationGroups[0].stride;
  if (keys.linearsDense) keys.linearStride = linearGroups[0].stride;
  return keys;
}

SampledClip sampleClip(const ClipUse& use, const SampleRig& rig, const SampleTolerance& tolerance,
                       SampleReport* report) {
  const ClipFacts facts = factsOf(use, rig);
  const double duration = use.clip->duration();
  TrackReader reader(use, rig, tolerance.endings);
  ToleranceCheck toleranceCheck(use, rig, facts, tolerance);
  const IntervalLimits limits = intervalLimits(rig, duration, tolerance);
  const std::vector<int> counts = candidates(facts, duration, tolerance, limits);
  for (const int intervals : counts) {
    SampledClip clip = packClip(readFrames(reader, rig, facts, duration, intervals), rig, facts, duration);
    const bool last = intervals == counts.back();
    SampleReport found = toleranceCheck.measure(clip, last);
    if (!found.withinTolerance && !last) continue;
    found.limitedByBytes = !found.withinTolerance && intervals >= limits.byBytes;
    if (report) *report = found;
    return clip;
  }
  CROSSFADE_ASSERT(false, "sampleClip: the last candidate is always taken");
  return {};
}

SampledClip sampleRest(const SampleRig& rig) {
  const AnimationClip nothing = *AnimationClip::make("rest", {});
  const ClipUse use{.clip = &nothing};
  const ClipFacts facts = factsOf(use, rig);
  TrackReader reader(use, rig, {});
  SampledClip rest = packClip(readFrames(reader, rig, facts, 0, 0), rig, facts, 0);
  std::fill(rest.rotationPresence.begin(), rest.rotationPresence.end(), 1.0f);
  std::fill(rest.linearPresence.begin(), rest.linearPresence.end(), 1.0f);
  return rest;
}

}  // namespace crossfade
