#include "engine/clip/keyframe_track.h"

#include <cmath>

#include "engine/base/number_text.h"

namespace engine {
namespace {

std::string describe(TrackTarget target) {
  return "node " + std::to_string(target.node) + ", " + std::string(nameOf(target.channel));
}

int fixedSize(Channel channel) {
  switch (channel) {
    case Channel::Translation:
    case Channel::Scale: return 3;
    case Channel::Rotation: return 4;
    case Channel::Weights: return 0;
  }
  return 0;
}

}  // namespace

Result<KeyframeTrack> KeyframeTrack::make(TrackTarget target, Interpolation interpolation, std::vector<float> times,
                                          std::vector<float> values) {
  if (target.node < 0) return Error{"node " + std::to_string(target.node) + " does not exist"};
  if (times.empty()) return Error{describe(target) + ": no keys"};
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i]))
      return Error{describe(target) + ": the time of key " + std::to_string(i) + " is not a finite number"};
    if (i > 0 && times[i] < times[i - 1])
      return Error{describe(target) + ": key " + std::to_string(i) + " is out of order (" + numberText(times[i]) +
                   " s after " + numberText(times[i - 1]) + " s)"};
  }
  const std::size_t parts = interpolation == Interpolation::Hermite ? 3 : 1;
  const std::size_t perKey = values.size() / (times.size() * parts);
  const int expected = fixedSize(target.channel);
  if (perKey == 0 || values.size() != perKey * times.size() * parts ||
      (expected != 0 && perKey != static_cast<std::size_t>(expected)))
    return Error{describe(target) + ": " + std::to_string(values.size()) + " numbers do not fit " +
                 std::to_string(times.size()) + " keys"};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i]))
      return Error{describe(target) + ": key " + std::to_string(i / (perKey * parts)) +
                   " holds a number that is not finite"};
  }
  KeyframeTrack track;
  track.target_ = target;
  track.interpolation_ = interpolation;
  track.valueSize_ = static_cast<int>(perKey);
  track.times_ = std::move(times);
  track.values_ = std::move(values);
  return track;
}

std::string_view nameOf(Channel channel) {
  switch (channel) {
    case Channel::Translation: return "translation";
    case Channel::Rotation: return "rotation";
    case Channel::Scale: return "scale";
    case Channel::Weights: return "weights";
  }
  return "";
}

std::string_view nameOf(Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::Discrete: return "STEP";
    case Interpolation::Linear: return "LINEAR";
    case Interpolation::Hermite: return "CUBICSPLINE";
  }
  return "";
}

}  // namespace engine
