#include "engine/clip/interpolant.h"

#include <algorithm>
#include <cassert>

#include "engine/clip/key_cursor.h"
#include "engine/math/hermite.h"
#include "engine/math/quaternion_blend.h"

namespace engine {
namespace {

/// Two neighbouring keys and where `time` stands between them; the times differ because left <= time < right.
struct Segment {
  std::size_t left = 0;
  double u = 0;         // 0 at the left key, towards 1 at the right
  double length = 0;    // seconds
};

void copyKey(const KeyframeTrack& track, std::size_t key, std::span<double> out) {
  const std::size_t size = out.size();
  const bool tangents = track.interpolation() == Interpolation::Hermite;
  const std::size_t first = tangents ? (key * 3 + 1) * size : key * size;
  const auto value = track.values().subspan(first, size);
  std::copy(value.begin(), value.end(), out.begin());
}

void linear(std::span<const float> values, const Segment& segment, std::span<double> out) {
  const std::size_t size = out.size();
  const float* left = &values[segment.left * size];
  const float* right = left + size;
  for (std::size_t i = 0; i < size; ++i) out[i] = left[i] * (1 - segment.u) + right[i] * segment.u;
}

void sphericalLinear(std::span<const float> values, const Segment& segment, std::span<double> out) {
  const float* left = &values[segment.left * 4];
  double right[4];
  std::copy(left, left + 4, out.begin());
  std::copy(left + 4, left + 8, right);
  slerp(out.first<4>(), ConstQuatSpan(right), segment.u);
}

void cubicSpline(std::span<const float> values, const Segment& segment, std::span<double> out) {
  const std::size_t size = out.size();
  const float* left = &values[segment.left * size * 3];  // in-tangent, value, out-tangent
  const float* right = left + size * 3;
  for (std::size_t i = 0; i < size; ++i)
    out[i] = hermite(left[size + i], left[2 * size + i] * segment.length, right[size + i], right[i] * segment.length,
                     segment.u);
}

}  // namespace

void evaluate(const KeyframeTrack& track, double time, int& interval, std::span<double> out) {
  assert(out.size() == static_cast<std::size_t>(track.valueSize()));
  const auto times = track.times();
  interval = findInterval(times, time, interval);
  if (interval == 0) return copyKey(track, 0, out);
  const std::size_t right = static_cast<std::size_t>(interval);
  if (right == times.size()) return copyKey(track, right - 1, out);

  const double length = double(times[right]) - double(times[right - 1]);
  const Segment segment{.left = right - 1, .u = (time - times[right - 1]) / length, .length = length};
  const bool rotation = track.target().channel == Channel::Rotation;
  switch (track.interpolation()) {
    case Interpolation::Discrete: return copyKey(track, segment.left, out);
    case Interpolation::Linear:
      return rotation ? sphericalLinear(track.values(), segment, out) : linear(track.values(), segment, out);
    case Interpolation::Hermite:
      cubicSpline(track.values(), segment, out);
      if (rotation) normalize(out.first<4>());
      return;
  }
}

}  // namespace engine
