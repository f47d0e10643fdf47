#include "crossfade/math/transform.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace crossfade {

glm::mat4 toMatrix(const Transform& transform) {
  const glm::mat3 rotation = glm::mat3_cast(transform.rotation);
  return {glm::vec4(rotation[0] * transform.scale.x, 0), glm::vec4(rotation[1] * transform.scale.y, 0),
          glm::vec4(rotation[2] * transform.scale.z, 0), glm::vec4(transform.translation, 1)};
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
