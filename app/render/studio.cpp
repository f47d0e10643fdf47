#include "app/render/studio.h"

#include <algorithm>
#include <cmath>

#include <glad/gl.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

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

namespace {

/// A rectangle of light one meter away.
struct LightBox {
  glm::vec3 toward;  // its center, unit length
  glm::vec3 right;
  glm::vec3 up;
  glm::vec2 half;  // meters
  glm::vec3 radiance;
};

LightBox boxAt(const glm::vec3& position, glm::vec2 half, const glm::vec3& radiance) {
  const glm::vec3 toward = glm::normalize(position);
  const glm::vec3 side =
      std::abs(toward.y) > 0.95f ? glm::vec3(1, 0, 0) : glm::normalize(glm::cross(glm::vec3(0, 1, 0), toward));
  return {toward, side, glm::cross(toward, side), half, radiance};
}

// 1 inside, 0 outside, with a soft edge.
float within(float position, float half) {
  constexpr float kEdge = 0.12f;
  return 1.0f - glm::smoothstep(half - kEdge, half + kEdge, std::abs(position));
}

glm::vec3 lightFrom(const LightBox& box, const glm::vec3& direction) {
  const float ahead = glm::dot(direction, box.toward);
  if (ahead < 0.05f) return glm::vec3(0.0f);
  const float x = glm::dot(direction, box.right) / ahead;
  const float y = glm::dot(direction, box.up) / ahead;
  return box.radiance * (within(x, box.half.x) * within(y, box.half.y));
}

}  // namespace

glm::vec3 studioRadiance(const glm::vec3& direction) {
  static const LightBox kBoxes[] = {
      boxAt({0.05f, 1.0f, 0.0f}, {0.85f, 0.55f}, glm::vec3(0.66f, 0.67f, 0.69f)),     // above
      boxAt({-0.62f, 0.62f, 1.00f}, {0.42f, 0.42f}, glm::vec3(1.00f, 0.96f, 0.90f)),  // a window, on the sun's side
      boxAt({1.0f, 0.22f, 0.25f}, {0.16f, 0.75f}, glm::vec3(0.72f, 0.80f, 0.92f)),    // upright, cool
      boxAt({0.75f, 0.25f, -0.85f}, {0.18f, 0.80f}, glm::vec3(0.74f, 0.80f, 0.90f)),  // upright, behind
      boxAt({-0.70f, 0.30f, -0.90f}, {0.18f, 0.80f}, glm::vec3(0.78f, 0.78f, 0.82f)),
  };
  const glm::vec3 kFloor(0.125f, 0.119f, 0.112f);
  const glm::vec3 kWall(0.250f, 0.260f, 0.278f);
  const glm::vec3 kCeiling(0.130f, 0.137f, 0.150f);
  glm::vec3 light = glm::mix(kWall, kCeiling, glm::smoothstep(0.05f, 0.85f, direction.y));
  light = glm::mix(kFloor, light, glm::smoothstep(-0.16f, 0.06f, direction.y));
  for (const LightBox& box : kBoxes) light += lightFrom(box, direction);
  return light;
}

}  // namespace app
