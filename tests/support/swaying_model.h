// Two clips of one motion: the second turned, moved, and later.
#ifndef TESTS_SUPPORT_SWAYING_MODEL_H
#define TESTS_SUPPORT_SWAYING_MODEL_H

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/model/model.h"
#include "tests/support/sample_clips.h"

namespace app::test {

/// Two seconds of a chain of four joints that sways and walks along a curve, from `delay` seconds on, turned by `angle`
/// about the vertical and then moved by `x`.
inline crossfade::AnimationClip swaying(std::string name, double delay = 0, double angle = 0, double x = 0) {
  using crossfade::Channel;
  constexpr int kKeys = 121;
  std::vector<float> times, places, headings, bends;
  for (int i = 0; i < kKeys; ++i) {
    const double t = i / 60.0 + delay, px = 0.8 * std::sin(1.3 * t), pz = 1.2 * t;
    times.push_back(static_cast<float>(i) / 60);
    for (const double value :
         {px * std::cos(angle) + pz * std::sin(angle) + x, 0.0, pz * std::cos(angle) - px * std::sin(angle)})
      places.push_back(static_cast<float>(value));
    const double half = (angle + 0.5 * std::sin(2 * t)) / 2, bend = 0.4 * std::sin(3.1 * t);
    for (const double value : {0.0, std::sin(half), 0.0, std::cos(half)}) headings.push_back(static_cast<float>(value));
    for (const double value : {std::sin(bend), 0.0, 0.0, std::cos(bend)}) bends.push_back(static_cast<float>(value));
  }
  const auto linear = crossfade::Interpolation::Linear;
  return crossfade::test::clip(std::move(name),
                               {crossfade::test::track({0, Channel::Translation}, linear, times, std::move(places)),
                                crossfade::test::track({0, Channel::Rotation}, linear, times, std::move(headings)),
                                crossfade::test::track({1, Channel::Rotation}, linear, times, bends),
                                crossfade::test::track({2, Channel::Rotation}, linear, times, bends)});
}

inline constexpr double kSwayDelay = 0.5, kSwayTurn = 2.1;  // of the second clip

inline Model swayingModel() {
  Model model;
  model.name = "sway.glb";
  model.skeleton = crossfade::test::chain(4);
  model.meshes = {{.name = "triangle", .primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}}};
  model.instances = {{.node = 3, .mesh = 0}};
  model.clips.add(swaying("Sway"));
  model.clips.add(swaying("Copy", kSwayDelay, kSwayTurn, 7));
  model.clips.add(swaying("Later", 0.9));
  return model;
}

}  // namespace app::test

#endif  // TESTS_SUPPORT_SWAYING_MODEL_H
