// From a pack to the matrices of a skinned mesh: what a game does with the file that `crossfade pack` writes.
//
// Prints:
//   hero.xfade: 2 joints, 2 clips, 1 skin
//   0.50 s: a vertex at the tip is at x = 0.00
//   0.75 s: a vertex at the tip is at x = 1.00
//   1.00 s: a vertex at the tip is at x = 2.00
//
// Idle holds the tip at x = 0, reach at x = 2. The pack's transition between them is linear and takes 0.5 s, from 0.5 s
// on: halfway, at 0.75 s, x is (0 + 2) / 2.
#include <cstdio>

#include "crossfade/asset/pack.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"
#include "crossfade/transition/transition_player.h"

using namespace crossfade;

AnimationClip still(const char* name, float x) {
  return *AnimationClip::make(name, {*KeyframeTrack::make({.node = 1, .channel = Channel::Translation},
                                                          Interpolation::Linear, {0, 1}, {x, 1, 0, x, 1, 0})});
}

/// What your own importer would do; `crossfade pack hero.glb --out hero.xfade` does it for a file.
std::vector<std::byte> makePack() {
  Pack pack;
  pack.skeleton = *Skeleton::make({{.name = "root"}, {.name = "tip", .parent = 0, .documentIndex = 1}});
  pack.rest.locals.assign(pack.skeleton.restLocals().begin(), pack.skeleton.restLocals().end());
  pack.skins = {{.joints = {1}, .inverseBinds = {glm::mat4(1)}}};
  pack.skinNames = {"body"};
  const ClipId idle = pack.clips.add(still("idle", 0)), reach = pack.clips.add(still("reach", 2));
  pack.clipFacts.resize(pack.clips.size());
  pack.transitions.set({idle, reach}, {.seconds = 0.5, .kind = TransitionKind::Linear});
  return *writePack(pack);
}

int main() {
  const std::vector<std::byte> bytes = makePack();  // or your file, read or mapped; it must outlive the pack

  const auto pack = openPack(bytes);
  if (!pack) return std::printf("hero.xfade: %s\n", pack.error().message.c_str()), 1;
  std::printf("hero.xfade: %d joints, %zu clips, %zu skin\n", pack->skeleton.jointCount(), pack->clips.size(),
              pack->skins.size());

  TransitionPlayer player(pack->clips, pack->layout(), pack->rest);
  addCurves(*pack, player);
  const ClipId idle = pack->findClip("idle"), reach = pack->findClip("reach");
  player.clipAction(idle).play();

  Pose pose = pack->rest;
  const SkinBinding& skin = pack->skins[0];
  std::vector<glm::mat4> models(pose.locals.size()), palette(skin.joints.size());
  for (int frame = 0; frame <= 60; ++frame) {
    player.advance(frame == 0 ? 0 : 1.0 / 60, pose);
    if (frame == 30) start(player.transition(), player.clipAction(reach), pack->transitions.resolve(idle, reach));
    localToModel(pack->skeleton.parents(), pose.locals, models);
    skinningPalette(models, skin.joints, skin.inverseBinds, palette);  // what the GPU gets
    if (frame >= 30 && frame % 15 == 0)
      std::printf("%.2f s: a vertex at the tip is at x = %.2f\n", frame / 60.0, static_cast<double>(palette[0][3][0]));
  }
}
