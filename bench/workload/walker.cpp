#include "bench/workload/walker.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "crossfade/body/two_bones.h"

namespace workload {
namespace {

using crossfade::AnimationClip;
using crossfade::Channel;
using crossfade::Interpolation;
using crossfade::KeyframeTrack;

constexpr double kKeysPerSecond = 120;
constexpr double kLowered = 0.12, kRise = 0.1;  // meters: the hips of a walk, a foot in the air

struct Part {
  const char* name;
  int parent;
  glm::vec3 at;  // in the model
};

// Rotations are the identity at rest, so that a joint's local position is the difference of two of these.
constexpr int kHips = 1, kLeftLeg = 6, kRightLeg = 10;
const std::array kParts{
    Part{"Root", -1, {0, 0, 0}},
    Part{"Hips", 0, {0, 0.95f, 0}},
    Part{"Spine", kHips, {0, 1.2f, 0}},
    Part{"Head", 2, {0, 1.6f, 0}},
    Part{"LeftArm", 2, {0.2f, 1.4f, 0}},
    Part{"RightArm", 2, {-0.2f, 1.4f, 0}},
    Part{"LeftUpLeg", kHips, {0.1f, 0.9f, 0}},
    Part{"LeftLeg", kLeftLeg, {0.1f, 0.49f, 0.02f}},
    Part{"LeftFoot", kLeftLeg + 1, {0.1f, 0.08f, 0}},
    Part{"LeftToeBase", kLeftLeg + 2, {0.1f, 0.02f, 0.14f}},
    Part{"RightUpLeg", kHips, {-0.1f, 0.9f, 0}},
    Part{"RightLeg", kRightLeg, {-0.1f, 0.49f, 0.02f}},
    Part{"RightFoot", kRightLeg + 1, {-0.1f, 0.08f, 0}},
    Part{"RightToeBase", kRightLeg + 2, {-0.1f, 0.02f, 0.14f}},
};

glm::dvec3 restOf(int joint) { return glm::dvec3(kParts[static_cast<std::size_t>(joint)].at); }

crossfade::Skeleton makeSkeleton(bool freeFeet) {
  std::vector<crossfade::Joint> joints;
  for (std::size_t i = 0; i < kParts.size(); ++i) {
    const bool isFoot = i == kLeftLeg + 2 || i == kRightLeg + 2;
    const int parent = freeFeet && isFoot ? 0 : kParts[i].parent;
    const glm::vec3 from = parent < 0 ? glm::vec3(0) : kParts[static_cast<std::size_t>(parent)].at;
    joints.push_back({.name = kParts[i].name,
                      .parent = parent,
                      .rest = {.translation = kParts[i].at - from},
                      .documentIndex = static_cast<int>(i)});
  }
  return *crossfade::Skeleton::make(std::move(joints));
}

/// Where the ankle is at a phase from 0 to 1, relative to its place at rest.
glm::dvec3 footAt(double phase, const Gait& gait) {
  const double reach = gait.speed * gait.seconds * gait.stance / 2;
  if (phase < gait.stance) return {0, 0, reach * (1 - 2 * phase / gait.stance)};
  const double u = (phase - gait.stance) / (1 - gait.stance);
  const double slope = -gait.speed * gait.seconds * (1 - gait.stance);  // leaves and meets the ground at its speed
  const double forward = reach * (6 * u * u - 4 * u * u * u - 1) + slope * (u - 3 * u * u + 2 * u * u * u);
  const double up = std::sin(std::numbers::pi * u);
  return {0, kRise * up * up, forward};
}

struct Keys {
  std::vector<float> times, values;

  void add(double time, const glm::dquat& q) {
    times.push_back(static_cast<float>(time));
    for (const double part : {q.x, q.y, q.z, q.w}) values.push_back(static_cast<float>(part));
  }
  void add(double time, const glm::dvec3& v) {
    times.push_back(static_cast<float>(time));
    for (const double part : {v.x, v.y, v.z}) values.push_back(static_cast<float>(part));
  }
  KeyframeTrack track(int node, Channel channel) {
    return *KeyframeTrack::make({node, channel}, Interpolation::Linear, std::move(times), std::move(values));
  }
};

void addLeg(int leg, double shift, const Gait& gait, int count, std::vector<KeyframeTrack>& tracks) {
  const glm::dvec3 down(0, -kLowered, 0), hip = restOf(leg) + down;
  std::array<Keys, 3> keys;
  for (int i = 0; i <= count; ++i) {
    const double at = static_cast<double>(i) / count, time = gait.seconds * at, phase = at + shift;
    const crossfade::TwoBones bones{hip, restOf(leg + 1) + down, restOf(leg + 2) + down};
    const glm::dvec3 target = restOf(leg + 2) + footAt(phase - std::floor(phase), gait);
    const crossfade::TwoBoneTurn turn = crossfade::solveTwoBones(bones, target, {0, 0, 1});
    keys[0].add(time, turn.upper);
    keys[1].add(time, glm::inverse(turn.upper) * turn.lower);
    keys[2].add(time, glm::inverse(turn.lower));
  }
  for (int k = 0; k < 3; ++k) tracks.push_back(keys[static_cast<std::size_t>(k)].track(leg + k, Channel::Rotation));
}

}  // namespace

crossfade::Skeleton humanSkeleton() { return makeSkeleton(false); }
crossfade::Skeleton humanSkeletonWithFreeFeet() { return makeSkeleton(true); }

AnimationClip walkingClip(std::string name, const Gait& gait) {
  const int count = static_cast<int>(std::lround(gait.seconds * kKeysPerSecond));
  std::vector<KeyframeTrack> tracks;
  Keys hips;
  for (int i = 0; i <= count; ++i) {
    const double time = gait.seconds * i / count;
    hips.add(time, restOf(kHips) - glm::dvec3(0, kLowered, gait.travels ? -gait.speed * time : 0));
  }
  tracks.push_back(hips.track(kHips, Channel::Translation));
  addLeg(kLeftLeg, 0, gait, count, tracks);
  addLeg(kRightLeg, 0.5, gait, count, tracks);
  return *AnimationClip::make(std::move(name), std::move(tracks));
}

AnimationClip standingClip(std::string name, double seconds) {
  Keys hips;
  for (const double time : {0.0, seconds}) hips.add(time, restOf(kHips));
  return *AnimationClip::make(std::move(name), {hips.track(kHips, Channel::Translation)});
}

}  // namespace workload
