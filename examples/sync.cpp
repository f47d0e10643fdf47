// From walk to run in sync: with Sync::Phase both clips stay at the same phase of their cycles while the transition
// runs.
//
// Prints:
//   before:  walk 0.50, run 0.00
//   0.125 s: walk 0.63, run 0.63
//   0.250 s: walk 0.79, run 0.79
//   0.375 s: walk 0.97, run 0.97
//   after:   run at speed 1.00
//
// Phases, 0 to 1. A cycle takes the weighted average of 1 s and 0.5 s: 1 - t seconds, t seconds into a transition of
// 0.5 s. So the phase is 0.5 - ln(1 - t).
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
  AnimationAction& walking = player.clipAction(walk).play();
  AnimationAction& running = player.clipAction(run);
  const auto show = [&](const char* when) {
    std::printf("%-8s walk %.2f, run %.2f\n", when, walking.time / 1.0, running.time / 0.5);
  };

  player.advance(0.5, pose);
  show("before:");
  player.transition().to(running, {.seconds = 0.5, .kind = TransitionKind::Linear, .sync = Sync::Phase});
  for (const char* when : {"0.125 s:", "0.250 s:", "0.375 s:"}) {
    player.advance(0.125, pose);
    show(when);
  }
  player.advance(0.25, pose);
  std::printf("after:   run at speed %.2f\n", running.getEffectiveTimeScale());
}
