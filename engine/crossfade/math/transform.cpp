#include "crossfade/math/transform.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace crossfade {

glm::mat4 toMatrix(const Transform& transform) {
  const glm::mat3 rotation = glm::mat3_cast(transform.rotation);
  return {glm::vec4(rotation[0] * transform.scale.x, 0), glm::vec4(rotation[1] * transform.scale.y, 0),
          glm::vec4(rotation[2] * transform.scale.z, 0), glm::vec4(transform.translation, 1)};
}

glm::dmat4 toDoubleMatrix(const DoubleTransform& transform) {
  glm::dmat4 matrix = glm::mat4_cast(transform.rotation);
  for (int axis = 0; axis < 3; ++axis) matrix[axis] *= transform.scale[axis];
  matrix[3] = glm::dvec4(transform.translation, 1);
  return matrix;
}

DoubleTransform toDouble(const Transform& transform) {
  return {.translation = glm::dvec3(transform.translation),
          .rotation = glm::normalize(glm::dquat(transform.rotation)),
          .scale = glm::dvec3(transform.scale)};
}

Transform toFloat(const DoubleTransform& transform) {
  return {.translation = glm::vec3(transform.translation),
          .rotation = glm::quat(transform.rotation),
          .scale = glm::vec3(transform.scale)};
}

Transform fromMatrix(const glm::mat4& matrix) {
  const glm::vec3 translation(matrix[3]);
  glm::dmat3 axes(matrix);
  const double volume = glm::determinant(axes);
  if (volume == 0) return {.translation = translation};
  glm::dvec3 scale(glm::length(axes[0]), glm::length(axes[1]), glm::length(axes[2]));
  if (volume < 0) scale.x = -scale.x;
  for (int i = 0; i < 3; ++i) axes[i] /= scale[i];
  const glm::dquat rotation = glm::quat_cast(axes);
  return {.translation = translation,
          .rotation = makeQuat(static_cast<float>(rotation.x), static_cast<float>(rotation.y),
                               static_cast<float>(rotation.z), static_cast<float>(rotation.w)),
          .scale = glm::vec3(scale)};
}

}  // namespace crossfade
