#include "app/host/bake/pose_distance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "crossfade/math/rotation.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

/// How much a length in a node's own translation is in model space, in the rest pose.
std::vector<double> unitsOf(const crossfade::Skeleton& skeleton) {
  std::vector<glm::mat4> models(skeleton.restLocals().size());
  crossfade::localToModel(skeleton.parents(), skeleton.restLocals(), models);
  std::vector<double> units(models.size(), 1);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const int parent = skeleton.parents()[i];
    if (parent < 0) continue;
    double largest = 0;
    for (int column = 0; column < 3; ++column)
      largest = std::max(largest,
                         static_cast<double>(glm::length(glm::vec3(models[static_cast<std::size_t>(parent)][column]))));
    if (largest > 0 && std::isfinite(largest)) units[i] = largest;
  }
  return units;
}

/// The longest side of the box around the joints at rest; 1 if they are all at one point.
double sizeOf(const Model& model) {
  const std::vector<glm::dvec3> joints =
      crossfade::jointPositions(model.skeleton.parents(), model.skeleton.restLocals());
  const glm::dvec3 extent = crossfade::extentOf(joints);
  const double longest = std::max({extent.x, extent.y, extent.z});
  return longest > 0 && std::isfinite(longest) ? longest : 1;
}

}  // namespace

PoseDistance::PoseDistance(const Model& model) : lengths_(unitsOf(model.skeleton)) {
  const double size = sizeOf(model);
  for (double& length : lengths_) length = size / length;
}

double PoseDistance::between(const crossfade::Pose& a, const crossfade::Pose& b) const {
  double largest = 0;
  for (std::size_t i = 0; i < a.locals.size(); ++i) {
    const crossfade::Transform &from = a.locals[i], &to = b.locals[i];
    largest = std::max({largest, crossfade::angleBetween(glm::dquat(from.rotation), glm::dquat(to.rotation)),
                        glm::distance(glm::dvec3(from.translation), glm::dvec3(to.translation)) / lengths_[i],
                        glm::distance(glm::dvec3(from.scale), glm::dvec3(to.scale))});
  }
  for (std::size_t i = 0; i < a.morphWeights.size(); ++i)
    largest = std::max(largest, static_cast<double>(std::abs(a.morphWeights[i] - b.morphWeights[i])));
  return largest;
}

}  // namespace app
