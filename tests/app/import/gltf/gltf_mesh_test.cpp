#include "app/import/gltf/gltf_mesh.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"
#include "tests/app/import/built_document.h"

namespace app {
namespace {

using test::GltfBuilder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct ReadMesh {
  Mesh mesh;
  ImportReport report;
};

ReadMesh readMesh(const GltfBuilder& builder, bool allInfluences = false) {
  ReadMesh result;
  const GltfDocument document = test::inspect(builder, result.report);
  result.mesh = readGltfMesh(document, 0, allInfluences, result.report);
  return result;
}

TEST(GltfMesh, GivesColorsOfThreeComponentsFullAlpha) {
  GltfBuilder builder;
  builder.addTriangle({{"COLOR_0", builder.add<std::uint8_t>({255, 0, 51, 0, 0, 0, 0, 0, 0}, "VEC3", true)}});
  EXPECT_EQ(readMesh(builder).mesh.primitives[0].colors.at(0), glm::vec4(1, 0, 0.2f, 1));
}

TEST(GltfMesh, ReadsNormalizedTextureCoordinates) {
  GltfBuilder builder;
  builder.addTriangle({{"TEXCOORD_0", builder.add<std::uint16_t>({0, 0, 65535, 0, 0, 65535}, "VEC2", true)}});
  EXPECT_THAT(readMesh(builder).mesh.primitives[0].uvs[0],
              ElementsAre(glm::vec2(0, 0), glm::vec2(1, 0), glm::vec2(0, 1)));
}

TEST(GltfMesh, KeepsTheStepsOfNormalizedWeights) {
  GltfBuilder builder;
  builder.addTriangle(
      {{"JOINTS_0", builder.add<std::uint8_t>(std::vector<std::uint8_t>(12), "VEC4")},
       {"WEIGHTS_0", builder.add<std::uint8_t>({128, 127, 0, 0, 200, 55, 0, 0, 255, 0, 0, 0}, "VEC4", true)}});
  const ReadMesh result = readMesh(builder);
  const std::vector<Influences>& influences = result.mesh.primitives[0].influences.at(0);
  EXPECT_THAT(influences.at(0).weights, ElementsAre(128 / 255.0f, 127 / 255.0f, 0, 0));
  EXPECT_THAT(influences.at(1).weights, ElementsAre(200 / 255.0f, 55 / 255.0f, 0, 0));
}

TEST(GltfMesh, LeavesOutAnAttributeThatDoesNotMatchPosition) {
  GltfBuilder builder;
  builder.addTriangle({{"NORMAL", builder.add<float>({0, 0, 1, 0, 0, 1}, "VEC3")},
                       {"TANGENT", builder.add<float>({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3")}});
  const ReadMesh result = readMesh(builder);
  EXPECT_THAT(result.mesh.primitives[0].tangents, IsEmpty());
  EXPECT_EQ(result.report.lines.at(0).what, "NORMAL does not match POSITION: 2 elements of 3 components");
  EXPECT_EQ(result.report.lines.at(1).what, "TANGENT does not match POSITION: 3 elements of 3 components");
  EXPECT_THAT(result.mesh.primitives[0].normals, IsEmpty());
  EXPECT_EQ(result.report.lines.at(2).what, "it has no normals: each triangle is shaded flat");
}

TEST(GltfMesh, RefusesAnIndexWithoutVertex) {
  GltfBuilder builder;
  builder.addTriangle();
  builder.json["meshes"][0]["primitives"][0]["indices"] = builder.add<std::uint8_t>({0, 1, 3}, "SCALAR");
  try {
    readMesh(builder);
    FAIL();
  } catch (const ImportError& error) {
    EXPECT_STREQ(error.what(), "mesh 0, primitive 0: index 2 is 3, but there are 3 vertices");
  }
}

TEST(GltfMesh, ReplacesValuesThatAreNotFinite) {
  GltfBuilder builder;
  builder.addTriangle();
  builder.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] =
      builder.add<float>({NAN, 0, 0, 1, 1e30f, 0, 0, 1, 0}, "VEC3");
  const ReadMesh result = readMesh(builder);
  EXPECT_THAT(result.mesh.primitives[0].positions, ElementsAre(glm::vec3(0), glm::vec3(0), glm::vec3(0, 1, 0)));
  EXPECT_THAT(result.report.lines.at(0).what, HasSubstr("2 elements of POSITION"));
}

TEST(GltfMesh, UsesTheFirstJointSetUnlessAskedForAll) {
  GltfBuilder builder;
  const int joints = builder.add<std::uint8_t>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
  const int more = builder.add<std::uint16_t>({2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0},
                                              "VEC4");  // of another type, which assimp rejects
  const int weights = builder.add<float>({0.5f, 0, 0, 0, 0.5f, 0, 0, 0, 0.5f, 0, 0, 0}, "VEC4");
  builder.addTriangle({{"JOINTS_0", joints}, {"JOINTS_1", more}, {"WEIGHTS_0", weights}, {"WEIGHTS_1", weights}});
  const ReadMesh one = readMesh(builder), all = readMesh(builder, true);
  ASSERT_EQ(one.mesh.primitives[0].influences.size(), 1u);
  EXPECT_EQ(one.mesh.primitives[0].influences[0][0].weights[0], 1.0f);
  EXPECT_THAT(one.report.lines.at(1).what, HasSubstr("4 more joints per vertex"));
  ASSERT_EQ(all.mesh.primitives[0].influences.size(), 2u);
  EXPECT_EQ(all.mesh.primitives[0].influences[1][2].joints[0], 2);
  EXPECT_EQ(all.mesh.primitives[0].influences[1][2].weights[0], 0.5f);
}

TEST(GltfMesh, GivesAllPrimitivesTheirMeshsMorphTargets) {
  GltfBuilder builder;
  builder.addTriangle();
  nlohmann::json& mesh = builder.json["meshes"][0];
  const nlohmann::json second = mesh["primitives"][0];
  mesh["primitives"].push_back(second);
  mesh["primitives"][1]["targets"] = {
      {{"POSITION", builder.add<std::int8_t>({127, 0, 0, 0, -128, 0, 0, 0, 0}, "VEC3", true)}}};
  mesh["extras"]["targetNames"] = {"smile"};
  const ReadMesh result = readMesh(builder);
  ASSERT_EQ(result.mesh.primitives[0].morphTargets.size(), 1u);
  EXPECT_THAT(result.mesh.primitives[0].morphTargets[0].positions, IsEmpty());
  EXPECT_THAT(result.mesh.primitives[1].morphTargets[0].positions,
              ElementsAre(glm::vec3(1, 0, 0), glm::vec3(0, -1, 0), glm::vec3(0)));
  EXPECT_THAT(result.mesh.morphTargetNames, ElementsAre("smile"));
}

TEST(GltfMesh, WithoutPositionsDrawsNothing) {
  GltfBuilder builder;
  builder.addTriangle();
  builder.json["meshes"][0]["primitives"][0]["attributes"].erase("POSITION");
  builder.json["meshes"][0]["primitives"][0]["targets"] = {nlohmann::json::object()};
  const ReadMesh result = readMesh(builder);
  EXPECT_THAT(result.mesh.primitives[0].positions, IsEmpty());
  EXPECT_EQ(result.mesh.primitives[0].morphTargets.size(), 1u);
  EXPECT_EQ(result.report.lines.at(0).kind, Finding::Lost);
}

}  // namespace
}  // namespace app
