#include "engine/sampling/batch_layers.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/clip/interpolant.h"

namespace engine {
namespace {

constexpr float kRoundingOfSums = 1e-6f;  // a sum of weights this little below 1 is 1
constexpr std::size_t kRotationKeys = 4 * kRotationGroup;  // of one group and frame

/// Before the clip its first frame, after it and for a time that is no number the last.
void setTime(const SampledClip& clip, double time, LayerView& view) {
  const double place = time > 0 ? time * clip.rate : time <= 0 ? 0 : clip.intervals;
  const auto last = static_cast<std::uint32_t>(std::max(1, clip.intervals) - 1);
  const auto frame = place < clip.intervals ? static_cast<std::uint32_t>(place) : last;
  const auto share = static_cast<float>(std::min(place, double(clip.intervals)) - frame);
  const auto units = static_cast<std::int32_t>(share * kShareUnit + 0.5f);
  view.frame = frame;
  view.shares = (kShareUnit - units) | units << 16;
  view.right = share;
  view.left = 1 - share;
}

void setWeight(LayerView& view, float weight) {
  view.weight = weight;
  view.left *= weight;
  view.right *= weight;
}

/// Two frames of each group, one after the other.
template <class Keys>
void copyFrames(const Keys& keys, const std::vector<KeyGroup>& groups, std::size_t size, std::uint32_t frame, Keys& copy) {
  copy.resize(groups.size() * 2 * size);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto* from = keys.data() + groups[g].offset + std::size_t(frame) * groups[g].stride;
    std::copy(from, from + size, copy.begin() + static_cast<std::ptrdiff_t>(g * 2 * size));
    std::copy(from + groups[g].stride, from + groups[g].stride + size, copy.begin() + static_cast<std::ptrdiff_t>((g * 2 + 1) * size));
  }
}

void spread(std::vector<KeyGroup>& groups, int count, std::size_t size) {
  groups.clear();
  for (int g = 0; g < count; ++g) groups.push_back({.offset = static_cast<std::uint32_t>(static_cast<std::size_t>(g) * 2 * size), .stride = static_cast<std::uint32_t>(size)});
}

}  // namespace

void BatchLayers::begin(const BatchRig& rig) {
  maskCount_ = 0;
  rig_ = &rig;
  rotationLanes_ = static_cast<std::size_t>(rig.lanes().rotationGroups()) * kRotationGroup;
  lanes_ = rotationLanes_ + static_cast<std::size_t>(rig.lanes().linearGroups()) * kLinearGroup;
  sum_.resize(lanes_);
  covered_.resize(lanes_);
  spread(copiedRotations_, rig.lanes().rotationGroups(), kRotationKeys);
  spread(copiedLinears_, rig.lanes().linearGroups(), kLinearGroup);
}

void BatchLayers::reserve(int entries, int masks) {
  const auto count = static_cast<std::size_t>(entries);
  roomFor(count);
  weighed_.reserve(count + 1);
  while (weights_.size() < count + 1) weights_.emplace_back(lanes_);
  while (masks_.size() < static_cast<std::size_t>(masks)) masks_.push_back({.weights = AlignedVector<float>(lanes_)});
  std::size_t largest = 0;
  bool anySteps = false;
  for (int i = 0; i < rig_->clipCount(); ++i)
    for (const StepTrack& step : rig_->clip(i).steps) {
      anySteps = true;
      largest = std::max(largest, static_cast<std::size_t>(step.track.valueSize()));
    }
  if (stepValue_.size() < largest) stepValue_.resize(largest);
  while (anySteps && stepRotations_.size() < count) {
    stepRotations_.emplace_back(copiedRotations_.size() * 2 * kRotationKeys);
    stepLinears_.emplace_back(copiedLinears_.size() * 2 * kLinearGroup);
  }
}

void BatchLayers::roomFor(std::size_t entries) {
  if (views_.size() > entries) return;
  views_.resize(entries + 1);  // and the rest pose
  layers_.resize(entries + 1);
  added_.resize(entries + 1);
  addedLayers_.resize(entries + 1);
  stepKeys_.resize(entries + 1);
}

SampleTask BatchLayers::read(std::span<const BlendEntry> entries, BlendOrder order) {
  roomFor(entries.size());
  count_ = addedCount_ = stepCount_ = 0;
  float sum = 0;
  bool masked = false, movesAll = true;
  for (const BlendEntry& entry : entries) {
    if (!(entry.weight > 0)) continue;
    const int clip = rig_->clipOf(entry.clip, entry.blendMode);
    assert(clip >= 0);
    if (clip < 0) continue;
    addLayer(entry, clip);
    masked = masked || entry.mask;
    if (entry.blendMode == BlendMode::Additive) continue;
    sum += static_cast<float>(entry.weight);
    movesAll = movesAll && rig_->clip(clip).movesAll;
  }
  const bool weighsLanes = masked || (!movesAll && sum > 1 + kRoundingOfSums);
  if (weighsLanes) {
    addRest(1);
    weighLanes(order);
  } else {
    const bool restShows = sum < 1 - kRoundingOfSums;
    const float scale = restShows ? 1 : 1 / sum;
    for (std::size_t i = 0; i < count_; ++i) setWeight(views_[i], views_[i].weight * scale);
    for (std::size_t i = 0; i < addedCount_; ++i) setWeight(added_[i], added_[i].weight);
    if (restShows) addRest(1 - sum);
  }
  return {.layers = {views_.data(), count_}, .added = {added_.data(), addedCount_}, .weighsLanes = weighsLanes, .rotationLanes = rig_->lanes().rotationLanes(), .linearGroups = rig_->lanes().linearGroups()};
}

inline void BatchLayers::addLayer(const BlendEntry& entry, int index) {
  const bool adds = entry.blendMode == BlendMode::Additive;
  const std::size_t place = adds ? addedCount_++ : count_++;
  LayerView& view = adds ? added_[place] : views_[place];
  Layer& layer = adds ? addedLayers_[place] : layers_[place];
  const SampledClip& clip = rig_->clip(index);
  view.keys = &rig_->keys(index);
  setTime(clip, entry.time, view);
  view.weight = static_cast<float>(entry.weight);
  layer.entry = &entry;
  layer.clip = &clip;
  if (!clip.steps.empty()) playSteps(entry, clip, view);
}

void BatchLayers::addRest(float weight) {
  views_[count_] = {.keys = &rig_->restKeys(), .shares = kShareUnit, .weight = weight, .left = weight};
  layers_[count_++] = {.clip = &rig_->restClip()};
}

/// Copies the two frames and writes the present values of the tracks that step into both.
void BatchLayers::playSteps(const BlendEntry& entry, const SampledClip& clip, LayerView& view) {
  if (stepCount_ == stepRotations_.size()) {
    stepRotations_.emplace_back();
    stepLinears_.emplace_back();
  }
  AlignedVector<std::int16_t>& rotations = stepRotations_[stepCount_];
  AlignedVector<float>& linears = stepLinears_[stepCount_];
  copyFrames(clip.rotationKeys, clip.rotationGroups, kRotationKeys, view.frame, rotations);
  copyFrames(clip.linearKeys, clip.linearGroups, kLinearGroup, view.frame, linears);
  for (const StepTrack& step : clip.steps) {
    const auto size = static_cast<std::size_t>(step.track.valueSize());
    if (stepValue_.size() < size) stepValue_.resize(size);
    KeyCursor cursor;
    evaluate(step.track, entry.time, cursor, std::span(stepValue_).first(size), entry.endings);
    for (std::size_t i = 0; i < size; ++i) {
      const auto lane = static_cast<std::size_t>(step.lane) + (step.rotates ? 0 : i);
      if (step.rotates) {
        std::int16_t* key = &rotations[lane / kRotationGroup * 2 * kRotationKeys + i * kRotationGroup + static_cast<std::size_t>(rotationSlot(static_cast<int>(lane % kRotationGroup)))];
        key[0] = key[kRotationKeys] = static_cast<std::int16_t>(std::lround(std::clamp(stepValue_[i], -1.0, 1.0) * kShareUnit));
      } else {
        float* number = &linears[lane / kLinearGroup * 2 * kLinearGroup + lane % kLinearGroup];
        number[0] = number[kLinearGroup] = static_cast<float>(stepValue_[i]);
      }
    }
  }
  ClipKeys& keys = stepKeys_[stepCount_++];
  keys = clip.keys();
  keys.rotationKeys = rotations.data();
  keys.rotationGroups = copiedRotations_.data();
  keys.linearKeys = linears.data();
  keys.linearGroups = copiedLinears_.data();
  view.keys = &keys;
  view.frame = 0;
}

const float* BatchLayers::lanesOf(const JointMask& mask) {
  for (std::size_t i = 0; i < maskCount_; ++i)
    if (masks_[i].mask == &mask) return masks_[i].weights.data();
  if (maskCount_ == masks_.size()) masks_.emplace_back();
  MaskLanes& found = masks_[maskCount_++];
  found.mask = &mask;
  found.weights.assign(lanes_, 1);
  const LaneLayout& lanes = rig_->lanes();
  for (std::size_t i = 0; i < lanes.rotationJoints.size(); ++i) found.weights[i] = mask.weight(lanes.rotationJoints[i]);
  for (std::size_t i = 0; i < lanes.linearJoints.size(); ++i) found.weights[rotationLanes_ + i] = mask.weight(lanes.linearJoints[i]);
  return found.weights.data();
}

void BatchLayers::weighLanes(BlendOrder order) {
  weightCount_ = 0;
  const auto take = [&](Layer& layer, LayerView& view) {
    if (weightCount_ == weights_.size()) weights_.emplace_back();
    AlignedVector<float>& lanes = weights_[weightCount_++];
    lanes.resize(lanes_);
    layer.weights = lanes.data();
    layer.mask = layer.entry && layer.entry->mask ? lanesOf(*layer.entry->mask) : nullptr;
    view.rotationWeights = layer.weights;
    view.linearWeights = layer.weights + rotationLanes_;
  };
  for (std::size_t i = 0; i < count_; ++i) take(layers_[i], views_[i]);
  for (std::size_t i = 0; i < addedCount_; ++i) take(addedLayers_[i], added_[i]);

  for (std::size_t i = 0; i < addedCount_; ++i)
    for (std::size_t lane = 0; lane < lanes_; ++lane) addedLayers_[i].weights[lane] = added_[i].weight * (addedLayers_[i].mask ? addedLayers_[i].mask[lane] : 1);

  std::fill_n(layers_[count_ - 1].weights, lanes_, 1.0f);  // the rest pose
  weighed_.assign(count_, false);
  const auto lowestLeft = [&](bool withMask) {
    std::size_t lowest = count_;
    for (std::size_t i = 0; i + 1 < count_; ++i)
      if (!weighed_[i] && (layers_[i].mask != nullptr) == withMask && (lowest == count_ || layers_[i].entry->slot < layers_[lowest].entry->slot)) lowest = i;
    return lowest;
  };
  if (order == BlendOrder::ThreeJs) return weighTogether();
  for (const bool withMask : {false, true})
    for (std::size_t first = lowestLeft(withMask); first < count_; first = lowestLeft(withMask)) weighLayer(first);
}

/// The entry's weight where its clip has tracks, else 0.
void BatchLayers::spreadWeight(std::size_t index) {
  const SampledClip& clip = *layers_[index].clip;
  float* weights = layers_[index].weights;
  const float weight = views_[index].weight;
  for (std::size_t lane = 0; lane < rotationLanes_; ++lane) weights[lane] = weight * clip.rotationPresence[lane];
  for (std::size_t lane = rotationLanes_; lane < lanes_; ++lane) weights[lane] = weight * clip.linearPresence[lane - rotationLanes_];
}

void BatchLayers::weighTogether() {
  std::fill(sum_.begin(), sum_.end(), 0.0f);
  for (std::size_t i = 0; i + 1 < count_; ++i) {
    spreadWeight(i);
    float* weights = layers_[i].weights;
    if (const float* mask = layers_[i].mask)
      for (std::size_t lane = 0; lane < lanes_; ++lane) weights[lane] *= mask[lane];
    for (std::size_t lane = 0; lane < lanes_; ++lane) sum_[lane] += weights[lane];
  }
  for (std::size_t lane = 0; lane < lanes_; ++lane) layers_[count_ - 1].weights[lane] = std::max(0.0f, 1 - sum_[lane]);
  for (std::size_t lane = 0; lane < lanes_; ++lane) sum_[lane] = 1 / std::max(1.0f, sum_[lane]);
  for (std::size_t i = 0; i + 1 < count_; ++i)
    for (std::size_t lane = 0; lane < lanes_; ++lane) layers_[i].weights[lane] *= sum_[lane];
}

/// The entries with the mask of this one: over all that was weighed before.
void BatchLayers::weighLayer(std::size_t first) {
  const float* mask = layers_[first].mask;
  std::fill(sum_.begin(), sum_.end(), 0.0f);
  for (std::size_t i = 0; i + 1 < count_; ++i) {
    if (layers_[i].mask != mask) continue;
    spreadWeight(i);
    for (std::size_t lane = 0; lane < lanes_; ++lane) sum_[lane] += layers_[i].weights[lane];
  }
  // sum_ becomes what the entries are multiplied with, covered_ what is left of all below.
  for (std::size_t lane = 0; lane < lanes_; ++lane) {
    const float covers = mask ? mask[lane] : 1;
    covered_[lane] = 1 - covers * std::min(1.0f, sum_[lane]);
    sum_[lane] = covers / std::max(1.0f, sum_[lane]);
  }
  for (std::size_t i = 0; i < count_; ++i) {
    const bool isNew = i + 1 < count_ && layers_[i].mask == mask;
    if (!isNew && !weighed_[i] && i + 1 < count_) continue;
    const float* factors = isNew ? sum_.data() : covered_.data();
    for (std::size_t lane = 0; lane < lanes_; ++lane) layers_[i].weights[lane] *= factors[lane];
    if (isNew) weighed_[i] = true;
  }
}

}  // namespace engine
