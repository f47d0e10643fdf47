// Fast tests of whole key arrays: what openPack does for every key of a pack.
#ifndef CROSSFADE_ASSET_DETAIL_KEY_CHECKS_H
#define CROSSFADE_ASSET_DETAIL_KEY_CHECKS_H

#include <cstddef>
#include <span>

namespace crossfade {

/// How far the squared length of a quaternion may be from 1: components in steps of 1/127, as glTF allows, are off by
/// up to 0.016.
inline constexpr float kUnitTolerance = 0.02f;

/// The first value that is not finite; values.size() if all are.
std::size_t findNotFinite(std::span<const float> values);
/// The first time that is before the one before it; times.size() if none is.
std::size_t findOutOfOrder(std::span<const float> times);
/// The first of the quaternions x, y, z, w, the first at `first` and each following one `stride` further on, that is
/// not of length 1; their number if all are.
std::size_t findNotUnit(std::span<const float> values, std::size_t first, std::size_t stride);

}  // namespace crossfade

#endif  // CROSSFADE_ASSET_DETAIL_KEY_CHECKS_H
