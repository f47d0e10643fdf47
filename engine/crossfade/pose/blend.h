// Blends the values of several clips into those of one pose: functions of spans that sample nothing, allocate nothing
// and have no state but what you pass in.
#ifndef CROSSFADE_POSE_BLEND_H
#define CROSSFADE_POSE_BLEND_H

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/skeleton/joint_mask.h"

namespace crossfade {

/// What one clip contributes to a pose. A weight that is not above 0 contributes nothing.
struct BlendLayer {
  std::span<const double> values;         // as ChannelLayout lays them out; read only where present
  std::span<const std::uint8_t> present;  // per channel: 0 where the clip has no value; empty: it has all of them
  double weight = 1;
  const JointMask* mask = nullptr;  // nullptr: every joint in full
  BlendMode blendMode = BlendMode::Normal;
  int slot = 0;  // of the clip in RotationSigns
};

/// Blends in the order of the layers, as three.js PropertyMixer, r187, does. Per channel: each layer is blended into
/// the result of the earlier ones by its fraction of the weight so far, rotations along great arcs. If weights sum to
/// less than 1, `rest` fills the remainder; a larger sum is normalized. A selected value is that of the last layer
/// whose fraction was at least one half. Additive layers are then added on top, rotations from the right, selected
/// values where their weight is at least one half. A mask multiplies the weight of its layer joint by joint.
///
/// `rest` and `out` hold the values of all `channels`, or nothing is written; a layer that lacks some does not count.
/// `out` must not overlap any input.
CROSSFADE_API void blendInOrder(std::span<const ChannelSlot> channels, std::span<const double> rest,
                                std::span<const BlendLayer> layers, std::span<double> out);

/// What order-free blending remembers of one character from frame to frame: which of its two signs each rotation had.
/// With it, a blend stays continuous where clips rotate past 180 degrees from each other. A clip's rotation takes the
/// sign nearer to its own last one if the clip was in the last call, else to the last result, at first to the rest
/// rotation. Plain values: copy it to save a moment.
struct CROSSFADE_API RotationSigns {
  using Quat = std::array<double, 4>;
  struct Joint {
    Quat shown{};  // the last result
    double restSign = 1;
    bool keepsRestSign = false;  // the rest rotation was part of the last result, maybe with a weight of almost 0
  };
  struct Clip {
    std::vector<Quat> rotations;  // the last ones, with their signs
    long lastCall = -1;
  };

  /// Reserves memory for clips in slots 0 to slotCount - 1.
  explicit RotationSigns(std::span<const ChannelSlot> channels, int slotCount = 0);
  /// Grows to more slots; does nothing if there are as many.
  void reserve(int slotCount);
  /// Call before the first frame of another character, or of a pose that does not continue the last one.
  void reset();
  /// Copies what the next blend reads; `other` has the same channels, or nothing is copied. Allocates only if it has
  /// more slots.
  void continueFrom(const RotationSigns& other);

  std::vector<Joint> joints;  // one per rotation channel
  std::vector<Clip> clips;    // by slot
  long call = 0;
  bool fresh = true;  // nothing was shown yet
};

/// Blends so that the order of the layers does not matter. Layers with the same mask (or none) form a group. Within a
/// group each channel is the weighted mean (of rotations the normalized sum, which for two rotations less than 60
/// degrees apart is within half a degree of slerp: Markley et al. 2007, Vognsen). If weights sum to less than 1, what
/// is below fills the remainder; a larger sum is normalized; a selected value is that of the largest weight (of
/// equal weights, the smaller value), where the group covers at least half of what is below. The group without a mask
/// lies on `rest`; the others lie on top in the order in which their masks first appear, each covering what its mask
/// says and its clips animate. Additive layers go on top, as in blendInOrder. Rotations are summed with the signs in
/// `signs`, which is updated; where they cancel out, the result of the last call stays. It has room for every layer's
/// slot, or grows, which allocates; signs of other channels start over. Sizes as in blendInOrder; a layer whose slot is
/// below 0 does not count.
CROSSFADE_API void blendOrderFree(std::span<const ChannelSlot> channels, std::span<const double> rest,
                                  std::span<const BlendLayer> layers, RotationSigns& signs, std::span<double> out);

/// The same for a single pose, without history: each rotation is summed with the sign nearer to `rest`,
/// and is that of `rest` where the sum cancels out.
CROSSFADE_API void blendOrderFree(std::span<const ChannelSlot> channels, std::span<const double> rest,
                                  std::span<const BlendLayer> layers, std::span<double> out);

}  // namespace crossfade

#endif  // CROSSFADE_POSE_BLEND_H
