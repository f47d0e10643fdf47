// A cross-fade as three.js does it, with warp: while the weights change, both clips change their speeds so that their
// cycles take the same time.
//
// Prints:
//   0.00 s: walk 1.00 at speed 1.00, run 0.00 at speed 0.50
//   0.25 s: walk 0.50 at speed 1.50, run 0.50 at speed 0.75
//   0.50 s: walk 0.00 at speed 2.00, run 1.00 at speed 1.00
//
// Weights change linearly, one from 1 to 0, the other from 0 to 1. A cycle of walk takes 1 s, of run 0.5 s: walk speeds
// up to 1 / 0.5 = 2, run starts at 0.5 / 1, and both speeds change linearly.
#include <cstdio>

#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_player.h"

using namespace crossfade;

AnimationClip slide(const char* name, float seconds) {
  return *AnimationClip::make(name, {*KeyframeTrack::make({.node = 0, .channel = Channel::Translation},
                                                          Interpolation::Linear, {0, seconds}, {0, 0, 0, 1, 0, 0})});
}

int main() {
  ClipSet clips;
  const ClipId walk = clips.add(slide("walk", 1)), run = clips.add(slide("run", 0.5f));

  Pose pose{.locals = {Transform{}}};
  TransitionPlayer player(clips, ChannelLayout(1, {}), pose);
  player.useThreeJsFades();
  AnimationAction& walking = player.clipAction(walk).play();
  AnimationAction& running = player.clipAction(run).play();
  walking.crossFadeTo(running, 0.5, true);

  for (int frame = 0; frame <= 2; ++frame) {
    player.advance(frame == 0 ? 0 : 0.25, pose);
    std::printf("%.2f s: walk %.2f at speed %.2f, run %.2f at speed %.2f\n", frame * 0.25, walking.getEffectiveWeight(),
                walking.getEffectiveTimeScale(), running.getEffectiveWeight(), running.getEffectiveTimeScale());
  }
}
