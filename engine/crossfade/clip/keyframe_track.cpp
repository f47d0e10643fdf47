#include "crossfade/clip/keyframe_track.h"

#include <algorithm>
#include <cmath>

namespace crossfade {
namespace {

std::string describe(TrackTarget target) {
  return "node " + std::to_string(target.node) + ", " + std::string(nameOf(target.channel));
}

int fixedSize(Channel channel) {
  switch (channel) {
    case Channel::Translation:
    case Channel::Scale:
      return 3;
    case Channel::Rotation:
      return 4;
    case Channel::Select:
      return 1;
    case Channel::Weights:
    case Channel::Values:
      return 0;
  }
  return 0;
}

}  // namespace

Mixing mixingOf(Channel channel) {
  switch (channel) {
    case Channel::Translation:
    case Channel::Scale:
    case Channel::Weights:
    case Channel::Values:
      return Mixing::Lerp;
    case Channel::Rotation:
      return Mixing::Slerp;
    case Channel::Select:
      return Mixing::Select;
  }
  return Mixing::Lerp;
}

Result<KeyframeTrack> KeyframeTrack::make(TrackTarget target, Interpolation interpolation, std::vector<float> times,
                                          std::vector<float> values, std::vector<float> tangents) {
  if (target.node < 0) return Error{"node " + std::to_string(target.node) + " does not exist"};
  const std::size_t perKey =
      values.size() / std::max<std::size_t>(1, times.size()) / (interpolation == Interpolation::Hermite ? 3 : 1);
  const int fixed = fixedSize(target.channel);
  KeyframeTrack track;
  track.target_ = target;
  track.interpolation_ = interpolation;
  track.valueSize_ = fixed != 0 ? fixed : static_cast<int>(perKey);
  track.times_ = times;
  track.values_ = values;
  track.tangents_ = tangents;
  if (const auto fault = findError(track.keys(), interpolation, mixingOf(target.channel)))
    return Error{describe(target) + ": " + *fault};
  track.ownKeys();
  return track;
}

KeyframeTrack KeyframeTrack::lent(TrackTarget target, Interpolation interpolation, const KeySpans<float>& keys) {
  KeyframeTrack track;
  track.target_ = target;
  track.interpolation_ = interpolation;
  track.valueSize_ = static_cast<int>(keys.size);
  track.times_ = keys.times;
  track.values_ = keys.values;
  track.tangents_ = keys.tangents;
  return track;
}

KeyframeTrack::KeyframeTrack(const KeyframeTrack& other)
    : target_(other.target_),
      interpolation_(other.interpolation_),
      valueSize_(other.valueSize_),
      times_(other.times_),
      values_(other.values_),
      tangents_(other.tangents_) {
  if (other.own_) ownKeys();
}

KeyframeTrack& KeyframeTrack::operator=(const KeyframeTrack& other) { return *this = KeyframeTrack(other); }

void KeyframeTrack::ownKeys() {
  own_ = Owned<float[]>(new float[times_.size() + values_.size() + tangents_.size()]);
  float* end = own_.get();
  for (std::span<const float>* const keys : {&times_, &values_, &tangents_}) {
    const std::span<const float> kept(end, keys->size());
    end = std::copy(keys->begin(), keys->end(), end);
    *keys = kept;
  }
}

bool isConstant(const KeyframeTrack& track, float tolerance) {
  if (track.keyCount() == 1) return true;
  const auto size = static_cast<std::size_t>(track.valueSize());
  const auto values = track.values(), tangents = track.tangents();
  const bool isSpline = track.interpolation() == Interpolation::Hermite;
  const std::size_t stride = isSpline ? 3 * size : size, first = isSpline ? size : 0;
  const auto differs = [&](float value, float from) {
    return std::abs(value - from) > tolerance * std::max(1.0f, std::abs(from));
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool isTangent = isSpline && i % stride / size != 1;
    if (differs(values[i], isTangent ? 0 : values[first + i % size])) return false;
  }
  for (std::size_t i = 1; i < tangents.size(); i += 2)  // pairs of time and value
    if (differs(tangents[i], values[first + i / 2 % size])) return false;
  return true;
}

std::string_view nameOf(Channel channel) {
  switch (channel) {
    case Channel::Translation:
      return "translation";
    case Channel::Rotation:
      return "rotation";
    case Channel::Scale:
      return "scale";
    case Channel::Weights:
      return "weights";
    case Channel::Values:
      return "values";
    case Channel::Select:
      return "selection";
  }
  return "";
}

std::string_view nameOf(Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::Discrete:
      return "STEP";
    case Interpolation::Linear:
      return "LINEAR";
    case Interpolation::Smooth:
      return "SMOOTH";
    case Interpolation::Bezier:
      return "BEZIER";
    case Interpolation::Hermite:
      return "CUBICSPLINE";
  }
  return "";
}

}  // namespace crossfade
