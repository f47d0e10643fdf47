#include "crossfade/asset/detail/key_checks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "crossfade/base/bit_cast.h"

namespace crossfade {
namespace {

// Each loop first asks whether anything is wrong, without a branch for each value, and only then looks for it.

bool areFinite(std::span<const float> values) {
  std::uint32_t carries = 0;  // out of the exponent: only one of all ones has a carry, and that is infinity or NaN
  for (const float value : values) carries |= (bitCast<std::uint32_t>(value) & 0x7fffffff) + 0x00800000;
  return carries < 0x80000000;
}

float squaredLength(const float* q) { return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]; }

}  // namespace

std::size_t findNotFinite(std::span<const float> values) {
  if (areFinite(values)) return values.size();
  const auto found = std::find_if(values.begin(), values.end(), [](float value) { return !std::isfinite(value); });
  return static_cast<std::size_t>(found - values.begin());
}

std::size_t findOutOfOrder(std::span<const float> times) {
  int wrong = 0;
  for (std::size_t i = 1; i < times.size(); ++i) wrong |= times[i] < times[i - 1];
  if (wrong == 0) return times.size();
  return static_cast<std::size_t>(std::is_sorted_until(times.begin(), times.end()) - times.begin());
}

std::size_t findNotUnit(std::span<const float> values, std::size_t first, std::size_t stride) {
  const std::size_t count = values.size() / stride;
  const auto isUnit = [&](std::size_t i) {
    return std::abs(squaredLength(values.data() + i * stride + first) - 1) <= kUnitTolerance;  // NaN is not
  };
  int wrong = 0;
  for (std::size_t i = 0; i < count; ++i) wrong |= !isUnit(i);
  if (wrong == 0) return count;
  std::size_t found = 0;
  while (isUnit(found)) ++found;
  return found;
}

}  // namespace crossfade
