// Transitions of "character.glb", written by `crossfade export`.
// const exported::Transitions made = exported::makeTransitions(player, clips, skeleton);
// start(player.transition(), player.clipAction(run), made.set.resolve(walk, run));
// Nothing is lost: this is the library that Crossfade itself plays with.
// fromPhase is in the set; waiting for it is up to your game.
#pragma once

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "crossfade/skeleton/joint_mask.h"
#include "crossfade/skeleton/skeleton.h"
#include "crossfade/transition/transition_player.h"
#include "crossfade/transition/transition_set.h"

namespace exported {

/// Must outlive the fades of the player.
struct Transitions {
  crossfade::TransitionSet set;  // knows blend spaces by their indices in `spaces`
  std::deque<crossfade::JointMask> masks;
  std::vector<std::pair<std::string_view, crossfade::BlendSpacePlayer*>> spaces;  // by name; of the player
};

/// The clip with that name after `nth` others. A clip that is missing has an id that finds nothing.
[[maybe_unused]] inline crossfade::ClipId clipNamed(const crossfade::ClipSet& clips, std::string_view name, int nth) {
  for (const crossfade::ClipId id : clips.ids())
    if (clips[id].name() == name && nth-- == 0) return id;
  return {.index = 0, .generation = ~0u};
}

/// -1: there is none.
[[maybe_unused]] inline int jointNamed(const crossfade::Skeleton& skeleton, std::string_view name) {
  for (int joint = 0; joint < skeleton.jointCount(); ++joint)
    if (skeleton.name(joint) == name) return joint;
  return -1;
}

[[maybe_unused]] inline crossfade::JointMask maskOf(const crossfade::Skeleton& skeleton,
                                                    std::initializer_list<std::pair<std::string_view, float>> weights) {
  std::vector<float> all(static_cast<std::size_t>(skeleton.jointCount()));
  for (const auto& [name, weight] : weights)
    if (const int joint = jointNamed(skeleton, name); joint >= 0) all[static_cast<std::size_t>(joint)] = weight;
  return *crossfade::JointMask::make(std::move(all));
}

inline Transitions makeTransitions([[maybe_unused]] crossfade::TransitionPlayer& player,
                                   [[maybe_unused]] const crossfade::ClipSet& clips,
                                   [[maybe_unused]] const crossfade::Skeleton& skeleton) {
  using namespace crossfade;
  Transitions transitions;
  const ClipId clip0 = clipNamed(clips, "Idle", 0);
  const ClipId clip1 = clipNamed(clips, "Walk", 0);
  const ClipId clip2 = clipNamed(clips, "Run", 0);
  const ClipId clip3 = clipNamed(clips, "Sneak", 0);
  const ClipId clip6 = clipNamed(clips, "TurnLeft", 0);
  const ClipId clip8 = clipNamed(clips, "Boxing", 0);
  const ClipId clip9 = clipNamed(clips, "Wave", 0);
  const ClipId clip10 = clipNamed(clips, "Nod", 0);
  const CurveId curve0 = player.addCurve(*AnimationCurve::make({
      {.time = 0, .value = 0, .inTangent = 0, .outTangent = 2},
      {.time = 0.5, .value = 0.7, .inTangent = 1, .outTangent = kStepTangent},
      {.time = 0.75, .value = 0.7, .inTangent = 0, .outTangent = 0.5, .weightedMode = WeightedMode::Out, .inWeight = 0.3333333333333333, .outWeight = 0.6},
      {.time = 1, .value = 1, .inTangent = 0, .outTangent = 0}}));
  const JointMask* const mask0 = &transitions.masks.emplace_back(maskOf(skeleton, {{"LeftUpperArm", 1}, {"RightUpperArm", 0.5}}));
  const JointMask* const mask1 = &transitions.masks.emplace_back(JointMask::ofSubtree(skeleton, std::max(jointNamed(skeleton, "Spine"), 0), 1));
  transitions.set.set({}, {.seconds = 0.4, .kind = TransitionKind::Linear, .shape = kSmoothFade, .sync = Sync::None, .mask = nullptr});
  transitions.set.set({.to = clip9}, {.seconds = 0.25, .kind = TransitionKind::Curve, .shape = alongCurve(curve0)});
  transitions.set.set({.from = clip0, .to = clip1}, {.fromPhase = 0.5, .toPhase = 0.75});
  transitions.set.set({.from = clip0, .to = clip8}, {.kind = TransitionKind::Inertial, .mask = mask0});
  transitions.set.set({.from = clip0, .to = clip10}, {.mask = mask1});
  transitions.set.set({.from = clip1, .to = clip2}, {.seconds = 0.5, .kind = TransitionKind::Curve, .sync = Sync::Phase});
  transitions.set.set({.from = clip2, .to = clip0}, {.kind = TransitionKind::Classic, .toPhase = 0.25});
  transitions.set.set({.from = clip2, .to = clip1}, {.seconds = 0.35, .sync = Sync::Phase});
  transitions.set.set({.from = clip3}, {.seconds = 0.6, .kind = TransitionKind::Curve});
  transitions.spaces.emplace_back("Gaits", &player.addBlendSpace(*BlendSpace::make(
      {{clip3, {0.7, 0}},
       {clip1, {1.4, 0}, 1.1},
       {clip2, {3.5, 0}}}), Sync::Phase));
  transitions.spaces.back().second->moveTo({0.9, 0});
  transitions.spaces.emplace_back("Turns", &player.addBlendSpace(*BlendSpace::make(
      {{clip1, {1.4, 0}},
       {clip6, {0.2, 70}},
       {clip2, {3.5, 0}}}), Sync::Phase));
  transitions.spaces.back().second->moveTo({1, 10});
  return transitions;
}

}  // namespace exported
