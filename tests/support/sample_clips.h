// Small tracks, clips and skeletons for tests.
#ifndef TESTS_SUPPORT_SAMPLE_CLIPS_H
#define TESTS_SUPPORT_SAMPLE_CLIPS_H

#include <string>
#include <utility>
#include <vector>

#include "crossfade/clip/animation_clip.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade::test {

inline KeyframeTrack track(TrackTarget target, Interpolation interpolation, std::vector<float> times,
                           std::vector<float> values) {
  return *KeyframeTrack::make(target, interpolation, std::move(times), std::move(values));
}

inline AnimationClip clip(std::string name, std::vector<KeyframeTrack> tracks,
                          BlendMode blendMode = BlendMode::Normal) {
  return *AnimationClip::make(std::move(name), std::move(tracks), blendMode);
}

/// Moves a node along x, linearly from `from` to `to` in `seconds`.
inline AnimationClip slide(std::string name, float seconds, float from = 0, float to = 1, int node = 0) {
  return clip(std::move(name),
              {track({node, Channel::Translation}, Interpolation::Linear, {0, seconds}, {from, 0, 0, to, 0, 0})});
}

/// A single pose: one key at time 0.
inline AnimationClip stillClip(std::string name, float x = 0) {
  return clip(std::move(name), {track({0, Channel::Translation}, Interpolation::Linear, {0}, {x, 0, 0})});
}

/// `count` joints, each the child of the previous one and one meter above it.
inline Skeleton chain(int count) {
  std::vector<Joint> joints;
  for (int i = 0; i < count; ++i)
    joints.push_back({.name = "joint " + std::to_string(i),
                      .parent = i - 1,
                      .rest = {.translation = {0, i > 0 ? 1.0f : 0.0f, 0}},
                      .documentIndex = i});
  return *Skeleton::make(std::move(joints));
}

}  // namespace crossfade::test

#endif  // TESTS_SUPPORT_SAMPLE_CLIPS_H
