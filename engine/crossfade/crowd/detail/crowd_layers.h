// From a blend list to what the batched path mixes: clips at two frames, and the weights of their lanes.
#pragma once

#include <span>
#include <vector>

#include "crossfade/base/aligned_vector.h"
#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/crowd/detail/crowd_kernels.h"
#include "crossfade/mixer/blend_list.h"

namespace crossfade {

/// How masked entries are mixed with the others.
enum class BlendOrder {
  Layers,   // entries with the same mask make a layer over what is below, as UnorderedSampler does it
  ThreeJs,  // a mask multiplies its entry's weight joint by joint, as ExactSampler does it
};

/// Reads one blend list after the other; one of these for each thread. Takes memory for the longest list that was seen,
/// and for the masks of one call.
class CrowdLayers {
 public:
  /// Before the first list of a frame: masks may have changed.
  void begin(const CrowdRig& rig);
  /// Takes the memory for lists of up to `entries` entries with `masks` masks.
  void reserve(int entries, int masks);
  /// The task is valid until the next list. Entries whose clip the rig does not have, or whose weight is not above 0,
  /// count as not there.
  const SampleTask& read(std::span<const BlendEntry> entries, BlendOrder order);

 private:
  struct MaskLanes {
    const JointMask* mask = nullptr;
    AlignedVector<float> weights;    // of the lanes of rotations, then the linear ones
    std::vector<std::uint8_t> idle;  // by group of rotations: 0 for all of it
  };
  struct Layer {
    const BlendEntry* entry = nullptr;  // null: the rest pose
    const SampledClip* clip = nullptr;
    int rank = 0;  // of its mask's layer
    float weight = 0;
    const float* mask = nullptr;  // by lane; null: everywhere
    float* weights = nullptr;     // by lane
  };

  void addLayer(const BlendEntry& entry, int clip);
  void addRest(float weight);
  void playSteps(const BlendEntry& entry, const SampledClip& clip, LayerView& view);
  void ensureCapacity(std::size_t entries);
  const SampleTask& task(bool masked);
  const MaskLanes& lanesOf(const JointMask& mask);
  void maskLayers(BlendOrder order, float sum, bool movesAll);
  void orderLayers();
  void weighLanes(BlendOrder order);
  void spreadWeight(std::size_t index);
  void weighTogether();
  void weighLayer(std::size_t first);

  const CrowdRig* rig_ = nullptr;
  SampleTask task_;                       // what all lists have in common
  std::size_t rotationLanes_ = 0;         // padded
  std::size_t lanes_ = 0;                 // both kinds, padded
  std::vector<LayerView> views_, added_;  // memory; so many are in use:
  std::size_t count_ = 0, addedCount_ = 0;
  std::vector<Layer> layers_, addedLayers_;  // beside each view what it was made from
  std::vector<bool> weighed_;
  std::vector<MaskLanes> masks_;
  std::size_t maskCount_ = 0;
  std::vector<AlignedVector<float>> weights_;  // one for each layer
  std::size_t weightCount_ = 0;
  AlignedVector<float> sum_, covered_;
  AlignedVector<float> allLanes_;  // the mask of those without one
  AlignedVector<float> remainder_;
  // Copies of the two frames of clips with steps.
  std::vector<AlignedVector<std::int16_t>> stepRotations_;
  std::vector<AlignedVector<float>> stepLinears_;
  std::vector<ClipKeys> stepKeys_;
  std::size_t stepCount_ = 0;
  std::vector<double> stepValue_;
};

}  // namespace crossfade
