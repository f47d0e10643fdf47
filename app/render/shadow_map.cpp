#include "app/render/shadow_map.h"

#include <glad/gl.h>

#include <array>

namespace app {

ShadowMap::ShadowMap() : depth_(GlTexture::make()), sampler_(GlSampler::make()), framebuffer_(GlFramebuffer::make()) {
  glBindTexture(GL_TEXTURE_2D, depth_.id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  // Without the sampler it reads as plain depths, with no casters outside the map.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
  constexpr std::array<float, 4> kFar{1, 1, 1, 1};
  glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kFar.data());
  glBindTexture(GL_TEXTURE_2D, 0);

  resize(1);  // readable before the first shadow

  const GLuint sampler = sampler_.id();
  glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
  glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
  constexpr std::array<float, 4> kLit{1, 1, 1, 1};
  glSamplerParameterfv(sampler, GL_TEXTURE_BORDER_COLOR, kLit.data());
  glSamplerParameteri(sampler, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glSamplerParameteri(sampler, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);

  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.id(), 0);
  glDrawBuffer(GL_NONE);
  glReadBuffer(GL_NONE);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void ShadowMap::resize(int texels) {
  texels_ = texels;
  glBindTexture(GL_TEXTURE_2D, depth_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, texels, texels, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, nullptr);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void ShadowMap::beginPass(int texels) {
  if (texels != texels_) resize(texels);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glViewport(0, 0, texels_, texels_);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LESS);
  glEnable(GL_DEPTH_CLAMP);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.5f, 4.0f);
}

void ShadowMap::clear() const { glClear(GL_DEPTH_BUFFER_BIT); }

void ShadowMap::endPass() const {
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDisable(GL_DEPTH_CLAMP);
}

void ShadowMap::bindForReading(unsigned int unit, unsigned int depthUnit) const {
  glActiveTexture(GL_TEXTURE0 + depthUnit);
  glBindTexture(GL_TEXTURE_2D, depth_.id());
  glBindSampler(depthUnit, 0);
  glActiveTexture(GL_TEXTURE0 + unit);
  glBindTexture(GL_TEXTURE_2D, depth_.id());
  glBindSampler(unit, sampler_.id());
}

}  // namespace app
