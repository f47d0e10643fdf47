#include "crossfade/crowd/detail/pack_clip.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace crossfade {
namespace {

constexpr double kSmallestRange = 1e-6;  // of a rotation's component; below it a lane counts as constant

/// One rotation lane: the middle of each component's range, and the unit of its 16-bit keys, counted from there.
struct Range {
  double middle[kQuaternionSize];
  double unit;
  bool still;
};

Range rangeOf(const ClipFrames& frames, std::size_t lane, std::size_t lanes) {
  Range range{};
  double widest = 0;
  for (std::size_t i = 0; i < kQuaternionSize; ++i) {
    double low = frames.rotations[lane * kQuaternionSize + i], high = low;
    for (std::size_t frame = 1; frame < static_cast<std::size_t>(frames.count); ++frame) {
      const double value = frames.rotations[(frame * lanes + lane) * kQuaternionSize + i];
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

/// Constant groups are stored once, before the first frame; the others in each frame.
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

void packRotations(const ClipFrames& frames, int groups, SampledClip& clip) {
  const auto lanes = static_cast<std::size_t>(groups) * kRotationGroup;
  std::vector<Range> ranges;
  for (std::size_t lane = 0; lane < lanes; ++lane) ranges.push_back(rangeOf(frames, lane, lanes));
  const auto isStill = [&](int g) {
    return std::all_of(ranges.begin() + g * kRotationGroup, ranges.begin() + (g + 1) * kRotationGroup,
                       [](const Range& r) { return r.still; });
  };
  clip.rotationGroups = layOutGroups(groups, kRotationGroupKeys, isStill);
  sizeKeys(clip.rotationKeys, clip.rotationGroups, kRotationGroupKeys, frames.count);
  clip.rotationBases.assign(lanes * kQuaternionSize, 0);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::size_t group = lane / kRotationGroup, within = lane % kRotationGroup;
    const KeyGroup layout = clip.rotationGroups[group];
    const Range& range = ranges[lane];
    for (std::size_t i = 0; i < kQuaternionSize; ++i) {
      clip.rotationBases[group * kRotationGroupKeys + i * kRotationGroup + within] =
          static_cast<float>(range.middle[i] / range.unit * kFixedPointOne);
      for (std::size_t frame = 0; frame < static_cast<std::size_t>(layout.stride ? frames.count : 1); ++frame) {
        const double key =
            range.still
                ? 0
                : (frames.rotations[(frame * lanes + lane) * kQuaternionSize + i] - range.middle[i]) / range.unit;
        clip.rotationKeys[layout.offset + frame * layout.stride + i * kRotationGroup +
                          static_cast<std::size_t>(rotationKeyIndex(static_cast<int>(within)))] =
            static_cast<std::int16_t>(std::lround(std::clamp<double>(key, -kFixedPointOne, kFixedPointOne)));
      }
    }
  }
}

void packLinears(const ClipFrames& frames, int groups, SampledClip& clip) {
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

}  // namespace

SampledClip packClip(const ClipFrames& frames, const SampleRig& rig, const ClipFacts& facts, double duration) {
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

void unpackClip(const SampledClip& clip, const SampleRig& rig, const ClipFacts& facts, int frame, double fraction,
                std::vector<double>& values) {
  fraction = std::round(fraction * kFixedPointOne) / kFixedPointOne;
  for (std::size_t lane = 0; lane < rig.lanes.rotationJoints.size(); ++lane) {
    if (facts.rotationSteps[lane]) continue;
    const std::size_t group = lane / kRotationGroup, within = lane % kRotationGroup;
    const KeyGroup layout = clip.rotationGroups[group];
    for (std::size_t i = 0; i < kQuaternionSize; ++i) {
      const std::int16_t* key =
          &clip.rotationKeys[layout.offset + static_cast<std::size_t>(frame) * layout.stride + i * kRotationGroup +
                             static_cast<std::size_t>(rotationKeyIndex(static_cast<int>(within)))];
      const double next = layout.stride ? key[layout.stride] : key[0];
      values[static_cast<std::size_t>(rig.lanes.rotationJoints[lane]) * kValuesPerJoint + kRotationOffset + i] =
          (key[0] * (1 - fraction) + next * fraction) * kFixedPointOne +
          double(clip.rotationBases[group * kRotationGroupKeys + i * kRotationGroup + within]);
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

}  // namespace crossfade
