// Interpolation of your own: the search for the interval is ours, what happens inside it is yours. The template method
// of three.js's Interpolant (r187) without virtual calls: the compiler sees your functions.
#ifndef CROSSFADE_CLIP_CUSTOM_INTERPOLANT_H
#define CROSSFADE_CLIP_CUSTOM_INTERPOLANT_H

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "crossfade/base/result.h"
#include "crossfade/clip/key_cursor.h"

namespace crossfade {

template <class I>
concept CopiesKeys = requires(I& i, std::size_t key, std::span<double> result) {
  i.copyKey(key, result);
};
template <class I>
concept WatchesIntervals = requires(I& i, std::size_t right, double t) {
  i.intervalChanged(right, t, t);
};
template <class I>
concept StartsEarly = requires(I& i, double t, std::span<double> result) {
  i.beforeStart(t, t, result);
};
template <class I>
concept ContinuesAfterEnd = requires(I& i, double t, std::span<double> result) {
  i.afterEnd(t, t, result);
};

/// What you bring, found by name. `right` is the index of the interval's right key (three.js's i1), so the left key is
/// right - 1; t0 and t1 are their times, and t0 <= t < t1: you never divide by zero. `result` has `size` values.
///
///   interpolate(right, t0, t, t1, result)  required (interpolate_)
///   copyKey(key, result)                   the value of a key, for the ends; not needed with both functions for ends
///   intervalChanged(right, t0, t1)         optional: called once when an interval is entered, to precompute
///   beforeStart(t, t0, result)             optional: t < t0, the first key's time; without it the first key's value
///   afterEnd(tn, t, result)                optional: t >= tn, the last key's time, or NaN; else the last key's value
template <class I>
concept Interpolator = requires(I& i, std::size_t right, double t, std::span<double> result) {
  i.interpolate(right, t, t, t, result);
}
&&(CopiesKeys<I> || (StartsEarly<I> && ContinuesAfterEnd<I>));

/// The steps that are the same for every kind, for callers that keep keys and memory themselves: writes the value at
/// `time` to `result`. `interval` remembers where the search ended: start with 0. Unchecked: `times` have no error
/// (findError).
template <class T, Interpolator I>
void evaluateKeys(std::span<const T> times, double time, int& interval, I& interpolator, std::span<double> result) {
  static_assert(
      WatchesIntervals<I> || !requires { &I::intervalChanged; }, "intervalChanged(right, t0, t1)");
  static_assert(
      StartsEarly<I> || !requires { &I::beforeStart; }, "beforeStart(t, t0, result)");
  static_assert(
      ContinuesAfterEnd<I> || !requires { &I::afterEnd; }, "afterEnd(tn, t, result)");
  const int found = findInterval(times, time, interval);
  const bool entered = found != interval;
  interval = found;
  const auto right = static_cast<std::size_t>(found);
  if (right == 0) {
    if constexpr (StartsEarly<I>)
      interpolator.beforeStart(time, double(times.front()), result);
    else
      interpolator.copyKey(0, result);
  } else if (right == times.size()) {
    if constexpr (ContinuesAfterEnd<I>)
      interpolator.afterEnd(double(times.back()), time, result);
    else
      interpolator.copyKey(right - 1, result);
  } else {
    const double t0 = double(times[right - 1]), t1 = double(times[right]);
    if constexpr (WatchesIntervals<I>)
      if (entered) interpolator.intervalChanged(right, t0, t1);
    interpolator.interpolate(right, t0, time, t1, result);
  }
}

/// The same with a buffer for the result. Times and buffer are borrowed. Evaluating allocates nothing.
template <Interpolator I>
class CustomInterpolant {
 public:
  /// `size`: components of a value. `result` has at least that many; more are left alone. The errors: no times, a time
  /// that is not finite or out of order, a size of 0, a result that is too small.
  static Result<CustomInterpolant> make(std::span<const double> times, I interpolator, std::size_t size,
                                        std::span<double> result) {
    if (const auto fault = findError(times)) return Error{*fault};
    if (size == 0) return Error{"a key has no values"};
    if (result.size() < size)
      return Error{"the result has " + std::to_string(result.size()) + " values, a key has " + std::to_string(size)};
    return CustomInterpolant(times, std::move(interpolator), result.first(size));
  }

  /// The first `size` values of the buffer given to `make`, filled with the value at `time`. O(1) where time moves a
  /// little or a loop wraps, else O(log n).
  std::span<const double> evaluate(double time) {
    evaluateKeys(times_, time, interval_, interpolator, result_);
    return result_;
  }

  /// Call it after changing keys or `interpolator`: the next evaluation calls intervalChanged again.
  void keysChanged() { interval_ = 0; }

  I interpolator;

 private:
  CustomInterpolant(std::span<const double> times, I own, std::span<double> result)
      : interpolator(std::move(own)), times_(times), result_(result) {}

  std::span<const double> times_;
  std::span<double> result_;
  int interval_ = 0;
};

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_CUSTOM_INTERPOLANT_H
