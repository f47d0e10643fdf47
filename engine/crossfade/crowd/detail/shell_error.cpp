#include "crossfade/crowd/detail/shell_error.h"

#include <algorithm>

#include <glm/geometric.hpp>

#include "crossfade/base/assert.h"
#include "crossfade/pose/channel_layout.h"

namespace crossfade {

void ShellMeter::toModel(std::span<const double> values, std::vector<JointFrame>& frames) const {
  CROSSFADE_ASSERT(values.size() >= parents_.size() * kValuesPerJoint, "ShellMeter: values are missing");
  for (std::size_t i = 0; i < parents_.size(); ++i) placeJoint(values, parents_, i, frames);
}

ShellDifference ShellMeter::difference(std::span<const double> first, std::span<const double> second) {
  toModel(first, first_);
  toModel(second, second_);
  ShellDifference found;
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    double angle = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double length = glm::length(first_[i].axes[axis]);
      if (length > 0) angle = std::max(angle, glm::distance(first_[i].axes[axis], second_[i].axes[axis]) / length);
    }
    found.angle = std::max(found.angle, angle);
    found.distance = std::max(found.distance, glm::distance(first_[i].origin, second_[i].origin) + shell_ * angle);
  }
  return found;
}

double ShellMeter::extent(std::span<const double> values) {
  toModel(values, first_);
  return longestSideOf(first_);
}

}  // namespace crossfade
