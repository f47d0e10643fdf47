// Which way around a crowd blends rotations: joints that are held at any angle to each other, and that cross half a
// turn in the middle of fades, against TransitionPlayer, which samples and blends in another way.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "crossfade/crowd/crowd_player.h"
#include "crossfade/transition/transition_player.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

constexpr int kSpinning = 8;  // joints, each at the root
constexpr int kClips = 6;

/// Clips in which each joint swings about a direction of its own, or spins by whole turns.
struct SpinningFigure {
  explicit SpinningFigure(unsigned seed) : random(seed) {
    rest.locals.resize(kSpinning);
    for (int clip = 0; clip < kClips; ++clip) ids.push_back(clips.add(makeClip()));
    for (int joint = 0; joint < kSpinning; ++joint) skin.joints.push_back(joint);
    skin.inverseBinds.assign(kSpinning, glm::mat4(1));
    std::vector<CrowdClip> played;
    for (const ClipId id : ids) played.push_back({.clip = &clips[id], .id = id});
    rig.emplace(CrowdRigDesc{.parents = parents, .rest = rest, .skins = {&skin, 1}, .clips = played});
  }
  double any(double from, double to) { return std::uniform_real_distribution(from, to)(random); }

  AnimationClip makeClip() {
    constexpr int kKeys = 60;
    const double duration = any(0.7, 1.6), whole = 6.283185307179586;
    std::vector<KeyframeTrack> tracks;
    for (int joint = 0; joint < kSpinning; ++joint) {
      const glm::dvec3 axis = glm::normalize(glm::dvec3(any(-1, 1), any(-1, 1), any(0.1, 1)));
      const double middle = any(-3, 3), swing = any(0, 1.5), phase = any(0, whole);
      const int turns = any(0, 1) < 0.3 ? static_cast<int>(any(-2.9, 2.9)) : 0;
      std::vector<float> times, values;
      for (int key = 0; key <= kKeys; ++key) {
        const double part = double(key) / kKeys;
        const glm::dquat q =
            glm::angleAxis(middle + swing * std::sin(phase + whole * part) + turns * whole * part, axis);
        times.push_back(static_cast<float>(part * duration));
        for (const double component : {q.x, q.y, q.z, q.w}) values.push_back(static_cast<float>(component));
      }
      tracks.push_back(test::track({joint, Channel::Rotation}, Interpolation::Linear, times, values));
    }
    return test::clip("", std::move(tracks));
  }

  std::mt19937 random;
  std::vector<int> parents = std::vector<int>(kSpinning, -1);
  Pose rest;
  ClipSet clips;
  std::vector<ClipId> ids;
  SkinBinding skin;
  std::optional<CrowdRig> rig;
};

using Rotations = std::vector<glm::mat3>;  // by joint

Rotations rotationsOf(const Pose& pose) {
  Rotations rotations;
  for (const Transform& local : pose.locals) rotations.push_back(glm::mat3_cast(local.rotation));
  return rotations;
}

Rotations rotationsOf(std::span<const float> matrices) {
  Rotations rotations(kSpinning);
  for (std::size_t i = 0; i < matrices.size(); ++i)
    if (const int column = static_cast<int>(i % 16 / 4), row = static_cast<int>(i % 4); column < 3 && row < 3)
      rotations[i / 16][column][row] = matrices[i];
  return rotations;
}

/// Radians, by joint.
std::vector<double> apart(const Rotations& a, const Rotations& b) {
  std::vector<double> angles;
  for (std::size_t joint = 0; joint < a.size(); ++joint) {
    const glm::mat3 turn = glm::transpose(a[joint]) * b[joint];
    const double trace = double(turn[0][0]) + double(turn[1][1]) + double(turn[2][2]);
    angles.push_back(std::acos(std::clamp((trace - 1) / 2, -1.0, 1.0)));
  }
  return angles;
}

/// Of all joints and frames.
struct Fading {
  int rotations = 0;
  int differing = 0;  // by more than sampling does
  int flips = 0;      // within a frame, where the player moves calmly
};

/// Fades that are interrupted at any time, of one character in a crowd and in a player.
void fadeBoth(SpinningFigure& figure, const JointMask* mask, Fading& result) {
  CrowdPlayer crowd(*figure.rig, figure.clips, 1);
  TransitionPlayer player(figure.clips, ChannelLayout(kSpinning, {}), figure.rest);
  crowd[0].clipAction(figure.ids[0]).play();
  player.clipAction(figure.ids[0]).play();
  Pose pose = figure.rest;
  Rotations crowdBefore, playerBefore;
  std::vector<float> matrices(kSpinning * 16);
  double untilNext = 0.2;
  for (int frame = 0; frame < 300; ++frame) {
    std::vector<CrowdFade> fades;
    if ((untilNext -= 1.0 / 60) < 0) {
      untilNext = figure.any(0.1, 0.9);
      const int target = static_cast<int>(figure.any(0, kClips - 0.01));
      fades.push_back({.target = figure.ids[static_cast<std::size_t>(target)],
                       .options = {.seconds = figure.any(0.2, 0.7),
                                   .kind = figure.any(0, 1) < 0.5 ? TransitionKind::Linear : TransitionKind::Curve,
                                   .sync = figure.any(0, 1) < 0.3 ? Sync::Phase : Sync::None,
                                   .mask = figure.any(0, 1) < 0.4 ? mask : nullptr}});
      player.transition().to(player.clipAction(fades[0].target), fades[0].options);
    }
    crowd.advance(1.0 / 60, fades, matrices);
    player.advance(1.0 / 60, pose);
    const Rotations inCrowd = rotationsOf(matrices), inPlayer = rotationsOf(pose);
    if (frame > 0) {
      const std::vector<double> steps = apart(crowdBefore, inCrowd), calm = apart(playerBefore, inPlayer);
      for (std::size_t joint = 0; joint < steps.size(); ++joint) result.flips += steps[joint] > 1 + 2 * calm[joint];
    }
    for (const double angle : apart(inCrowd, inPlayer)) {
      ++result.rotations;
      result.differing += angle > 0.02;
    }
    crowdBefore = inCrowd;
    playerBefore = inPlayer;
  }
}

TEST(CrowdWays, AreThoseOfAPlayer) {
  Fading fading;
  for (unsigned seed = 0; seed < 30; ++seed) {
    SpinningFigure figure(seed);
    fadeBoth(figure, nullptr, fading);
  }
  EXPECT_EQ(fading.differing, 0) << "of " << fading.rotations;
}

TEST(CrowdWays, FlipNothingUnderMasks) {
  const JointMask upper = *JointMask::make({1, 1, 1, 0.5f, 0, 0, 0, 0});
  Fading fading;
  for (unsigned seed = 0; seed < 30; ++seed) {
    SpinningFigure figure(seed);
    fadeBoth(figure, &upper, fading);
  }
  EXPECT_EQ(fading.flips, 0) << "of " << fading.rotations;
}

}  // namespace
}  // namespace crossfade
