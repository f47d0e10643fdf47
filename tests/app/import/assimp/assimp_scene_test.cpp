#include "app/import/assimp/assimp_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/assimp/assimp_copy.h"
#include "app/import/gltf/gltf_mesh.h"
#include "tests/app/import/built_document.h"

namespace app {
namespace {

using test::GltfBuilder;
using testing::ElementsAre;

Bytes copyOf(const GltfBuilder& builder) {
  ImportReport report;
  const GltfDocument document = test::inspect(builder, report);
  std::vector<Mesh> meshes;
  for (std::size_t i = 0; i < document.meshes.size(); ++i) meshes.push_back(readGltfMesh(document, i, true, report));
  return writeAssimpCopy(document, meshes, readGltfClips(document, report));
}

TEST(AssimpScene, HasAllNodesEvenOutsideTheScene) {
  GltfBuilder builder;
  builder.addNode({{"name", "same"}, {"children", {1}}});
  builder.addNodeOutside({{"name", "same"}});
  builder.addNodeOutside(nlohmann::json::object());
  const AssimpScene scene = readAssimpScene(copyOf(builder));
  EXPECT_EQ(scene.fault, "");
  ASSERT_EQ(scene.nodes.size(), 3u);
  EXPECT_EQ(scene.nodes[1].node, 1);
  EXPECT_EQ(scene.nodes[1].parent, 0);
  EXPECT_EQ(scene.nodes[2].parent, -1);
}

TEST(AssimpScene, HasVerticesInTheOrderOfTheFile) {
  GltfBuilder builder;
  builder.addNode(
      {{"mesh", builder.addTriangle({{"TEXCOORD_0", builder.add<float>({0, 0.25f, 1, 0, 0, 1}, "VEC2")}})}});
  builder.json["meshes"][0]["primitives"][0]["indices"] = builder.add<std::uint16_t>({2, 1, 0}, "SCALAR");
  const AssimpScene scene = readAssimpScene(copyOf(builder));
  ASSERT_EQ(scene.meshes.size(), 1u);
  EXPECT_THAT(scene.meshes[0].positions, ElementsAre(glm::vec3(0), glm::vec3(1, 0, 0), glm::vec3(0, 1, 0)));
  EXPECT_THAT(scene.meshes[0].indices, ElementsAre(2, 1, 0));
  EXPECT_FLOAT_EQ(scene.meshes[0].uvs[0][0].y, 0.25f);
}

TEST(AssimpScene, SurvivesWhatCrashesAssimp) {
  GltfBuilder builder;
  const int bytes = builder.add<std::uint8_t>(std::vector<std::uint8_t>(12), "VEC4");
  const int shorts = builder.add<std::uint16_t>(std::vector<std::uint16_t>(12), "VEC4");
  const int weights = builder.add<float>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
  const int mesh =
      builder.addTriangle({{"JOINTS_0", bytes}, {"WEIGHTS_0", weights}, {"JOINTS_1", shorts}, {"WEIGHTS_1", weights}});
  builder.addTo("skins", {{"joints", {0}}});  // no inverse binds: the library follows a null pointer
  builder.addNode({{"mesh", mesh}, {"skin", 0}});
  nlohmann::json& primitives = builder.json["meshes"][0]["primitives"];
  nlohmann::json faceless = primitives[0];
  faceless["indices"] = builder.add<std::uint8_t>({0, 1}, "SCALAR");  // two corners: the library refuses the document
  primitives.insert(primitives.begin(), faceless);
  const AssimpScene scene = readAssimpScene(copyOf(builder));
  EXPECT_EQ(scene.fault, "");
  EXPECT_EQ(scene.meshes.size(), 1u);
}

TEST(AssimpScene, HasTheListOfClips) {
  GltfBuilder builder;
  const int node = builder.addNode(nlohmann::json::object());
  builder.addClip(node, "translation", {0, 2}, builder.add<float>({0, 0, 0, 1, 2, 3}, "VEC3"));
  builder.addTo("animations", {{"name", "empty"}});
  builder.json["animations"][0]["name"] = "Walk";
  const AssimpScene scene = readAssimpScene(copyOf(builder));
  ASSERT_EQ(scene.clips.size(), 2u);
  EXPECT_EQ(scene.clips[0].name, "Walk");
  EXPECT_EQ(scene.clips[1].name, "empty");
  EXPECT_THAT(scene.clips[0].channels.at(0).times, ElementsAre(0, 2));
}

TEST(AssimpScene, OfAFileThatIsNotGltfHasAFault) {
  const Bytes ply = {'p', 'l', 'y', '\n', 'f', 'o', 'r', 'm', 'a', 't', ' ',
                     'a', 's', 'c', 'i',  'i', ' ', '1', '.', '0', '\n'};
  EXPECT_NE(readAssimpScene(ply).fault, "");
}

}  // namespace
}  // namespace app
