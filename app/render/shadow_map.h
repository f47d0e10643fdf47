// The depth picture that the sun sees.
#pragma once

#include "app/render/gl_handle.h"

namespace app {

class ShadowMap {
 public:
  static constexpr int kSize = 1024;  // texels a side

  ShadowMap();
  /// Binds and clears it; what is drawn until endPass() casts a shadow.
  void beginPass() const;
  void endPass() const;
  /// With a sampler that compares and filters; outside the map everything is lit.
  /// At `depthUnit` once more, as plain depths.
  void bindForReading(unsigned int unit, unsigned int depthUnit) const;

 private:
  GlTexture depth_;
  GlSampler sampler_;
  GlFramebuffer framebuffer_;
};

}  // namespace app
