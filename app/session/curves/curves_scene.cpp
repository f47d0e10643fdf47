#include "app/session/curves/curves_scene.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

#include "app/fields/field.h"
#include "app/session/checks/variant_join.h"
#include "crossfade/clip/custom_interpolant.h"
#include "crossfade/clip/interpolate.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Interpolation;
using crossfade::Result;

constexpr ValueRange kRange{-kPlotLimit, kPlotLimit};
constexpr ValueRange kSlopes{-1e6, 1e6};  // of the curve, unless they are infinite

constexpr std::array kInterpolations{Interpolation::Discrete, Interpolation::Linear, Interpolation::Smooth,
                                     Interpolation::Hermite, Interpolation::Bezier};
static_assert(kInterpolations.size() == kPlotLines);

/// Keys that were checked when they were set, between which the library's kinds interpolate.
struct CheckedKeys {
  crossfade::KeySpans<double> keys;
  Interpolation kind;

  void interpolate(std::size_t right, double t0, double t, double t1, std::span<double> result) const {
    const crossfade::Segment segment{.left = right - 1, .time = t, .u = (t - t0) / (t1 - t0), .length = t1 - t0};
    crossfade::interpolate(keys, kind, crossfade::Mixing::Lerp, segment, {}, result);
  }
  void copyKey(std::size_t key, std::span<double> result) const { crossfade::copyKey(keys, kind, key, result); }
};

bool isBefore(const PlotKey& a, const PlotKey& b) { return a.x < b.x; }

Result<void> check(const CurvesSettings& settings) {
  if (settings.keys.empty() || settings.keys.size() > kMaxPlotKeys)
    return Error{"a plot has 1 to " + std::to_string(kMaxPlotKeys) + " keys, not " +
                 std::to_string(settings.keys.size())};
  for (const crossfade::CurveKey& key : settings.curve.keys()) {
    if (auto ok = inRange("time of a key", key.time, kRange); !ok) return ok;
    if (auto ok = inRange("value of a key", key.value, kRange); !ok) return ok;
    for (const double tangent : {key.inTangent, key.outTangent})
      if (auto ok = inRange("slope", std::isinf(tangent) ? 0 : tangent, kSlopes); !ok) return ok;
  }
  return {};
}

/// The mean of the chords to both neighbors, the only one at an end, level if there is none.
double chordSlope(const std::vector<PlotKey>& keys, std::size_t key) {
  double sum = 0;
  int chords = 0;
  for (std::size_t right = std::max<std::size_t>(key, 1); right <= key + 1 && right < keys.size(); ++right) {
    const double length = keys[right].x - keys[right - 1].x;
    if (!(length > 0)) continue;
    sum += (keys[right].y - keys[right - 1].y) / length;
    ++chords;
  }
  return chords > 0 ? std::clamp(sum / chords, -kPlotLimit, kPlotLimit) : 0;
}

}  // namespace

crossfade::AnimationCurve lessonCurve() {
  return *crossfade::AnimationCurve::make({{.time = 0, .value = 0.25, .outTangent = 2},
                                           {.time = 0.6, .value = 0.9, .inTangent = -0.5, .outTangent = 1.5},
                                           {.time = 1, .value = 0.5, .inTangent = -2}});
}

CurvesScene::CurvesScene(CurvesSettings settings) : settings_(std::move(settings)) { keysChanged(); }

/// Rebuilds what the lines are evaluated from.
void CurvesScene::keysChanged() {
  const std::vector<PlotKey>& keys = settings_.keys;
  for (std::vector<double>* each : {&xs_, &values_, &slopes_, &controls_}) each->clear();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto& [x, y, slope] = keys[i];
    const double before = i > 0 ? settings_.handle * (x - keys[i - 1].x) : 0;
    const double after = i + 1 < keys.size() ? settings_.handle * (keys[i + 1].x - x) : 0;
    xs_.push_back(x);
    values_.push_back(y);
    slopes_.insert(slopes_.end(), {slope, y, slope});
    controls_.insert(controls_.end(), {x - before, y - slope * before, x + after, y + slope * after});
  }
}

double CurvesScene::valueAt(PlotLine line, double x) const {
  CheckedKeys keys{{.times = xs_, .values = values_, .tangents = {}, .size = 1}, nth(kInterpolations, line)};
  if (line == PlotLine::Hermite) keys.keys.values = slopes_;
  if (line == PlotLine::Bezier) keys.keys.tangents = controls_;
  double value[1] = {0};
  int interval = 0;
  crossfade::evaluateKeys(std::span<const double>(xs_), x, interval, keys, value);
  return value[0];
}

ValueRange CurvesScene::sweep() const {
  if (settings_.picture == CurvesPicture::Interpolation) return {xs_.front(), xs_.back()};
  const auto keys = settings_.curve.keys();
  return keys.empty() ? ValueRange{} : ValueRange{keys.front().time, keys.back().time};
}

void CurvesScene::advance(double seconds) {
  const auto [first, last] = sweep();
  const double length = last - first;
  if (!playing_ || !std::isfinite(seconds) || !(length > 0)) return;
  const double along = std::fmod(cursor_ - first + seconds / kSweepSeconds * length, length);
  cursor_ = first + (along < 0 ? along + length : along);
}

struct CurvesScene::Applier {
  CurvesScene& s;

  Result<void> exists(int key) const {
    const int count = static_cast<int>(keys().size());
    if (key >= 0 && key < count) return {};
    return Error{"there is no key " + std::to_string(key) + "; there are " + std::to_string(count)};
  }
  std::vector<PlotKey>& keys() const { return s.settings_.keys; }
  Result<void> changed() const { return s.keysChanged(), Result<void>{}; }

  /// Another picture brings the cursor along: between the keys of the curve, which lie elsewhere than those of the
  /// other.
  Result<void> operator()(const SetCurves& c) {
    auto next = c.appliedTo(s.settings_);
    if (!next) return next.error();
    if (auto ok = check(*next); !ok) return ok;
    s.settings_ = *std::move(next);
    std::stable_sort(keys().begin(), keys().end(), isBefore);
    const auto curveKeys = s.settings_.curve.keys();
    const bool choosesPicture = c.sets(&CurvesSettings::picture);
    if (choosesPicture && s.settings_.picture == CurvesPicture::Polynomial && !curveKeys.empty())
      s.cursor_ = std::clamp(s.cursor_, curveKeys.front().time, curveKeys.back().time);
    return changed();
  }
  Result<void> operator()(const curves::MoveKey& c) {
    if (auto ok = exists(c.key); !ok) return ok;
    const auto key = static_cast<std::size_t>(c.key);
    const double low = key > 0 ? keys()[key - 1].x : -kPlotLimit;
    const double high = key + 1 < keys().size() ? keys()[key + 1].x : kPlotLimit;
    if (auto ok = inRange(("key " + std::to_string(c.key) + ": x").c_str(), c.x, {low, high}); !ok) return ok;
    if (auto ok = inRange(("key " + std::to_string(c.key) + ": y").c_str(), c.y, kRange); !ok) return ok;
    keys()[key].x = c.x;
    keys()[key].y = c.y;
    return changed();
  }
  Result<void> operator()(const curves::SetSlope& c) {
    if (auto ok = exists(c.key); !ok) return ok;
    if (auto ok = inRange("slope", c.slope, kRange); !ok) return ok;
    nth(keys(), c.key).slope = c.slope;
    return changed();
  }
  Result<void> operator()(const curves::AddKey& c) {
    if (keys().size() >= kMaxPlotKeys) return Error{"a plot has at most " + std::to_string(kMaxPlotKeys) + " keys"};
    const PlotKey key{c.x, c.y, 0};
    if (auto ok = checkFields(key); !ok) return ok;
    const auto at = keys().insert(std::upper_bound(keys().begin(), keys().end(), key, isBefore), key);
    at->slope = chordSlope(keys(), static_cast<std::size_t>(at - keys().begin()));
    return changed();
  }
  Result<void> operator()(const curves::RemoveKey& c) {
    if (auto ok = exists(c.key); !ok) return ok;
    if (keys().size() == 1) return Error{"the last key stays"};
    keys().erase(keys().begin() + c.key);
    return changed();
  }
  void operator()(const curves::ShowLine& c) { nth(s.settings_.shown, c.line) = c.shown; }
  Result<void> operator()(const curves::SetCursor& c) {
    if (auto ok = inRange("cursor", c.x, kRange); !ok) return ok;
    s.cursor_ = c.x;
    return {};
  }
  void operator()(const curves::SetPlaying& c) { s.playing_ = c.playing; }
};

Result<void> CurvesScene::apply(const CurvesCommand& command) { return carriedOut(Applier{*this}, command); }

using crossfade::AnimationCurve;
using crossfade::CurveKey;

double KeyPolynomial::at(double time) const {
  const double t = time - begin;
  return value + b1 + b2 * t + b3 * t * t + b4 * t * t * t;
}

KeyPolynomial polynomialAt(const AnimationCurve& curve, double time) {
  const auto keys = curve.keys();
  if (keys.empty()) return {};
  const auto right =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const CurveKey& key) { return t < key.time; });
  if (right == keys.begin()) return {.value = keys.front().value};
  const CurveKey& left = *(right - 1);
  KeyPolynomial p{.begin = left.time, .value = left.value};
  if (right == keys.end() || !std::isfinite(left.outTangent) || !std::isfinite(right->inTangent)) return p;
  const double h = right->time - left.time, d = right->value - left.value;  // h > 0: the right key is after `time`
  const double m0 = left.outTangent, m1 = right->inTangent;
  p.b2 = m0;
  p.b3 = (3 * d / h - 2 * m0 - m1) / h;
  p.b4 = (m0 + m1 - 2 * d / h) / (h * h);
  return p;
}

double comparedTime(const AnimationCurve& curve, int sample) {
  assert(!curve.keys().empty());
  const double u = double(sample) / (kComparedSamples - 1);
  return curve.keys().front().time * (1 - u) + curve.keys().back().time * u;
}

double polynomialDifference(const AnimationCurve& curve, double time) {
  return curve.evaluate(time) - polynomialAt(curve, time).at(time);
}

PolynomialCheck checkPolynomial(const AnimationCurve& curve) {
  PolynomialCheck check;
  for (int i = 0; i < kComparedSamples && !curve.keys().empty(); ++i) {
    const double time = comparedTime(curve, i), difference = std::abs(polynomialDifference(curve, time));
    if (i == 0 || difference > check.difference) check = {time, difference};
  }
  return check;
}

}  // namespace app
