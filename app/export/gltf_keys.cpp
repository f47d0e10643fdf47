#include "app/export/gltf_keys.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>

#include "crossfade/clip/interpolant.h"
#include "crossfade/math/hermite.h"

namespace app {
namespace {

using crossfade::Interpolation;
using crossfade::KeyframeTrack;

/// In-tangent, value and out-tangent of a spline at a time between its first and its last key. Not normalized: the
/// pieces on both sides remain the same polynomials.
std::vector<float> splineAt(const KeyframeTrack& track, float time) {
  const auto times = track.times();
  const auto size = static_cast<std::size_t>(track.valueSize());
  const std::size_t next = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  const double dt = static_cast<double>(times[next]) - static_cast<double>(times[next - 1]);
  const double s = (static_cast<double>(time) - static_cast<double>(times[next - 1])) / dt;
  std::vector<float> key(3 * size);
  for (std::size_t i = 0; i < size; ++i) {
    const auto at = [&](std::size_t k, std::size_t part) {
      return static_cast<double>(track.values()[(3 * k + part) * size + i]);
    };
    const double from = at(next - 1, 1), to = at(next, 1), out = dt * at(next - 1, 2), in = dt * at(next, 0);
    key[size + i] = static_cast<float>(crossfade::hermite(from, out, to, in, s));
    key[i] = key[2 * size + i] = static_cast<float>(crossfade::hermiteSlope(from, out, to, in, s) / dt);
  }
  return key;
}

/// The values of a key at `time`.
std::vector<float> keyAt(const KeyframeTrack& track, float time) {
  const auto size = static_cast<std::size_t>(track.valueSize());
  const bool isInside = time > track.firstTime() && time < track.lastTime();
  const bool isSpline = track.interpolation() == Interpolation::Hermite;
  if (isSpline && isInside) return splineAt(track, time);
  std::vector<double> value(size);
  crossfade::KeyCursor cursor;
  crossfade::evaluate(track, static_cast<double>(time), cursor, value);
  std::vector<float> key(isSpline ? 3 * size : size);
  std::copy(value.begin(), value.end(), key.begin() + static_cast<std::ptrdiff_t>(isSpline ? size : 0));
  return key;
}

}  // namespace

GltfKeys gltfKeysOf(const KeyframeTrack& track, double duration) {
  assert(track.interpolation() != Interpolation::Smooth && track.interpolation() != Interpolation::Bezier);
  const auto times = track.times();
  const std::size_t row = track.values().size() / times.size();
  const float end = static_cast<float>(duration);
  GltfKeys keys;
  const auto add = [&](float time, std::span<const float> values) {
    if (!keys.times.empty())
      time = std::max(time, std::nextafter(keys.times.back(), std::numeric_limits<float>::infinity()));
    keys.times.push_back(time);
    keys.values.insert(keys.values.end(), values.begin(), values.end());
  };
  const auto hasKeyAt = [&](float time) { return std::find(times.begin(), times.end(), time) != times.end(); };
  if (times.front() < 0 && !hasKeyAt(0)) add(0, keyAt(track, 0));
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] >= 0 && times[i] <= end) add(times[i], track.values().subspan(i * row, row));
  const bool isComplete = !keys.times.empty() && keys.times.back() >= end;
  if (times.back() > end && !isComplete) add(end, keyAt(track, end));
  return keys;
}

void holdUntil(GltfKeys& keys, const KeyframeTrack& track, double time) {
  const float end = static_cast<float>(time);
  if (keys.times.back() >= end) return;
  const bool isSpline = track.interpolation() == Interpolation::Hermite;
  const std::size_t row = keys.values.size() / keys.times.size(), size = isSpline ? row / 3 : row;
  const std::vector<float> last(keys.values.end() - static_cast<std::ptrdiff_t>(row), keys.values.end());
  if (isSpline) std::fill_n(keys.values.end() - static_cast<std::ptrdiff_t>(size), size, 0.0f);
  keys.times.push_back(end);
  for (std::size_t i = 0; i < row; ++i) keys.values.push_back(isSpline && (i < size || i >= 2 * size) ? 0.0f : last[i]);
}

}  // namespace app
