// A pack for game_character.cpp, made by hand: a body that stands, walks, runs, jumps and holds its arms up. For a real
// character, `crossfade pack hero.glb --steps --space gaits --out hero.xfade` writes one.
#ifndef EXAMPLES_WALKING_HERO_H
#define EXAMPLES_WALKING_HERO_H

#include <cmath>
#include <string>
#include <vector>

#include "crossfade/asset/pack.h"
#include "crossfade/body/two_bones.h"
#include "crossfade/ground/contact_markers.h"

namespace hero {

using namespace crossfade;

enum JointIndex {
  Root,
  Hips,
  Spine,
  Head,
  LeftArm,
  RightArm,
  LeftUpLeg,
  RightUpLeg = LeftUpLeg + 4,
  JointCount = RightUpLeg + 4
};

/// Where joints are at rest; nothing is rotated there.
inline glm::dvec3 restOf(int joint) {
  const glm::dvec3 trunk[]{{0, 0, 0}, {0, 0.95, 0}, {0, 1.2, 0}, {0, 1.6, 0}, {0.2, 1.4, 0}, {-0.2, 1.4, 0}};
  const glm::dvec3 leg[]{{0.1, 0.9, 0}, {0.1, 0.49, 0.02}, {0.1, 0.08, 0}, {0.1, 0.02, 0.14}};
  if (joint < LeftUpLeg) return trunk[joint];
  const glm::dvec3 at = leg[(joint - LeftUpLeg) % 4];
  return {joint < RightUpLeg ? at.x : -at.x, at.y, at.z};
}

inline Skeleton skeleton() {
  const char* const names[]{"Root",       "Hips",      "Spine",     "Head",        "LeftArm",
                            "RightArm",   "LeftUpLeg", "LeftLeg",   "LeftFoot",    "LeftToeBase",
                            "RightUpLeg", "RightLeg",  "RightFoot", "RightToeBase"};
  const int parents[]{-1, Root, Hips, Spine, Spine, Spine, Hips, 6, 7, 8, Hips, 10, 11, 12};
  std::vector<Joint> joints;
  for (int i = 0; i < JointCount; ++i)
    joints.push_back({.name = names[i],
                      .parent = parents[i],
                      .rest = {.translation = glm::vec3(restOf(i) - (i > 0 ? restOf(parents[i]) : glm::dvec3(0)))},
                      .documentIndex = i});
  return *Skeleton::make(std::move(joints));
}

/// Keys of a track, added one after the other.
struct Keys {
  std::vector<float> times, values;

  void add(double time, const glm::dquat& q) { put(time, {q.x, q.y, q.z, q.w}); }
  void add(double time, const glm::dvec3& v) { put(time, {v.x, v.y, v.z}); }
  KeyframeTrack track(int joint, Channel channel) const {
    return *KeyframeTrack::make({joint, channel}, Interpolation::Linear, times, values);
  }

 private:
  void put(double time, std::initializer_list<double> all) {
    times.push_back(static_cast<float>(time));
    for (const double value : all) values.push_back(static_cast<float>(value));
  }
};

struct Gait {
  double seconds = 1;
  double speed = 0;   // m/s, of the ground below
  double stance = 1;  // fraction of the cycle for which a foot is down
  double jump = 0;    // how far the whole body rises in the middle, in meters
};

/// Where a foot is at a phase of its step, 0 to 1, relative to its position at rest.
inline glm::dvec3 footAt(double phase, const Gait& gait) {
  const double reach = gait.speed * gait.seconds * gait.stance / 2;
  if (phase < gait.stance) return {0, 0, reach * (1 - 2 * phase / gait.stance)};
  const double u = (phase - gait.stance) / (1 - gait.stance), up = std::sin(3.14159265358979 * u);
  const double slope = -gait.speed * gait.seconds * (1 - gait.stance);
  return {0, 0.1 * up * up, reach * (6 * u * u - 4 * u * u * u - 1) + slope * (u - 3 * u * u + 2 * u * u * u)};
}

inline AnimationClip clip(std::string name, const Gait& gait) {
  Keys hips, legs[2][3];
  const int frames = static_cast<int>(std::lround(gait.seconds * 60));
  for (int frame = 0; frame <= frames; ++frame) {
    const double time = gait.seconds * frame / frames, wave = std::sin(3.14159265358979 * frame / frames);
    const glm::dvec3 lower(0, -0.05, 0), rise(0, gait.jump * wave * wave, 0);
    hips.add(time, restOf(Hips) + lower + rise);
    for (int side = 0; side < 2; ++side) {
      const int leg = side == 0 ? LeftUpLeg : RightUpLeg;
      const double phase = static_cast<double>(frame) / frames + 0.5 * side;
      const TwoBones bones{restOf(leg) + lower, restOf(leg + 1) + lower, restOf(leg + 2) + lower};
      const TwoBoneTurn turn =
          solveTwoBones(bones, restOf(leg + 2) + footAt(phase - std::floor(phase), gait), {0, 0, 1});
      legs[side][0].add(time, turn.upper);
      legs[side][1].add(time, glm::inverse(turn.upper) * turn.lower);
      legs[side][2].add(time, glm::inverse(turn.lower));
    }
  }
  std::vector<KeyframeTrack> tracks{hips.track(Hips, Channel::Translation)};
  for (int side = 0; side < 2; ++side)
    for (int bone = 0; bone < 3; ++bone)
      tracks.push_back(legs[side][bone].track((side == 0 ? LeftUpLeg : RightUpLeg) + bone, Channel::Rotation));
  return *AnimationClip::make(std::move(name), std::move(tracks));
}

/// Both arms up.
inline AnimationClip aimingClip() {
  Keys arm;
  arm.add(0, glm::angleAxis(-1.2, glm::dvec3(1, 0, 0)));
  arm.add(1, glm::angleAxis(-1.2, glm::dvec3(1, 0, 0)));
  return *AnimationClip::make("aim", {arm.track(LeftArm, Channel::Rotation), arm.track(RightArm, Channel::Rotation)});
}

inline std::vector<std::byte> makePack() {
  Pack pack;
  pack.skeleton = skeleton();
  pack.rest.locals.assign(pack.skeleton.restLocals().begin(), pack.skeleton.restLocals().end());
  pack.skins = {{.joints = {Hips, Head}, .inverseBinds = {glm::mat4(1), glm::mat4(1)}}};
  pack.skinNames = {"body"};

  const Feet feet = findFeet(pack.skeleton);
  const auto add = [&](const AnimationClip& made) {
    PackedClip& facts = pack.clipFacts.emplace_back();
    facts.contacts = detectContacts(pack.skeleton, feet, made);
    facts.events = eventsOf(*facts.contacts);
    facts.root = RootTrack::steady(Hips, made.duration(), -facts.contacts->groundVelocity);
    return pack.clips.add(made);
  };
  const ClipId idle = add(clip("idle", {.seconds = 2}));
  const ClipId walk = add(clip("walk", {.seconds = 1, .speed = 1.2, .stance = 0.6}));
  const ClipId run = add(clip("run", {.seconds = 0.6, .speed = 3, .stance = 0.35}));
  const ClipId jump = add(clip("jump", {.seconds = 0.8, .jump = 0.4}));
  add(aimingClip());
  pack.clipFacts[3].events = {{.name = "in the air", .time = 0.1, .end = 0.7}};
  pack.masks.push_back({"arms", JointMask::ofSubtree(pack.skeleton, Spine, 0)});
  pack.transitions.set({kAnyClip, jump}, {.seconds = 0.1, .kind = TransitionKind::Inertial});
  pack.transitions.set({jump, kAnyClip}, {.seconds = 0.3, .kind = TransitionKind::Inertial});
  pack.transitions.set({ClipOrSpace::ofSpace(0), jump}, {.seconds = 0.08});  // from a walk or a run; kind as above
  pack.blendSpaces = {{"gaits", *BlendSpace::make({{idle, {0, 0}}, {walk, {1.2, 0}}, {run, {3, 0}}})}};
  return *writePack(pack);
}

}  // namespace hero

#endif  // EXAMPLES_WALKING_HERO_H
