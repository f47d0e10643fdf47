#include "crossfade/crowd/detail/crowd_layers.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include <hwy/cache_control.h>

#include "crossfade/base/assert.h"
#include "crossfade/clip/interpolant.h"
#include "crossfade/crowd/detail/crowd_signs.h"
#include "crossfade/math/quaternion_blend.h"

namespace crossfade {
namespace {

constexpr float kSumTolerance = 1e-6f;  // a sum of weights closer to 1 than this counts as 1

/// Where a time lies in a clip, in frames. Times before the clip give its first frame, times after it and NaN its last.
struct Place {
  std::int32_t frame;  // the left one
  float fraction;
};
inline Place placeOf(const ClipKeys& keys, double time) {
  double position = time * keys.rate;
  if (!(position < keys.intervals)) position = keys.intervals;
  if (!(position > 0)) position = 0;
  auto frame = static_cast<std::int32_t>(position);
  frame -= frame == keys.intervals && frame > 0;
  return {frame, static_cast<float>(position - frame)};
}

/// Makes the processor load the two frames, which mixing would wait for group by group where caches are cold. Only of
/// clips whose groups are dense, as most are: other frames are in several places.
HWY_INLINE void fetchFrames(const ClipKeys& keys, std::int32_t frame) {
  constexpr std::size_t kLineKeys = 64 / sizeof(std::int16_t);
  static_assert(2 * kRotationGroupKeys == 4 * kLineKeys);  // of a group
  const std::int16_t* at = keys.rotationKeys + std::size_t(frame) * keys.rotationStride;
  for (const std::int16_t* const end = at + 2 * std::size_t(keys.rotationStride); at < end; at += 4 * kLineKeys) {
    hwy::Prefetch(at);
    hwy::Prefetch(at + kLineKeys);
    hwy::Prefetch(at + 2 * kLineKeys);
    hwy::Prefetch(at + 3 * kLineKeys);
  }
  hwy::Prefetch(keys.rotationBases);
  hwy::Prefetch(keys.linearKeys + std::size_t(frame) * keys.linearStride);
}

inline void setTime(const ClipKeys& keys, double time, LayerView& view) {
  const auto [frame, fraction] = placeOf(keys, time);
  const auto units =
      static_cast<std::int32_t>(fraction * kFixedPointOne + 0.5f);  // NOLINT(bugprone-incorrect-roundings)
  view.keys = &keys;
  view.rotations = keys.rotationsDense ? keys.rotationKeys + std::size_t(frame) * keys.rotationStride : nullptr;
  view.linears = keys.linearsDense ? keys.linearKeys + std::size_t(frame) * keys.linearStride : nullptr;
  view.frame = static_cast<std::uint32_t>(frame);
  view.frameWeights = (kFixedPointOne - units) | units << 16;
  view.right = fraction;
  view.left = 1 - fraction;
}

inline void setWeight(LayerView& view, float weight) {
  view.weight = weight;
  view.left *= weight;
  view.right *= weight;
}

/// Copies all groups of one frame, then all of the next.
template <class Key>
void copyFrames(const Key* keys, std::span<const KeyGroup> groups, std::size_t size, std::uint32_t frame,
                AlignedVector<Key>& copy) {
  copy.resize(groups.size() * 2 * size);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Key* from = keys + groups[g].offset + std::size_t(frame) * groups[g].stride;
    std::copy(from, from + size, copy.data() + g * size);
    std::copy(from + groups[g].stride, from + groups[g].stride + size, copy.data() + (groups.size() + g) * size);
  }
}

}  // namespace

CROSSFADE_HOT void CrowdLayers::begin(const CrowdRigData& rig, bool fetches) {
  maskCount_ = 0;
  fetches_ = fetches;
  rig_ = &rig;
  task_.rotationLanes = static_cast<int>(rig.sizes.rotationLanes);
  const std::size_t rotationLanes = rig.sizes.paddedRotations;
  const std::size_t lanes = rotationLanes + rig.sizes.paddedLinears;
  if (rotationLanes != rotationLanes_ || lanes != lanes_) resize(rotationLanes, lanes);
}

/// Apart from begin(), so that frames do not load its code.
void CrowdLayers::resize(std::size_t rotationLanes, std::size_t lanes) {
  rotationLanes_ = rotationLanes;
  lanes_ = lanes;
  sum_.resize(lanes_);
  covered_.resize(lanes_);
  allLanes_.assign(lanes_, 1);
  remainder_.resize(2 * (lanes_ - rotationLanes_));
  task_ = {.remainder = remainder_.data(),
           .rotationLanes = rig_->lanes.rotationLanes(),
           .linearGroups = rig_->lanes.linearGroups()};
}

void CrowdLayers::reserve(int entries, int masks) {
  const auto count = static_cast<std::size_t>(std::max(entries, 0));
  if (manyViews_.size() <= count) grow(count);
  weighed_.reserve(count + 1);
  while (weights_.size() < count + 1) weights_.emplace_back(lanes_);
  while (masks_.size() < static_cast<std::size_t>(std::max(masks, 0)))
    masks_.push_back(
        {.weights = AlignedVector<float>(lanes_), .idle = std::vector<std::uint8_t>(rotationLanes_ / kRotationGroup)});
  std::size_t largest = 0;
  bool anySteps = false;
  for (const SampledClip& clip : rig_->clips)
    for (const StepTrack& step : clip.steps) {
      anySteps = true;
      largest = std::max(largest, static_cast<std::size_t>(step.track.valueSize()));
    }
  if (stepValue_.size() < largest) stepValue_.resize(largest);
  while (anySteps && stepRotations_.size() < count) {
    stepRotations_.emplace_back(2 * rotationLanes_ * kQuaternionSize);
    stepLinears_.emplace_back(2 * (lanes_ - rotationLanes_));
  }
}

void CrowdLayers::grow(std::size_t entries) {
  manyViews_.resize(entries + 1);  // plus the rest pose
  manyLayers_.resize(entries + 1);
  added_.resize(entries + 1);
  addedLayers_.resize(entries + 1);
  stepKeys_.resize(entries + 1);
}

CROSSFADE_HOT void CrowdLayers::fetchAhead(std::span<const BlendEntry> entries) const {
  for (const BlendEntry& entry : entries) {
    const int clip = rig_->clipIndex.find(entry.clipId, entry.blendMode);
    if (clip < 0) continue;
    const ClipKeys& keys = rig_->clipKeys[static_cast<std::size_t>(clip)];
    fetchFrames(keys, placeOf(keys, entry.time).frame);
  }
  // A side effect: g++ takes prefetching for none, and leaves out calls of functions that have none.
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

CROSSFADE_HOT const SampleTask& CrowdLayers::read(std::span<const BlendEntry> entries, BlendOrder order,
                                                  const CrowdSigns* signs) {
  if (manyViews_.size() <= entries.size()) grow(entries.size());
  const bool few = entries.size() < kFew;
  views_ = few ? fewViews_.data() : manyViews_.data();
  layers_ = few ? fewLayers_.data() : manyLayers_.data();
  count_ = addedCount_ = stepCount_ = 0;
  task_.isSigned = false;
  if (order != BlendOrder::Layers) signs = nullptr;
  float sum = 0;
  bool masked = false, movesAll = true;
  for (const BlendEntry& entry : entries) {
    if (!(entry.weight > 0)) continue;
    const int clip = rig_->clipIndex.find(entry.clipId, entry.blendMode);
    CROSSFADE_ASSERT(clip >= 0, "CrowdSampler: the rig does not have an entry's clip");
    if (clip < 0) continue;
    addLayer(entry, clip, signs);
    masked = masked || entry.mask;
    if (entry.blendMode == BlendMode::Additive) continue;
    sum += static_cast<float>(entry.weight);
    movesAll = movesAll && rig_->clipKeys[static_cast<std::size_t>(clip)].movesAll;
  }
  if (masked || (!movesAll && sum > 1 + kSumTolerance)) {
    maskLayers(order, sum, movesAll);
    return task(true);
  }
  const bool restShows = sum < 1 - kSumTolerance;
  const float scale = restShows ? 1 : 1 / sum;
  for (std::size_t i = 0; i < count_; ++i) setWeight(views_[i], views_[i].weight * scale);
  for (std::size_t i = 0; i < addedCount_; ++i) setWeight(added_[i], added_[i].weight);
  if (restShows) addRest(1 - sum);
  return task(false);
}

const SampleTask& CrowdLayers::task(bool masked) {
  task_.layers = {views_, count_};
  task_.added = {added_.data(), addedCount_};
  task_.masked = masked;
  return task_;
}

inline void CrowdLayers::addLayer(const BlendEntry& entry, int clipIndex, const CrowdSigns* signs) {
  const bool adds = entry.blendMode == BlendMode::Additive;
  const std::size_t slot = adds ? addedCount_++ : count_++;
  LayerView& view = adds ? added_[slot] : views_[slot];
  Layer& layer = adds ? addedLayers_[slot] : layers_[slot];
  const SampledClip& clip = rig_->clips[static_cast<std::size_t>(clipIndex)];
  const ClipKeys& keys = rig_->clipKeys[static_cast<std::size_t>(clipIndex)];
  setTime(keys, entry.time, view);
  if (fetches_) fetchFrames(keys, static_cast<std::int32_t>(view.frame));
  view.weight = static_cast<float>(entry.weight);
  view.rotationSigns = signs && !adds ? signs->of(entry.slot) : nullptr;
  task_.isSigned = task_.isSigned || view.rotationSigns;
  layer.entry = &entry;
  layer.clip = &clip;
  if (keys.hasSteps) playSteps(entry, clip, view);
}

void CrowdLayers::addRest(float weight) {
  LayerView& view = views_[count_];
  setTime(rig_->restKeys, 0, view);
  setWeight(view, weight);
  view.rotationSigns = nullptr;
  layers_[count_++] = {.clip = &rig_->restClip};
}

/// Copies the two frames and overwrites the lanes of step tracks with their current values in both.
void CrowdLayers::playSteps(const BlendEntry& entry, const SampledClip& clip, LayerView& view) {
  if (stepCount_ == stepRotations_.size()) {
    stepRotations_.emplace_back();
    stepLinears_.emplace_back();
  }
  AlignedVector<std::int16_t>& rotations = stepRotations_[stepCount_];
  AlignedVector<float>& linears = stepLinears_[stepCount_];
  const LaneLayout& lanes = rig_->lanes;
  copyFrames(view.keys->rotationKeys, {view.keys->rotationGroups, static_cast<std::size_t>(lanes.rotationGroups())},
             kRotationGroupKeys, view.frame, rotations);
  copyFrames(view.keys->linearKeys, {view.keys->linearGroups, static_cast<std::size_t>(lanes.linearGroups())},
             kLinearGroup, view.frame, linears);
  for (const StepTrack& step : clip.steps) {
    const auto size = static_cast<std::size_t>(step.track.valueSize());
    if (stepValue_.size() < size) stepValue_.resize(size);
    KeyCursor cursor;
    evaluate(step.track, entry.time, cursor, std::span(stepValue_).first(size), entry.endings);
    if (step.rotates) normalize(std::span(stepValue_).first<kQuaternionSize>());
    for (std::size_t i = 0; i < size; ++i) {
      const auto lane = static_cast<std::size_t>(step.lane) + (step.rotates ? 0 : i);
      if (step.rotates) {
        std::int16_t* key =
            &rotations[lane / kRotationGroup * kRotationGroupKeys + i * kRotationGroup +
                       static_cast<std::size_t>(rotationKeyIndex(static_cast<int>(lane % kRotationGroup)))];
        key[0] = key[rotations.size() / 2] = static_cast<std::int16_t>(std::lround(stepValue_[i] * kFixedPointOne));
      } else {
        linears[lane] = linears[linears.size() / 2 + lane] = static_cast<float>(stepValue_[i]);
      }
    }
  }
  ClipKeys& keys = stepKeys_[stepCount_++];
  keys = *view.keys;
  keys.rotationStride = static_cast<std::uint32_t>(rotations.size() / 2);
  keys.linearStride = static_cast<std::uint32_t>(linears.size() / 2);
  view.keys = &keys;
  view.rotations = rotations.data();
  view.linears = linears.data();
}

const CrowdLayers::MaskLanes& CrowdLayers::lanesOf(const JointMask& mask) {
  for (std::size_t i = 0; i < maskCount_; ++i)
    if (masks_[i].mask == &mask) return masks_[i];
  if (maskCount_ == masks_.size()) masks_.emplace_back();
  MaskLanes& found = masks_[maskCount_++];
  found.mask = &mask;
  found.weights.assign(lanes_, 0);
  const LaneLayout& lanes = rig_->lanes;
  for (std::size_t i = 0; i < lanes.rotationJoints.size(); ++i) found.weights[i] = mask.weight(lanes.rotationJoints[i]);
  for (std::size_t i = 0; i < lanes.linearJoints.size(); ++i)
    found.weights[rotationLanes_ + i] = mask.weight(lanes.linearJoints[i]);
  found.idle.assign(rotationLanes_ / kRotationGroup, 1);
  for (std::size_t i = 0; i < rotationLanes_; ++i)
    if (found.weights[i] != 0) found.idle[i / kRotationGroup] = 0;
  return found;
}

/// Sets the masks, and puts the layers in the order the kernels expect: top ones first.
void CrowdLayers::maskLayers(BlendOrder order, float sum, bool movesAll) {
  const auto mask = [&](const Layer& layer, LayerView& view) {
    const MaskLanes* lanes = layer.entry->mask ? &lanesOf(*layer.entry->mask) : nullptr;
    view.rotationMask = lanes ? lanes->weights.data() : allLanes_.data();
    view.linearMask = view.rotationMask + rotationLanes_;
    view.idle = lanes ? lanes->idle.data() : nullptr;
    view.coversBelow = view.takesRemainder = false;
  };
  for (std::size_t i = 0; i < count_; ++i) mask(layers_[i], views_[i]);
  for (std::size_t i = 0; i < addedCount_; ++i) mask(addedLayers_[i], added_[i]);

  const bool byLane = !movesAll && (order == BlendOrder::Layers || sum > 1 + kSumTolerance);
  if (byLane || (order == BlendOrder::ThreeJs && sum > 1 + kSumTolerance)) return weighLanes(order);
  if (order == BlendOrder::Layers) orderLayers();
  addRest(1);
  views_[count_ - 1].rotationMask = allLanes_.data();
  views_[count_ - 1].linearMask = allLanes_.data() + rotationLanes_;
  views_[count_ - 1].idle = nullptr;
  views_[count_ - 1].coversBelow = false;
  views_[count_ - 1].takesRemainder = true;
}

/// Groups entries by mask into layers and sorts these by their lowest slot, highest first, unmasked entries last.
/// Limits the sum of weights in a layer to 1.
void CrowdLayers::orderLayers() {
  const auto lowestSlot = [&](const JointMask* mask) {
    int lowest = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < count_; ++i)
      if (layers_[i].entry->mask == mask) lowest = std::min(lowest, layers_[i].entry->slot);
    return mask ? lowest : std::numeric_limits<int>::min();
  };
  // Insertion sort: stable, and there are few.
  for (std::size_t i = 0; i < count_; ++i) layers_[i].rank = lowestSlot(layers_[i].entry->mask);
  for (std::size_t i = 1; i < count_; ++i)
    for (std::size_t k = i; k > 0 && layers_[k - 1].rank < layers_[k].rank; --k) {
      std::swap(layers_[k - 1], layers_[k]);
      std::swap(views_[k - 1], views_[k]);
    }
  for (std::size_t begin = 0, end = 0; begin < count_; begin = end) {
    float sum = 0;
    for (end = begin; end < count_ && layers_[end].rank == layers_[begin].rank; ++end) sum += views_[end].weight;
    views_[begin].coversBelow = true;
    if (sum > 1 - kSumTolerance)
      for (std::size_t i = begin; i < end; ++i) views_[i].weight /= sum;
  }
}

/// The general case, where a clip lacks a track for a lane: one weight per layer and lane, including the rest pose.
void CrowdLayers::weighLanes(BlendOrder order) {
  addRest(1);
  weightCount_ = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (weightCount_ == weights_.size()) weights_.emplace_back();
    AlignedVector<float>& lanes = weights_[weightCount_++];
    lanes.resize(lanes_);
    layers_[i].mask = i + 1 < count_ && layers_[i].entry->mask ? views_[i].rotationMask : nullptr;
    layers_[i].weights = lanes.data();
    layers_[i].weight = views_[i].weight;
    views_[i].weight = 1;
    views_[i].rotationMask = layers_[i].weights;
    views_[i].linearMask = layers_[i].weights + rotationLanes_;
    views_[i].coversBelow = views_[i].takesRemainder = false;
    views_[i].idle = nullptr;
  }
  std::fill_n(layers_[count_ - 1].weights, lanes_, 1.0f);  // the rest pose
  if (order == BlendOrder::ThreeJs) return weighTogether();
  weighed_.assign(count_, false);
  const auto lowestUnweighed = [&](bool withMask) {
    std::size_t lowest = count_;
    for (std::size_t i = 0; i + 1 < count_; ++i)
      if (!weighed_[i] && (layers_[i].mask != nullptr) == withMask &&
          (lowest == count_ || layers_[i].entry->slot < layers_[lowest].entry->slot))
        lowest = i;
    return lowest;
  };
  for (const bool withMask : {false, true})
    for (std::size_t first = lowestUnweighed(withMask); first < count_; first = lowestUnweighed(withMask))
      weighLayer(first);
}

/// Sets the entry's weight where its clip has tracks, else 0.
void CrowdLayers::spreadWeight(std::size_t index) {
  const SampledClip& clip = *layers_[index].clip;
  float* weights = layers_[index].weights;
  const float weight = layers_[index].weight;
  for (std::size_t lane = 0; lane < rotationLanes_; ++lane) weights[lane] = weight * clip.rotationPresence[lane];
  for (std::size_t lane = rotationLanes_; lane < lanes_; ++lane)
    weights[lane] = weight * clip.linearPresence[lane - rotationLanes_];
}

/// All entries as one layer, as in three.js.
void CrowdLayers::weighTogether() {
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

/// Stacks the entries with this entry's mask on top of everything so far.
void CrowdLayers::weighLayer(std::size_t first) {
  const float* mask = layers_[first].mask;
  std::fill(sum_.begin(), sum_.end(), 0.0f);
  for (std::size_t i = 0; i + 1 < count_; ++i) {
    if (layers_[i].mask != mask) continue;
    spreadWeight(i);
    for (std::size_t lane = 0; lane < lanes_; ++lane) sum_[lane] += layers_[i].weights[lane];
  }
  // sum_ becomes the factor of this layer's entries, covered_ the factor of everything below.
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

}  // namespace crossfade
