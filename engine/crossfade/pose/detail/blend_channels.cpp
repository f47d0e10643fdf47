#include "crossfade/pose/detail/blend_channels.h"

#include <algorithm>
#include <functional>

namespace crossfade::detail {
namespace {

void add(std::span<const std::uint8_t> marks, std::span<std::uint8_t> to) {
  std::transform(to.begin(), to.end(), marks.begin(), to.begin(), std::bit_or<>());
}

}  // namespace

BlendChannels::BlendChannels(std::size_t count) : animated_(count), before_(count), moved_(count) {
  list_.reserve(count);
}

void BlendChannels::bind(int slot, std::span<const std::uint8_t> present, std::span<const std::uint8_t> moves) {
  const auto index = static_cast<std::size_t>(slot);
  if (moves_.size() <= index) moves_.resize(index + 1);
  moves_[index].assign(moves.begin(), moves.end());
  add(present, animated_);
  layers_.clear();
  layers_.reserve(moves_.size());
  moved_ = animated_;  // what was in the slot before may still show
}

std::span<const BlendChannel> BlendChannels::choose(std::span<const ChannelSlot> channels,
                                                    std::span<const BlendLayer> layers, bool continues, bool isFresh) {
  const bool playsTheSame = noteLayers(layers) && continues;
  if (playsTheSame && !listsMore_) return list_;
  before_.swap(moved_);
  if (!continues) before_ = animated_;
  std::fill(moved_.begin(), moved_.end(), std::uint8_t{0});
  for (const BlendLayer& layer : layers) {
    if (!(layer.weight > 0)) continue;
    const bool isAdditive = layer.blendMode == BlendMode::Additive;
    add(isAdditive ? layer.present : moves_[static_cast<std::size_t>(layer.slot)], moved_);
  }
  listsMore_ = !playsTheSame;
  list(channels, listsMore_ ? std::span<const std::uint8_t>(before_) : std::span<const std::uint8_t>(), isFresh);
  return list_;
}

/// Remembers which layers contribute; returns whether they are those of the last call.
bool BlendChannels::noteLayers(std::span<const BlendLayer> layers) {
  std::size_t count = 0;
  bool isSame = true;
  for (const BlendLayer& each : layers) {
    if (!(each.weight > 0)) continue;
    const Layer layer{.slot = each.slot, .isAdditive = each.blendMode == BlendMode::Additive};
    isSame = isSame && count < layers_.size() && layers_[count] == layer;
    if (!isSame) {
      layers_.resize(count);
      layers_.push_back(layer);
    }
    ++count;
  }
  isSame = isSame && layers_.size() == count;
  layers_.resize(count);
  return isSame;
}

/// Those that the layers move, and those that are marked in `before`.
void BlendChannels::list(std::span<const ChannelSlot> channels, std::span<const std::uint8_t> before,
                         bool withRotations) {
  list_.clear();
  std::uint32_t rotation = 0;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const bool isRotation = channels[i].mixing == Mixing::Slerp;
    if (moved_[i] != 0 || (!before.empty() && before[i] != 0) || (isRotation && withRotations))
      list_.push_back({.slot = channels[i], .channel = static_cast<std::uint32_t>(i), .rotation = rotation});
    rotation += isRotation ? 1 : 0;
  }
}

void BlendChannels::settle(std::span<const double> rest, std::span<double> values) const {
  if (!listsMore_) return;
  for (const BlendChannel& each : list_)
    if (moved_[each.channel] == 0 && each.slot.mixing == Mixing::Lerp)
      std::copy_n(rest.data() + each.slot.offset, each.slot.size, values.data() + each.slot.offset);
}

}  // namespace crossfade::detail
