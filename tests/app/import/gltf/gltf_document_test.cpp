#include "app/import/gltf/gltf_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"
#include "app/import/gltf/gltf_sections.h"
#include "tests/app/import/built_document.h"

namespace app {
namespace {

using test::GltfBuilder;
using test::inspect;
using testing::ElementsAre;
using testing::HasSubstr;

std::string errorOf(const GltfBuilder& builder) {
  try {
    ImportReport report;
    inspect(builder, report);
    return "not refused";
  } catch (const ImportError& error) {
    return error.what();
  }
}

std::string firstLine(const GltfBuilder& builder) {
  ImportReport report;
  inspect(builder, report);
  return report.lines.empty() ? "" : report.lines[0].location + ": " + report.lines[0].what;
}

TEST(GltfDocument, NeedsVersionTwo) {
  GltfBuilder builder;
  builder.json["asset"]["version"] = "1.0";
  EXPECT_EQ(errorOf(builder),
            "asset: says glTF 1.0, but its meshes and nodes are lists, as in glTF 2.0; if it is 2.0, correct the "
            "version in the file");
  for (const char* const section : {"accessors", "bufferViews", "meshes", "nodes", "scenes"})
    builder.json[section] = nlohmann::json::object();
  EXPECT_EQ(errorOf(builder), "asset: is glTF 1.0; only glTF 2.0 can be opened");
  builder.json["asset"]["version"] = "2.x";
  EXPECT_EQ(errorOf(builder), "asset: version '2.x' is unknown; only glTF 2.0 can be opened");
  builder.json["asset"] = {{"version", "2.0"}, {"minVersion", "2.1"}};
  EXPECT_THAT(errorOf(builder), HasSubstr("requires glTF '2.1'"));
  builder.json.erase("asset");
  EXPECT_THAT(errorOf(builder), HasSubstr("no version"));
}

TEST(GltfDocument, ASectionMayBeAsLongAsItsLimit) {
  GltfBuilder builder;
  builder.json["samplers"] = {1, 2, 3};
  ImportReport report;
  const GltfDocument document = inspect(builder, report);
  EXPECT_EQ(section(document, "samplers", 3).size(), 3u);
  EXPECT_TRUE(section(document, "skins", 0).empty());
  try {
    section(document, "samplers", 2);
    FAIL() << "not refused";
  } catch (const ImportError& error) {
    EXPECT_STREQ(error.what(), "there are 3 samplers; the limit is 2");
  }
}

TEST(GltfDocument, ChecksEveryAccessorAgainstItsView) {
  GltfBuilder builder;
  builder.add<float>({1, 2, 3}, "VEC3");
  builder.json["accessors"][0]["byteOffset"] = 4;
  EXPECT_EQ(errorOf(builder), "accessor 0: 12 bytes from offset 4 reach past buffer view 0 of 12 bytes");
  builder.json["accessors"][0]["byteOffset"] = 18446744073709551608u;  // 2^64 - 8 must not wrap around
  EXPECT_NE(errorOf(builder), "not refused");
  builder.json["accessors"][0]["byteOffset"] = 0;
  builder.json["accessors"][0]["count"] = 4611686018427387904u;
  EXPECT_NE(errorOf(builder), "not refused");
  builder.json["accessors"][0]["count"] = 1;
  builder.json["bufferViews"][0]["byteStride"] = 8;
  EXPECT_EQ(errorOf(builder), "accessor 0: elements of 12 bytes overlap in buffer view 0, whose stride is 8");
}

TEST(GltfDocument, AnAccessorEndsWithItsLastElementNotItsStride) {
  GltfBuilder builder;
  builder.add<float>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, "SCALAR");
  nlohmann::json& accessor = builder.json["accessors"][0];
  accessor = {{"bufferView", 0}, {"componentType", 5126}, {"type", "VEC3"}, {"count", 3}};
  builder.json["bufferViews"][0]["byteStride"] = 16;
  EXPECT_EQ(errorOf(builder), "not refused") << "2 * 16 + 12 = 44 bytes";
  accessor["byteOffset"] = 4;
  EXPECT_EQ(errorOf(builder), "accessor 0: 44 bytes from offset 4 reach past buffer view 0 of 44 bytes");
  accessor["count"] = 2;
  EXPECT_EQ(errorOf(builder), "not refused");
}

TEST(GltfDocument, AStrideMayBeAsLongAsItsLimit) {
  GltfBuilder builder;
  builder.add<float>({1, 2, 3}, "VEC3");
  builder.json["bufferViews"][0]["byteStride"] = 4096;
  EXPECT_EQ(errorOf(builder), "not refused");
  builder.json["bufferViews"][0]["byteStride"] = 4100;
  EXPECT_EQ(errorOf(builder), "buffer view 0: a stride of 4100 bytes is above the limit of 4096");
}

TEST(GltfDocument, RefusesAModeThatDoesNotExist) {
  GltfBuilder builder;
  builder.addTriangle();
  nlohmann::json& mode = builder.json["meshes"][0]["primitives"][0]["mode"];
  mode = 6;
  EXPECT_EQ(errorOf(builder), "not refused");
  mode = 7;
  EXPECT_THAT(errorOf(builder), HasSubstr("mode 7 is unknown"));
}

TEST(GltfDocument, ChecksEveryViewAgainstItsBuffer) {
  GltfBuilder builder;
  builder.add<float>({1, 2, 3}, "VEC3");
  builder.json["bufferViews"][0]["byteOffset"] = 8;
  EXPECT_EQ(errorOf(builder), "buffer view 0: 12 bytes from offset 8 reach past buffer 0 of 12 bytes");
}

TEST(GltfDocument, ChecksSparseRanges) {
  GltfBuilder builder;
  const int indices = builder.add<std::uint16_t>({0}, "SCALAR"), values = builder.add<float>({9}, "SCALAR");
  builder.addTo("accessors", {{"componentType", 5126},
                              {"count", 2},
                              {"type", "SCALAR"},
                              {"sparse",
                               {{"count", 2},
                                {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
                                {"values", {{"bufferView", values}}}}}});
  EXPECT_EQ(errorOf(builder), "accessor 2, sparse: 4 bytes from offset 0 reach past buffer view 0 of 2 bytes");
}

TEST(GltfDocument, WithABufferThatNamesNoDataOpensUntilItIsRead) {
  GltfBuilder builder;
  builder.json["buffers"] = {{{"byteLength", 1'000'000'000}}};
  builder.addTo("bufferViews", {{"buffer", 0}, {"byteLength", 12}});
  builder.addTo("accessors", {{"bufferView", 0}, {"componentType", 5126}, {"count", 1}, {"type", "VEC3"}});
  ImportReport report;
  EXPECT_EQ(inspect(builder, report).accessors[0].absentBuffer, 0);
}

TEST(GltfDocument, WithoutAFolderReadsNoFile) {
  GltfBuilder builder;
  builder.json["buffers"] = {{{"byteLength", 1}, {"uri", "x.bin"}}};
  EXPECT_EQ(errorOf(builder), "buffer 0: 'x.bin' names a file, but this document has no folder");
}

TEST(GltfDocument, WithACycleIsRefused) {
  GltfBuilder builder;
  builder.addNodeOutside({{"name", "a"}, {"children", {1}}});
  builder.addNodeOutside({{"children", {0}}});
  EXPECT_EQ(errorOf(builder), "node 0 'a': is its own ancestor, or descends from one that is");
}

TEST(GltfDocument, KeepsANodeWithTwoParentsWhereItIsListedLast) {
  GltfBuilder builder;
  builder.addNode({{"children", {2}}});
  builder.addNode({{"children", {2, 2}}});
  builder.addNodeOutside({{"name", "shared"}});
  ImportReport report;
  const GltfDocument document = test::inspect(builder, report);
  EXPECT_TRUE(document.nodes[0].children.empty());
  EXPECT_THAT(document.nodes[1].children, testing::ElementsAre(2));
  EXPECT_EQ(document.nodes[2].parent, 1);
  EXPECT_EQ(document.parentsFirst.size(), 3u);
  ASSERT_EQ(report.lines.size(), 1u);
  EXPECT_EQ(report.lines[0].location, "node 2 'shared'");
  EXPECT_THAT(report.lines[0].what, HasSubstr("it is a child of node 0 and of node 1"));
}

TEST(GltfDocument, ShowsAChildThatIsAlsoARootOnce) {
  GltfBuilder builder;
  builder.addNode({{"children", {1}}});
  builder.addNode({{"name", "both"}});
  ImportReport report;
  const GltfDocument document = test::inspect(builder, report);
  EXPECT_EQ(document.nodes[1].parent, 0);
  EXPECT_TRUE(document.nodes[1].inScene);
  EXPECT_EQ(report.lines.at(0).what, "1 of its roots are children of other nodes; they are shown once, there");
}

TEST(GltfDocument, MayBeDeepAsNothingRecurses) {
  GltfBuilder builder;
  for (int i = 1; i < 60'000; ++i) builder.addNodeOutside({{"children", {i}}});
  builder.addNodeOutside(nlohmann::json::object());
  ImportReport report;
  const GltfDocument document = test::inspect(builder, report);
  EXPECT_EQ(document.parentsFirst.size(), 60'000u);
  EXPECT_EQ(document.parentsFirst.back(), 59'999);
}

TEST(GltfDocument, ReadsChannelsThatPointersName) {
  GltfBuilder builder;
  builder.addNode(nlohmann::json::object());
  const int clip = builder.addClip(0, "pointer", {0, 1}, builder.add<float>({0, 0, 0, 0, 1, 0}, "VEC3"));
  nlohmann::json& target = builder.json["animations"][static_cast<std::size_t>(clip)]["channels"][0]["target"];
  target.erase("node");
  const auto channelOf = [&](const char* pointer) {
    target["extensions"]["KHR_animation_pointer"]["pointer"] = pointer;
    ImportReport report;
    return test::inspect(builder, report).animations.at(0).channels.at(0);
  };
  const GltfChannel scale = channelOf("/nodes/0/scale");
  EXPECT_EQ(scale.node, 0);
  EXPECT_EQ(scale.channel, crossfade::Channel::Scale);
  EXPECT_EQ(scale.fault, "");
  EXPECT_THAT(channelOf("/nodes/1/scale").fault, HasSubstr("node"));
  EXPECT_EQ(channelOf("/materials/0/alphaMode").fault, "it animates '/materials/0/alphaMode', which is not supported");
  EXPECT_EQ(channelOf("/nodes/x/scale").fault, "it animates '/nodes/x/scale', which is not supported");
  for (const char* broken : {"", "/", "/nodes", "/nodes/", "/nodes/0", "/nodes/99999999999/scale"})
    EXPECT_NE(channelOf(broken).fault, "") << broken;
}

/// A triangle shown twice, one and two meters to the right, with this accessor of rotations.
GltfDocument twoInstances(GltfBuilder& builder, int rotations) {
  const int translations = builder.add<float>({1, 0, 0, 2, 0, 0}, "VEC3");
  builder.addNode(
      {{"mesh", builder.addTriangle()},
       {"extensions",
        {{"EXT_mesh_gpu_instancing", {{"attributes", {{"TRANSLATION", translations}, {"ROTATION", rotations}}}}}}}});
  ImportReport report;
  return test::inspect(builder, report);
}

TEST(GltfDocument, GivesEachInstanceOfAMeshANode) {
  GltfBuilder builder;
  const int rotations = builder.add<std::int8_t>({0, 0, 0, 127, 0, 127, 0, 0}, "VEC4", true);
  const GltfDocument document = twoInstances(builder, rotations);
  ASSERT_EQ(document.nodes.size(), 3u);
  EXPECT_EQ(document.nodes[0].mesh, -1);
  EXPECT_THAT(document.nodes[0].children, testing::ElementsAre(1, 2));
  EXPECT_EQ(document.nodes[2].mesh, 0);
  EXPECT_TRUE(document.nodes[2].inScene);
  EXPECT_EQ(document.nodes[2].local.translation, glm::vec3(2, 0, 0));
  EXPECT_EQ(document.nodes[2].local.rotation.y, 1.0f);
}

TEST(GltfDocument, InstancesBeyondTheLastRotationHaveNone) {
  GltfBuilder builder;
  const GltfDocument document = twoInstances(builder, builder.add<float>({0, 1, 0, 0}, "VEC4"));
  ASSERT_EQ(document.nodes.size(), 3u);
  EXPECT_EQ(document.nodes[1].local.rotation.y, 1.0f);
  EXPECT_EQ(document.nodes[2].local.rotation.w, 1.0f);
}

TEST(GltfDocument, AnInstanceMayOnlyBeScaledOrTurned) {
  for (const char* attribute : {"SCALE", "ROTATION"}) {
    GltfBuilder builder;
    const int values = attribute == std::string("SCALE")
                           ? builder.add<float>({2, 2, 2, 3, 3, 3, 4, 4, 4}, "VEC3")
                           : builder.add<float>({0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0}, "VEC4");
    builder.addNode({{"mesh", builder.addTriangle()},
                     {"extensions", {{"EXT_mesh_gpu_instancing", {{"attributes", {{attribute, values}}}}}}}});
    ImportReport report;
    EXPECT_EQ(test::inspect(builder, report).nodes.size(), 4u) << attribute;
  }
}

TEST(GltfDocument, LimitsInstances) {
  GltfBuilder builder;
  const int zeros = builder.addTo("accessors", {{"componentType", 5126}, {"count", 60'000'000}, {"type", "VEC3"}});
  const int mesh = builder.addTriangle();
  for (int i = 0; i < 1'000; ++i)
    builder.addNode(
        {{"mesh", mesh}, {"extensions", {{"EXT_mesh_gpu_instancing", {{"attributes", {{"TRANSLATION", zeros}}}}}}}});
  ImportReport report;
  EXPECT_EQ(test::inspect(builder, report).nodes.size(), 1'000u + 16'384u);
  EXPECT_EQ(report.lines.at(1).what, "59999983616 instances above the limit of 16384 are not shown");
}

TEST(GltfDocument, ShowsOneInstanceIfTheirValuesCannotBeRead) {
  GltfBuilder builder;
  const int broken = builder.add<float>({1, 0}, "VEC2");
  builder.addNode({{"mesh", builder.addTriangle()},
                   {"extensions", {{"EXT_mesh_gpu_instancing", {{"attributes", {{"TRANSLATION", broken}}}}}}}});
  ImportReport report;
  const GltfDocument document = test::inspect(builder, report);
  EXPECT_EQ(document.nodes.size(), 1u);
  EXPECT_EQ(document.nodes[0].mesh, 0);
  EXPECT_THAT(report.lines.at(0).what, HasSubstr("one instance is shown"));
}

TEST(GltfDocument, TakesHiddenNodesOutOfTheScene) {
  GltfBuilder builder;
  builder.addNode({{"children", {1}}, {"extensions", {{"KHR_node_visibility", {{"visible", false}}}}}});
  builder.addNodeOutside(nlohmann::json::object());
  builder.addNode({{"extensions", {{"KHR_node_visibility", {{"visible", true}}}}}});
  ImportReport report;
  const GltfDocument document = test::inspect(builder, report);
  EXPECT_FALSE(document.nodes[0].inScene);
  EXPECT_FALSE(document.nodes[1].inScene);
  EXPECT_TRUE(document.nodes[2].inScene);
}

TEST(GltfDocument, MayHaveManyBuffers) {
  GltfBuilder builder;
  for (int i = 0; i < 300; ++i)
    builder.addTo("buffers", {{"byteLength", 1}, {"uri", "data:application/octet-stream;base64,AA=="}});
  ImportReport report;
  EXPECT_EQ(test::inspect(builder, report).buffers.size(), 300u);
}

TEST(GltfDocument, WithTooManyNodesIsRefused) {
  GltfBuilder builder;
  builder.json["nodes"] = nlohmann::json(70'000, nlohmann::json::object());
  EXPECT_EQ(errorOf(builder), "there are 70000 nodes; the limit is 65536");
}

TEST(GltfDocument, WhoseAccessorsAreSharedWithoutEndIsRefused) {
  GltfBuilder builder;
  builder.addTo("accessors",
                {{"componentType", 5126}, {"count", 10'000'000}, {"type", "VEC3"}});  // zeros: no bytes in the file
  for (int i = 0; i < 3; ++i) builder.addTo("meshes", {{"primitives", {{{"attributes", {{"POSITION", 0}}}}}}});
  EXPECT_EQ(errorOf(builder), "the meshes have more than 20000000 vertices");
}

TEST(GltfDocument, OrdersParentsFirst) {
  GltfBuilder builder;
  builder.addNodeOutside({{"name", "leaf"}});
  builder.addNode({{"children", {3, 0}}});
  builder.addNode({{"name", "second root"}});
  builder.addNodeOutside({{"name", "first child"}});
  ImportReport report;
  EXPECT_THAT(inspect(builder, report).parentsFirst, ElementsAre(1, 3, 0, 2));
}

TEST(GltfDocument, KnowsWhatTheDefaultSceneShows) {
  GltfBuilder builder;
  builder.addNode({{"children", {1}}});
  builder.addNodeOutside({{"name", "child"}});
  builder.addNodeOutside({{"name", "elsewhere"}});
  const auto shown = [&] {
    ImportReport report;
    std::vector<bool> result;
    for (const GltfNode& node : inspect(builder, report).nodes) result.push_back(node.inScene);
    return result;
  };
  EXPECT_THAT(shown(), ElementsAre(true, true, false));
  builder.json["scenes"].push_back({{"nodes", {2}}});
  builder.json["scene"] = 1;
  EXPECT_THAT(shown(), ElementsAre(false, false, true));
  builder.json.erase("scene");
  EXPECT_THAT(shown(), ElementsAre(true, true, false)) << "without a choice the first scene is shown";
  builder.json.erase("scenes");
  EXPECT_THAT(shown(), ElementsAre(true, true, true)) << "without scenes everything is shown";
  builder.json["scene"] = 0;
  EXPECT_EQ(errorOf(builder), "document: scene 0 does not exist (there are 0)");
}

TEST(GltfDocument, KeepsRotationsThatAreUnitButForRounding) {
  GltfBuilder builder;
  builder.addNode({{"rotation", {0, 0.70866f, 0, 0.70866f}}});  // bytes of a normalized accessor, written out
  builder.addNode({{"rotation", {0, 0, 0, 2}}});
  builder.addNode({{"rotation", {0, 0, 0, 0}}});
  ImportReport report;
  const GltfDocument document = inspect(builder, report);
  EXPECT_FLOAT_EQ(document.nodes[0].local.rotation.w, 0.70866f);
  EXPECT_FLOAT_EQ(document.nodes[1].local.rotation.w, 1);
  EXPECT_FLOAT_EQ(document.nodes[2].local.rotation.w, 1);
  EXPECT_EQ(report.lines.size(), 2u);
}

TEST(GltfDocument, DecomposesAMatrix) {
  GltfBuilder builder;
  builder.addNode({{"matrix", {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1}}});
  ImportReport report;
  const crossfade::Transform local = inspect(builder, report).nodes[0].local;
  EXPECT_EQ(local.translation, glm::vec3(5, 6, 7));
  EXPECT_NEAR(local.scale.x, 2, 1e-6);
  EXPECT_NEAR(local.rotation.z, 0.70710678, 1e-6);
}

TEST(GltfDocument, TruncatesVeryLongNames) {
  GltfBuilder builder;
  builder.addNode({{"name", std::string(5000, 'x')}});
  EXPECT_EQ(firstLine(builder), "node 0: the name of 5000 bytes was cut to 1023");
}

}  // namespace
}  // namespace app
