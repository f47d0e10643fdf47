// The multisampled framebuffer of the scene, and its resolve into the picture.
#pragma once

#include "app/render/gl_handle.h"
#include "app/render/picture_size.h"
#include "app/render/shader_program.h"
#include "crossfade/base/result.h"

namespace app {

class SceneTarget {
 public:
  static crossfade::Result<SceneTarget> make(const ShaderFolder& shaders, int samples);

  /// Binds and clears it; reallocates if the size has changed. With `transparent`, opaque draws must write alpha 1.
  void beginPass(PictureSize size, bool transparent);
  /// Switches to a copy of the scene's depth, same colors: what is drawn now is hidden by the scene and by itself, but
  /// does not hide what comes later.
  void beginLayer();
  /// Switches back to the scene's depth.
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
  GlRenderbuffer layerDepth_;  // created on first use
  GlFramebuffer layer_;
  GlProgram resolve_;
  int originLocation_ = -1;
  int keepAlphaLocation_ = -1;
  bool transparent_ = false;
  GlVertexArray noVertices_;
};

}  // namespace app
