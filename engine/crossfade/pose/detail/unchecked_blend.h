// The blends of pose/blend.h for samplers, which have made sure that all sizes fit.
#ifndef CROSSFADE_POSE_DETAIL_UNCHECKED_BLEND_H
#define CROSSFADE_POSE_DETAIL_UNCHECKED_BLEND_H

#include <cstdint>
#include <span>

#include "crossfade/pose/blend.h"
#include "crossfade/pose/detail/blend_channels.h"

namespace crossfade::detail {

/// Only the channels in `list` are written; the values of all others, and their signs, stay.
void blendInOrder(std::span<const BlendChannel> list, std::span<const double> rest, std::span<const BlendLayer> layers,
                  std::span<double> out);
/// `signs` nullptr: without history.
void blendOrderFree(std::span<const BlendChannel> list, std::span<const double> rest,
                    std::span<const BlendLayer> layers, RotationSigns* signs, std::span<double> out);
/// Makes `signs` fit channels with that many rotations: starts over if it is of others, and grows to the slots of the
/// layers that read it.
void fitSigns(std::size_t rotations, std::span<const BlendLayer> layers, RotationSigns& signs);

}  // namespace crossfade::detail

#endif  // CROSSFADE_POSE_DETAIL_UNCHECKED_BLEND_H
