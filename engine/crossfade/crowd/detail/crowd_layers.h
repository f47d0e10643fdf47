// From a blend list to what the kernels mix: clips at two frames, and the weight of each lane.
#ifndef CROSSFADE_CROWD_DETAIL_CROWD_LAYERS_H
#define CROSSFADE_CROWD_DETAIL_CROWD_LAYERS_H

#include <array>
#include <span>
#include <vector>

#include "crossfade/base/aligned_vector.h"
#include "crossfade/crowd/crowd_options.h"
#include "crossfade/crowd/detail/crowd_kernels.h"
#include "crossfade/crowd/detail/crowd_rig_data.h"
#include "crossfade/mixer/blend_list.h"

namespace crossfade {

struct CrowdSigns;

/// Reads one blend list after another; use one per thread. Its memory grows to the longest list and to the most masks
/// seen in one frame.
class CrowdLayers {
 public:
  CrowdLayers() = default;
  CrowdLayers(const CrowdLayers&) = delete;
  CrowdLayers& operator=(const CrowdLayers&) = delete;

  /// Call before the first list of a frame, because masks may have changed. With `fetches`, read() itself makes the
  /// processor load the frames; without it, call fetchAhead().
  void begin(const CrowdRigData& rig, bool fetches);
  /// Allocates for lists of up to `entries` entries with up to `masks` masks.
  void reserve(int entries, int masks);
  /// Makes the processor load the frames of a list that is read later, so that mixing need not wait for them where
  /// caches are cold.
  void fetchAhead(std::span<const BlendEntry> entries) const;
  /// The task is valid until the next list. Skips entries whose clip the rig does not have, or whose weight is not
  /// above 0. `signs` may be null.
  const SampleTask& read(std::span<const BlendEntry> entries, BlendOrder order, const CrowdSigns* signs);

 private:
  struct MaskLanes {
    const JointMask* mask = nullptr;
    AlignedVector<float> weights;    // of the rotation lanes, then of the linear lanes
    std::vector<std::uint8_t> idle;  // by rotation group: the mask is 0 in all of it
  };
  struct Layer {
    const BlendEntry* entry = nullptr;  // null: the rest pose
    const SampledClip* clip = nullptr;
    int rank = 0;  // of its mask's layer
    float weight = 0;
    const float* mask = nullptr;  // by lane; null: everywhere
    float* weights = nullptr;     // by lane
  };

  void addLayer(const BlendEntry& entry, int clipIndex, const CrowdSigns* signs);
  void addRest(float weight);
  void playSteps(const BlendEntry& entry, const SampledClip& clip, LayerView& view);
  void grow(std::size_t entries);
  void resize(std::size_t rotationLanes, std::size_t lanes);
  const SampleTask& task(bool masked);
  const MaskLanes& lanesOf(const JointMask& mask);
  void maskLayers(BlendOrder order, float sum, bool movesAll);
  void orderLayers();
  void weighLanes(BlendOrder order);
  void spreadWeight(std::size_t index);
  void weighTogether();
  void weighLayer(std::size_t first);

  // First what every list needs, short ones without another page of memory.
  const CrowdRigData* rig_ = nullptr;
  SampleTask task_;                // the fields that all lists share
  std::size_t rotationLanes_ = 0;  // padded
  std::size_t lanes_ = 0;          // rotation and linear lanes, padded
  bool fetches_ = false;
  // The first count_ and addedCount_ elements are in use; layers_ and addedLayers_ say where each view comes from.
  std::size_t count_ = 0, addedCount_ = 0, stepCount_ = 0;
  LayerView* views_ = nullptr;  // of fewViews_ or manyViews_
  Layer* layers_ = nullptr;     // likewise
  static constexpr std::size_t kFew = 4;
  std::array<LayerView, kFew> fewViews_;
  std::array<Layer, kFew> fewLayers_;
  std::vector<LayerView> manyViews_, added_;
  std::vector<Layer> manyLayers_, addedLayers_;
  std::vector<bool> weighed_;
  std::vector<MaskLanes> masks_;
  std::size_t maskCount_ = 0;
  std::vector<AlignedVector<float>> weights_;  // one per layer
  std::size_t weightCount_ = 0;
  AlignedVector<float> sum_, covered_;
  AlignedVector<float> allLanes_;  // stands in for the mask of entries without one
  AlignedVector<float> remainder_;
  // Copies of the two frames of clips with steps.
  std::vector<AlignedVector<std::int16_t>> stepRotations_;
  std::vector<AlignedVector<float>> stepLinears_;
  std::vector<ClipKeys> stepKeys_;
  std::vector<double> stepValue_;
};

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_CROWD_LAYERS_H
