// A model's images on the GPU: uploaded as color (sRGB) or as data (linear), with shared samplers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/model/model.h"
#include "app/render/gl_handle.h"

namespace app {

// How much of a model is uploaded at once. Large meshes and images take many steps, spread over several frames.

/// Bytes that one step copies, about: this takes well below a millisecond.
inline constexpr std::size_t kUploadBytes = std::size_t{1} << 20;

enum class TexelMeaning { Color, Data };

/// Ids of a texture and a sampler owned by GpuTextures.
struct BoundTexture {
  unsigned int texture = 0;
  unsigned int sampler = 0;
};

class GpuTextures {
 public:
  GpuTextures();
  /// Uploads some rows of an image; false once all are uploaded. Always pass the same `images`, and do not begin
  /// another image before it returns false. One that cannot be used is replaced by a checkerboard and adds a sentence
  /// to `messages`.
  bool uploadNext(const std::vector<Image>& images, int image, TexelMeaning meaning,
                  std::vector<std::string>& messages);
  /// The image must be uploaded.
  BoundTexture bind(const TextureRef& reference, TexelMeaning meaning);

 private:
  struct KeyedSampler {
    int key = 0;
    GlSampler sampler;
  };
  unsigned int samplerOf(const TextureRef& reference);

  std::vector<GlTexture> textures_[2];  // by meaning, then image; the checkerboard last
  int rowsLeft_ = 0;                    // of the image that is being uploaded
  std::vector<KeyedSampler> samplers_;
  int sizeLimit_ = 0;
  float anisotropy_ = 1.0f;
};

}  // namespace app
