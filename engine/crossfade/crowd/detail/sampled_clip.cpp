#include "crossfade/crowd/detail/sampled_clip.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "crossfade/clip/interpolant.h"
#include "crossfade/crowd/detail/shell_error.h"

namespace crossfade {
namespace {

constexpr double kUsualRates[] = {10, 15, 20, 24, 30, 40, 60, 80, 120, 160, 240, 480};
constexpr double kNearlyWhole = 1e-3;    // of an interval
constexpr int kProbes = 4;               // moments that are measured from one frame to the next
constexpr double kSmallestRange = 1e-6;  // of a rotation's component: below it a lane stands still
constexpr double kLargeCharacter = 2;    // metres

std::size_t paddedRotations(const LaneLayout& lanes) {
  return static_cast<std::size_t>(lanes.rotationGroups()) * kRotationGroup;
}
std::size_t paddedLinears(const LaneLayout& lanes) {
  return static_cast<std::size_t>(lanes.linearGroups()) * kLinearGroup;
}

/// A linear track with two values at one time, or one that holds its keys.
bool steps(const KeyframeTrack& track) {
  if (isConstant(track)) return false;
  if (track.interpolation() == Interpolation::Discrete) return true;
  const auto keys = track.keys();
  for (std::size_t key = 1; key < keys.times.size(); ++key)
    for (std::size_t i = 0; keys.times[key] == keys.times[key - 1] && i < keys.size; ++i)
      if (keys.values[valueOffset(keys, track.interpolation(), key) + i] !=
          keys.values[valueOffset(keys, track.interpolation(), key - 1) + i])
        return true;
  return false;
}

/// The clip's own values, as ChannelLayout lays them out.
class TrackReader {
 public:
  TrackReader(const ClipUse& use, const SampleRig& rig, Endings endings)
      : defaults_(rig.rest.begin(), rig.rest.end()), endings_(endings) {
    for (const ChannelSlot& slot : rig.channels.channels())
      for (int i = 0; i < slot.size; ++i)
        defaults_[static_cast<std::size_t>(slot.offset + i)] = defaultValue(use.blendMode, slot, i, rig.rest);
    for (const KeyframeTrack& track : use.clip->tracks())
      if (const int channel = rig.channels.channelOf(track.target(), track.valueSize()); channel >= 0)
        tracks_.push_back(
            {.track = &track,
             .offset = static_cast<std::size_t>(rig.channels.channels()[static_cast<std::size_t>(channel)].offset),
             .cursor = {}});
  }
  std::span<const double> defaults() const { return defaults_; }
  void read(double time, std::vector<double>& values) {
    values.assign(defaults_.begin(), defaults_.end());
    for (Reader& reader : tracks_)
      evaluate(*reader.track, time, reader.cursor,
               std::span(values).subspan(reader.offset, static_cast<std::size_t>(reader.track->valueSize())), endings_);
  }

 private:
  struct Reader {
    const KeyframeTrack* track;
    std::size_t offset;
    KeyCursor cursor;
  };
  std::vector<Reader> tracks_;
  std::vector<double> defaults_;
  Endings endings_;
};

/// What the clip has for the rig: which lanes, which of them step, and whether any of the others moves at all.
struct ClipFacts {
  std::vector<bool> rotationPresent, linearPresent;  // by lane
  std::vector<bool> rotationSteps, linearSteps;
  std::vector<StepTrack> steps;
  std::vector<double> keyTimes;  // of what moves and does not step
  bool moves = false;
};

ClipFacts factsOf(const ClipUse& use, const SampleRig& rig) {
  const LaneLayout& lanes = rig.lanes;
  ClipFacts facts;
  facts.rotationPresent.assign(paddedRotations(lanes), false);
  facts.linearPresent.assign(paddedLinears(lanes), false);
  facts.rotationSteps = facts.rotationPresent;
  facts.linearSteps = facts.linearPresent;
  for (const KeyframeTrack& track : use.clip->tracks()) {
    const int channel = rig.channels.channelOf(track.target(), track.valueSize());
    if (channel < 0) continue;
    const ChannelSlot& slot = rig.channels.channels()[static_cast<std::size_t>(channel)];
    const bool rotates = slot.mixing == Mixing::Slerp;
    int lane = -1;
    if (rotates)
      lane = lanes.rotationLaneOf[static_cast<std::size_t>(track.target().node)];
    else if (const auto at = std::find(lanes.linearOffsets.begin(), lanes.linearOffsets.end(), slot.offset);
             at != lanes.linearOffsets.end())
      lane = static_cast<int>(at - lanes.linearOffsets.begin());
    if (lane < 0) continue;
    const bool stepping = steps(track);
    auto& present = rotates ? facts.rotationPresent : facts.linearPresent;
    auto& stepped = rotates ? facts.rotationSteps : facts.linearSteps;
    for (int i = 0; i < (rotates ? 1 : slot.size); ++i) {
      present[static_cast<std::size_t>(lane + i)] = true;
      stepped[static_cast<std::size_t>(lane + i)] = stepping;
    }
    if (stepping)
      facts.steps.push_back({.track = track, .rotates = rotates, .lane = lane});
    else if (!isConstant(track)) {
      facts.moves = true;
      facts.keyTimes.insert(facts.keyTimes.end(), track.times().begin(), track.times().end());
    }
  }
  std::sort(facts.keyTimes.begin(), facts.keyTimes.end());
  return facts;
}

/// How many intervals of one length make the duration so that each key's time is a frame; 0: none.
int intervalsOfKeys(const std::vector<double>& times, double duration, double maxRate) {
  constexpr double kNear = 0.02;  // of an interval: times are floats, and exporters round them
  double shortest = duration;
  for (std::size_t i = 1; i < times.size(); ++i)
    if (const double step = times[i] - times[i - 1]; step > 0.5 / maxRate) shortest = std::min(shortest, step);
  const double count = std::round(duration / shortest);
  if (!(count >= 1) || count > maxRate * duration + 1) return 0;
  for (const double time : times) {
    const double frame = time / duration * count;
    if (time < duration && std::abs(frame - std::round(frame)) > kNear) return 0;
  }
  return static_cast<int>(count);
}

std::vector<int> candidates(const ClipFacts& facts, double duration, double maxRate) {
  if (!facts.moves || !(duration > 0)) return {0};
  std::vector<int> counts;
  for (const double rate : kUsualRates)
    if (rate <= maxRate) counts.push_back(std::max(1, static_cast<int>(std::ceil(duration * rate - kNearlyWhole))));
  if (counts.empty()) counts.push_back(std::max(1, static_cast<int>(duration * maxRate)));
  if (const int ofKeys = intervalsOfKeys(facts.keyTimes, duration, maxRate); ofKeys > 0) counts.push_back(ofKeys);
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

/// All frames of all lanes, before they are packed.
struct Frames {
  int count = 0;
  std::vector<double> rotations;  // [frame][lane][4]
  std::vector<double> linears;    // [frame][lane]
};

Frames readFrames(TrackReader& reader, const SampleRig& rig, const ClipFacts& facts, double duration, int intervals) {
  const std::size_t rotationLanes = paddedRotations(rig.lanes), linearLanes = paddedLinears(rig.lanes);
  Frames frames{.count = intervals + 1,
                .rotations = std::vector<double>(static_cast<std::size_t>(intervals + 1) * rotationLanes * 4),
                .linears = std::vector<double>(static_cast<std::size_t>(intervals + 1) * linearLanes)};
  std::vector<double> values;
  for (int frame = 0; frame <= intervals; ++frame) {
    reader.read(intervals > 0 ? duration * frame / intervals : 0, values);
    double* rotation = frames.rotations.data() + static_cast<std::size_t>(frame) * rotationLanes * 4;
    for (std::size_t lane = 0; lane < rotationLanes; ++lane, rotation += 4) {
      if (facts.rotationSteps[lane]) continue;  // stays 0, so that its keys are the rotation itself
      rotation[3] = 1;
      if (lane >= rig.lanes.rotationJoints.size()) continue;
      const double* source = &values[static_cast<std::size_t>(rig.lanes.rotationJoints[lane]) * 10 + 3];
      double dot = 0, length = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        if (frame > 0) dot += source[i] * (rotation - rotationLanes * 4)[i];
        length += source[i] * source[i];
      }
      const double scale = (dot < 0 ? -1 : 1) / (length > 0 ? std::sqrt(length) : 1);
      for (std::size_t i = 0; i < 4; ++i) rotation[i] = source[i] * scale;
      if (!(length > 0)) rotation[3] = 1;
    }
    for (std::size_t lane = 0; lane < rig.lanes.linearOffsets.size(); ++lane) {
      const auto offset = static_cast<std::size_t>(rig.lanes.linearOffsets[lane]);
      frames.linears[static_cast<std::size_t>(frame) * linearLanes + lane] =
          facts.linearSteps[lane] ? reader.defaults()[offset] : values[offset];
    }
  }
  return frames;
}

/// One lane of rotations: the middle of what each component does, and the unit in which it is counted from there.
struct Range {
  double middle[4];
  double unit;
  bool still;
};

Range rangeOf(const Frames& frames, std::size_t lane, std::size_t lanes) {
  Range range{};
  double widest = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    double low = frames.rotations[lane * 4 + i], high = low;
    for (std::size_t frame = 1; frame < static_cast<std::size_t>(frames.count); ++frame) {
      const double value = frames.rotations[(frame * lanes + lane) * 4 + i];
      low = std::min(low, value);
      high = std::max(high, value);
    }
    range.middle[i] = (low + high) / 2;
    widest = std::max(widest, (high - low) / 2);
  }
  range.still = widest < kSmallestRange;
  range.unit = (range.still ? 1 : widest) / kFixedPointOne;
  return range;
}

/// Groups that stand still lie before the first frame, the others in each frame.
template <class IsStill>
std::vector<KeyGroup> layOutGroups(int groups, std::uint32_t size, IsStill isStill) {
  std::vector<KeyGroup> layouts(static_cast<std::size_t>(groups));
  std::uint32_t next = 0, stride = 0;
  for (int g = 0; g < groups; ++g)
    if (isStill(g))
      layouts[static_cast<std::size_t>(g)].offset = std::exchange(next, next + size);
    else
      stride += size;
  for (int g = 0; g < groups; ++g)
    if (!isStill(g))
      layouts[static_cast<std::size_t>(g)] = {.offset = std::exchange(next, next + size), .stride = stride};
  return layouts;
}

template <class Keys>
void sizeKeys(Keys& keys, const std::vector<KeyGroup>& layouts, std::uint32_t size, int frames) {
  std::size_t end = 0;
  for (const KeyGroup& layout : layouts)
    end = std::max(end, layout.offset + std::size_t(layout.stride) * static_cast<std::size_t>(frames - 1) + size);
  keys.assign(end, 0);
}

void packRotations(const Frames& frames, int groups, SampledClip& clip) {
  const auto lanes = static_cast<std::size_t>(groups) * kRotationGroup;
  std::vector<Range> ranges;
  for (std::size_t lane = 0; lane < lanes; ++lane) ranges.push_back(rangeOf(frames, lane, lanes));
  const auto isStill = [&](int g) {
    return std::all_of(ranges.begin() + g * kRotationGroup, ranges.begin() + (g + 1) * kRotationGroup,
                       [](const Range& r) { return r.still; });
  };
  constexpr std::uint32_t kSize = 4 * kRotationGroup;
  clip.rotationGroups = layOutGroups(groups, kSize, isStill);
  sizeKeys(clip.rotationKeys, clip.rotationGroups, kSize, frames.count);
  clip.rotationBases.assign(lanes * 4, 0);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::size_t group = lane / kRotationGroup, within = lane % kRotationGroup;
    const KeyGroup layout = clip.rotationGroups[group];
    const Range& range = ranges[lane];
    for (std::size_t i = 0; i < 4; ++i) {
      clip.rotationBases[group * kSize + i * kRotationGroup + within] =
          static_cast<float>(range.middle[i] / range.unit * kFixedPointOne);
      for (std::size_t frame = 0; frame < static_cast<std::size_t>(layout.stride ? frames.count : 1); ++frame) {
        const double key =
            range.still ? 0 : (frames.rotations[(frame * lanes + lane) * 4 + i] - range.middle[i]) / range.unit;
        clip.rotationKeys[layout.offset + frame * layout.stride + i * kRotationGroup +
                          static_cast<std::size_t>(rotationSlot(static_cast<int>(within)))] =
            static_cast<std::int16_t>(std::lround(std::clamp<double>(key, -kFixedPointOne, kFixedPointOne)));
      }
    }
  }
}

void packLinears(const Frames& frames, int groups, SampledClip& clip) {
  const auto lanes = static_cast<std::size_t>(groups) * kLinearGroup;
  const auto isStill = [&](int g) {
    for (std::size_t i = lanes; i < frames.linears.size(); ++i)
      if (static_cast<int>(i % lanes / kLinearGroup) == g && frames.linears[i] != frames.linears[i % lanes])
        return false;
    return true;
  };
  clip.linearGroups = layOutGroups(groups, kLinearGroup, isStill);
  sizeKeys(clip.linearKeys, clip.linearGroups, kLinearGroup, frames.count);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const KeyGroup layout = clip.linearGroups[lane / kLinearGroup];
    for (std::size_t frame = 0; frame < static_cast<std::size_t>(layout.stride ? frames.count : 1); ++frame)
      clip.linearKeys[layout.offset + frame * layout.stride + lane % kLinearGroup] =
          static_cast<float>(frames.linears[frame * lanes + lane]);
  }
}

SampledClip pack(const Frames& frames, const SampleRig& rig, const ClipFacts& facts, double duration) {
  SampledClip clip{.duration = duration,
                   .rate = frames.count > 1 ? (frames.count - 1) / duration : 0,
                   .intervals = frames.count - 1};
  packRotations(frames, rig.lanes.rotationGroups(), clip);
  packLinears(frames, rig.lanes.linearGroups(), clip);
  clip.steps = facts.steps;
  clip.rotationPresence.assign(facts.rotationPresent.begin(), facts.rotationPresent.end());
  clip.linearPresence.assign(facts.linearPresent.begin(), facts.linearPresent.end());
  for (int g = 0; g < rig.lanes.rotationGroups(); ++g) {
    const auto begin = facts.rotationPresent.begin() + g * kRotationGroup;
    clip.rotationIdle.push_back(std::none_of(begin, begin + kRotationGroup, [](bool present) { return present; }));
  }
  clip.movesAll = std::all_of(facts.rotationPresent.begin(), facts.rotationPresent.begin() + rig.lanes.rotationLanes(),
                              [](bool present) { return present; }) &&
                  std::all_of(facts.linearPresent.begin(), facts.linearPresent.begin() + rig.lanes.linearLanes(),
                              [](bool present) { return present; });
  return clip;
}

/// What the packed clip shows at a time, into values that hold the tracks' own values: only what was sampled is
/// replaced.
void unpack(const SampledClip& clip, const SampleRig& rig, const ClipFacts& facts, int frame, double fraction,
            std::vector<double>& values) {
  fraction = std::round(fraction * kFixedPointOne) / kFixedPointOne;
  for (std::size_t lane = 0; lane < rig.lanes.rotationJoints.size(); ++lane) {
    if (facts.rotationSteps[lane]) continue;
    const std::size_t group = lane / kRotationGroup, within = lane % kRotationGroup;
    const KeyGroup layout = clip.rotationGroups[group];
    for (std::size_t i = 0; i < 4; ++i) {
      const std::int16_t* key =
          &clip.rotationKeys[layout.offset + static_cast<std::size_t>(frame) * layout.stride + i * kRotationGroup +
                             static_cast<std::size_t>(rotationSlot(static_cast<int>(within)))];
      const double next = layout.stride ? key[layout.stride] : key[0];
      values[static_cast<std::size_t>(rig.lanes.rotationJoints[lane]) * 10 + 3 + i] =
          (key[0] * (1 - fraction) + next * fraction) * kFixedPointOne +
          double(clip.rotationBases[group * 4 * kRotationGroup + i * kRotationGroup + within]);
    }
  }
  for (std::size_t lane = 0; lane < rig.lanes.linearOffsets.size(); ++lane) {
    if (facts.linearSteps[lane]) continue;
    const KeyGroup layout = clip.linearGroups[lane / kLinearGroup];
    const float* key =
        &clip.linearKeys[layout.offset + static_cast<std::size_t>(frame) * layout.stride + lane % kLinearGroup];
    values[static_cast<std::size_t>(rig.lanes.linearOffsets[lane])] =
        key[0] * (1 - fraction) + (layout.stride ? key[layout.stride] : key[0]) * fraction;
  }
}

/// An offset on the rest pose.
void addToRest(std::span<const double> rest, std::size_t joints, std::vector<double>& values) {
  for (std::size_t joint = 0; joint < joints; ++joint) {
    double* n = &values[joint * 10];
    const double* r = &rest[joint * 10];
    const glm::dquat rotated = glm::dquat(r[6], r[3], r[4], r[5]) * glm::normalize(glm::dquat(n[6], n[3], n[4], n[5]));
    for (std::size_t i = 0; i < 3; ++i) {
      n[i] += r[i];
      n[7 + i] += r[7 + i];
    }
    n[3] = rotated.x, n[4] = rotated.y, n[5] = rotated.z, n[6] = rotated.w;
  }
}

/// The largest differences between the clip's tracks and what was packed. Stops at the first that is too large, unless
/// `toTheEnd`.
class ToleranceCheck {
 public:
  ToleranceCheck(const ClipUse& use, const SampleRig& rig, const ClipFacts& facts, const SampleTolerance& tolerance)
      : use_(use),
        rig_(rig),
        facts_(facts),
        tolerance_(tolerance),
        reader_(use, rig, tolerance.endings),
        meter_(rig.parents, 1) {
    sizeScale_ = std::max(1.0, meter_.extent(rig.rest) / kLargeCharacter);
    meter_ = ShellMeter(rig.parents, tolerance.shell * sizeScale_);
  }
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
    unpack(clip, rig_, facts_, frame, fraction, sampled_);
    for (std::size_t i = rig_.parents.size() * 10; i < exact_.size(); ++i)
      report.morph = std::max(report.morph, std::abs(exact_[i] - sampled_[i]));
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
                .linearGroups = linearGroups.data()};
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
  const std::vector<int> counts = candidates(facts, duration, tolerance.maxRate);
  for (const int intervals : counts) {
    SampledClip clip = pack(readFrames(reader, rig, facts, duration, intervals), rig, facts, duration);
    const bool last = intervals == counts.back();
    const SampleReport found = toleranceCheck.measure(clip, last);
    if (!found.withinTolerance && !last) continue;
    if (report) *report = found;
    return clip;
  }
  assert(false);
  return {};
}

SampledClip sampleRest(const SampleRig& rig) {
  const AnimationClip nothing = *AnimationClip::make("rest", {});
  const ClipUse use{.clip = &nothing};
  const ClipFacts facts = factsOf(use, rig);
  TrackReader reader(use, rig, {});
  SampledClip rest = pack(readFrames(reader, rig, facts, 0, 0), rig, facts, 0);
  std::fill(rest.rotationPresence.begin(), rest.rotationPresence.end(), 1.0f);
  std::fill(rest.linearPresence.begin(), rest.linearPresence.end(), 1.0f);
  return rest;
}

}  // namespace crossfade
