#include "crossfade/curve/animation_curve.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "crossfade/base/assert.h"
#include "crossfade/base/number_text.h"
#include "crossfade/base/stable_sort.h"
#include "crossfade/curve/curve_segment.h"

namespace crossfade {
namespace {

bool earlier(const CurveKey& a, const CurveKey& b) { return a.time < b.time; }

std::optional<Error> findError(const CurveKey& key) {
  const std::string location = "curve: the key at " + formatNumber(key.time);
  if (!std::isfinite(key.time)) return Error{"curve: a key's time is " + formatNumber(key.time)};
  if (!std::isfinite(key.value)) return Error{location + " has the value " + formatNumber(key.value)};
  if (std::isnan(key.inTangent) || std::isnan(key.outTangent))
    return Error{location + " has a tangent that is not a number"};
  for (const double weight : {key.inWeight, key.outWeight})
    if (!(weight >= 0 && weight <= 1))
      return Error{location + " has a tangent weight of " + formatNumber(weight) + ", not between 0 and 1"};
  return std::nullopt;
}

/// `time` mapped into [begin, end] by the wrap mode.
double wrapped(double time, double begin, double end, CurveWrap wrap) {
  const double length = end - begin;
  if (wrap == CurveWrap::Clamp || !(length > 0) || !std::isfinite(length) || !std::isfinite(time))
    return std::clamp(time, begin, end);
  const double period = wrap == CurveWrap::Loop ? length : 2 * length;
  double inside = std::fmod(time - begin, period);
  if (inside < 0) inside += period;
  if (wrap == CurveWrap::PingPong && inside > length) inside = period - inside;
  return std::clamp(begin + inside, begin, end);
}

std::optional<double> slope(const CurveKey& a, const CurveKey& b) {
  if (!(b.time > a.time)) return std::nullopt;
  return (b.value - a.value) / (b.time - a.time);
}

/// The curve has one key if both are at the same time.
Result<AnimationCurve> between(CurveKey first, CurveKey last) {
  if (last.time < first.time) std::swap(first, last);
  if (first.time == last.time) return AnimationCurve::make({last});
  return AnimationCurve::make({first, last});
}

}  // namespace

Result<AnimationCurve> AnimationCurve::make(std::vector<CurveKey> keys, CurveWrap before, CurveWrap after) {
  for (const CurveKey& key : keys)
    if (auto fault = findError(key)) return *std::move(fault);
  stableSort(keys, [](const CurveKey& a, const CurveKey& b) { return a.time < b.time; });
  AnimationCurve curve;
  curve.keys_ = std::move(keys);
  curve.before = before;
  curve.after = after;
  return curve;
}

Result<AnimationCurve> AnimationCurve::constant(double begin, double end, double value) {
  return easeInOut(begin, value, end, value);
}

Result<AnimationCurve> AnimationCurve::linear(double begin, double from, double end, double to) {
  const double rise = begin == end ? 0 : (to - from) / (end - begin);
  return between({.time = begin, .value = from, .inTangent = rise, .outTangent = rise},
                 {.time = end, .value = to, .inTangent = rise, .outTangent = rise});
}

Result<AnimationCurve> AnimationCurve::easeInOut(double begin, double from, double end, double to) {
  return between({.time = begin, .value = from}, {.time = end, .value = to});
}

double AnimationCurve::evaluate(double time) const {
  if (keys_.empty()) return 0;
  const CurveKey& first = keys_.front();
  const CurveKey& last = keys_.back();
  if (std::isnan(time)) return first.value;
  if (time < first.time) time = wrapped(time, first.time, last.time, before);
  if (time > last.time) time = wrapped(time, first.time, last.time, after);
  const auto right =
      std::upper_bound(keys_.begin(), keys_.end(), time, [](double t, const CurveKey& key) { return t < key.time; });
  if (right == keys_.begin()) return first.value;
  return right == keys_.end() ? last.value : valueBetween(*(right - 1), *right, time);
}

Result<int> AnimationCurve::addKey(const CurveKey& key) {
  if (auto fault = findError(key)) return *std::move(fault);
  const auto position = keys_.insert(std::upper_bound(keys_.begin(), keys_.end(), key, earlier), key);
  return static_cast<int>(position - keys_.begin());
}

Result<int> AnimationCurve::moveKey(int index, const CurveKey& key) {
  if (index < 0 || static_cast<std::size_t>(index) >= keys_.size())
    return Error{"curve: there is no key " + std::to_string(index)};
  if (auto fault = findError(key)) return *std::move(fault);
  const auto position = keys_.begin() + index;
  *position = key;
  // To the nearest position that keeps the order, so that a key dragged onto another stays on its side of it.
  auto at = position;
  while (at != keys_.begin() && at->time < (at - 1)->time) std::iter_swap(at, at - 1), --at;
  while (at + 1 != keys_.end() && (at + 1)->time < at->time) std::iter_swap(at, at + 1), ++at;
  return static_cast<int>(at - keys_.begin());
}

void AnimationCurve::removeKey(int index) {
  const bool exists = index >= 0 && static_cast<std::size_t>(index) < keys_.size();
  CROSSFADE_ASSERT(exists, "AnimationCurve::removeKey: there is no such key");
  if (!exists) return;
  keys_.erase(keys_.begin() + index);
}

void AnimationCurve::smoothTangents(int index, double weight) {
  const auto i = static_cast<std::size_t>(index);
  CROSSFADE_ASSERT(i < keys_.size(), "AnimationCurve::smoothTangents: there is no such key");
  if (i >= keys_.size()) return;
  const auto in = i > 0 ? slope(keys_[i - 1], keys_[i]) : std::nullopt;
  const auto out = i + 1 < keys_.size() ? slope(keys_[i], keys_[i + 1]) : std::nullopt;
  const double fraction = std::isnan(weight) ? 0.5 : std::clamp(0.5 + 0.5 * weight, 0.0, 1.0);  // of the slope after
  const double mean = in && out ? *in * (1 - fraction) + *out * fraction : in.value_or(out.value_or(0));
  keys_[i].inTangent = keys_[i].outTangent = mean;
}

}  // namespace crossfade
