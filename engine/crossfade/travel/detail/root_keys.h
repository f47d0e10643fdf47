// Linear keys for the root where no exact ones exist: as many as the tolerance asks for.
#ifndef CROSSFADE_TRAVEL_DETAIL_ROOT_KEYS_H
#define CROSSFADE_TRAVEL_DETAIL_ROOT_KEYS_H

#include <functional>
#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "crossfade/clip/animation_clip.h"
#include "crossfade/math/transform.h"

namespace crossfade::detail {

/// A root at one time, as its clip and the track that moves it.
struct RootKey {
  glm::dvec3 position{0.0};  // in the clip, relative to its parent
  glm::dquat rotation = makeDoubleQuat(0, 0, 0, 1);
  glm::dvec3 travel{0.0};  // of the track
  double turn = 0;
};

struct RootKeys {
  std::vector<float> times;
  std::vector<RootKey> keys;

  KeyframeTrack positions(int joint) const;
  KeyframeTrack rotations(int joint) const;
  KeyframeTrack travels(int joint) const;
  KeyframeTrack turns(int joint) const;
};

/// Times between which values follow one formula: the keys of these tracks inside the clip, and at least `perSecond`
/// others. In order, with both ends of the clip.
std::vector<float> breakTimesOf(const AnimationClip& clip, std::span<const KeyframeTrack* const> tracks,
                                double perSecond);

/// Keys at `breaks`, and halfway between two keys again and again until `isClose(key before, key after, key between,
/// part of the way)` holds at some points between them, or they are 2e-5 s apart.
RootKeys sampleRoot(const std::vector<float>& breaks, const std::function<RootKey(double time)>& keyAt,
                    const std::function<bool(const RootKey&, const RootKey&, const RootKey&, double)>& isClose);

/// As linear tracks interpolate.
RootKey between(const RootKey& a, const RootKey& b, double part);
/// The angle of the rotation from one to the other, exact for small ones.
double angleBetween(const glm::dquat& a, const glm::dquat& b);

/// A track with the same keys but other values.
KeyframeTrack withValues(const KeyframeTrack& track, TrackTarget target, std::vector<float> values);

}  // namespace crossfade::detail

#endif  // CROSSFADE_TRAVEL_DETAIL_ROOT_KEYS_H
