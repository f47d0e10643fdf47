// From the mixer's blend list to one character's pose, in double: samples every clip of the list and blends them.
#ifndef CROSSFADE_POSE_POSE_SAMPLER_H
#define CROSSFADE_POSE_POSE_SAMPLER_H

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/owned.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/pose/blend.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/pose/clip_sampler.h"

namespace crossfade {

namespace detail {
class BlendChannels;
}

/// The reference path, which crowds are measured against: ClipSampler for each entry, then one of the two blends of
/// pose/blend.h.
class CROSSFADE_API PoseSampler {
 public:
  /// `rest` fills weights below 1: a character's pose, or one number for each value of the layout. Of a pose that does
  /// not fit the layout, and where numbers are missing: 0.
  PoseSampler(ChannelLayout layout, const Pose& rest);
  PoseSampler(ChannelLayout layout, std::vector<double> rest);
  PoseSampler(PoseSampler&&) noexcept;
  PoseSampler& operator=(PoseSampler&&) noexcept;
  ~PoseSampler();

  /// Prepares a clip for the action in `slot`. Allocates, so call it where you make the action. The clip must live as
  /// long as you sample it. Tracks without a channel are skipped; returns how many. A slot below 0: does nothing.
  int bind(int slot, const AnimationClip& clip);
  /// The same with a sampler of this clip and layout that lives as long, and that others may use between calls. One of
  /// other channels is not bound.
  int bind(int slot, const AnimationClip& clip, ClipSampler& sampler);
  /// Per channel: 1 if the clip bound to the slot animates it, else 0. Empty for a slot without a clip.
  std::span<const std::uint8_t> present(int slot) const;

  /// false: smooth tracks adopt new endings when they enter an interval, as in three.js, so they depend on when they
  /// were sampled before.
  bool endingsAtOnce = false;

  /// three.js's order (blendInOrder). Every slot of the list must have been bound to its clip, or the entry is skipped,
  /// and occur once. No allocation.
  void sampleInOrder(std::span<const BlendEntry> entries);
  /// Order-free (blendOrderFree): any order of the list gives the same bits. Masked groups are stacked in the order of
  /// their lowest slots. `signs` has room for every bound slot, or grows; signs of other channels start over.
  /// `continues`: promises that the signs are as the last call with this sampler left them; then what no clip animates
  /// is not blended again. The result is the same.
  void sampleOrderFree(std::span<const BlendEntry> entries, RotationSigns& signs, bool continues = false);
  /// The same for a single pose, without history.
  void sampleOrderFree(std::span<const BlendEntry> entries);

  /// The last result, as ChannelLayout lays it out; the rest pose before the first.
  std::span<const double> values() const { return values_; }
  void writePose(Pose& pose) const { layout_.writePose(values_, pose); }
  const ChannelLayout& layout() const { return layout_; }
  /// What the last call blended; valid until the next.
  std::span<const BlendLayer> layers() const { return layers_; }
  /// What fills weights below 1, as ChannelLayout lays it out.
  std::span<const double> rest() const { return rest_; }

 private:
  std::span<const BlendLayer> sampleClips(std::span<const BlendEntry> entries);
  std::span<const BlendLayer> sampleClipsBySlot(std::span<const BlendEntry> entries);

  struct BoundClip {
    const AnimationClip* clip = nullptr;  // nullptr: there is none
    ClipSampler* sampler = nullptr;
    Owned<ClipSampler> own;
  };
  std::vector<std::uint8_t> movesOf(const ClipSampler& sampler) const;
  enum class Call { None, WithoutSigns, WithSigns };
  /// Notes which kind of call this is; returns whether it goes on from the last one.
  bool noteCall(Call call, bool continues = true) { return std::exchange(last_, call) == call && continues; }

  ChannelLayout layout_;
  std::vector<double> rest_;
  std::vector<double> values_;
  std::size_t rotations_ = 0;     // channels that are rotations
  std::vector<BoundClip> clips_;  // by slot
  Owned<detail::BlendChannels> blended_;
  Call last_ = Call::None;
  std::vector<BlendLayer> layers_;  // of the last call
};

}  // namespace crossfade

#endif  // CROSSFADE_POSE_POSE_SAMPLER_H
