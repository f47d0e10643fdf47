// The kinds of transitions, each from a still pose at x = 0 to one at x = 1 within a second. Halfway it is interrupted
// and goes back, which must start from the pose on screen: only Classic, three.js's way, jumps.
//
// Prints:
//   x at            0.25 s  0.50 s  interrupted  at the end
//   linear           0.250   0.500        0.500       0.000
//   curve            0.156   0.500        0.500       0.000
//   frozen           0.156   0.500        0.500       0.000
//   inertial         0.104   0.500        0.500       0.000
//   dead blending    0.156   0.500        0.500       0.000
//   classic          0.250   0.500        1.000       0.000
//
// With u the fraction of the time: linear and classic are u; curve, frozen and, since nothing moves here, dead blending
// follow 3u^2 - 2u^3; inertial follows 10u^3 - 15u^4 + 6u^5.
#include <cstdio>

#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_player.h"

using namespace crossfade;

AnimationClip still(const char* name, float x) {
  return *AnimationClip::make(name, {*KeyframeTrack::make({.node = 0, .channel = Channel::Translation},
                                                          Interpolation::Linear, {0}, {x, 0, 0})});
}

int main() {
  ClipSet clips;
  const ClipId left = clips.add(still("left", 0)), right = clips.add(still("right", 1));

  std::printf("x at            0.25 s  0.50 s  interrupted  at the end\n");
  const auto show = [&](const char* name, TransitionKind kind) {
    Pose pose{.locals = {Transform{}}};
    TransitionPlayer player(clips, ChannelLayout(1, {}), pose);
    const auto x = [&](double seconds) {
      for (int frame = 0; frame < 64; ++frame) player.advance(seconds / 64, pose);
      return static_cast<double>(pose.locals[0].translation.x);
    };
    player.clipAction(left).play();
    x(1);
    player.transition().to(player.clipAction(right), {.seconds = 1, .kind = kind});
    const double quarter = x(0.25), half = x(0.25);
    player.transition().to(player.clipAction(left), {.seconds = 1, .kind = kind});
    const double interrupted = x(0), end = x(1);
    std::printf("%-14s %7.3f %7.3f %12.3f %11.3f\n", name, quarter, half, interrupted, end);
  };
  show("linear", TransitionKind::Linear);
  show("curve", TransitionKind::Curve);
  show("frozen", TransitionKind::Frozen);
  show("inertial", TransitionKind::Inertial);
  show("dead blending", TransitionKind::DeadBlending);
  show("classic", TransitionKind::Classic);
}
