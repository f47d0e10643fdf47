#include "engine/clip/animation_clip.h"

#include <algorithm>
#include <utility>

namespace engine {

Result<AnimationClip> AnimationClip::make(std::string name, std::vector<KeyframeTrack> tracks, BlendMode blendMode) {
  std::vector<std::pair<int, Channel>> targets;
  for (const KeyframeTrack& track : tracks) targets.emplace_back(track.target().node, track.target().channel);
  std::sort(targets.begin(), targets.end());
  if (const auto twin = std::adjacent_find(targets.begin(), targets.end()); twin != targets.end())
    return Error{"clip '" + name + "': two tracks move the " + std::string(nameOf(twin->second)) + " of node " +
                 std::to_string(twin->first)};

  AnimationClip clip;
  clip.name_ = std::move(name);
  clip.blendMode_ = blendMode;
  for (const KeyframeTrack& track : tracks) clip.duration_ = std::max<double>(clip.duration_, track.lastTime());
  clip.tracks_ = std::move(tracks);
  return clip;
}

}  // namespace engine
