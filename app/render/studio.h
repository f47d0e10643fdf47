// The studio around the model: its light from each direction, and as textures.
#ifndef APP_RENDER_STUDIO_H
#define APP_RENDER_STUDIO_H

#include <glm/vec3.hpp>

#include "app/render/gl_handle.h"
#include "app/render/light_probe.h"

namespace app {

// ---- The studio's light on the GPU: a cube map with a level per roughness, and the reflectance table.

class StudioTextures {
 public:
  StudioTextures();
  /// Replaces the environment map.
  void use(const LightProbe& probe);
  void bind(unsigned int environmentUnit, unsigned int reflectanceUnit) const;

 private:
  GlTexture environment_;
  GlTexture reflectances_;
  GlSampler sampler_;
};

// ---- The studio around the model: the light from each direction, without the sun, which is DrawList::sunDirection.

/// Linear radiance from `direction` (unit length, y up); a fully lit white wall is about 1. A large softbox above, a
/// window on the sun's side, upright softboxes around, a pale wall and the floor. Soft edges keep noise low with few
/// samples.
glm::vec3 studioRadiance(const glm::vec3& direction);

}  // namespace app

#endif  // APP_RENDER_STUDIO_H
