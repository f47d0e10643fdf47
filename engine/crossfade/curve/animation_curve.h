// A curve you can edit: keys with a slope on either side, like Unity's AnimationCurve. Gives fades their shape.
#ifndef CROSSFADE_CURVE_ANIMATION_CURVE_H
#define CROSSFADE_CURVE_ANIMATION_CURVE_H

#include <limits>
#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/result.h"

namespace crossfade {

/// Which of a key's tangents use their weight as length; the others are a third of their segment long.
enum class WeightedMode { None, In, Out, Both };

/// A point of the curve.
struct CurveKey {
  double time = 0;  // seconds, or whatever the curve's argument is
  double value = 0;
  double inTangent = 0;   // slope before the key, value per time; infinite: the previous value holds until here
  double outTangent = 0;  // slope after the key; infinite: this value holds until the next key
  WeightedMode weightedMode = WeightedMode::None;
  double inWeight = 1.0 / 3;  // tangent length as a fraction of its segment, 0 to 1; see weightedMode
  double outWeight = 1.0 / 3;
  friend bool operator==(const CurveKey&, const CurveKey&) = default;
};

/// How the curve continues before the first key and after the last one.
enum class CurveWrap { Clamp, Loop, PingPong };

inline constexpr double kStepTangent = std::numeric_limits<double>::infinity();

/// One quantity as a function of another, usually time. A value type.
class CROSSFADE_API AnimationCurve {
 public:
  /// No keys: 0 everywhere.
  AnimationCurve() = default;
  /// Keys in any order; equal times stay in the order given. The error names a key whose time or value is not finite,
  /// whose tangent is NaN, or whose weight is not between 0 and 1.
  static Result<AnimationCurve> make(std::vector<CurveKey> keys, CurveWrap before = CurveWrap::Clamp,
                                     CurveWrap after = CurveWrap::Clamp);

  /// As in Unity. The error: ends that are not finite. With two equal times the curve has one key.
  static Result<AnimationCurve> constant(double begin, double end, double value);
  static Result<AnimationCurve> linear(double begin, double from, double end, double to);
  static Result<AnimationCurve> easeInOut(double begin, double from, double end, double to);  // flat at both ends

  /// Value of the curve at `time`. Before the first key and after the last the wrap mode decides; a loop of zero length
  /// clamps. Piecewise cubic Hermite in key tangents; a weighted segment is a cubic Bezier in time and value. An
  /// infinite tangent holds the left key. If several keys share a time, the last of them counts. No keys: 0. One key:
  /// its value. NaN: the first key's value. O(log n).
  double evaluate(double time) const;

  /// Inserts a key, after others of the same time; returns its index. The error is make()'s.
  Result<int> addKey(const CurveKey& key);
  /// Replaces a key and sorts it in at its new time; returns its new index. Other keys keep their order. The errors:
  /// make()'s, and an index that does not exist.
  Result<int> moveKey(int index, const CurveKey& key);
  /// Does nothing for an index that does not exist.
  void removeKey(int index);
  /// Reserves memory for that many keys, so that assigning a curve with no more keys allocates nothing.
  void reserve(std::size_t keyCount) { keys_.reserve(keyCount); }
  /// Sets both tangents to the mean of the slopes to the neighboring keys, like Unity's SmoothTangents: `weight` -1
  /// takes the slope before, 0 the mean, 1 the slope after. The first and last key take the slope to their only
  /// neighbor; neighbors at the same time are ignored. Does nothing for an index that does not exist.
  void smoothTangents(int index, double weight = 0);

  std::span<const CurveKey> keys() const { return keys_; }
  CurveWrap before = CurveWrap::Clamp;
  CurveWrap after = CurveWrap::Clamp;
  friend bool operator==(const AnimationCurve&, const AnimationCurve&) = default;

 private:
  std::vector<CurveKey> keys_;  // sorted by time
};

}  // namespace crossfade

#endif  // CROSSFADE_CURVE_ANIMATION_CURVE_H
