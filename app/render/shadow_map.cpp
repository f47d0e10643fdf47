#include "app/render/shadow_map.h"

#include <array>
#include <cmath>

#include <glad/gl.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace app {

ShadowFit fitShadow(std::span<const glm::vec4> casters, const glm::vec3& sun, int mapSize, float previousRadius) {
  ShadowFit fit;
  glm::vec3 low(INFINITY);
  glm::vec3 high(-INFINITY);
  for (const glm::vec4& caster : casters) {
    low = glm::min(low, glm::vec3(caster) - caster.w);
    high = glm::max(high, glm::vec3(caster) + caster.w);
  }
  const float extent = glm::length(high - low) * 0.5f;
  const float sunLength = glm::length(sun);
  if (casters.empty() || !std::isfinite(extent) || !(extent > 0) || !(sunLength > 0)) return fit;

  fit.empty = false;
  fit.center = (low + high) * 0.5f;
  const bool stillFits = extent <= previousRadius && previousRadius < 1.5f * extent;
  const float radius = stillFits ? previousRadius : std::exp2(std::ceil(std::log2(extent) * 4.0f) / 4.0f);
  fit.radius = radius;
  fit.texelSize = 2.0f * radius / static_cast<float>(mapSize);

  const glm::vec3 toward = sun / sunLength;
  const glm::vec3 up = std::abs(toward.y) > 0.99f ? glm::vec3(0, 0, 1) : glm::vec3(0, 1, 0);
  const glm::mat4 lightView = glm::lookAt(glm::vec3(0.0f), -toward, up);
  const glm::vec3 inLight(lightView * glm::vec4(fit.center, 1.0f));
  const glm::vec3 snapped(std::round(inLight.x / fit.texelSize) * fit.texelSize,
                          std::round(inLight.y / fit.texelSize) * fit.texelSize, inLight.z);
  const glm::mat4 box = glm::ortho(snapped.x - radius, snapped.x + radius, snapped.y - radius, snapped.y + radius,
                                   -snapped.z - radius, -snapped.z + radius);
  fit.clipFromWorld = box * lightView;
  const glm::mat4 toTexture =
      glm::translate(glm::mat4(1.0f), glm::vec3(0.5f)) * glm::scale(glm::mat4(1.0f), glm::vec3(0.5f));
  fit.textureFromWorld = toTexture * fit.clipFromWorld;
  return fit;
}

glm::vec4 shadowOnFloor(std::span<const glm::vec4> casters, const glm::vec3& sun, float floorHeight) {
  const float slope = glm::length(sun) > 0 ? sun.y / glm::length(sun) : 0.0f;
  if (casters.empty() || slope < 0.02f) return glm::vec4(0.0f);
  glm::vec4 reach(INFINITY, INFINITY, -INFINITY, -INFINITY);
  for (const glm::vec4& caster : casters) {
    const float along = (caster.y - floorHeight) / sun.y;
    const glm::vec2 position(caster.x - sun.x * along, caster.z - sun.z * along);
    const float stretched = caster.w / slope;
    reach = glm::vec4(glm::min(glm::vec2(reach), position - stretched),
                      glm::max(glm::vec2(reach.z, reach.w), position + stretched));
  }
  return reach;
}

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
