#include "app/import/gltf/spec_gloss.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/color_space.hpp>

namespace app {
namespace {

constexpr float kDielectric = 0.04f;  // specular reflectance of dielectrics (F0)
constexpr float kEpsilon = 1e-6f;

float brightness(const glm::vec3& color) {
  return std::sqrt(glm::dot(color * color, glm::vec3(0.299f, 0.587f, 0.114f)));
}

float metallicOf(float diffuse, float specular, float notReflected) {
  if (specular < kDielectric) return 0;
  const float b = diffuse * notReflected / (1 - kDielectric) + specular - 2 * kDielectric;
  const float c = kDielectric - specular;
  const float root = std::sqrt(std::max(b * b - 4 * kDielectric * c, 0.0f));
  return std::clamp((root - b) / (2 * kDielectric), 0.0f, 1.0f);
}

constexpr std::size_t kSteps = 4096;  // of the table back to sRGB

struct SrgbTables {
  std::array<float, 256> linear{};
  std::array<std::uint8_t, kSteps + 1> srgb{};

  SrgbTables() {
    for (std::size_t i = 0; i < linear.size(); ++i)
      linear[i] = glm::convertSRGBToLinear(glm::vec3(static_cast<float>(i) / 255)).x;
    for (std::size_t i = 0; i < srgb.size(); ++i)
      srgb[i] = static_cast<std::uint8_t>(
          std::lround(255 * glm::convertLinearToSRGB(glm::vec3(static_cast<float>(i) / kSteps)).x));
  }
  std::uint8_t encode(float value) const {
    return srgb[static_cast<std::size_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * kSteps))];
  }
};

std::uint8_t byteOf(float value) { return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255)); }

/// The texel of an image at (x, y) of `width` * `height`; white without one.
glm::vec4 texel(const SrgbTables& tables, const Image* image, int x, int y, int width, int height) {
  if (image == nullptr || image->rgba.empty()) return glm::vec4(1);
  const auto column =
      static_cast<std::size_t>(x) * static_cast<std::size_t>(image->width) / static_cast<std::size_t>(width);
  const auto row =
      static_cast<std::size_t>(y) * static_cast<std::size_t>(image->height) / static_cast<std::size_t>(height);
  const std::uint8_t* rgba = image->rgba.data() + 4 * (row * static_cast<std::size_t>(image->width) + column);
  return {tables.linear[rgba[0]], tables.linear[rgba[1]], tables.linear[rgba[2]], static_cast<float>(rgba[3]) / 255};
}

}  // namespace

MetalRough metalRoughOf(const SpecGloss& surface) {
  const glm::vec3 diffuse(surface.diffuse);
  const float notReflected = 1 - std::max({surface.specular.x, surface.specular.y, surface.specular.z});
  const float metallic = metallicOf(brightness(diffuse), brightness(surface.specular), notReflected);
  const glm::vec3 fromDiffuse = diffuse * (notReflected / (1 - kDielectric) / std::max(1 - metallic, kEpsilon));
  const glm::vec3 fromSpecular = (surface.specular - kDielectric * (1 - metallic)) / std::max(metallic, kEpsilon);
  const glm::vec3 color = glm::clamp(glm::mix(fromDiffuse, fromSpecular, metallic * metallic), 0.0f, 1.0f);
  return {.baseColor = glm::vec4(color, surface.diffuse.a), .metallic = metallic, .roughness = 1 - surface.glossiness};
}

ImageSize metalRoughSize(const Image* diffuse, const Image* specularGlossiness) {
  const auto side = [&](int Image::*which) {
    return std::max(diffuse ? diffuse->*which : 1, specularGlossiness ? specularGlossiness->*which : 1);
  };
  return {side(&Image::width), side(&Image::height)};
}

MetalRoughImages metalRoughImages(const Image* diffuse, const Image* specularGlossiness, const SpecGloss& factors) {
  static const SrgbTables kTables;
  const ImageSize size = metalRoughSize(diffuse, specularGlossiness);
  const int width = size.width, height = size.height;
  MetalRoughImages result;
  result.baseColor = {.name = diffuse ? diffuse->name : "", .width = width, .height = height, .rgba = {}};
  result.metallicRoughness = {
      .name = specularGlossiness ? specularGlossiness->name : "", .width = width, .height = height, .rgba = {}};
  result.baseColor.rgba.resize(size.bytes());
  result.metallicRoughness.rgba.resize(size.bytes(), 255);
  std::uint8_t* color = result.baseColor.rgba.data();
  std::uint8_t* surface = result.metallicRoughness.rgba.data();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x, color += 4, surface += 4) {
      const glm::vec4 specGloss = texel(kTables, specularGlossiness, x, y, width, height);
      const MetalRough converted =
          metalRoughOf({.diffuse = factors.diffuse * texel(kTables, diffuse, x, y, width, height),
                        .specular = factors.specular * glm::vec3(specGloss),
                        .glossiness = factors.glossiness * specGloss.a});
      for (int k = 0; k < 3; ++k) color[k] = kTables.encode(converted.baseColor[k]);
      color[3] = byteOf(converted.baseColor.a);
      surface[1] = byteOf(converted.roughness);
      surface[2] = byteOf(converted.metallic);
    }
  return result;
}

}  // namespace app
