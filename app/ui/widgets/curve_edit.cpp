#include "app/ui/widgets/curve_edit.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace app {
namespace {

using crossfade::AnimationCurve;
using crossfade::CurveKey;

constexpr double kMinKeySpacing = 0.01;  // between two keys, as a fraction of the plane's times
constexpr double kMaxSlope = 100;        // of a dragged tangent: plane heights per plane width
constexpr std::size_t kFewKeys = 4;

const CurveKey& keyOf(const AnimationCurve& curve, int key) {
  assert(key >= 0 && static_cast<std::size_t>(key) < curve.keys().size());
  return curve.keys()[static_cast<std::size_t>(key)];
}
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
  const double forward = side == TangentSide::Out ? slope : -slope;  // which way the value changes, seen from the key
  if (value <= plane.minValue && forward < 0) return 0;
  if (value >= plane.maxValue && forward > 0) return 0;
  return slope;
}

float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

}  // namespace

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

std::optional<ImVec2> handleOf(const AnimationCurve& curve, int key, TangentSide side, const CurveAxes& axes) {
  if (key == (side == TangentSide::In ? 0 : lastOf(curve))) return std::nullopt;
  const CurveKey& of = keyOf(curve, key);
  const double slope = side == TangentSide::In ? of.inTangent : of.outTangent;
  if (!std::isfinite(slope)) return std::nullopt;
  const float across = axes.area.width / static_cast<float>(length(axes.plane));
  const float up = static_cast<float>(slope) * axes.area.height / static_cast<float>(height(axes.plane));
  const float scale = axes.handle / std::max(std::hypot(across, up), 1e-6f) * (side == TangentSide::In ? -1 : 1);
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

bool isJoined(const CurveKey& key) { return key.inTangent == key.outTangent; }

double snapped(double value, double step) { return step > 0 ? std::round(value / step) * step : value; }

AnimationCurve withKeyMoved(AnimationCurve curve, int key, double time, double value, const CurvePlane& plane) {
  if (!std::isfinite(time) || !std::isfinite(value) || (plane.endsFixed && isEnd(curve, key))) return curve;
  const double gap = kMinKeySpacing * length(plane);
  const double from = key == 0 ? plane.begin : keyOf(curve, key - 1).time + gap;
  const double to = key == lastOf(curve) ? plane.end : keyOf(curve, key + 1).time - gap;
  CurveKey moved = keyOf(curve, key);
  if (from <= to) moved.time = std::clamp(time, from, to);  // otherwise there is no room
  moved.value = std::clamp(value, plane.minValue, plane.maxValue);
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

std::optional<AddedKey> withKeyAdded(AnimationCurve curve, double time, const CurvePlane& plane) {
  const double gap = kMinKeySpacing * length(plane);
  if (!(time >= plane.begin && time <= plane.end)) return std::nullopt;
  for (const CurveKey& key : curve.keys())
    if (std::abs(key.time - time) < gap) return std::nullopt;
  CurveKey added{.time = time, .value = std::clamp(curve.evaluate(time), plane.minValue, plane.maxValue)};
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

std::optional<AnimationCurve> withKeyRemoved(AnimationCurve curve, int key, const CurvePlane& plane) {
  if (curve.keys().size() <= 2 || (plane.endsFixed && isEnd(curve, key))) return std::nullopt;
  curve.removeKey(key);
  return curve;
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
  if (keys.empty()) return 0;
  if (keys.front().time > axes.plane.begin) add(axes.plane.begin, curve.evaluate(axes.plane.begin));
  const std::size_t maxSegments = points.size() > keys.size() * 4 ? (points.size() - keys.size() * 2) / keys.size() : 1;
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
  if (keys.back().time < axes.plane.end) add(axes.plane.end, curve.evaluate(axes.plane.end));
  return count;
}

}  // namespace app
