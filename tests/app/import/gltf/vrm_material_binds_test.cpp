// VRM expressions that change materials.
#include "app/import/gltf/gltf_vrm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/import/import_model.h"
#include "app/profile/frame_profiler.h"
#include "app/record/png.h"
#include "app/session/session.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/opened_model.h"

namespace app::test {
namespace {

using nlohmann::json;

/// A face with one morph target; its skin has a texture that lies somewhere else than usual.
GltfBuilder blushing() {
  GltfBuilder builder;
  const int mesh = builder.addTriangle();
  json& primitive = builder.json["meshes"][0]["primitives"][0];
  primitive["material"] = 0;
  primitive["targets"].push_back({{"POSITION", builder.add<float>({0, 0, 1, 0, 0, 2, 0, 0, 3}, "VEC3")}});
  builder.addNode({{"name", "face"}, {"mesh", mesh}});
  const auto png = pngBytes({1, 1, std::vector<std::uint8_t>{255, 128, 64, 255}});
  builder.addTo("images", {{"bufferView", builder.addView(*png)}, {"mimeType", "image/png"}});
  builder.addTo("textures", {{"source", 0}});
  const json transform = {{"KHR_texture_transform", {{"offset", {0.25, 0}}, {"scale", {0.5, 1}}}}};
  builder.addTo(
      "materials",
      {{"name", "skin"},
       {"pbrMetallicRoughness",
        {{"baseColorFactor", {1, 0.5, 0.25, 1}}, {"baseColorTexture", {{"index", 0}, {"extensions", transform}}}}}});
  return builder;
}

Model openedFace(const GltfBuilder& builder) { return ::test::openedModel("face.vrm", builder.gltf()); }

/// Holds the first expression at `strength` and returns the values of the pose.
std::vector<float> heldAt(const Model& model, double strength) {
  Session session(model);
  EXPECT_TRUE(session.apply(HoldExpression{0, strength}));
  FrameProfiler profiler;
  session.advance(0.1, profiler);
  return session.pose().morphWeights;
}

std::string ignoredOf(const Model& model) {
  std::string all;
  for (const ReportLine& line : model.report.lines)
    if (line.location.starts_with("expression")) all += line.location + ": " + line.what + "; ";
  return all;
}

void expectNear(const std::vector<float>& values, const std::vector<float>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-6) << i;
}

TEST(VrmMaterialBinds, OfVersion1ChangeColorsInProportion) {
  GltfBuilder builder = blushing();
  json& blush = builder.json["extensions"]["VRMC_vrm"]["expressions"]["custom"]["blush"];
  blush["materialColorBinds"] = {{{"material", 0}, {"type", "color"}, {"targetValue", {1, 0, 0.25, 0.5}}},
                                 {{"material", 0}, {"type", "rimColor"}, {"targetValue", {1, 0, 0, 1}}},
                                 {{"material", 5}, {"type", "color"}, {"targetValue", {1, 0, 0, 1}}}};
  const Model model = openedFace(builder);
  ASSERT_EQ(model.expressions.size(), 1u) << "although it moves no morph target";
  EXPECT_EQ(model.expressions[0].binds.size(), 2u) << "green and alpha; the others stay";
  expectNear(model.restMorphWeights, {0, 1, 0.5f, 0.25f, 1});
  expectNear(heldAt(model, 1), {0, 1, 0, 0.25f, 0.5f});
  expectNear(heldAt(model, 0.25), {0, 1, 0.375f, 0.25f, 0.875f});
  expectNear(heldAt(model, 0), model.restMorphWeights);
  EXPECT_EQ(ignoredOf(model),
            "expression 'blush': it changes a material's 'rimColor', which is not supported; "
            "expression 'blush': expression: material 5 does not exist (there are 1); ");
}

TEST(VrmMaterialBinds, OfVersion1MoveAllTexturesOfAMaterial) {
  GltfBuilder builder = blushing();
  builder.json["materials"][0]["emissiveTexture"] = {{"index", 0}};
  json& look = builder.json["extensions"]["VRMC_vrm"]["expressions"]["preset"]["lookUp"];
  look["textureTransformBinds"] = {{{"material", 0}, {"offset", {0.25, 0.5}}}};
  look["morphTargetBinds"] = {{{"node", 0}, {"index", 0}, {"weight", 0.5}}};
  const Model model = openedFace(builder);
  ASSERT_EQ(model.materialValues.size(), 3u);
  EXPECT_EQ(model.materialValues[0], (MaterialValue{0, MaterialProperty::UvScale, 0, 1})) << "to its default, 1";
  EXPECT_EQ(model.materialValues[1], (MaterialValue{0, MaterialProperty::UvOffset, 0, 3}));
  EXPECT_EQ(model.materialValues[2], (MaterialValue{0, MaterialProperty::UvOffset, 4, 5}));
  expectNear(heldAt(model, 1), {0.5f, 1, 1, 0.25f, 0.5f, 0.25f, 0.5f});
  expectNear(heldAt(model, 0.5), {0.25f, 0.75f, 1, 0.25f, 0.25f, 0.125f, 0.25f});
}

// Colors are sRGB, texture coordinates go up, and the material is known by its name (UniVRM's migration to 1.0).
TEST(VrmMaterialBinds, OfVersion0AreConverted) {
  GltfBuilder builder = blushing();
  const auto value = [](const char* material, const char* property, const json& target) {
    return json{{"materialName", material}, {"propertyName", property}, {"targetValue", target}};
  };
  builder.json["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"] = {
      {{"name", "Blush"},
       {"materialValues",
        {value("skin", "_Color", {1, 0.5, 0.25, 1}), value("skin", "_MainTex_ST", {0.5, 0.25, 0.125, 0.0625}),
         value("hair", "_Color", {1, 0, 0, 1}), value("skin", "_RimColor", {1, 0, 0, 1})}}}};
  const Model model = openedFace(builder);
  const auto linear = [](float srgb) { return std::pow((srgb + 0.055f) / 1.055f, 2.4f); };
  expectNear(heldAt(model, 1), {0, 1, linear(0.5f), linear(0.25f), 1, 0.5f, 0.25f, 0.125f, 1 - 0.0625f - 0.25f});
  EXPECT_EQ(ignoredOf(model),
            "expression 'Blush': there is no material 'hair'; "
            "expression 'Blush': it changes a material's '_RimColor', which is not supported; ");
}

TEST(VrmMaterialBinds, ColorsHaveThreeOrFourNumbers) {
  const auto ignored = [](const json& numbers) {
    GltfBuilder builder = blushing();
    builder.json["extensions"]["VRMC_vrm"]["expressions"]["custom"]["blush"]["materialColorBinds"] = {
        {{"material", 0}, {"type", "color"}, {"targetValue", numbers}}};
    return ignoredOf(openedFace(builder));
  };
  EXPECT_EQ(ignored({1, 0, 0}), "");
  EXPECT_EQ(ignored({1, 0, 0, 1}), "");
  EXPECT_EQ(ignored({1, 0}), "expression 'blush': its color has 2 numbers; 4 are needed; ");
  EXPECT_EQ(ignored({1, 0, 0, 1, 1}), "expression 'blush': its color has 5 numbers; 4 are needed; ");
}

TEST(VrmMaterialBinds, OfVersion0MoveOneAxisAlone) {
  GltfBuilder builder = blushing();
  const auto group = [](const char* property) {
    return json{{"name", property},
                {"materialValues",
                 {{{"materialName", "skin"}, {"propertyName", property}, {"targetValue", {2, 3, 0.5, 0.125}}}}}};
  };
  auto& groups = builder.json["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"];
  groups = {group("_MainTex_ST_S")};
  expectNear(heldAt(openedFace(builder), 1), {0, 2, 1, 0.5f, 0});
  groups = {group("_MainTex_ST_T")};
  expectNear(heldAt(openedFace(builder), 1), {0, 0.5f, 3, 0.25f, 1 - 0.125f - 3});
}

TEST(VrmMaterialBinds, AreLimited) {
  GltfBuilder builder = blushing();
  for (int i = 0; i < 1'000; ++i) builder.addTo("materials", {{"name", "twin"}});
  json values = json::array();
  for (int i = 0; i < 1'000; ++i)
    values.push_back({{"materialName", "twin"}, {"propertyName", "_Color"}, {"targetValue", {1, 1, 1, 0.5}}});
  builder.json["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"] = {
      {{"name", "All"}, {"materialValues", values}}};
  const Model model = openedFace(builder);
  EXPECT_EQ(model.materialValues.size(), 1'000u);
  EXPECT_EQ(model.expressions.at(0).binds.size(), 99'900u) << "the hundred entries count, too";
  EXPECT_EQ(ignoredOf(model), "expression 'All': the expressions have more than 100000 material changes; ");
}

// Also where nothing is changed: these materials have no textures.
TEST(VrmMaterialBinds, AreLimitedByTheMaterialsThatTheyName) {
  GltfBuilder builder = blushing();
  for (int i = 0; i < 1'000; ++i) builder.addTo("materials", {{"name", "twin"}});
  const json twins = {{"materialName", "twin"}, {"propertyName", "_MainTex_ST"}, {"targetValue", {2, 2, 0, 0}}};
  const json unnamed = {{"propertyName", "_MainTex_ST"}, {"targetValue", {2, 2, 0, 0}}};
  builder.json["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"] = {
      {{"name", "All"}, {"materialValues", json(101, twins)}}, {{"name", "None"}, {"materialValues", {unnamed}}}};
  EXPECT_EQ(ignoredOf(openedFace(builder)),
            "expression 'All': the expressions have more than 100000 material changes; ");
  builder.json["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"].erase(0);
  EXPECT_EQ(ignoredOf(openedFace(builder)), "expression 'None': it changes a material, but does not say which; ");
}

TEST(VrmMaterialBinds, LeaveOutNumbersThatCannotBeHeld) {
  GltfBuilder builder = blushing();
  json& sun = builder.json["extensions"]["VRMC_vrm"]["expressions"]["custom"]["sun"];
  sun["materialColorBinds"] = {{{"material", 0}, {"type", "emissionColor"}, {"targetValue", {1e6, 0, 0, 1}}},
                               {{"type", "color"}},
                               {{"material", 0}, {"type", "color"}},
                               {{"material", 0}, {"type", "color"}, {"targetValue", {1}}},
                               {{"material", 0}, {"type", "shadeColor"}, {"targetValue", {1, 0, 0, 1}}},
                               {{"material", 0}, {"type", "color"}, {"targetValue", {"red"}}}};
  sun["textureTransformBinds"] = 7;
  const Model model = openedFace(builder);
  EXPECT_TRUE(model.expressions.empty());
  EXPECT_TRUE(model.materialValues.empty());
  EXPECT_EQ(ignoredOf(model),
            "expression 'sun': it sets a material value above 100 in magnitude; "
            "expression 'sun': it changes a material, but does not say which; "
            "expression 'sun': its color has 0 numbers; 4 are needed; "
            "expression 'sun': its color has 1 numbers; 4 are needed; "
            "expression 'sun': it changes the shade color of 'skin', which such a surface does not show; "
            "expression 'sun': expression: targetValue should be a number, not \"red\"; ");
}

}  // namespace
}  // namespace app::test
