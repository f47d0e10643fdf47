#include "app/import/collada/collada_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <glm/geometric.hpp>

#include "tests/support/collada_builder.h"

namespace app {
namespace {

using testing::HasSubstr;

crossfade::Result<Model> withLibrary(const std::string& nodes, const std::string& library) {
  return ::test::importDae({.geometries = ::test::daeGeometry("tri", "0 0 0 1 0 0 0 1 0"),
                            .nodes = nodes,
                            .other = "<library_nodes>" + library + "</library_nodes>"});
}

TEST(ColladaTree, FindsNodesDeepInTheLibrary) {
  const auto model =
      withLibrary("<node id=\"n\"><instance_node url=\"#inner\"/></node>",
                  "<node id=\"outer\"><node id=\"inner\"><instance_geometry url=\"#tri\"/></node></node>");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->meshes.size(), 1u);
}

TEST(ColladaTree, LeavesInstancedNodesWhereTheyAre) {
  const auto model = withLibrary(
      "<node id=\"n\"><instance_node url=\"#inner\"/></node><node id=\"m\"><instance_node url=\"#outer\"/></node>",
      "<node id=\"outer\"><node id=\"inner\"><instance_geometry url=\"#tri\"/></node></node>");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->instances.size(), 2u);
  EXPECT_EQ(model->skeleton.jointCount(), 6) << "scene, n, inner, m, outer, inner";
}

TEST(ColladaTree, LeavesOutInstancesOfANodeInItself) {
  const auto model = withLibrary("<node id=\"n\"><instance_node url=\"#a\"/></node>",
                                 "<node id=\"a\"><instance_geometry url=\"#tri\"/><instance_node url=\"#b\"/></node>"
                                 "<node id=\"b\"><instance_node url=\"#a\"/></node>");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->instances.size(), 1u);
  EXPECT_THAT(::test::findingsOf(*model), HasSubstr("1 instance of a node within itself"));
}

TEST(ColladaTree, RefusesInstancesThatMultiplyWithoutEnd) {
  std::string library = "<node id=\"a0\"/>";
  for (int i = 1; i < 40; ++i) {
    const std::string below = "<instance_node url=\"#a" + std::to_string(i - 1) + "\"/>";
    library += "<node id=\"a" + std::to_string(i) + "\">" + below + below + "</node>";
  }
  const auto model = withLibrary("<node id=\"n\"><instance_node url=\"#a39\"/></node>", library);
  ASSERT_FALSE(model);
  EXPECT_THAT(model.error().message, HasSubstr("it has more than 65536 nodes"));
}

TEST(ColladaTree, BeginsWithTheSceneInMetersAndUpright) {
  const auto first = [](const std::string& asset) {
    const ::test::TemporaryFolder folder;
    const auto model =
        importModel(folder.write("a.dae", ::test::replaceAll(::test::daeDocument({.nodes = "<node id=\"n\"/>"}),
                                                             "<up_axis>Y_UP</up_axis>", asset)));
    EXPECT_TRUE(model);
    return model ? model->skeleton.restLocals()[0] : crossfade::Transform{};
  };
  EXPECT_EQ(first("<unit meter=\"0.01\"/>").scale, glm::vec3(0.01f));
  EXPECT_EQ(first("<unit meter=\"0,5\"/>").scale, glm::vec3(0.5f));
  EXPECT_EQ(first("<unit meter=\"none\"/>").scale, glm::vec3(1));
  const auto up = [&](const std::string& axis, const glm::vec3& toUp) {
    return glm::distance(first("<up_axis>" + axis + "</up_axis>").rotation * toUp, glm::vec3(0, 1, 0));
  };
  EXPECT_LT(up("Y_UP", {0, 1, 0}), 1e-6f);
  EXPECT_LT(up("Z_UP", {0, 0, 1}), 1e-6f);
  EXPECT_LT(up("X_UP", {1, 0, 0}), 1e-6f);
}

TEST(ColladaTree, OpensHoweverDeepNodesAre) {
  std::string nodes;
  for (int i = 0; i < 60'000; ++i) nodes += "<node>";
  for (int i = 0; i < 60'000; ++i) nodes += "</node>";
  const Model model = ::test::openedDae({.nodes = nodes});
  EXPECT_EQ(model.skeleton.jointCount(), 60'001);
  const auto more = ::test::importDae({.nodes = nodes + nodes});
  ASSERT_FALSE(more);
  EXPECT_THAT(more.error().message, HasSubstr("it has more than 65536 nodes"));
}

TEST(ColladaTree, PutsChildrenBeforeInstances) {
  const auto model =
      withLibrary("<node id=\"n\"><instance_node url=\"#a\"/><node id=\"m\"/></node>", "<node id=\"a\"/>");
  ASSERT_TRUE(model) << model.error().message;
  ASSERT_EQ(model->skeleton.jointCount(), 4);
  EXPECT_EQ(model->skeleton.name(2), "m");
  EXPECT_EQ(model->skeleton.name(3), "a");
}

}  // namespace
}  // namespace app
