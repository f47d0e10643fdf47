// Fast checks of whole arrays of keys. openPack checks every key of a pack with them.
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
/// The index of the first quaternion (x, y, z, w) that does not have unit length, or their number if all have. The
/// first one begins at values[first], each next one `stride` values later.
std::size_t findNotUnit(std::span<const float> values, std::size_t first, std::size_t stride);

}  // namespace crossfade

#endif  // CROSSFADE_ASSET_DETAIL_KEY_CHECKS_H
