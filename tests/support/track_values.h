// The values of tracks, for tests.
#ifndef TESTS_SUPPORT_TRACK_VALUES_H
#define TESTS_SUPPORT_TRACK_VALUES_H

#include <vector>

#include "crossfade/clip/animation_clip.h"
#include "crossfade/clip/interpolant.h"

namespace test {

inline std::vector<float> valuesAt(const crossfade::KeyframeTrack& track, double time) {
  std::vector<double> values(static_cast<std::size_t>(track.valueSize()));
  crossfade::KeyCursor cursor;
  crossfade::evaluate(track, time, cursor, values);
  return {values.begin(), values.end()};
}

/// The first track of that channel, or a null pointer.
inline const crossfade::KeyframeTrack* trackOf(const crossfade::AnimationClip& clip, crossfade::Channel channel) {
  for (const crossfade::KeyframeTrack& track : clip.tracks())
    if (track.target().channel == channel) return &track;
  return nullptr;
}

}  // namespace test

#endif  // TESTS_SUPPORT_TRACK_VALUES_H
