#include "app/import/collada/collada_controllers.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/collada_builder.h"
#include "tests/support/track_values.h"

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

namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;

const std::string kBase = "0 0 0 1 0 0 0 1 0", kRaised = "0 0 2 1 0 2 0 1 2", kWide = "0 0 0 3 0 0 0 1 0";

::test::DaeParts morphed(const std::string& method = "NORMALIZED") {
  return {.geometries = ::test::daeGeometry("base", kBase) + ::test::daeGeometry("raised", kRaised) +
                        ::test::daeGeometry("wide", kWide),
          .controllers = ::test::daeMorph("m", "base", "raised wide", "0.25 0", method),
          .nodes = "<node id=\"n\"><instance_controller url=\"#m\"/></node>"};
}

TEST(ColladaMorphs, AreTargetsOfTheirBaseMesh) {
  const Model model = ::test::openedDae(morphed());
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_THAT(model.meshes[0].morphTargetNames, ElementsAre("raised", "wide"));
  const Primitive& primitive = model.meshes[0].primitives[0];
  ASSERT_EQ(primitive.morphTargets.size(), 2u);
  for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
    EXPECT_EQ(primitive.morphTargets[0].positions[i], glm::vec3(0, 0, 2));
    EXPECT_EQ(primitive.morphTargets[1].positions[i], glm::vec3(primitive.positions[i].x * 2, 0, 0));
  }
  EXPECT_THAT(model.restMorphWeights, ElementsAre(0.25f, 0));
  EXPECT_TRUE(primitive.uvs[0].empty()) << "the numbers of the vertices are no texture coordinates";
}

TEST(ColladaMorphs, ThatAreRelativeHoldOffsets) {
  const Model model = ::test::openedDae(morphed("RELATIVE"));
  ASSERT_EQ(model.meshes.size(), 1u);
  const Primitive& primitive = model.meshes[0].primitives[0];
  for (std::size_t i = 0; i < primitive.positions.size(); ++i)
    EXPECT_EQ(primitive.morphTargets[0].positions[i], primitive.positions[i] + glm::vec3(0, 0, 2));
}

TEST(ColladaMorphs, BelowASkinKeepBoth) {
  ::test::DaeParts parts = morphed();
  parts.controllers += ::test::daeSkin("skin", "m", "hip", 3);
  parts.nodes =
      "<node id=\"hip\" sid=\"hip\" type=\"JOINT\"/><node id=\"n\"><instance_controller url=\"#skin\"/></node>";
  const Model model = ::test::openedDae(parts);
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_EQ(model.skins.size(), 1u);
  EXPECT_EQ(model.meshes[0].primitives[0].morphTargets.size(), 2u);
  EXPECT_EQ(model.instances[0].skin, 0);
  EXPECT_EQ(model.instances[0].morphCount, 2);
}

TEST(ColladaMorphs, OfAMorphAddUp) {
  ::test::DaeParts parts = morphed();
  parts.controllers = ::test::daeMorph("inner", "base", "raised", "1") + ::test::daeMorph("m", "inner", "wide", "0.5");
  const Model model = ::test::openedDae(parts);
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_THAT(model.meshes[0].morphTargetNames, ElementsAre("wide", "raised"));
  EXPECT_THAT(model.restMorphWeights, ElementsAre(0.5f, 1));
}

TEST(ColladaMorphs, OfThemselvesAreLeftOut) {
  ::test::DaeParts parts = morphed();
  parts.controllers = ::test::daeMorph("m", "m", "raised", "1");
  const Model model = ::test::openedDae(parts);
  EXPECT_TRUE(model.meshes.empty());
  EXPECT_THAT(::test::findingsOf(model), HasSubstr("controller 'm': its morph targets belong to no mesh in the file"));
}

TEST(ColladaMorphs, BringTheNormalsOfTheirCorners) {
  ::test::DaeParts parts = morphed();
  parts.geometries = ::test::daeGeometry("base", kBase, "0 2 1 1 2 0", "1 0 0 0 1 0 0 0 1") +
                     ::test::daeGeometry("raised", kRaised, "0 0 1 0 2 0", "0 -1 0") +
                     ::test::daeGeometry("wide", kWide);
  const Model model = ::test::openedDae(parts);
  ASSERT_EQ(model.meshes.size(), 1u);
  const Primitive& primitive = model.meshes[0].primitives[0];
  ASSERT_EQ(primitive.morphTargets[0].normals.size(), primitive.positions.size());
  for (std::size_t i = 0; i < primitive.positions.size(); ++i)
    EXPECT_EQ(primitive.normals[i] + primitive.morphTargets[0].normals[i], glm::vec3(0, -1, 0));
  EXPECT_TRUE(primitive.morphTargets[1].normals.empty());
}

TEST(ColladaMorphs, WithFewerPositionsMoveThoseThatTheyHave) {
  ::test::DaeParts parts = morphed();
  parts.geometries = ::test::daeGeometry("base", kBase) + ::test::daeGeometry("raised", "0 0 2 1 0 2", "0 1 1") +
                     ::test::daeGeometry("wide", kWide);
  const Model model = ::test::openedDae(parts);
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_THAT(::test::findingsOf(model), HasSubstr("morph target 'raised': it has 2 positions and its mesh 'base' 3"));
  float moved = 0;
  for (const glm::vec3& offset : model.meshes[0].primitives[0].morphTargets[0].positions) moved += offset.z;
  EXPECT_EQ(moved, 4);
}

TEST(ColladaMorphs, AreOneMeshHoweverManyMaterials) {
  ::test::DaeParts parts = morphed();
  const std::string list =
      "<triangles count=\"1\" material=\"red\"><input semantic=\"VERTEX\" source=\"#base-v\" "
      "offset=\"0\"/><p>2 1 0</p></triangles></mesh>";
  parts.geometries = ::test::replaceAll(::test::daeGeometry("base", kBase), "</mesh>", list) +
                     ::test::daeGeometry("raised", kRaised) + ::test::daeGeometry("wide", kWide);
  const Model model = ::test::openedDae(parts);
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_EQ(model.meshes[0].primitives.size(), 2u);
  EXPECT_EQ(model.restMorphWeights.size(), 2u);
}

TEST(ColladaMorphs, HaveAnimatedWeights) {
  for (const std::string target : {"m-weights(1)", "m/m-weights(1)", "m(1)", "m-weights-a(1)"}) {
    ::test::DaeParts parts = morphed();
    parts.animations = ::test::daeAnimation("a", {.target = target, .times = "0 2", .values = "0 1"});
    const Model model = ::test::openedDae(parts);
    ASSERT_EQ(model.clips.size(), 1u) << target;
    ASSERT_EQ(model.clips[0].tracks().size(), 1u);
    const crossfade::KeyframeTrack& track = model.clips[0].tracks()[0];
    EXPECT_EQ(track.target().channel, crossfade::Channel::Weights);
    EXPECT_EQ(track.target().node, model.instances[0].node);
    EXPECT_THAT(::test::valuesAt(track, 1), ElementsAre(FloatNear(0.25f, 1e-5f), FloatNear(0.5f, 1e-5f))) << target;
  }
}

}  // namespace

}  // namespace app
