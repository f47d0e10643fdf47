#include "app/import/motion/sampled_tracks.h"

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

std::vector<KeyframeTrack> SampledTracks::take() { return std::exchange(tracks_, {}); }

/// A constant value gets two keys, because a single one would not tell how long the clip is.
void SampledTracks::add(crossfade::TrackTarget target, const std::vector<float>& times, std::vector<float> values,
                        const std::string& location) {
  if ((valueCount_ += values.size()) > limits::kKeyValues)
    refuse("its animations need more than ", limits::kKeyValues, " values");
  auto track = KeyframeTrack::make(target, crossfade::Interpolation::Linear, times, values);
  if (track && track->keyCount() > 2 && crossfade::isConstant(*track, kConstantError)) {
    const auto size = static_cast<std::ptrdiff_t>(track->valueSize());
    values.erase(values.begin() + size, values.end() - size);
    track =
        KeyframeTrack::make(target, crossfade::Interpolation::Linear, {times.front(), times.back()}, std::move(values));
  }
  if (track)
    tracks_.push_back(std::move(*track));
  else
    report_.lines.push_back({Finding::Lost, location, track.error().message});
}

}  // namespace app
