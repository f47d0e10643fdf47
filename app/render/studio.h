// The studio around the model: what light comes from each direction, apart from the sun.
#pragma once

#include <glm/vec3.hpp>

namespace app {

/// Linear radiance from `direction` (unit length, y up), where a white wall in full light is about 1: a large box of
/// light above, a window on the sun's side, upright boxes around, a pale wall and the floor. Edges are soft, so that
/// few samples show no noise.
glm::vec3 studioRadiance(const glm::vec3& direction);

}  // namespace app
