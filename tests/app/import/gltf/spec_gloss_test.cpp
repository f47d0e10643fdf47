#include "app/import/gltf/spec_gloss.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>
#include <glm/common.hpp>

namespace app {
namespace {

/// The other way around, as glTF defines a metallic-roughness surface: what it scatters and what it reflects.
SpecGloss reflectionOf(const MetalRough& surface) {
  const glm::vec3 color(surface.baseColor);
  const glm::vec3 specular = glm::mix(glm::vec3(0.04f), color, surface.metallic);
  const float most = std::max({specular.x, specular.y, specular.z});
  return {.diffuse = glm::vec4(color * (1 - 0.04f) * (1 - surface.metallic) / (1 - most), surface.baseColor.a),
          .specular = specular,
          .glossiness = 1 - surface.roughness};
}

TEST(SpecGloss, ComesBackForGrayMetallicRoughnessSurfaces) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> share(0, 0.95f);
  for (int i = 0; i < 200; ++i) {
    const MetalRough surface{.baseColor = glm::vec4(glm::vec3(0.04f + share(random) * 0.9f), 1),
                             .metallic = share(random),
                             .roughness = share(random)};
    const MetalRough back = metalRoughOf(reflectionOf(surface));
    EXPECT_NEAR(back.metallic, surface.metallic, 0.02f);
    EXPECT_NEAR(back.baseColor.x, surface.baseColor.x, 0.02f);
    EXPECT_NEAR(back.roughness, surface.roughness, 1e-6f);
  }
}

TEST(SpecGloss, OfPureMetalsAndPlasticsIsExact) {
  const MetalRough gold = metalRoughOf({.diffuse = {0, 0, 0, 1}, .specular = {1, 0.77f, 0.34f}, .glossiness = 0.9f});
  EXPECT_NEAR(gold.metallic, 1, 1e-5f);
  EXPECT_NEAR(gold.baseColor.y, 0.77f, 1e-5f);
  const MetalRough plastic = metalRoughOf({.diffuse = {0.5f, 0.25f, 0, 1}, .specular = glm::vec3(0.04f)});
  EXPECT_NEAR(plastic.metallic, 0, 1e-5f);
  EXPECT_NEAR(plastic.baseColor.x, 0.5f, 1e-5f);
  EXPECT_NEAR(plastic.baseColor.y, 0.25f, 1e-5f);
}

TEST(SpecGloss, ConvertsEachTexel) {
  const Image diffuse{.name = "d", .width = 2, .height = 1, .rgba = {255, 255, 255, 128, 0, 0, 0, 255}};
  const Image surface{
      .name = "s", .width = 2, .height = 2, .rgba = {0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0}};
  const MetalRoughImages made = metalRoughImages(&diffuse, &surface, {});
  ASSERT_EQ(made.baseColor.width, 2);
  ASSERT_EQ(made.baseColor.height, 2);
  const auto texel = [](const Image& image, std::size_t i, std::size_t k) { return int{image.rgba[4 * i + k]}; };
  EXPECT_EQ(texel(made.baseColor, 2, 3), 128) << "alpha is that of the diffuse texture";
  EXPECT_EQ(texel(made.metallicRoughness, 2, 1), 0);
  EXPECT_EQ(texel(made.metallicRoughness, 2, 2), 0) << "white plastic";
  EXPECT_EQ(texel(made.metallicRoughness, 3, 1), 255);
  EXPECT_EQ(texel(made.metallicRoughness, 3, 2), 255) << "red metal";
  EXPECT_EQ(texel(made.baseColor, 3, 0), 255);
}

}  // namespace
}  // namespace app
