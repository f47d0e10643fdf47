// Waves while walking: a mask says which joints take a clip, and how much. One joint of feather softens the edge.
//
// Prints:
//   hips:  weight 0.0, x = 0.5
//   spine: weight 0.5, x = 2.5
//   hand:  weight 1.0, x = 4.5
//
// After 0.5 s walk is at x = 0.5 and wave at 4.5, in every joint. The masked clip covers what is below it by its
// mask weight: 0.5 + weight (4.5 - 0.5).
#include <cstdio>

#include "crossfade/skeleton/pose.h"
#include "crossfade/skeleton/skeleton.h"
#include "crossfade/transition/transition_player.h"

using namespace crossfade;

/// All three joints move along x, from 0 to `far` in one second.
AnimationClip slide(const char* name, float far) {
  std::vector<KeyframeTrack> tracks;
  for (int joint = 0; joint < 3; ++joint)
    tracks.push_back(*KeyframeTrack::make({.node = joint, .channel = Channel::Translation}, Interpolation::Linear,
                                          {0, 1}, {0, 0, 0, far, 0, 0}));
  return *AnimationClip::make(name, tracks);
}

int main() {
  const auto skeleton = Skeleton::make({{.name = "hips", .documentIndex = 0},
                                        {.name = "spine", .parent = 0, .documentIndex = 1},
                                        {.name = "hand", .parent = 1, .documentIndex = 2}});
  const JointMask upperBody = JointMask::ofSubtree(*skeleton, 1, 1);  // from the spine up, feathered over one joint
  ClipSet clips;
  const ClipId walk = clips.add(slide("walk", 1)), wave = clips.add(slide("wave", 9));

  Pose pose{.locals = std::vector<Transform>(3)};
  TransitionPlayer player(clips, ChannelLayout(3, {}), pose);
  player.clipAction(walk).play();
  player.clipAction(wave).play().mask = &upperBody;  // the mask must outlive the action's use of it
  player.advance(0.5, pose);

  for (int joint = 0; joint < 3; ++joint)
    std::printf("%-6s weight %.1f, x = %.1f\n", (skeleton->name(joint) + ":").c_str(),
                static_cast<double>(upperBody.weight(joint)),
                static_cast<double>(pose.locals[static_cast<std::size_t>(joint)].translation.x));
}
