// Which channels of a character a blend has to compute, so that clips of few tracks take little time.
#ifndef CROSSFADE_POSE_DETAIL_BLEND_CHANNELS_H
#define CROSSFADE_POSE_DETAIL_BLEND_CHANNELS_H

#include <cstdint>
#include <span>
#include <vector>

#include "crossfade/pose/blend.h"

namespace crossfade::detail {

/// One that is blended.
struct BlendChannel {
  ChannelSlot slot;
  std::uint32_t channel = 0;
  std::uint32_t rotation = 0;  // which of the rotation channels, if it is one
};

/// Those that the layers move, and for one call more those that they have stopped moving. All others are at rest, and
/// their signs are as a blend would leave them.
class BlendChannels {
 public:
  explicit BlendChannels(std::size_t count);

  /// Per channel, whether the clip in the slot animates it, and whether it moves it away from its rest value; additive
  /// layers do that wherever they animate. Allocates.
  void bind(int slot, std::span<const std::uint8_t> present, std::span<const std::uint8_t> moves);

  /// For a blend of these layers. `continues`: values and signs are as the last one left them; `isFresh`: the signs are
  /// new, and every rotation fills its own. Valid until the next call. No allocation.
  std::span<const BlendChannel> choose(std::span<const ChannelSlot> channels, std::span<const BlendLayer> layers,
                                       bool continues, bool isFresh);
  /// After the blend: linear values that no layer moves are at rest, whatever was rounded.
  void settle(std::span<const double> rest, std::span<double> values) const;

 private:
  bool noteLayers(std::span<const BlendLayer> layers);
  void list(std::span<const ChannelSlot> channels, std::span<const std::uint8_t> before, bool withRotations);

  struct Layer {
    int slot = 0;
    bool isAdditive = false;
    friend bool operator==(const Layer&, const Layer&) = default;
  };
  std::vector<std::vector<std::uint8_t>> moves_;  // by slot
  std::vector<std::uint8_t> animated_;            // per channel: whether a clip that was ever bound animates it
  // Of the last call:
  std::vector<Layer> layers_;                 // those that contributed
  std::vector<std::uint8_t> before_, moved_;  // per channel: by those of the call before, and by them
  std::vector<BlendChannel> list_;
  bool listsMore_ = false;  // than moved_
};

}  // namespace crossfade::detail

#endif  // CROSSFADE_POSE_DETAIL_BLEND_CHANNELS_H
