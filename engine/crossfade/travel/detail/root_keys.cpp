#include "crossfade/travel/detail/root_keys.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>

#include "crossfade/clip/clip_tools.h"
#include "crossfade/math/quaternion_blend.h"
#include "crossfade/math/rotation_vector.h"

namespace crossfade::detail {
namespace {

std::optional<KeyframeTrack> valueOf(Result<KeyframeTrack> made) {
  return made ? std::optional(std::move(*made)) : std::nullopt;
}

template <class Components>
std::optional<KeyframeTrack> linearTrack(const RootKeys& root, TrackTarget target, Components componentsOf) {
  std::vector<float> values;
  for (const RootKey& key : root.keys)
    for (const double component : componentsOf(key)) values.push_back(static_cast<float>(component));
  const auto made = KeyframeTrack::make(target, Interpolation::Linear, root.times, std::move(values));
  return made ? std::optional(optimize(*made)) : std::nullopt;
}

bool isFinite(const RootKey& key) {
  const glm::dvec3 &p = key.position, &t = key.travel;
  const glm::dquat& q = key.rotation;
  return std::isfinite(p.x + p.y + p.z + t.x + t.y + t.z + q.x + q.y + q.z + q.w + key.turn);
}

std::array<double, 3> componentsOf(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

}  // namespace

std::optional<KeyframeTrack> RootKeys::positions(int joint) const {
  return linearTrack(*this, {joint, Channel::Translation},
                     [](const RootKey& key) { return componentsOf(key.position); });
}
std::optional<KeyframeTrack> RootKeys::rotations(int joint) const {
  return linearTrack(*this, {joint, Channel::Rotation}, [](const RootKey& key) {
    return std::array{key.rotation.x, key.rotation.y, key.rotation.z, key.rotation.w};
  });
}
std::optional<KeyframeTrack> RootKeys::travels(int joint) const {
  return linearTrack(*this, {joint, Channel::Translation}, [](const RootKey& key) { return componentsOf(key.travel); });
}
std::optional<KeyframeTrack> RootKeys::turns(int joint) const {
  return linearTrack(*this, {joint, Channel::Values}, [](const RootKey& key) { return std::array{key.turn}; });
}

RootKeys sampleRoot(std::span<const float> breaks, const std::function<RootKey(double time)>& keyAt,
                    const std::function<bool(const RootKey&, const RootKey&, const RootKey&, double)>& isClose) {
  const auto isCloseOrNowhere = [&](const RootKey& a, const RootKey& b, const RootKey& middle, double part) {
    const bool isNowhere = !isFinite(a) && !isFinite(b);
    return isNowhere || (isFinite(a) && isFinite(b) && isFinite(middle) && isClose(a, b, middle, part));
  };
  RootKeys made{sampleLinear(breaks, keyAt, isCloseOrNowhere)};
  RootKey last;
  for (RootKey& key : made.keys) {
    if (!isFinite(key)) key = last;
    if (glm::dot(last.rotation, key.rotation) < 0) key.rotation *= -1.0;
    last = key;
  }
  return made;
}

RootKey between(const RootKey& a, const RootKey& b, double part) {
  double q[4] = {a.rotation.x, a.rotation.y, a.rotation.z, a.rotation.w};
  const double to[4] = {b.rotation.x, b.rotation.y, b.rotation.z, b.rotation.w};
  slerp(q, to, part);
  return {.position = glm::mix(a.position, b.position, part),
          .rotation = makeDoubleQuat(q[0], q[1], q[2], q[3]),
          .travel = glm::mix(a.travel, b.travel, part),
          .turn = a.turn + (b.turn - a.turn) * part};
}

std::optional<KeyframeTrack> withValues(const KeyframeTrack& track, TrackTarget target, std::vector<float> values) {
  const auto times = track.times();
  const auto tangents = track.tangents();
  return valueOf(KeyframeTrack::make(target, track.interpolation(), {times.begin(), times.end()}, std::move(values),
                                     {tangents.begin(), tangents.end()}));
}

}  // namespace crossfade::detail
