// Linear keys for the root where no exact ones exist: as many as the tolerance asks for.
#ifndef CROSSFADE_TRAVEL_DETAIL_ROOT_KEYS_H
#define CROSSFADE_TRAVEL_DETAIL_ROOT_KEYS_H

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "crossfade/clip/sample_linear.h"
#include "crossfade/math/transform.h"

namespace crossfade::detail {

/// A root at one time, as its clip and the track that moves it.
struct RootKey {
  glm::dvec3 position{0.0};  // in the clip, relative to its parent
  glm::dquat rotation = makeDoubleQuat(0, 0, 0, 1);
  glm::dvec3 travel{0.0};  // of the track
  double turn = 0;
  double scale = 1;  // of the parent's space: what lengths of `position` are multiplied with in model space
};

struct RootKeys : SampledKeys<RootKey> {
  // nullopt: a value is too large for a float.
  std::optional<KeyframeTrack> positions(int joint) const;
  std::optional<KeyframeTrack> rotations(int joint) const;
  std::optional<KeyframeTrack> travels(int joint) const;
  std::optional<KeyframeTrack> turns(int joint) const;
};

/// sampleLinear for a root. Where the parent's matrix is singular, there is no local position; the last finite key
/// holds.
RootKeys sampleRoot(std::span<const float> breaks, const std::function<RootKey(double time)>& keyAt,
                    const std::function<bool(const RootKey&, const RootKey&, const RootKey&, double)>& isClose);

/// As linear tracks interpolate.
RootKey between(const RootKey& a, const RootKey& b, double part);

/// A track with the same keys but other values; nullopt if one is too large for a float.
std::optional<KeyframeTrack> withValues(const KeyframeTrack& track, TrackTarget target, std::vector<float> values);

}  // namespace crossfade::detail

#endif  // CROSSFADE_TRAVEL_DETAIL_ROOT_KEYS_H
