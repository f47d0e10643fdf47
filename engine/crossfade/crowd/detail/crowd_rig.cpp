#include "crossfade/crowd/crowd_rig.h"

#include <algorithm>

#include "crossfade/base/assert.h"
#include "crossfade/crowd/detail/crowd_kernels.h"
#include "crossfade/crowd/detail/crowd_rig_data.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

ClipIndex::ClipIndex(std::span<const CrowdClip> clips) {
  for (std::size_t i = 0; i < clips.size(); ++i) {
    CROSSFADE_ASSERT(clips[i].id && clips[i].clip, "CrowdRig: a clip is nullptr or has no id");
    if (!clips[i].id) continue;
    const std::size_t slot = slotOf(clips[i].id, clips[i].blendMode);
    all_.resize(std::max(all_.size(), slot + 1));
    all_[slot] = {.generation = clips[i].id.generation, .index = static_cast<int>(i)};
  }
  slots_ = all_;
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

CrowdFrameSizes frameSizes(const CrowdRigData& rig) {
  const CrowdSkeleton& skeleton = rig.skeleton;
  const std::size_t rotations = rig.lanes.paddedRotations(), linears = rig.lanes.paddedLinears();
  return {.rotations = rotations * kQuaternionSize * kMaxBatch,
          .linears = linears * kMaxBatch,
          .slotMatrices = static_cast<std::size_t>(skeleton.slotCount) * kSlotFloats * kMaxBatch,
          .singleMatrices = (static_cast<std::size_t>(skeleton.localCount) + 1) * kMatrixFloats,
          .matrices = static_cast<std::size_t>(skeleton.matrixCount) * kMatrixFloats,
          .joints = rig.parents.size(),
          .morphWeights = rig.rest.morphWeights.size(),
          .rotationLanes = static_cast<std::size_t>(rig.lanes.rotationLanes()),
          .paddedRotations = rotations,
          .paddedLinears = linears};
}

template <class Values>
auto viewOf(const Values& values) {
  return std::span<const typename Values::value_type>(values);
}

/// Of a clip: first what is small, then its frames, the largest array.
void putKeys(const SampledClip& clip, FrameBlock& block, ClipKeys& keys) {
  keys.rotationGroups = block.put(viewOf(clip.rotationGroups), FrameBlock::Place::Anywhere).data();
  keys.linearGroups = block.put(viewOf(clip.linearGroups), FrameBlock::Place::Anywhere).data();
  keys.rotationIdle = block.put(viewOf(clip.rotationIdle), FrameBlock::Place::Anywhere).data();
  keys.linearKeys = block.put(viewOf(clip.linearKeys)).data();
  keys.rotationBases = block.put(viewOf(clip.rotationBases), FrameBlock::Place::OnePage).data();
  keys.rotationKeys = block.put(viewOf(clip.rotationKeys)).data();
}

/// Frees arrays that lie in a block now.
template <class... Values>
void release(Values&... values) {
  (Values().swap(values), ...);
}

void releaseKeys(SampledClip& clip) {
  release(clip.rotationGroups, clip.linearGroups, clip.rotationIdle, clip.linearKeys, clip.rotationBases,
          clip.rotationKeys);
}

}  // namespace

CrowdRigData::CrowdRigData(const CrowdRigDesc& desc)
    : clipIndex(desc.clips), parents(validParents(desc.parents)), rest(desc.rest), skins(completeSkins(desc.skins)) {
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
  for (std::size_t i = 0; i < uses.size(); ++i)
    clips.push_back(sampleClip(uses[i], rig, desc.clips[i].tolerance, &reports.emplace_back()));
  sizes = frameSizes(*this);
  fillBlock();
}

void CrowdRigData::fillBlock() {
  std::vector<ClipKeys> keys;
  for (const SampledClip& clip : clips) keys.push_back(clip.keys());
  restKeys = restClip.keys();
  block.fill([&] {
    // First what every frame needs.
    clipIndex.putInto(block);
    clipKeys = block.put(viewOf(keys));
    single = {.laneOrigins = block.put(viewOf(skeleton.laneOrigins)).data(),
              .lanes = skeleton.laneOrigins.size() / kLaneOriginSize,
              .localCount = static_cast<std::size_t>(skeleton.localCount),
              .generalSteps = block.put(viewOf(skeleton.generalSteps)),
              .steps = block.put(viewOf(skeleton.singleSteps)),
              .singleOutputs = block.put(viewOf(skeleton.singleOutputs)),
              .outputs = block.put(viewOf(skeleton.outputs)),
              .fixed = block.put(viewOf(skeleton.fixed))};
    frameMatrices = skeleton.frameMatrices.empty() ? nullptr : block.put(viewOf(skeleton.frameMatrices)).data();
    for (std::size_t i = 0; i < clips.size(); ++i) putKeys(clips[i], block, keys[i]);
    putKeys(restClip, block, restKeys);
  });
  for (SampledClip& clip : clips) releaseKeys(clip);
  releaseKeys(restClip);
  release(skeleton.laneOrigins, skeleton.frameMatrices, skeleton.generalSteps, skeleton.singleSteps,
          skeleton.singleOutputs);
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
