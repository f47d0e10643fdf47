#include "app/import/collada/collada_nodes.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "crossfade/skeleton/local_to_model.h"
#include "tests/support/collada_builder.h"

namespace app {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The model matrix of the first mesh.
glm::mat4 modelMatrixOf(const Model& model) {
  std::vector<glm::mat4> matrices(static_cast<std::size_t>(model.skeleton.jointCount()));
  crossfade::localToModel(model.skeleton.parents(), model.skeleton.restLocals(), matrices);
  return model.instances.empty() ? glm::mat4(0) : matrices[static_cast<std::size_t>(model.instances[0].node)];
}

void expectNear(const glm::mat4& found, const glm::mat4& expected) {
  for (int c = 0; c < 4; ++c)
    for (int r = 0; r < 4; ++r) EXPECT_NEAR(found[c][r], expected[c][r], 1e-5) << c << " " << r;
}

Model withTransforms(const std::string& transforms, const std::string& attributes = "",
                     const std::string& animations = "") {
  return ::test::openedDae(
      {.geometries = ::test::daeGeometry("tri", "0 0 0 1 0 0 0 1 0"),
       .nodes = "<node id=\"n\" " + attributes + ">" + transforms + "<instance_geometry url=\"#tri\"/></node>",
       .animations = animations});
}

TEST(ColladaNodes, SkewTurnsOneAxisTowardAnother) {
  // By 45 degrees, x toward y: (1, 0, 0) goes to (1, 1, 0), and the other axes stay.
  const Model model = withTransforms("<skew>45 1 0 0 0 1 0</skew>");
  expectNear(modelMatrixOf(model), {1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
  EXPECT_THAT(::test::findingsOf(model), Not(HasSubstr("shear")));
}

TEST(ColladaNodes, SkewStaysFiniteWhateverItsNumbers) {
  for (const char* numbers : {"90 1 0 0 0 1 0", "30 1 0 0 1 0 0", "30 0 0 0 0 0 0", "nan 1 0 0 0 1 0", "5", ""}) {
    const glm::mat4 place = modelMatrixOf(withTransforms(std::string("<skew>") + numbers + "</skew>"));
    for (int c = 0; c < 4; ++c)
      for (int r = 0; r < 4; ++r) EXPECT_TRUE(std::abs(place[c][r]) < 100) << numbers;
  }
}

TEST(ColladaNodes, ShearedMatricesBecomeTwoNodes) {
  const Model model = withTransforms("<matrix>2 1 0 7 0 1 0.5 8 0 0 -3 9 0 0 0 1</matrix>", "name=\"leaning\"");
  expectNear(modelMatrixOf(model), {2, 0, 0, 0, 1, 1, 0, 0, 0, 0.5f, -3, 0, 7, 8, 9, 1});
  EXPECT_EQ(model.skeleton.jointCount(), 3);
  EXPECT_EQ(model.skeleton.name(1), "leaning");
  EXPECT_EQ(model.skeleton.name(2), "leaning");
}

TEST(ColladaNodes, SayThatBonesAndAnimatedNodesLoseShear) {
  const std::string matrix = "<matrix sid=\"m\">1 1 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>";
  EXPECT_THAT(::test::findingsOf(withTransforms(matrix, "type=\"JOINT\"")),
              HasSubstr("the shear of 1 node that cannot be split"));
  EXPECT_THAT(::test::findingsOf(withTransforms(matrix, "", ::test::daeAnimation("a", {"n/m(3)(0)", "0 1", "0 1"}))),
              HasSubstr("the shear of 1 node that cannot be split"));
}

TEST(ColladaNodes, TurnAboutAxesOfAnyLength) {
  expectNear(modelMatrixOf(withTransforms("<rotate>0 0 7 90</rotate>")),
             {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
  expectNear(modelMatrixOf(withTransforms("<rotate>0 0 0 90</rotate>")), glm::mat4(1));
}

TEST(ColladaNodes, LookAtIsSquareWhateverItsUpVector) {
  // At the origin, toward -x, with an up vector that leans.
  const glm::mat4 place = modelMatrixOf(withTransforms("<lookat>1 2 3 0 2 3 -1 1 0</lookat>"));
  expectNear(place, {0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 2, 3, 1});
}

TEST(ColladaNodes, WithoutSizeKeepTheirDirections) {
  const crossfade::Transform flat = transformOf(glm::dmat4(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1));
  EXPECT_EQ(flat.scale, glm::vec3(1, 0, 1));
  EXPECT_NEAR(std::abs(flat.rotation.z), std::sqrt(0.5f), 1e-6);
  EXPECT_EQ(transformOf(glm::dmat4(0)).scale, glm::vec3(0));
  EXPECT_NEAR(transformOf(glm::dmat4(0)).rotation.w, 1, 1e-6);
}

}  // namespace

namespace {

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
