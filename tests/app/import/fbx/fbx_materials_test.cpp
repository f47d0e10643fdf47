// Materials and textures of hand-written FBX files.
#include "app/import/fbx/fbx_materials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "tests/support/fbx_text.h"
#include "tests/support/opened_model.h"
#include "tests/support/posed_joints.h"

namespace app {
namespace {

using ::test::expectNear;
using ::test::FbxText;
using ::test::openedModel;
using testing::IsEmpty;

/// One pixel.
constexpr const char* kPng =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

std::string number(const std::string& name, double value) {
  return "P: \"" + name + "\", \"Number\", \"\", \"A\"," + std::to_string(value) + "\n";
}
std::string color(const std::string& name, double r, double g, double b) {
  return "P: \"" + name + "\", \"Color\", \"\", \"A\"," + std::to_string(r) + "," + std::to_string(g) + "," +
         std::to_string(b) + "\n";
}

/// A mesh whose material 30 has these properties. `before`: other records.
FbxText withMaterial(const std::string& properties, const std::string& shadingModel = "phong") {
  FbxText fbx;
  fbx.model(10, "Body", "Mesh").connect(10, 0).twoTriangles(20, "Body").connect(20, 10);
  fbx.add("Material", 30, "Skin", "", "ShadingModel: \"" + shadingModel + "\"\nProperties70: {\n" + properties + "}")
      .connect(30, 10);
  return fbx;
}

Material materialOf(const std::string& text) {
  const Model model = openedModel("a.fbx", text);
  for (const Material& material : model.materials)
    if (material.name == "Skin") return material;
  ADD_FAILURE() << "there is no such material";
  return {};
}
Material materialOf(const FbxText& fbx) { return materialOf(fbx.text()); }

float linear(float srgb) { return std::pow((srgb + 0.055f) / 1.055f, 2.4f); }

FbxText& addTexture(FbxText& fbx, int id, const std::string& path, const std::string& property, int material = 30) {
  fbx.add("Texture", id, "Map", "", "RelativeFilename: \"" + path + "\"");
  return fbx.connect(id, material, property);
}

FbxText& addVideo(FbxText& fbx, int id, const std::string& path, const std::string& content) {
  return fbx.add("Video", id, "Clip", "Clip", "RelativeFilename: \"" + path + "\"\nContent: ,\n" + content);
}

TEST(FbxMaterials, ScaleColorsByTheirFactors) {
  const Material material = materialOf(withMaterial(color("DiffuseColor", 1, 0.5, 0.25) + number("DiffuseFactor", 0.8) +
                                                    color("EmissiveColor", 0, 1, 3) + number("EmissiveFactor", 0.5)));
  EXPECT_NEAR(material.baseColor.r, linear(0.8f), 1e-4f);
  EXPECT_NEAR(material.baseColor.g, linear(0.4f), 1e-4f);
  EXPECT_NEAR(material.emissive.g, linear(0.5f), 1e-4f);
  EXPECT_NEAR(material.emissive.b, 1, 1e-6f) << "clamped";
  EXPECT_EQ(material.metallic, 0);
  EXPECT_FLOAT_EQ(material.roughness, 0.6f);
  EXPECT_EQ(material.alphaMode, AlphaMode::Opaque);
  EXPECT_TRUE(material.doubleSided) << "as modeling programs show it";
  EXPECT_FALSE(material.unlit);
}

TEST(FbxMaterials, AreGrayWithoutAColor) { EXPECT_NEAR(materialOf(withMaterial("")).baseColor.g, linear(0.8f), 1e-4f); }

TEST(FbxMaterials, OfBlenderHaveLinearColors) {
  const std::string fbx = withMaterial(color("DiffuseColor", 0.5, 0.25, 0) + color("EmissiveColor", 0.1, 0, 0)).text();
  const auto by = [&](const std::string& creator) {
    return materialOf("FBXHeaderExtension: {\nCreator: \"" + creator + "\"\n}\n" + fbx);
  };
  expectNear(glm::vec3(by("Blender (stable FBX IO) - 4.1.0").baseColor), {0.5, 0.25, 0}, 1e-6f);
  expectNear(by("Blender (stable FBX IO) - 4.1.0").emissive, {0.1, 0, 0}, 1e-6f);
  expectNear(glm::vec3(by("FBX SDK/FBX Plugins version 2020.2").baseColor), {linear(0.5f), linear(0.25f), 0}, 1e-4f);
}

TEST(FbxMaterials, AreOneSidedWhereTheNodeHidesBackFaces) {
  FbxText fbx;
  for (const int i : {0, 1}) {
    const std::string name = i == 0 ? "Shell" : "Plane";
    fbx.add("Model", 10 + i, name, "Mesh",
            i == 0 ? "Version: 232\nCulling: \"CullingOnCCW\"" : "Culling: \"CullingOff\"");
    fbx.connect(10 + i, 0).twoTriangles(20 + i, name).connect(20 + i, 10 + i);
    fbx.material(30 + i, name).connect(30 + i, 10 + i);
  }
  const Model model = openedModel("a.fbx", fbx.text());
  const auto isDoubleSided = [&](std::string_view name) {
    const auto found = std::ranges::find(model.materials, name, &Material::name);
    EXPECT_NE(found, model.materials.end()) << name;
    return found != model.materials.end() && found->doubleSided;
  };
  EXPECT_FALSE(isDoubleSided("Shell"));
  EXPECT_TRUE(isDoubleSided("Plane"));
}

TEST(FbxMaterials, HaveTheDefaultsOfTheirShadingModel) {
  const std::string definitions =
      "Definitions: {\nObjectType: \"Material\" {\nPropertyTemplate: \"FbxSurfacePhong\" {\nProperties70: {\n" +
      number("ShininessExponent", 25) + "}\n}\n}\n}\n";
  EXPECT_FLOAT_EQ(materialOf(definitions + withMaterial("", "Phong").text()).roughness, 0.5f);
  EXPECT_FLOAT_EQ(materialOf(definitions + withMaterial("", "lambert").text()).roughness, 0.6f);
  EXPECT_FLOAT_EQ(materialOf(definitions + withMaterial("", "unknown").text()).roughness, 0.6f);
  EXPECT_FLOAT_EQ(materialOf(definitions + withMaterial(number("ShininessExponent", 4)).text()).roughness, 0.8f);
}

TEST(FbxMaterials, HaveAnOpacityOrATransparentColor) {
  const auto check = [](const std::string& properties, float opacity) {
    const Material material = materialOf(withMaterial(properties));
    EXPECT_NEAR(material.baseColor.a, opacity, 1e-6f) << properties;
    EXPECT_EQ(material.alphaMode, opacity < 1 ? AlphaMode::Blend : AlphaMode::Opaque) << properties;
  };
  check(number("Opacity", 0.25) + color("TransparentColor", 1, 1, 1), 0.25f);
  check(number("Opacity", 0), 1);  // it would be invisible
  check(number("TransparencyFactor", 1), 1);
  check(color("TransparentColor", 0.9, 0.6, 0), 0.5f);
  check(color("TransparentColor", 1, 1, 1) + number("TransparencyFactor", 0.75), 0.25f);
}

TEST(FbxMaterials, OfStingrayHaveTheirOwnProperties) {
  const Material material = materialOf(withMaterial(color("Maya|base_color", 1, 0, 0) + color("DiffuseColor", 0, 1, 0) +
                                                    number("Maya|roughness", 0.3) + number("ShininessExponent", 25) +
                                                    number("Maya|metallic", 7) + color("Maya|emissive", 0, 0, 1)));
  expectNear(glm::vec3(material.baseColor), {1, 0, 0}, 1e-6f);
  EXPECT_FLOAT_EQ(material.roughness, 0.3f);
  EXPECT_EQ(material.metallic, 1);
  expectNear(material.emissive, {0, 0, 1}, 1e-6f);
}

TEST(FbxMaterials, UseTheColorMapsOfPhysicalMaterials) {
  for (const std::string property : {"Maya|baseColor", "Maya|TEX_color_map", "3dsMax|Parameters|base_color_map"}) {
    FbxText fbx = withMaterial(color("DiffuseColor", 0.1, 0.2, 0.3), "unknown");
    addTexture(fbx, 40, "skin.png", property);
    addVideo(fbx, 41, "skin.png", std::string("\"") + kPng + "\"").connect(41, 40);
    const Material material = materialOf(fbx);
    EXPECT_EQ(material.baseColorTexture.image, 0) << property;
    EXPECT_EQ(glm::vec3(material.baseColor), glm::vec3(1)) << "it replaces the color";
  }
  FbxText fbx = withMaterial(number("Maya|use_color_map", 0));
  EXPECT_EQ(materialOf(addTexture(fbx, 40, "skin.png", "Maya|TEX_color_map")).baseColorTexture.image, -1);
}

TEST(FbxMaterials, HaveEmbeddedTextures) {
  FbxText fbx = withMaterial(color("DiffuseColor", 0.588, 0.588, 0.588));  // the default of 3ds Max
  addTexture(fbx, 40, "art\\skin.png", "DiffuseColor");
  addVideo(fbx, 41, "art\\skin.png", std::string("\"") + kPng + "\"").connect(41, 40);
  addTexture(fbx, 42, "bumps.png", "NormalMap");  // this image is elsewhere, in two pieces
  const std::string png = kPng;
  addVideo(fbx, 43, "C:/other/bumps.png", '"' + png.substr(0, 40) + "\", \"" + png.substr(40) + '"');
  const Model model = openedModel("a.fbx", fbx.text());
  ASSERT_EQ(model.images.size(), 2u);
  EXPECT_EQ(model.images[0].name, "art\\skin.png");
  for (const Image& image : model.images) EXPECT_EQ(image.width * image.height, 1);
  for (const ReportLine& line : model.report.lines) EXPECT_NE(line.kind, Finding::Lost) << line.what;
  const Material material = materialOf(fbx);
  EXPECT_EQ(material.baseColorTexture.image, 0);
  EXPECT_EQ(glm::vec3(material.baseColor), glm::vec3(1)) << "the texture replaces the color";
  EXPECT_EQ(material.normalTexture.image, 1);
}

TEST(FbxMaterials, SayWhatEmbeddedTexturesAreDamaged) {
  FbxText fbx = withMaterial("");
  addTexture(fbx, 40, "skin.png", "DiffuseColor");
  addVideo(fbx, 41, "skin.png", "\"not base64!\"").connect(41, 40);
  const Model model = openedModel("a.fbx", fbx.text());
  ASSERT_FALSE(model.report.lines.empty());
  EXPECT_EQ(model.report.lines[0].kind, Finding::Lost);
  EXPECT_EQ(model.report.lines[0].location, "image 'skin.png' of material 'Skin'");
}

TEST(FbxMaterials, TakeTheFirstTextureOfALayeredOne) {
  FbxText fbx = withMaterial("");
  fbx.add("LayeredTexture", 39, "Layers", "").connect(39, 30, "DiffuseColor");
  fbx.add("Texture", 40, "Map", "", "RelativeFilename: \"skin.png\"").connect(40, 39);
  addVideo(fbx, 41, "skin.png", std::string("\"") + kPng + "\"").connect(41, 40);
  EXPECT_EQ(materialOf(fbx).baseColorTexture.image, 0);
}

TEST(FbxMaterials, AreCutOutWhereTheColorTextureIsTheOpacity) {
  FbxText fbx = withMaterial("");
  addTexture(fbx, 40, "leaf.png", "DiffuseColor");
  addVideo(fbx, 41, "leaf.png", std::string("\"") + kPng + "\"").connect(41, 40);
  EXPECT_EQ(materialOf(fbx).alphaMode, AlphaMode::Opaque);
  FbxText other = fbx, same = fbx;
  EXPECT_EQ(materialOf(addTexture(other, 42, "holes.png", "TransparentColor")).alphaMode, AlphaMode::Opaque);
  EXPECT_EQ(materialOf(addTexture(same, 42, "leaf.png", "TransparencyFactor")).alphaMode, AlphaMode::Mask);
}

}  // namespace
}  // namespace app
