#include "crossfade/crowd/crowd_rig.h"

#include <algorithm>

#include "crossfade/base/assert.h"
#include "crossfade/crowd/detail/crowd_rig_data.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

ClipIndex::ClipIndex(std::span<const CrowdClip> clips) {
  for (std::size_t i = 0; i < clips.size(); ++i) {
    CROSSFADE_ASSERT(clips[i].id && clips[i].clip, "CrowdRig: a clip is nullptr or has no id");
    if (!clips[i].id) continue;
    const std::size_t slot = slotOf(clips[i].id, clips[i].blendMode);
    slots_.resize(std::max(slots_.size(), slot + 1));
    slots_[slot] = {.generation = clips[i].id.generation, .index = static_cast<int>(i)};
  }
}

namespace {

std::vector<int> validParents(std::span<const int> parents) {
  std::vector<int> valid(parents.begin(), parents.end());
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const bool isValid = valid[i] >= kNoJoint && valid[i] < static_cast<int>(i);
    CROSSFADE_ASSERT(isValid, "CrowdRig: a parent does not come before its child");
    if (!isValid) valid[i] = kNoJoint;
  }
  return valid;
}

/// With an inverse bind for each joint.
std::vector<SkinBinding> completeSkins(std::span<const SkinBinding> skins) {
  std::vector<SkinBinding> complete(skins.begin(), skins.end());
  for (SkinBinding& skin : complete) {
    CROSSFADE_ASSERT(skin.inverseBinds.size() == skin.joints.size(), "CrowdRig: joints and inverse binds do not match");
    skin.inverseBinds.resize(skin.joints.size(), glm::mat4(1.0f));
  }
  return complete;
}

void resizeTo(const ChannelLayout& channels, Pose& rest) {
  const auto joints = static_cast<std::size_t>(channels.jointCount());
  const std::size_t values = static_cast<std::size_t>(channels.valueCount()) - joints * kValuesPerJoint;
  CROSSFADE_ASSERT(rest.locals.size() == joints && rest.morphWeights.size() == values,
                   "CrowdRig: the rest pose does not fit parents, morphs and values");
  rest.locals.resize(joints);
  rest.morphWeights.resize(values);
}

}  // namespace

CrowdRigData::CrowdRigData(const CrowdRigDesc& desc)
    : parents(validParents(desc.parents)), rest(desc.rest), skins(completeSkins(desc.skins)), clipIndex(desc.clips) {
  const ChannelLayout channels(static_cast<int>(parents.size()), desc.morphs, desc.values);
  resizeTo(channels, rest);
  std::vector<double> restValues(static_cast<std::size_t>(channels.valueCount()));
  channels.readPose(rest, restValues);
  std::vector<AnimationClip> withKeys;  // of packed clips
  withKeys.reserve(desc.clips.size());
  std::vector<ClipUse> uses;
  for (const CrowdClip& clip : desc.clips) {
    const AnimationClip* played = clip.clip;
    if (!played)
      played = &withKeys.emplace_back(*AnimationClip::make("", {}));
    else if (!played->hasKeys())
      played = &withKeys.emplace_back(played->unpacked());
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
  static const SampleReport kNone;
  const auto index = static_cast<std::size_t>(clipIndex);
  CROSSFADE_ASSERT(index < data_->reports.size(), "CrowdRig::report: there is no such clip");
  return index < data_->reports.size() ? data_->reports[index] : kNone;
}
std::span<const int> CrowdRig::parents() const { return data_->parents; }
const Pose& CrowdRig::rest() const { return data_->rest; }
std::span<const SkinBinding> CrowdRig::skins() const { return data_->skins; }

}  // namespace crossfade
