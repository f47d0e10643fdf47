#include "app/render/studio.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include <glad/gl.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "app/fields/nth.h"

namespace app {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

// OpenGL 4.1, 3.8.10: the direction of a point on a face; u and v in -1..1.
glm::vec3 faceDirection(int face, float u, float v) {
  switch (face) {
    case 0:
      return {1, -v, -u};
    case 1:
      return {-1, -v, u};
    case 2:
      return {u, 1, v};
    case 3:
      return {u, -1, -v};
    case 4:
      return {u, -v, 1};
    default:
      return {-u, -v, -1};
  }
}

/// Calls visit(direction, solid angle) for each texel of a cube, in the order of LightProbe::levels.
template <class Visit>
void eachTexel(int size, Visit visit) {
  const float step = 2.0f / static_cast<float>(size);
  for (int face = 0; face < 6; ++face) {
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        const glm::vec3 point =
            faceDirection(face, (static_cast<float>(x) + 0.5f) * step - 1, (static_cast<float>(y) + 0.5f) * step - 1);
        const float squared = glm::dot(point, point);
        visit(point / std::sqrt(squared), step * step / (squared * std::sqrt(squared)));
      }
    }
  }
}

// Hammersley's points (Holger Dammertz, "Hammersley points on the hemisphere", 2012).
glm::vec2 hammersley(std::uint32_t index, std::uint32_t count) {
  std::uint32_t bits = index << 16 | index >> 16;
  bits = (bits & 0x55555555u) << 1 | (bits & 0xAAAAAAAAu) >> 1;
  bits = (bits & 0x33333333u) << 2 | (bits & 0xCCCCCCCCu) >> 2;
  bits = (bits & 0x0F0F0F0Fu) << 4 | (bits & 0xF0F0F0F0u) >> 4;
  bits = (bits & 0x00FF00FFu) << 8 | (bits & 0xFF00FF00u) >> 8;
  return {(static_cast<float>(index) + 0.5f) / static_cast<float>(count), static_cast<float>(bits) * 2.3283064e-10f};
}

// A half vector around +z, importance-sampled by GGX (Karis 2013).
glm::vec3 ggxHalfway(glm::vec2 point, float roughness) {
  const float a = roughness * roughness;
  const float cosine = std::sqrt((1 - point.y) / (1 + (a * a - 1) * point.y));
  const float sine = std::sqrt(std::max(0.0f, 1 - cosine * cosine));
  return {std::cos(2 * kPi * point.x) * sine, std::sin(2 * kPi * point.x) * sine, cosine};
}

std::array<glm::vec3, 9> irradianceOf(Radiance radiance) {
  // Band weights without pi (1, 2/3, 1/4) times the squared constants of the real harmonics.
  constexpr std::array<float, 9> kWeights = {0.0795775f, 0.1591549f, 0.1591549f, 0.1591549f, 0.2984155f,
                                             0.2984155f, 0.0248680f, 0.2984155f, 0.0746039f};
  std::array<glm::vec3, 9> sums{};
  eachTexel(32, [&](const glm::vec3& d, float solidAngle) {
    const glm::vec3 light = radiance(d) * solidAngle;
    const std::array<float, 9> basis = {
        1, d.y, d.z, d.x, d.x * d.y, d.y * d.z, 3 * d.z * d.z - 1, d.x * d.z, d.x * d.x - d.y * d.y};
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += light * (basis[i] * kWeights[i]);
  });
  return sums;
}

struct WeightedDirection {
  glm::vec3 direction;
  float weight;
};

// Directions of light around +z for a viewer at +z, with weights that sum to 1.
std::vector<WeightedDirection> lobe(float roughness, std::uint32_t count) {
  std::vector<WeightedDirection> directions;
  float sum = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const glm::vec3 halfway = ggxHalfway(hammersley(i, count), roughness);
    const glm::vec3 light = 2 * halfway.z * halfway - glm::vec3(0, 0, 1);
    if (light.z <= 0) continue;
    directions.push_back({light, light.z});
    sum += light.z;
  }
  for (WeightedDirection& each : directions) each.weight /= sum;
  return directions;
}

std::vector<glm::vec3> blurred(Radiance radiance, int size, const std::vector<WeightedDirection>& lobe) {
  std::vector<glm::vec3> texels;
  texels.reserve(static_cast<std::size_t>(6 * size * size));
  eachTexel(size, [&](const glm::vec3& normal, float) {
    const glm::vec3 tangent =
        glm::normalize(glm::cross(std::abs(normal.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0), normal));
    const glm::vec3 bitangent = glm::cross(normal, tangent);
    glm::vec3 sum(0.0f);
    for (const auto& [direction, weight] : lobe)
      sum += radiance(direction.x * tangent + direction.y * bitangent + direction.z * normal) * weight;
    texels.push_back(sum);
  });
  return texels;
}

/// The integral of sheenOf (shaders/light.glsl) times the cosine, over the hemisphere.
float sheenAlbedo(float roughness, float nDotV) {
  constexpr int kHeights = 16, kAngles = 12;  // equal areas; half the circle, the other half is the same
  const float sharpness = 1 / (roughness * roughness), sine = std::sqrt(1 - nDotV * nDotV);
  float sum = 0;
  for (int i = 0; i < kHeights; ++i) {
    const float nDotL = (static_cast<float>(i) + 0.5f) / kHeights, across = std::sqrt(1 - nDotL * nDotL);
    for (int k = 0; k < kAngles; ++k) {
      const float toward = across * sine * std::cos(kPi * (static_cast<float>(k) + 0.5f) / kAngles);
      const float up = nDotL + nDotV, cosineSquared = up * up / (2 + 2 * (nDotL * nDotV + toward));
      const float distribution = (2 + sharpness) * std::pow(std::max(1 - cosineSquared, 0.0f), 0.5f * sharpness);
      sum += distribution * nDotL / (4 * (nDotL + nDotV - nDotL * nDotV));
    }
  }
  return std::min(sum / (kHeights * kAngles), 1.0f);  // 2 pi of solid angle cancel the distribution's
}

}  // namespace

LightProbe makeLightProbe(Radiance radiance) {
  constexpr std::array<std::uint32_t, LightProbe::kLevels> kSamples = {1, 24, 48, 64, 128, 256};
  LightProbe probe;
  probe.irradiance = irradianceOf(radiance);
  for (int level = 0; level < LightProbe::kLevels; ++level) {
    const float roughness = static_cast<float>(level) / static_cast<float>(LightProbe::kLevels - 1);
    const std::uint32_t samples = nth(kSamples, level);
    const auto directions =
        level == 0 ? std::vector<WeightedDirection>{{glm::vec3(0, 0, 1), 1.0f}} : lobe(roughness, samples);
    nth(probe.levels, level) = blurred(radiance, LightProbe::kSize >> level, directions);
  }
  return probe;
}

std::vector<glm::vec3> reflectanceTable(int size) {
  constexpr std::uint32_t kSamples = 64;
  std::vector<glm::vec3> table;
  for (int row = 0; row < size; ++row) {
    const float roughness = (static_cast<float>(row) + 0.5f) / static_cast<float>(size);
    const float squared = roughness * roughness * roughness * roughness;  // of alpha
    std::array<glm::vec3, kSamples> halfways;
    for (std::uint32_t i = 0; i < kSamples; ++i) halfways[i] = ggxHalfway(hammersley(i, kSamples), roughness);
    for (int column = 0; column < size; ++column) {
      const float nDotV = (static_cast<float>(column) + 0.5f) / static_cast<float>(size);
      const glm::vec3 view(std::sqrt(1 - nDotV * nDotV), 0, nDotV);
      glm::vec2 sum(0.0f);
      for (const glm::vec3& halfway : halfways) {
        const float vDotH = std::max(glm::dot(view, halfway), 0.0f);
        const float nDotL = 2 * vDotH * halfway.z - nDotV;
        if (nDotL <= 0) continue;
        // Smith's height-correlated visibility (Heitz 2014) divided by the sampling density.
        const float visibility = 0.5f / (nDotL * std::sqrt(nDotV * nDotV * (1 - squared) + squared) +
                                         nDotV * std::sqrt(nDotL * nDotL * (1 - squared) + squared));
        const float weight = 4 * visibility * nDotL * vDotH / halfway.z;
        const float fresnel = std::pow(1 - vDotH, 5.0f);
        sum += glm::vec2(1 - fresnel, fresnel) * weight;
      }
      table.emplace_back(sum / static_cast<float>(kSamples), sheenAlbedo(roughness, nDotV));
    }
  }
  return table;
}

namespace {

constexpr int kTableSize = 32;

}  // namespace

StudioTextures::StudioTextures()
    : environment_(GlTexture::make()), reflectances_(GlTexture::make()), sampler_(GlSampler::make()) {
  const std::vector<glm::vec3> table = reflectanceTable(kTableSize);
  glBindTexture(GL_TEXTURE_2D, reflectances_.id());
  // Here and below, texels of 32 bits: software OpenGL loads each with one access instead of one per channel.
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB10_A2, kTableSize, kTableSize, 0, GL_RGB, GL_FLOAT, table.data());
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
    const glm::vec3* texels = nth(probe.levels, level).data();
    for (unsigned int face = 0; face < 6; ++face)
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, level, GL_RGB9_E5, size, size, 0, GL_RGB, GL_FLOAT,
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
