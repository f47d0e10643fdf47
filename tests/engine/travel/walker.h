// A body on two legs, on skeletons as several tools make them, and clips in which it walks.
#ifndef TESTS_ENGINE_TRAVEL_WALKER_H
#define TESTS_ENGINE_TRAVEL_WALKER_H

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "crossfade/math/rotation_vector.h"
#include "tests/support/sample_clips.h"

namespace crossfade {

struct Walker {
  Skeleton skeleton;
  int top = 0;  // turned and scaled, never animated
  int root = 1;
  int hips = 2;
  int head = 3;
  int leftFoot = 6;
  int rightFoot = 9;
  double unit = 1;  // of the tracks, in meters

  /// A turn about the vertical of model space, for the tracks of the root.
  glm::dquat turn(double degrees) const {
    const glm::dquat axes(skeleton.restLocals()[0].rotation);
    const glm::dquat turn = fromRotationVector({0, degrees * std::numbers::pi / 180, 0});
    return glm::conjugate(axes) * turn * axes;
  }
  /// A point of model space, for the tracks of the root.
  glm::dvec3 point(const glm::dvec3& model) const {
    return glm::conjugate(glm::dquat(skeleton.restLocals()[0].rotation)) * model / unit;
  }
};

/// 1.8 m tall, faces +z. `zUp`: below an armature that stands the body up and scales it from centimeters.
inline Walker walker(bool zUp = false) {
  const float unit = zUp ? 0.01f : 1.0f, m = 1 / unit;
  Transform armature{.scale = glm::vec3(unit)};
  if (zUp) armature.rotation = glm::quat(fromRotationVector({-std::numbers::pi / 2, 0, 0}));
  const auto at = [&](float x, float y, float z) {
    return Transform{.translation = glm::conjugate(armature.rotation) * glm::vec3(x, y, z) * m};
  };
  std::vector<Joint> joints{{"Armature", -1, armature},
                            {"root", 0, at(0, 0, 0)},
                            {"Hips", 1, at(0, 1, 0)},
                            {"Head", 2, at(0, 0.8f, 0)},
                            {"LeftUpLeg", 2, at(0.1f, -0.1f, 0)},
                            {"LeftLeg", 4, at(0, -0.4f, 0)},
                            {"LeftFoot", 5, at(0, -0.45f, 0)},
                            {"RightUpLeg", 2, at(-0.1f, -0.1f, 0)},
                            {"RightLeg", 7, at(0, -0.4f, 0)},
                            {"RightFoot", 8, at(0, -0.45f, 0)}};
  for (std::size_t i = 0; i < joints.size(); ++i) joints[i].documentIndex = static_cast<int>(i);
  Walker walker{.skeleton = *Skeleton::make(std::move(joints))};
  walker.unit = static_cast<double>(unit);
  return walker;
}

/// `positions` in model space, evenly over `seconds`.
inline KeyframeTrack pathOf(const Walker& walker, int joint, float seconds, const std::vector<glm::dvec3>& positions) {
  std::vector<float> times, values;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const glm::dvec3 local = walker.point(positions[i]);
    times.push_back(seconds * static_cast<float>(i) / static_cast<float>(positions.size() - 1));
    for (int k = 0; k < 3; ++k) values.push_back(static_cast<float>(local[k]));
  }
  return test::track({joint, Channel::Translation}, Interpolation::Linear, std::move(times), std::move(values));
}

inline KeyframeTrack turnOf(const Walker& walker, int joint, float seconds, double degrees) {
  std::vector<float> times, values;
  for (int i = 0; i <= 8; ++i) {
    const glm::dquat q = walker.turn(degrees * i / 8);
    times.push_back(seconds * static_cast<float>(i) / 8);
    for (const double component : {q.x, q.y, q.z, q.w}) values.push_back(static_cast<float>(component));
  }
  return test::track({joint, Channel::Rotation}, Interpolation::Linear, std::move(times), std::move(values));
}

/// Feet that stand on a ground that moves by -velocity (m/s) for 60 % of the cycle, then swing forward.
inline std::vector<KeyframeTrack> stepsOf(const Walker& walker, float seconds, const glm::dvec3& velocity) {
  constexpr int kKeys = 60;
  constexpr double kStance = 0.6;
  std::vector<KeyframeTrack> tracks;
  for (const auto& [joint, shift] : {std::pair(walker.leftFoot, 0.0), std::pair(walker.rightFoot, 0.5)}) {
    std::vector<glm::dvec3> path;
    for (int i = 0; i <= kKeys; ++i) {
      const double phase = std::fmod(static_cast<double>(i) / kKeys + shift, 1.0);
      const double swing = std::max(0.0, (phase - kStance) / (1 - kStance));
      const double along = phase < kStance ? 0.5 - phase / kStance : (swing * swing * (3 - 2 * swing)) - 0.5;
      const glm::dvec3 foot = velocity * (static_cast<double>(seconds) * kStance * along);
      path.emplace_back(foot.x, -0.45 + 0.15 * std::sin(std::numbers::pi * swing), foot.z);
    }
    tracks.push_back(pathOf(walker, joint, seconds, path));
  }
  return tracks;
}

}  // namespace crossfade

#endif  // TESTS_ENGINE_TRAVEL_WALKER_H
