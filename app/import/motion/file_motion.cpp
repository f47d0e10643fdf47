#include "app/import/motion/file_motion.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "crossfade/clip/sample_linear.h"

namespace app {
namespace {

/// The parameter at which a cubic Bezier curve from 0 to 1, with control points x1 and x2, has the value `x`.
double bezierParameter(double x1, double x2, double x) {
  double low = 0, high = 1;
  for (int i = 0; i < 40; ++i) {
    const double u = (low + high) / 2, v = 1 - u;
    (3 * v * v * u * x1 + 3 * v * u * u * x2 + u * u * u < x ? low : high) = u;
  }
  return (low + high) / 2;
}

double cubicAt(const FileCurveKey& a, const FileCurveKey& b, double x) {
  const double span = b.time - a.time;
  constexpr double kThird = 1.0 / 3;
  const bool isEven = a.weight == kThird && a.nextWeight == kThird;
  const double u = isEven ? x : bezierParameter(a.weight, 1 - a.nextWeight, x), v = 1 - u;
  const double p1 = a.value + a.slope * a.weight * span, p2 = b.value - a.nextSlope * a.nextWeight * span;
  return v * v * v * a.value + 3 * v * v * u * p1 + 3 * v * u * u * p2 + u * u * u * b.value;
}

/// Between the first key and the last; beyond them, it holds their values.
double valueInside(const std::vector<FileCurveKey>& keys, double time) {
  const auto next = std::upper_bound(keys.begin(), keys.end(), time + kJumpSlack,
                                     [](double t, const FileCurveKey& key) { return t < key.time; });
  if (next == keys.begin()) return keys.front().value;
  if (next == keys.end()) return keys.back().value;
  const FileCurveKey &a = *(next - 1), &b = *next;
  const double x = std::clamp((time - a.time) / (b.time - a.time), 0.0, 1.0);
  switch (a.interpolation) {
    case KeyInterpolation::Constant:
      return a.value;
    case KeyInterpolation::ConstantNext:
      return b.value;
    case KeyInterpolation::Linear:
      return a.value + (b.value - a.value) * x;
    case KeyInterpolation::Cubic:
      break;
  }
  return cubicAt(a, b, x);
}

double slopeAtFirst(const std::vector<FileCurveKey>& keys) {
  if (keys.front().interpolation == KeyInterpolation::Cubic) return keys.front().slope;
  if (keys.size() < 2 || keys.front().interpolation != KeyInterpolation::Linear) return 0;
  return (keys[1].value - keys[0].value) / (keys[1].time - keys[0].time);
}

double slopeAtLast(const std::vector<FileCurveKey>& keys) {
  if (keys.size() < 2) return slopeAtFirst(keys);
  const FileCurveKey &a = keys[keys.size() - 2], &b = keys.back();
  if (a.interpolation == KeyInterpolation::Cubic) return a.nextSlope;
  return a.interpolation == KeyInterpolation::Linear ? (b.value - a.value) / (b.time - a.time) : 0;
}

}  // namespace

double FileCurve::at(double time) const {
  const FileCurveKey &first = keys.front(), &last = keys.back();
  const bool isBefore = time + kJumpSlack < first.time;
  if (!isBefore && time - kJumpSlack <= last.time) return valueInside(keys, time);
  const CurveBeyond& beyond = isBefore ? before : after;
  const FileCurveKey& nearest = isBefore ? first : last;
  if (beyond.mode == CurveExtrapolation::Slope)
    return nearest.value + (isBefore ? slopeAtFirst(keys) : slopeAtLast(keys)) * (time - nearest.time);
  const double duration = last.time - first.time;
  if (!beyond.repeats() || !(duration > 0)) return nearest.value;
  // Repetition 0 is the keys themselves; those before it are negative.
  const double reached = std::floor((time + kJumpSlack - first.time) / duration);
  const double repetition = std::clamp(reached, -beyond.repetitions, beyond.repetitions);
  double phase = time - first.time - repetition * duration;
  if (repetition != reached) phase = isBefore ? 0 : duration;
  if (beyond.mode == CurveExtrapolation::Mirror && std::fmod(repetition, 2) != 0) phase = duration - phase;
  const double value = valueInside(keys, first.time + phase);
  return beyond.mode == CurveExtrapolation::RepeatRelative ? value + repetition * (last.value - first.value) : value;
}

std::vector<double> FileCurve::breaks(double start, double stop) const {
  const double first = keys.front().time, duration = keys.back().time - first;
  const auto repetitions = [&](const CurveBeyond& beyond, double until) {
    if (!beyond.repeats() || !(duration > 0)) return 0.0;
    return std::clamp(std::floor((until - first) / duration), -beyond.repetitions, beyond.repetitions);
  };
  const double lowest = std::min(repetitions(before, start), 0.0), highest = std::max(repetitions(after, stop), 0.0);
  const bool leaps = (lowest < 0 && before.mode == CurveExtrapolation::Repeat) ||
                     (highest > 0 && after.mode == CurveExtrapolation::Repeat);
  std::vector<double> result;
  const auto add = [&](double time) { result.push_back(std::clamp(time, start, stop)); };
  if (before.mode != CurveExtrapolation::Hold) add(std::min(start, first));
  if (after.mode != CurveExtrapolation::Hold) add(std::max(stop, keys.back().time));
  for (double repetition = lowest; repetition <= highest; ++repetition) {
    const bool isMirrored =
        (repetition < 0 ? before : after).mode == CurveExtrapolation::Mirror && std::fmod(repetition, 2) != 0;
    const double base = first + repetition * duration, jump = isMirrored ? -kCurveJump : kCurveJump;
    bool jumps = leaps;
    for (const FileCurveKey& key : keys) {
      const double time = isMirrored ? base + keys.back().time - key.time : base + key.time - first;
      if (jumps) add(time - jump);
      add(time);
      const bool jumpsHere = key.interpolation == KeyInterpolation::ConstantNext;
      if (jumpsHere || (repetition == 0 && leaps && &key == &keys.back())) add(time + jump);
      jumps = jumpsHere || key.interpolation == KeyInterpolation::Constant;
    }
    if (result.size() > limits::kKeyValues) refuse("its curves repeat more than ", limits::kKeyValues, " keys");
  }
  return result;
}

namespace {

using crossfade::Channel;
using crossfade::KeyframeTrack;
using crossfade::Transform;

// Tolerances of the keys: fraction of the larger distance, radians, fraction of the scale.
constexpr float kTranslationError = 1e-4f, kRotationError = 2e-4f, kScaleError = 1e-4f, kWeightError = 1e-3f;
constexpr float kConstantError = 1e-7f;

bool isClose(float a, float b, float error) { return std::abs(a - b) <= error; }

bool fitsTransform(const Transform& a, const Transform& b, const Transform& value, double at) {
  const auto part = static_cast<float>(at);
  const glm::vec3 translation = glm::mix(a.translation, b.translation, part);
  const float distance = std::max(glm::length(a.translation), glm::length(b.translation));
  if (glm::length(translation - value.translation) > kTranslationError * distance + 1e-9f) return false;
  const glm::quat rotation = glm::slerp(a.rotation, b.rotation, part);
  // Measured as a distance, because in float the cosine of such a small angle is 1.
  const float sign = glm::dot(rotation, value.rotation) < 0 ? -1.0f : 1.0f;
  if (glm::length(rotation * sign - value.rotation) > kRotationError / 2) return false;
  const glm::vec3 scale = glm::mix(a.scale, b.scale, part);
  return glm::length(scale - value.scale) <= kScaleError * std::max(glm::length(value.scale), 1e-6f);
}

bool fitsWeights(const std::vector<float>& a, const std::vector<float>& b, const std::vector<float>& value, double at) {
  const auto part = static_cast<float>(at);
  for (std::size_t i = 0; i < value.size(); ++i)
    if (!isClose(a[i] + (b[i] - a[i]) * part, value[i], kWeightError)) return false;
  return true;
}

void sortUnique(std::vector<float>& breaks) {
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
}

}  // namespace

void SampledTracks::addTransform(int node, std::vector<float> breaks, const std::function<Transform(double)>& at,
                                 const std::string& location) {
  if (breaks.empty()) return;
  sortUnique(breaks);
  const auto keys = crossfade::sampleLinear(breaks, at, fitsTransform);
  std::vector<float> translations, rotations, scales;
  for (const Transform& value : keys.keys) {
    for (int k = 0; k < 3; ++k) translations.push_back(value.translation[k]);
    const glm::quat& q = value.rotation;
    rotations.insert(rotations.end(), {q.x, q.y, q.z, q.w});
    for (int k = 0; k < 3; ++k) scales.push_back(value.scale[k]);
  }
  add({node, Channel::Translation}, keys.times, std::move(translations), location);
  add({node, Channel::Rotation}, keys.times, std::move(rotations), location);
  add({node, Channel::Scale}, keys.times, std::move(scales), location);
}

void SampledTracks::addWeights(int node, std::vector<float> breaks, const std::function<std::vector<float>(double)>& at,
                               const std::string& location) {
  if (breaks.empty()) return;
  sortUnique(breaks);
  const auto keys = crossfade::sampleLinear(breaks, at, fitsWeights);
  std::vector<float> values;
  for (const std::vector<float>& weights : keys.keys) values.insert(values.end(), weights.begin(), weights.end());
  add({node, Channel::Weights}, keys.times, std::move(values), location);
}

void SampledTracks::addSwitch(int value, std::vector<float> breaks, const std::function<bool(double)>& at,
                              const std::string& location) {
  if (breaks.empty()) return;
  sortUnique(breaks);
  std::vector<float> times, values;
  const auto addKey = [&](double time) {
    times.push_back(static_cast<float>(time));
    values.push_back(at(time) ? 1.0f : 0.0f);
  };
  addKey(static_cast<double>(breaks.front()));
  for (std::size_t i = 1; i < breaks.size(); ++i) {
    double low = static_cast<double>(breaks[i - 1]), high = static_cast<double>(breaks[i]) - 2 * kJumpSlack;
    if (high > low && at(low) != at(high)) {  // a slope passes one half in between
      const bool before = at(low);
      while (high - low > kJumpSlack) (at((low + high) / 2) == before ? low : high) = (low + high) / 2;
      if (static_cast<float>(high) > times.back()) addKey(high);
    }
    if (breaks[i] > times.back()) addKey(static_cast<double>(breaks[i]));
  }
  count(values.size());
  keep(KeyframeTrack::make({value, Channel::Values}, crossfade::Interpolation::Discrete, std::move(times),
                           std::move(values)),
       location);
}

void SampledTracks::keep(crossfade::Result<KeyframeTrack> track, const std::string& location) {
  if (track)
    tracks_.push_back(std::move(*track));
  else
    report_.add(Finding::Lost, location, track.error().message);
}

void SampledTracks::count(std::size_t values) {
  if ((valueCount_ += values) > limits::kKeyValues)
    refuse("its animations need more than ", limits::kKeyValues, " values");
}

std::vector<KeyframeTrack> SampledTracks::take() { return std::exchange(tracks_, {}); }

/// A constant value gets two keys, because a single one would not tell how long the clip is.
void SampledTracks::add(crossfade::TrackTarget target, const std::vector<float>& times, std::vector<float> values,
                        const std::string& location) {
  count(values.size());
  auto track = KeyframeTrack::make(target, crossfade::Interpolation::Linear, times, values);
  if (track && track->keyCount() > 2 && crossfade::isConstant(*track, kConstantError)) {
    const auto size = static_cast<std::ptrdiff_t>(track->valueSize());
    values.erase(values.begin() + size, values.end() - size);
    track =
        KeyframeTrack::make(target, crossfade::Interpolation::Linear, {times.front(), times.back()}, std::move(values));
  }
  keep(std::move(track), location);
}

}  // namespace app
