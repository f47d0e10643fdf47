#include "app/ui/widgets/curve_edit.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "app/fields/nth.h"

namespace app {
namespace {

using crossfade::AnimationCurve;
using crossfade::CurveKey;

constexpr double kMaxSlope = 100;  // of a dragged tangent: plane heights per plane width
constexpr std::size_t kFewKeys = 4;
constexpr double kMargin = 0.08;  // of a fitted plane, where the curve crosses its edge
constexpr float kLongestHandle = 4096;
constexpr float kShortestHandle = 14;  // pixels, so that a tangent of weight 0 can be held
constexpr int kFitSamples = 128;
constexpr int kWrapSamples = 64;  // of the line before the first key and after the last

int lastOf(const AnimationCurve& curve) { return static_cast<int>(curve.keys().size()) - 1; }
bool isEnd(const AnimationCurve& curve, int key) { return key == 0 || key == lastOf(curve); }

double length(const CurvePlane& plane) { return plane.end > plane.begin ? plane.end - plane.begin : 1; }
double height(const CurvePlane& plane) { return plane.maxValue > plane.minValue ? plane.maxValue - plane.minValue : 1; }

bool isStep(const CurveKey& left, const CurveKey& right) {
  return std::isinf(left.outTangent) || std::isinf(right.inTangent);
}

/// Slope of the curve inside a segment, from both sides of `time`.
double slopeAt(const AnimationCurve& curve, double time, double step) {
  return (curve.evaluate(time + step) - curve.evaluate(time - step)) / (2 * step);
}

/// At the edge of the plane, no slope leads out of it.
double keptInside(double slope, double value, TangentSide side, const CurvePlane& plane) {
  if (!plane.bounded) return slope;
  const double forward = side == TangentSide::Out ? slope : -slope;  // which way the value changes, seen from the key
  if (value <= plane.minValue && forward < 0) return 0;
  if (value >= plane.maxValue && forward > 0) return 0;
  return slope;
}

float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Duration of the segment beside a key. 0: there is none.
double segmentBeside(const AnimationCurve& curve, int key, TangentSide side) {
  if (key == (side == TangentSide::In ? 0 : lastOf(curve))) return 0;
  return std::abs(keyOf(curve, side == TangentSide::In ? key - 1 : key + 1).time - keyOf(curve, key).time);
}

/// Widens low to high by what `from` to `to` has beyond, and a margin there.
void widen(double& low, double& high, double from, double to) {
  const double margin = kMargin * (std::max(high, to) - std::min(low, from));
  if (from < low) low = from - margin;
  if (to > high) high = to + margin;
}

}  // namespace

const CurveKey& keyOf(const AnimationCurve& curve, int key) {
  assert(key >= 0 && static_cast<std::size_t>(key) < curve.keys().size());
  return nth(curve.keys(), key);
}

CurvePlane fitted(CurvePlane plane, const AnimationCurve& curve) {
  if (plane.bounded || curve.keys().empty()) return plane;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  const auto include = [&](double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  };
  const double first = curve.keys().front().time, last = curve.keys().back().time;
  for (const CurveKey& key : curve.keys()) include(key.value);
  for (int i = 0; i <= kFitSamples; ++i) include(curve.evaluate(first + (last - first) * i / kFitSamples));
  const double rounding = 1e-9 * height(plane);
  widen(plane.minValue, plane.maxValue, low + rounding, high - rounding);
  widen(plane.begin, plane.end, first, last);
  return plane;
}

float CurveAxes::x(double time) const {
  return area.x + static_cast<float>((time - plane.begin) / length(plane)) * area.width;
}
float CurveAxes::y(double value) const {
  return area.bottom() - static_cast<float>((value - plane.minValue) / height(plane)) * area.height;
}
double CurveAxes::time(float x) const {
  return plane.begin + static_cast<double>((x - area.x) / std::max(area.width, 1.0f)) * length(plane);
}
double CurveAxes::value(float y) const {
  return plane.minValue + static_cast<double>((area.bottom() - y) / std::max(area.height, 1.0f)) * height(plane);
}

bool isFixed(const AnimationCurve& curve, int key, const CurvePlane& plane) {
  return plane.endsFixed && isEnd(curve, key);
}

bool isWeighted(const CurveKey& key, TangentSide side) {
  using enum crossfade::WeightedMode;
  return key.weightedMode == Both || key.weightedMode == (side == TangentSide::In ? In : Out);
}

std::optional<ImVec2> handleOf(const AnimationCurve& curve, int key, TangentSide side, const CurveAxes& axes) {
  if (key == (side == TangentSide::In ? 0 : lastOf(curve))) return std::nullopt;
  const CurveKey& of = keyOf(curve, key);
  const double slope = side == TangentSide::In ? of.inTangent : of.outTangent;
  if (!std::isfinite(slope)) return std::nullopt;
  const float across = axes.area.width / static_cast<float>(length(axes.plane));
  const float up = static_cast<float>(slope) * axes.area.height / static_cast<float>(height(axes.plane));
  const float perSecond = std::max(std::hypot(across, up), 1e-6f);
  const double weight = side == TangentSide::In ? of.inWeight : of.outWeight;
  const float reach = isWeighted(of, side)
                          ? std::clamp(static_cast<float>(weight * segmentBeside(curve, key, side)) * perSecond,
                                       std::min(kShortestHandle, axes.handle), kLongestHandle)
                          : axes.handle;
  const float scale = reach / perSecond * (side == TangentSide::In ? -1 : 1);
  const ImVec2 at = axes.point(of);
  return ImVec2{at.x + across * scale, at.y - up * scale};
}

bool showsHandles(const AnimationCurve& curve, int key, int selected) {
  return key == selected || curve.keys().size() <= kFewKeys;
}

CurveHit hitCurve(const AnimationCurve& curve, int selected, const CurveAxes& axes, ImVec2 pointer, float reach) {
  CurveHit best;
  float nearest = reach;
  const auto offer = [&](ImVec2 at, CurveElement element, int key) {
    const float away = distance(at, pointer);
    if (away > nearest) return;
    nearest = away;
    best = {element, key};
  };
  for (int key = 0; key <= lastOf(curve); ++key) {
    offer(axes.point(keyOf(curve, key)), CurveElement::Key, key);
    if (!showsHandles(curve, key, selected)) continue;
    if (const auto at = handleOf(curve, key, TangentSide::In, axes)) offer(*at, CurveElement::InTangent, key);
    if (const auto at = handleOf(curve, key, TangentSide::Out, axes)) offer(*at, CurveElement::OutTangent, key);
  }
  if (best.element != CurveElement::Nothing) return best;
  const bool inside = pointer.x >= axes.area.x && pointer.x <= axes.area.right();
  if (inside && !curve.keys().empty()) {
    // Where the line is steep, its nearest point is to the side: look a little left and right, too.
    for (const float aside : {0.0f, -0.5f, 0.5f}) {
      const float x = pointer.x + aside * reach;
      if (distance({x, axes.y(curve.evaluate(axes.time(x)))}, pointer) <= reach) return {CurveElement::Line, -1};
    }
  }
  return {};
}

double slopeTowards(const CurveKey& key, TangentSide side, const CurveAxes& axes, ImVec2 pointer) {
  const double steepest = kMaxSlope * height(axes.plane) / length(axes.plane);
  double run = axes.time(pointer.x) - key.time;
  double rise = axes.value(pointer.y) - key.value;
  if (side == TangentSide::In) {
    run = -run;
    rise = -rise;
  }
  if (!(run > 0)) return rise == 0 ? 0 : std::copysign(steepest, rise);
  return std::clamp(rise / run, -steepest, steepest);
}

double weightTowards(const AnimationCurve& curve, int key, TangentSide side, const CurveAxes& axes, ImVec2 pointer) {
  const double segment = segmentBeside(curve, key, side), run = axes.time(pointer.x) - keyOf(curve, key).time;
  if (!(segment > 0)) return 1.0 / 3;
  return std::clamp((side == TangentSide::In ? -run : run) / segment, 0.0, 1.0);
}

bool isJoined(const CurveKey& key) { return key.inTangent == key.outTangent; }

double snapped(double value, double step) { return step > 0 ? std::round(value / step) * step : value; }

AnimationCurve withKeyMoved(AnimationCurve curve, int key, double time, double value, const CurvePlane& plane) {
  if (!std::isfinite(time) || !std::isfinite(value) || isFixed(curve, key, plane)) return curve;
  const double gap = kMinKeySpacing * length(plane);
  constexpr double kFar = std::numeric_limits<double>::max();
  const double from = key == 0 ? (plane.bounded ? plane.begin : -kFar) : keyOf(curve, key - 1).time + gap;
  const double to = key == lastOf(curve) ? (plane.bounded ? plane.end : kFar) : keyOf(curve, key + 1).time - gap;
  CurveKey moved = keyOf(curve, key);
  if (from <= to) moved.time = std::clamp(time, from, to);  // otherwise there is no room
  moved.value = plane.bounded ? std::clamp(value, plane.minValue, plane.maxValue) : value;
  if (isEnd(curve, key) || from <= to) (void)curve.moveKey(key, moved);
  return curve;
}

AnimationCurve withTangentTurned(AnimationCurve curve, int key, TangentSide side, double slope, bool broken,
                                 const CurvePlane& plane) {
  if (std::isnan(slope)) return curve;
  CurveKey turned = keyOf(curve, key);
  const bool together = isJoined(turned) && !broken && !isEnd(curve, key);
  slope = keptInside(slope, turned.value, side, plane);
  if (together)
    slope = keptInside(slope, turned.value, side == TangentSide::In ? TangentSide::Out : TangentSide::In, plane);
  if (together || side == TangentSide::In) turned.inTangent = slope;
  if (together || side == TangentSide::Out) turned.outTangent = slope;
  (void)curve.moveKey(key, turned);
  return curve;
}

AnimationCurve withWeight(AnimationCurve curve, int key, TangentSide side, std::optional<double> weight) {
  using enum crossfade::WeightedMode;
  CurveKey changed = keyOf(curve, key);
  (side == TangentSide::In ? changed.inWeight : changed.outWeight) = weight.value_or(1.0 / 3);
  const bool in = side == TangentSide::In ? weight.has_value() : isWeighted(changed, TangentSide::In);
  const bool out = side == TangentSide::Out ? weight.has_value() : isWeighted(changed, TangentSide::Out);
  changed.weightedMode = in && out ? Both : in ? In : out ? Out : None;
  (void)curve.moveKey(key, changed);
  return curve;
}

std::optional<AddedKey> withKeyAdded(AnimationCurve curve, double time, const CurvePlane& plane) {
  const double gap = kMinKeySpacing * length(plane);
  if (!(time >= plane.begin && time <= plane.end)) return std::nullopt;
  for (const CurveKey& key : curve.keys())
    if (std::abs(key.time - time) < gap) return std::nullopt;
  const double value = curve.evaluate(time);
  CurveKey added{.time = time, .value = plane.bounded ? std::clamp(value, plane.minValue, plane.maxValue) : value};
  const auto keys = curve.keys();
  const auto right =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const CurveKey& key) { return t < key.time; });
  if (right != keys.begin() && right != keys.end()) {
    const CurveKey& left = *(right - 1);
    const double step = std::min(time - left.time, right->time - time) * 1e-4;
    added.inTangent = added.outTangent = isStep(left, *right) ? crossfade::kStepTangent : slopeAt(curve, time, step);
  }
  const auto index = curve.addKey(added);
  if (!index) return std::nullopt;
  return AddedKey{std::move(curve), *index};
}

AnimationCurve withKeyShaped(AnimationCurve curve, int key, TangentShape shape, const CurvePlane& plane) {
  if (shape == TangentShape::Smooth) curve.smoothTangents(key);
  CurveKey shaped = keyOf(curve, key);
  const auto slopeTo = [&](int neighbor) {
    const CurveKey& other = keyOf(curve, neighbor);
    return other.time == shaped.time ? 0 : (other.value - shaped.value) / (other.time - shaped.time);
  };
  switch (shape) {
    case TangentShape::Smooth:
      break;
    case TangentShape::Flat:
      shaped.inTangent = shaped.outTangent = 0;
      break;
    case TangentShape::Straight:
      if (key > 0) shaped.inTangent = slopeTo(key - 1);
      if (key < lastOf(curve)) shaped.outTangent = slopeTo(key + 1);
      break;
    case TangentShape::Step:
      if (key < lastOf(curve))
        shaped.outTangent = crossfade::kStepTangent;
      else
        shaped.inTangent = crossfade::kStepTangent;
      break;
  }
  if (std::isfinite(shaped.inTangent))
    shaped.inTangent = keptInside(shaped.inTangent, shaped.value, TangentSide::In, plane);
  if (std::isfinite(shaped.outTangent))
    shaped.outTangent = keptInside(shaped.outTangent, shaped.value, TangentSide::Out, plane);
  (void)curve.moveKey(key, shaped);
  return curve;
}

std::size_t lineOf(const AnimationCurve& curve, const CurveAxes& axes, std::span<ImVec2> points) {
  const auto keys = curve.keys();
  std::size_t count = 0;
  const auto add = [&](double time, double value) {
    if (count < points.size()) points[count++] = {axes.x(time), axes.y(value)};
  };
  const auto addWrapped = [&](crossfade::CurveWrap wrap, double from, double to) {
    const int parts = wrap == crossfade::CurveWrap::Clamp ? 1 : kWrapSamples;
    for (int i = 0; i <= parts; ++i) {
      const double time = from + (to - from) * i / parts;
      add(time, curve.evaluate(time));
    }
  };
  if (keys.empty()) return 0;
  if (keys.front().time > axes.plane.begin) addWrapped(curve.before, axes.plane.begin, keys.front().time);
  const std::size_t room = points.size() - std::min<std::size_t>(points.size(), 2 * kWrapSamples);
  const std::size_t maxSegments = room > keys.size() * 4 ? (room - keys.size() * 2) / keys.size() : 1;
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    const CurveKey &left = keys[i], &right = keys[i + 1];
    add(left.time, left.value);
    if (isStep(left, right)) {
      add(right.time, left.value);
      continue;
    }
    const float across = axes.x(right.time) - axes.x(left.time);
    const std::size_t segments =
        std::clamp<std::size_t>(static_cast<std::size_t>(std::max(across, 0.0f) / 2), 1, maxSegments);
    for (std::size_t segment = 1; segment < segments; ++segment) {
      const double time =
          left.time + (right.time - left.time) * static_cast<double>(segment) / static_cast<double>(segments);
      add(time, curve.evaluate(time));
    }
  }
  add(keys.back().time, keys.back().value);
  if (keys.back().time < axes.plane.end) addWrapped(curve.after, keys.back().time, axes.plane.end);
  return count;
}

namespace {

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
    nth(moved, key).time += times.clamp(time);
    nth(moved, key).value += values.clamp(value);
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
