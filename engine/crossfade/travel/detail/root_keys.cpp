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

constexpr float kShortestGap = 2e-5f;  // seconds between keys that are added
constexpr double kProbes[] = {0.5, 0.22, 0.81};

template <class Components>
KeyframeTrack linearTrack(const RootKeys& root, TrackTarget target, Components componentsOf) {
  std::vector<float> values;
  for (const RootKey& key : root.keys)
    for (const double component : componentsOf(key)) values.push_back(static_cast<float>(component));
  return optimize(*KeyframeTrack::make(target, Interpolation::Linear, root.times, std::move(values)));
}

std::array<double, 3> componentsOf(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

}  // namespace

KeyframeTrack RootKeys::positions(int joint) const {
  return linearTrack(*this, {joint, Channel::Translation},
                     [](const RootKey& key) { return componentsOf(key.position); });
}
KeyframeTrack RootKeys::rotations(int joint) const {
  return linearTrack(*this, {joint, Channel::Rotation}, [](const RootKey& key) {
    return std::array{key.rotation.x, key.rotation.y, key.rotation.z, key.rotation.w};
  });
}
KeyframeTrack RootKeys::travels(int joint) const {
  return linearTrack(*this, {joint, Channel::Translation}, [](const RootKey& key) { return componentsOf(key.travel); });
}
KeyframeTrack RootKeys::turns(int joint) const {
  return linearTrack(*this, {joint, Channel::Values}, [](const RootKey& key) { return std::array{key.turn}; });
}

std::vector<float> breakTimesOf(const AnimationClip& clip, std::span<const KeyframeTrack* const> tracks,
                                double perSecond) {
  const auto end = static_cast<float>(clip.duration());
  std::vector<float> times{0, end};
  for (const KeyframeTrack* track : tracks)
    for (const float time : track->times())
      if (time > 0 && time < end) times.push_back(time);
  const double count = std::floor(clip.duration() * perSecond);
  for (double i = 1; i <= count; ++i) times.push_back(std::min(static_cast<float>(i / perSecond), end));
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

RootKeys sampleRoot(const std::vector<float>& breaks, const std::function<RootKey(double time)>& keyAt,
                    const std::function<bool(const RootKey&, const RootKey&, const RootKey&, double)>& isClose) {
  struct Pending {
    float time;
    RootKey key;
  };
  std::vector<Pending> ahead;  // the next one last
  RootKeys made;
  for (const float end : breaks) {
    ahead.push_back({end, keyAt(static_cast<double>(end))});
    while (!ahead.empty()) {
      const Pending next = ahead.back();
      const float begin = made.times.empty() ? next.time : made.times.back();
      const float middle = begin + (next.time - begin) / 2;
      const bool isShort = next.time - begin <= kShortestGap || middle <= begin || middle >= next.time;
      const bool isDone = isShort || std::all_of(std::begin(kProbes), std::end(kProbes), [&](double part) {
                            const double time =
                                static_cast<double>(begin) + part * static_cast<double>(next.time - begin);
                            return isClose(made.keys.back(), next.key, keyAt(time), part);
                          });
      if (!isDone) {
        ahead.push_back({middle, keyAt(static_cast<double>(middle))});
        continue;
      }
      made.times.push_back(next.time);
      made.keys.push_back(next.key);
      ahead.pop_back();
      if (made.keys.size() < 2) continue;
      const glm::dquat before = made.keys[made.keys.size() - 2].rotation;
      if (glm::dot(before, made.keys.back().rotation) < 0) made.keys.back().rotation *= -1.0;
    }
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

double angleBetween(const glm::dquat& a, const glm::dquat& b) {
  return glm::length(rotationVector(glm::conjugate(a) * b));
}

KeyframeTrack withValues(const KeyframeTrack& track, TrackTarget target, std::vector<float> values) {
  const auto times = track.times();
  const auto tangents = track.tangents();
  return *KeyframeTrack::make(target, track.interpolation(), {times.begin(), times.end()}, std::move(values),
                              {tangents.begin(), tangents.end()});
}

}  // namespace crossfade::detail
