// One joint, two handmade clips, and the pose before, halfway through and after a fade from one to the other.
//
// Prints:
//   walk: at 0.2500 0.0000 0.0000, rotated by 0.0000 degrees
//   halfway: at 0.7500 1.0000 0.0000, rotated by 45.0000 degrees
//   run: at 3.0000 2.0000 0.0000, rotated by 90.0000 degrees
//
// Halfway, a quarter of a second into the fade, both weigh one half: walk is at x = 0.5, y = 0, 0 degrees, run at x =
// 1, y = 2, 90 degrees. At the end run has played for 0.75 s.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "crossfade/clip/clip_set.h"
#include "crossfade/transition/transition_player.h"

namespace {

constexpr double kFrame = 1.0 / 64;  // seconds

/// Joint 0 stands at `height`, goes from x = 0 to `far` within a second, and is rotated by `angle` about z. Keys that
/// do not fit each other are an error.
crossfade::Result<crossfade::AnimationClip> makeClip(const char* name, float far, float height, float angle) {
  using namespace crossfade;
  auto translation = KeyframeTrack::make({.node = 0, .channel = Channel::Translation}, Interpolation::Linear, {0, 1},
                                         {0, height, 0, far, height, 0});
  if (!translation) return translation.error();
  auto rotation = KeyframeTrack::make({.node = 0, .channel = Channel::Rotation}, Interpolation::Linear, {0},
                                      {0, 0, std::sin(angle / 2), std::cos(angle / 2)});
  if (!rotation) return rotation.error();
  return AnimationClip::make(name, {*translation, *rotation});
}

void print(const char* when, const crossfade::Pose& pose) {
  const crossfade::Transform& joint = pose.locals[0];
  const double degrees = 2 * std::atan2(joint.rotation.z, joint.rotation.w) * 180 / std::numbers::pi;
  std::printf("%s: at %.4f %.4f %.4f, rotated by %.4f degrees\n", when, static_cast<double>(joint.translation.x),
              static_cast<double>(joint.translation.y), static_cast<double>(joint.translation.z), degrees);
}

}  // namespace

int main() {
  const auto walkClip = makeClip("walk", 1, 0, 0);
  const auto runClip = makeClip("run", 4, 2, 1.570796327f);
  for (const auto* clip : {&walkClip, &runClip})
    if (!*clip) return std::fprintf(stderr, "%s\n", clip->error().message.c_str()), 1;

  crossfade::ClipSet clips;
  const crossfade::ClipId walk = clips.add(*walkClip), run = clips.add(*runClip);
  crossfade::Pose pose{.locals = {crossfade::Transform{}}};
  crossfade::TransitionPlayer player(clips, crossfade::ChannelLayout(1, {}), pose);
  const auto play = [&](double seconds) {
    for (double time = 0; time < seconds; time += kFrame) player.advance(kFrame, pose);
  };
  player.clipAction(walk).play();
  play(0.25);
  print("walk", pose);
  player.transition().to(player.clipAction(run), {.seconds = 0.5, .kind = crossfade::TransitionKind::Linear});
  play(0.25);
  print("halfway", pose);
  play(0.5);
  print("run", pose);
}
