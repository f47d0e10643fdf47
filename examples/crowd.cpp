// A thousand characters at once: what they share is prepared once, then one call a frame makes all their matrices.
//
// Prints:
//   character   0: x = 0.00
//   character 200: x = 0.32
//   character 500: x = 1.25
//   character 900: x = 3.33
//
// At t = i / 1000 s, character i is that far into a fade of one second from walk (x = t) to run (x = 4t): x = (1 - t) t
// + t 4t.
#include <cstdio>
#include <deque>

#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/skeleton/skeleton.h"

using namespace crossfade;

AnimationClip slide(const char* name, float far) {
  return *AnimationClip::make(name, {*KeyframeTrack::make({.node = 0, .channel = Channel::Translation},
                                                          Interpolation::Linear, {0, 1}, {0, 0, 0, far, 0, 0})});
}

int main() {
  ClipSet clips;
  const ClipId walk = clips.add(slide("walk", 1)), run = clips.add(slide("run", 4));

  const int parents[] = {kNoJoint};
  const Pose rest{.locals = {Transform{}}};
  const CrowdClip crowdClips[] = {{.clip = &clips[walk], .id = walk}, {.clip = &clips[run], .id = run}};
  const SkinBinding skins[] = {{.joints = {0}, .inverseBinds = {glm::mat4(1)}}};
  const CrowdRig rig({.parents = parents, .rest = rest, .skins = skins, .clips = crowdClips});

  std::deque<AnimationMixer> mixers;
  std::vector<glm::mat4> matrices(1000);  // or the memory that goes to the GPU
  std::vector<CrowdCharacter> characters;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    AnimationMixer& mixer = mixers.emplace_back(clips);
    mixer.clipAction(run).play().crossFadeFrom(mixer.clipAction(walk).play(), 1);
    mixer.update(static_cast<double>(i) / 1000);
    characters.push_back({.entries = mixer.blendList(), .matrices = &matrices[i][0][0]});
  }
  CrowdSampler sampler;
  sampler.sample(rig, characters);

  for (const std::size_t i : {0, 200, 500, 900})
    std::printf("character %3zu: x = %.2f\n", i, static_cast<double>(matrices[i][3][0]));
}
