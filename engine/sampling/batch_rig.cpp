#include "engine/sampling/batch_rig.h"

#include <bit>

namespace engine {

BatchRig::BatchRig(const BatchRigParts& parts)
    : parents_(parts.parents.begin(), parts.parents.end()),
      rest_(parts.rest),
      skins_(parts.skins.begin(), parts.skins.end()) {
  const ChannelLayout channels(static_cast<int>(parents_.size()), parts.morphs);
  std::vector<double> rest(static_cast<std::size_t>(channels.numberCount()));
  channels.readPose(rest_, rest);
  std::vector<ClipUse> uses;
  for (const BatchClip& clip : parts.clips) uses.push_back({.clip = clip.clip, .blendMode = clip.blendMode});
  lanes_ = layLanes(channels, rest, uses);
  skeleton_ = prepareSkeleton(parents_, rest_.locals, lanes_, skins_);

  const SampleRig rig{.channels = channels, .lanes = lanes_, .parents = parents_, .rest = rest};
  restClip_ = sampleRest(rig);
  places_.resize(std::bit_ceil(2 * uses.size() + 1));
  lastPlace_ = places_.size() - 1;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    clips_.push_back(sampleClip(uses[i], rig, parts.clips[i].tolerance, &reports_.emplace_back()));
    std::size_t place = hashOf(uses[i].clip, uses[i].blendMode) & lastPlace_;
    while (places_[place].clip &&
           (places_[place].clip != uses[i].clip || places_[place].blendMode != uses[i].blendMode))
      place = (place + 1) & lastPlace_;
    places_[place] = {.clip = uses[i].clip, .blendMode = uses[i].blendMode, .index = static_cast<int>(i)};
  }
  for (const SampledClip& clip : clips_) keys_.push_back(clip.keys());
  keys_.push_back(restClip_.keys());
}

}  // namespace engine
