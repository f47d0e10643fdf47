#include "crossfade/clip/key_cursor.h"

#include <algorithm>
#include <cmath>

#include "crossfade/base/number_text.h"

namespace crossfade {
namespace {

constexpr std::size_t kSteps = 2;  // neighbors tried on either side before the binary search

/// Number of keys at or before `time`, by a binary search without branches that depend on the keys: after a jump they
/// cannot be predicted.
template <class T>
std::size_t countUpTo(std::span<const T> times, double time) {
  const T* base = times.data();
  for (std::size_t left = times.size(); left > 0;) {
    const std::size_t half = (left + 1) / 2;
    base += base[half - 1] <= time ? half : 0;
    left -= half;
  }
  return static_cast<std::size_t>(base - times.data());
}

/// first <= time < last.
template <class T>
std::size_t findInside(std::span<const T> times, double time, std::size_t start) {
  const std::size_t count = times.size();
  if (times[start - 1] <= time) {
    for (std::size_t i = start; i <= std::min(start + kSteps, count - 1); ++i)
      if (time < times[i]) return i;
  } else {
    for (std::size_t i = start - 1; i >= 1 && i + kSteps >= start; --i)
      if (times[i - 1] <= time) return i;
  }
  // Two keys have only one interval, found by now: from here on there are more than kSteps.
  if (time < times[kSteps]) return time < times[1] ? 1 : 2;  // a loop wrapped
  if (times[count - 3] <= time) return times[count - 2] <= time ? count - 1 : count - 2;
  return countUpTo(times, time);
}

template <class T>
int find(std::span<const T> times, double time, int hint) {
  const int count = static_cast<int>(times.size());
  if (count == 0 || !(time < times.back())) return count;
  if (time < times.front()) return 0;
  return static_cast<int>(findInside(times, time, static_cast<std::size_t>(std::clamp(hint, 1, count - 1))));
}

template <class T>
std::optional<std::string> errorIn(std::span<const T> times) {
  const auto key = [](std::size_t i) { return "key " + std::to_string(i); };
  if (times.empty()) return "no keys";
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i])) return "the time of " + key(i) + " is not a finite number";
    if (i > 0 && times[i] < times[i - 1])
      return key(i) + " is out of order (" + formatNumber(times[i]) + " s after " + formatNumber(times[i - 1]) + " s)";
  }
  return std::nullopt;
}

}  // namespace

int findInterval(std::span<const float> times, double time, int hint) { return find(times, time, hint); }
int findInterval(std::span<const double> times, double time, int hint) { return find(times, time, hint); }

std::optional<std::string> findError(std::span<const float> times) { return errorIn(times); }
std::optional<std::string> findError(std::span<const double> times) { return errorIn(times); }

}  // namespace crossfade
