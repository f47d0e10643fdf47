// Plays one clip: keys become a track, a track a clip, and one call a frame makes the pose.
//
// Prints:
//   0.25 s: x = 0.50
//   0.50 s: x = 1.00
//   0.75 s: x = 1.50
//   1.00 s: x = 0.00, loop completed
//   1.25 s: x = 0.50
//
// The joint moves linearly from 0 to 2 in one second, so x = 2 t, and the loop starts again at 1 s.
#include <cstdio>

#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_player.h"

using namespace crossfade;

int main() {
  // Two keys, at 0 s and 1 s, each x y z. Data from outside can be wrong; then the error is a sentence.
  const auto track = KeyframeTrack::make({.node = 0, .channel = Channel::Translation}, Interpolation::Linear, {0, 1},
                                         {0, 0, 0, 2, 0, 0});
  if (!track) return std::fprintf(stderr, "%s\n", track.error().message.c_str()), 1;

  ClipSet clips;
  const ClipId slide = clips.add(*AnimationClip::make("slide", {*track}));

  Pose pose{.locals = {Transform{}}};  // the rest pose: one joint at the origin
  TransitionPlayer player(clips, ChannelLayout(1, {}), pose);
  player.clipAction(slide).setLoop(Loop::Repeat).play();

  for (int frame = 1; frame <= 5; ++frame) {
    player.advance(0.25, pose);
    std::printf("%.2f s: x = %.2f", frame * 0.25, static_cast<double>(pose.locals[0].translation.x));
    std::printf("%s\n", player.mixer().events().empty() ? "" : ", loop completed");
  }
}
