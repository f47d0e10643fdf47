#include "app/import/collada/collada_skins.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/collada_builder.h"

namespace app {
namespace {

::test::DaeParts twoSkeletons() {
  return {.geometries = ::test::daeGeometry("tri", "0 0 0 1 0 0 0 1 0"),
          .controllers = ::test::daeSkin("skin", "tri", "hip", 3),
          .nodes =
              "<node id=\"a\" sid=\"hip\" type=\"JOINT\"/><node id=\"b\" sid=\"hip\" type=\"JOINT\"/>"
              "<node id=\"m\"><instance_controller url=\"#skin\"><skeleton>#b</skeleton></instance_controller></node>"
              "<node id=\"n\"><instance_controller url=\"#skin\"><skeleton>#a</skeleton></instance_controller></node>"};
}

/// The name of the joint that each instance's skin follows.
std::vector<std::string> followed(const Model& model) {
  std::vector<std::string> names;
  for (const MeshInstance& instance : model.instances) {
    const Skin& skin = model.skins.at(static_cast<std::size_t>(instance.skin));
    names.push_back(std::string(model.skeleton.name(skin.joints.at(0))));
  }
  return names;
}

TEST(ColladaSkins, FollowTheSkeletonThatTheirInstanceNames) {
  EXPECT_THAT(followed(::test::openedDae(twoSkeletons())), testing::ElementsAre("b", "a"));
}

TEST(ColladaSkins, OnAMorphFollowThemToo) {
  ::test::DaeParts parts = twoSkeletons();
  parts.geometries += ::test::daeGeometry("wide", "0 0 0 3 0 0 0 1 0");
  parts.controllers = ::test::daeSkin("skin", "m-tri", "hip", 3) + ::test::daeMorph("m-tri", "tri", "wide", "1");
  const Model model = ::test::openedDae(parts);
  EXPECT_THAT(followed(model), testing::ElementsAre("b", "a"));
  for (const MeshInstance& instance : model.instances) EXPECT_EQ(instance.morphCount, 1);
}

TEST(ColladaSkins, OfSkeletonsThatAreNotThereFollowTheFirst) {
  ::test::DaeParts parts = twoSkeletons();
  parts.nodes = ::test::replaceAll(parts.nodes, "#b", "#nobody");
  EXPECT_THAT(followed(::test::openedDae(parts)), testing::ElementsAre("a", "a"));
}

TEST(ColladaSkins, MayHaveTheirIndicesInAnyOrder) {
  ::test::DaeParts parts = twoSkeletons();
  parts.controllers = ::test::replaceAll(parts.controllers, "#skin-j\" offset=\"0\"", "#skin-j\" offset=\"2\"");
  parts.controllers = ::test::replaceAll(parts.controllers, "<v>0 0 0 0 0 0 </v>", "<v>9 0 0 9 0 0 9 0 0</v>");
  const Model model = ::test::openedDae(parts);
  EXPECT_THAT(followed(model), testing::ElementsAre("b", "a"));
  EXPECT_THAT(::test::findingsOf(model), testing::Not(testing::HasSubstr("weight")));
}

TEST(ColladaSkins, MultiplyTheShapeIntoTheirInverseBinds) {
  ::test::DaeParts parts = twoSkeletons();
  parts.controllers = ::test::replaceAll(parts.controllers, "<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1",
                                         "<bind_shape_matrix>2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1");
  parts.controllers = ::test::replaceAll(parts.controllers, "\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1<",
                                         "\">1 0 0 5 0 1 0 6 0 0 1 7 0 0 0 1<");
  const Model model = ::test::openedDae(parts);
  ASSERT_FALSE(model.skins.empty());
  EXPECT_EQ(model.skins[0].inverseBinds[0], glm::mat4(2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1));
}

TEST(ColladaSkins, KeepThePointsOfEqualPlacesApart) {
  ::test::DaeParts parts = twoSkeletons();
  parts.geometries = ::test::daeGeometry("tri", "0 0 0 1 0 0 0 1 0 0 0 0", "0 1 2 1 2 3");
  const Model model = ::test::openedDae(parts);
  ASSERT_EQ(model.skins.size(), 2u);
  const Primitive& primitive = model.meshes[0].primitives[0];
  ASSERT_EQ(primitive.positions.size(), 4u);
  EXPECT_EQ(primitive.influences[0][0].joints[0], 0);
  EXPECT_EQ(primitive.influences[0][3].joints[0], 1) << "without weights, it follows the node";
  EXPECT_EQ(model.skins[0].joints[1], model.instances[0].node);
}

TEST(ColladaSkins, SayWhichWeightsAndMatricesTheyLack) {
  const auto with = [](const std::string& what, const std::string& by) {
    ::test::DaeParts parts = twoSkeletons();
    parts.controllers = ::test::replaceAll(parts.controllers, what, by);
    const Model model = ::test::openedDae(parts);
    EXPECT_EQ(model.meshes.size(), 2u);
    return ::test::findingsOf(model);
  };
  EXPECT_THAT(with("<v>0 0 0 0 0 0 ", "<v>0 0 7 0 0 9 "), testing::HasSubstr("skin 'skin': 2 weights without a joint"));
  EXPECT_THAT(with("<v>0 0 0 0 0 0 ", "<v>0 0 -1 0 "), testing::HasSubstr("skin 'skin': 1 weight without a joint"));
  EXPECT_THAT(with("<vcount>1 1 1 ", "<vcount>1 1 4000000000 "), testing::HasSubstr("skin 'skin': 3999999999 weights"));
  EXPECT_THAT(with("INV_BIND_MATRIX\" source=\"#skin-b", "INV_BIND_MATRIX\" source=\"#nothing"),
              testing::HasSubstr("skin 'skin': 1 joint without an inverse bind matrix"));
  EXPECT_THAT(with("JOINT\" source=\"#skin-j\"/", "JOINT\" source=\"#nothing\"/"),
              testing::HasSubstr("skin 'skin': 3 weights without a joint"));
}

}  // namespace
}  // namespace app
