// The multisampled picture that the scene is drawn into before it becomes one sample a pixel.
#pragma once

#include "app/render/gl_handle.h"
#include "app/render/picture_size.h"
#include "app/render/shader_program.h"
#include "crossfade/base/result.h"

namespace app {

class SceneTarget {
 public:
  static crossfade::Result<SceneTarget> make(const ShaderFolder& shaders, int samples);

  /// Binds and clears it, made anew when the size has changed. Transparent: what is drawn opaque must leave alpha 1.
  void beginPass(PictureSize size, bool transparent);
  /// The same picture with a depth of its own, which begins as the scene's: what is drawn now is hidden by the scene
  /// and by itself, and hides nothing that comes later.
  void beginLayer();
  /// Back to the scene's depth.
  void endLayers() const;
  /// Writes the picture into `framebuffer`, its lower left corner at `origin`, and leaves that bound.
  void resolveInto(unsigned int framebuffer, PictureOrigin origin) const;
  int samples() const { return samples_; }

 private:
  void resize(PictureSize size);

  int samples_ = 1;
  PictureSize size_;
  GlTexture color_;
  GlRenderbuffer depth_;
  GlFramebuffer framebuffer_;
  GlRenderbuffer layerDepth_;  // made when first wanted
  GlFramebuffer layer_;
  GlProgram resolve_;
  int originLocation_ = -1;
  int keepAlphaLocation_ = -1;
  bool transparent_ = false;
  GlVertexArray noVertices_;
};

}  // namespace app
