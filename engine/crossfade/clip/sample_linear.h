// Keys between which straight lines are close enough, for curves that have no exact keys.
#ifndef CROSSFADE_CLIP_SAMPLE_LINEAR_H
#define CROSSFADE_CLIP_SAMPLE_LINEAR_H

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "crossfade/clip/keyframe_track.h"

namespace crossfade {

template <class Key>
struct SampledKeys {
  std::vector<float> times;
  std::vector<Key> keys;
};

/// Up to so many keys in all, and none added closer than so many seconds.
inline constexpr std::size_t kMostSampledKeys = 200000;
inline constexpr float kShortestGap = 2e-5f;

/// Times between which values follow one formula: the keys of these tracks in (0, duration), and at least `perSecond`
/// others. In order, with 0 and the duration. Of more than kMostSampledKeys, evenly many are left out.
inline std::vector<float> breakTimes(std::span<const KeyframeTrack* const> tracks, double duration,
                                     double perSecond = 0) {
  const auto end = static_cast<float>(duration);
  std::vector<float> times{0, end};
  for (const KeyframeTrack* track : tracks)
    for (const float time : track->times())
      if (time > 0 && time < end) times.push_back(time);
  const double count = std::min(std::ceil(duration * perSecond), static_cast<double>(kMostSampledKeys));
  for (double i = 1; i < count; ++i) times.push_back(std::min(static_cast<float>(duration * i / count), end));
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (times.size() <= kMostSampledKeys) return times;
  const std::size_t last = times.size() - 1;
  for (std::size_t i = 0; i < kMostSampledKeys; ++i) times[i] = times[i * last / (kMostSampledKeys - 1)];
  times.resize(kMostSampledKeys);
  times.shrink_to_fit();
  return times;
}

/// Keys at `breaks` (seconds, ascending), and halfway between two keys again and again until `isClose(before, after,
/// between, part)` holds at three points of the line, at these parts of its way, or the limits above are reached.
/// `keyAt(double time)` makes them.
template <class KeyAt, class IsClose>
auto sampleLinear(std::span<const float> breaks, KeyAt keyAt, IsClose isClose) {
  using Key = decltype(keyAt(0.0));
  struct Pending {
    float time;
    Key key;
  };
  constexpr std::array kParts{0.22, 0.81};
  SampledKeys<Key> made;
  std::vector<Pending> ahead;  // the next one last
  std::size_t count = breaks.size();
  for (const float end : breaks) {
    ahead.push_back({end, keyAt(static_cast<double>(end))});
    while (!ahead.empty()) {
      const float begin = made.times.empty() ? ahead.back().time : made.times.back(),
                  length = ahead.back().time - begin;
      const float middle = begin + length / 2;
      if (length > kShortestGap && middle > begin && middle < ahead.back().time && count < kMostSampledKeys) {
        Key halfway = keyAt(static_cast<double>(middle));
        const auto isCloseAt = [&](double part) {
          const double time = static_cast<double>(begin) + part * static_cast<double>(length);
          return isClose(made.keys.back(), ahead.back().key, keyAt(time), part);
        };
        if (!isClose(made.keys.back(), ahead.back().key, halfway, 0.5) ||
            !std::all_of(kParts.begin(), kParts.end(), isCloseAt)) {
          ahead.push_back({middle, std::move(halfway)});
          ++count;
          continue;
        }
      }
      made.times.push_back(ahead.back().time);
      made.keys.push_back(std::move(ahead.back().key));
      ahead.pop_back();
    }
  }
  return made;
}

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_SAMPLE_LINEAR_H
