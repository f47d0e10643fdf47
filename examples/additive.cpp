// Breathes while walking: an additive clip holds offsets, laid on top of what the other clips make.
//
// Prints:
//   breath 0.0: x = 0.25, y = 1.00
//   breath 0.5: x = 0.25, y = 1.25
//   breath 1.0: x = 0.25, y = 1.50
//
// After 0.25 s walk is at (0.25, 1). The breath rises from y = 2 to 4 in one second; relative to its first frame that
// is 2 * 0.25 = 0.5, times its weight.
#include <cstdio>

#include "crossfade/clip/clip_tools.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_player.h"

using namespace crossfade;

AnimationClip move(const char* name, std::vector<float> fromAndTo) {
  return *AnimationClip::make(name, {*KeyframeTrack::make({.node = 0, .channel = Channel::Translation},
                                                          Interpolation::Linear, {0, 1}, std::move(fromAndTo))});
}

int main() {
  const AnimationClip breathe = move("breathe", {0, 2, 0, 0, 4, 0});
  ClipSet clips;
  const ClipId walk = clips.add(move("walk", {0, 1, 0, 1, 1, 0}));
  const ClipId breath = clips.add(makeClipAdditive(breathe, breathe));  // relative to its own first frame

  Pose pose{.locals = {Transform{}}};
  TransitionPlayer player(clips, ChannelLayout(1, {}), pose);
  player.clipAction(walk).play();
  AnimationAction& breathing = player.clipAction(breath).play();
  player.advance(0.25, pose);

  for (const double weight : {0.0, 0.5, 1.0}) {
    breathing.weight = weight;
    player.advance(0, pose);  // time stands still; the new weight takes effect at once
    std::printf("breath %.1f: x = %.2f, y = %.2f\n", weight, static_cast<double>(pose.locals[0].translation.x),
                static_cast<double>(pose.locals[0].translation.y));
  }
}
