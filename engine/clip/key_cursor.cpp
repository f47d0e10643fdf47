#include "engine/clip/key_cursor.h"

#include <algorithm>

namespace engine {
namespace {

constexpr int kSteps = 2;  // neighbours tried on either side before the binary search

/// True if exactly `interval` keys stand at or before `time`.
template <class T>
bool holds(std::span<const T> times, double time, int interval) {
  const int count = static_cast<int>(times.size());
  return (interval == 0 || times[static_cast<std::size_t>(interval - 1)] <= time) &&
         (interval == count || time < times[static_cast<std::size_t>(interval)]);
}

template <class T>
int find(std::span<const T> times, double time, int remembered) {
  const int count = static_cast<int>(times.size());
  if (count == 0 || !(time < times.back())) return count;
  if (time < times.front()) return 0;

  const int start = std::clamp(remembered, 1, count - 1);
  for (int i = start; i <= std::min(start + kSteps, count - 1); ++i)
    if (holds(times, time, i)) return i;
  for (int i = start - 1; i >= std::max(start - kSteps, 1); --i)
    if (holds(times, time, i)) return i;
  for (const int wrapped : {1, 2, count - 1, count - 2})  // a loop went on at its other end
    if (wrapped >= 1 && wrapped < count && holds(times, time, wrapped)) return wrapped;

  return static_cast<int>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
}

}  // namespace

int findInterval(std::span<const float> times, double time, int remembered) { return find(times, time, remembered); }
int findInterval(std::span<const double> times, double time, int remembered) { return find(times, time, remembered); }

}  // namespace engine
