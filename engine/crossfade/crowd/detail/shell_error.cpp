#include "crossfade/crowd/detail/shell_error.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "crossfade/pose/channel_layout.h"

namespace crossfade {

void ShellMeter::toModel(std::span<const double> values, std::vector<JointFrame>& frames) const {
  assert(values.size() >= parents_.size() * kValuesPerJoint);
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    const double* joint = &values[i * kValuesPerJoint];
    const double *t = joint + kTranslationOffset, *q = joint + kRotationOffset, *scale = joint + kScaleOffset;
    JointFrame local{.axes = glm::mat3_cast(glm::normalize(makeDoubleQuat(q[0], q[1], q[2], q[3]))),
                     .origin = {t[0], t[1], t[2]}};
    for (int axis = 0; axis < 3; ++axis) local.axes[axis] *= scale[axis];
    if (parents_[i] >= 0) {
      const JointFrame& parent = frames[static_cast<std::size_t>(parents_[i])];
      local.origin = parent.origin + parent.axes * local.origin;
      local.axes = parent.axes * local.axes;
    }
    frames[i] = local;
  }
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
  if (first_.empty()) return 0;
  glm::dvec3 low = first_[0].origin, high = low;
  for (const JointFrame& joint : first_) {
    low = glm::min(low, joint.origin);
    high = glm::max(high, joint.origin);
  }
  const glm::dvec3 sides = high - low;
  return std::max({sides.x, sides.y, sides.z});
}

}  // namespace crossfade
