// A character of one joint that swings, and what the tests of transitions measure of it.
#ifndef TESTS_ENGINE_TRANSITION_SWINGING_CHARACTER_H
#define TESTS_ENGINE_TRANSITION_SWINGING_CHARACTER_H

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "crossfade/math/rotation_vector.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_player.h"
#include "tests/support/sample_clips.h"

namespace crossfade {

inline constexpr double kRadiansPerDegree = 3.14159265358979 / 180;

/// One joint that swings about `axis` by `center` + `amplitude` * sine, degrees, in cycles of `seconds`, with 40 keys;
/// its translation follows the same sine.
inline AnimationClip swing(double seconds, glm::dvec3 axis, double center, double amplitude, double phase = 0) {
  std::vector<float> times, rotations, translations;
  for (int i = 0; i <= 40; ++i) {
    const double wave = std::sin(6.283185307179586 * i / 40 + phase);
    times.push_back(static_cast<float>(seconds * i / 40));
    const glm::dquat q = fromRotationVector(axis * ((center + amplitude * wave) * kRadiansPerDegree));
    for (const double component : {q.x, q.y, q.z, q.w}) rotations.push_back(static_cast<float>(component));
    for (const double component : {0.1 * wave, 1.0, center / 100})
      translations.push_back(static_cast<float>(component));
  }
  return test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, times, rotations),
                         test::track({0, Channel::Translation}, Interpolation::Linear, times, translations)});
}

/// A character of one joint with its clips, and one frame of it.
struct Character {
  explicit Character(std::vector<AnimationClip> all) : clips(std::move(all)) {
    for (const ClipId clip : clips.ids()) actions.push_back(&player.clipAction(clip));
    actions[0]->play();
    frame(0);
  }
  void frame(double delta) { player.advance(delta, pose); }
  void to(int clip, double seconds, TransitionKind kind, Sync sync = Sync::None) {
    player.transition().to(*actions[static_cast<std::size_t>(clip)], {.seconds = seconds, .kind = kind, .sync = sync});
  }
  /// Frames of `step` seconds; the last one is shortened to fit.
  void run(double seconds, double step) {
    for (double left = seconds; left > 1e-9; left -= step) frame(std::min(step, left));
  }

  ClipSet clips;
  Pose rest{.locals = {Transform{}}, .morphWeights = {}};
  TransitionPlayer player{clips, ChannelLayout(1, {}), rest};
  std::vector<AnimationAction*> actions;
  Pose pose = rest;
};

inline double angleBetween(const Pose& a, const Pose& b) {
  return glm::length(
      rotationVector(glm::dquat(a.locals[0].rotation) * glm::conjugate(glm::dquat(b.locals[0].rotation))));
}
inline double distanceBetween(const Pose& a, const Pose& b) {
  return static_cast<double>(glm::distance(a.locals[0].translation, b.locals[0].translation));
}

inline std::vector<AnimationClip> threeSwings() {
  return {swing(1, {0, 0, 1}, 40, 25), swing(0.7, {0, 0.6, 0.8}, 90, 35, 1), swing(1.4, {1, 0, 0}, -60, 40, 2)};
}

}  // namespace crossfade

#endif  // TESTS_ENGINE_TRANSITION_SWINGING_CHARACTER_H
