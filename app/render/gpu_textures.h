// A model's images on the GPU: made on first use, as colour (sRGB) or as numbers, with one sampler per way of sampling.
#pragma once

#include <string>
#include <vector>

#include "app/model/model.h"
#include "app/render/gl_handle.h"

namespace app {

enum class TexelMeaning { Color, Number };

/// Names of a texture and a sampler that GpuTextures owns.
struct BoundTexture {
  unsigned int texture = 0;
  unsigned int sampler = 0;
};

class GpuTextures {
 public:
  GpuTextures();
  /// `images` must be the same at every call. `messages` gets a sentence for each image that cannot be used; a checker
  /// stands in.
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

  std::vector<GlTexture> textures_[2];  // by meaning, then image; the checker last
  std::vector<KeyedSampler> samplers_;
  int sizeLimit_ = 0;
  float anisotropy_ = 1.0f;
};

}  // namespace app
