// The blends of pose/blend.h for samplers, which have made sure that all sizes fit.
#ifndef CROSSFADE_POSE_DETAIL_UNCHECKED_BLEND_H
#define CROSSFADE_POSE_DETAIL_UNCHECKED_BLEND_H

#include <cstdint>
#include <span>

#include "crossfade/pose/blend.h"

namespace crossfade::detail {

/// `animated`: per channel, 0 where no layer has a value and `out` already holds the rest value, which stays; empty:
/// all are blended.
void blendInOrder(std::span<const ChannelSlot> channels, std::span<const double> rest,
                  std::span<const BlendLayer> layers, std::span<const std::uint8_t> animated, std::span<double> out);
/// `signs` nullptr: without history. A channel with 0 in `animated` never had a value in a call with these signs.
void blendOrderFree(std::span<const ChannelSlot> channels, std::span<const double> rest,
                    std::span<const BlendLayer> layers, RotationSigns* signs, std::span<const std::uint8_t> animated,
                    std::span<double> out);
/// Makes `signs` fit channels with that many rotations: starts over if it is of others, and grows to the slots of the
/// layers that read it.
void fitSigns(std::size_t rotations, std::span<const BlendLayer> layers, RotationSigns& signs);

}  // namespace crossfade::detail

#endif  // CROSSFADE_POSE_DETAIL_UNCHECKED_BLEND_H
