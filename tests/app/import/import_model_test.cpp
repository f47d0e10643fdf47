#include "app/import/import_model.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/gltf_builder.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using test::GltfBuilder;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

crossfade::Result<Model> open(const GltfBuilder& builder, const ImportOptions& options = {}) {
  const std::string file = builder.glb();
  return importModel("small.glb", std::as_bytes(std::span(file)), options);
}

std::string errorOf(const crossfade::Result<Model>& result) { return result ? "no error" : result.error().message; }

TEST(ImportModel, IgnoresTheFileName) {
  const TemporaryFolder folder;
  GltfBuilder builder;
  builder.addNode({{"mesh", builder.addTriangle()}});
  for (const auto& file : {folder.write("binary.gltf", builder.glb()), folder.write("text.glb", builder.gltf()),
                           folder.write("text.GLTF", builder.gltf())}) {
    const auto model = importModel(file);
    ASSERT_TRUE(model) << errorOf(model);
    EXPECT_EQ(model->name, file.filename());
    EXPECT_EQ(model->meshes.size(), 1u);
  }
}

TEST(ImportModel, OpensVeryDeepTrees) {
  constexpr int kDeep = 30'000;
  GltfBuilder builder;
  builder.addNode({{"children", {1}}});
  for (int i = 2; i <= kDeep; ++i) builder.addNodeOutside({{"children", {i}}, {"translation", {0, 0.5, 0}}});
  builder.addNodeOutside({{"mesh", builder.addTriangle()}});
  builder.addClip(kDeep - 1, "translation", {0, 1}, builder.add<float>({0, 0, 0, 0, 1, 0}, "VEC3"));
  const auto model = open(builder);
  ASSERT_TRUE(model) << errorOf(model);
  EXPECT_EQ(model->skeleton.jointCount(), kDeep + 1);
  EXPECT_EQ(model->skeleton.parents().back(), kDeep - 1);
  EXPECT_EQ(model->meshes.at(0).primitives.at(0).positions.size(), 3u);
  EXPECT_EQ(model->clips[0].tracks().size(), 1u);
}

TEST(ImportModel, OpensAMeshOfNoVerticesInABufferWithoutData) {
  GltfBuilder builder;
  builder.addNode({{"mesh", builder.addTriangle()}});
  builder.json["accessors"][0]["count"] = 0;
  builder.json["buffers"] = {nlohmann::json::object(), {{"byteLength", 64}}};
  builder.json["bufferViews"][0]["buffer"] = 1;
  const auto model = open(builder);
  ASSERT_TRUE(model) << errorOf(model);
  EXPECT_TRUE(model->meshes.at(0).primitives.at(0).positions.empty());
}

TEST(ImportModel, OpensAMeshOfNoVerticesBehindTheEndOfItsView) {
  GltfBuilder builder;
  builder.addNode({{"mesh", builder.addTriangle()}});
  builder.json["accessors"][0]["count"] = 0;
  builder.json["accessors"][0]["byteOffset"] = 4096;
  const auto model = open(builder);
  ASSERT_TRUE(model) << errorOf(model);
  EXPECT_TRUE(model->meshes.at(0).primitives.at(0).positions.empty());
}

TEST(ImportModel, OpensThousandsOfClips) {
  GltfBuilder builder;
  const int node = builder.addNode(nlohmann::json::object());
  const int values = builder.add<float>({0, 0, 0, 0, 1, 0}, "VEC3");
  for (int i = 0; i < 3'000; ++i) builder.addClip(node, "translation", {0, 1}, values);
  const auto model = open(builder);
  ASSERT_TRUE(model) << errorOf(model);
  EXPECT_EQ(model->clips.size(), 3'000u);
}

TEST(ImportModel, SaysWhatItCannotOpen) {
  const TemporaryFolder folder;
  EXPECT_EQ(errorOf(importModel(folder.write("walk.max", "x"))),
            "walk.max: only glTF (.gltf, .glb, .vrm, .vrma), .fbx, .dae, .bvh, .xfade, .x, .md5mesh, .md5anim, .smd, "
            ".ms3d, .b3d, "
            ".iqm, .ogex, .mdl, .md2, .md3, .3ds, .ase, .lwo, .lws, .obj, .ply, .stl, .off and .blend "
            "can be opened, not '.max'");
  EXPECT_TRUE(errorOf(importModel(folder.write("walk", "x"))).ends_with("can be opened; its name has no ending"));
  EXPECT_EQ(errorOf(importModel(folder.path() / "none.glb")), "none.glb: cannot be opened: No such file or directory");
  EXPECT_EQ(errorOf(importModel(folder.write("ply.glb", "ply\nformat ascii 1.0\n"))),
            "ply.glb: is neither a glTF binary nor JSON");
  fs::create_directory(folder.path() / "folder.glb");
  EXPECT_EQ(errorOf(importModel(folder.path() / "folder.glb")), "folder.glb: is a folder, not a file");
  EXPECT_EQ(errorOf(importModel(folder.path() / "folder.glb/")), "folder.glb: is a folder, not a file");
  fs::create_directory(folder.path() / "models");
  EXPECT_EQ(errorOf(importModel(folder.path() / "models")), "models: is a folder, not a file");
  EXPECT_EQ(errorOf(importModel("/")), "/: is a folder, not a file");
  EXPECT_EQ(errorOf(importModel(folder.path() / "ply.glb/")), "ply.glb: cannot be opened: Not a directory");
}

TEST(ImportModel, ReadsFilesBesideTheModelOnly) {
  const TemporaryFolder folder;
  folder.write("secret.bin", std::string(36, '\0'));
  folder.write("model/ours.bin", std::string(36, '\0'));
  GltfBuilder builder;
  builder.json["buffers"] = {{{"byteLength", 36}, {"uri", "ours.bin"}}};
  builder.addTo("bufferViews", {{"buffer", 0}, {"byteLength", 36}});
  builder.addTo("accessors", {{"bufferView", 0}, {"componentType", 5126}, {"count", 3}, {"type", "VEC3"}});
  EXPECT_EQ(errorOf(importModel(folder.write("model/a.gltf", builder.gltf()))), "no error");
  builder.json["buffers"][0]["uri"] = "../secret.bin";
  EXPECT_EQ(errorOf(importModel(folder.write("model/a.gltf", builder.gltf()))),
            "a.gltf: buffer 0: '../secret.bin' leads out of the model's folder");
  builder.json["buffers"][0] = {{"byteLength", 40}, {"uri", "ours.bin"}};
  EXPECT_EQ(errorOf(importModel(folder.write("model/a.gltf", builder.gltf()))),
            "a.gltf: buffer 0: holds 36 of the 40 bytes it declares");
}

TEST(ImportModel, KeepsJointsOutsideTheScene) {
  GltfBuilder builder;
  const int joint = builder.addNodeOutside({{"name", "joint"}, {"translation", {0, 5, 0}}});
  builder.addTo("skins", {{"joints", {joint}}});
  builder.addNode({{"mesh", builder.addTriangle()}, {"skin", 0}});
  const auto model = open(builder);
  ASSERT_TRUE(model) << errorOf(model);
  EXPECT_EQ(model->skeleton.jointCount(), 2);
  EXPECT_EQ(model->skeleton.name(model->skins[0].joints[0]), "joint");
  EXPECT_TRUE(model->instances[0].inScene);
}

TEST(ImportModel, MarksInstancesOutsideTheDefaultScene) {
  GltfBuilder builder;
  const int mesh = builder.addTriangle();
  builder.addNode({{"mesh", mesh}});
  const int second = builder.addNodeOutside({{"mesh", mesh}});
  builder.json["scenes"].push_back({{"nodes", {second}}});
  builder.json["scene"] = 1;
  const auto model = open(builder);
  ASSERT_EQ(model->instances.size(), 2u);
  EXPECT_FALSE(model->instances[0].inScene);
  EXPECT_TRUE(model->instances[1].inScene);
}

TEST(ImportModel, StartsMorphWeightsAtTheNodesElseTheMeshs) {
  GltfBuilder builder;
  const int mesh = builder.addTriangle();
  builder.json["meshes"][0]["primitives"][0]["targets"] = {nlohmann::json::object(), nlohmann::json::object()};
  builder.json["meshes"][0]["weights"] = {0.25, 0.5};
  builder.addNode({{"mesh", mesh}});
  builder.addNode({{"mesh", mesh}, {"weights", {1, 0}}});
  builder.addNode({{"mesh", mesh}, {"weights", {0.75}}});
  const auto model = open(builder);
  EXPECT_THAT(model->restMorphWeights, ElementsAre(0.25f, 0.5f, 1, 0, 0.75f, 0.5f));
  EXPECT_EQ(model->instances[1].morphOffset, 2);
  EXPECT_EQ(model->instances[1].morphCount, 2);
}

TEST(ImportModel, GivesTwoSkinsOfOneMeshToTheirInstances) {
  GltfBuilder builder;
  const int mesh = builder.addTriangle(
      {{"JOINTS_0", builder.add<std::uint8_t>(std::vector<std::uint8_t>(12), "VEC4")},
       {"WEIGHTS_0", builder.add<std::uint8_t>({255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, "VEC4", true)}});
  builder.addTo("skins", {{"joints", {0}}});
  builder.addTo("skins", {{"joints", {1}}});
  builder.addNode({{"mesh", mesh}, {"skin", 0}});
  builder.addNode({{"mesh", mesh}, {"skin", 1}});
  const auto model = open(builder);
  ASSERT_TRUE(model) << errorOf(model);
  EXPECT_EQ(model->instances[0].skin, 0);
  EXPECT_EQ(model->instances[1].skin, 1);
  EXPECT_EQ(model->meshes[0].primitives[0].influences[0][2].weights[0], 1.0f);
}

TEST(ImportModel, KeepsEqualAndEmptyNames) {
  GltfBuilder builder;
  builder.addNode({{"name", "same"}});
  builder.addNode({{"name", "same"}});
  builder.addNode({{"name", ""}});
  const auto model = open(builder);
  EXPECT_EQ(model->skeleton.name(model->skeleton.jointAt(1)), "same");
  EXPECT_EQ(model->skeleton.name(model->skeleton.jointAt(2)), "");
}

TEST(ImportModel, MapsDocumentOrderToParentsFirst) {
  GltfBuilder builder;
  const int leaf = builder.addNodeOutside({{"name", "leaf"}});
  builder.addNode({{"name", "root"}, {"children", {leaf}}});
  builder.addClip(leaf, "translation", {0}, builder.add<float>({1, 2, 3}, "VEC3"));
  const auto model = open(builder);
  EXPECT_EQ(model->skeleton.name(0), "root");
  EXPECT_EQ(model->skeleton.jointAt(leaf), 1);
  EXPECT_EQ(model->clips[0].tracks()[0].target().node, 1);
}

TEST(ImportModel, RefusesARestPoseThatOverflows) {
  GltfBuilder builder;
  for (int i = 1; i < 4; ++i) builder.addNodeOutside({{"scale", {1e15, 1, 1}}, {"children", {i}}});
  builder.addNodeOutside(nlohmann::json::object());
  builder.json["scenes"][0]["nodes"] = {0};
  EXPECT_EQ(errorOf(open(builder)), "small.glb: node 2: the transforms above it overflow");
}

/// Every file below `folder` that has one of the known extensions.
std::vector<fs::path> modelFilesBelow(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path extension = entry.path().extension();
    if (entry.is_regular_file() && (extension == ".gltf" || extension == ".glb" || extension == ".vrma"))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

fs::path besideCheckout(const char* name) { return app::test::sourceFolder().parent_path() / "shared" / name; }

TEST(ImportModel, OpensEveryModel) {
  const char* given = std::getenv("CROSSFADE_MODELS");
  const fs::path folder = given && *given ? fs::path(given) : besideCheckout("models");
  if (!fs::is_directory(folder)) GTEST_SKIP() << folder << " is not there";
  int opened = 0;
  for (const fs::path& file : modelFilesBelow(folder)) {
    const auto model = importModel(file);
    EXPECT_TRUE(model) << errorOf(model);
    opened += model ? 1 : 0;
  }
  std::printf("opened %d models\n", opened);
}

TEST(ImportModel, SurvivesEveryMalformedFile) {
  const fs::path folder = besideCheckout("malformed");
  if (!fs::is_directory(folder)) GTEST_SKIP() << folder << " is not there";
  int opened = 0, refused = 0;
  for (const fs::path& file : modelFilesBelow(folder)) {
    const auto model = importModel(file);
    ++(model ? opened : refused);
    if (model) continue;
    const std::string& sentence = model.error().message;
    EXPECT_TRUE(sentence.starts_with(file.filename().string() + ": ")) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    EXPECT_LT(sentence.size(), 300u) << sentence;
  }
  std::printf("opened %d and refused %d malformed files\n", opened, refused);
}

/// A well-formed model truncated anywhere is refused, never half read.
TEST(ImportModel, RefusesEveryTruncatedFile) {
  GltfBuilder builder;
  builder.addNode({{"mesh", builder.addTriangle()}});
  const std::string file = builder.glb();
  for (std::size_t size = 0; size < file.size(); ++size)
    EXPECT_FALSE(importModel("cut.glb", std::as_bytes(std::span(file).first(size)))) << size;
}

}  // namespace
}  // namespace app
