#include "app/import/gltf/gltf_materials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"
#include "tests/app/import/built_document.h"

namespace app {
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
  EXPECT_EQ(material.emissive, glm::vec3(4, 2, 0));
  EXPECT_EQ(material.alphaMode, AlphaMode::Mask);
  EXPECT_EQ(material.alphaCutoff, 0.75f);
  EXPECT_TRUE(material.doubleSided);
  EXPECT_TRUE(material.unlit);
}

TEST(GltfMaterials, ReadsClearcoat) {
  GltfBuilder builder;
  builder.json["extensionsUsed"] = {"KHR_materials_clearcoat", "KHR_materials_sheen"};
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
  EXPECT_EQ(coated.clearcoatTexture.image, 0);
  EXPECT_EQ(coated.clearcoatRoughnessTexture.uvSet, 1);
  EXPECT_EQ(result.materials.materials.at(1).clearcoat, 0.0f);
  ASSERT_EQ(result.report.lines.size(), 3u);
  EXPECT_EQ(result.report.lines[0].what, "KHR_materials_sheen") << "clearcoat is not ignored";
  EXPECT_EQ(result.report.lines[2].what, "the clearcoat's own normal map; the clearcoat uses the mesh's normals");
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
}

TEST(GltfMaterials, ReplacesABrokenImageWithACheckerboardAndReportsIt) {
  GltfBuilder builder;
  builder.addTo("images", {{"uri", "data:image/png;base64,AAAA"}});
  builder.addTo("images", {{"uri", "missing.png"}});
  for (const int image : {0, 1}) builder.addTo("textures", {{"source", image}});
  builder.addTo("materials", {{"normalTexture", {{"index", 0}, {"scale", 0.5}}},
                              {"occlusionTexture", {{"index", 0}}},
                              {"emissiveTexture", {{"index", 1}}}});
  const ReadMaterials result = readMaterials(builder);
  ASSERT_EQ(result.materials.images.size(), 2u);
  EXPECT_EQ(result.materials.images[0].width, 16);
  EXPECT_EQ(result.materials.materials[0].normalTexture.image, 0);
  EXPECT_EQ(result.materials.materials[0].occlusionTexture.image, 0) << "each image is decoded once";
  EXPECT_EQ(result.materials.materials[0].emissiveTexture.image, 1);
  EXPECT_EQ(result.materials.materials[0].normalScale, 0.5f);
  ASSERT_EQ(result.report.lines.size(), 2u);
  EXPECT_EQ(result.report.lines[0].kind, Finding::Lost);
}

TEST(GltfMaterials, RefusesATextureThatDoesNotExist) {
  GltfBuilder builder;
  builder.addTo("materials", {{"normalTexture", {{"index", 3}}}});
  EXPECT_THROW(readMaterials(builder), ImportError);
}

}  // namespace
}  // namespace app
