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

}  // namespace
}  // namespace app
