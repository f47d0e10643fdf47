#include "app/model/material.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace app {
namespace {

constexpr std::array kAll{
    MaterialProperty::BaseColor,          MaterialProperty::Metallic,          MaterialProperty::Roughness,
    MaterialProperty::Emissive,           MaterialProperty::EmissiveStrength,  MaterialProperty::AlphaCutoff,
    MaterialProperty::NormalScale,        MaterialProperty::OcclusionStrength, MaterialProperty::Clearcoat,
    MaterialProperty::ClearcoatRoughness, MaterialProperty::SheenColor,        MaterialProperty::SheenRoughness,
    MaterialProperty::ShadeColor,         MaterialProperty::UvOffset,          MaterialProperty::UvScale,
    MaterialProperty::UvRotation};

TEST(MaterialValue, EachHasFloatsOfItsOwn) {
  Material material;
  std::set<const float*> taken;
  for (const MaterialProperty property : kAll)
    for (int texture = 0; texture < (isOfTexture(property) ? 9 : 1); ++texture) {
      const auto components = componentsOf(material, property, texture);
      EXPECT_EQ(static_cast<int>(components.size()), sizeOf(property));
      for (const float& component : components) EXPECT_TRUE(taken.insert(&component).second);
    }
  EXPECT_EQ(taken.size(), 4u + 3 + 3 + 8 + 4 + 9 * 5);
}

TEST(MaterialValue, OfATextureBelongsToThatTexture) {
  Material material;
  setValue(material, {.property = MaterialProperty::UvScale, .texture = 2}, std::vector<float>{2, -3});
  EXPECT_EQ(material.normalTexture.scale, glm::vec2(2, -3));
  EXPECT_EQ(material.baseColorTexture.scale, glm::vec2(1));
}

TEST(MaterialValue, IsLimitedToWhatASurfaceCanHave) {
  Material material;
  const auto set = [&](MaterialProperty property, std::vector<float> values) {
    setValue(material, {.property = property}, values);
  };
  set(MaterialProperty::Metallic, {1.2f});
  EXPECT_EQ(material.metallic, 1);
  set(MaterialProperty::Roughness, {-0.2f});
  EXPECT_EQ(material.roughness, 0);
  set(MaterialProperty::Emissive, {-1, 0.5f, 20});
  EXPECT_EQ(material.emissive, glm::vec3(0, 0.5f, 20));
  set(MaterialProperty::NormalScale, {-1});
  EXPECT_EQ(material.normalScale, -1) << "turns it inside out";
  set(MaterialProperty::BaseColor, {std::nanf(""), 0.25f, 0.5f, 1});
  EXPECT_EQ(material.baseColor, glm::vec4(0, 0.25f, 0.5f, 1));
  set(MaterialProperty::UvRotation, {INFINITY});
  EXPECT_TRUE(std::isfinite(material.baseColorTexture.rotation));
}

}  // namespace
}  // namespace app
