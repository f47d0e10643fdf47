// The multisampled framebuffer of the scene, and its resolve into the picture.
#pragma once

#include "app/render/gl_handle.h"
#include "app/render/offscreen_target.h"
#include "app/render/scene_program.h"
#include "crossfade/base/result.h"

namespace app {

class SceneTarget {
 public:
  static crossfade::Result<SceneTarget> make(const ShaderFolder& shaders, int maxSamples);

  /// Binds it; reallocates if size or samples have changed. With `transparent`, opaque draws must write alpha 1.
  void beginPass(PictureSize size, int samples, bool transparent);
  /// Begins a new scene; without it, beginPass() goes on with the last one.
  void clear() const;
  /// The alpha of the next transparent pictures, straight at first.
  void usePremultipliedAlpha(bool on) { premultiplied_ = on; }
  /// Switches to a copy of the scene's depth, same colors: what is drawn now is hidden by the scene and by itself, but
  /// does not hide what comes later.
  void beginLayer();
  /// Switches back to the scene's depth.
  void endLayers() const;
  /// Turns samples into a picture, which stays until the next one.
  void resolve();
  /// Copies the picture, if there is one, into `framebuffer`, scaled to `size`, its lower left corner at `origin`;
  /// leaves that bound.
  void copyInto(unsigned int framebuffer, PictureSize size, PictureOrigin origin) const;
  int samples() const { return samples_; }
  int maxSamples() const { return maxSamples_; }

 private:
  void resize(PictureSize size, int samples);
  void resizePicture(PictureSize size);

  int maxSamples_ = 1;
  int samples_ = 1;
  PictureSize size_;
  GlTexture color_;
  GlRenderbuffer depth_;
  GlFramebuffer framebuffer_;
  GlRenderbuffer layerDepth_;  // created on first use
  GlFramebuffer layer_;
  GlTexture picture_;
  PictureSize pictureSize_;
  GlFramebuffer pictureFramebuffer_;
  GlProgram resolve_;
  GlProgram resolveOpaque_;  // of maxSamples_ and without alpha, as in nearly every frame: a fraction of the time
  int sampleCountLocation_ = -1;
  int keepAlphaLocation_ = -1;
  int premultipliedLocation_ = -1;
  bool transparent_ = false;
  bool premultiplied_ = false;
  GlVertexArray noVertices_;
};

}  // namespace app
