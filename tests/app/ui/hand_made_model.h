// A small model made by hand: two joints, one triangle, and any number of clips.
#ifndef TESTS_APP_UI_HAND_MADE_MODEL_H
#define TESTS_APP_UI_HAND_MADE_MODEL_H

#include <string>
#include <vector>

#include "app/model/model.h"

namespace app::test {

/// Clip i is called names[i] and lasts 1 + i / 2 seconds.
inline Model handMadeModel(const std::vector<std::string>& names = {"Idle", "Walk", "Run"}) {
  Model model;
  model.name = "robot.glb";
  model.skeleton = *crossfade::Skeleton::make(
      {{.name = "root", .documentIndex = 0}, {.name = "hips", .parent = 0, .documentIndex = 1}});
  model.meshes.push_back({.name = "body", .primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}});
  model.instances.push_back({.node = 1, .mesh = 0});
  for (std::size_t i = 0; i < names.size(); ++i) {
    const float end = 1 + static_cast<float>(i) / 2;
    auto track = crossfade::KeyframeTrack::make({.node = 1, .channel = crossfade::Channel::Translation},
                                                crossfade::Interpolation::Linear, {0, end},
                                                {0, 0, 0, static_cast<float>(i + 1), 0, 0});
    std::vector<crossfade::KeyframeTrack> tracks;
    tracks.push_back(std::move(*track));
    model.clips.add(*crossfade::AnimationClip::make(names[i], std::move(tracks)));
  }
  return model;
}

}  // namespace app::test

#endif  // TESTS_APP_UI_HAND_MADE_MODEL_H
