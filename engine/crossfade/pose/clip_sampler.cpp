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

}  // namespace

ClipSampler::ClipSampler(const AnimationClip& clip, const ChannelLayout& layout)
    : packed_(clip.packed()),
      packedCursor_(packed_),
      values_(static_cast<std::size_t>(layout.valueCount())),
      present_(layout.channels().size()) {
  addPacked(layout, clip.duration());
  std::map<KeyTimes, std::size_t, ByTimes> groupOfTimes;
  for (const KeyframeTrack& track : clip.tracks()) {
    const int channel = layout.channelOf(track.target(), track.valueSize());
    if (channel < 0) {
      ++skippedTracks_;
      continue;
    }
    present_[static_cast<std::size_t>(channel)] = 1;
    const int offset = layout.channels()[static_cast<std::size_t>(channel)].offset;
    if (track.keyCount() == 1) {
      copyKey(track.keys(), track.interpolation(), 0, valueOf(track, offset));
      continue;
    }
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
    if (channel < 0)
      ++skippedTracks_;
    else
      present_[static_cast<std::size_t>(channel)] = 1;
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
    const double right[4] = {key[4], key[5], key[6], key[7]};
    double value[4] = {key[0], key[1], key[2], key[3]};
    slerp(value, right, segment.u);
    for (int i = 0; i < 4; ++i) values_[static_cast<std::size_t>(track.offset + i)] = value[i];
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
    double value[4];
    for (int i = 0; i < 4; ++i)
      value[i] = basis.value(key[4 + i], key[8 + i] * length, key[16 + i], key[12 + i] * length);
    normalize(value);
    for (int i = 0; i < 4; ++i) values_[static_cast<std::size_t>(track.offset + i)] = value[i];
  }
  for (const ValueTrack& track : group.splines) {
    const auto size = static_cast<std::size_t>(track.size);
    const float* key = track.values + segment.left * 3 * size;
    double* out = values_.data() + track.offset;
    for (std::size_t i = 0; i < size; ++i, ++key)
      out[i] = basis.value(key[size], key[2 * size] * length, key[4 * size], key[3 * size] * length);
  }
}

}  // namespace crossfade
