// Documents with compressed parts, compared with the same documents without.
#include "app/import/gltf/gltf_compression.h"

#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "tests/app/import/codec/draco_stream.h"
#include "tests/app/import/codec/meshopt_stream.h"
#include "tests/support/gltf_builder.h"

namespace app {
namespace {

using nlohmann::json;
using test::GltfBuilder;
using test::Sheet;
using ::testing::AllOf;
using ::testing::HasSubstr;

crossfade::Result<Model> tryOpen(const std::string& glb) {
  return importModel("test.glb", std::as_bytes(std::span(glb.data(), glb.size())));
}

Model openCompressed(const GltfBuilder& builder) {
  crossfade::Result<Model> model = tryOpen(builder.glb());
  if (!model) throw std::runtime_error(model.error().message);
  return *std::move(model);
}

std::string compressedError(const GltfBuilder& builder) {
  const crossfade::Result<Model> model = tryOpen(builder.glb());
  return model ? "opened" : model.error().message;
}

std::string linesOf(const Model& model) {
  std::string text;
  for (const ReportLine& line : model.report.lines) text += line.location + ": " + line.what + "\n";
  return text;
}

/// A sheet that bends by three joints and swells by one morph target.
struct SkinnedSheet {
  GltfBuilder builder;
  Sheet sheet{8};
  int mesh = 0;

  json& primitive() { return builder.json["meshes"][static_cast<std::size_t>(mesh)]["primitives"][0]; }
  json& accessorOf(const json& index) { return builder.json["accessors"][index.get<std::size_t>()]; }

  SkinnedSheet() {
    const std::vector<float> swollen(sheet.positions.size(), 0.5f);
    mesh = builder.addTo("meshes", {{"primitives",
                                     {{{"attributes",
                                        {{"POSITION", builder.add(sheet.positions, "VEC3")},
                                         {"TEXCOORD_0", builder.add(sheet.uvs, "VEC2")},
                                         {"JOINTS_0", builder.add(sheet.joints, "VEC4")},
                                         {"WEIGHTS_0", builder.add(sheet.weights, "VEC4")}}},
                                       {"indices", builder.add(sheet.indices, "SCALAR")},
                                       {"targets", {{{"POSITION", builder.add(swollen, "VEC3")}}}}}}}});
    std::vector<int> joints;
    for (int i = 0; i < 3; ++i) joints.push_back(builder.addNode({{"translation", {i, 0, 0}}}));
    builder.addNode({{"mesh", mesh}, {"skin", builder.addTo("skins", {{"joints", joints}})}});
    builder.addClip(joints[1], "translation", {0, 1}, builder.add<float>({0, 0, 0, 0, 1, 0}, "VEC3"));
  }

  void requires_(const char* extension) {
    builder.json["extensionsUsed"].push_back(extension);
    builder.json["extensionsRequired"].push_back(extension);
  }

  /// The attributes that Draco's stream has, and its indices, lose their own data.
  void compressWithDraco(const std::vector<std::uint8_t>& stream, bool keepsOwnData = false) {
    const json ids = {{"POSITION", 7}, {"TEXCOORD_0", 3}, {"JOINTS_0", 5}, {"WEIGHTS_0", 9}};
    primitive()["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", builder.addView(stream)},
                                                               {"attributes", ids}};
    if (keepsOwnData) return;
    for (const auto& [name, id] : ids.items()) accessorOf(primitive()["attributes"][name]).erase("bufferView");
    accessorOf(primitive()["indices"]).erase("bufferView");
    requires_("KHR_draco_mesh_compression");
  }

  /// The view of an accessor is stored compressed; its own buffer is one without data.
  void compressWithMeshopt(int accessor, const std::vector<std::uint8_t>& stream, json extension,
                           const char* name = "EXT_meshopt_compression") {
    const int packed = builder.addView(stream);
    const json source = builder.json["bufferViews"][static_cast<std::size_t>(packed)];
    json& view = builder.json["bufferViews"][accessorOf(accessor)["bufferView"].get<std::size_t>()];
    extension["buffer"] = 0;
    extension["byteOffset"] = source["byteOffset"];
    extension["byteLength"] = source["byteLength"];
    if (!extension.contains("count")) extension["count"] = accessorOf(accessor)["count"];
    view["buffer"] = 1;
    view["byteOffset"] = 0;
    view["extensions"] = {{name, std::move(extension)}};
  }
};

void expectSameModel(const Model& model, const Model& plain) {
  ASSERT_EQ(model.meshes.size(), plain.meshes.size());
  const Primitive &a = model.meshes[0].primitives[0], &b = plain.meshes[0].primitives[0];
  EXPECT_EQ(a.topology, b.topology);
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.uvs[0], b.uvs[0]);
  EXPECT_EQ(a.indices, b.indices);
  ASSERT_EQ(a.influences.size(), 1u);
  for (std::size_t i = 0; i < b.influences[0].size(); ++i) {
    EXPECT_EQ(a.influences[0][i].joints, b.influences[0][i].joints);
    EXPECT_EQ(a.influences[0][i].weights, b.influences[0][i].weights);
  }
  ASSERT_EQ(a.morphTargets.size(), 1u);
  EXPECT_EQ(a.morphTargets[0].positions, b.morphTargets[0].positions);
  EXPECT_EQ(model.clips.size(), plain.clips.size());
}

TEST(GltfCompression, DracoGivesTheSameSkinnedAndMorphedMesh) {
  const Model plain = openCompressed(SkinnedSheet().builder);
  SkinnedSheet compressed;
  compressed.compressWithDraco(test::dracoBytes(compressed.sheet));
  const Model model = openCompressed(compressed.builder);
  expectSameModel(model, plain);
  EXPECT_THAT(linesOf(model), Not(HasSubstr("assimp could not read")));
  compressed.primitive()["mode"] = 5;  // a strip: what Draco holds are triangles all the same
  expectSameModel(openCompressed(compressed.builder), plain);
}

TEST(GltfCompression, DracoIsUsedEvenWhereTheFileHasAnUncompressedCopy) {
  SkinnedSheet optional;
  Sheet other(8);
  for (float& value : other.positions) value += 3;
  optional.compressWithDraco(test::dracoBytes(other), true);
  EXPECT_EQ(openCompressed(optional.builder).meshes[0].primitives[0].positions[0], glm::vec3(3, 3, 3));
}

TEST(GltfCompression, DamagedDracoFallsBackToTheUncompressedCopy) {
  SkinnedSheet optional;
  optional.compressWithDraco({'D', 'R', 'A', 'C', 'O'}, true);
  const Model model = openCompressed(optional.builder);
  expectSameModel(model, openCompressed(SkinnedSheet().builder));
  EXPECT_THAT(linesOf(model), HasSubstr("uncompressed copy"));
}

TEST(GltfCompression, DamagedDracoNamesThePrimitive) {
  SkinnedSheet damaged;
  damaged.compressWithDraco({'D', 'R', 'A', 'C', 'O', 2, 2, 1, 0});
  EXPECT_THAT(compressedError(damaged.builder),
              HasSubstr("/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression: the data does not begin with"));
}

TEST(GltfCompression, DracoWithAnotherNumberOfComponentsIsRefused) {
  SkinnedSheet wrong;
  wrong.compressWithDraco(test::dracoBytes(wrong.sheet));
  wrong.accessorOf(wrong.primitive()["attributes"]["TEXCOORD_0"])["type"] = "VEC3";
  EXPECT_THAT(compressedError(wrong.builder),
              HasSubstr("TEXCOORD_0 has 2 components in the Draco data, but 3 in the file"));
}

SkinnedSheet meshoptSheet(const char* name = "EXT_meshopt_compression") {
  SkinnedSheet compressed;
  const auto at = [&](const char* attribute) { return compressed.primitive()["attributes"][attribute].get<int>(); };
  const Sheet& sheet = compressed.sheet;
  compressed.builder.json["buffers"] = {json::object(), {{"byteLength", 1 << 16}}};
  compressed.compressWithMeshopt(at("POSITION"), test::meshoptAttributes(sheet.positions, 12),
                                 {{"mode", "ATTRIBUTES"}, {"byteStride", 12}}, name);
  compressed.compressWithMeshopt(at("JOINTS_0"), test::meshoptAttributes(sheet.joints, 4),
                                 {{"mode", "ATTRIBUTES"}, {"byteStride", 4}, {"filter", "NONE"}}, name);
  compressed.compressWithMeshopt(compressed.primitive()["indices"], test::meshoptIndices(sheet.indices),
                                 {{"mode", "INDICES"}, {"byteStride", 4}}, name);
  compressed.requires_(name);
  return compressed;
}

TEST(GltfCompression, MeshoptGivesTheSameSkinnedAndMorphedMesh) {
  const Model plain = openCompressed(SkinnedSheet().builder);
  for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
    const Model model = openCompressed(meshoptSheet(name).builder);
    expectSameModel(model, plain);
    EXPECT_THAT(linesOf(model), Not(HasSubstr("assimp could not read")));
  }
}

TEST(GltfCompression, MeshoptDecodesKeys) {
  SkinnedSheet compressed;
  const json& sampler = compressed.builder.json["animations"][0]["samplers"][0];
  const int output = sampler["output"].get<int>();
  compressed.builder.json["buffers"] = {json::object(), {{"byteLength", 1 << 16}}};
  compressed.compressWithMeshopt(output, test::meshoptExponential({0, 0, 0, 0, 2, 0}, 12),
                                 {{"mode", "ATTRIBUTES"}, {"byteStride", 12}, {"filter", "EXPONENTIAL"}});
  const Model model = openCompressed(compressed.builder);
  EXPECT_EQ(model.clips[0].tracks()[0].values()[4], 2.0f);
}

TEST(GltfCompression, DamagedMeshoptNamesTheView) {
  SkinnedSheet damaged = meshoptSheet();
  json& extension = damaged.builder.json["bufferViews"][0]["extensions"]["EXT_meshopt_compression"];
  extension["byteLength"] = 9;
  EXPECT_THAT(compressedError(damaged.builder),
              HasSubstr("/bufferViews/0/extensions/EXT_meshopt_compression: the compressed data is damaged"));
  extension["byteLength"] = 1 << 30;
  EXPECT_THAT(compressedError(damaged.builder), HasSubstr("reach past buffer 0"));
  extension["mode"] = "OTHER";
  EXPECT_THAT(compressedError(damaged.builder), HasSubstr("reach past buffer 0"));
  extension["byteLength"] = 9;
  EXPECT_THAT(compressedError(damaged.builder), HasSubstr("the mode 'OTHER' is unknown"));
  extension["buffer"] = 1;
  EXPECT_THAT(compressedError(damaged.builder), HasSubstr("buffer 1 has no data"));
  extension["count"] = std::uint64_t{1} << 50;
  extension["buffer"] = 0;
  extension["mode"] = "ATTRIBUTES";
  EXPECT_THAT(compressedError(damaged.builder), HasSubstr("are more than the limit of"));
}

TEST(GltfCompression, DamageOfAWholeFileEndsInASentence) {
  SkinnedSheet draco;
  draco.compressWithDraco(test::dracoBytes(draco.sheet, false, 12));
  draco.primitive().erase("targets");
  const std::vector<std::string> files{draco.builder.glb(), meshoptSheet().builder.glb()};
  int refused = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    std::string file = files[seed % files.size()];
    const std::size_t binary = file.find(std::string("BIN\0", 4)) + 4;
    for (unsigned flips = 1 + random() % 3; flips > 0; --flips) {
      char& byte = file[binary + random() % (file.size() - binary)];
      byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1u << random() % 8));
    }
    const crossfade::Result<Model> model = tryOpen(file);
    if (model) continue;
    ++refused;
    EXPECT_THAT(model.error().message, AllOf(HasSubstr("test.glb: "), Not(HasSubstr("for a reason"))));
  }
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace app
