#include "crossfade/crowd/crowd_rig.h"

#include <algorithm>
#include <cassert>

#include "crossfade/crowd/detail/crowd_rig_data.h"

namespace crossfade {

ClipIndex::ClipIndex(std::span<const CrowdClip> clips) {
  for (std::size_t i = 0; i < clips.size(); ++i) {
    assert(clips[i].id);
    if (!clips[i].id) continue;
    const std::size_t slot = slotOf(clips[i].id, clips[i].blendMode);
    slots_.resize(std::max(slots_.size(), slot + 1));
    slots_[slot] = {.generation = clips[i].id.generation, .index = static_cast<int>(i)};
  }
}

CrowdRigData::CrowdRigData(const CrowdRigDesc& desc)
    : parents(desc.parents.begin(), desc.parents.end()),
      rest(desc.rest),
      skins(desc.skins.begin(), desc.skins.end()),
      clipIndex(desc.clips) {
  const ChannelLayout channels(static_cast<int>(parents.size()), desc.morphs, desc.values);
  std::vector<double> restValues(static_cast<std::size_t>(channels.valueCount()));
  channels.readPose(rest, restValues);
  std::vector<AnimationClip> withKeys;  // of packed clips
  withKeys.reserve(desc.clips.size());
  std::vector<ClipUse> uses;
  for (const CrowdClip& clip : desc.clips) {
    const AnimationClip* played = clip.clip->hasKeys() ? clip.clip : &withKeys.emplace_back(clip.clip->unpacked());
    uses.push_back({.clip = played, .blendMode = clip.blendMode});
  }
  lanes = makeLaneLayout(channels, restValues, uses);
  skeleton = prepareSkeleton(parents, rest.locals, lanes, skins);

  const SampleRig rig{.channels = channels, .lanes = lanes, .parents = parents, .rest = restValues};
  restClip = sampleRest(rig);
  restKeys = restClip.keys();
  for (std::size_t i = 0; i < uses.size(); ++i)
    clips.push_back(sampleClip(uses[i], rig, desc.clips[i].tolerance, &reports.emplace_back()));
  for (const SampledClip& clip : clips) clipKeys.push_back(clip.keys());
}

CrowdRig::CrowdRig(const CrowdRigDesc& desc) : data_(std::make_unique<const CrowdRigData>(desc)) {}
CrowdRig::~CrowdRig() = default;
CrowdRig::CrowdRig(CrowdRig&&) noexcept = default;
CrowdRig& CrowdRig::operator=(CrowdRig&&) noexcept = default;

int CrowdRig::matrixCount() const { return data_->skeleton.matrixCount; }
int CrowdRig::morphCount() const { return static_cast<int>(data_->rest.morphWeights.size()); }
int CrowdRig::clipCount() const { return static_cast<int>(data_->clips.size()); }
const SampleReport& CrowdRig::report(int clipIndex) const {
  return data_->reports[static_cast<std::size_t>(clipIndex)];
}
std::span<const int> CrowdRig::parents() const { return data_->parents; }
const Pose& CrowdRig::rest() const { return data_->rest; }
std::span<const SkinBinding> CrowdRig::skins() const { return data_->skins; }

}  // namespace crossfade
