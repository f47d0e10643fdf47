// The studio around the model: the light from each direction, without the sun, which is DrawList::sunDirection.
#ifndef APP_RENDER_STUDIO_H
#define APP_RENDER_STUDIO_H

#include <glm/vec3.hpp>

namespace app {

/// Linear radiance from `direction` (unit length, y up); a fully lit white wall is about 1. A large softbox above, a
/// window on the sun's side, upright softboxes around, a pale wall and the floor. Soft edges keep noise low with few
/// samples.
glm::vec3 studioRadiance(const glm::vec3& direction);

}  // namespace app

#endif  // APP_RENDER_STUDIO_H
