#include "crossfade/clip/reduce_keys.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "crossfade/clip/interpolate.h"
#include "crossfade/math/quaternion_blend.h"

namespace crossfade {
namespace {

double distanceBetween(std::span<const double> a, std::span<const double> b, double sign) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - sign * b[i]) * (a[i] - sign * b[i]);
  return std::sqrt(sum);
}

/// Of two unit quaternions: grows with the rotation from one to the other, and is precise where that is small.
double chordBetween(std::span<const double> a, std::span<const double> b) {
  return std::min(distanceBetween(a, b, 1), distanceBetween(a, b, -1));
}
/// Of a rotation in radians.
double chordOf(double angle) { return 2 * std::sin(std::min(angle, std::numbers::pi) / 4); }

/// What a span between two keys shows at the keys between them, against the track.
class Reduction {
 public:
  Reduction(const KeyframeTrack& track, double tolerance)
      : track_(track),
        size_(static_cast<std::size_t>(track.valueSize())),
        mixing_(mixingOf(track.target().channel)),
        tolerance_(mixing_ == Mixing::Slerp ? chordOf(tolerance) : tolerance),
        wanted_(size_),
        got_(size_) {
    if (mixing_ == Mixing::Slerp) addTurns();
  }

  /// The keys to keep, in order: each is the last one that a span from the one before may end at.
  std::vector<std::size_t> keys() {
    std::vector<std::size_t> kept{0};
    while (kept.back() < last()) kept.push_back(furthestFrom(kept.back()));
    return kept;
  }

 private:
  std::size_t last() const { return track_.times().size() - 1; }

  /// Galloping search (Bentley and Yao 1976): twice as far while that is right, then halfway. It never looks further
  /// than twice the way, so the length of the track does not matter.
  std::size_t furthestFrom(std::size_t from) {
    std::size_t right = from + 1, wrong = last() + 1;
    while (right < last() && wrong > last()) {
      const std::size_t next = std::min(from + 2 * (right - from), last());
      (isEnough(from, next) ? right : wrong) = next;
    }
    while (right < last() && wrong - right > 1) {
      const std::size_t middle = right + (wrong - right) / 2;
      (isEnough(from, middle) ? right : wrong) = middle;
    }
    return right;
  }

  /// Whether the keys between these two can be left out.
  bool isEnough(std::size_t from, std::size_t to) {
    if (to == from + 1) return true;
    if (!(track_.times()[to] > track_.times()[from])) return false;
    if (mixing_ != Mixing::Slerp) return isRightAtKeys(from, to);
    return turns_[to] - turns_[from] < kLongestTurn && isRightAtKeys(from, to) && isRightHalfway(from, to);
  }

  bool isRightAtKeys(std::size_t from, std::size_t to) {
    for (std::size_t key = from + 1; key < to; ++key) {
      valueOf(key, wanted_);
      if (!isRight(from, to, static_cast<double>(track_.times()[key]))) return false;
    }
    return true;
  }
  /// Between keys, where an arc leaves another one that it meets at both.
  bool isRightHalfway(std::size_t from, std::size_t to) {
    const auto times = track_.times();
    for (std::size_t key = from; key < to; ++key) {
      std::copy_n(&halfway_[key * size_], size_, wanted_.begin());
      if (!isRight(from, to, (static_cast<double>(times[key]) + static_cast<double>(times[key + 1])) / 2)) return false;
    }
    return true;
  }

  bool isRight(std::size_t from, std::size_t to, double time) {
    between(from, to, time, got_);
    if (mixing_ == Mixing::Slerp) return chordBetween(wanted_, got_) <= tolerance_;
    if (isTransform(track_.target().channel)) return distanceBetween(wanted_, got_, 1) <= tolerance_;
    for (std::size_t i = 0; i < size_; ++i)
      if (!(std::abs(wanted_[i] - got_[i]) <= tolerance_)) return false;
    return true;
  }

  /// Radians from the first key to each key, all turns added up; and the rotations halfway to the next ones.
  void addTurns() {
    turns_.assign(track_.times().size(), 0);
    halfway_.resize(track_.values().size());
    for (std::size_t i = 1; i < turns_.size(); ++i) {
      valueOf(i - 1, wanted_);
      valueOf(i, got_);
      turns_[i] = turns_[i - 1] + 4 * std::asin(std::min(chordBetween(wanted_, got_) / 2, 1.0));
      slerp(std::span(wanted_).first<4>(), ConstQuatSpan(std::span(got_).first<4>()), 0.5);
      std::copy(wanted_.begin(), wanted_.end(), &halfway_[(i - 1) * size_]);
    }
  }

  void valueOf(std::size_t key, std::span<double> out) const {
    copyKey(track_.keys(), Interpolation::Linear, key, out);
  }

  /// As if there were no keys between these two. Equal ones hold their value, without a rounding.
  void between(std::size_t from, std::size_t to, double time, std::span<double> out) {
    const float times[] = {track_.times()[from], track_.times()[to]};
    const double begin = static_cast<double>(times[0]), length = static_cast<double>(times[1]) - begin;
    const auto left = track_.values().subspan(from * size_, size_), right = track_.values().subspan(to * size_, size_);
    if (!(length > 0) || std::equal(left.begin(), left.end(), right.begin(), right.end())) return valueOf(to, out);
    ends_.assign(left.begin(), left.end());
    ends_.insert(ends_.end(), right.begin(), right.end());
    interpolate<float>({times, ends_, {}, size_}, Interpolation::Linear, mixing_,
                       {.left = 0, .time = time, .u = (time - begin) / length, .length = length}, {}, out);
  }

  const KeyframeTrack& track_;
  std::size_t size_;
  Mixing mixing_;
  double tolerance_;  // of rotations: a chord between unit quaternions
  std::vector<double> wanted_, got_;
  std::vector<double> turns_, halfway_;  // of rotations
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
