#include "app/render/gpu_textures.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include <glad/gl.h>

namespace app {
namespace {

GLint glWrap(Wrap wrap) {
  switch (wrap) {
    case Wrap::Repeat:
      return GL_REPEAT;
    case Wrap::MirroredRepeat:
      return GL_MIRRORED_REPEAT;
    case Wrap::ClampToEdge:
      return GL_CLAMP_TO_EDGE;
  }
  return GL_REPEAT;
}

// Always linear between mipmaps, whatever the file asks for: hard level switches are visible as lines.
GLint glMinify(const TextureRef& reference) {
  if (reference.minify == Filter::Nearest) return reference.mipmaps ? GL_NEAREST_MIPMAP_LINEAR : GL_NEAREST;
  return reference.mipmaps ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR;
}

Image checker() {
  constexpr int kSide = 64;
  Image image{.name = "checker", .width = kSide, .height = kSide};
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const bool light = ((x / 8) + (y / 8)) % 2 == 0;
      const std::array<std::uint8_t, 4> texel =
          light ? std::array<std::uint8_t, 4>{224, 64, 200, 255} : std::array<std::uint8_t, 4>{56, 56, 64, 255};
      image.rgba.insert(image.rgba.end(), texel.begin(), texel.end());
    }
  }
  return image;
}

/// Without content yet.
GlTexture allocate(const Image& image, TexelMeaning meaning) {
  GlTexture texture = GlTexture::make();
  glBindTexture(GL_TEXTURE_2D, texture.id());
  const GLint format = meaning == TexelMeaning::Color ? GL_SRGB8_ALPHA8 : GL_RGBA8;
  glTexImage2D(GL_TEXTURE_2D, 0, format, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindTexture(GL_TEXTURE_2D, 0);
  return texture;
}

/// The last `rowsLeft` rows of an image are missing. Uploads some of them, and makes the mipmaps after the last one;
/// returns how many are missing then.
int uploadRows(const GlTexture& texture, const Image& image, int rowsLeft) {
  const std::size_t rowBytes = static_cast<std::size_t>(image.width) * 4;
  const int rows = std::min(rowsLeft, static_cast<int>(std::max<std::size_t>(1, kUploadBytes / rowBytes)));
  const int row = image.height - rowsLeft;
  glBindTexture(GL_TEXTURE_2D, texture.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, row, image.width, rows, GL_RGBA, GL_UNSIGNED_BYTE,
                  image.rgba.data() + static_cast<std::size_t>(row) * rowBytes);
  if (rows == rowsLeft) glGenerateMipmap(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, 0);
  return rowsLeft - rows;
}

bool isSoftwareDriver() {
  const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view name = text != nullptr ? text : "";
  return name.find("llvmpipe") != name.npos || name.find("softpipe") != name.npos ||
         name.find("SwiftShader") != name.npos;
}

bool isUsable(const Image& image, int sizeLimit) {
  const bool sized = image.width > 0 && image.height > 0 && image.width <= sizeLimit && image.height <= sizeLimit;
  return sized &&
         image.rgba.size() == static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4;
}

/// Images that do not exist share the last texture, a checkerboard.
std::size_t textureIndex(int image, std::size_t textureCount) {
  return std::min(static_cast<std::size_t>(image), textureCount - 1);
}

std::string unusable(const Image& image, std::size_t index) {
  return "image " + std::to_string(index) + " '" + image.name + "' of " + std::to_string(image.width) + " x " +
         std::to_string(image.height) + " pixels cannot be used here; a checkerboard is shown instead";
}

}  // namespace

GpuTextures::GpuTextures() {
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &sizeLimit_);
  // Software drivers spend more time on anisotropic filtering than on all the rest of a textured surface.
  if (GLAD_GL_EXT_texture_filter_anisotropic && !isSoftwareDriver()) {
    glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &anisotropy_);
    anisotropy_ = std::min(anisotropy_, 8.0f);
  }
}

bool GpuTextures::uploadNext(const std::vector<Image>& images, int image, TexelMeaning meaning,
                             std::vector<std::string>& messages) {
  std::vector<GlTexture>& textures = textures_[static_cast<std::size_t>(meaning)];
  textures.resize(images.size() + 1);
  const std::size_t index = textureIndex(image, textures.size());
  GlTexture& texture = textures[index];
  if (texture && rowsLeft_ == 0) return false;
  if (texture) {
    rowsLeft_ = uploadRows(texture, images[index], rowsLeft_);
  } else if (index < images.size() && isUsable(images[index], sizeLimit_)) {
    texture = allocate(images[index], meaning);
    rowsLeft_ = images[index].height;
  } else {
    if (index < images.size()) messages.push_back(unusable(images[index], index));
    const Image replacement = checker();
    texture = allocate(replacement, meaning);
    uploadRows(texture, replacement, replacement.height);
  }
  return true;
}

BoundTexture GpuTextures::bind(const TextureRef& reference, TexelMeaning meaning) {
  const std::vector<GlTexture>& textures = textures_[static_cast<std::size_t>(meaning)];
  const GlTexture& texture = textures[textureIndex(reference.image, textures.size())];
  return {.texture = texture.id(), .sampler = samplerOf(reference)};
}

unsigned int GpuTextures::samplerOf(const TextureRef& reference) {
  const GLint wrapU = glWrap(reference.wrapU);
  const GLint wrapV = glWrap(reference.wrapV);
  const GLint minify = glMinify(reference);
  const GLint magnify = reference.magnify == Filter::Nearest ? GL_NEAREST : GL_LINEAR;
  const int key = static_cast<int>(reference.wrapU) + 3 * static_cast<int>(reference.wrapV) +
                  9 * static_cast<int>(reference.minify) + 18 * static_cast<int>(reference.magnify) +
                  36 * (reference.mipmaps ? 1 : 0);
  for (const KeyedSampler& known : samplers_) {
    if (known.key == key) return known.sampler.id();
  }
  samplers_.push_back({key, GlSampler::make()});
  const unsigned int id = samplers_.back().sampler.id();
  glSamplerParameteri(id, GL_TEXTURE_WRAP_S, wrapU);
  glSamplerParameteri(id, GL_TEXTURE_WRAP_T, wrapV);
  glSamplerParameteri(id, GL_TEXTURE_MIN_FILTER, minify);
  glSamplerParameteri(id, GL_TEXTURE_MAG_FILTER, magnify);
  const bool smooth = reference.minify == Filter::Linear && reference.magnify == Filter::Linear && reference.mipmaps;
  if (smooth && anisotropy_ > 1.0f) glSamplerParameterf(id, GL_TEXTURE_MAX_ANISOTROPY_EXT, anisotropy_);
  return id;
}

}  // namespace app
