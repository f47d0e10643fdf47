// From "what plays" to one character's pose, in double and exactly as three.js mixes it: the path all others are
// measured by.
#pragma once

#include <span>
#include <vector>

#include "crossfade/clip/key_cursor.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/pose/channel_layout.h"

namespace crossfade {

/// Per channel: the entries are mixed in their order, each with its fraction of the weight so far; what is missing to a
/// sum of 1 comes from the rest pose; a larger sum is normalised. A selected value is that of the last entry whose
/// fraction of the weight so far was at least one half. Additive entries are laid on top, rotations from the right,
/// selected values where their weight is at least one half (three.js PropertyMixer, r187). A joint mask multiplies its
/// entry's weight joint by joint.
class ExactSampler {
 public:
  /// `rest` is what fills weights below 1: a character's pose, or one value for each of the layout's.
  ExactSampler(ChannelLayout layout, const Pose& rest);
  ExactSampler(ChannelLayout layout, std::vector<double> rest);

  /// Prepares a clip for the action in `slot`: looks up its channels, sizes its memory. Allocates; call it where the
  /// action is made. Tracks without a channel are skipped; returns how many.
  int bind(int slot, const AnimationClip& clip);

  /// Mixes the list. Every slot in it must have been bound to its clip. No allocation.
  void sample(std::span<const BlendEntry> entries);

  /// The result of the last `sample`, as ChannelLayout lays it out; the rest pose before the first.
  std::span<const double> values() const { return mixed_; }
  void writePose(Pose& pose) const { layout_.writePose(mixed_, pose); }
  const ChannelLayout& layout() const { return layout_; }

 private:
  struct BoundTrack {
    int track = 0;
    int channel = 0;
    KeyCursor cursor;
  };
  struct BoundClip {
    const AnimationClip* clip = nullptr;
    std::vector<BoundTrack> tracks;
  };

  void mixIn(const ChannelSlot& slot, double& cumulativeWeight, double weight, std::span<const double> value);
  void accumulateAdditive(const ChannelSlot& slot, double& cumulativeWeight, double weight,
                          std::span<const double> value);
  void fillFromRestAndAdd();

  ChannelLayout layout_;
  std::vector<double> rest_;
  std::vector<double> mixed_;
  std::vector<double> added_;         // the sum of the additive entries
  std::vector<double> weights_;       // per channel: normal weight so far
  std::vector<double> addedWeights_;  // per channel: additive weight so far
  std::vector<double> value_;         // one track's value
  std::vector<BoundClip> clips_;      // by slot
};

}  // namespace crossfade
