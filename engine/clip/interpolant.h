// The value of a track at a time. Each interpolation says only what happens between two keys.
#pragma once

#include <span>

#include "engine/clip/keyframe_track.h"

namespace engine {

/// Writes the track's value at `time` (seconds) to `out` (track.valueSize() numbers, in double). Before the first key and after the
/// last it is that key's value. `interval` is the caller's memory of the last place, 0 at first; it never changes the result.
/// Linear rotations go along the shorter great arc, Hermite rotations are normalised (glTF 2.0, appendix C.4 and C.5).
void evaluate(const KeyframeTrack& track, double time, int& interval, std::span<double> out);

}  // namespace engine
