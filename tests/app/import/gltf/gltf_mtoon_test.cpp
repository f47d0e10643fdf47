// The cel-shaded materials of VRM.
#include "app/import/gltf/gltf_materials.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"
#include "tests/app/import/built_document.h"

namespace app {
namespace {

using nlohmann::json;
using test::GltfBuilder;
using testing::HasSubstr;

Material readFirst(const GltfBuilder& builder, ImportReport* report = nullptr) {
  ImportReport own;
  ImportReport& filled = report ? *report : own;
  const GltfDocument document = test::inspect(builder, filled);
  return readMaterials(document, filled).materials.at(0);
}

GltfBuilder version1(const json& mtoon) {
  GltfBuilder builder;
  builder.addTo("materials", {{"extensions", {{"VRMC_materials_mtoon", mtoon}}}});
  return builder;
}

GltfBuilder version0(const json& properties) {
  GltfBuilder builder;
  builder.addTo("materials", {{"name", "skin"}});
  builder.json["extensions"]["VRM"]["materialProperties"] = json::array({properties});
  return builder;
}

std::string textOf(const ImportReport& report) {
  std::string text;
  for (const ReportLine& line : report.lines) text += line.location + ": " + line.what + "\n";
  return text;
}

/// How much of the light arrives where its direction and the normal have this cosine, by the formulas of the
/// specification of VRM 1.0.
float specifiedShading(float cosine, float toony, float shift) {
  return std::clamp((cosine + shift - (-1 + toony)) / ((1 - toony) - (-1 + toony)), 0.0f, 1.0f);
}

float shadingOf(const Material& material, float cosine) {
  return std::clamp((cosine - material.shadeRange.x) / (material.shadeRange.y - material.shadeRange.x), 0.0f, 1.0f);
}

TEST(GltfMToon, OfVersion1IsShadedAsSpecified) {
  const Material material = readFirst(version1({{"specVersion", "1.0"},
                                                {"shadeColorFactor", {0.5, 0.25, 0}},
                                                {"shadingToonyFactor", 0.7},
                                                {"shadingShiftFactor", -0.2}}));
  EXPECT_TRUE(material.toon);
  EXPECT_TRUE(material.unlit);
  EXPECT_EQ(material.shadeColor, glm::vec3(0.5f, 0.25f, 0));
  for (float cosine = -1; cosine <= 1; cosine += 0.125f)
    EXPECT_NEAR(shadingOf(material, cosine), specifiedShading(cosine, 0.7f, -0.2f), 1e-5f) << cosine;
}

TEST(GltfMToon, OfVersion1HasTheDefaultsOfItsSchema) {
  const Material material = readFirst(version1({{"specVersion", "1.0"}}));
  EXPECT_TRUE(material.toon);
  EXPECT_EQ(material.shadeColor, glm::vec3(1));
  EXPECT_NEAR(material.shadeRange.x, -0.1f, 1e-6f);
  EXPECT_NEAR(material.shadeRange.y, 0.1f, 1e-6f);
}

TEST(GltfMToon, OfVersion0HasColorsInSrgb) {
  const Material material = readFirst(version0({{"shader", "VRM/MToon"},
                                                {"floatProperties", {{"_ShadeToony", 0.5}, {"_ShadeShift", -0.25}}},
                                                {"vectorProperties", {{"_ShadeColor", {1, 0.5, 0, 1}}}}}));
  EXPECT_TRUE(material.toon);
  EXPECT_NEAR(material.shadeColor.r, 1, 1e-6f);
  EXPECT_NEAR(material.shadeColor.g, 0.21404f, 1e-4f);
  EXPECT_EQ(material.shadeColor.b, 0);
  EXPECT_FLOAT_EQ(material.shadeRange.x, -0.25f);
  EXPECT_FLOAT_EQ(material.shadeRange.y, 0.375f);  // halfway from 1 to the shift
}

// As in UniVRM.
TEST(GltfMToon, OfVersion0HasTheDefaultsOfItsShader) {
  const Material material = readFirst(version0({{"shader", "VRM/MToon"}}));
  EXPECT_TRUE(material.toon);
  EXPECT_NEAR(material.shadeRange.x, 0, 1e-6f);
  EXPECT_NEAR(material.shadeRange.y, 0.1f, 1e-6f);
}

TEST(GltfMToon, OtherMaterialsKeepTheirLight) {
  EXPECT_FALSE(readFirst(version0({{"shader", "VRM_USE_GLTFSHADER"}})).toon);
  GltfBuilder plain;
  plain.addTo("materials", {{"name", "plain"}});
  EXPECT_FALSE(readFirst(plain).unlit);
}

TEST(GltfMToon, SaysWhatIsLeftOut) {
  ImportReport report;
  readFirst(version0({{"shader", "VRM/MToon"},
                      {"floatProperties", {{"_OutlineWidthMode", 1}}},
                      {"textureProperties", {{"_MainTex", 0}, {"_ShadeTexture", 1}}}}),
            &report);
  EXPECT_THAT(textOf(report), HasSubstr("material 0, MToon: the texture of its shade"));
  EXPECT_THAT(textOf(report), HasSubstr("outlines"));
  ImportReport same;
  readFirst(version0({{"shader", "VRM/MToon"}, {"textureProperties", {{"_MainTex", 1}, {"_ShadeTexture", 1}}}}), &same);
  EXPECT_EQ(textOf(same), "") << "the shade has the texture of the color";
}

TEST(GltfMToon, RefusesAWrongTypeAndNamesItsLocation) {
  try {
    readFirst(version1({{"shadingToonyFactor", "high"}}));
    FAIL() << "it was accepted";
  } catch (const ImportError& error) {
    EXPECT_THAT(error.what(), HasSubstr("material 0, MToon"));
    EXPECT_THAT(error.what(), HasSubstr("shadingToonyFactor"));
  }
}

}  // namespace
}  // namespace app
