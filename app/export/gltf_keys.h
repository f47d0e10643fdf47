// The keys of a track as glTF wants them: from 0 on, strictly increasing, up to the end of the clip.
#ifndef APP_EXPORT_GLTF_KEYS_H
#define APP_EXPORT_GLTF_KEYS_H

#include <vector>

#include "crossfade/clip/keyframe_track.h"

namespace app {

/// Laid out as in KeyframeTrack.
struct GltfKeys {
  std::vector<float> times, values;
};

/// The same values between 0 and `duration` (seconds). Keys outside are replaced by one at the boundary; if times are
/// equal, the later ones move to the next float. For step, linear and spline tracks (assert).
GltfKeys gltfKeysOf(const crossfade::KeyframeTrack& track, double duration);

/// Adds a key at `time` that repeats the last value, unless the keys last that long.
void holdUntil(GltfKeys& keys, const crossfade::KeyframeTrack& track, double time);

}  // namespace app

#endif  // APP_EXPORT_GLTF_KEYS_H
