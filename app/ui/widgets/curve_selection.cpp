#include "app/ui/widgets/curve_selection.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace app {
namespace {

using crossfade::AnimationCurve;
using crossfade::CurveKey;

constexpr int kDifferenceSamples = 512;

int lastKeyOf(const AnimationCurve& curve) { return static_cast<int>(curve.keys().size()) - 1; }

struct Range {
  double min = -std::numeric_limits<double>::max();
  double max = std::numeric_limits<double>::max();
  void atLeast(double bound) { min = std::max(min, bound); }
  void atMost(double bound) { max = std::min(max, bound); }
  /// 0 in an empty range.
  double clamp(double distance) const { return min <= max ? std::clamp(distance, min, max) : 0; }
};

/// How far the keys can go, in time and in value.
std::pair<Range, Range> rangesOf(const AnimationCurve& curve, std::span<const int> keys, const CurvePlane& plane) {
  Range time, value;
  const double gap = kMinKeySpacing * std::max(plane.end - plane.begin, 0.0);
  const auto moves = [&](int key) { return isSelected(keys, key) && !isFixed(curve, key, plane); };
  for (const int key : keys) {
    if (!moves(key)) continue;
    const CurveKey& at = keyOf(curve, key);
    if (key > 0 && !moves(key - 1)) time.atLeast(keyOf(curve, key - 1).time + gap - at.time);
    if (key < lastKeyOf(curve) && !moves(key + 1)) time.atMost(keyOf(curve, key + 1).time - gap - at.time);
    if (!plane.bounded) continue;
    if (key == 0) time.atLeast(plane.begin - at.time);
    if (key == lastKeyOf(curve)) time.atMost(plane.end - at.time);
    value.atLeast(plane.minValue - at.value);
    value.atMost(plane.maxValue - at.value);
  }
  return {time, value};
}

AnimationCurve withKeys(const AnimationCurve& curve, std::vector<CurveKey> keys) {
  auto made = AnimationCurve::make(std::move(keys), curve.before, curve.after);
  return made ? *std::move(made) : curve;
}

}  // namespace

bool isSelected(std::span<const int> keys, int key) { return std::binary_search(keys.begin(), keys.end(), key); }

void toggle(std::vector<int>& keys, int key) {
  const auto at = std::lower_bound(keys.begin(), keys.end(), key);
  if (at != keys.end() && *at == key)
    keys.erase(at);
  else
    keys.insert(at, key);
}

void selectInside(const AnimationCurve& curve, const CurveAxes& axes, const UiRect& area, std::span<const int> always,
                  std::vector<int>& out) {
  out.clear();
  for (int key = 0; key <= lastKeyOf(curve); ++key) {
    const ImVec2 at = axes.point(keyOf(curve, key));
    const bool inside = at.x >= area.x && at.x <= area.right() && at.y >= area.y && at.y <= area.bottom();
    if (inside || isSelected(always, key)) out.push_back(key);
  }
}

AnimationCurve withKeysMoved(const AnimationCurve& curve, std::span<const int> keys, double time, double value,
                             const CurvePlane& plane) {
  if (!std::isfinite(time) || !std::isfinite(value)) return curve;
  const auto [times, values] = rangesOf(curve, keys, plane);
  std::vector<CurveKey> moved(curve.keys().begin(), curve.keys().end());
  for (const int key : keys) {
    if (isFixed(curve, key, plane)) continue;
    moved[static_cast<std::size_t>(key)].time += times.clamp(time);
    moved[static_cast<std::size_t>(key)].value += values.clamp(value);
  }
  return withKeys(curve, std::move(moved));
}

std::optional<AnimationCurve> withKeysRemoved(const AnimationCurve& curve, std::span<const int> keys,
                                              const CurvePlane& plane) {
  std::vector<CurveKey> left;
  for (int key = 0; key <= lastKeyOf(curve); ++key)
    if (!isSelected(keys, key) || isFixed(curve, key, plane)) left.push_back(keyOf(curve, key));
  if (left.size() < 2 || left.size() == curve.keys().size()) return std::nullopt;
  return withKeys(curve, std::move(left));
}

AnimationCurve withKeysShaped(AnimationCurve curve, std::span<const int> keys, TangentShape shape,
                              const CurvePlane& plane) {
  for (const int key : keys) curve = withKeyShaped(std::move(curve), key, shape, plane);
  return curve;
}

AnimationCurve withKeysWeighted(AnimationCurve curve, std::span<const int> keys, bool weighted) {
  const std::optional<double> weight = weighted ? std::optional(1.0 / 3) : std::nullopt;
  for (const int key : keys)
    for (const TangentSide side : {TangentSide::In, TangentSide::Out})
      if (!weighted || !isWeighted(keyOf(curve, key), side)) curve = withWeight(std::move(curve), key, side, weight);
  return curve;
}

CurveDifference largestDifference(const AnimationCurve& one, const AnimationCurve& other, double begin, double end) {
  CurveDifference largest{.time = begin};
  const auto look = [&](double time) {
    if (!(time >= begin && time <= end)) return;
    const double value = one.evaluate(time) - other.evaluate(time);
    if (std::abs(value) > std::abs(largest.value)) largest = {time, value};
  };
  for (int i = 0; i <= kDifferenceSamples; ++i) look(begin + (end - begin) * i / kDifferenceSamples);
  for (const AnimationCurve* curve : {&one, &other})
    for (const CurveKey& key : curve->keys()) look(key.time);
  return largest;
}

}  // namespace app
