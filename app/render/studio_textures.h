// The studio's light on the GPU: a cube map with a level per roughness, and the reflectance table.
#ifndef APP_RENDER_STUDIO_TEXTURES_H
#define APP_RENDER_STUDIO_TEXTURES_H

#include "app/render/gl_handle.h"
#include "app/render/light_probe.h"

namespace app {

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

}  // namespace app

#endif  // APP_RENDER_STUDIO_TEXTURES_H
