#include "app/import/gltf/gltf_materials.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <glm/common.hpp>

#include "app/import/file/import_error.h"
#include "app/record/png.h"
#include "tests/app/import/built_document.h"

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

namespace {

using test::GltfBuilder;

struct ReadMaterials {
  Materials materials;
  ImportReport report;
};

ReadMaterials readMaterials(const GltfBuilder& builder) {
  ReadMaterials result;
  const GltfDocument document = test::inspect(builder, result.report);
  result.materials = readMaterials(document, result.report);
  return result;
}

TEST(GltfMaterials, HaveTheGltfDefaults) {
  GltfBuilder builder;
  builder.addTo("materials", {{"name", "plain"}});
  const Material material = readMaterials(builder).materials.materials.at(0);
  EXPECT_EQ(material.name, "plain");
  EXPECT_EQ(material.metallic, 1.0f);
  EXPECT_EQ(material.alphaMode, AlphaMode::Opaque);
  EXPECT_EQ(material.baseColorTexture.image, -1);
}

TEST(GltfMaterials, ReadsFactorsAndExtensions) {
  GltfBuilder builder;
  builder.addTo("materials",
                {{"pbrMetallicRoughness",
                  {{"baseColorFactor", {1, 0.5, 0.25, 0.125}}, {"metallicFactor", 0}, {"roughnessFactor", 0.5}}},
                 {"emissiveFactor", {1, 0.5, 0}},
                 {"alphaMode", "MASK"},
                 {"alphaCutoff", 0.75},
                 {"doubleSided", true},
                 {"extensions",
                  {{"KHR_materials_emissive_strength", {{"emissiveStrength", 4}}},
                   {"KHR_materials_unlit", nlohmann::json::object()}}}});
  const Material material = readMaterials(builder).materials.materials.at(0);
  EXPECT_EQ(material.baseColor, glm::vec4(1, 0.5f, 0.25f, 0.125f));
  EXPECT_EQ(material.metallic, 0.0f);
  EXPECT_EQ(material.roughness, 0.5f);
  EXPECT_EQ(material.emissive * material.emissiveStrength, glm::vec3(4, 2, 0));
  EXPECT_EQ(material.alphaMode, AlphaMode::Mask);
  EXPECT_EQ(material.alphaCutoff, 0.75f);
  EXPECT_TRUE(material.doubleSided);
  EXPECT_TRUE(material.unlit);
}

TEST(GltfMaterials, ReadsClearcoat) {
  GltfBuilder builder;
  builder.json["extensionsUsed"] = {"KHR_materials_clearcoat", "KHR_materials_iridescence"};
  builder.json["extensionsRequired"] = {"KHR_materials_clearcoat"};
  builder.addTo("images", {{"uri", "data:image/png;base64,AAAA"}});
  builder.addTo("textures", {{"source", 0}});
  builder.addTo("materials", {{"extensions",
                               {{"KHR_materials_clearcoat",
                                 {{"clearcoatFactor", 0.75},
                                  {"clearcoatRoughnessFactor", 0.25},
                                  {"clearcoatTexture", {{"index", 0}}},
                                  {"clearcoatRoughnessTexture", {{"index", 0}, {"texCoord", 1}}},
                                  {"clearcoatNormalTexture", {{"index", 0}}}}}}}});
  builder.addTo("materials", {{"extensions", {{"KHR_materials_clearcoat", nlohmann::json::object()}}}});
  const ReadMaterials result = readMaterials(builder);
  const Material& coated = result.materials.materials.at(0);
  EXPECT_EQ(coated.clearcoat, 0.75f);
  EXPECT_EQ(coated.clearcoatRoughness, 0.25f);
  EXPECT_EQ(coated.clearcoatRoughnessTexture.uvSet, 1);
  EXPECT_EQ(result.materials.materials.at(1).clearcoat, 0.0f);
  ASSERT_EQ(result.report.lines.size(), 3u);
  EXPECT_EQ(result.report.lines[0].location, "extension KHR_materials_iridescence") << "clearcoat is not ignored";
  EXPECT_EQ(result.report.lines[1].what, "the clearcoat's own normal map; the clearcoat uses the mesh's normals");
}

TEST(GltfMaterials, ReadsSheen) {
  GltfBuilder builder;
  builder.json["extensionsUsed"] = {"KHR_materials_sheen"};
  builder.addTo("images", {{"uri", "data:image/png;base64,AAAA"}});
  builder.addTo("textures", {{"source", 0}});
  const auto sheen = [](nlohmann::json members) {
    members["sheenColorTexture"] = {{"index", 0}, {"texCoord", 1}};
    members["sheenRoughnessTexture"] = {{"index", 0}, {"texCoord", 1}};
    return nlohmann::json{{"extensions", {{"KHR_materials_sheen", std::move(members)}}}};
  };
  builder.addTo("materials", sheen({{"sheenColorFactor", {0.5, 0.25, 3}}, {"sheenRoughnessFactor", 0.75}}));
  builder.addTo("materials", sheen({{"sheenRoughnessFactor", 0.75}}));
  const ReadMaterials result = readMaterials(builder);
  const Material& velvet = result.materials.materials.at(0);
  EXPECT_EQ(velvet.sheenColor, glm::vec3(0.5f, 0.25f, 1)) << "a surface cannot reflect more light than arrives";
  EXPECT_EQ(velvet.sheenRoughness, 0.75f);
  EXPECT_EQ(velvet.sheenColorTexture.uvSet, 1);
  EXPECT_EQ(velvet.sheenRoughnessTexture.uvSet, 1);
  EXPECT_EQ(result.materials.materials.at(1).sheenColorTexture.uvSet, 0) << "black: none";
  for (const auto& line : result.report.lines) EXPECT_EQ(line.location.find("sheen"), std::string::npos);
}

TEST(GltfMaterials, ReadsTextureTransformAndSampler) {
  GltfBuilder builder;
  builder.addTo("images", {{"uri", "data:image/png;base64,AAAA"}});
  builder.addTo("samplers", {{"wrapS", 33071}, {"wrapT", 33648}, {"magFilter", 9728}, {"minFilter", 9729}});
  builder.addTo("textures", {{"source", 0}, {"sampler", 0}});
  builder.addTo("materials",
                {{"pbrMetallicRoughness",
                  {{"baseColorTexture",
                    {{"index", 0},
                     {"texCoord", 0},
                     {"extensions",
                      {{"KHR_texture_transform",
                        {{"offset", {0.5, 0.25}}, {"scale", {2, 3}}, {"rotation", 0.125}, {"texCoord", 1}}}}}}}}}});
  builder.json["materials"][0]["emissiveTexture"] = {
      {"index", 0}, {"extensions", {{"KHR_texture_transform", {{"offset", {0.5, 0.25}}}}}}};
  const ReadMaterials result = readMaterials(builder);
  const TextureRef ref = result.materials.materials.at(0).baseColorTexture;
  EXPECT_EQ(ref.uvSet, 1);
  EXPECT_EQ(ref.offset, glm::vec2(0.5f, 0.25f));
  EXPECT_EQ(ref.scale, glm::vec2(2, 3));
  EXPECT_EQ(ref.rotation, 0.125f);
  EXPECT_EQ(ref.wrapU, Wrap::ClampToEdge);
  EXPECT_EQ(ref.wrapV, Wrap::MirroredRepeat);
  EXPECT_EQ(ref.magnify, Filter::Nearest);
  EXPECT_EQ(ref.minify, Filter::Linear);
  EXPECT_FALSE(ref.mipmaps);
  const TextureRef moved = result.materials.materials[0].emissiveTexture;
  EXPECT_EQ(moved.offset, glm::vec2(0.5f, 0.25f));
  EXPECT_EQ(moved.scale, glm::vec2(1, 1));
  EXPECT_EQ(moved.rotation, 0);
}

// Of one pixel: red.
const char* const kRedPng =
    "data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

/// A document whose texture i is the image of uri i.
GltfBuilder withTextures(const std::vector<std::string>& uris) {
  GltfBuilder builder;
  for (const std::string& uri : uris) builder.addTo("textures", {{"source", builder.addTo("images", {{"uri", uri}})}});
  return builder;
}

TEST(GltfMaterials, ReplaceABrokenColorImageWithACheckerboardAndReportIt) {
  GltfBuilder builder = withTextures({"data:image/png;base64,AAAA", kRedPng});
  for (int i = 0; i < 2; ++i)
    builder.addTo("materials", {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}},
                                {"occlusionTexture", {{"index", 1}}}});
  const ReadMaterials result = readMaterials(builder);
  ASSERT_EQ(result.materials.images.size(), 2u) << "each image is decoded once";
  EXPECT_EQ(result.materials.images[0].width, 16);
  EXPECT_EQ(result.materials.images[1].rgba, (std::vector<std::uint8_t>{255, 0, 0, 255}));
  EXPECT_EQ(result.materials.materials[1].baseColorTexture.image, 0);
  EXPECT_EQ(result.materials.materials[1].occlusionTexture.image, 1);
  ASSERT_EQ(result.report.lines.size(), 1u);
  EXPECT_EQ(result.report.lines[0].kind, Finding::Lost);
  EXPECT_EQ(result.report.lines[0].location, "image 0");
}

TEST(GltfMaterials, LeaveOutOtherMapsThatAreBroken) {
  GltfBuilder builder = withTextures({"missing.png"});
  const nlohmann::json missing = {{"index", 0}};
  builder.addTo("materials", {{"pbrMetallicRoughness", {{"metallicRoughnessTexture", missing}}},
                              {"normalTexture", {{"index", 0}, {"scale", 0.5}}},
                              {"occlusionTexture", missing},
                              {"emissiveTexture", missing},
                              {"emissiveFactor", {1, 1, 1}}});
  const ReadMaterials result = readMaterials(builder);
  const Material& material = result.materials.materials.at(0);
  EXPECT_EQ(material.normalTexture.image, -1);
  EXPECT_EQ(material.normalScale, 0.5f);
  EXPECT_EQ(material.metallicRoughnessTexture.image, -1);
  EXPECT_EQ(material.occlusionTexture.image, -1);
  ASSERT_EQ(material.emissiveTexture.image, 0);
  ASSERT_EQ(result.materials.images.size(), 1u);
  const Image& black = result.materials.images[0];
  EXPECT_EQ(black.rgba, (std::vector<std::uint8_t>{0, 0, 0, 255})) << "or all of it would shine";
  EXPECT_EQ(std::pair(black.width, black.height), std::pair(1, 1));
  EXPECT_EQ(result.report.lines.size(), 1u);
}

TEST(GltfMaterials, PreferWebpAndTakeOtherFormatsIfThereIsNothingElse) {
  GltfBuilder builder = withTextures({kRedPng});
  const int ktx = builder.addTo("images", {{"uri", "data:;base64,q0tUWCAyMLs="}});
  const int named = builder.addTo("images", {{"uri", kRedPng}, {"name", "named"}});
  builder.json["textures"][0]["extensions"] = {{"EXT_texture_webp", {{"source", named}}},
                                               {"KHR_texture_basisu", {{"source", ktx}}}};
  builder.addTo("textures", {{"extensions", {{"KHR_texture_basisu", {{"source", ktx}}}}}});
  for (const int texture : {0, 1})
    builder.addTo("materials", {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", texture}}}}}});
  const ReadMaterials result = readMaterials(builder);
  ASSERT_EQ(result.materials.images.size(), 2u);
  EXPECT_EQ(result.materials.images[0].name, "named");
  EXPECT_EQ(result.materials.images[1].rgba[0], result.materials.images[1].rgba[1]) << "a gray";
  ASSERT_EQ(result.report.lines.size(), 1u);
  EXPECT_THAT(result.report.lines[0].what, testing::HasSubstr("Basis Universal"));
}

TEST(GltfMaterials, OfHeadersOnlyHaveSizesWithoutPixels) {
  GltfBuilder builder = withTextures({kRedPng, "missing.png"});
  for (const int texture : {0, 1})
    builder.addTo("materials", {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", texture}}}}}});
  ImportReport report;
  const GltfDocument document = test::inspect(builder, report);
  const Materials materials = readMaterials(document, report, {}, true);
  EXPECT_EQ(materials.images.at(0).width, 1);
  EXPECT_TRUE(materials.images.at(0).rgba.empty());
  EXPECT_EQ(report.lines.size(), 1u) << "what is missing is reported all the same";
}

TEST(GltfMaterials, OfSpecularGlossinessBecomeMetallicRoughness) {
  GltfBuilder builder = withTextures({kRedPng});
  const auto add = [&](nlohmann::json surface) {
    builder.addTo("materials", {{"extensions", {{"KHR_materials_pbrSpecularGlossiness", std::move(surface)}}}});
  };
  add({{"diffuseFactor", {0.5, 0.25, 0.125, 0.5}}, {"specularFactor", {0, 0, 0}}, {"glossinessFactor", 0.25}});
  add({{"diffuseFactor", {0, 0, 0, 1}}, {"specularGlossinessTexture", {{"index", 0}}}});
  const ReadMaterials result = readMaterials(builder);
  const Material& plastic = result.materials.materials.at(0);
  EXPECT_EQ(plastic.metallic, 0.0f);
  EXPECT_EQ(plastic.roughness, 0.75f);
  EXPECT_EQ(plastic.baseColor.a, 0.5f);
  const Material& metal = result.materials.materials.at(1);
  EXPECT_EQ(metal.metallic, 1.0f) << "of its texture";
  EXPECT_EQ(metal.roughness, 1.0f);
  ASSERT_EQ(result.materials.images.size(), 2u) << "the texture itself is not needed any more";
  const Image& color = result.materials.images[static_cast<std::size_t>(metal.baseColorTexture.image)];
  const Image& surface = result.materials.images[static_cast<std::size_t>(metal.metallicRoughnessTexture.image)];
  EXPECT_EQ(color.rgba, (std::vector<std::uint8_t>{255, 0, 0, 255})) << "a red metal";
  EXPECT_EQ(surface.rgba[1], 0) << "as smooth as a mirror";
  EXPECT_EQ(surface.rgba[2], 255);
}

TEST(GltfMaterials, OfSpecularGlossinessThatShareTexturesKeepTheirOwnFactors) {
  GltfBuilder builder = withTextures({kRedPng});
  const nlohmann::json texture = {{"index", 0}};
  for (const double red : {1.0, 0.5, 1.0})
    builder.addTo("materials", {{"extensions",
                                 {{"KHR_materials_pbrSpecularGlossiness",
                                   {{"diffuseFactor", {0, 0, 0, 1}},
                                    {"specularFactor", {red, 1, 1}},
                                    {"specularGlossinessTexture", texture}}}}}});
  const ReadMaterials result = readMaterials(builder);
  const auto colorOf = [&](std::size_t material) {
    const int image = result.materials.materials.at(material).baseColorTexture.image;
    return result.materials.images.at(static_cast<std::size_t>(image)).rgba;
  };
  EXPECT_EQ(colorOf(0)[0], 255);
  EXPECT_EQ(colorOf(1)[0], 188) << "half the light, in sRGB";
  EXPECT_EQ(colorOf(2), colorOf(0));
  EXPECT_EQ(result.materials.images.size(), 4u) << "equal factors share what was made of the texture";
}

TEST(GltfMaterials, OfSpecularGlossinessLeaveOutTexturesThatWouldNeedTooMuchMemory) {
  GltfBuilder builder;
  for (const auto& [width, height] : {std::pair{4096, 1}, {1, 4096}}) {
    const auto png = pngBytes({width, height, std::vector<std::uint8_t>(4 * 4096, 128)});
    const int image = builder.addTo("images", {{"bufferView", builder.addView(*png)}, {"mimeType", "image/png"}});
    builder.addTo("textures", {{"source", image}});
  }
  for (const double glossiness : {1.0, 0.5, 0.25})
    builder.addTo("materials", {{"extensions",
                                 {{"KHR_materials_pbrSpecularGlossiness",
                                   {{"diffuseTexture", {{"index", 0}}},
                                    {"glossinessFactor", glossiness},
                                    {"specularGlossinessTexture", {{"index", 1}}}}}}}});
  const ReadMaterials result = readMaterials(builder);
  EXPECT_EQ(result.materials.images.size(), 5u) << "two pairs of 4096 x 4096, and the diffuse image";
  EXPECT_EQ(result.materials.materials.at(2).metallicRoughnessTexture.image, -1);
  EXPECT_EQ(result.materials.materials.at(2).roughness, 0.75f);
  ASSERT_EQ(result.report.lines.size(), 4u);
  EXPECT_EQ(result.report.lines[3].kind, Finding::Lost);
  EXPECT_EQ(result.report.lines[3].location, "material 2");
}

TEST(GltfMaterials, ThatTransmitLightAreBlended) {
  GltfBuilder builder;
  builder.addTo("materials", {{"extensions",
                               {{"KHR_materials_transmission", {{"transmissionFactor", 1}}},
                                {"KHR_materials_volume", {{"attenuationColor", {1, 0.5, 0.25}}}}}}});
  builder.addTo("materials", {{"extensions", {{"KHR_materials_transmission", {{"transmissionFactor", 0}}}}}});
  const ReadMaterials result = readMaterials(builder);
  EXPECT_EQ(result.materials.materials.at(0).alphaMode, AlphaMode::Blend);
  EXPECT_EQ(result.materials.materials.at(0).tint, glm::vec4(1, 0.5f, 0.25f, 0.25f));
  EXPECT_EQ(result.materials.materials.at(0).baseColor, glm::vec4(1)) << "clips animate it alone";
  EXPECT_EQ(result.materials.materials.at(1).alphaMode, AlphaMode::Opaque);
}

TEST(GltfMaterials, RefusesATextureThatDoesNotExist) {
  GltfBuilder builder;
  builder.addTo("materials", {{"normalTexture", {{"index", 3}}}});
  EXPECT_THROW(readMaterials(builder), ImportError);
}

}  // namespace

}  // namespace app
