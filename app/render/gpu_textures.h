// A model's images on the GPU: uploaded on first use, as color (sRGB) or as data (linear), with shared samplers.
#ifndef APP_RENDER_GPU_TEXTURES_H
#define APP_RENDER_GPU_TEXTURES_H

#include <string>
#include <vector>

#include "app/model/model.h"
#include "app/render/gl_handle.h"

namespace app {

enum class TexelMeaning { Color, Data };

/// Ids of a texture and a sampler owned by GpuTextures.
struct BoundTexture {
  unsigned int texture = 0;
  unsigned int sampler = 0;
};

class GpuTextures {
 public:
  GpuTextures();
  /// Always pass the same `images`. An image that cannot be used is replaced by a checkerboard and adds a sentence to
  /// `messages`.
  BoundTexture bind(const std::vector<Image>& images, const TextureRef& reference, TexelMeaning meaning,
                    std::vector<std::string>& messages);

 private:
  struct KeyedSampler {
    int key = 0;
    GlSampler sampler;
  };
  unsigned int textureOf(const std::vector<Image>& images, int imageIndex, TexelMeaning meaning,
                         std::vector<std::string>& messages);
  unsigned int samplerOf(const TextureRef& reference);

  std::vector<GlTexture> textures_[2];  // by meaning, then image; the checkerboard last
  std::vector<KeyedSampler> samplers_;
  int sizeLimit_ = 0;
  float anisotropy_ = 1.0f;
};

}  // namespace app

#endif  // APP_RENDER_GPU_TEXTURES_H
