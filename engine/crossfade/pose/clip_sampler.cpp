#include "crossfade/pose/clip_sampler.h"

#include <algorithm>
#include <map>

#include "crossfade/clip/interpolant.h"
#include "crossfade/math/hermite.h"
#include "crossfade/math/quaternion_blend.h"

namespace crossfade {
namespace {

using KeyTimes = std::span<const float>;

struct ByTimes {
  bool operator()(KeyTimes a, KeyTimes b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }
};

/// Whether every sample of the track is its first key, but for rounding. Curves normalize rotations between keys.
bool holdsFirstKey(const KeyframeTrack& track) {
  if (track.keyCount() == 1) return true;
  const bool isRotation = mixingOf(track.target().channel) == Mixing::Slerp;
  const bool isStraight =
      track.interpolation() == Interpolation::Discrete || track.interpolation() == Interpolation::Linear;
  return (isStraight || !isRotation) && isConstant(track);
}

}  // namespace

ClipSampler::ClipSampler(const AnimationClip& clip, const ChannelLayout& layout)
    : packed_(clip.packed()),
      packedCursor_(packed_),
      values_(static_cast<std::size_t>(layout.valueCount())),
      present_(layout.channels().size()),
      moving_(layout.channels().size()) {
  addPacked(layout, clip.duration());
  std::map<KeyTimes, std::size_t, ByTimes> groupOfTimes;
  for (const KeyframeTrack& track : clip.tracks()) {
    const int channel = layout.channelOf(track.target(), track.valueSize());
    if (channel < 0) {
      ++skippedTracks_;
      continue;
    }
    const auto index = static_cast<std::size_t>(channel);
    const int offset = layout.channels()[index].offset;
    present_[index] = 1;
    if (holdsFirstKey(track)) {
      copyKey(track.keys(), track.interpolation(), 0, valueOf(track, offset));
      continue;
    }
    moving_[index] = 1;
    const auto [found, isNew] = groupOfTimes.try_emplace(track.times(), groups_.size());
    if (isNew) {
      TrackGroup& group = groups_.emplace_back();
      group.times = track.times();
      group.endsEarlier = static_cast<double>(group.times.back()) < clip.duration();
    }
    addTrack(track, offset, groups_[found->second]);
  }
}

void ClipSampler::addPacked(const ChannelLayout& layout, double duration) {
  packedOffsets_.reserve(packed_.targets.size());
  for (const std::uint32_t word : packed_.targets) {
    const PackedTarget track = PackedTarget::of(word);
    const int channel = layout.channelOf(track.target, track.size);
    packedOffsets_.push_back(channel < 0 ? -1 : layout.channels()[static_cast<std::size_t>(channel)].offset);
    if (channel < 0) {
      ++skippedTracks_;
      continue;
    }
    present_[static_cast<std::size_t>(channel)] = 1;
    moving_[static_cast<std::size_t>(channel)] = track.isAnimated ? 1 : 0;
  }
  copyConstants(packed_, packedOffsets_, values_);
  if (duration > 0) packedRate_ = packed_.intervals / duration;
}

void ClipSampler::addTrack(const KeyframeTrack& track, int offset, TrackGroup& group) {
  const bool isSpline = track.interpolation() == Interpolation::Hermite;
  if (!isSpline && track.interpolation() != Interpolation::Linear) return group.curves.push_back({&track, offset});
  const bool isRotation = mixingOf(track.target().channel) == Mixing::Slerp;
  auto& splines = isRotation ? group.rotationSplines : group.splines;
  auto& lines = isRotation ? group.rotations : group.linear;
  (isSpline ? splines : lines).push_back({track.values().data(), track.valueSize(), offset});
}

std::span<double> ClipSampler::valueOf(const KeyframeTrack& track, int offset) {
  return std::span(values_).subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(track.valueSize()));
}

std::span<const double> ClipSampler::sample(double time, Endings endings, bool atOnce) {
  samplePacked(packed_, time * packedRate_, packedOffsets_, packedCursor_, values_);
  for (TrackGroup& group : groups_) {
    if (atOnce) group.cursor.endings = endings;
    Segment segment = findSegment(group.times, time, endings, group.cursor);
    segment.reachesLast = group.endsEarlier;
    if (segment.isKey())
      copyKeys(group, segment.left);
    else
      interpolateAll(group, segment);
  }
  return values_;
}

void ClipSampler::copyKeys(const TrackGroup& group, std::size_t key) {
  const auto copy = [&](const std::vector<ValueTrack>& tracks, std::size_t index) {  // among the values of all keys
    for (const ValueTrack& track : tracks) {
      const float* value = track.values + index * static_cast<std::size_t>(track.size);
      std::copy(value, value + track.size, values_.data() + track.offset);
    }
  };
  copy(group.rotations, key);
  copy(group.linear, key);
  copy(group.rotationSplines, 3 * key + 1);
  copy(group.splines, 3 * key + 1);
  for (const CurveTrack& curve : group.curves)
    copyKey(curve.track->keys(), curve.track->interpolation(), key, valueOf(*curve.track, curve.offset));
}

void ClipSampler::interpolateAll(const TrackGroup& group, const Segment& segment) {
  const double toRight = segment.u, toLeft = 1 - segment.u;
  for (const ValueTrack& track : group.rotations) {
    const float* key = track.values + segment.left * 4;
    slerp(QuaternionLanes(key), QuaternionLanes(key + 4), segment.u).store(values_.data() + track.offset);
  }
  for (const ValueTrack& track : group.linear) {
    const auto size = static_cast<std::size_t>(track.size);
    const float* left = track.values + segment.left * size;
    double* out = values_.data() + track.offset;
    for (std::size_t i = 0; i < size; ++i) out[i] = left[i] * toLeft + left[size + i] * toRight;
  }
  if (!group.rotationSplines.empty() || !group.splines.empty()) interpolateSplines(group, segment);
  for (const CurveTrack& curve : group.curves)
    interpolate(curve.track->keys(), curve.track->interpolation(), mixingOf(curve.track->target().channel), segment,
                group.cursor.endings, valueOf(*curve.track, curve.offset));
}

void ClipSampler::interpolateSplines(const TrackGroup& group, const Segment& segment) {
  const HermiteBasis basis(segment.u);
  const double length = segment.length;
  for (const ValueTrack& track : group.rotationSplines) {
    const float* key = track.values + segment.left * 12;
    const QuaternionLanes left(key + 4), leaving(key + 8), entering(key + 12), right(key + 16);
    normalized(basis.value(left, leaving * length, right, entering * length)).store(values_.data() + track.offset);
  }
  for (const ValueTrack& track : group.splines) {
    const auto size = static_cast<std::size_t>(track.size);
    const float* key = track.values + segment.left * 3 * size;
    double* out = values_.data() + track.offset;
    for (std::size_t i = 0; i < size; ++i, ++key)
      out[i] = basis.value<double>(key[size], key[2 * size] * length, key[4 * size], key[3 * size] * length);
  }
}

}  // namespace crossfade
