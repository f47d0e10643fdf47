#include "app/import/collada/collada_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/import/collada/collada_nodes.h"
#include "app/import/file/import_limits.h"

namespace app {
namespace {

constexpr std::size_t kMatrixNumbers = 16;
constexpr double kShortestHandle = 1e-4;  // as a part of the span; where it is 0 the slope would be infinite
constexpr double kThird = 1.0 / 3;
constexpr double kLatest = 1e6;  // seconds

struct Handle {
  double reach = kThird;  // part of the span
  double rise = 0;        // from the key it belongs to
};

struct UsedKey {
  std::size_t index = 0;  // in the file
  double time = 0;
};

/// The data of a sampler. Key indices count the entries of `used`.
struct SamplerKeys {
  std::vector<UsedKey> used;
  ColladaNumbers times, values, in, out;
  std::vector<std::string_view> kinds;

  double time(std::size_t at) const { return used[at].time; }
  double value(std::size_t at, std::size_t k) const { return values.values[used[at].index * values.stride + k]; }
  std::string_view kind(std::size_t at) const {
    return kinds.empty() ? "LINEAR" : kinds[std::min(used[at].index, kinds.size() - 1)];
  }
  double span(std::size_t at) const { return time(at + 1) - time(at); }
};

/// If two keys have the same time, the curve jumps from the first to the second; of more than two, the first and the
/// last are used.
void useKey(UsedKey key, bool& isJump, std::vector<UsedKey>& used) {
  if (used.empty() || key.time > used.back().time) {
    isJump = false;
    used.push_back(key);
  } else if (isJump) {
    used.back() = key;
  } else {
    isJump = true;
    const double before = used.size() > 1 ? (key.time - used[used.size() - 2].time) / 2 : kCurveJump;
    used.back().time -= std::min(kCurveJump, before);
    used.push_back(key);
  }
}

SamplerKeys readKeys(ColladaDocument& document, const pugi::xml_node& sampler, ColladaRepairs& repairs) {
  const auto numbers = [&](const char* semantic) { return document.numbersOf(document.inputOf(sampler, semantic)); };
  SamplerKeys keys{.used = {},
                   .times = numbers("INPUT"),
                   .values = numbers("OUTPUT"),
                   .in = numbers("IN_TANGENT"),
                   .out = numbers("OUT_TANGENT"),
                   .kinds = document.wordsOf(document.inputOf(sampler, "INTERPOLATION"))};
  const std::size_t count = std::min(keys.times.count(), keys.values.count());
  if (keys.times.count() != keys.values.count()) ++repairs.unequal;
  bool isJump = false;
  for (std::size_t i = 0; i < count; ++i) {
    const double time = keys.times.values[i * keys.times.stride];
    const bool isInOrder = keys.used.empty() || time >= keys.used.back().time;
    if (isInOrder && std::abs(time) < kLatest)
      useKey({i, time}, isJump, keys.used);
    else
      ++repairs.dropped;
  }
  return keys;
}

/// Gets the tangent point (time, value) of number `k`; false: there is none. COLLADA 1.4.1 stores a time per tangent or
/// per number; 1.4.0 stores none.
bool pointOf(const ColladaNumbers& tangents, std::size_t key, std::size_t k, std::size_t size, double timeOtherwise,
             std::array<double, 2>& point) {
  if (key >= tangents.count()) return false;
  const double* const at = tangents.values.data() + key * tangents.stride;
  if (tangents.stride == 2 * size)
    point = {at[2 * k], at[2 * k + 1]};
  else if (tangents.stride == size + 1)
    point = {at[0], at[1 + k]};
  else if (tangents.stride == size)
    point = {timeOtherwise, at[k]};
  else
    return false;
  return true;
}

Handle handleOf(double reach, double rise) {
  // Outside the span, time would run backward.
  return {.reach = std::clamp(reach, kShortestHandle, 1.0), .rise = rise};
}

/// The control points of the cubic Bezier curve between two keys, relative to those keys (COLLADA 1.4.1 specification,
/// chapter 4, "Curve interpolation").
struct Handles {
  Handle first, last;
};

Handles bezierHandles(const SamplerKeys& keys, std::size_t i, std::size_t k, std::size_t size) {
  const double span = keys.span(i), rise = keys.value(i + 1, k) - keys.value(i, k);
  std::array<double, 2> point{};
  Handles result{{kThird, rise / 3}, {kThird, -rise / 3}};
  if (pointOf(keys.out, keys.used[i].index, k, size, keys.time(i) + span / 3, point))
    result.first = handleOf((point[0] - keys.time(i)) / span, point[1] - keys.value(i, k));
  if (pointOf(keys.in, keys.used[i + 1].index, k, size, keys.time(i + 1) - span / 3, point))
    result.last = handleOf((keys.time(i + 1) - point[0]) / span, point[1] - keys.value(i + 1, k));
  return result;
}

Handles hermiteHandles(const SamplerKeys& keys, std::size_t i, std::size_t k, std::size_t size) {
  const double span = keys.span(i);
  std::array<double, 2> tangent{};
  Handles result;
  if (pointOf(keys.out, keys.used[i].index, k, size, span, tangent))
    result.first = handleOf(tangent[0] / 3 / span, tangent[1] / 3);
  if (pointOf(keys.in, keys.used[i + 1].index, k, size, span, tangent))
    result.last = handleOf(tangent[0] / 3 / span, -tangent[1] / 3);
  return result;
}

/// The values of keys i - 1 to i + 2. Before the first and after the last key, values are extrapolated linearly.
std::array<double, 4> valuesAround(const SamplerKeys& keys, std::size_t i, std::size_t k) {
  const double a = keys.value(i, k), b = keys.value(i + 1, k);
  return {i > 0 ? keys.value(i - 1, k) : 2 * a - b, a, b, i + 2 < keys.used.size() ? keys.value(i + 2, k) : 2 * b - a};
}

Handles cardinalHandles(const std::array<double, 4>& values) {
  return {{kThird, (values[2] - values[0]) / 6}, {kThird, -(values[3] - values[1]) / 6}};
}

/// Relative to bsplineValue(): a B-spline does not pass through its keys.
Handles bsplineHandles(const std::array<double, 4>& values) {
  const auto& [before, a, b, after] = values;
  return {{kThird, (2 * a + b) / 3 - (before + 4 * a + b) / 6}, {kThird, (a + 2 * b) / 3 - (a + 4 * b + after) / 6}};
}
double bsplineValue(const SamplerKeys& keys, std::size_t i, std::size_t k) {
  if (i == 0 || i + 1 == keys.used.size()) return keys.value(i, k);
  return (keys.value(i - 1, k) + 4 * keys.value(i, k) + keys.value(i + 1, k)) / 6;
}

/// How the curve continues to the next key. Unknown kinds are linear, as the specification requires.
void setInterpolation(const SamplerKeys& keys, std::size_t i, std::size_t k, std::size_t size, FileCurveKey& key) {
  const std::string_view kind = keys.kind(i);
  if (kind == "STEP") key.interpolation = KeyInterpolation::Constant;
  if (kind == "STEP" || i + 1 == keys.used.size()) return;
  Handles handles;
  if (kind == "BEZIER")
    handles = bezierHandles(keys, i, k, size);
  else if (kind == "HERMITE")
    handles = hermiteHandles(keys, i, k, size);
  else if (kind == "CARDINAL")
    handles = cardinalHandles(valuesAround(keys, i, k));
  else if (kind == "BSPLINE")
    handles = bsplineHandles(valuesAround(keys, i, k));
  else
    return;
  key.interpolation = KeyInterpolation::Cubic;
  key.weight = handles.first.reach;
  key.nextWeight = handles.last.reach;
  key.slope = handles.first.rise / (key.weight * keys.span(i));
  key.nextSlope = -handles.last.rise / (key.nextWeight * keys.span(i));
}

FileCurve curveOf(const SamplerKeys& keys, std::size_t k, std::size_t size) {
  FileCurve curve;
  for (std::size_t i = 0; i < keys.used.size(); ++i) {
    const bool isSpline = keys.kind(i) == "BSPLINE";
    FileCurveKey key{.time = keys.time(i), .value = isSpline ? bsplineValue(keys, i, k) : keys.value(i, k)};
    setInterpolation(keys, i, k, size, key);
    curve.keys.push_back(key);
  }
  return curve;
}

std::vector<ColladaMatrixKey> matricesOf(const SamplerKeys& keys) {
  std::vector<ColladaMatrixKey> result;
  for (std::size_t i = 0; i < keys.used.size(); ++i) {
    ColladaTransform transform{.step = ColladaStep::Matrix};
    for (std::size_t k = 0; k < kMatrixNumbers; ++k) transform.numbers[k] = keys.value(i, k);
    const glm::dmat4 matrix = matrixOf(transform);
    result.push_back({keys.time(i), transformOf(matrix), keys.kind(i) == "STEP", isSheared(matrix)});
  }
  return result;
}

}  // namespace

ColladaSampler readColladaSampler(ColladaDocument& document, const pugi::xml_node& sampler, bool isMatrix,
                                  ColladaRepairs& repairs) {
  ColladaSampler result;
  const SamplerKeys keys = readKeys(document, sampler, repairs);
  const std::size_t size = keys.values.stride;
  if (keys.used.empty() || size > limits::kMorphTargets) return result;
  if (isMatrix && size == kMatrixNumbers)
    result.matrices = matricesOf(keys);
  else
    for (std::size_t k = 0; k < size; ++k) result.curves.push_back(curveOf(keys, k, size));
  return result;
}

crossfade::Transform matrixAt(const std::vector<ColladaMatrixKey>& keys, double time) {
  const auto next = std::upper_bound(keys.begin(), keys.end(), time + kJumpSlack,
                                     [](double t, const ColladaMatrixKey& key) { return t < key.time; });
  if (next == keys.begin()) return keys.front().value;
  if (next == keys.end() || (next - 1)->holds) return (next - 1)->value;
  const ColladaMatrixKey &a = *(next - 1), &b = *next;
  const auto part = static_cast<float>(std::clamp((time - a.time) / (b.time - a.time), 0.0, 1.0));
  return {.translation = glm::mix(a.value.translation, b.value.translation, part),
          .rotation = glm::slerp(a.value.rotation, b.value.rotation, part),
          .scale = glm::mix(a.value.scale, b.value.scale, part)};
}

}  // namespace app
