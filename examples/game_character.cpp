// A character as a game plays it: walks and runs by a stick, aims, jumps and is interrupted, makes steps heard, keeps
// its feet on the ground and goes where its clips take it. 300 of them, on two threads.
//
// Prints:
//   1 s: 0 steps, at z = 0.00
//   2 s: 2 steps, at z = 0.88
//   3 s: 3 steps, at z = 1.53, aims, in the air
//   4 s: 6 steps, at z = 3.08, aims
//   5 s: 8 steps, at z = 4.90
//   6 s: 11 steps, at z = 7.85
//   150 pairs went the same way, to the bit
#include <cstdio>
#include <deque>
#include <thread>

#include "crossfade/asset/pack.h"
#include "crossfade/body/pose_ik.h"
#include "crossfade/ground/clip_ground.h"
#include "crossfade/ground/foot_lock.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"
#include "crossfade/transition/transition_player.h"
#include "crossfade/travel/root_motion_mixer.h"
#include "walking_hero.h"

using namespace crossfade;

/// What all characters share.
struct Game {
  explicit Game(Pack opened) : pack(std::move(opened)), events(eventsOf(pack)), feet(findFeet(pack.skeleton)) {
    for (const ClipId clip : pack.clips.ids())
      if (const auto& track = factsOf(clip).root) roots.setTrack(clip, *track);
  }
  const PackedClip& factsOf(ClipId clip) const { return pack.clipFacts[static_cast<std::size_t>(clip.index)]; }

  Pack pack;
  ClipSet clips = inPlaceClips(pack);  // root motion moves the character
  ClipEventSet events;
  RootMotionMixer roots;
  Feet feet;
  ClipId jump = pack.findClip("jump"), aim = pack.findClip("aim");
  const PackedBlendSpace& gaits = *pack.findBlendSpace("gaits");  // by meters per second
  ClipOrSpace moving = pack.find("gaits");                        // to the transitions
};

/// What the player, or an AI, wants in this frame.
struct Input {
  double speed = 0;  // meters per second
  bool jumps = false, isHit = false, aims = false;
  glm::dvec3 target{0, 1.6, 5};  // of the eyes, in model space
};

struct Hero {
  explicit Hero(const Game& shared) : game(shared) {
    player.setEvents(&game.events, 0.3);  // only of clips with at least this weight
    for (const ClipId clip : game.pack.clips.ids())
      if (const auto& contacts = game.factsOf(clip).contacts) ground.set(clip, *contacts);
    addCurves(game.pack, player);
    jumping.setLoop(Loop::Once).clampWhenFinished = true;
    player.transition().to(locomotion, {.seconds = 0});
  }

  void update(double seconds, const Input& input) {
    const TransitionSet& fades = game.pack.transitions;
    Transition& transition = player.transition();
    locomotion.moveTo({input.speed, 0}, 0.2);
    if (input.jumps && !jumps) start(transition, jumping, fades.resolve(game.moving, game.jump));
    if (jumps && (lands || input.isHit)) start(transition, locomotion.lead(), fades.resolve(game.jump, game.moving));
    jumps = (jumps || input.jumps) && !lands && !input.isHit;
    if (input.aims != aims) {  // a layer of the arms; it ends with a fade to what plays below it
      aims = input.aims;
      AnimationAction& below = jumps ? jumping : locomotion.lead();
      transition.to(aims ? aiming : below, {.seconds = 0.2, .mask = game.pack.findMask("arms")});
    }

    player.advance(seconds, pose);

    lands = false;
    for (const MixerEvent& event : player.mixer().events())
      lands = lands || (event.kind == MixerEvent::Kind::Finished && event.action == &jumping);
    for (const PassedEvent& passed : player.mixer().passedEvents()) {
      if (passed.event->name.ends_with(" down")) ++steps;  // play a sound, as loud as passed.weight
      if (passed.event->name == "in the air") inTheAir = passed.pass == EventPass::Begin;  // a hit ends it, too
    }
    root = root * game.roots.step(player.mixer());
    lock.apply(seconds, ground.now(player.mixer(), seconds), pose);
    localToModel(game.pack.skeleton.parents(), pose.locals, models);
    aim({.chain = look, .target = input.target, .limit = 1.2}, {game.pack.skeleton.parents(), pose.locals, models});
    const SkinBinding& skin = game.pack.skins[0];
    skinningPalette(models, skin.joints, skin.inverseBinds, palette);  // what the GPU gets
  }

  const Game& game;
  TransitionPlayer player{game.clips, game.pack.layout(), game.pack.rest};
  BlendSpacePlayer& locomotion = player.addBlendSpace(game.gaits.space, game.gaits.sync);
  AnimationAction &jumping = player.clipAction(game.jump), &aiming = player.clipAction(game.aim);
  ClipGround ground{game.feet.feet.size()};
  FootLock lock{game.pack.skeleton, game.feet};
  std::vector<AimShare> look{{game.pack.findJoint("Spine"), 1}, {game.pack.findJoint("Head"), 2}};
  Pose pose = game.pack.rest;
  std::vector<glm::mat4> models{pose.locals.size()}, palette{game.pack.skins[0].joints.size()};
  RootDelta root;  // its position and heading
  bool aims = false, jumps = false, lands = false, inTheAir = false;
  int steps = 0;
};

/// Stands for a second, walks, jumps, runs, jumps again and is hit in the air; aims in between.
Input inputAt(int frame) {
  const double time = frame / 60.0;
  return {.speed = time < 1   ? 0
                   : time < 3 ? 1.2
                              : 3,
          .jumps = frame == 150 || frame == 270,
          .isHit = frame == 288,
          .aims = time > 2 && time < 4};
}

int main() {
  const std::vector<std::byte> bytes = hero::makePack();  // or your file, read or mapped; it must outlive the pack
  auto pack = openPack(bytes);
  if (!pack) return std::printf("hero.xfade: %s\n", pack.error().message.c_str()), 1;
  const Game game(*std::move(pack));

  std::deque<Hero> crowd;
  for (int i = 0; i < 300; ++i) crowd.emplace_back(game);
  const auto play = [&crowd](std::size_t first, std::size_t last) {
    for (int frame = 0; frame < 360; ++frame)
      for (std::size_t i = first; i < last; ++i) {
        crowd[i].update(1.0 / 60, inputAt(frame + static_cast<int>(i % 10)));
        if (i == 0 && frame % 60 == 59)
          std::printf("%d s: %d steps, at z = %.2f%s%s\n", (frame + 1) / 60, crowd[i].steps,
                      crowd[i].root.translation.z, crowd[i].aims ? ", aims" : "",
                      crowd[i].inTheAir ? ", in the air" : "");
      }
  };
  std::thread other(play, 150, 300);  // each character belongs to one thread; the game is only read
  play(0, 150);
  other.join();

  int equal = 0;  // with the same input, on the other thread
  for (std::size_t i = 0; i < 150; ++i)
    equal += crowd[i].steps == crowd[i + 150].steps && crowd[i].root.translation == crowd[i + 150].root.translation;
  std::printf("%d pairs went the same way, to the bit\n", equal);
}
