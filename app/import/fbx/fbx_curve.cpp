#include "app/import/fbx/fbx_curve.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/import/file/import_limits.h"

namespace app {
namespace {

// Of KeyAttrFlags (FBX SDK, FbxAnimCurveDef).
constexpr std::int64_t kConstant = 0x2, kLinear = 0x4;
constexpr std::int64_t kConstantNext = 0x100;  // of a constant key
constexpr std::int64_t kTangentUser = 0x400;   // else the program that made the file let them follow the neighbors
constexpr std::int64_t kClamped = 0x1000, kTimeIndependent = 0x2000, kClampedProgressively = 0x4000;
constexpr std::int64_t kWeightedRight = 0x1000000, kWeightedNextLeft = 0x2000000;
constexpr double kWeightUnit = 10000;
constexpr double kFlat = 1e-3;               // a clamped key that differs less from a neighbor is flat
constexpr std::size_t kAttributeValues = 4;  // slope, slope at the next key, both weights, both velocities

/// As much of a slope as does not carry a handle of this length beyond the neighbor.
double limited(double slope, double rise, double length) {
  if (!(length > 0) || rise * slope <= 0) return 0;
  return std::copysign(std::min(std::abs(slope), std::abs(rise / length)), slope);
}

/// What the FBX SDK makes of an automatic tangent.
double autoSlope(const std::vector<FbxKey>& keys, std::size_t i, std::int64_t flags) {
  const bool isFirst = i == 0, isLast = i + 1 == keys.size();
  if (keys.size() < 2 || ((isFirst || isLast) && (flags & kClampedProgressively))) return 0;
  const FbxKey &before = keys[isFirst ? i : i - 1], &key = keys[i], &after = keys[isLast ? i : i + 1];
  const double left = key.value - before.value, right = after.value - key.value;
  const bool isFlat = (!isFirst && std::abs(left) <= kFlat) || (!isLast && std::abs(right) <= kFlat);
  if ((flags & kClamped) && isFlat) return 0;
  const double span = after.time - before.time, leftSpan = key.time - before.time, rightSpan = after.time - key.time;
  double slope = (left + right) / span;
  if (isFirst || isLast) return slope;
  if (!(flags & kTimeIndependent)) {
    const double part = leftSpan / span;
    slope = (slope + left / leftSpan * (1 - part) + right / rightSpan * part) / 2;
  }
  if (flags & kClampedProgressively)
    slope = limited(limited(slope, left, before.nextWeight * leftSpan), right, key.weight * rightSpan);
  return slope;
}

void readAttributes(FbxKey& key, std::int64_t flags, const double* values) {
  key.interpolation = flags & kConstant
                          ? (flags & kConstantNext ? FbxInterpolation::ConstantNext : FbxInterpolation::Constant)
                      : flags & kLinear ? FbxInterpolation::Linear
                                        : FbxInterpolation::Cubic;
  const auto usable = [](double value) { return std::abs(value) <= 1e12 ? value : 0; };
  key.slope = usable(values[0]);
  key.nextSlope = usable(values[1]);
  const auto weights = std::bit_cast<std::uint32_t>(static_cast<float>(values[2]));
  if (flags & kWeightedRight) key.weight = std::clamp((weights & 0xFFFF) / kWeightUnit, 0.0001, 0.9999);
  if (flags & kWeightedNextLeft) key.nextWeight = std::clamp((weights >> 16) / kWeightUnit, 0.0001, 0.9999);
}

/// The part of the way from 0 to 1 at which a Bezier curve in time, with handles at x1 and x2, has come to `x`.
double bezierParameter(double x1, double x2, double x) {
  double low = 0, high = 1;
  for (int i = 0; i < 40; ++i) {
    const double u = (low + high) / 2, v = 1 - u;
    (3 * v * v * u * x1 + 3 * v * u * u * x2 + u * u * u < x ? low : high) = u;
  }
  return (low + high) / 2;
}

double cubicAt(const FbxKey& a, const FbxKey& b, double x) {
  const double span = b.time - a.time;
  constexpr double kThird = 1.0 / 3;
  const bool isEven = a.weight == kThird && a.nextWeight == kThird;
  const double u = isEven ? x : bezierParameter(a.weight, 1 - a.nextWeight, x), v = 1 - u;
  const double p1 = a.value + a.slope * a.weight * span, p2 = b.value - a.nextSlope * a.nextWeight * span;
  return v * v * v * a.value + 3 * v * v * u * p1 + 3 * v * u * u * p2 + u * u * u * b.value;
}

/// A text has the bits of each float, as an integer.
std::vector<double> attributesIn(const FbxRecord& record) {
  std::vector<double> values = numbersIn(record, "KeyAttrDataFloat");
  const FbxRecord* list = record.child("KeyAttrDataFloat");
  const bool isText = list && !list->properties.empty() && list->properties.front().type == '*';
  if (!isText || rawTextOf(list->properties.front()).find_first_of(".eE") != std::string_view::npos) return values;
  for (double& value : values) {
    const auto bits = static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
    value = static_cast<double>(std::bit_cast<float>(bits));
  }
  return values;
}

}  // namespace

double FbxCurve::at(double time) const {
  const auto after = std::upper_bound(keys.begin(), keys.end(), time + kJumpSlack,
                                      [](double t, const FbxKey& key) { return t < key.time; });
  if (after == keys.begin()) return keys.front().value;
  if (after == keys.end()) return keys.back().value;
  const FbxKey &a = *(after - 1), &b = *after;
  const double x = std::clamp((time - a.time) / (b.time - a.time), 0.0, 1.0);
  switch (a.interpolation) {
    case FbxInterpolation::Constant:
      return a.value;
    case FbxInterpolation::ConstantNext:
      return b.value;
    case FbxInterpolation::Linear:
      return a.value + (b.value - a.value) * x;
    case FbxInterpolation::Cubic:
      break;
  }
  return cubicAt(a, b, x);
}

FbxCurve readFbxCurve(const FbxRecord& record) {
  const std::vector<std::int64_t> ticks = integersIn(record, "KeyTime");
  const std::vector<double> values = numbersIn(record, "KeyValueFloat");
  const std::vector<std::int64_t> flags = integersIn(record, "KeyAttrFlags");
  const std::vector<std::int64_t> counts = integersIn(record, "KeyAttrRefCount");
  std::vector<double> attributes = attributesIn(record);
  attributes.resize(std::max(attributes.size(), flags.size() * kAttributeValues));
  FbxCurve curve;
  std::vector<std::int64_t> flagsOf;
  std::size_t run = 0;
  std::int64_t used = 0;
  for (std::size_t i = 0; i < std::min(ticks.size(), values.size()); ++i) {
    while (run < counts.size() && used >= counts[run]) ++run, used = 0;
    ++used;
    FbxKey key{.time = static_cast<double>(ticks[i]) / kFbxTicksPerSecond, .value = values[i]};
    const bool inOrder = curve.keys.empty() || key.time > curve.keys.back().time;
    if (!inOrder || !(std::abs(key.value) <= static_cast<double>(limits::kMaxMagnitude))) continue;
    if (run < flags.size()) readAttributes(key, flags[run], attributes.data() + run * kAttributeValues);
    curve.keys.push_back(key);
    flagsOf.push_back(run < flags.size() ? flags[run] : kLinear);
  }
  for (std::size_t i = 0; i < curve.keys.size(); ++i) {
    if (curve.keys[i].interpolation != FbxInterpolation::Cubic || (flagsOf[i] & kTangentUser)) continue;
    const double slope = autoSlope(curve.keys, i, flagsOf[i]);
    curve.keys[i].slope = slope;
    if (i > 0 && curve.keys[i - 1].interpolation == FbxInterpolation::Cubic) curve.keys[i - 1].nextSlope = slope;
  }
  return curve;
}

}  // namespace app
