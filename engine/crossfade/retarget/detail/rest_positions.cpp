#include "crossfade/retarget/detail/rest_positions.h"

#include <algorithm>

#include <glm/gtc/quaternion.hpp>

namespace crossfade::detail {

glm::dmat4 matrixOf(const Transform& local) {
  const glm::dquat rotation(local.rotation);
  glm::dmat4 matrix = glm::mat4_cast(glm::normalize(rotation));
  for (int axis = 0; axis < 3; ++axis) matrix[axis] *= static_cast<double>(local.scale[axis]);
  matrix[3] = glm::dvec4(glm::dvec3(local.translation), 1);
  return matrix;
}

std::vector<glm::dmat4> modelMatrices(std::span<const int> parents, std::span<const Transform> locals) {
  std::vector<glm::dmat4> models(locals.size());
  for (std::size_t i = 0; i < locals.size(); ++i) {
    const glm::dmat4 local = matrixOf(locals[i]);
    models[i] = parents[i] < 0 ? local : models[static_cast<std::size_t>(parents[i])] * local;
  }
  return models;
}

bool isBelow(std::span<const int> parents, int joint, int ancestor) {
  while (joint > ancestor) joint = parents[static_cast<std::size_t>(joint)];
  return joint == ancestor;
}

int commonAncestor(std::span<const int> parents, int a, int b) {
  while (a != b) {
    int& later = a > b ? a : b;  // parents come before their children
    later = parents[static_cast<std::size_t>(later)];
  }
  return a;
}

std::vector<int> pathDown(std::span<const int> parents, int top, int joint) {
  std::vector<int> path;
  for (; joint != top && joint >= 0; joint = parents[static_cast<std::size_t>(joint)]) path.push_back(joint);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace crossfade::detail
