#include "crossfade/clip/animation_clip.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "crossfade/base/number_text.h"

namespace crossfade {

Result<AnimationClip> AnimationClip::make(std::string name, std::vector<KeyframeTrack> tracks, BlendMode blendMode,
                                          std::optional<double> duration) {
  double last = 0;
  for (const KeyframeTrack& track : tracks) last = std::max<double>(last, track.lastTime());
  return makePacked(std::move(name), {}, std::move(tracks), blendMode, duration.value_or(last));
}

Result<AnimationClip> AnimationClip::makePacked(std::string name, const PackedTracks& packed,
                                                std::vector<KeyframeTrack> tracks, BlendMode blendMode,
                                                double duration) {
  std::vector<std::pair<int, Channel>> targets;
  targets.reserve(tracks.size() + packed.targets.size());
  for (const KeyframeTrack& track : tracks) targets.emplace_back(track.target().node, track.target().channel);
  for (const std::uint32_t word : packed.targets) {
    const TrackTarget target = PackedTarget::of(word).target;
    targets.emplace_back(target.node, target.channel);
  }
  if (!std::is_sorted(targets.begin(), targets.end())) std::sort(targets.begin(), targets.end());
  if (const auto twin = std::adjacent_find(targets.begin(), targets.end()); twin != targets.end())
    return Error{"clip '" + name + "': two tracks move the " + std::string(nameOf(twin->second)) + " of node " +
                 std::to_string(twin->first)};

  if (!(duration >= 0 && std::isfinite(duration)))
    return Error{"clip '" + name + "': a duration of " + formatNumber(duration) + " s"};

  AnimationClip clip;
  clip.name_ = std::move(name);
  clip.blendMode_ = blendMode;
  clip.duration_ = duration;
  clip.tracks_ = std::move(tracks);
  clip.packed_ = packed;
  return clip;
}

AnimationClip AnimationClip::unpacked() const {
  AnimationClip clip = *this;
  for (KeyframeTrack& track : unpackTracks(packed_, duration_)) clip.tracks_.push_back(std::move(track));
  clip.packed_ = {};
  return clip;
}

AnimationClip AnimationClip::renamed(std::string name) const {
  AnimationClip clip = *this;
  clip.name_ = std::move(name);
  return clip;
}

}  // namespace crossfade
