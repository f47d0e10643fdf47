// The shadow map: depth as seen from the sun.
#ifndef APP_RENDER_SHADOW_MAP_H
#define APP_RENDER_SHADOW_MAP_H

#include "app/render/gl_handle.h"

namespace app {

class ShadowMap {
 public:
  ShadowMap();
  /// Binds it; everything drawn until endPass() casts a shadow, with a slope-scaled depth offset (shadow.glsl adds a
  /// normal offset) so that surfaces do not shade themselves. Reallocates if `texels`, per side, changed.
  void beginPass(int texels);
  /// Forgets all shadows.
  void clear() const;
  void endPass() const;
  /// Binds it to `unit` with a comparing, filtering sampler (lit outside the map), and to `depthUnit` as plain depths.
  void bindForReading(unsigned int unit, unsigned int depthUnit) const;

 private:
  void resize(int texels);

  int texels_ = 0;
  GlTexture depth_;
  GlSampler sampler_;
  GlFramebuffer framebuffer_;
};

}  // namespace app

#endif  // APP_RENDER_SHADOW_MAP_H
