#include "crossfade/clip/reduce_keys.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "crossfade/clip/interpolate.h"

namespace crossfade {
namespace {

double distanceBetween(std::span<const double> a, std::span<const double> b, double sign) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - sign * b[i]) * (a[i] - sign * b[i]);
  return std::sqrt(sum);
}

/// Of two unit quaternions: the rotation from one to the other, in radians. Precise for small angles.
double turnBetween(std::span<const double> a, std::span<const double> b) {
  const double chord = std::min(distanceBetween(a, b, 1), distanceBetween(a, b, -1));
  return 4 * std::asin(std::min(chord / 2, 1.0));
}

/// Tries spans between two keys of one track.
class Reduction {
 public:
  Reduction(const KeyframeTrack& track, double tolerance)
      : track_(track),
        size_(static_cast<std::size_t>(track.valueSize())),
        mixing_(mixingOf(track.target().channel)),
        tolerance_(tolerance),
        wanted_(size_),
        got_(size_) {
    if (mixing_ == Mixing::Slerp) addTurns();
  }

  /// The keys to keep, in order.
  std::vector<std::size_t> keys() {
    const std::size_t last = track_.times().size() - 1;
    std::vector<std::size_t> kept{0};
    std::vector<std::size_t> ends{last};  // of spans that are still to be tried, the next one on top
    while (!ends.empty()) {
      const std::size_t from = kept.back(), to = ends.back();
      const std::size_t split = to > from + 1 ? splitOf(from, to) : from;
      if (split != from) {
        ends.push_back(split);
        continue;
      }
      if (to != from) kept.push_back(to);
      ends.pop_back();
    }
    return kept;
  }

 private:
  /// Radians from the first key to each key, all turns added up.
  void addTurns() {
    turns_.assign(track_.times().size(), 0);
    for (std::size_t i = 1; i < turns_.size(); ++i) {
      valueOf(i - 1, wanted_);
      valueOf(i, got_);
      turns_[i] = turns_[i - 1] + turnBetween(wanted_, got_);
    }
  }

  /// The key between the two at which the span is split; `from`: not at all.
  std::size_t splitOf(std::size_t from, std::size_t to) {
    if (!(track_.times()[to] > track_.times()[from])) return from + 1;
    double worst = tolerance_;
    std::size_t split = from;
    const auto note = [&](double error, std::size_t key) {
      if (!(error > worst)) return;
      worst = error;
      split = key;
    };
    for (std::size_t key = from + 1; key < to; ++key) note(errorAt(from, to, key, 0), key);
    if (mixing_ != Mixing::Slerp) return split;
    for (std::size_t key = from; key < to; ++key) note(errorAt(from, to, key, 0.5), std::max(key, from + 1));
    const bool turnsTooFar = turns_[to] - turns_[from] >= kLongestTurn;
    return split == from && turnsTooFar ? from + (to - from) / 2 : split;
  }

  /// At `key`, or `part` of the way to the next one.
  double errorAt(std::size_t from, std::size_t to, std::size_t key, double part) {
    const auto times = track_.times();
    double time = static_cast<double>(times[key]);
    if (part > 0) {
      time += part * (static_cast<double>(times[key + 1]) - time);
      between(key, key + 1, time, wanted_);
    } else {
      valueOf(key, wanted_);
    }
    between(from, to, time, got_);
    if (mixing_ == Mixing::Slerp) return turnBetween(wanted_, got_);
    if (isTransform(track_.target().channel)) return distanceBetween(wanted_, got_, 1);
    double largest = 0;
    for (std::size_t i = 0; i < size_; ++i) largest = std::max(largest, std::abs(wanted_[i] - got_[i]));
    return largest;
  }

  void valueOf(std::size_t key, std::span<double> out) const {
    copyKey(track_.keys(), Interpolation::Linear, key, out);
  }

  /// As if there were no keys between these two.
  void between(std::size_t from, std::size_t to, double time, std::span<double> out) {
    const float times[] = {track_.times()[from], track_.times()[to]};
    const double begin = static_cast<double>(times[0]), length = static_cast<double>(times[1]) - begin;
    if (!(length > 0)) return valueOf(to, out);
    ends_.clear();
    for (const std::size_t key : {from, to}) {
      const auto value = track_.values().subspan(key * size_, size_);
      ends_.insert(ends_.end(), value.begin(), value.end());
    }
    interpolate<float>({times, ends_, {}, size_}, Interpolation::Linear, mixing_,
                       {.left = 0, .time = time, .u = (time - begin) / length, .length = length}, {}, out);
  }

  const KeyframeTrack& track_;
  std::size_t size_;
  Mixing mixing_;
  double tolerance_;
  std::vector<double> wanted_, got_, turns_;
  std::vector<float> ends_;
};

}  // namespace

double toleranceOf(const KeyTolerance& tolerance, Channel channel) {
  switch (channel) {
    case Channel::Translation:
      return tolerance.translation;
    case Channel::Rotation:
      return tolerance.rotation;
    case Channel::Scale:
      return tolerance.scale;
    case Channel::Weights:
      return tolerance.weights;
    case Channel::Values:
    case Channel::Select:
      return 0;
  }
  return 0;
}

KeyframeTrack reduceKeys(const KeyframeTrack& track, double tolerance) {
  if (track.interpolation() != Interpolation::Linear) return track;
  const auto size = static_cast<std::size_t>(track.valueSize());
  std::vector<float> times, values;
  for (const std::size_t key : Reduction(track, tolerance).keys()) {
    times.push_back(track.times()[key]);
    const auto value = track.values().subspan(key * size, size);
    values.insert(values.end(), value.begin(), value.end());
  }
  return *KeyframeTrack::make(track.target(), Interpolation::Linear, std::move(times), std::move(values));
}

AnimationClip reduceKeys(const AnimationClip& clip, const KeyTolerance& tolerance) {
  std::vector<KeyframeTrack> tracks;
  for (const KeyframeTrack& track : clip.tracks())
    tracks.push_back(reduceKeys(track, toleranceOf(tolerance, track.target().channel)));
  return *AnimationClip::make(clip.name(), std::move(tracks), clip.blendMode(), clip.duration());
}

}  // namespace crossfade
