#include "crossfade/clip/animation_clip.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "crossfade/base/number_text.h"

namespace crossfade {

Result<AnimationClip> AnimationClip::make(std::string name, std::vector<KeyframeTrack> tracks, BlendMode blendMode,
                                          std::optional<double> duration) {
  std::vector<std::pair<int, Channel>> targets;
  targets.reserve(tracks.size());
  for (const KeyframeTrack& track : tracks) targets.emplace_back(track.target().node, track.target().channel);
  std::sort(targets.begin(), targets.end());
  if (const auto twin = std::adjacent_find(targets.begin(), targets.end()); twin != targets.end())
    return Error{"clip '" + name + "': two tracks move the " + std::string(nameOf(twin->second)) + " of node " +
                 std::to_string(twin->first)};

  if (duration && !(*duration >= 0 && std::isfinite(*duration)))
    return Error{"clip '" + name + "': a duration of " + formatNumber(*duration) + " s"};

  AnimationClip clip;
  clip.name_ = std::move(name);
  clip.blendMode_ = blendMode;
  for (const KeyframeTrack& track : tracks) clip.duration_ = std::max<double>(clip.duration_, track.lastTime());
  clip.duration_ = duration.value_or(clip.duration_);
  clip.tracks_ = std::move(tracks);
  return clip;
}

AnimationClip AnimationClip::renamed(std::string name) const {
  AnimationClip clip = *this;
  clip.name_ = std::move(name);
  return clip;
}

}  // namespace crossfade
