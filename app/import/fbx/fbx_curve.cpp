#include "app/import/fbx/fbx_curve.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"

namespace app {
namespace {

// Of KeyAttrFlags (FBX SDK, FbxAnimCurveDef).
constexpr std::int64_t kConstant = 0x2, kLinear = 0x4;
constexpr std::int64_t kConstantNext = 0x100;  // of a constant key
constexpr std::int64_t kTcb = 0x200;           // tension, continuity and bias in place of the slopes
constexpr std::int64_t kTangentUser = 0x400;   // else the program that made the file let them follow the neighbors
constexpr std::int64_t kClamped = 0x1000, kTimeIndependent = 0x2000, kClampedProgressively = 0x4000;
constexpr std::int64_t kWeightedRight = 0x1000000, kWeightedNextLeft = 0x2000000;
constexpr double kWeightUnit = 10000;
constexpr double kSteepest = 1e6;
constexpr double kFlat = 1e-3;               // a clamped key that differs less from a neighbor is flat
constexpr std::size_t kAttributeValues = 4;  // slope, slope at the next key, both weights, both velocities

/// As much of a slope as does not carry a handle of this length beyond the neighbor.
double limited(double slope, double rise, double length) {
  if (!(length > 0) || rise * slope <= 0) return 0;
  return std::copysign(std::min(std::abs(slope), std::abs(rise / length)), slope);
}

/// How much a bias beyond 500 percent adds to a slope.
double biasBeyond(double bias) {
  const double beyond = std::max(std::abs(bias) / 100 - 5, 0.0);
  return std::min(40 * beyond * beyond, kSteepest);
}

/// What the FBX SDK makes of an automatic tangent. `bias`: in percent, toward the slope before the key (negative) or
/// after it. The formulas of the bias are those of ufbx.
double autoSlope(const std::vector<FileCurveKey>& keys, std::size_t i, std::int64_t flags, double bias) {
  const bool isFirst = i == 0, isLast = i + 1 == keys.size();
  if (keys.size() < 2 || ((isFirst || isLast) && (flags & kClampedProgressively))) return 0;
  const FileCurveKey &before = keys[isFirst ? i : i - 1], &key = keys[i], &after = keys[isLast ? i : i + 1];
  const double left = key.value - before.value, right = after.value - key.value;
  const bool isFlat = (!isFirst && std::abs(left) <= kFlat) || (!isLast && std::abs(right) <= kFlat);
  if ((flags & kClamped) && isFlat) return 0;
  const double span = after.time - before.time, leftSpan = key.time - before.time, rightSpan = after.time - key.time;
  double slope = (left + right) / span;
  const bool isBiased = !(flags & kTimeIndependent);
  if (isFirst || isLast) return isBiased ? slope + std::copysign(biasBeyond(bias), bias) : slope;
  if (isBiased) {
    const double part = leftSpan / span;
    slope = (slope + left / leftSpan * (1 - part) + right / rightSpan * part) / 2;
    const double toward = (bias > 0 ? right / rightSpan : left / leftSpan) - slope;
    slope += toward * std::min(std::abs(bias) / 100, kSteepest);
    slope += std::copysign(biasBeyond(bias), std::abs(toward) > 1e-5 ? toward : bias);
  }
  if (flags & kClampedProgressively)
    slope = limited(limited(slope, left, before.nextWeight * leftSpan), right, key.weight * rightSpan);
  return slope;
}

struct KeySlopes {
  double left = 0, right = 0;
};

/// Automatic tangents have their biases where others have slopes; the one on the left with the opposite sign.
KeySlopes autoSlopes(const std::vector<FileCurveKey>& keys, std::size_t i, std::int64_t flags, double left) {
  const double right = keys[i].slope;
  const bool isEdge = i == 0 || i + 1 == keys.size();
  if (isEdge || std::abs(left + right) <= 1e-4) {
    const double slope = autoSlope(keys, i, flags, i > 0 && isEdge ? -left : right);
    return {slope, slope};
  }
  return {autoSlope(keys, i, flags, -left), autoSlope(keys, i, flags, right)};
}

/// Of a key with tension, continuity and bias (Kochanek and Bartels, 1984).
KeySlopes tcbSlopes(const std::vector<FileCurveKey>& keys, std::size_t i, const double* attributes) {
  const bool isFirst = i == 0, isLast = i + 1 == keys.size();
  const auto slopeTo = [&](std::size_t a, std::size_t b) {
    return (keys[b].value - keys[a].value) / (keys[b].time - keys[a].time);
  };
  const double before = isFirst ? 0 : slopeTo(i - 1, i), after = isLast ? 0 : slopeTo(i, i + 1);
  const auto usable = [](double value) { return std::abs(value) <= 1e6 ? value : 0; };
  const double tension = usable(attributes[0]), continuity = usable(attributes[1]), bias = usable(attributes[2]);
  const double whole = (isFirst || isLast ? 1 : 0.5) * (1 - tension);
  const double early = before * (1 + bias), late = after * (1 - bias);
  return {.left = whole * ((1 - continuity) * early + (1 + continuity) * late),
          .right = whole * ((1 + continuity) * early + (1 - continuity) * late)};
}

void readAttributes(FileCurveKey& key, std::int64_t flags, const double* values) {
  key.interpolation = flags & kConstant
                          ? (flags & kConstantNext ? KeyInterpolation::ConstantNext : KeyInterpolation::Constant)
                      : flags & kLinear ? KeyInterpolation::Linear
                                        : KeyInterpolation::Cubic;
  const auto usable = [](double value) { return std::abs(value) <= 1e12 ? value : 0; };
  if (flags & kTcb) return;
  key.slope = usable(values[0]);
  key.nextSlope = usable(values[1]);
  const auto weights = std::bit_cast<std::uint32_t>(static_cast<float>(values[2]));
  if (flags & kWeightedRight) key.weight = std::clamp((weights & 0xFFFF) / kWeightUnit, 0.0001, 0.9999);
  if (flags & kWeightedNextLeft) key.nextWeight = std::clamp((weights >> 16) / kWeightUnit, 0.0001, 0.9999);
}

/// A text file stores the bits of each float as an integer.
std::vector<double> attributesIn(const FbxRecord& record) {
  const char* const name = "KeyAttrDataFloat";
  const FbxRecord* list = record.child(name);
  const bool isText = list && !list->properties.empty() && list->properties.front().type == '*';
  if (!isText || rawTextOf(list->properties.front()).find_first_of(".eE") != std::string_view::npos)
    return numbersIn(record, name);
  std::vector<double> values;
  for (const std::int64_t bits : integersIn(record, name))
    values.push_back(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
  return values;
}

/// 0: there is none. A text has the letter itself, a binary file its code.
char letterIn(const FbxRecord& parent, std::string_view name) {
  const FbxRecord* const record = parent.child(name);
  if (!record || record->properties.empty()) return 0;
  const FbxProperty& property = record->properties.front();
  if (property.type == 'N') return rawTextOf(property).front();
  return static_cast<char>(integerOf(property));
}

/// The letters are those of FbxAnimCurve in the FBX SDK, as ufbx reads them.
CurveBeyond readBeyond(const FbxRecord& curve, std::string_view name) {
  CurveBeyond result;
  const FbxRecord* const record = curve.child(name);
  if (!record) return result;
  const std::vector<std::int64_t> counts = integersIn(*record, "Repetition");
  switch (letterIn(*record, "Type")) {
    case 'A':
      result.mode = CurveExtrapolation::RepeatRelative;
      break;
    case 'K':
      result.mode = CurveExtrapolation::Slope;
      break;
    case 'M':
      result.mode = CurveExtrapolation::Mirror;
      break;
    case 'R':
      result.mode = CurveExtrapolation::Repeat;
      break;
    default:
      break;
  }
  if (!counts.empty() && counts.front() >= 0)
    result.repetitions = std::min(static_cast<double>(counts.front()), kMostRepetitions);
  return result;
}

}  // namespace

FileCurve readFbxCurve(const FbxRecord& record) {
  const std::vector<std::int64_t> ticks = integersIn(record, "KeyTime");
  const std::vector<double> values = numbersIn(record, "KeyValueFloat");
  const std::vector<std::int64_t> flags = integersIn(record, "KeyAttrFlags");
  const std::vector<std::int64_t> counts = integersIn(record, "KeyAttrRefCount");
  std::vector<double> attributes = attributesIn(record);
  attributes.resize(std::max(attributes.size(), flags.size() * kAttributeValues));
  FileCurve curve{
      .keys = {}, .before = readBeyond(record, "Pre-Extrapolation"), .after = readBeyond(record, "Post-Extrapolation")};
  struct Attributes {
    std::int64_t flags = kLinear;
    const double* values = nullptr;
  };
  std::vector<Attributes> attributesOf;
  std::size_t run = 0;
  std::int64_t used = 0;
  for (std::size_t i = 0; i < std::min(ticks.size(), values.size()); ++i) {
    while (run < counts.size() && used >= counts[run]) ++run, used = 0;
    ++used;
    FileCurveKey key{.time = static_cast<double>(ticks[i]) / kFbxTicksPerSecond, .value = values[i]};
    const bool inOrder = curve.keys.empty() || key.time > curve.keys.back().time;
    if (!inOrder || !(std::abs(key.value) <= static_cast<double>(limits::kMaxMagnitude))) continue;
    attributesOf.emplace_back();
    if (run < flags.size()) attributesOf.back() = {flags[run], attributes.data() + run * kAttributeValues};
    if (run < flags.size()) readAttributes(key, flags[run], attributesOf.back().values);
    curve.keys.push_back(key);
  }
  for (std::size_t i = 0; i < curve.keys.size(); ++i) {
    const auto& [keyFlags, keyValues] = attributesOf[i];
    if (curve.keys[i].interpolation != KeyInterpolation::Cubic || (keyFlags & kTangentUser)) continue;
    FileCurveKey* const before =
        i > 0 && curve.keys[i - 1].interpolation == KeyInterpolation::Cubic ? &curve.keys[i - 1] : nullptr;
    const KeySlopes slopes = keyFlags & kTcb ? tcbSlopes(curve.keys, i, keyValues)
                                             : autoSlopes(curve.keys, i, keyFlags, before ? before->nextSlope : 0);
    curve.keys[i].slope = slopes.right;
    if (before) before->nextSlope = slopes.left;
  }
  return curve;
}

}  // namespace app
