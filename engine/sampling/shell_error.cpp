#include "engine/sampling/shell_error.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace engine {
namespace {

constexpr std::size_t kNumbersPerJoint = 10;

}  // namespace

void ShellMeter::place(std::span<const double> numbers, std::vector<Place>& places) const {
  assert(numbers.size() >= parents_.size() * kNumbersPerJoint);
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    const double* n = &numbers[i * kNumbersPerJoint];
    Place local{.axes = glm::mat3_cast(glm::normalize(glm::dquat(n[6], n[3], n[4], n[5]))),
                .origin = {n[0], n[1], n[2]}};
    for (int axis = 0; axis < 3; ++axis) local.axes[axis] *= n[7 + axis];
    if (parents_[i] >= 0) {
      const Place& parent = places[static_cast<std::size_t>(parents_[i])];
      local.origin = parent.origin + parent.axes * local.origin;
      local.axes = parent.axes * local.axes;
    }
    places[i] = local;
  }
}

ShellDifference ShellMeter::difference(std::span<const double> first, std::span<const double> second) {
  place(first, first_);
  place(second, second_);
  ShellDifference found;
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    double turn = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double length = glm::length(first_[i].axes[axis]);
      if (length > 0) turn = std::max(turn, glm::distance(first_[i].axes[axis], second_[i].axes[axis]) / length);
    }
    found.turn = std::max(found.turn, turn);
    found.place = std::max(found.place, glm::distance(first_[i].origin, second_[i].origin) + shell_ * turn);
  }
  return found;
}

double ShellMeter::extent(std::span<const double> numbers) {
  place(numbers, first_);
  if (first_.empty()) return 0;
  glm::dvec3 low = first_[0].origin, high = low;
  for (const Place& joint : first_) {
    low = glm::min(low, joint.origin);
    high = glm::max(high, joint.origin);
  }
  const glm::dvec3 sides = high - low;
  return std::max({sides.x, sides.y, sides.z});
}

}  // namespace engine
