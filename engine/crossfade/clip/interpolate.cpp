#include "crossfade/clip/interpolate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "crossfade/clip/key_cursor.h"
#include "crossfade/math/cubic_bezier.h"
#include "crossfade/math/hermite.h"
#include "crossfade/math/quaternion_blend.h"

namespace crossfade {
namespace {

template <class T>
void linear(const KeySpans<T>& keys, const Segment& segment, std::span<double> out) {
  const T* left = &keys.values[segment.left * keys.size];
  const T* right = left + keys.size;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = left[i] * (1 - segment.u) + right[i] * segment.u;
}

template <class T>
void sphericalLinear(const KeySpans<T>& keys, const Segment& segment, std::span<double> out) {
  const T* left = &keys.values[segment.left * 4];
  double right[4];
  std::copy(left, left + 4, out.begin());
  std::copy(left + 4, left + 8, right);
  slerp(out.first<4>(), ConstQuatSpan(right), segment.u);
}

/// The slope of a smooth curve at one end of a segment: `own` times the rise of the segment plus `other` times the rise
/// of a neighboring chord.
struct SmoothSlope {
  double own = 1;
  double other = 0;
  std::size_t from = 0, to = 0;  // keys of the neighboring chord
  bool natural = false;          // instead, it follows from the slope at the other end
};

/// The mean of the slopes of both chords. A neighboring chord of zero length has no slope; then the segment's own
/// counts alone.
template <class T>
SmoothSlope meanWithChord(const KeySpans<T>& keys, const Segment& segment, std::size_t from) {
  const double gap = double(keys.times[from + 1]) - double(keys.times[from]);
  if (!(gap > 0)) return {};  // differs from three.js: there it is 0/0
  return {.own = 0.5, .other = 0.5 * segment.length / gap, .from = from, .to = from + 1};
}

template <class T>
SmoothSlope slopeAtStart(const KeySpans<T>& keys, const Segment& segment, Ending ending) {
  if (segment.left > 0) return meanWithChord(keys, segment, segment.left - 1);
  switch (ending) {
    case Ending::ZeroCurvature:
      return {};
    case Ending::ZeroSlope:
    case Ending::Flat:
      return {.own = 0};
    case Ending::WrapAround: {
      // three.js measures from this key's value, not the last key's; in a clip that repeats they are equal
      SmoothSlope slope = meanWithChord(keys, segment, keys.times.size() - 2);
      slope.to = slope.other != 0 ? segment.left : slope.to;
      return slope;
    }
    case Ending::Natural:
      return {.natural = true};
  }
  return {};
}

template <class T>
SmoothSlope slopeAtEnd(const KeySpans<T>& keys, const Segment& segment, Ending ending) {
  const std::size_t right = segment.left + 1;
  if (right + 1 < keys.times.size()) return meanWithChord(keys, segment, right);
  switch (ending) {
    case Ending::ZeroCurvature:
      return {};
    case Ending::ZeroSlope:
      return {.own = 0.5};
    case Ending::Flat:
      return {.own = 0};
    case Ending::WrapAround: {
      SmoothSlope slope = meanWithChord(keys, segment, 0);
      slope.from = slope.other != 0 ? right : slope.from;
      return slope;
    }
    case Ending::Natural:
      return {.natural = true};
  }
  return {};
}

/// three.js CubicInterpolant, r187, rewritten as a Hermite segment: the slope at a key is the mean of both chords
/// there.
template <class T>
void smooth(const KeySpans<T>& keys, const Segment& segment, Endings endings, std::span<double> out) {
  const SmoothSlope start = slopeAtStart(keys, segment, endings.start);
  const SmoothSlope end = slopeAtEnd(keys, segment, endings.end);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto value = [&](std::size_t key) { return double(keys.values[key * keys.size + i]); };
    const double left = value(segment.left), right = value(segment.left + 1), rise = right - left;
    double m0 = start.own * rise + start.other * (value(start.to) - value(start.from));
    double m1 = end.own * rise + end.other * (value(end.to) - value(end.from));
    if (start.natural && end.natural)
      m0 = m1 = rise;
    else if (start.natural)
      m0 = 1.5 * rise - 0.5 * m1;
    else if (end.natural)
      m1 = 1.5 * rise - 0.5 * m0;
    out[i] = hermite(left, m0, right, m1, segment.u);
  }
}

/// The curve parameter in [0, 1] at `time`: Newton's method with the steps and the stopping rule of three.js
/// BezierInterpolant, r187. Where control points lie outside the segment, that rule decides the result.
double bezierParameter(double time, double u, double t0, double t1, double t2, double t3) {
  constexpr int kMaxSteps = 8;
  constexpr double kSmall = 1e-10;
  double s = u;
  for (int i = 0; i < kMaxSteps; ++i) {
    const double error = cubicBezier(s, t0, t1, t2, t3) - time;
    if (std::abs(error) < kSmall) break;
    const double slope = cubicBezierSlope(s, t0, t1, t2, t3);
    if (std::abs(slope) < kSmall) break;
    s = std::clamp(s - error / slope, 0.0, 1.0);
  }
  return s;
}

template <class T>
void bezier(const KeySpans<T>& keys, const Segment& segment, std::span<double> out) {
  if (keys.tangents.empty()) return linear(keys, segment, out);
  const std::size_t pairs = 2 * keys.size;
  const T* left = &keys.values[segment.left * keys.size];
  const T* outgoing = &keys.tangents[segment.left * 2 * pairs + pairs];
  const T* incoming = outgoing + pairs;
  const double begin = keys.times[segment.left], end = keys.times[segment.left + 1];
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double s = bezierParameter(segment.time, segment.u, begin, outgoing[2 * i], incoming[2 * i], end);
    out[i] = cubicBezier(s, left[i], outgoing[2 * i + 1], incoming[2 * i + 1], left[keys.size + i]);
  }
}

template <class T>
void hermiteSpline(const KeySpans<T>& keys, const Segment& segment, std::span<double> out) {
  const std::size_t size = keys.size;
  const T* left = &keys.values[segment.left * size * 3];
  const T* right = left + size * 3;
  for (std::size_t i = 0; i < size; ++i)
    out[i] = hermite(left[size + i], left[2 * size + i] * segment.length, right[size + i], right[i] * segment.length,
                     segment.u);
}

/// The time that a key of a track was rounded from, if it is a frame of a usual rate: 240 frames per second have those
/// of 12, 24, 30, 48, 60 and 120, 1000 have those of 25, 50 and 100, 120,000 in 1001 s have those of NTSC's rates, and
/// 119.88 have them as people write them.
double exactTimeOf(float key) {
  for (const double rate : {240.0, 1000.0, 144.0, 90.0, 120000.0 / 1001, 119.88}) {
    const double frame = std::round(static_cast<double>(key) * rate) / rate;
    const float rounded = static_cast<float>(frame);
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    if (key >= std::nextafter(rounded, -kInfinity) && key <= std::nextafter(rounded, kInfinity))  // give or take one
      return frame;
  }
  return static_cast<double>(key);
}

/// The key that a segment of steps holds. differs from three.js: there every third frame of 24 per second shows the key
/// before its own, because keys are float, the clock is double, and 1/24 as a float is later than 1/24 as a double.
template <class T>
std::size_t heldKey(std::span<const T> times, const Segment& segment) {
  std::size_t held = segment.left;
  if constexpr (std::is_same_v<T, float>) {
    constexpr double kClockRounding = 1e-9;  // seconds
    const float latest = std::nextafter(static_cast<float>(segment.time), std::numeric_limits<float>::infinity());
    const std::size_t end = segment.reachesLast ? times.size() : times.size() - 1;
    while (held + 1 < end && times[held + 1] <= latest && exactTimeOf(times[held + 1]) <= segment.time + kClockRounding)
      ++held;
  }
  return held;
}

}  // namespace

template <class T>
void interpolate(const KeySpans<T>& keys, Interpolation interpolation, Mixing mixing, const Segment& segment,
                 Endings endings, std::span<double> out) {
  const bool rotation = mixing == Mixing::Slerp;
  switch (interpolation) {
    case Interpolation::Discrete:
      return copyKey(keys, interpolation, heldKey(keys.times, segment), out);
    case Interpolation::Linear:
      return rotation ? sphericalLinear(keys, segment, out) : linear(keys, segment, out);
    case Interpolation::Smooth:
      smooth(keys, segment, endings, out);
      break;
    case Interpolation::Bezier:
      bezier(keys, segment, out);
      break;
    case Interpolation::Hermite:
      hermiteSpline(keys, segment, out);
      break;
  }
  if (rotation) normalize(out.first<4>());
}

template <class T>
std::optional<std::string> findError(const KeySpans<T>& keys, Interpolation interpolation, Mixing mixing) {
  const auto key = [](std::size_t i) { return "key " + std::to_string(i); };
  if (auto fault = findError(keys.times)) return fault;
  const std::size_t perKey = keys.size * (interpolation == Interpolation::Hermite ? 3 : 1);
  if (perKey == 0 || keys.values.size() != perKey * keys.times.size())
    return std::to_string(keys.values.size()) + " values do not fit " + std::to_string(keys.times.size()) + " keys";
  const std::size_t pairs = interpolation == Interpolation::Bezier ? 4 * keys.size * keys.times.size() : 0;
  if (!keys.tangents.empty() && keys.tangents.size() != pairs)
    return std::to_string(keys.tangents.size()) + " tangent values do not fit " + std::to_string(keys.times.size()) +
           " keys";
  for (std::size_t i = 0; i < keys.values.size(); ++i)
    if (!std::isfinite(keys.values[i])) return key(i / perKey) + " holds a value that is not finite";
  for (std::size_t i = 0; i < keys.tangents.size(); ++i)
    if (!std::isfinite(keys.tangents[i])) return key(i / (4 * keys.size)) + " has a tangent that is not finite";
  if (mixing == Mixing::Slerp && keys.size != 4) return "a rotation has 4 components, not " + std::to_string(keys.size);
  if (mixing == Mixing::Slerp && interpolation == Interpolation::Smooth)
    return "rotations have no smooth interpolation";
  if (mixing == Mixing::Select && (keys.size != 1 || interpolation != Interpolation::Discrete))
    return "a selection has one component and changes in steps";
  return std::nullopt;
}

template void interpolate(const KeySpans<float>&, Interpolation, Mixing, const Segment&, Endings, std::span<double>);
template void interpolate(const KeySpans<double>&, Interpolation, Mixing, const Segment&, Endings, std::span<double>);
template std::optional<std::string> findError(const KeySpans<float>&, Interpolation, Mixing);
template std::optional<std::string> findError(const KeySpans<double>&, Interpolation, Mixing);

}  // namespace crossfade
