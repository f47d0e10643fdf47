#include "app/import/collada/collada_nodes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

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
}  // namespace app
