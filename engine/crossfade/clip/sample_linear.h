// Adaptive sampling: turns any curve into keys whose linear interpolation stays within a tolerance.
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

inline constexpr std::size_t kMaxSampledKeys = 200000;
inline constexpr float kShortestGap = 2e-5f;  // seconds; shorter spans between keys are not split

/// Times between which these tracks are smooth: their keys in (0, duration), plus at least `perSecond` more a second.
/// Ascending, with 0 and the duration. More than kMaxSampledKeys are thinned out evenly.
inline std::vector<float> breakTimes(std::span<const KeyframeTrack* const> tracks, double duration,
                                     double perSecond = 0) {
  const auto end = static_cast<float>(duration);
  std::vector<float> times{0, end};
  for (const KeyframeTrack* track : tracks)
    for (const float time : track->times())
      if (time > 0 && time < end) times.push_back(time);
  const double wanted = std::ceil(duration * perSecond);
  const auto count = wanted > 0 ? static_cast<int>(std::min(wanted, static_cast<double>(kMaxSampledKeys))) : 0;
  for (int i = 1; i < count; ++i) times.push_back(std::min(static_cast<float>(duration * i / count), end));
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (times.size() <= kMaxSampledKeys) return times;
  const std::size_t last = times.size() - 1;
  for (std::size_t i = 0; i < kMaxSampledKeys; ++i) times[i] = times[i * last / (kMaxSampledKeys - 1)];
  times.resize(kMaxSampledKeys);
  times.shrink_to_fit();
  return times;
}

/// Keys at `breaks` (seconds, ascending). Spans are halved until `isClose(before, after, between, part)` holds at three
/// points inside each (`part`: 0 to 1 along it), or a limit above is reached. `keyAt(double time)` makes a key.
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
      if (length > kShortestGap && middle > begin && middle < ahead.back().time && count < kMaxSampledKeys) {
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
