// A curve one can draw with: keys with a slope on either side, as Unity's AnimationCurve has them. Fades take their
// shape from it.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "crossfade/base/result.h"

namespace crossfade {

/// Which of a key's tangents have a length of their own; the others have a third of their segment.
enum class WeightedMode { None, In, Out, Both };

/// A point of the curve, with a slope on either side.
struct CurveKey {
  double time = 0;  // seconds, or whatever the curve is over
  double value = 0;
  double inTangent = 0;   // slope when coming in, value per time; infinite: the value before holds until here
  double outTangent = 0;  // slope when going out; infinite: this value holds until the next key
  WeightedMode weightedMode = WeightedMode::None;
  double inWeight =
      1.0 / 3;  // length of the tangent as a fraction of its segment, 0 to 1; used where weightedMode says so
  double outWeight = 1.0 / 3;
  friend bool operator==(const CurveKey&, const CurveKey&) = default;
};

/// What lies before the first key and after the last one.
enum class CurveWrap { Clamp, Loop, PingPong };

inline constexpr double kStepTangent = std::numeric_limits<double>::infinity();

/// Values of one quantity over another, usually time. A value: copy it to keep it.
class AnimationCurve {
 public:
  /// No keys: 0 everywhere.
  AnimationCurve() = default;
  /// Keys in any order; equal times stay in the order given. The error names a key whose time or value is not finite,
  /// whose tangent is NaN, or whose weight is not between 0 and 1.
  static Result<AnimationCurve> make(std::vector<CurveKey> keys, CurveWrap before = CurveWrap::Clamp,
                                     CurveWrap after = CurveWrap::Clamp);

  /// The three of Unity. Ends that are not finite are an error; of two equal times the curve has one key.
  static Result<AnimationCurve> constant(double begin, double end, double value);
  static Result<AnimationCurve> linear(double begin, double from, double end, double to);
  static Result<AnimationCurve> easeInOut(double begin, double from, double end, double to);  // flat at both ends

  /// Value of the curve at `time`. Before the first key and after the last the wrap mode decides; a loop over no length
  /// clamps. Piecewise cubic Hermite in key tangents; a weighted segment is a cubic Bezier in time and value. An
  /// infinite tangent holds the left key. At a time that several keys share, the last of them counts. No keys: 0. One
  /// key: its value. NaN counts as before the first key. O(log n).
  double evaluate(double time) const;

  /// Puts a key in its place, after others of the same time; returns its index.
  Result<int> addKey(const CurveKey& key);
  /// Replaces a key, at its new time; returns its new index. Other keys keep their order. The index must exist
  /// (assert).
  Result<int> moveKey(int index, const CurveKey& key);
  /// The index must exist (assert).
  void removeKey(int index);
  /// Gives a key the mean of both neighbouring slopes, as Unity's SmoothTangents: `weight` -1 takes the slope before, 0
  /// the mean, 1 the slope after. A first or last key has one neighbour and takes its slope; neighbours of the same
  /// time count for nothing.
  void smoothTangents(int index, double weight = 0);

  std::span<const CurveKey> keys() const { return keys_; }
  CurveWrap before = CurveWrap::Clamp;
  CurveWrap after = CurveWrap::Clamp;
  friend bool operator==(const AnimationCurve&, const AnimationCurve&) = default;

 private:
  std::vector<CurveKey> keys_;  // times do not decrease
};

}  // namespace crossfade
