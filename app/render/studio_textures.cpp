#include "app/render/studio_textures.h"

#include <glad/gl.h>

namespace app {
namespace {

constexpr int kTableSize = 32;

}  // namespace

StudioTextures::StudioTextures()
    : environment_(GlTexture::make()), reflectances_(GlTexture::make()), sampler_(GlSampler::make()) {
  const std::vector<glm::vec3> table = reflectanceTable(kTableSize);
  glBindTexture(GL_TEXTURE_2D, reflectances_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB16F, kTableSize, kTableSize, 0, GL_RGB, GL_FLOAT, table.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
  glSamplerParameteri(sampler_.id(), GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glSamplerParameteri(sampler_.id(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

void StudioTextures::use(const LightProbe& probe) {
  glBindTexture(GL_TEXTURE_CUBE_MAP, environment_.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  for (int level = 0; level < LightProbe::kLevels; ++level) {
    const int size = LightProbe::kSize >> level;
    const glm::vec3* texels = probe.levels[static_cast<std::size_t>(level)].data();
    for (unsigned int face = 0; face < 6; ++face)
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, level, GL_RGB16F, size, size, 0, GL_RGB, GL_FLOAT,
                   texels + static_cast<std::size_t>(face) * static_cast<std::size_t>(size * size));
  }
  glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAX_LEVEL, LightProbe::kLevels - 1);
  glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
}

void StudioTextures::bind(unsigned int environmentUnit, unsigned int reflectanceUnit) const {
  glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
  glActiveTexture(GL_TEXTURE0 + environmentUnit);
  glBindTexture(GL_TEXTURE_CUBE_MAP, environment_.id());
  glBindSampler(environmentUnit, sampler_.id());
  glActiveTexture(GL_TEXTURE0 + reflectanceUnit);
  glBindTexture(GL_TEXTURE_2D, reflectances_.id());
  glBindSampler(reflectanceUnit, 0);
}

}  // namespace app
